"""Seats of a table and who decides for them: persons, bots or nobody; callers and the hashes of their tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from ...bots import BOTS
from ...core.engine.record import Array
from ...core.game import Setting
from ...match.record import PERSON as AT_KEYBOARD
from ...match.record import Seat
from ..errors import ApiError
from ..store.rows import SeatRow
from ..validation import clean_name
from ..wire.messages import OPEN, PERSON, NewSeat, SeatCard


class Caller(NamedTuple):
    """Who makes a request: a seat of a table, its host, or a spectator (neither of the two)."""

    seat: str = ""
    host: bool = False

    @property
    def principal(self) -> str:
        """The name under which answers to this caller are stored."""
        return "host" if self.host else f"seat {self.seat}"


class SeatState(msgspec.Struct):
    """A seat as it is now. `by` says who decides: `person`, `open` or the name of a bot."""

    name: str
    slots: tuple[str, ...]
    by: str
    person: str = ""
    referee: bool = False
    token_hash: str | None = None

    @property
    def is_bot(self) -> bool:
        """Whether a bot decides for the seat."""
        return self.by not in (OPEN, PERSON)

    @property
    def key(self) -> str:
        """What tells its holder, in what is stored, from who held it by another token."""
        return f"{self.name} {(self.token_hash or '')[:12]}"

    def row(self, table: str) -> SeatRow:
        """Return the seat as a row of the store."""
        return SeatRow(table, self.name, self.slots, self.by, self.person, self.referee, self.token_hash)

    def card(self, present: bool) -> SeatCard:
        """Return the seat as everybody sees it; `present`: somebody is connected with its token."""
        return SeatCard(self.name, self.slots, self.by, self.person, present, self.referee)


def seat_from_row(row: SeatRow) -> SeatState:
    """Return the seat of a stored row."""
    return SeatState(row.name, row.slots, row.by, row.person, row.referee, row.token_hash)


def build_seats(setting: Setting, asked: Sequence[NewSeat]) -> list[SeatState]:
    """Return the seats of a new table. A slot that no requested seat holds gets an open seat of its own.

    If no seats are requested, that of the first player is a person's. A seat whose name is that of an earlier one, or
    of a slot that it does not hold, is numbered.

    Raises:
        ApiError: no such slot, a slot that is held twice, or a seat that is not possible.
    """
    seat_states: list[SeatState] = []
    for one in asked:
        others = [slot for slot in setting.slots if slot not in one.slots]
        seat_states.append(_seat_state(setting, one, [*others, *(each.name for each in seat_states)]))
    held = [slot for seat_state in seat_states for slot in seat_state.slots]
    if len(set(held)) < len(held):
        raise ApiError("E_SEATS", "Every slot has one seat.")
    first = setting.players[0]
    for slot in setting.slots:
        if slot not in held:
            mine = slot == first and not asked
            taken = [each.name for each in seat_states]
            seat_states.append(_seat_state(setting, NewSeat(slot, (slot,), PERSON if mine else OPEN), taken))
    return seat_states


def _seat_state(setting: Setting, asked: NewSeat, taken: Iterable[str]) -> SeatState:
    """Return a requested seat; its name is numbered if it is `taken`.

    Raises:
        ApiError: it is not possible.
    """
    for slot in asked.slots:
        if slot not in setting.slots:
            raise ApiError("E_SEATS", f"No slot {slot[:40]!r}; there is {', '.join(setting.slots)}.")
    if len(set(asked.slots)) < len(asked.slots):
        raise ApiError("E_SEATS", "A seat holds a slot once.")
    referee = setting.slots[setting.referee] if setting.referee >= 0 else ""
    referees = bool(referee) and referee in asked.slots
    plays = asked.slots != (referee,) and not setting.referee_commands
    if referees and (plays or asked.by not in (OPEN, PERSON)):
        raise ApiError("E_SEATS", f"{referee} is a person{', who plays for nobody' if plays else ''}.")
    require_decider(asked.by)
    return SeatState(clean_name(asked.name, "A seat's name", taken), asked.slots, asked.by, referee=referees)


def taken_names(seat_states: Iterable[SeatState], own: SeatState, caller: str) -> list[str]:
    """Return the names that a person cannot take at a seat: those of other seats, and of who sits there.

    Who calls by the link of another seat, `caller`, may have the same name at both.
    """
    others = [each for each in seat_states if each is not own]
    return [*(each.name for each in others), *(each.person for each in others if each.person and each.name != caller)]


def require_decider(by: str) -> None:
    """Refuse a decider that is neither `person`, `open` nor a bot of this server.

    Raises:
        ApiError: it is none of them.
    """
    if by not in (OPEN, PERSON, *BOTS):
        raise ApiError("E_SEATS", f"Nobody is called {by[:40]!r}; a seat is decided for by {OPEN}, {', '.join(BOTS)}.")


def seats_of(setting: Setting, seat_states: Iterable[SeatState]) -> list[Seat]:
    """Return the seats as a match has them. An open seat counts as a person's."""
    return [
        Seat(
            seat_state.name,
            sum(1 << setting.slots.index(slot) for slot in seat_state.slots),
            seat_state.by if seat_state.is_bot else AT_KEYBOARD,
            seat_state.referee,
        )
        for seat_state in seat_states
    ]


def groups_now(setting: Setting, states: Array) -> Mapping[str, tuple[str, ...]]:
    """Return who is together, slots by the name of the side: by the State, where sides may change in a match."""
    if setting.game.sides is None:
        return setting.groups
    return {
        name: tuple(setting.slots[slot] for slot in slots)
        for name, slots in setting.game.sides(setting, states).items()
    }


def side_of(groups: Mapping[str, tuple[str, ...]], seat_state: SeatState) -> str:
    """Return the side that all slots of a seat are on: the first group that has them all.

    It is empty if the game has no sides, or the seat is on none.
    """
    return next(
        (name for name, slots in groups.items() if seat_state.slots and set(seat_state.slots) <= set(slots)), ""
    )


def streams_of(groups: Mapping[str, tuple[str, ...]], seat_state: SeatState | None) -> tuple[str, ...]:
    """Return the names of the streams that a seat reads: the table's and its side's. A spectator reads the table's."""
    side = side_of(groups, seat_state) if seat_state else ""
    return ("table", f"side {side}") if side else ("table",)
