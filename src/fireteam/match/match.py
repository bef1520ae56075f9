"""A match: seats, sealed choices, accepted events, and the way back.

Everything that happens is an event with a number of its own, an undo as well, and every event rolls its own dice. So
a choice made anew after an undo rolls new dice, while a redo applies the recorded faces again.

`Match` is the one thing that tables and tests talk to, with its `consent`: what is proposed. What changes is kept by
`ledger.Ledger`; how choices are made is `decisions.Decisions`, who may take them back `undo.Undo`, and what a referee
may do `referee.Referee`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from ..core.engine.record import Array, copy_of
from ..core.errors import Forbidden, IllegalChoice
from ..core.game import Result, Setting
from ..core.protocol.choices import Verb
from ..core.slot_choices import read_choice, refusal_of
from .apply import Moment, redacted
from .consent import Consent
from .decisions import Decisions
from .dice import Secret
from .file.journal import Journal, SideFile
from .ledger import Ledger, Snapshot
from .mailbox import Mailbox
from .proposals import NONE_OPEN, Proposals
from .record import FREE, OPENING, Record, RecordView, Seat, view_of
from .referee import Referee
from .seats import Seats
from .timeline import Timeline
from .undo import Undo

Outcome = TypeVar("Outcome")


class Match:
    """A match. Whatever fails leaves it as it was.

    `states` is where it begins, if not at the setting's opening. `faces` are typed dice for what happens before the
    first choice.

    Raises:
        DieNeeded: typed dice, and one more is needed before the first choice.
    """

    def __init__(
        self,
        setting: Setting,
        seats: Iterable[Seat],
        secret: Secret,
        states: Array | None = None,
        faces: Sequence[int] | None = None,
    ) -> None:
        timeline = Timeline(setting, setting.opening if states is None else states)
        if faces is None:
            timeline.commit(timeline.run_live(OPENING, (), secret))
        else:
            timeline.commit(timeline.run_tape(OPENING, (), faces))
        self._assemble(timeline, seats, secret)
        self.has_typed_dice = faces is not None

    def _assemble(self, timeline: Timeline, seats: Iterable[Seat], secret: Secret) -> None:
        self.setting, self.timeline, self.seats = timeline.setting, timeline, Seats(seats)
        self.ledger = Ledger(timeline, secret)
        self._decisions = Decisions(self.ledger, self.seats)
        self.consent = Consent(self.ledger, self.seats)
        self._undo = Undo(self.ledger, self.seats, self.consent)
        self._referee = Referee(self.ledger, self.seats, self._decisions)

    @classmethod
    def resume(
        cls,
        timeline: Timeline,
        seats: Iterable[Seat],
        secret: Secret,
        side_file: SideFile | None = None,
        proposals: Proposals = NONE_OPEN,
    ) -> Match:
        """A match that goes on after events that have happened; `side_file` has sealed choices and plans."""
        match = cls.__new__(cls)
        match._assemble(timeline, seats, secret)
        if side_file:
            match._decisions.restore_choices(side_file)
        match.ledger.proposals = proposals
        return match

    # Where it is kept

    def write_to(self, journal: Journal) -> None:
        """From here on every event is written down before it counts."""
        self.ledger.journal = journal

    def leave(self) -> None:
        """Stop writing: from here on the match lives in memory, and its file is free for others."""
        self.ledger.journal.leave()
        self.ledger.journal = Journal()

    @property
    def file(self) -> Path | None:
        """The match file, if it is written to one."""
        return self.ledger.journal.path

    def snapshot(self) -> Snapshot:
        """All of the match that changes, as it is now."""
        return self.ledger.snapshot()

    def restore(self, snapshot: Snapshot) -> None:
        """Let the match be as it was; what has been written down since is not taken back."""
        self.ledger.restore(snapshot)

    # How it stands

    @property
    def state(self) -> Array:
        """The whole truth. Faces and bots get a `view`."""
        return self.timeline.state

    @property
    def moments(self) -> Sequence[Moment]:
        """The events that stand. Of the last one the State is known."""
        self.timeline.state_after(len(self.timeline.moments) - 1)
        return self.timeline.moments

    @property
    def start(self) -> Array:
        """The State in which it began, before the opening."""
        return self.timeline.start

    @property
    def records(self) -> Sequence[Record]:
        """Everything that happened, an undo as well."""
        return self.timeline.records

    @property
    def next_number(self) -> int:
        """The number of the next event."""
        return self.timeline.next_number

    @property
    def decision_number(self) -> int:
        """The number of the event by which the decision came that is open now; one that is gone back to has its own."""
        return next((one.record.number for one in reversed(self.timeline.moments) if one.record.kind != FREE), 0)

    @property
    def question(self) -> int:
        """The number of what is asked now: of the event since which it is. What acts answer is named by it.

        What others seal, say or do in private leaves it as it is; whoever goes back asks anew.
        """
        return self.timeline.question

    def must_be_asked(self, question: int) -> None:
        """See to it that an act is meant for what is asked now.

        Raises:
            Outdated: another question is open.
        """
        self.timeline.must_be_asked(question)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.timeline.pending.is_over

    @property
    def result(self) -> Result:
        """How the match stands or ended."""
        return self.setting.game.result(self.setting, self.state)

    @property
    def mailbox(self) -> Mailbox:
        """The sealed choices that wait for others."""
        return self.ledger.mailbox

    @property
    def pause_record(self) -> Record | None:
        """The event by which a referee has stopped the table, while it is stopped."""
        return self.timeline.pause_record

    def slots_to_act(self) -> list[int]:
        """The slots whose choice is awaited: those that owe one, without those whose sealed choice is in."""
        return self._decisions.slots_to_act()

    # What a seat may know

    def may_choose_for(self, name: str, slot: int) -> bool:
        """Whether a seat may choose for a slot: it holds it, or is a referee's who commands every slot."""
        return self._decisions.may_choose_for(self.seat(name), slot)

    def seat(self, name: str) -> Seat:
        """The seat of a name.

        Raises:
            UnknownName: there is none.
        """
        return self.seats[name]

    def seat_of(self, slot: int) -> Seat | None:
        """The seat that holds a slot."""
        return self.seats.holder(slot)

    def view(self, name: str) -> Array:
        """The State as a seat may know it: a copy with all else blanked. A referee's lacks nothing."""
        seat = self.seat(name)
        return copy_of(self.state) if seat.referee else self.redact(self.state, seat.slots)

    def redact(self, states: Array, slots: int) -> Array:
        """A copy of a State as the holder of some slots may know it."""
        return redacted(self.setting, states, slots)

    def history(self, name: str, since: int = 0) -> list[RecordView]:
        """Every event from number `since` on, as a seat may read it."""
        seat = self.seat(name)
        return [view_of(record, seat) for record in self.records[since:]]

    def public_history(self, since: int = 0) -> list[RecordView]:
        """The same as somebody may read it who holds no seat."""
        return [view_of(record, Seat("")) for record in self.records[since:]]

    # Choosing

    def act(
        self,
        name: str,
        choice: str | Verb,
        slot: int | None = None,
        faces: Sequence[int] | None = None,
        reason: str = "",
        question: int | None = None,
    ) -> Record | None:
        """A seat chooses, by notation or verb, for one of its slots: the one that owes a choice, if none is named.

        Returns the event; None if the choice is sealed and waits for others. What others have planned may follow at
        once, as events of their own. `question` is the number of what it answers, unless it is a free act.

        Raises:
            Outdated: another question is open.
            IllegalChoice: the rules do not allow it.
            Forbidden: the slot is not this seat's, the table is stopped, or the verb needs a reason.
            DieNeeded: dice are typed in (`faces`), and one is missing.
        """
        seat, value = self.seat(name), self._read(choice)
        chosen = self._decisions.act(self._decisions.slot_of(seat, slot), value, faces, reason.strip(), question)
        return self._settled(chosen)

    def _settled(self, outcome: Outcome) -> Outcome:
        """What came of a change, once all has happened by it that waits for nobody: every change ends by this."""
        self._decisions.settle()
        return outcome

    def refusal_of(self, name: str, choice: str | Verb, slot: int | None = None) -> IllegalChoice | None:
        """Why a seat may not choose this now; None if it may. Judged on what the seat knows."""
        seat = self.seat(name)
        try:
            value, slot = self._read(choice), self._decisions.slot_of(seat, slot)
            self._decisions.must_not_be_final(slot, value)
            return refusal_of(self.setting, self.view(name), slot, value)
        except IllegalChoice as refused:
            return refused

    def withdraw(self, name: str, slot: int | None = None) -> Verb:
        """Take a sealed choice back while others are still awaited; what was planned after it goes too.

        Raises:
            IllegalChoice: it is final.
            Forbidden: there is none, or the table is stopped.
        """
        return self._settled(
            self._decisions.withdraw(name, self._decisions.slot_of(self.seat(name), slot, sealed=True))
        )

    def _read(self, choice: str | Verb) -> Verb:
        return read_choice(self.setting, choice) if isinstance(choice, str) else choice

    # Planning ahead

    @property
    def is_paced(self) -> bool:
        """Whether plans are followed by `carry_on` alone, one event at a time, not at once."""
        return self._decisions.is_paced

    @is_paced.setter
    def is_paced(self, paced: bool) -> None:
        self._decisions.is_paced = paced

    @property
    def has_typed_dice(self) -> bool:
        """Whether people throw the dice: what nobody is asked for waits then where it wants one."""
        return self._decisions.has_typed_dice

    @has_typed_dice.setter
    def has_typed_dice(self, typed: bool) -> None:
        self._decisions.has_typed_dice = typed

    def plan(
        self,
        name: str,
        choices: Iterable[str | Verb] = (),
        slot: int | None = None,
        question: int | None = None,
    ) -> list[Record]:
        """What a slot will choose, one after another, as its next decisions come; none cuts its plan short.

        The first choice that is refused when its turn comes ends the plan, and the slot is asked as usual. Returns the
        events that follow at once. With typed dice, what wants one waits for `act` with the same choice.
        `question` is the number of what was asked when it was planned: the slot may have chosen nothing since.

        Raises:
            Outdated: the slot has chosen since.
            IllegalChoice: a choice is none, or the rules do not allow the first, which is owed now.
            Forbidden: the slot is not this seat's, the table is stopped, or a choice is a free act.
        """
        values = [self._read(choice) for choice in choices]
        self._decisions.plan(self._decisions.slot_of(self.seat(name), slot), values, question)
        return self._decisions.settle()

    def plan_of(self, name: str, slot: int) -> tuple[Verb, ...]:
        """What is left of a slot's plan, for its holder.

        Raises:
            Forbidden: the slot is not this seat's.
        """
        return self.ledger.plans.read(self._decisions.slot_of(self.seat(name), slot))

    def has_plan(self, name: str) -> bool:
        """Whether a seat has planned anything."""
        plans = self.ledger.plans
        return not plans.is_empty and bool(plans.slots & self.seat(name).slots)

    @property
    def is_due(self) -> bool:
        """Whether nobody is awaited and yet nothing has happened: so a match may be found when it is resumed."""
        return self.pause_record is None and self._decisions.is_complete

    def carry_on(self) -> list[Record]:
        """Let all happen that waits for nobody: complete choices, then plans, and so on; the events that follow.

        Where the match is paced it is one event at most: whoever shows the match calls again.
        """
        return self._decisions.carry_on()

    def lapse_of(self, slot: int) -> str:
        """Why the sealed choice of a slot fell away, for its holder, until it chooses again; empty if none did."""
        return self.ledger.lapses.get(slot, "")

    # The way back

    @property
    def redo_seat(self) -> str:
        """Who took something back last that may stand again; nobody, if nothing may."""
        return self.timeline.redo_stack[-1][0] if self.timeline.redo_stack else ""

    @property
    def redo_event(self) -> int:
        """The number of the first event that would stand again; 0 if nothing may."""
        return self.timeline.redo_stack[-1][1][0].record.number if self.timeline.redo_stack else 0

    def undo_rights(self, name: str) -> tuple[bool, bool]:
        """Whether a seat may take its last choice back now, and whether others would have to agree to that."""
        return self._undo.rights(name)

    def has_choice(self, name: str) -> bool:
        """Whether a choice of a seat stands that could be taken back."""
        return self._undo.has_choice(name)

    def may_undo(self, name: str) -> bool:
        """Whether a seat may take its last choice back without asking.

        It may while it is still to decide, until dice fall or it learns something by the choice.
        """
        return self._undo.may_undo(name)

    def last_choice(self, name: str) -> int:
        """The number of a seat's last choice that could be taken back; 0 if there is none."""
        return self._undo.last_choice(name)

    def undo(self, name: str, event: int | None = None) -> Record | None:
        """Take back a seat's last choice with all that followed, or ask the others for consent.

        Returns the event; None if the others have to answer first: it is proposed then. `event` is the number of the
        choice that is meant.

        Raises:
            Outdated: the choice that is meant is not its last, or it has asked that already.
            Forbidden: the seat has made no choice that could be taken back, or there is no way back now.
        """
        return self._settled(self._undo.undo(name, event))

    def redo(self, name: str, event: int | None = None) -> list[Record]:
        """Let stand again what this seat last took back, with the faces that fell; `event` is the first that is meant.

        Raises:
            Outdated: something else was taken back last.
            Forbidden: nothing can be redone, or another seat took it back.
        """
        return self._settled(self._undo.redo(name, event))

    # The referee, and the clock

    def pause(self, name: str, reason: str) -> Record:
        """A referee stops the table, for a reason that is written down: nobody chooses until it goes on.

        Raises:
            Forbidden: the seat is no referee's, gives no reason, the table is stopped already, or the match is over.
        """
        return self._settled(self._referee.pause(name, reason))

    def unpause(self, name: str) -> Record:
        """A referee lets the table go on; what waits for nobody follows at once.

        Raises:
            Forbidden: the seat is no referee's, or the table is not stopped.
        """
        return self._settled(self._referee.unpause(name))

    def rewind(self, name: str, to: int, reason: str) -> Record:
        """A referee goes back to an event that stands, for a reason that is written down.

        Raises:
            Forbidden: the seat is no referee's, gives no reason, the event does not stand, or the secret is told.
        """
        return self._settled(self._referee.rewind(name, to, reason))

    def stand_in(self, name: str, slot: int | None, faces: Sequence[int] | None = None) -> Record | None:
        """A referee lets a slot that does not answer do what the game states for that; as `act` by the slot itself.

        Without a slot it is all that are awaited, the referee's own among them.

        Raises:
            Forbidden: the seat is no referee's, the table is stopped, or the slot owes no choice.
            DieNeeded: dice are typed in (`faces`), and one is missing.
        """
        return self._settled(self._referee.stand_in(name, slot, faces))

    def late_slots(self, slots: Collection[int]) -> tuple[int, ...]:
        """Those of some slots that are still awaited, and have planned nothing."""
        return self._decisions.late_slots(slots)

    def time_out(self, slots: Collection[int]) -> tuple[int, ...]:
        """The time of a decision is over: those of some slots that are still awaited do what the game states for that.

        Returns which they were. Who has planned ahead has answered; a choice that is sealed stays as it is.

        Raises:
            Forbidden: the table is stopped.
        """
        late = self.late_slots(slots)
        self._decisions.choose_defaults(late)
        return self._settled(late)

    # The secret of the dice

    @property
    def commitment(self) -> str:
        """The hash of the secret that makes the dice."""
        return self.ledger.secret.commitment

    @property
    def secret_to_store(self) -> Secret:
        """The secret of the dice, for whoever keeps the match; players hear it by `reveal_secret`."""
        return self.ledger.secret

    def key_for_bot(self, slot: int) -> int:
        """What a bot may draw lots with for its next choice."""
        return self.ledger.secret.key_of_choice(self.next_number, slot)

    def reveal_secret(self) -> Secret:
        """The secret, once the match is over; from then on there is no way back.

        Raises:
            Forbidden: it is not over.
        """
        if not self.is_over:
            raise Forbidden("the secret of the dice is told when the match is over")
        return self.ledger.reveal_secret(self.result)
