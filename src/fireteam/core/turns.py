"""Games of sides that take turns, until one has won: hooks and the result, which such a game need not write.

Its State has `side`, the slot whose turn it is, and `winner`, 1 + the slot that has won, 0 as long as nobody has.
`game_of(turns, rules, ...)` takes the hooks from here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .engine.compiled import compiled
from .engine.record import Array
from .game import Result, Setting


@compiled
def to_act(state: Any) -> int:
    """The side whose turn it is."""
    return 0 if state.winner else 1 << state.side


@compiled
def is_over(state: Any) -> bool:
    """Somebody has won."""
    return state.winner != 0  # type: ignore[no-any-return]


def winner_result(clause_of: Callable[[Any], str]) -> Callable[[Setting, Array], Result]:
    """What such a game declares as its `result`: who has won, by the clause that a function reads off the State."""

    def result(setting: Setting, states: Array) -> Result:
        """Who has won."""
        winner = int(states[0].winner) - 1
        if winner < 0:
            return Result(False, (), "the game goes on", "")
        return Result(True, (winner,), f"{setting.slot_name(winner)} wins", clause_of(states[0]))

    return result
