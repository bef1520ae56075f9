"""The clock of a table: how long the open decision may still take, told by time that this server has watched pass.

Only time counts that somebody watched: while the server is down, stopped or asleep, or the computer's clock is set,
nobody's time runs out. What is left is kept with the table, and goes on from there.
"""

from __future__ import annotations

from copy import copy

import msgspec
from msgspec import Struct

from ..match.match import Match
from ..match.record import REWIND
from .messages import Clock

NONE = "none"
WATCHED = 2.0  # seconds: what more than that has passed since somebody looked, nobody has watched
OFTEN, SELDOM = 20, 5.0  # how often a decision's time is kept while it runs, and after how many seconds at least
MANY = 32  # decisions of one seat in a row to which the time is remembered
NOTICED = 1.0  # seconds by which a deadline must be another before it is shown anew


class Sand(Struct):
    """What is left, in seconds, for the decision that came by an event, and who had to decide.

    `earlier` is what is left of the decisions before it, as long as one seat alone decides. They run on: who takes a
    choice back to decide anew has no more time for it than there was.
    """

    decision: int
    slots: tuple[int, ...]
    left: float
    earlier: dict[int, float] = {}


SAND = msgspec.json.Decoder(Sand)


class Hourglass:
    """The time of a table. `look` tells it how the match stands, `run` that time has passed."""

    def __init__(self, clock: Clock, kept: bytes | None = None) -> None:
        self.clock = clock
        self.sand = SAND.decode(kept) if kept else None
        self.awaited: tuple[int, ...] = ()
        self.deadline: float | None = None
        self._kept = self.sand.left if self.sand else 0.0

    def copy(self) -> Hourglass:
        """The same apart from this one."""
        other = copy(self)
        other.sand = copy(self.sand)
        return other

    @property
    def is_running(self) -> bool:
        """Whether somebody's time runs."""
        return bool(self.awaited)

    @property
    def has_run_out(self) -> bool:
        """Whether the time is over of those who are awaited."""
        return self.is_running and self.sand is not None and self.sand.left <= 0

    def look(self, match: Match, bots: int, now: float) -> bool:
        """How the match stands, with a bit for each slot that a bot decides for; whether that is to be kept."""
        if self.clock.kind == NONE or match.over:
            self.awaited, self.deadline, self.sand = (), None, None
            return False
        stopped, before = match.paused is not None, self.sand
        self.awaited = () if stopped else tuple(slot for slot in match.owing() if not bots >> slot & 1)
        if before is None or before.decision != match.decision:
            self.sand = self._turned(match)
        self._show(now)
        return self.sand is not before

    def _turned(self, match: Match) -> Sand:
        """The sand of a decision that has come, or come back."""
        slots = tuple(sorted({*match.owing(), *match.mailbox.all()}))
        earlier: dict[int, float] = {}
        alone = len({match.seat_of(slot) for slot in slots}) == 1 and match.records[-1].kind != REWIND
        if alone and self.sand is not None and self.sand.slots == slots:
            earlier = {**self.sand.earlier, self.sand.decision: self.sand.left}
        left = earlier.pop(match.decision, float(self.clock.seconds))
        self._kept = left
        return Sand(match.decision, slots, left, dict(list(earlier.items())[-MANY:]))

    def run(self, passed: float, now: float) -> bool:
        """So many seconds have passed since this was last said; whether another deadline is to be shown."""
        if self.sand is None or not self.awaited:
            return False
        watched = min(max(passed, 0.0), WATCHED)
        self.sand.left -= watched
        self.sand.earlier = {number: left - watched for number, left in self.sand.earlier.items()}
        return self._show(now)

    def _show(self, now: float) -> bool:
        """The deadline by everybody's clock: it stays as it was shown unless it has become another."""
        before = self.deadline
        if self.sand is None or not self.awaited:
            self.deadline = None
        elif before is None or abs(now + self.sand.left - before) > NOTICED:
            self.deadline = now + self.sand.left
        return self.deadline != before

    def is_due(self) -> bool:
        """Whether so much has run since it was kept that it should be kept again."""
        return self.sand is not None and self._kept - self.sand.left > max(SELDOM, self.clock.seconds / OFTEN)

    def body(self) -> bytes:
        """What is kept of it."""
        assert self.sand is not None, "there is nothing to keep of a clock that does not run"
        self._kept = self.sand.left
        return msgspec.json.encode(self.sand)
