"""Who sits at a table: seats that persons, bots or nobody decide for, and the tokens by which they are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from ..bots import BOTS
from ..core.game import Setting
from ..match.record import PERSON as AT_KEYBOARD
from ..match.record import Seat
from .guard import clean
from .messages import OPEN, PERSON, NewSeat, SeatCard
from .store.changes import SeatRow
from .turning import Turned


class Who(NamedTuple):
    """Who asks: a seat of a table, the host who made it, or with neither somebody who looks on."""

    seat: str = ""
    host: bool = False

    @property
    def principal(self) -> str:
        """Under which name answers are kept."""
        return "host" if self.host else f"seat {self.seat}"


class Chair(msgspec.Struct):
    """A seat as it is now."""

    name: str
    slots: tuple[str, ...]
    by: str
    person: str = ""
    referee: bool = False
    token_hash: str | None = None

    @property
    def is_bot(self) -> bool:
        """Whether a bot decides."""
        return self.by not in (OPEN, PERSON)

    def row(self, table: str) -> SeatRow:
        """As it is kept."""
        return SeatRow(table, self.name, self.slots, self.by, self.person, self.referee, self.token_hash)

    def card(self, present: bool) -> SeatCard:
        """As everybody sees it."""
        return SeatCard(self.name, self.slots, self.by, self.person, present, self.referee)


def chair_of(row: SeatRow) -> Chair:
    """A seat that was kept."""
    return Chair(row.name, row.slots, row.by, row.person, row.referee, row.token_hash)


def wanted(setting: Setting, asked: Sequence[NewSeat]) -> list[Chair]:
    """The seats of a new table; slots that nobody names have one each, open, and the first of all is a person's.

    Raises:
        Turned: a slot that there is not, one that is held twice, or a seat that cannot be.
    """
    chairs = [_chair(setting, one) for one in asked]
    held = [slot for chair in chairs for slot in chair.slots]
    if len(set(held)) < len(held) or len({chair.name for chair in chairs}) < len(chairs):
        raise Turned("E_SEATS", "Every slot has one seat, and every seat a name of its own.")
    first = setting.players[0]
    for slot in setting.slots:
        if slot not in held:
            mine = slot == first and not asked
            chairs.append(_chair(setting, NewSeat(slot, (slot,), PERSON if mine else OPEN)))
    return chairs


def _chair(setting: Setting, asked: NewSeat) -> Chair:
    """A seat that was asked for."""
    for slot in asked.slots:
        if slot not in setting.slots:
            raise Turned("E_SEATS", f"No slot {slot[:40]!r}; there is {', '.join(setting.slots)}.")
    if len(set(asked.slots)) < len(asked.slots):
        raise Turned("E_SEATS", "A seat holds a slot once.")
    referee = setting.slots[setting.referee] if setting.referee >= 0 else ""
    referees = bool(referee) and referee in asked.slots
    if referees and (asked.slots != (referee,) or asked.by not in (OPEN, PERSON)):
        raise Turned("E_SEATS", f"{referee} is a person, who plays for nobody.")
    must_decide(asked.by)
    return Chair(clean(asked.name, "A seat's name"), asked.slots, asked.by, referee=referees)


def must_decide(by: str) -> None:
    """See to it that somebody of this kind can decide for a seat.

    Raises:
        Turned: there is none.
    """
    if by not in (OPEN, PERSON, *BOTS):
        raise Turned("E_SEATS", f"Nobody is called {by[:40]!r}; a seat is decided for by {OPEN}, {', '.join(BOTS)}.")


def seats_of(setting: Setting, chairs: Iterable[Chair]) -> list[Seat]:
    """The same as a match knows them. A seat that is open is a person's to come."""
    return [
        Seat(
            chair.name,
            sum(1 << setting.slots.index(slot) for slot in chair.slots),
            chair.by if chair.is_bot else AT_KEYBOARD,
            chair.referee,
        )
        for chair in chairs
    ]


def side_of(setting: Setting, chair: Chair) -> str:
    """The side that all slots of a seat are on; empty where a game has none, or the seat is on none."""
    groups: Mapping[str, tuple[str, ...]] = setting.groups
    return next((name for name, slots in groups.items() if chair.slots and set(chair.slots) <= set(slots)), "")


def streams_of(setting: Setting, chair: Chair | None) -> tuple[str, ...]:
    """The streams that a seat reads; who looks on reads the table's."""
    side = side_of(setting, chair) if chair else ""
    return ("table", f"side {side}") if side else ("table",)
