"""What stands at a table, and what each seat may know of it. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..core.engine.dispatch import is_over, redact, to_act
from ..core.engine.record import Array, copy_of
from ..core.errors import UnknownName
from ..core.game import Result, Setting
from .apply import Moment
from .dice import Secret
from .mailbox import Mailbox
from .record import FREE, Record, RecordView, Seat, view_of
from .timeline import Timeline


class Pending(NamedTuple):
    """Of a State, which is never altered in place: whether the match is over in it, and who owes a choice."""

    state: Array
    is_over: bool
    slots: int


class MatchView:
    """A setting, the seats by name, the events that happened, and the choices that wait for others."""

    setting: Setting
    seats: dict[str, Seat]
    mailbox: Mailbox
    _timeline: Timeline
    _secret: Secret
    _pending: Pending | None = None

    @property
    def state(self) -> Array:
        """The whole truth. Faces and bots get a `view`."""
        return self._timeline.state

    @property
    def moments(self) -> Sequence[Moment]:
        """The events that stand. Of the last one the State is known."""
        self._timeline.state_after(len(self._timeline.moments) - 1)
        return self._timeline.moments

    @property
    def start(self) -> Array:
        """The State in which it began, before the opening."""
        return self._timeline.start

    @property
    def secret_to_store(self) -> Secret:
        """The secret of the dice, for whoever keeps the match; players hear it by `reveal_secret`."""
        return self._secret

    @property
    def records(self) -> Sequence[Record]:
        """Everything that happened, an undo as well."""
        return self._timeline.records

    @property
    def next_number(self) -> int:
        """The number of the next event."""
        return self._timeline.next_number

    @property
    def decision_number(self) -> int:
        """The number of the event by which the decision came that is open now; one that is gone back to has its own."""
        return next((step.record.number for step in reversed(self._timeline.moments) if step.record.kind != FREE), 0)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._pending_now().is_over

    def _pending_now(self) -> Pending:
        """What is asked again and again of the State as it stands: the rules are asked once."""
        state, pending = self.state, self._pending
        if pending is None or pending.state is not state:
            self._pending = pending = Pending(state, bool(is_over(state[0])), int(to_act(state[0])))
        return pending

    @property
    def result(self) -> Result:
        """How the match stands or ended."""
        return self.setting.game.result(self.setting, self.state)

    @property
    def commitment(self) -> str:
        """The hash of the secret that makes the dice."""
        return self._secret.commitment

    @property
    def pause_record(self) -> Record | None:
        """The event by which a referee has stopped the table, while it is stopped."""
        return self._timeline.pause_record

    @property
    def redo_seat(self) -> str:
        """Who took something back last that may stand again; nobody, if nothing may."""
        return self._timeline.redo_stack[-1][0] if self._timeline.redo_stack else ""

    def has_undoable_choice(self, name: str) -> bool:
        """Whether a choice of a seat stands that could be taken back."""
        return any(step.record.slots & self.seat(name).slots for step in self._timeline.moments[1:])

    def seat(self, name: str) -> Seat:
        """The seat of a name.

        Raises:
            UnknownName: there is none.
        """
        if name not in self.seats:
            raise UnknownName("seat", name, self.seats)
        return self.seats[name]

    def slots_to_act(self) -> list[int]:
        """The slots whose choice is awaited: those that owe one, without those whose sealed choice is in."""
        awaited_slots = self._pending_now().slots & ~self.mailbox.slots
        return [slot for slot in range(awaited_slots.bit_length()) if awaited_slots >> slot & 1]

    def seat_of(self, slot: int) -> Seat | None:
        """The seat that holds a slot."""
        return next((seat for seat in self.seats.values() if seat.holds(slot)), None)

    def view(self, name: str) -> Array:
        """The State as a seat may know it: a copy with all else blanked. A referee's lacks nothing."""
        seat = self.seat(name)
        return copy_of(self.state) if seat.referee else self.redact(self.state, seat.slots)

    def redact(self, states: Array, slots: int) -> Array:
        """A copy of a State as the holder of some slots may know it."""
        copy = copy_of(states)
        redact(copy[0], self.setting.tables[0], slots)
        return copy

    def history(self, name: str, since: int = 0) -> list[RecordView]:
        """Every event from number `since` on, as a seat may read it."""
        seat = self.seat(name)
        return [view_of(record, seat) for record in self.records[since:]]

    def public_history(self, since: int = 0) -> list[RecordView]:
        """The same as somebody may read it who holds no seat."""
        return [view_of(record, Seat("")) for record in self.records[since:]]

    def key_for_bot(self, slot: int) -> int:
        """What a bot may draw lots with for its next choice."""
        return self._secret.key_of_choice(self.next_number, slot)
