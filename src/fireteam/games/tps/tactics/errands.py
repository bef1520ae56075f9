"""Where a unit has to go: the bomb, a site, a hostage, the way home. Everything here lies open on the table."""

from __future__ import annotations

from ....core.compiled import compiled
from ..routes import apart
from ..state import ARMED, State
from ..tables import BOMB_MODE, LMG, SMG, Tables
from .bomb import about_armed_bomb, about_sites
from .errand import MU, WARY, Errand
from .hostages import about_hostages

DETOUR = 5 * MU  # for a better weapon
SAFE = 16 * MU  # no enemy is nearer than this


@compiled
def errand_of(state: State, tables: Tables, i: int) -> Errand:
    """What a unit should be about."""
    find = find_weapon(state, tables, i)
    if find >= 0:
        return Errand(int(state.ground[find].x), int(state.ground[find].y), 0, 0.3, 0.0, -1, WARY)
    if tables.mode != BOMB_MODE:
        return about_hostages(state, tables, i)
    if state.bomb.status == ARMED:
        return about_armed_bomb(state, tables, i)
    return about_sites(state, tables, i)


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
        if SMG <= kind <= LMG and not lying.mark and apart(unit.x, unit.y, lying.x, lying.y) < least:
            best, least = k, apart(unit.x, unit.y, lying.x, lying.y)
    if best >= 0:
        for j in range(state.n_units):
            foe = state.units[j]
            if foe.alive and foe.side != unit.side and apart(unit.x, unit.y, foe.x, foe.y) < SAFE:
                return -1
    return best
