"""Sections 20.11 to 20.16 and 20.19: what a path costs, what stands in its way, and where it may end."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....core.engine.compiled import compiled, rule
from ....core.protocol.refusals import LAWFUL, refuse
from ..refusals import CANNOT_MOVE, END_TAKEN, PATH_BLOCKED, PATH_TOO_LONG, Answer
from ..state import PILOT_ROLE, State
from ..tables import EAST, NORTH, SOUTH, WEST, Tables
from ..terrain import FEATURES, MOVE, ROUGH, Path, Terrain
from .geometry import crosses, is_inside, part_inside, point_along, root_down, root_up, squared
from .ground import FOOT_RADIUS, has_room, is_base_on_map, is_on_map, is_up, place_of, vehicle_radius

DROPPED = 1e-6  # what a cost exceeds a whole centimetre by and is not rounded up (FS3-20.12)


class Stop(NamedTuple):
    """Where a path is left: the number of legs gone, the last of them in part, and the point."""

    legs: int
    x: int
    y: int


@rule("FS3-20.11", "FS3-20.11a", "FS3-20.16", "FS3-7.29")
def may_move(state: State, who: int) -> bool:
    """Whether a combatant may move: active, held by nobody, and on foot or at the controls."""
    one = state.combatants[who]
    return is_up(state, who) and not one.subduer and (not one.vehicle or one.role == PILOT_ROLE)


@rule("FS3-20.11a")
def move_limit(state: State, tables: Tables, who: int) -> int:
    """What a combatant's moves may cost in a turn, in centimetres: on foot, or the speed of its vehicle."""
    return limit_in(state, tables, state.combatants[who].vehicle)


@rule("FS3-20.11a")
def limit_in(state: State, tables: Tables, vehicle: int) -> int:
    """What moves may cost in a turn, in centimetres, in a vehicle (plus one) or with 0 on foot."""
    return tables.types[state.vehicles[vehicle - 1].type - 1].speed if vehicle else tables.options.move_cm


@compiled
def start_path(state: State, who: int, path: Path) -> None:
    """Make a path of no legs from where a combatant is."""
    at = place_of(state, who)
    path.n, path.xs[0], path.ys[0] = 0, at.x, at.y


@compiled
def add_leg(path: Path, x: int, y: int) -> None:
    """Add a leg to a path."""
    path.n += 1
    path.xs[path.n], path.ys[path.n] = x, y


# Costs


@rule("FS3-20.12")
def leg_cost(terrain: Terrain, ax: int, ay: int, bx: int, by: int) -> int:
    """The length of a leg and of its part inside rough ground, rounded up once, in centimetres."""
    length = squared(bx - ax, by - ay)
    share = rough_share(terrain, ax, ay, bx, by) if terrain.effects & ROUGH else 0.0
    if share == 0.0:
        return root_up(length)
    cost = np.sqrt(float(length)) * (1.0 + share)
    whole = int(np.floor(cost))
    return whole if cost - whole < DROPPED else whole + 1


@rule("FS3-20.12")
def rough_share(terrain: Terrain, ax: int, ay: int, bx: int, by: int) -> float:
    """How much of a segment is inside rough ground, as a share of its length; where features overlap it counts once."""
    found = at = 0.0
    for _ in range(FEATURES):
        start, end = next_stretch(terrain, ax, ay, bx, by, at)
        if end <= start:
            return found
        found, at = found + end - start, end
    return found


@compiled
def next_stretch(terrain: Terrain, ax: int, ay: int, bx: int, by: int, at: float) -> tuple[float, float]:
    """The first rough stretch of a segment after a share of its length; the longest of those that begin there."""
    first, last = 1.0, 1.0
    for k in range(terrain.n):
        feature = terrain.features[k]
        if feature.effects & ROUGH:
            part = part_inside(feature, ax, ay, bx, by)
            start = max(part.start, at)
            if part.end > start and (start < first or (start == first and part.end > last)):
                first, last = start, part.end
    return first, last


@rule("FS3-20.12")
def path_cost(terrain: Terrain, path: Path, legs: int) -> int:
    """What the first legs of a path cost together, in centimetres."""
    found = 0
    for k in range(legs):
        found += leg_cost(terrain, path.xs[k], path.ys[k], path.xs[k + 1], path.ys[k + 1])
    return found


# What is in the way


