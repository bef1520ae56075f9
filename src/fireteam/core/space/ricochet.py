"""A point that flies over the free table and bounces off walls, edges of blocks and the border."""

from __future__ import annotations

import math

import numpy as np

from ..engine.compiled import compiled, compiled_with_arrays
from ..engine.record import Array
from .terrain import MAX_DISTANCE, NO_CONTACT, PARALLEL, TINY, Edge, Field, gap, steps, units

SAME_BOUNCE = 0.000001  # walls met within so much flight, in units, make one bounce
MIN_GAP = 0.001  # nothing comes to rest nearer to a wall than this, in units
BACK_OFF = 0.01  # but this much earlier, in units
MOST_TURNS = 16  # directions of walls that meet in one corner
MOST_BOUNCES = 10000  # an acute corner turns a flight round long before


@compiled_with_arrays
def fly_point(field: Field, x: int, y: int, aim_x: int, aim_y: int, distance: float) -> tuple[int, int]:
    """Where what is thrown from a point towards an aim rests, having flown that far (GEOMETRY.md 17)."""
    px, py = units(x), units(y)
    fx, fy = units(aim_x) - px, units(aim_y) - py
    length = math.sqrt(fx * fx + fy * fy)
    fx, fy = fx / length, fy / length
    turned = np.empty((2, MOST_TURNS), np.int64)
    while True:
        end_x, end_y = _flight(field, px, py, fx, fy, distance, turned[0], turned[1])
        if distance <= BACK_OFF or gap(field, end_x, end_y, field.n_walls) >= MIN_GAP:
            return end_x, end_y
        distance -= BACK_OFF


@compiled_with_arrays
def _flight(
    field: Field, px: float, py: float, fx: float, fy: float, left: float, turned: Array, before: Array
) -> tuple[int, int]:
    """The end of a flight so long from P in direction f, rounded.

    `turned` is room for the walls that turn it at a corner, and `before` for those of the corner before.
    """
    n = 0
    for _ in range(MOST_BOUNCES):
        first, wall = _next_wall(field, px, py, fx, fy, turned, n, 0.0, -1)
        if wall < 0 or first >= left:
            break
        before[:] = turned
        n_before, n = n, 0
        rx, ry, t = fx, fy, first
        while wall >= 0 and t <= first + SAME_BOUNCE and n < MOST_TURNS:
            edge = field.edges[wall]
            if not _is_used(field, turned, n, edge):
                fx, fy = _mirror(fx, fy, edge)
                turned[n] = wall
                n += 1
            t, wall = _next_wall(field, px, py, rx, ry, before, n_before, t, wall)
        px, py, left = px + rx * first, py + ry * first, left - first
        if n > 1 and _is_cut_off(field, turned, n, px, py, rx, ry, fx, fy):
            fx, fy = -rx, -ry
    return steps(px + fx * left), steps(py + fy * left)


@compiled_with_arrays
def _next_wall(
    field: Field, px: float, py: float, fx: float, fy: float, turned: Array, n: int, after: float, last: int
) -> tuple[float, int]:
    """The wall met next along a flight: how far on and its number, or -1; ties by number.

    With `last`, the next one after that wall, which is met at `after`. Walls parallel to the `n` that have just turned
    the flight are not met again at once.
    """
    edges, nearest, least = field.edges, -1, 1.0 * MAX_DISTANCE
    for i in range(field.n_walls):
        edge = edges[i]
        t = _flight_to(px, py, fx, fy, edge)
        if t <= 0.0 or t >= least or t < after or (t == after and i <= last):
            continue
        if t < SAME_BOUNCE and _is_used(field, turned, n, edge):
            continue
        nearest, least = i, t
    return least, nearest


@compiled
def _flight_to(px: float, py: float, fx: float, fy: float, edge: Edge) -> float:
    """How far from P in direction f an edge is met, or MISSED (GEOMETRY.md 18); parallel edges are not."""
    sx, sy = edge.sx, edge.sy
    wx, wy = edge.x - px, edge.y - py
    c = fx * sy - fy * sx
    if abs(c) <= PARALLEL * edge.length:
        return NO_CONTACT
    u = (wx * fy - wy * fx) / c
    if u < -TINY or u > 1.0 + TINY:
        return NO_CONTACT
    return (wx * sy - wy * sx) / c


@compiled_with_arrays
def _is_used(field: Field, turned: Array, n: int, edge: Edge) -> bool:
    """Whether an edge is parallel to one of those that have turned the flight."""
    for i in range(n):
        other = field.edges[turned[i]]
        if abs(edge.sx * other.sy - edge.sy * other.sx) <= PARALLEL * edge.length * other.length:
            return True
    return False


@compiled_with_arrays
def _is_cut_off(
    field: Field, turned: Array, n: int, px: float, py: float, rx: float, ry: float, fx: float, fy: float
) -> bool:
    """Whether a wall met in a corner P stands between the flight that came in direction r and the one that leaves in f.

    Mirrored once in each of two walls that meet at less than a right angle, a flight may end behind one of them.
    """
    ax, ay, bx, by = px - rx * MIN_GAP, py - ry * MIN_GAP, px + fx * MIN_GAP, py + fy * MIN_GAP
    for i in range(n):
        edge = field.edges[turned[i]]
        ex, ey = edge.x + edge.sx, edge.y + edge.sy
        if (
            _turn(edge.x, edge.y, ex, ey, ax, ay) * _turn(edge.x, edge.y, ex, ey, bx, by) < 0.0
            and _turn(ax, ay, bx, by, edge.x, edge.y) * _turn(ax, ay, bx, by, ex, ey) < 0.0
        ):
            return True
    return False


@compiled
def _turn(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> float:
    """Above 0 where a point lies to the left of the line from A to B, below 0 to its right."""
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax)


@compiled
def _mirror(fx: float, fy: float, edge: Edge) -> tuple[float, float]:
    """A direction mirrored in an edge."""
    along = 2.0 * (fx * edge.nx + fy * edge.ny)
    return fx - along * edge.nx, fy - along * edge.ny
