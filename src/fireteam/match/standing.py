"""What stands at a table, and what each seat may know of it. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..core.entry import over, seen, to_act
from ..core.errors import UnknownName
from ..core.game import Result, Setting
from ..core.record import Array, branch
from .dice import Secret
from .line import Line
from .mailbox import Mailbox
from .record import FREE, Account, Record, Seat, account
from .running import Step


class Awaited(NamedTuple):
    """Of a State, which is never altered in place: whether the match is over in it, and who owes a choice."""

    state: Array
    over: bool
    slots: int


class Standing:
    """A setting, the seats by name, the events that happened, and the choices that wait for others."""

    setting: Setting
    seats: dict[str, Seat]
    mailbox: Mailbox
    _line: Line
    _secret: Secret
    _awaited: Awaited | None = None

    @property
    def state(self) -> Array:
        """The whole truth. Faces and bots get a `view`."""
        return self._line.state

    @property
    def steps(self) -> Sequence[Step]:
        """The events that stand. Of the last one the State is known."""
        self._line.after(len(self._line.steps) - 1)
        return self._line.steps

    @property
    def start(self) -> Array:
        """The State in which it began, before the opening."""
        return self._line.start

    @property
    def secret_to_keep(self) -> Secret:
        """The secret of the dice, for whoever keeps the match; players hear it by `reveal`."""
        return self._secret

    @property
    def records(self) -> Sequence[Record]:
        """Everything that happened, an undo as well."""
        return self._line.records

    @property
    def number(self) -> int:
        """The number of the next event."""
        return self._line.number

    @property
    def decision(self) -> int:
        """The number of the event by which the decision came that is open now; one that is gone back to has its own."""
        return next((step.record.number for step in reversed(self._line.steps) if step.record.kind != FREE), 0)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._known().over

    def _known(self) -> Awaited:
        """What is asked again and again of the State as it stands: the rules are asked once."""
        state, known = self.state, self._awaited
        if known is None or known.state is not state:
            self._awaited = known = Awaited(state, bool(over(state[0])), int(to_act(state[0])))
        return known

    @property
    def result(self) -> Result:
        """How the match stands or ended."""
        return self.setting.game.result(self.setting, self.state)

    @property
    def commitment(self) -> str:
        """The hash of the secret that makes the dice."""
        return self._secret.commitment

    @property
    def paused(self) -> Record | None:
        """The event by which a referee has stopped the table, while it is stopped."""
        return self._line.paused

    @property
    def undone_by(self) -> str:
        """Who took something back last that may stand again; nobody, if nothing may."""
        return self._line.undone[-1][0] if self._line.undone else ""

    def has_chosen(self, name: str) -> bool:
        """Whether a choice of a seat stands that could be taken back."""
        return any(step.record.slots & self.seat(name).slots for step in self._line.steps[1:])

    def seat(self, name: str) -> Seat:
        """The seat of a name.

        Raises:
            UnknownName: there is none.
        """
        if name not in self.seats:
            raise UnknownName("seat", name, self.seats)
        return self.seats[name]

    def owing(self) -> list[int]:
        """The slots whose choice is awaited: those that owe one, without those whose sealed choice is in."""
        left = self._known().slots & ~self.mailbox.slots
        return [slot for slot in range(left.bit_length()) if left >> slot & 1]

    def seat_of(self, slot: int) -> Seat | None:
        """The seat that holds a slot."""
        return next((seat for seat in self.seats.values() if seat.holds(slot)), None)

    def view(self, name: str) -> Array:
        """The State as a seat may know it: a copy with all else blanked. A referee's lacks nothing."""
        seat = self.seat(name)
        return branch(self.state) if seat.referee else self.masked(self.state, seat.slots)

    def masked(self, states: Array, slots: int) -> Array:
        """A copy of a State as the holder of some slots may know it."""
        copy = branch(states)
        seen(copy[0], self.setting.tables[0], slots)
        return copy

    def told(self, name: str, since: int = 0) -> list[Account]:
        """Every event from number `since` on, as a seat may read it."""
        seat = self.seat(name)
        return [account(record, seat) for record in self.records[since:]]

    def overheard(self, since: int = 0) -> list[Account]:
        """The same as somebody may read it who holds no seat."""
        return [account(record, Seat("")) for record in self.records[since:]]

    def key_for_bot(self, slot: int) -> int:
        """What a bot may draw lots with for its next choice."""
        return self._secret.key_of_choice(self.number, slot)
