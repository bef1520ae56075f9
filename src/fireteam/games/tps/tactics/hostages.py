"""Errands for hostages: fetching them, bringing them home, standing by them."""

from __future__ import annotations

from ....core.dice import keyed_draw
from ....core.engine.compiled import compiled
from ....core.space.routes import length_between, route_length
from ..rules.end import hostages_with
from ..state import PLACED, RESCUED, State
from ..tables import HOSTAGES, RADIUS, UNITS, T, Tables
from .goal import (
    GUARDED,
    LIKING,
    PRESSED_WEIGHT,
    UNIT,
    WAITING_WEIGHT,
    Goal,
    day,
    haste,
    is_near_foe,
    seat_among,
    together,
)


@compiled
def hostage_goal(state: State, tables: Tables, i: int) -> Goal:
    """CT fetch hostages and bring them home; T stand by them, and go for whoever leads one away."""
    unit = state.units[i]
    if unit.side == T:
        return guard_goal(state, tables, i)
    pull = 0.12 * haste(state, tables)
    for h in range(HOSTAGES):
        if state.hostages[h].status == PLACED and state.hostages[h].leader == i + 1:
            return rescue_goal(state, tables, i, 0, 1.5 * pull)
    if hostages_with(state, RESCUED) >= tables.options.mp_hostagequota:
        return rescue_goal(state, tables, i, 8 * UNIT, pull)
    leader = hostages_led_by(state, i)
    if leader >= 0:
        return Goal(int(state.units[leader].x), int(state.units[leader].y), 4 * UNIT, pull, 0.0, -1, WAITING_WEIGHT)
    free = wanted_hostage(state, tables, i)
    if free >= 0:
        x, y = int(state.hostages[free].x), int(state.hostages[free].y)
        return together(state, tables, i, Goal(x, y, 0, pull, 0.0, -1, PRESSED_WEIGHT))
    return Goal(int(unit.x), int(unit.y), 0, 0.0, 0.0, -1, WAITING_WEIGHT)


@compiled
def rescue_goal(state: State, tables: Tables, i: int, near: int, pull: float) -> Goal:
    """The middle of the nearest rescue shape."""
    unit = state.units[i]
    least, x, y = -1, int(unit.x), int(unit.y)
    for k in range(tables.n_rescues):
        shape = tables.rescues[k]
        mx, my = (shape.least_x + shape.most_x) // 2, (shape.least_y + shape.most_y) // 2
        length = route_length(tables.routes, tables.field, RADIUS, unit.x, unit.y, mx, my)
        if least < 0 or length < least:
            least, x, y = length, mx, my
    return Goal(x, y, near, pull, 0.0, -1, WAITING_WEIGHT)


@compiled
def wanted_hostage(state: State, tables: Tables, i: int) -> int:
    """The hostage that CT go for together, of those whom nobody leads: the least guarded, and one of the day."""
    unit, best, least = state.units[i], -1, 0
    liked = keyed_draw(day(state), 0, max(1, tables.n_hostages)) - 1
    for h in range(HOSTAGES):
        if is_free(state, h):
            cost = -LIKING if h == liked else 0
            for j in range(state.n_units):
                cost += GUARDED * int(is_near_foe(state, i, j, state.hostages[h].x, state.hostages[h].y))
                if state.units[j].alive and state.units[j].side == unit.side:
                    cost += (
                        length_between(state.units[j].x, state.units[j].y, state.hostages[h].x, state.hostages[h].y)
                        // 2
                    )
            if best < 0 or cost < least:
                best, least = h, cost
    return best


@compiled
def is_free(state: State, h: int) -> bool:
    """A hostage on the table whom nobody leads."""
    return bool(state.hostages[h].status == PLACED and state.hostages[h].leader == 0)


@compiled
def hostages_led_by(state: State, i: int) -> int:
    """The nearest unit that leads a hostage; -1 for none."""
    best, least = -1, 0
    for h in range(HOSTAGES):
        leader = state.hostages[h].leader - 1
        if state.hostages[h].status == PLACED and leader >= 0 and leader < UNITS:
            length = length_between(state.units[i].x, state.units[i].y, state.units[leader].x, state.units[leader].y)
            if best < 0 or length < least:
                best, least = leader, length
    return best


@compiled
def guard_goal(state: State, tables: Tables, i: int) -> Goal:
    """T go for the nearest leader, else share the hostages; once enough are rescued they hunt."""
    unit = state.units[i]
    leader = hostages_led_by(state, i)
    if leader < 0 and hostages_with(state, RESCUED) >= tables.options.mp_hostagequota:
        leader = nearest_of(state, i)
    if leader >= 0:
        return Goal(int(state.units[leader].x), int(state.units[leader].y), 4 * UNIT, 0.2, 0.0, -1, WAITING_WEIGHT)
    place, n = seat_among(state, i), 0
    for h in range(HOSTAGES):
        n += int(state.hostages[h].status == PLACED)
    skip = place % max(1, n)
    for h in range(HOSTAGES):
        if state.hostages[h].status == PLACED:
            if skip == 0:
                return Goal(int(state.hostages[h].x), int(state.hostages[h].y), 6 * UNIT, 0.12, 0.0, -1, WAITING_WEIGHT)
            skip -= 1
    return Goal(int(unit.x), int(unit.y), 0, 0.0, 0.0, -1, WAITING_WEIGHT)


@compiled
def nearest_of(state: State, i: int) -> int:
    """The nearest enemy of a unit; -1 for none."""
    best, least = -1, 0
    for j in range(state.n_units):
        foe = state.units[j]
        if foe.alive and foe.side != state.units[i].side:
            length = length_between(state.units[i].x, state.units[i].y, foe.x, foe.y)
            if best < 0 or length < least:
                best, least = j, length
    return best
