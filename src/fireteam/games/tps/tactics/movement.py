"""Where a unit goes on a count: to the best place it can still reach in this turn, round walls and other tokens."""

from __future__ import annotations

from typing import Any

from ....core.dice import keyed_draw
from ....core.engine.compiled import compiled
from ....core.protocol.choices import Choice
from ....core.protocol.refusals import OK
from ....core.space.headings import EAST_STEPS, HEADINGS, NORTH_STEPS
from ....core.space.routes import (
    comes_near,
    heading,
    is_in_reach,
    is_straight,
    length_between,
    length_to_place,
    place_near,
    places_in_reach,
    step_towards,
)
from ....core.space.terrain import is_in
from ..rules.count_limits import batch_size, count_refusal, counts_left, footprints
from ..rules.menu import first_usable, write_order
from ..rules.orders import may_order
from ..state import DEFUSE, DROP, MOVE, NO_ACTION, PICK_UP, PLACED, PLANT, STAY, USE, State
from ..tables import BOMB_MODE, CT, LMG, RADIUS, SMG, UNITS, T, Tables
from .evaluate import UNIT, attack_value, expected_loss, is_mate, nearest_foe
from .goals import Goal, blast_at, goal_of, goal_place

LOOKS = 18  # places that are weighed on a count, about
ARRIVAL_DISTANCE = 0.8  # to be where the bomb can be planted
CROWDED = 0.25  # to end beside a team-mate, whom stray shots may meet
ELBOW = 2 * UNIT
ALONE = 30 * UNIT  # no enemy is nearer: nothing to weigh
TOUCH = UNIT - 10  # discs whose centres are nearer than this overlap


@compiled
def suggest_order(state: State, tables: Tables, i: int, key: Any, choice: Choice) -> None:
    """The order of a count: what lies at hand first, then a step towards the best place."""
    unit = state.units[i]
    write_order(state, tables, i, STAY, 0, 0, choice)
    if unit.action == PLANT or unit.action == DEFUSE:
        return
    kind, what = at_hand(state, tables, i)
    if kind != STAY:
        write_order(state, tables, i, kind, what, 0, choice)
        return
    x, y = destination(state, tables, i, key)
    walk(state, tables, i, x, y, choice)


# What is at hand


@compiled
def at_hand(state: State, tables: Tables, i: int) -> tuple[int, int]:
    """A bomb to pick up, a hostage to lead, a long weapon for who has none; STAY for nothing."""
    unit, count = state.units[i], first_usable(state, tables, i)
    if tables.mode == BOMB_MODE and unit.side == T:
        if may_order(state, tables, i, count, PICK_UP, tables.bomb, 0)[0] == 0:
            return PICK_UP, tables.bomb
        special = unit.special.gear - 1
        if special != tables.bomb and may_order(state, tables, i, count, DROP, special, 0)[0] == 0:
            return DROP, special
    if unit.side == CT:
        for h, hostage in enumerate(state.hostages):
            if hostage.status == PLACED and hostage.leader == 0:
                if may_order(state, tables, i, count, USE, UNITS + h, 0)[0] == 0:
                    return USE, UNITS + h
    if unit.primary.gear == 0:
        for k in range(state.n_ground):
            gear = state.ground[k].gear - 1
            if SMG <= tables.gear[gear].kind <= LMG and not state.ground[k].mark:
                if may_order(state, tables, i, count, PICK_UP, gear, 0)[0] == 0:
                    return PICK_UP, gear
    return STAY, 0


# Where to


@compiled
def destination(state: State, tables: Tables, i: int, key: Any) -> tuple[int, int]:
    """The best place that can be reached in this turn; with no enemy near, the goal itself."""
    unit = state.units[i]
    errand = goal_of(state, tables, i)
    if nearest_foe(state, i)[1] > ALONE and errand.flee == 0.0:
        if errand.site < 0 and length_between(unit.x, unit.y, errand.x, errand.y) <= errand.near:
            return int(unit.x), int(unit.y)
        return errand.x, errand.y
    x, y, _ = best_stand(state, tables, i, errand, counts_left(state, tables, i) * UNIT, key)
    return x, y


