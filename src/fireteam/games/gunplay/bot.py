"""How good a position is."""

from typing import Any

from ...core.engine.compiled import compiled
from .rules.end import count_status
from .state import OVER, UP


@compiled
def evaluate(state: Any, tables: Any, slot: int) -> float:
    """share"""
    if state.phase == OVER:
        return 1.0 if state.winner == 1 + slot else 0.0
    mine, theirs = count_status(state, slot, UP), count_status(state, 1 - slot, UP)
    return mine / max(1, mine + theirs)
