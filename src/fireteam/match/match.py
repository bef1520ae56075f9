"""A match: seats, sealed choices, accepted events, and the way back.

Everything that happens is an event with a number of its own, an undo as well, and every event rolls its own dice. So
a choice made anew after an undo rolls new dice, while a redo applies the recorded faces again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from ..core.choices import Verb, name_of, notation
from ..core.entry import over, seen, to_act
from ..core.errors import Forbidden, Refused, UnknownName
from ..core.game import Result, Setting, read_choice, refusal
from ..core.record import Array
from .dice import Secret
from .journal import Journal
from .line import Line
from .mailbox import Mailbox
from .record import CHOICE, FREE, OPENING, REWIND, UNDO, Account, Record, Seat, account
from .running import Chosen, Step


class Asked(NamedTuple):
    """A seat would take back what needs consent: to which event, and who has still to answer."""

    seat: str
    to: int
    waiting: frozenset[str]


class Match:
    """A match. Whatever fails leaves it as it was.

    `states` is where it begins, if not at the setting's opening. `faces` are typed dice for what happens before the
    first choice.

    Raises:
        DieWanted: typed dice, and one more is needed before the first choice.
    """

    def __init__(
        self,
        setting: Setting,
        seats: Iterable[Seat],
        secret: Secret,
        states: Array | None = None,
        faces: Sequence[int] | None = None,
    ) -> None:
        line = Line(setting, setting.opening if states is None else states)
        line.stand(line.rolled(OPENING, (), secret) if faces is None else line.on_faces(OPENING, (), faces))
        self._sit(line, seats, secret)

    def _sit(self, line: Line, seats: Iterable[Seat], secret: Secret) -> None:
        self.setting = line.setting
        self.seats = {seat.name: seat for seat in seats}
        self.mailbox = Mailbox()
        self.asked: Asked | None = None
        self._line, self._secret, self._told = line, secret, False
        self._journal = Journal()

    @classmethod
    def going_on(
        cls, line: Line, seats: Iterable[Seat], secret: Secret, sealed: Mapping[tuple[int, int], str] | None = None
    ) -> Match:
        """A match that goes on after events that have happened; `sealed` has choices by event and slot."""
        match = cls.__new__(cls)
        match._sit(line, seats, secret)
        for (number, slot), choice in (sealed or {}).items():
            if number == line.number and int(to_act(line.state[0])) >> slot & 1:
                match.mailbox.put(slot, read_choice(line.setting, choice))
        return match

    def write_to(self, journal: Journal) -> None:
        """From here on every event is written down before it counts."""
        self._journal = journal

    def leave(self) -> None:
        """Stop writing: from here on the match lives in memory, and its file is free for others."""
        self._journal.leave()
        self._journal = Journal()

    @property
    def file(self) -> Path | None:
        """The match file, if it is written to one."""
        return self._journal.path

    # What stands

    @property
    def state(self) -> Array:
        """The whole truth. Faces and bots get a `view`."""
        return self._line.state

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
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(over(self.state[0]))

    @property
    def result(self) -> Result:
        """How the match stands or ended."""
        return self.setting.game.result(self.setting, self.state)

    @property
    def commitment(self) -> str:
        """The hash of the secret that makes the dice."""
        return self._secret.commitment

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
        left = int(to_act(self.state[0])) & ~self.mailbox.slots
        return [slot for slot in range(left.bit_length()) if left >> slot & 1]

    def seat_of(self, slot: int) -> Seat | None:
        """The seat that holds a slot."""
        return next((seat for seat in self.seats.values() if seat.holds(slot)), None)

    def view(self, name: str) -> Array:
        """The State as a seat may know it: a copy with all else blanked. A referee's lacks nothing."""
        seat = self.seat(name)
        return self.state.copy() if seat.referee else self.masked(self.state, seat.slots)

    def masked(self, states: Array, slots: int) -> Array:
        """A copy of a State as the holder of some slots may know it."""
        copy = states.copy()
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

    # Choosing

    def act(
        self, name: str, choice: str | Verb, slot: int | None = None, faces: Sequence[int] | None = None
    ) -> Record | None:
        """A seat chooses, by notation or verb, for one of its slots: the one that owes a choice, if none is named.

        Returns the event; None if the choice is sealed and waits for others.

        Raises:
            Refused: the rules do not allow it.
            Forbidden: the slot is not this seat's.
            DieWanted: dice are typed in (`faces`), and one is missing.
        """
        seat = self.seat(name)
        value = read_choice(self.setting, choice) if isinstance(choice, str) else choice
        slot = self._slot(seat, slot)
        if self.mailbox.is_settled(slot) and not value.free:
            raise self._settled(slot, value)
        refused = refusal(self.setting, self.state, slot, value)
        if refused is not None:
            raise refused
        if value.free:
            return self._happen(FREE, ((slot, value),), faces)
        owed = int(to_act(self.state[0]))
        if owed & ~(self.mailbox.slots | 1 << slot):
            self._seal(slot, value)
            return None
        together = sorted({**self.mailbox.all(), slot: value}.items(), key=itemgetter(0))
        return self._happen(CHOICE, tuple(together), faces)

    def withdraw(self, name: str, slot: int | None = None) -> Verb:
        """Take a sealed choice back while others are still awaited.

        Raises:
            Refused: it is final.
            Forbidden: there is none.
        """
        slot = self._slot(self.seat(name), slot, waiting=True)
        value = self.mailbox.read(slot)
        if value is None:
            raise Forbidden(f"{name} has no sealed choice waiting")
        if value.final:
            raise self._settled(slot, value)
        self._journal.unseal(self.number, slot)
        self.mailbox.take_back(slot)
        return value

    def may(self, name: str, choice: str | Verb, slot: int | None = None) -> Refused | None:
        """Why a seat may not choose this now; None if it may. Judged on what the seat knows."""
        seat = self.seat(name)
        try:
            value = read_choice(self.setting, choice) if isinstance(choice, str) else choice
            slot = self._slot(seat, slot)
            if self.mailbox.is_settled(slot) and not value.free:
                return self._settled(slot, value)
            return refusal(self.setting, self.view(name), slot, value)
        except Refused as refused:
            return refused

    def _settled(self, slot: int, value: Verb) -> Refused:
        """The refusal of a choice after a final one."""
        code, clause, sentence = self.setting.game.settled
        return Refused(code, clause, sentence.format(action=name_of(type(value)), slot=slot))

    def _slot(self, seat: Seat, slot: int | None, waiting: bool = False) -> int:
        """The slot a seat chooses for."""
        if slot is not None and not seat.holds(slot):
            raise Forbidden(f"{seat.name} does not hold {self.setting.slot_name(slot)}")
        if slot is not None:
            return slot
        if not seat.slots:
            raise Forbidden(f"{seat.name} only looks on")
        mine = [k for k in range(seat.slots.bit_length()) if seat.holds(k)]
        wanted = [k for k in mine if self.mailbox.slots >> k & 1] if waiting else self.owing()
        return next((k for k in wanted if k in mine), mine[0])

    # Happening

    def _happen(self, kind: str, values: Chosen, faces: Sequence[int] | None) -> Record:
        """A choice takes effect."""
        line = self._line
        step = line.rolled(kind, values, self._secret) if faces is None else line.on_faces(kind, values, faces)
        self._stand(step)
        sealed = self.mailbox.all() if kind == FREE else {}
        self.mailbox.clear()
        for slot, value in sealed.items():  # a free act takes nobody's choice away, unless it made it impossible
            if int(to_act(self.state[0])) >> slot & 1 and refusal(self.setting, self.state, slot, value) is None:
                self._seal(slot, value)
        return step.record

    def _stand(self, *steps: Step) -> None:
        """Steps are done: they are written down, and from here on they count."""
        self._journal.keep([step.record for step in steps])
        self._line.stand(*steps)
        self.asked = None

    def _seal(self, slot: int, value: Verb) -> None:
        """A choice waits for others."""
        self._journal.seal(self.number, slot, notation(value))
        self.mailbox.put(slot, value)

    # The way back

    def may_undo(self, name: str) -> bool:
        """Whether a seat may take its last choice back without asking.

        It may while it is still to decide, until dice fall or it learns something by the choice.
        """
        seat = self.seat(name)
        steps, last = self._line.steps, self._line.steps[-1].record
        if len(steps) < 2 or last.slots == 0 or last.slots & ~seat.slots or last.faces or self.mailbox.slots:
            return False
        deciding = int(to_act(self.state[0]))
        return deciding != 0 and deciding & ~seat.slots == 0 and not self._learned(seat)

    def _learned(self, seat: Seat) -> bool:
        """Whether the last event showed a seat what it did not know: run on what it knew, it comes out differently."""
        *_, before, step = self._line.steps
        known = Line(self.setting, self.masked(before.state, seat.slots))
        try:
            expected = known.again(seat.name, [step])[0].state
        except Exception:  # what the seat knew does not even allow the choice
            return True
        return self.masked(expected, seat.slots).tobytes() != self.masked(step.state, seat.slots).tobytes()

    def undo(self, name: str) -> Record | None:
        """Take back a seat's last choice with all that followed, or ask the others for consent.

        Returns the event; None if the others have to answer first (`answer_undo`).

        Raises:
            Forbidden: the seat has made no choice that could be taken back, or the secret of the dice is told.
        """
        seat = self._before_the_end(name)
        steps = self._line.steps
        last = next((k for k in range(len(steps) - 1, 0, -1) if steps[k].record.slots & seat.slots), None)
        if last is None:
            raise Forbidden(f"{name} has nothing to take back")
        others = frozenset(
            other.name for other in self.seats.values() if other.slots and not other.referee and other.name != name
        )
        if self.may_undo(name) or not others:
            return self._go_back(UNDO, last - 1, name)
        self.asked = Asked(name, last - 1, others)
        return None

    def answer_undo(self, name: str, agrees: bool) -> Record | None:
        """Answer to a seat that would take something back. The last consent takes it back; a refusal ends the matter.

        Raises:
            Forbidden: nothing was asked of this seat.
        """
        if self.asked is None or self.seat(name).name not in self.asked.waiting:
            raise Forbidden(f"nothing is asked of {name}")
        if not agrees:
            self.asked = None
            return None
        self.asked = self.asked._replace(waiting=self.asked.waiting - {name})
        return None if self.asked.waiting else self._go_back(UNDO, self.asked.to, self.asked.seat)

    def redo(self, name: str) -> list[Record]:
        """Let stand again what this seat last took back, with the faces that fell.

        Raises:
            Forbidden: nothing can be redone, or another seat took it back.
        """
        self.seat(name)
        if not self._line.undone:
            raise Forbidden("nothing was taken back that could stand again")
        by, steps = self._line.undone[-1]
        if by != name:
            raise Forbidden(f"{by} took it back, and alone may let it stand again")
        again = self._line.again(name, steps)
        self._stand(*again)
        self.mailbox.clear()
        return [step.record for step in again]

    def rewind(self, name: str, to: int, reason: str) -> Record:
        """A referee goes back to an event that stands, for a reason that is written down.

        Raises:
            Forbidden: the seat is no referee's, gives no reason, the event does not stand, or the secret is told.
        """
        if not self._before_the_end(name).referee:
            raise Forbidden("only a referee rewinds")
        if not reason.strip():
            raise Forbidden("a rewind needs a reason")
        return self._go_back(REWIND, self._line.place(to), name, reason.strip())

    def _go_back(self, kind: str, at: int, name: str, reason: str = "") -> Record:
        """Back to a step of the line; what came after may be redone."""
        record = self._line.back(kind, at, name, reason)
        self._journal.keep([record])
        self._line.go_back(record)
        self.mailbox.clear()
        self.asked = None
        return record

    # The end

    def _before_the_end(self, name: str) -> Seat:
        """A seat, while there is a way back."""
        if self._told:
            raise Forbidden("the secret of the dice is told: who plays on from here would know every die")
        return self.seat(name)

    def reveal(self) -> Secret:
        """The secret, once the match is over; from then on there is no way back.

        Raises:
            Forbidden: it is not over.
        """
        if not self.over:
            raise Forbidden("the secret of the dice is told when the match is over")
        if not self._told:
            self._journal.close(self.result, self._secret)
        self._told, self.asked = True, None
        return self._secret