@compiled
def best_stand(state: State, tables: Tables, i: int, errand: Goal, budget: int, key: Any) -> tuple[int, int, float]:
    """Of where it stands, the places in reach and a step aside, where a unit would best end the turn, and its worth.

    Of many places so many are looked at by lot, and always the one nearest to the goal.
    """
    unit, routes = state.units[i], tables.routes
    x, y, busy = int(unit.x), int(unit.y), int(unit.busy)
    goal, here = goal_place(tables, errand), place_near(routes, tables.field, RADIUS, x, y)
    if goal < 0 or here < 0:
        return errand.x, errand.y, 0.0
    best_x, best_y = x, y
    most = value_at(state, tables, i, errand, x, y, length_to_place(routes, tables.field, RADIUS, x, y, goal)) + 0.02
    unit.busy = 1
    found, ahead = places_in_reach(routes, x, y, here, goal, budget)
    for k in range(routes.n):
        to_x, to_y = int(routes.xs[k]), int(routes.ys[k])
        if is_in_reach(routes, x, y, here, k, budget):
            if k == ahead or keyed_draw(key, k, max(found, LOOKS)) <= LOOKS:
                value = value_at(state, tables, i, errand, to_x, to_y, routes.far[goal, k])
                if value > most:
                    best_x, best_y, most = to_x, to_y, value
    for k in range(0, HEADINGS, 2):
        to_x, to_y = x + EAST_STEPS[k], y + NORTH_STEPS[k]
        if is_straight(tables.field, RADIUS, x, y, to_x, to_y):
            value = value_at(
                state, tables, i, errand, to_x, to_y, length_to_place(routes, tables.field, RADIUS, to_x, to_y, goal)
            )
            if value > most:
                best_x, best_y, most = to_x, to_y, value
    unit.x, unit.y, unit.busy = x, y, busy
    return best_x, best_y, most


@compiled
def value_at(state: State, tables: Tables, i: int, errand: Goal, x: int, y: int, left: int) -> float:
    """What it is worth to a unit to end the turn at a point, from which its way to the goal is so long."""
    unit = state.units[i]
    unit.x, unit.y = x, y
    value = attack_value(state, tables, i) - errand.caution * expected_loss(state, tables, i)
    if errand.site >= 0 and is_in(tables.sites[errand.site], x, y):
        value += ARRIVAL_DISTANCE
    else:
        value -= errand.pull * (max(0, left - errand.near) / UNIT)
    if errand.flee > 0.0:
        value -= errand.flee * blast_at(state, tables, x, y)
    for j, mate in enumerate(state.units):
        if is_mate(state, i, j) and length_between(x, y, mate.x, mate.y) < ELBOW:
            value -= CROWDED
    return value


# On the way


@compiled
def walk(state: State, tables: Tables, i: int, x: int, y: int, choice: Choice) -> None:
    """Steps towards a place, one for each count that is decided now and can be used."""
    unit, counts = state.units[i], batch_size(tables, state.count)
    at_x, at_y = int(unit.x), int(unit.y)
    for k in range(counts):
        if count_refusal(tables, unit, state.count + k) == OK and (at_x != x or at_y != y):
            dx, dy = free_step(state, tables, i, at_x, at_y, x, y)
            if dx != 0 or dy != 0:
                if counts == 1:
                    write_order(state, tables, i, MOVE, dx, dy, choice)
                else:
                    choice.parts[k, 0], choice.parts[k, 1], choice.parts[k, 2] = MOVE, dx, dy
                at_x, at_y = at_x + dx, at_y + dy


@compiled
def free_step(state: State, tables: Tables, i: int, x: int, y: int, to_x: int, to_y: int) -> tuple[int, int]:
    """The step of the way; past a token that stands in it, the heading that comes nearest to the goal's.

    Whoever stands at the goal itself is walked up to.
    """
    near_x, near_y = heading(tables.routes, tables.field, RADIUS, x, y, to_x, to_y)
    dx, dy = step_towards(x, y, near_x, near_y)
    if length_between(x, y, to_x, to_y) < 2 * UNIT or not is_blocked(state, tables, i, x, y, dx, dy):
        return dx, dy
    best_x, best_y, most = 0, 0, 0
    for k in range(HEADINGS):
        sx, sy = EAST_STEPS[k], NORTH_STEPS[k]
        gain = length_between(x, y, near_x, near_y) - length_between(x + sx, y + sy, near_x, near_y) + UNIT // 2
        if gain > most and is_straight(tables.field, RADIUS, x, y, x + sx, y + sy):
            if not is_blocked(state, tables, i, x, y, sx, sy):
                best_x, best_y, most = sx, sy, gain
    return best_x, best_y


@compiled
def is_blocked(state: State, tables: Tables, i: int, x: int, y: int, dx: int, dy: int) -> bool:
    """Whether a step would run into a token that stands still, as far as one sees."""
    for j, other in enumerate(state.units):
        if j != i and other.alive and not is_under_way(state, tables, j):
            if comes_near(x, y, dx, dy, other.x, other.y, TOUCH):
                return True
    for hostage in state.hostages:
        if hostage.status == PLACED and comes_near(x, y, dx, dy, hostage.x, hostage.y, TOUCH):
            return True
    return False


@compiled
def is_under_way(state: State, tables: Tables, j: int) -> bool:
    """Whether a unit has moved on every count of this turn that it could use."""
    unit = state.units[j]
    if unit.action != NO_ACTION:
        return False
    usable = state.count - 1 - footprints(tables, unit)
    return bool(unit.moves >= (usable // 2 if unit.crouch or unit.scope else usable))
