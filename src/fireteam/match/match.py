"""A match: seats, sealed choices, accepted events, and the way back.

Everything that happens is an event with a number of its own, an undo as well, and every event rolls its own dice. So
a choice made anew after an undo rolls new dice, while a redo applies the recorded faces again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ..core.engine.dispatch import to_act
from ..core.engine.record import Array
from ..core.errors import Forbidden, IllegalChoice
from ..core.game import Setting, read_choice, refusal_of
from ..core.protocol.choices import Verb, name_of
from .dice import Secret
from .event_handling import UndoRequest
from .file.journal import Journal, SideFile
from .mailbox import Mailbox
from .plans import plan_progress
from .record import CHOICE, FREE, OPENING, PAUSE, RESUME, Record, Seat
from .referee import MatchReferee
from .timeline import Timeline, must_have_reason
from .undo import MatchUndo

NON_DECISIONS = (FREE, PAUSE, RESUME)  # events that leave the decision open as it is


class Match(MatchReferee, MatchUndo):
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
        line = Timeline(setting, setting.opening if states is None else states)
        line.commit(line.run_live(OPENING, (), secret) if faces is None else line.run_tape(OPENING, (), faces))
        self._initialize(line, seats, secret)

    def _initialize(self, line: Timeline, seats: Iterable[Seat], secret: Secret) -> None:
        self.setting = line.setting
        self.seats = {seat.name: seat for seat in seats}
        self.mailbox = Mailbox()
        self.undo_request: UndoRequest | None = None
        self._timeline, self._secret, self._is_secret_revealed = line, secret, False
        self._journal = Journal()
        self._plans: dict[int, list[Verb]] = {}
        self.is_paced = False

    @classmethod
    def resume(cls, line: Timeline, seats: Iterable[Seat], secret: Secret, side_file: SideFile | None = None) -> Match:
        """A match that goes on after events that have happened; `kept` has sealed choices and plans."""
        match = cls.__new__(cls)
        match._initialize(line, seats, secret)
        for slot, sealed in side_file.sealed.items() if side_file else ():
            value = read_choice(line.setting, sealed.line)
            is_same_decision = all(record.kind in NON_DECISIONS for record in line.records[sealed.number :])
            if is_same_decision and int(to_act(line.state[0])) >> slot & 1 and match._refusal_of(slot, value) is None:
                match.mailbox.put(slot, value)
        for slot, planned in side_file.plans.items() if side_file else ():
            values = [read_choice(line.setting, word) for word in planned.lines]
            if left := values[plan_progress(planned, slot, line.records, bool(match.mailbox.slots >> slot & 1)) :]:
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
            IllegalChoice: the rules do not allow it.
            Forbidden: the slot is not this seat's, the table is stopped, or the verb needs a reason.
            DieNeeded: dice are typed in (`faces`), and one is missing.
        """
        seat = self.seat(name)
        value = read_choice(self.setting, choice) if isinstance(choice, str) else choice
        slot = self._slot(seat, slot)
        self._timeline.must_be_open(FREE if value.free else CHOICE, 1 << slot)
        if self.mailbox.is_final(slot) and not value.free:
            raise self._already_decided(slot, value)
        refused = refusal_of(self.setting, self.state, slot, value)
        if refused is not None:
            raise refused
        must_have_reason(value, reason.strip())
        if value.free:
            record: Record | None = self._apply(FREE, ((slot, value),), faces, reason.strip())
        else:
            record = self._seal_or_apply(slot, value, faces)
        self._apply_plans_now(faces is not None)
        return record

    def withdraw(self, name: str, slot: int | None = None) -> Verb:
        """Take a sealed choice back while others are still awaited; what was planned after it goes too.

        Raises:
            IllegalChoice: it is final.
            Forbidden: there is none, or the table is stopped.
        """
        slot = self._slot(self.seat(name), slot, waiting=True)
        self._timeline.must_be_open(CHOICE)
        value = self.mailbox.read(slot)
        if value is None:
            raise Forbidden(f"{name} has no sealed choice waiting")
        if value.final:
            raise self._already_decided(slot, value)
        self._journal.unseal(self.next_number, slot)
        self.mailbox.withdraw(slot)
        self._end_plan(slot)
        return value

    def refusal_of(self, name: str, choice: str | Verb, slot: int | None = None) -> IllegalChoice | None:
        """Why a seat may not choose this now; None if it may. Judged on what the seat knows."""
        seat = self.seat(name)
        try:
            value = read_choice(self.setting, choice) if isinstance(choice, str) else choice
            slot = self._slot(seat, slot)
            if self.mailbox.is_final(slot) and not value.free:
                return self._already_decided(slot, value)
            return refusal_of(self.setting, self.view(name), slot, value)
        except IllegalChoice as refused:
            return refused

    def _already_decided(self, slot: int, value: Verb) -> IllegalChoice:
        """The refusal of a choice after a final one."""
        code, clause, sentence = self.setting.game.already_decided
        return IllegalChoice(code, clause, sentence.format(action=name_of(type(value)), slot=slot))

    # The end

    def reveal_secret(self) -> Secret:
        """The secret, once the match is over; from then on there is no way back.

        Raises:
            Forbidden: it is not over.
        """
        if not self.is_over:
            raise Forbidden("the secret of the dice is told when the match is over")
        if not self._is_secret_revealed:
            self._journal.close(self.result, self._secret)
        self._is_secret_revealed, self.undo_request = True, None
        return self._secret
