"""Errands for hostages: fetching them, bringing them home, standing by them."""

from __future__ import annotations

from ....core.compiled import compiled
from ....core.dice import drawn
from ..routes import apart, way
from ..rules.ending import hostages_with
from ..state import PLACED, RESCUED, State
from ..tables import HOSTAGES, UNITS, T, Tables
from .errand import BOLD, GUARDED, LIKING, MU, WARY, Errand, day, haste, is_near_foe, seat_among, together


@compiled
def about_hostages(state: State, tables: Tables, i: int) -> Errand:
    """CT fetch hostages and bring them home; T stand by them, and go for whoever leads one away."""
    unit = state.units[i]
    if unit.side == T:
        return guard(state, tables, i)
    pull = 0.12 * haste(state, tables)
    for h in range(HOSTAGES):
        if state.hostages[h].status == PLACED and state.hostages[h].leader == i + 1:
            return home(state, tables, i, 0, 1.5 * pull)
    if hostages_with(state, RESCUED) >= tables.options.mp_hostagequota:
        return home(state, tables, i, 8 * MU, pull)
    leader = led_by(state, i)
    if leader >= 0:
        return Errand(int(state.units[leader].x), int(state.units[leader].y), 4 * MU, pull, 0.0, -1, WARY)
    free = wanted_hostage(state, tables, i)
    if free >= 0:
        x, y = int(state.hostages[free].x), int(state.hostages[free].y)
        return together(state, tables, i, Errand(x, y, 0, pull, 0.0, -1, BOLD))
    return Errand(int(unit.x), int(unit.y), 0, 0.0, 0.0, -1, WARY)


@compiled
def home(state: State, tables: Tables, i: int, near: int, pull: float) -> Errand:
    """The middle of the nearest rescue shape."""
    unit = state.units[i]
    least, x, y = -1, int(unit.x), int(unit.y)
    for k in range(tables.n_rescues):
        shape = tables.rescues[k]
        mx, my = (shape.least_x + shape.most_x) // 2, (shape.least_y + shape.most_y) // 2
        length = way(tables.routes, tables.field, unit.x, unit.y, mx, my)
        if least < 0 or length < least:
            least, x, y = length, mx, my
    return Errand(x, y, near, pull, 0.0, -1, WARY)


@compiled
def wanted_hostage(state: State, tables: Tables, i: int) -> int:
    """The hostage that CT go for together, of those whom nobody leads: the least guarded, and one of the day."""
    unit, best, least = state.units[i], -1, 0
    liked = drawn(day(state), 0, max(1, tables.n_hostages)) - 1
    for h in range(HOSTAGES):
        if is_free(state, h):
            cost = -LIKING if h == liked else 0
            for j in range(state.n_units):
                cost += GUARDED * int(is_near_foe(state, i, j, state.hostages[h].x, state.hostages[h].y))
                if state.units[j].alive and state.units[j].side == unit.side:
                    cost += apart(state.units[j].x, state.units[j].y, state.hostages[h].x, state.hostages[h].y) // 2
            if best < 0 or cost < least:
                best, least = h, cost
    return best


@compiled
def is_free(state: State, h: int) -> bool:
    """A hostage on the table whom nobody leads."""
    return bool(state.hostages[h].status == PLACED and state.hostages[h].leader == 0)


@compiled
def led_by(state: State, i: int) -> int:
    """The nearest unit that leads a hostage; -1 for none."""
    best, least = -1, 0
    for h in range(HOSTAGES):
        leader = state.hostages[h].leader - 1
        if state.hostages[h].status == PLACED and leader >= 0 and leader < UNITS:
            length = apart(state.units[i].x, state.units[i].y, state.units[leader].x, state.units[leader].y)
            if best < 0 or length < least:
                best, least = leader, length
    return best


@compiled
def guard(state: State, tables: Tables, i: int) -> Errand:
    """T go for the nearest leader, else share the hostages; once enough are rescued they hunt."""
    unit = state.units[i]
    leader = led_by(state, i)
    if leader < 0 and hostages_with(state, RESCUED) >= tables.options.mp_hostagequota:
        leader = nearest_of(state, i)
    if leader >= 0:
        return Errand(int(state.units[leader].x), int(state.units[leader].y), 4 * MU, 0.2, 0.0, -1, WARY)
    place, n = seat_among(state, i), 0
    for h in range(HOSTAGES):
        n += int(state.hostages[h].status == PLACED)
    skip = place % max(1, n)
    for h in range(HOSTAGES):
        if state.hostages[h].status == PLACED:
            if skip == 0:
                return Errand(int(state.hostages[h].x), int(state.hostages[h].y), 6 * MU, 0.12, 0.0, -1, WARY)
            skip -= 1
    return Errand(int(unit.x), int(unit.y), 0, 0.0, 0.0, -1, WARY)


@compiled
def nearest_of(state: State, i: int) -> int:
    """The nearest enemy of a unit; -1 for none."""
    best, least = -1, 0
    for j in range(state.n_units):
        foe = state.units[j]
        if foe.alive and foe.side != state.units[i].side:
            length = apart(state.units[i].x, state.units[i].y, foe.x, foe.y)
            if best < 0 or length < least:
                best, least = j, length
    return best
