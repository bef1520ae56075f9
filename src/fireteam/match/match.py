"""A match: seats, sealed choices, accepted events, and the way back.

Everything that happens is an event with a number of its own, an undo as well, and every event rolls its own dice. So
a choice made anew after an undo rolls new dice, while a redo applies the recorded faces again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from ..core.choices import Verb, name_of, notation
from ..core.entry import to_act
from ..core.errors import BadFile, DieWanted, Forbidden, Refused
from ..core.game import Setting, default_choice, read_choice, refusal
from ..core.record import Array
from .dice import Secret
from .journal import Journal, Kept, Planned
from .line import Line, must_have_reason
from .mailbox import Mailbox
from .record import CHOICE, FREE, OPENING, PAUSE, REDO, RESUME, REWIND, UNDO, Record, Seat
from .running import Chosen, Step
from .standing import Standing

STILL = (FREE, PAUSE, RESUME)  # events that leave the decision open as it is
BACK = (UNDO, REDO, REWIND)


class Asked(NamedTuple):
    """A seat would take back what needs consent: to which event, and who has still to answer."""

    seat: str
    to: int
    waiting: frozenset[str]


class Match(Standing):
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
        self._plans: dict[int, list[Verb]] = {}
        self.paced = False  # what is planned follows at once; else by `follow_plans` alone, one event at a time

    @classmethod
    def going_on(cls, line: Line, seats: Iterable[Seat], secret: Secret, kept: Kept | None = None) -> Match:
        """A match that goes on after events that have happened; `kept` has sealed choices and plans."""
        match = cls.__new__(cls)
        match._sit(line, seats, secret)
        for slot, sealed in kept.sealed.items() if kept else ():
            value = read_choice(line.setting, sealed.line)
            still = all(record.kind in STILL for record in line.records[sealed.number :])
            if still and int(to_act(line.state[0])) >> slot & 1 and match._refused(slot, value) is None:
                match.mailbox.put(slot, value)
        for slot, planned in kept.plans.items() if kept else ():
            values = [read_choice(line.setting, word) for word in planned.lines]
            if left := values[taken(planned, slot, line.records, bool(match.mailbox.slots >> slot & 1)) :]:
                match._plans[slot] = left
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

    # Choosing

    def act(
        self,
        name: str,
        choice: str | Verb,
        slot: int | None = None,
        faces: Sequence[int] | None = None,
        reason: str = "",
    ) -> Record | None:
        """A seat chooses, by notation or verb, for one of its slots: the one that owes a choice, if none is named.

        Returns the event; None if the choice is sealed and waits for others. What others have planned may follow at
        once, as events of their own.

        Raises:
            Refused: the rules do not allow it.
            Forbidden: the slot is not this seat's, the table is stopped, or the verb needs a reason.
            DieWanted: dice are typed in (`faces`), and one is missing.
        """
        seat = self.seat(name)
        value = read_choice(self.setting, choice) if isinstance(choice, str) else choice
        slot = self._slot(seat, slot)
        self._line.must_be_open(FREE if value.free else CHOICE, 1 << slot)
        if self.mailbox.is_settled(slot) and not value.free:
            raise self._settled(slot, value)
        refused = refusal(self.setting, self.state, slot, value)
        if refused is not None:
            raise refused
        must_have_reason(value, reason.strip())
        if value.free:
            record: Record | None = self._happen(FREE, ((slot, value),), faces, reason.strip())
        else:
            record = self._choose(slot, value, faces)
        self._follow_at_once(faces is not None)
        return record

    def stand_in(self, name: str, slot: int, faces: Sequence[int] | None = None) -> Record | None:
        """A referee lets a slot that does not answer do what the game states for that; as `act` by the slot itself.

        Raises:
            Forbidden: the seat is no referee's, the table is stopped, or the slot owes no choice.
            DieWanted: dice are typed in (`faces`), and one is missing.
        """
        self._referee(name, "lets a slot do without its player")
        self._line.must_be_open(CHOICE)
        if slot not in self.owing():
            raise Forbidden(f"{self.setting.slot_name(slot)} owes no choice")
        value = default_choice(self.setting, self.masked(self.state, 1 << slot), slot)
        if refused := refusal(self.setting, self.state, slot, value):
            raise refused
        record = self._choose(slot, value, faces)
        self._follow_at_once(faces is not None)
        return record

    def _choose(self, slot: int, value: Verb, faces: Sequence[int] | None) -> Record | None:
        """A lawful choice is sealed, or takes effect where it is the last. One that was not planned ends the plan."""
        planned = not self.mailbox.slots >> slot & 1 and self._plans.get(slot, [None])[0] == value
        together = {**self.mailbox.all(), slot: value}
        record: Record | None = None
        if int(to_act(self.state[0])) & ~(self.mailbox.slots | 1 << slot):
            self._journal.seal(self.number, slot, notation(value))
            self.mailbox.put(slot, value)
        else:
            record = self._happen(CHOICE, tuple(sorted(together.items(), key=itemgetter(0))), faces)
        if planned:
            del self._plans[slot][0]
        if not planned or not self._plans[slot]:
            self._end_plan(slot)
        return record

    def withdraw(self, name: str, slot: int | None = None) -> Verb:
        """Take a sealed choice back while others are still awaited; what was planned after it goes too.

        Raises:
            Refused: it is final.
            Forbidden: there is none, or the table is stopped.
        """
        slot = self._slot(self.seat(name), slot, waiting=True)
        self._line.must_be_open(CHOICE)
        value = self.mailbox.read(slot)
        if value is None:
            raise Forbidden(f"{name} has no sealed choice waiting")
        if value.final:
            raise self._settled(slot, value)
        self._journal.unseal(self.number, slot)
        self.mailbox.take_back(slot)
        self._end_plan(slot)
        return value

    # Planning

    def plan(
        self, name: str, choices: Iterable[str | Verb] = (), slot: int | None = None, typed: bool = False
    ) -> list[Record]:
        """What a slot will choose, one after another, as its next decisions come; none cuts its plan short.

        The first choice that is refused when its turn comes ends the plan, and the slot is asked as usual. Returns the
        events that follow at once. With `typed` dice, what wants a die waits for `act` with the same choice.

        Raises:
            Refused: a choice is none, or the rules do not allow the first, which is owed now.
            Forbidden: the slot is not this seat's, the table is stopped, or a choice is a free act.
        """
        values = [read_choice(self.setting, one) if isinstance(one, str) else one for one in choices]
        slot = self._slot(self.seat(name), slot)
        self._line.must_be_open(CHOICE)
        if free := next((value for value in values if value.free), None):
            raise Forbidden(f"{name_of(type(free))} is owed by nobody, and cannot be planned")
        if values and slot in self.owing() and (refused := refusal(self.setting, self.state, slot, values[0])):
            raise refused
        if values:
            waiting = bool(self.mailbox.slots >> slot & 1)
            self._journal.plan(self.number, slot, waiting, list(map(notation, values)))
            self._plans[slot] = values
        else:
            self._end_plan(slot)
        return self._follow_at_once(typed)

    def planned(self, name: str, slot: int) -> tuple[Verb, ...]:
        """What is left of a slot's plan, for its holder.

        Raises:
            Forbidden: the slot is not this seat's.
        """
        return tuple(self._plans.get(self._slot(self.seat(name), slot), ()))

    def has_planned(self, name: str) -> bool:
        """Whether a seat has planned anything."""
        return any(self.seat(name).holds(slot) for slot in self._plans)

    def follow_plans(self, typed: bool = False) -> list[Record]:
        """Let every slot choose that owes a choice and has planned one, and so on; the events that follow.

        Where the match is `paced` it is one event at most: whoever shows the match calls again.
        """
        made: list[Record] = []
        with suppress(BadFile, DieWanted):  # what cannot be written down, or wants a typed die, waits
            while self.paused is None:
                slot = next((slot for slot in self.owing() if slot in self._plans), None)
                if slot is None:
                    break
                value = self._plans[slot][0]
                if self._refused(slot, value):
                    self._end_plan(slot)
                elif record := self._choose(slot, value, [] if typed else None):
                    made.append(record)
                    if self.paced:
                        break
        return made

    def _follow_at_once(self, typed: bool) -> list[Record]:
        """What was planned follows, unless whoever shows the match sets the pace."""
        return [] if self.paced else self.follow_plans(typed)

    def _end_plan(self, slot: int) -> None:
        """Nothing more is planned for a slot."""
        if self._plans.pop(slot, None):
            with suppress(BadFile):
                self._journal.plan(self.number, slot, False, ())

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

    def _happen(self, kind: str, values: Chosen, faces: Sequence[int] | None, reason: str = "") -> Record:
        """A choice takes effect."""
        line = self._line
        step = line.rolled(kind, values, self._secret) if faces is None else line.on_faces(kind, values, faces)
        step = step._replace(record=step.record._replace(reason=reason))
        self._stand(step)
        if kind != FREE:
            self.mailbox.clear()
        for slot, value in self.mailbox.all().items():  # a free act takes no choice away that it leaves possible
            if not int(to_act(self.state[0])) >> slot & 1 or self._refused(slot, value):
                self.mailbox.take_back(slot)
                self._end_plan(slot)
                with suppress(BadFile):
                    self._journal.unseal(self.number, slot)
        return step.record

    def _refused(self, slot: int, value: Verb) -> Refused | None:
        """Why a slot cannot choose this as things stand; None if it can."""
        try:
            return refusal(self.setting, self.state, slot, value)
        except Refused as refused:  # what it names is no more
            return refused

    def _stand(self, *steps: Step) -> None:
        """Steps are done: they are written down, and from here on they count."""
        self._journal.keep([step.record for step in steps])
        self._line.stand(*steps)
        self.asked = None

    # The referee

    def _referee(self, name: str, does: str) -> None:
        """See to it that a seat is a referee's."""
        if not self.seat(name).referee:
            raise Forbidden(f"only a referee {does}")

    def pause(self, name: str, reason: str) -> Record:
        """A referee stops the table, for a reason that is written down: nobody chooses until it goes on.

        Raises:
            Forbidden: the seat is no referee's, gives no reason, the table is stopped already, or the match is over.
        """
        self._referee(name, "stops the table")
        if not reason.strip():
            raise Forbidden("to stop the table needs a reason")
        if self.over:
            raise Forbidden("the match is over: nothing is left to stop")
        return self._mark(PAUSE, name, reason.strip())

    def unpause(self, name: str, typed: bool = False) -> Record:
        """A referee lets the table go on; what was planned follows at once, as far as it wants no `typed` die.

        Raises:
            Forbidden: the seat is no referee's, or the table is not stopped.
        """
        self._referee(name, "lets the table go on")
        record = self._mark(RESUME, name)
        self._follow_at_once(typed)
        return record

    def _mark(self, kind: str, name: str, reason: str = "") -> Record:
        record = self._line.marked(kind, name, reason)
        self._journal.keep([record])
        self._line.mark(record)
        return record

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
            Forbidden: the seat has made no choice that could be taken back, or there is no way back now.
        """
        seat = self._before_the_end(name)
        self._line.must_be_open(UNDO)
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
        self._line.must_be_open(UNDO)
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
        self._line.must_be_open(REDO)
        if not self._line.undone:
            raise Forbidden("nothing was taken back that could stand again")
        by, steps = self._line.undone[-1]
        if by != name:
            raise Forbidden(f"{by} took it back, and alone may let it stand again")
        again = self._line.again(name, steps)
        self._stand(*again)
        self._open_anew()
        return [step.record for step in again]

    def rewind(self, name: str, to: int, reason: str) -> Record:
        """A referee goes back to an event that stands, for a reason that is written down.

        Raises:
            Forbidden: the seat is no referee's, gives no reason, the event does not stand, or the secret is told.
        """
        self._before_the_end(name)
        self._referee(name, "rewinds")
        if not reason.strip():
            raise Forbidden("a rewind needs a reason")
        return self._go_back(REWIND, self._line.place(to), name, reason.strip())

    def _go_back(self, kind: str, at: int, name: str, reason: str = "") -> Record:
        """Back to a step of the line; what came after may be redone."""
        record = self._line.back(kind, at, name, reason)
        self._journal.keep([record])
        self._line.go_back(record)
        self._open_anew()
        self.asked = None
        return record

    def _open_anew(self) -> None:
        """Another decision is open: what was sealed or planned for what would have come is void."""
        self.mailbox.clear()
        for slot in list(self._plans):
            self._end_plan(slot)

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


def taken(planned: Planned, slot: int, records: Sequence[Record], sealed: bool) -> int:
    """How many choices of a plan have been made, by what happened since; all of them once anything was taken back."""
    since = records[planned.number :]
    if any(record.kind in BACK for record in since):
        return len(planned.lines)
    made = sum(record.kind == CHOICE and bool(record.slots >> slot & 1) for record in since)
    return max(0, made + sealed - planned.waiting)
