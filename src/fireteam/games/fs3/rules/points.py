"""Section 21: points that wounds give while the fight goes on."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ..state import State
from ..tables import ITEMS, WOUND_GIVEN, Tables


@compiled
def counts_for(of: int, team: int) -> bool:
    """Whether an item of points, for one team or with 0 for all, counts for a team."""
    return of == 0 or of == team


@rule("FS3-21.5")
def score_wound(state: State, tables: Tables, victim: int, inflicter: int) -> None:
    """A wound to an enemy gives points where that is played for. Both are combatants plus one, 0: nobody."""
    if victim == 0 or inflicter == 0:
        return
    team = state.combatants[inflicter - 1].team
    for k in range(ITEMS):
        item = tables.points[k]
        if item.event == WOUND_GIVEN and team != state.combatants[victim - 1].team and counts_for(item.team, team):
            state.points[team] += item.value
