"""The free table: straight walls, windows and low edges, zones, and points anywhere between them.

Positions are whole numbers of steps, a millionth of the unit of length; all else is float64 with + - * / and square
root, each formula as its rulebook writes it, so that every machine answers alike. It knows no game: a game gives the
sizes, and files what it asks here under its own clauses. Compiled, x and y in steps unless said otherwise:

    steps(value)  units(n)                       a length in units, in steps; and back
    is_within(dx, dy, length)                    whether a vector is at most so long, exactly
    is_in(shape, x, y)                           inside a shape or on its border, exactly
    middle_of(shape)                             the middle of the rectangle around a shape
    first_shape(shapes, n, x, y)                 the first of n shapes that holds a point, or -1
    zone_of(field, x, y)                         the first zone that holds a point, or -1
    are_neighbours(field, zone, other)           whether two zones share enough of a border
    length_inside(field, zone, ax, ay, bx, by)   how much of a line runs inside a zone, in units
    meeting(px, py, rx, ry, length, edge)        where a line meets an edge, or MISSED; floats in units
    is_open_between(field, ax, ay, bx, by)       a line meets no wall and no window
    gap(field, x, y, count)                      from a point to the nearest of the first `count` edges, in units

    sight.py    sight(field, ax, ay, bx, by, from_point) -> (clear, covered)     of the three lines; from_point 0 or 1
                sight_past(..., discs, radius) -> (clear, covered)               where discs block lines too
                blocking_wall(field, ax, ay, bx, by, from_point, k) -> edge, -1  for explanations; k is -1, 0 or 1
    motion.py   Discs: n, x, y, vx, vy                        a State may hold one: whole numbers only
                add_disc(discs, x, y, vx, vy)                 one more, and what it wants to move
                move_together(field, discs, radius)           a count; then vx, vy are what each disc really moved
                go_along(field, discs, who, xs, ys, n, length, radius) -> points left behind
                is_clear_way(field, ax, ay, bx, by, radius)   nothing stops a disc that goes straight from a to b
                is_free(field, discs, x, y, radius)           a disc may lie there
    flight.py   fly(field, x, y, aim_x, aim_y, distance) -> (x, y)

Plain Python, once for each map:

    field_making.py   Plan(width, height, walls, ...), findings(plan), build(plan) -> array of one Field
                      put_shape(shape, corners_of(outline)), exactly(value) -> steps, has_room(field, x, y, radius)
    reach.py          reachable(field, starts, goals, radius) -> [start][goal] of bool

A radius is in units and a game's own, such as 0.5. `field.edges[i].kind` and `.number` say what edge i belongs to.
"""

from __future__ import annotations

import math
from typing import Annotated

from ..engine.compiled import compiled
from ..engine.record import Bits, Ints
from .grid import has_bit

STEPS = 1000000  # steps in a unit of length
EPS = 0.000001  # one step: the least length that counts, where a rule names it
TINY = 0.000000001  # how far past its ends a line still meets, as a share of it; how near contacts are one
PARALLEL = 0.000000000001  # the sine below which lines are parallel
MIN_SPEED = 0.000000000001  # an approach slower than this is none
ROUNDING_SLACK = 0.00001  # what the rounding of stops may take from a clearance
NO_CONTACT = -2.0  # a line that does not meet an edge; no parameter comes near it
NEVER = 2.0  # a contact that does not happen within the count
MAX_DISTANCE = 1000 * STEPS  # farther than any two points of a field: not squared, so that all fits 64 bits

MOST_CORNERS = 16
MOST_EDGES = 640
MOST_BLOCKS = 64
MOST_ZONES = 32
MOST_CELLS = 64  # the lookup grid, each way
MOST_NEAR = 16384  # entries of its lists

WALL, BLOCK, BORDER, WINDOW, LOW = 0, 1, 2, 3, 4  # what an edge belongs to


class Edge:
    """A straight edge from one point to another, in units, with what follows from it."""

    least_x: float
    least_y: float
    most_x: float
    most_y: float
    x: float
    y: float
    sx: float  # the vector from its start to its end
    sy: float
    length: float
    nx: float  # the unit normal on its left
    ny: float
    to_x: float
    to_y: float
    kind: int  # WALL, BLOCK, BORDER, WINDOW or LOW
    number: int  # of the wall, block, window or low shape in its list