@rule("FS3-20.13", "FS3-20.18")
def is_blocked(terrain: Terrain, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a leg crosses a feature that blocks movement; the mover counts as a point."""
    if terrain.effects & MOVE:
        features = terrain.features
        for k in range(terrain.n):
            feature = features[k]
            if feature.effects & MOVE and crosses(feature, ax, ay, bx, by):
                return True
    return False


@rule("FS3-20.13")
def is_in_block(terrain: Terrain, x: int, y: int) -> bool:
    """Whether a point is strictly inside a feature that blocks movement."""
    features = terrain.features
    for k in range(terrain.n):
        feature = features[k]
        if feature.effects & MOVE and is_inside(feature, x, y):
            return True
    return False


@rule("FS3-20.19")
def withdraws_at(tables: Tables, x: int, y: int) -> bool:
    """Whether a point lies beyond an edge of the map marked as exit, and beyond no other."""
    terrain, beyond = tables.terrain, 0
    beyond |= WEST if x < 0 else EAST if x > terrain.width else 0
    beyond |= SOUTH if y < 0 else NORTH if y > terrain.height else 0
    return beyond > 0 and beyond & ~tables.exits == 0


@rule("FS3-20.2", "FS3-20.7", "FS3-20.13", "FS3-20.14", "FS3-20.19")
def is_legal_end(state: State, tables: Tables, who: int, x: int, y: int) -> bool:
    """Whether a combatant may end a move at a point: free ground on the map, or beyond an exit."""
    return is_free_end(state, tables, who, state.combatants[who].vehicle, x, y)


@compiled
def radius_in(state: State, tables: Tables, vehicle: int) -> int:
    """The radius of the base of a vehicle (plus one), or with 0 of somebody on foot."""
    return vehicle_radius(state, tables, vehicle - 1) if vehicle else FOOT_RADIUS


@rule("FS3-20.2", "FS3-20.7", "FS3-20.13", "FS3-20.14", "FS3-20.19")
def is_free_end(state: State, tables: Tables, who: int, vehicle: int, x: int, y: int) -> bool:
    """Whether a combatant may end a move at a point in a vehicle (plus one), or with 0 on foot."""
    if withdraws_at(tables, x, y):
        return True
    radius = radius_in(state, tables, vehicle)
    if not is_base_on_map(tables, x, y, radius) or is_in_block(tables.terrain, x, y):
        return False
    return has_room(state, tables, who, vehicle, x, y, radius)


@rule("FS3-20.12", "FS3-20.13", "FS3-20.14", "FS3-20.16")
def path_answer(state: State, tables: Tables, who: int, path: Path) -> Answer:
    """Whether a combatant may take a path now: who may move, what is in the way, its end, what it costs."""
    if path.n and not may_move(state, who):
        return refuse(CANNOT_MOVE)
    return path_answer_in(state, tables, who, state.combatants[who].vehicle, path)


@rule("FS3-20.12", "FS3-20.13", "FS3-20.14")
def path_answer_in(state: State, tables: Tables, who: int, vehicle: int, path: Path) -> Answer:
    """Whether a path can be taken in a vehicle (plus one), or with 0 on foot, by a combatant that may move."""
    terrain, n = tables.terrain, path.n
    if n == 0:
        return LAWFUL
    for k in range(n):
        x, y = path.xs[k + 1], path.ys[k + 1]
        if not is_on_map(tables, x, y) and not (k == n - 1 and withdraws_at(tables, x, y)):
            return refuse(PATH_BLOCKED)
        if is_blocked(terrain, path.xs[k], path.ys[k], x, y) or is_in_block(terrain, x, y):
            return refuse(PATH_BLOCKED)
    cost, limit = path_cost(terrain, path, n), limit_in(state, tables, vehicle)
    if cost > limit:
        return refuse(PATH_TOO_LONG, cost, limit)
    if is_free_end(state, tables, who, vehicle, path.xs[n], path.ys[n]):
        return LAWFUL
    is_off = not is_base_on_map(tables, path.xs[n], path.ys[n], radius_in(state, tables, vehicle))
    return refuse(PATH_BLOCKED if is_off else END_TAKEN)


# Where a path stops


@rule("FS3-20.15")
def last_stop(state: State, tables: Tables, who: int, path: Path, limit: int) -> Stop:
    """The last legal point of a path within a limit: its end, or a candidate on its way; no legs: where it starts."""
    terrain = tables.terrain
    for k in range(path.n - 1, -1, -1):
        spare = limit - path_cost(terrain, path, k)
        if spare > 0:
            stop = last_on_leg(state, tables, who, path, k, spare)
            if stop.legs:
                return stop
    return Stop(0, path.xs[0], path.ys[0])


@compiled
def last_on_leg(state: State, tables: Tables, who: int, path: Path, k: int, spare: int) -> Stop:
    """The last legal point of leg k of a path that costs no more than is to spare; no legs: it has none."""
    ax, ay, bx, by = path.xs[k], path.ys[k], path.xs[k + 1], path.ys[k + 1]
    if leg_cost(tables.terrain, ax, ay, bx, by) <= spare and is_legal_end(state, tables, who, bx, by):
        return Stop(k + 1, bx, by)
    at = min(root_down(squared(bx - ax, by - ay)), spare + 1)
    while at > 0:
        x, y = point_along(ax, ay, bx, by, at)
        over = leg_cost(tables.terrain, ax, ay, x, y) - spare
        if over <= 0 and is_legal_end(state, tables, who, x, y) and not is_blocked(tables.terrain, ax, ay, x, y):
            return Stop(k + 1, x, y)
        at -= max(1, (over - 3) // 2)  # a centimetre of rough ground costs two
    return Stop(0, ax, ay)


@rule("FS3-20.15")
def cut_path(state: State, tables: Tables, who: int, path: Path, limit: int) -> None:
    """Cut a path at its last legal point within a limit, in centimetres."""
    stop = last_stop(state, tables, who, path, limit)
    path.n = stop.legs
    path.xs[path.n], path.ys[path.n] = stop.x, stop.y
