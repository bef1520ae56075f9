"""The line of events that stand, every record that was ever written, and what was taken back and may stand again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ..core.calls import is_over_at, to_act_at
from ..core.engine.record import Array
from ..core.errors import BadFile, Forbidden, Outdated
from ..core.game import Setting
from ..core.protocol.choices import Verb, name_of, notation
from ..core.slot_choices import read_choice, refusal_of
from .apply import UNKNOWN_STATE, Moment, SlotChoices, apply_event
from .dice import Secret
from .record import CHOICE, FREE, NON_DECISIONS, OPENING, PAUSE, REDO, RESUME, REWIND, UNDO, Record


def must_have_reason(value: Verb, reason: str) -> None:
    """See to it that a verb which wants a reason has one, and none has but a referee's.

    Raises:
        Forbidden: it has none, or wants none.
    """
    verb = name_of(type(value))
    if value.reasoned and not reason:
        raise Forbidden(f"{verb} needs a reason that is written down; write: {notation(value)} because ...")
    if reason and not (value.reasoned or value.refereed):
        raise Forbidden(f"{verb} takes no reason")


def _other_question(is_over: bool) -> str:
    return "an earlier decision, which is over" if is_over else "a decision that has not come yet"


RECENT, EVERY = 8, 64
"""The States after the last so many events are known, and before that after each so manieth."""


class Pending(Struct, frozen=True):
    """Of a State, which is never altered in place: whether the match is over in it, and who owes a choice."""

    state: Array
    is_over: bool
    slots: int


class TimelineSnapshot(NamedTuple):
    """All of a timeline that changes, as it was at some time: its lists only grow at the end, or are others then."""

    moments: list[Moment]
    moment_count: int
    records: list[Record]
    record_count: int
    redo_stack: tuple[tuple[str, list[Moment]], ...]
    pause_record: Record | None


class Timeline:
    """Events in their order. It changes only when an event has been carried out: whatever fails leaves it as it was.

    `moments` are the events that stand, with the States after some (`state_after` finds the others); `records` is
    everything that happened, an undo too; `redo_stack` is what was taken back: by whom, and which moments.
    `pause_record` is the record that stopped the table, while it is stopped.
    """

    def __init__(self, setting: Setting, start: Array) -> None:
        self.setting, self.start = setting, start
        self.moments: list[Moment] = []
        self.records: list[Record] = []
        self.redo_stack: list[tuple[str, list[Moment]]] = []
        self.pause_record: Record | None = None
        self._pending: Pending | None = None

    @property
    def state(self) -> Array:
        """The State after the last event that stands."""
        moments = self.moments
        state = moments[-1].state if moments else self.start
        return state if state is not UNKNOWN_STATE else self._recompute(len(moments) - 1)

    @property
    def pending(self) -> Pending:
        """What is asked again and again of the State as it stands: the rules are asked once."""
        state, pending = self.state, self._pending
        if pending is None or pending.state is not state:
            self._pending = pending = Pending(state, is_over_at(state, 0), to_act_at(state, 0))
        return pending

    def state_after(self, at: int) -> Array:
        """The State after a step, or the one before the first (-1)."""
        state = self.moments[at].state if at >= 0 else self.start
        return state if state is not UNKNOWN_STATE else self._recompute(at)

    def _recompute(self, at: int) -> Array:
        """The State after a step, by the rules from the last one before it that is known."""
        last_known = next((k for k in range(at, -1, -1) if self.moments[k].state is not UNKNOWN_STATE), -1)
        state = self.state_after(last_known)
        for k, step in enumerate(self.moments[last_known + 1 : at + 1], last_known + 1):
            record = step.record
            moment = apply_event(
                self.setting, state, self._kind(record), record.number, self._values(record), record.faces, ()
            )
            if moment.record.state_hash != record.state_hash:
                raise BadFile(f"event {record.number} comes out otherwise by the rules of this Fireteam")
            state = moment.state
            self.moments[k] = Moment(record, state)
        return state

    @property
    def next_number(self) -> int:
        """The number of the next event."""
        return len(self.records)

    @property
    def question(self) -> int:
        """The number of the event since which is asked what is asked now; one that is asked anew has another."""
        return next((one.number for one in reversed(self.records) if one.kind not in NON_DECISIONS), 0)

    def must_be_asked(self, question: int) -> None:
        """See to it that an act is meant for what is asked now.

        Raises:
            Outdated: another question is open.
        """
        if question != self.question:
            raise Outdated(f"This was for {_other_question(question < self.question)}; nothing was done.")

    def must_not_have_chosen(self, slot: int, question: int) -> None:
        """See to it that a slot has chosen nothing since a question was open, and that nobody went back.

        Raises:
            Outdated: it has.
        """
        since = self.records[question + 1 :]
        is_over = any(one.kind not in NON_DECISIONS and (one.slots >> slot & 1 or not one.slots) for one in since)
        if is_over or question > self.question:
            raise Outdated(f"This was for {_other_question(is_over)}; nothing was done.")

    def run_live(self, kind: str, values: SlotChoices, secret: Secret) -> Moment:
        """What the next event comes to, under the key of its number."""
        return apply_event(self.setting, self.state, kind, self.next_number, values, secret.key(self.next_number))

    def run_tape(self, kind: str, values: SlotChoices, faces: Sequence[int]) -> Moment:
        """What the next event comes to, on faces that somebody typed in."""
        return apply_event(self.setting, self.state, kind, self.next_number, values, faces, faces)

    def replay(self, by: str, moments: Sequence[Moment]) -> list[Moment]:
        """What these steps come to when they stand again, with the faces that fell."""
        new_moments: list[Moment] = []
        for number, step in zip(count(self.next_number), moments, strict=False):
            record = step.record
            state = new_moments[-1].state if new_moments else self.state
            moment = apply_event(
                self.setting, state, self._kind(record), number, self._values(record), record.faces, ()
            )
            first = record.of if record.kind == REDO else record.number
            new_moments.append(
                Moment(
                    replace(moment.record, kind=REDO, typed=record.typed, of=first, by=by, reason=record.reason),
                    moment.state,
                )
            )
        return new_moments

    def new_revert_record(self, kind: str, at: int, by: str, reason: str = "") -> Record:
        """The record of going back to a step."""
        last = self.moments[at].record
        return Record(self.next_number, kind, (), (), (), (), last.state_hash, of=last.number, by=by, reason=reason)

    def new_pause_record(self, kind: str, by: str, reason: str = "") -> Record:
        """The record of stopping the table, or of letting it go on.

        Raises:
            Forbidden: it is stopped already, or is not.
        """
        if (kind == PAUSE) == (self.pause_record is not None):
            raise Forbidden(self._pause_text() if self.pause_record else "the table is not stopped")
        return Record(self.next_number, kind, (), (), (), (), self.moments[-1].record.state_hash, by=by, reason=reason)

    def append_pause(self, record: Record) -> None:
        """The table stops, or goes on."""
        self.pause_record = record if record.kind == PAUSE else None
        self.records.append(record)

    def must_be_open(self, kind: str, slots: int = 0) -> None:
        """See to it that the table is not stopped for such an event; a referee's acts go on.

        Raises:
            Forbidden: it is: who stopped it, and why.
        """
        rules = kind == FREE and slots == 1 << max(self.setting.referee, 0) and self.setting.referee >= 0
        if self.pause_record is not None and not rules:
            raise Forbidden(self._pause_text())

    def _pause_text(self) -> str:
        by, reason = (self.pause_record.by, self.pause_record.reason) if self.pause_record else ("", "")
        return f"{by} has stopped the table: {reason}"

    def index_of(self, number: int) -> int:
        """Where an event stands among the steps.

        Raises:
            Forbidden: it does not stand.
        """
        at = next((k for k, step in enumerate(self.moments) if step.record.number == number), None)
        if at is None:
            raise Forbidden(f"event {number} does not stand")
        return at

    def commit(self, *moments: Moment) -> None:
        """From here on these count. A new choice makes what was taken back past mending; a redo uses it up."""
        for step in moments:
            if step.record.kind == REDO:
                self._pop_redo()
            else:
                self.redo_stack.clear()
            self._append(step)

    def _append(self, moment: Moment) -> None:
        """Add an event, and let go of the State after an older one, if it can soon be worked out from another one."""
        moments = self.moments
        moments.append(moment)
        self.records.append(moment.record)
        at = len(moments) - 1 - RECENT
        if at > 0 and (since := at % EVERY) and moments[at - since].state is not UNKNOWN_STATE:
            moments[at] = Moment(moments[at].record, UNKNOWN_STATE)

    def uncommit(self, redo_stack: list[tuple[str, list[Moment]]]) -> None:
        """Let the last event not have been; what might be redone before it, may be so again."""
        self.moments.pop()
        self.records.pop()
        self.redo_stack = redo_stack

    def commit_choice(self, moment: Moment, slots: int) -> list[tuple[str, list[Moment]]]:
        """Let a choice count after which these slots have to choose: the rules say so, and that the match goes on.

        Returns what could be redone before it.
        """
        redo_stack = self.redo_stack
        if redo_stack:
            self.redo_stack = []
        self._append(moment)
        self._pending = Pending(moment.state, False, slots)
        return redo_stack

    def _pop_redo(self) -> None:
        by, remaining = self.redo_stack[-1]
        if remaining[1:]:
            self.redo_stack[-1] = by, remaining[1:]
        else:
            self.redo_stack.pop()

    def revert_to(self, record: Record) -> None:
        """From here on only the event counts to which this record goes back, and what came before it."""
        at = self.index_of(record.of)
        tail, self.moments = self.moments[at + 1 :], self.moments[: at + 1]
        if tail:
            self.redo_stack.append((record.by, tail))
        self.records.append(record)

    def restore(self, record: Record, state: Array | None) -> None:
        """A recorded event counts again without being run: whoever recalls it knows that the rules came to just this.

        `state` is the one after it, where that is known.
        """
        if record.kind in (PAUSE, RESUME):
            self.append_pause(record)
        elif record.kind in (UNDO, REWIND):
            self.revert_to(record)
        else:
            self.commit(Moment(record, UNKNOWN_STATE if state is None else state))

    def snapshot(self) -> TimelineSnapshot:
        """How the timeline is now."""
        moments, records = self.moments, self.records
        redo = tuple(self.redo_stack)
        return TimelineSnapshot(moments, len(moments), records, len(records), redo, self.pause_record)

    def restore_snapshot(self, snapshot: TimelineSnapshot) -> None:
        """Let the timeline be as it was."""
        self.moments, self.records = snapshot.moments, snapshot.records
        del self.moments[snapshot.moment_count :], self.records[snapshot.record_count :]
        self.redo_stack, self.pause_record = list(snapshot.redo_stack), snapshot.pause_record

    def rerun(self, record: Record) -> None:
        """Let a recorded event happen again, on its faces, by the rules.

        Raises:
            Forbidden: it goes back to what does not stand, or lets stand what was not taken back.
            FireteamError: the rules do not allow it, or want other dice.
        """
        if record.kind not in (REWIND, PAUSE, RESUME):
            self.must_be_open(record.kind, record.slots)
        if record.kind in (PAUSE, RESUME):
            self.append_pause(self.new_pause_record(record.kind, record.by, record.reason))
        elif record.kind in (UNDO, REWIND):
            self.revert_to(self.new_revert_record(record.kind, self.index_of(record.of), record.by, record.reason))
        elif record.kind == REDO:
            if not self.redo_stack:
                raise Forbidden("nothing was taken back that could stand again")
            _, steps = self.redo_stack[-1]
            self.commit(*self.replay(record.by, steps[:1]))
        else:
            values = self._values(record)
            self._raise_if_illegal(record, values)
            moment = self.run_tape(record.kind, values, record.faces)
            self.commit(Moment(replace(moment.record, typed=record.typed, reason=record.reason), moment.state))

    def _raise_if_illegal(self, record: Record, values: SlotChoices) -> None:
        """See to it that those chose who owed a choice, and nothing that the rules forbid."""
        owed = 0 if record.kind == OPENING else to_act_at(self.state, 0)
        if record.kind != FREE and record.slots != owed:
            raise Forbidden(f"event {record.number} is not the choice of those who owe one")
        if record.kind == FREE and [value.free for _, value in values] != [True]:
            raise Forbidden(f"event {record.number} is no free act")
        for slot, value in values:
            must_have_reason(value, record.reason)
            refused = refusal_of(self.setting, self.state, slot, value)
            if refused is not None:
                raise refused

    def _values(self, record: Record) -> SlotChoices:
        return tuple((slot, read_choice(self.setting, line)) for slot, line in record.choices)

    def _kind(self, record: Record) -> str:
        """Whether a record's choices were owed or free, whatever became of them."""
        if record.kind == OPENING:
            return OPENING
        return FREE if self._values(record)[0][1].free else CHOICE