class Shape:
    """A simple polygon, and the rectangle around it."""

    least_x: int
    least_y: int
    most_x: int
    most_y: int
    n: int
    xs: Annotated[Ints, MOST_CORNERS]
    ys: Annotated[Ints, MOST_CORNERS]


class Field:
    """A table. Edges stand in this order: walls, edges of blocks, the border; windows; low edges."""

    width: int
    height: int
    n_walls: int  # edges that stop everything
    n_hard: int  # with the windows: edges that stop discs
    n_edges: int  # with the low edges
    edges: Annotated[list[Edge], MOST_EDGES]
    n_blocks: int
    blocks: Annotated[list[Shape], MOST_BLOCKS]
    n_zones: int
    zones: Annotated[list[Shape], MOST_ZONES]
    adjacent: Annotated[list[Bits], MOST_ZONES]
    reach: float  # the lookup grid lists every hard edge that is within this of a cell
    cells: int  # cells each way
    heads: Annotated[Ints, MOST_CELLS * MOST_CELLS + 1]  # where the list of each cell begins, column by column
    near: Annotated[Ints, MOST_NEAR]


@compiled
def steps(value: float) -> int:
    """A length in units, in whole steps, ties away from zero (GEOMETRY.md 1)."""
    n = int(math.floor(1000000.0 * abs(value) + 0.5))
    return -n if value < 0.0 else n


@compiled
def units(n: int) -> float:
    """A length in steps, in units."""
    return int(n) / STEPS


@compiled
def is_within(dx: int, dy: int, length: int) -> bool:
    """Whether a vector is at most so long, in whole steps and without tolerance (GEOMETRY.md 2)."""
    if length >= MAX_DISTANCE:
        return True
    return bool(length >= 0 and dx * dx + dy * dy <= length * length)


@compiled
def is_in(shape: Shape, x: int, y: int) -> bool:
    """Whether a point lies in a shape, its border included; exact."""
    if x < shape.least_x or x > shape.most_x or y < shape.least_y or y > shape.most_y:
        return False
    xs, ys = shape.xs, shape.ys
    inside = False
    ax, ay = xs[shape.n - 1], ys[shape.n - 1]
    for i in range(shape.n):
        bx, by = xs[i], ys[i]
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if side == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        # A ray to the right crosses edges that begin below it or on it and end above, or the other way round.
        if (ay <= y < by and side > 0) or (by <= y < ay and side < 0):
            inside = not inside
        ax, ay = bx, by
    return inside


@compiled
def middle_of(shape: Shape) -> tuple[int, int]:
    """The middle of the rectangle around a shape."""
    return (int(shape.least_x) + int(shape.most_x)) // 2, (int(shape.least_y) + int(shape.most_y)) // 2


@compiled
def first_shape(shapes: list[Shape], n: int, x: int, y: int) -> int:
    """The first of n shapes that holds a point, border included, or -1."""
    for i in range(n):
        if is_in(shapes[i], x, y):
            return i
    return -1


@compiled
def zone_of(field: Field, x: int, y: int) -> int:
    """The first zone in order that holds a point, border included, or -1."""
    return first_shape(field.zones, field.n_zones, x, y)


@compiled
def are_neighbours(field: Field, zone: int, other: int) -> bool:
    """Whether two zones share enough of a border; no zone is its own neighbour."""
    return has_bit(field.adjacent[zone], other)


@compiled
def length_inside(field: Field, zone: int, ax: int, ay: int, bx: int, by: int) -> float:
    """How much of the line from a to b runs in a zone's interior; along its border counts nothing (GEOMETRY.md 9)."""
    shape = field.zones[zone]
    rx, ry = bx - ax, by - ay
    if max(ax, bx) <= shape.least_x or min(ax, bx) >= shape.most_x:
        return 0.0
    if max(ay, by) <= shape.least_y or min(ay, by) >= shape.most_y or (rx == 0 and ry == 0):
        return 0.0
    share, t = 0.0, 0.0
    while t < 1.0:
        then = _next_crossing(shape, ax, ay, rx, ry, t)
        if _is_interior(shape, ax, ay, rx, ry, (t + then) / 2.0):
            share += then - t
        t = then
    x, y = units(rx), units(ry)
    return share * math.sqrt(x * x + y * y)


