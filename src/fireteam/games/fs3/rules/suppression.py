"""Section 16: Suppression Points."""

from __future__ import annotations

from ....core.engine.compiled import rule
from ....core.protocol.events import Log
from ..log import log_fired_upon
from ..state import State
from ..tables import COMBATANTS

MOST_POINTS = 5
LOSS = 2  # at the end of a turn


@rule("FS3-16.7", "FS3-16.9")
def add_suppression(state: State, who: int, points: int) -> int:
    """Give somebody Suppression Points, for a vehicle its pilot, up to 5 in all: how many it has then."""
    one = state.combatants[who]
    one.suppression = min(one.suppression + points, MOST_POINTS)
    return one.suppression


@rule("FS3-16.1", "FS3-16.9", "FS3-10.12", "FS3-9.4")
def fire_upon(state: State, log: Log, who: int) -> None:
    """Somebody was fired upon, hit or not: a point."""
    log_fired_upon(log, who, add_suppression(state, who, 1))


@rule("FS3-16.8", "FS3-6.27")
def ease_suppression(state: State) -> None:
    """At the end of a turn everyone loses 2 points, not below 0."""
    for who in range(COMBATANTS):
        one = state.combatants[who]
        one.suppression = max(one.suppression - LOSS, 0)
