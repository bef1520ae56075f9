"""The line of events that stand, every record that was ever written, and what was taken back and may stand again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from ..core.choices import Verb, name_of, notation
from ..core.dice import live, tape
from ..core.entry import to_act
from ..core.errors import BadFile, Forbidden
from ..core.game import Setting, read_choice, refusal
from ..core.record import Array
from .dice import Secret
from .record import CHOICE, FREE, OPENING, PAUSE, REDO, RESUME, REWIND, UNDO, Record
from .running import NOT_MADE, Chosen, Step, take


def must_have_reason(value: Verb, reason: str) -> None:
    """See to it that a verb which wants a reason has one, and no other has.

    Raises:
        Forbidden: it has none, or wants none.
    """
    verb = name_of(type(value))
    if value.reasoned and not reason:
        raise Forbidden(f"{verb} needs a reason that is written down; write: {notation(value)} because ...")
    if reason and not value.reasoned:
        raise Forbidden(f"{verb} takes no reason")


class Line:
    """Events in their order. It changes only when an event has been carried out: whatever fails leaves it as it was.

    `steps` are the events that stand, with the State after each; `records` is everything that happened, an undo too;
    `undone` is what was taken back: by whom, and which steps. `paused` is the record that stopped the table, while it
    is stopped.
    """

    def __init__(self, setting: Setting, start: Array) -> None:
        self.setting, self.start = setting, start
        self.steps: list[Step] = []
        self.records: list[Record] = []
        self.undone: list[tuple[str, list[Step]]] = []
        self.paused: Record | None = None

    @property
    def state(self) -> Array:
        """The State after the last event that stands."""
        return self.after(len(self.steps) - 1)

    def after(self, at: int) -> Array:
        """The State after a step, or the one before the first (-1)."""
        state = self.steps[at].state if at >= 0 else self.start
        return state if state is not NOT_MADE else self._made_anew(at)

    def _made_anew(self, at: int) -> Array:
        """The State after a step, by the rules from the last one before it that is known."""
        known = next((k for k in range(at, -1, -1) if self.steps[k].state is not NOT_MADE), -1)
        state = self.after(known)
        for k, step in enumerate(self.steps[known + 1 : at + 1], known + 1):
            record = step.record
            faces = tape(list(record.faces))
            made = take(self.setting, state, self._kind(record), record.number, self._values(record), faces, ())
            if made.record.after != record.after:
                raise BadFile(f"event {record.number} comes out otherwise by the rules of this Fireteam")
            state = made.state
            self.steps[k] = step._replace(state=state)
        return state

    @property
    def number(self) -> int:
        """The number of the next event."""
        return len(self.records)

    def rolled(self, kind: str, values: Chosen, secret: Secret) -> Step:
        """What the next event comes to, under the key of its number."""
        return take(self.setting, self.state, kind, self.number, values, live(secret.key(self.number)), None)

    def on_faces(self, kind: str, values: Chosen, faces: Sequence[int]) -> Step:
        """What the next event comes to, on faces that somebody typed in."""
        return take(self.setting, self.state, kind, self.number, values, tape(list(faces)), faces)

    def again(self, by: str, steps: Sequence[Step]) -> list[Step]:
        """What these steps come to when they stand again, with the faces that fell."""
        made: list[Step] = []
        for number, step in zip(count(self.number), steps, strict=False):
            record = step.record
            state = made[-1].state if made else self.state
            after = take(
                self.setting, state, self._kind(record), number, self._values(record), tape(list(record.faces)), ()
            )
            first = record.of if record.kind == REDO else record.number
            made.append(
                Step(
                    after.record._replace(kind=REDO, typed=record.typed, of=first, by=by, reason=record.reason),
                    after.state,
                )
            )
        return made

    def back(self, kind: str, at: int, by: str, reason: str = "") -> Record:
        """The record of going back to a step."""
        last = self.steps[at].record
        return Record(self.number, kind, (), (), (), (), last.after, of=last.number, by=by, reason=reason)

    def marked(self, kind: str, by: str, reason: str = "") -> Record:
        """The record of stopping the table, or of letting it go on.

        Raises:
            Forbidden: it is stopped already, or is not.
        """
        if (kind == PAUSE) == (self.paused is not None):
            raise Forbidden(self._stopped() if self.paused else "the table is not stopped")
        return Record(self.number, kind, (), (), (), (), self.steps[-1].record.after, by=by, reason=reason)

    def mark(self, record: Record) -> None:
        """The table stops, or goes on."""
        self.paused = record if record.kind == PAUSE else None
        self.records.append(record)

    def must_be_open(self, kind: str, slots: int = 0) -> None:
        """See to it that the table is not stopped for such an event; a referee's acts go on.

        Raises:
            Forbidden: it is: who stopped it, and why.
        """
        rules = kind == FREE and slots == 1 << max(self.setting.referee, 0) and self.setting.referee >= 0
        if self.paused is not None and not rules:
            raise Forbidden(self._stopped())

    def _stopped(self) -> str:
        by, reason = (self.paused.by, self.paused.reason) if self.paused else ("", "")
        return f"{by} has stopped the table: {reason}"

    def place(self, number: int) -> int:
        """Where an event stands among the steps.

        Raises:
            Forbidden: it does not stand.
        """
        at = next((k for k, step in enumerate(self.steps) if step.record.number == number), None)
        if at is None:
            raise Forbidden(f"event {number} does not stand")
        return at

    def stand(self, *steps: Step) -> None:
        """From here on these count. A new choice makes what was taken back past mending; a redo uses it up."""
        for step in steps:
            if step.record.kind == REDO:
                self._used_up()
            else:
                self.undone.clear()
            self.steps.append(step)
            self.records.append(step.record)

    def _used_up(self) -> None:
        by, left = self.undone[-1]
        if left[1:]:
            self.undone[-1] = by, left[1:]
        else:
            self.undone.pop()

    def go_back(self, record: Record) -> None:
        """From here on only the event counts to which this record goes back, and what came before it."""
        at = self.place(record.of)
        gone, self.steps = self.steps[at + 1 :], self.steps[: at + 1]
        if gone:
            self.undone.append((record.by, gone))
        self.records.append(record)

    def recall(self, record: Record, state: Array | None) -> None:
        """A recorded event counts again without being run: whoever recalls it knows that the rules came to just this.

        `state` is the one after it, where that is known.
        """
        if record.kind in (PAUSE, RESUME):
            self.mark(record)
        elif record.kind in (UNDO, REWIND):
            self.go_back(record)
        else:
            self.stand(Step(record, NOT_MADE if state is None else state))

    def rerun(self, record: Record) -> None:
        """Let a recorded event happen again, on its faces, by the rules.

        Raises:
            Forbidden: it goes back to what does not stand, or lets stand what was not taken back.
            FireteamError: the rules do not allow it, or want other dice.
        """
        if record.kind not in (REWIND, PAUSE, RESUME):
            self.must_be_open(record.kind, record.slots)
        if record.kind in (PAUSE, RESUME):
            self.mark(self.marked(record.kind, record.by, record.reason))
        elif record.kind in (UNDO, REWIND):
            self.go_back(self.back(record.kind, self.place(record.of), record.by, record.reason))
        elif record.kind == REDO:
            if not self.undone:
                raise Forbidden("nothing was taken back that could stand again")
            _, steps = self.undone[-1]
            self.stand(*self.again(record.by, steps[:1]))
        else:
            values = self._values(record)
            self._lawful(record, values)
            step = self.on_faces(record.kind, values, record.faces)
            self.stand(Step(step.record._replace(typed=record.typed, reason=record.reason), step.state))

    def _lawful(self, record: Record, values: Chosen) -> None:
        """See to it that those chose who owed a choice, and nothing that the rules forbid."""
        owed = 0 if record.kind == OPENING else int(to_act(self.state[0]))
        if record.kind != FREE and record.slots != owed:
            raise Forbidden(f"event {record.number} is not the choice of those who owe one")
        if record.kind == FREE and [value.free for _, value in values] != [True]:
            raise Forbidden(f"event {record.number} is no free act")
        for slot, value in values:
            must_have_reason(value, record.reason)
            refused = refusal(self.setting, self.state, slot, value)
            if refused is not None:
                raise refused

    def _values(self, record: Record) -> Chosen:
        return tuple((slot, read_choice(self.setting, line)) for slot, line in record.choices)

    def _kind(self, record: Record) -> str:
        """Whether a record's choices were owed or free, whatever became of them."""
        if record.kind == OPENING:
            return OPENING
        return FREE if self._values(record)[0][1].free else CHOICE
