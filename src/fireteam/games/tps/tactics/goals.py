"""Where a unit has to go: the bomb, a site, a hostage, the way home. Everything here lies open on the table."""

from __future__ import annotations

from ....core.engine.compiled import compiled
from ....core.space.routes import length_between
from ..state import ARMED, State
from ..tables import BOMB_MODE, LMG, SMG, Tables
from .bomb import armed_bomb_goal, site_goal
from .goal import UNIT, WAITING_WEIGHT, Goal
from .hostages import hostage_goal

DETOUR = 5 * UNIT  # for a better weapon
SAFE = 16 * UNIT  # no enemy is nearer than this


@compiled
def goal_of(state: State, tables: Tables, i: int) -> Goal:
    """What a unit should be about."""
    find = find_weapon(state, tables, i)
    if find >= 0:
        return Goal(int(state.ground[find].x), int(state.ground[find].y), 0, 0.3, 0.0, -1, WAITING_WEIGHT)
    if tables.mode != BOMB_MODE:
        return hostage_goal(state, tables, i)
    if state.bomb.status == ARMED:
        return armed_bomb_goal(state, tables, i)
    return site_goal(state, tables, i)


@compiled
def find_weapon(state: State, tables: Tables, i: int) -> int:
    """A long weapon near a unit that has none, while no enemy is near; its place in the list, or -1."""
    unit = state.units[i]
    if unit.primary.gear:
        return -1
    best, least = -1, DETOUR
    for k in range(state.n_ground):
        lying = state.ground[k]
        kind = tables.gear[lying.gear - 1].kind
        if SMG <= kind <= LMG and not lying.mark and length_between(unit.x, unit.y, lying.x, lying.y) < least:
            best, least = k, length_between(unit.x, unit.y, lying.x, lying.y)
    if best >= 0:
        for j in range(state.n_units):
            foe = state.units[j]
            if foe.alive and foe.side != unit.side and length_between(unit.x, unit.y, foe.x, foe.y) < SAFE:
                return -1
    return best
