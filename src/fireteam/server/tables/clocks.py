"""The clock of a table: seconds left for the open decision, by the time that passes while this server runs.

No time is lost while the server is down, stopped or asleep, or when the computer's clock is set. The time left is
stored with the table, and goes on from there.
"""

from __future__ import annotations

from copy import copy

import msgspec
from msgspec import Struct

from ...match.match import Match
from ...match.record import REWIND
from ..wire.messages import Clock

NONE = "none"
WATCHED = 2.0  # seconds: what more than that has passed since somebody looked, nobody has watched
OFTEN, SELDOM = 20, 5.0  # how often a decision's time is kept while it runs, and after how many seconds at least
MANY = 32  # decisions of one seat in a row to which the time is remembered
NOTICED = 1.0  # seconds by which a deadline must be another before it is shown anew


class ClockState(Struct):
    """Seconds left for the decision that event number `decision` opened, and the slots that have to decide.

    `earlier` has the seconds left for the decisions before it, by number, as long as one seat alone decides, for the
    same slots. They run on: after an undo a decision has no more time than was left; after a rewind it has all of it.
    """

    decision: int
    slots: tuple[int, ...]
    left: float
    earlier: dict[int, float] = {}


CLOCK_STATE = msgspec.json.Decoder(ClockState)


class TableClock:
    """The clock of a table's decisions: `observe` updates it from the match, `advance` counts the time that passes.

    `awaited` are the slots whose time runs; `deadline` is when it runs out (seconds since 1970), as clients see it.
    With `by_game` the match asks for the clock, and its game may say how many seconds a decision has, or that it has no
    limit.
    """

    def __init__(self, clock: Clock, body: bytes | None = None, by_game: bool = False) -> None:
        self.clock, self.by_game = clock, by_game
        self.state = CLOCK_STATE.decode(body) if body else None
        self.awaited: tuple[int, ...] = ()
        self.deadline: float | None = None
        self._saved_time = self.state.left if self.state else 0.0

    def copy(self) -> TableClock:
        """Return an independent copy."""
        other = copy(self)
        other.state = copy(self.state)
        return other

    @property
    def is_running(self) -> bool:
        """Whether the time of any slot runs."""
        return bool(self.awaited)

    @property
    def is_expired(self) -> bool:
        """Whether the time of the awaited slots is up."""
        return self.is_running and self.state is not None and self.state.left <= 0

    def observe(self, match: Match, bots: int, now: float) -> bool:
        """Update the clock from the match; return whether its new state has to be stored.

        Args:
            bots: a bit for each slot whose time does not run: those of bots and of open seats; -1 for all.
            now: seconds since 1970.
        """
        if self.clock.kind == NONE or match.is_over or self._seconds(match) == 0:
            self.awaited, self.deadline, self.state = (), None, None
            return False
        stopped, before = match.pause_record is not None, self.state
        self.awaited = () if stopped else tuple(slot for slot in match.slots_to_act() if not bots >> slot & 1)
        if before is None or before.decision != match.decision_number:
            self.state = self._new_state(match)
        self._show(now)
        return self.state is not before

    def _seconds(self, match: Match) -> float:
        """Return the seconds for the open decision; 0 if it has as many as it takes."""
        of_game = match.setting.game.seconds if self.by_game else None
        return float(of_game(match.setting, match.state) if of_game else self.clock.seconds)

    def _new_state(self, match: Match) -> ClockState:
        """Return the state of a newly opened decision: the full time, or what was left if it was open before."""
        slots = tuple(sorted({*match.slots_to_act(), *match.mailbox.all()}))
        earlier: dict[int, float] = {}
        alone = len({match.seat_of(slot) for slot in slots}) == 1 and match.records[-1].kind != REWIND
        if alone and self.state is not None and self.state.slots == slots:
            earlier = {**self.state.earlier, self.state.decision: self.state.left}
        left = earlier.pop(match.decision_number, self._seconds(match))
        self._saved_time = left
        return ClockState(match.decision_number, slots, left, dict(list(earlier.items())[-MANY:]))

    def advance(self, passed: float, now: float) -> bool:
        """Count `passed` seconds, but at most `WATCHED`; return whether the deadline to show has changed."""
        if self.state is None or not self.awaited:
            return False
        watched = min(max(passed, 0.0), WATCHED)
        self.state.left -= watched
        self.state.earlier = {number: left - watched for number, left in self.state.earlier.items()}
        return self._show(now)

    def _show(self, now: float) -> bool:
        """Move the deadline if it is off by more than `NOTICED` seconds; return whether it has changed."""
        before = self.deadline
        if self.state is None or not self.awaited:
            self.deadline = None
        elif before is None or abs(now + self.state.left - before) > NOTICED:
            self.deadline = now + self.state.left
        return self.deadline != before

    def should_save(self) -> bool:
        """Whether so much time has run since the clock was last saved that it should be saved again."""
        return self.state is not None and self._saved_time - self.state.left > max(SELDOM, self.clock.seconds / OFTEN)

    def body(self) -> bytes:
        """Encode the state for the store, and note it as saved."""
        assert self.state is not None, "there is nothing to keep of a clock that does not run"
        self._saved_time = self.state.left
        return msgspec.json.encode(self.state)