@compiled
def _next_crossing(shape: Shape, ax: int, ay: int, rx: int, ry: int, after: float) -> float:
    """The least share of a line after `after` at which it crosses an edge of a shape or passes a corner, at most 1."""
    least = 1.0
    xs, ys = shape.xs, shape.ys
    sx, sy = xs[shape.n - 1], ys[shape.n - 1]
    for i in range(shape.n):
        ex, ey = xs[i], ys[i]
        start = rx * (sy - ay) - ry * (sx - ax)  # on which side of the line the edge starts and ends
        end = rx * (ey - ay) - ry * (ex - ax)
        if end == 0:
            t = (rx * (ex - ax) + ry * (ey - ay)) / (rx * rx + ry * ry)
            if after < t < least:
                least = t
        elif (start < 0 and end > 0) or (start > 0 and end < 0):
            t = ((sx - ax) * (ey - sy) - (sy - ay) * (ex - sx)) / (rx * (ey - sy) - ry * (ex - sx))
            if after < t < least:
                least = t
        sx, sy = ex, ey
    return least


@compiled
def _is_interior(shape: Shape, ax: int, ay: int, rx: int, ry: int, t: float) -> bool:
    """Whether the point at share t of a line, between two crossings, is inside a shape and not on its border."""
    x, y = ax + rx * t, ay + ry * t
    inside = False
    xs, ys = shape.xs, shape.ys
    sx, sy = xs[shape.n - 1], ys[shape.n - 1]
    for i in range(shape.n):
        ex, ey = xs[i], ys[i]
        if rx * (sy - ay) == ry * (sx - ax) and rx * (ey - ay) == ry * (ex - ax):  # the line runs along this edge
            if min(sx, ex) <= x <= max(sx, ex) and min(sy, ey) <= y <= max(sy, ey):
                return False
        elif (sy <= y) != (ey <= y) and x < sx + (y - sy) * (ex - sx) / (ey - sy):
            inside = not inside
        sx, sy = ex, ey
    return inside


@compiled
def intersection(px: float, py: float, rx: float, ry: float, length: float, edge: Edge) -> float:
    """Where the line from P along r, which is so long, meets an edge, as a share of r; or MISSED (GEOMETRY.md 4).

    Of a line that runs along an edge, the greatest share.
    """
    sx, sy = edge.sx, edge.sy
    wx, wy = edge.x - px, edge.y - py
    c = rx * sy - ry * sx
    t, u = wx * sy - wy * sx, wx * ry - wy * rx
    if abs(c) > PARALLEL * length * edge.length:
        if abs(t) > 1.001 * abs(c) or abs(u) > 1.001 * abs(c):  # far out: spares the divisions, decides nothing else
            return NO_CONTACT
        t, u = t / c, u / c
        if t < -TINY or t > 1.0 + TINY or u < -TINY or u > 1.0 + TINY:
            return NO_CONTACT
        return t
    if length == 0.0 or abs(u) > TINY * length:
        return NO_CONTACT
    g = rx * rx + ry * ry
    start = (wx * rx + wy * ry) / g
    end = ((edge.to_x - px) * rx + (edge.to_y - py) * ry) / g
    if max(start, end) < -TINY or min(start, end) > 1.0 + TINY:
        return NO_CONTACT
    return min(max(start, end), 1.0 + TINY)


@compiled
def is_open_between(field: Field, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether the segment between two points meets no wall and no window."""
    px, py = units(ax), units(ay)
    rx, ry = units(bx) - px, units(by) - py
    length = math.sqrt(rx * rx + ry * ry)
    for i in range(field.n_hard):
        if intersection(px, py, rx, ry, length, field.edges[i]) != NO_CONTACT:
            return False
    return True


@compiled
def gap(field: Field, x: int, y: int, count: int) -> float:
    """How far a point is from the nearest of the first `count` edges: n_walls for walls, n_hard for windows too."""
    edges, least = field.edges, 1.0 * MAX_DISTANCE
    for i in range(count):
        edge = edges[i]
        sx, sy = edge.sx, edge.sy
        px, py = units(x) - edge.x, units(y) - edge.y
        u = (px * sx + py * sy) / (sx * sx + sy * sy)
        u = min(1.0, max(0.0, u))
        dx, dy = px - sx * u, py - sy * u
        least = min(least, math.sqrt(dx * dx + dy * dy))
    return least
