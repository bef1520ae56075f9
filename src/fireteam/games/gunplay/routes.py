"""Ways over the table, for bots and for players who ask: the cheapest path from a place to a point, and a part of it.

A way goes straight where it can and turns beside the corners of pieces and around other characters: an A* over those
places, whose legs are judged and priced by the rules themselves.
"""

from __future__ import annotations

import math

import numpy as np

from ...core.engine.compiled import compiled, compiled_with_arrays
from ...core.engine.record import Array
from .rules.paths import (
    RISE_COST,
    cost_to,
    count_trigger_points,
    is_leg_blocked,
    is_path_blocked,
    leaves_table,
    leg_cost,
    leg_length,
    path_cost,
    trigger_length,
    trigger_point,
)
from .rules.room import centre_distance, inches, is_legal_stop, is_on_table
from .terrain import CHARACTERS, EPS, TURNS, WAYPOINTS, Bystanders, Path, Terrain

AROUND = ((1.1, 0.0), (0.78, 0.78), (0.0, 1.1), (-0.78, 0.78), (-1.1, 0.0), (-0.78, -0.78), (0.0, -1.1), (0.78, -0.78))
"""Where a way turns around a character: its legs keep off the centre by more than 0.99."""
PLACES = 2 + TURNS + 8 * CHARACTERS  # start, goal, and all the places to turn
ROUNDING_SLACK = 0.0075  # what the rounding of trigger points may take from a clearance (GUN-4.36)
NO_WAY = math.inf


@compiled_with_arrays
def cheapest_path(
    terrain: Terrain,
    others: Bystanders,
    x: int,
    y: int,
    goal_x: int,
    goal_y: int,
    budget: float,
    rises: bool,
    is_scout: bool,
    path: Path,
) -> float:
    """Fill a path with the cheapest lawful way to a point, and give its cost; NO_WAY if none is within the budget.

    Whether a character may stop at the goal is for who asks. Places are hundredths, the budget inches.
    """
    for slack in (ROUNDING_SLACK, 0.0):  # with the slack no point of a way can come too near by rounding
        cost = _find_way(terrain, others, x, y, goal_x, goal_y, budget, rises, is_scout, slack, path)
        if cost < NO_WAY and not leaves_table(terrain, path) and not is_path_blocked(terrain, others, path, 0.0):
            return path_cost(terrain, path, rises, is_scout)
    path.n = 0
    return NO_WAY


@compiled_with_arrays
def _find_way(
    terrain: Terrain,
    others: Bystanders,
    x: int,
    y: int,
    goal_x: int,
    goal_y: int,
    budget: float,
    rises: bool,
    is_scout: bool,
    slack: float,
    path: Path,
) -> float:
    """An A* from place 0 to place 1, its legs looked at only where they could still be of use."""
    xs, ys = np.zeros(PLACES, np.int64), np.zeros(PLACES, np.int64)
    xs[0], ys[0], xs[1], ys[1] = x, y, goal_x, goal_y
    n = _places(terrain, others, xs, ys)
    costs, before, done = np.full(n, NO_WAY), np.zeros(n, np.int64), np.zeros(n, np.int64)
    costs[0] = RISE_COST if rises else 0.0
    while True:
        here, least = -1, budget + EPS
        for k in range(n):
            if not done[k] and costs[k] + centre_distance(xs[k], ys[k], goal_x, goal_y) <= least:
                here, least = k, costs[k] + centre_distance(xs[k], ys[k], goal_x, goal_y)
        if here < 0:
            return NO_WAY
        if here == 1:
            return costs[1] if _write(path, xs, ys, before) else NO_WAY
        done[here] = 1
        for to in range(1, n):
            least_cost = costs[here] + centre_distance(xs[here], ys[here], xs[to], ys[to])
            rest = centre_distance(xs[to], ys[to], goal_x, goal_y)
            if done[to] or least_cost >= costs[to] or least_cost + rest > min(budget, costs[1]) + EPS:
                continue
            ax, ay, bx, by = inches(xs[here]), inches(ys[here]), inches(xs[to]), inches(ys[to])
            cost = costs[here] + leg_cost(terrain, ax, ay, bx, by, NO_WAY, is_scout)
            if cost < costs[to] and not is_leg_blocked(terrain, others, ax, ay, bx, by, slack):
                costs[to], before[to] = cost, here


@compiled_with_arrays
def _places(terrain: Terrain, others: Bystanders, xs: Array, ys: Array) -> int:
    """Write down the places where a way may turn, after its start and goal; how many there are in all."""
    n = 2
    for k in range(terrain.n_turns):
        xs[n], ys[n] = terrain.turn_xs[k], terrain.turn_ys[k]
        n += 1
    for k in range(others.n):
        for dx, dy in AROUND:
            x, y = others.xs[k] + int(100.0 * dx), others.ys[k] + int(100.0 * dy)
            if is_on_table(terrain, x, y):
                xs[n], ys[n] = x, y
                n += 1
    return n


@compiled_with_arrays
def _write(path: Path, xs: Array, ys: Array, before: Array) -> bool:
    """Write the way to place 1 as a path, unless it has too many waypoints."""
    n, at = 0, 1
    while at != 0:
        n, at = n + 1, before[at]
    if n > WAYPOINTS:
        return False
    path.n, at = n, 1
    for i in range(n, -1, -1):
        path.xs[i], path.ys[i] = xs[at], ys[at]
        at = before[at]
    return True


@compiled
def cut_path(terrain: Terrain, others: Bystanders, path: Path, budget: float, rises: bool, is_scout: bool) -> bool:
    """Cut a lawful path at its last trigger point within a budget that is a legal stop; False if there is none."""
    k = count_trigger_points(terrain, path) - 1
    while k > 0:
        length = trigger_length(terrain, path, k)
        x, y = trigger_point(terrain, path, k)
        if cost_to(terrain, path, length, rises, is_scout) <= budget + EPS and is_legal_stop(terrain, others, x, y):
            _end_at(path, length, x, y)
            if path_cost(terrain, path, rises, is_scout) <= budget + EPS:
                if not is_path_blocked(terrain, others, path, 0.0):
                    return True
        k -= 1
    return False


@compiled
def _end_at(path: Path, length: float, x: int, y: int) -> None:
    """End a path at the rounded point of a length."""
    n = 0
    while length > leg_length(path, n) + EPS:
        length -= leg_length(path, n)
        n += 1
    path.n, path.xs[n + 1], path.ys[n + 1] = n + 1, x, y
    if n > 0 and path.xs[n] == x and path.ys[n] == y:
        path.n = n
