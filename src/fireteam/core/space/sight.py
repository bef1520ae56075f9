"""Sight on the free table: three parallel lines from one disc to another, each blocked, obstructed or clear."""

from __future__ import annotations

import math
from typing import NamedTuple

from ..engine.compiled import compiled, lowest_one
from .movement import Discs
from .terrain import MAX_DISTANCE, NO_CONTACT, TINY, Edge, Field, intersection, units

OFFSET = 0.45  # from the middle line to the outer ones, in units
MARGIN = 5.0
"""An edge is not looked at when its rectangle is farther than this from that of the lines, in units.

It could only be met by the rounding of a cross product of lines that are all but parallel: at most 1.3 units off, for
fields of up to 500 units a side and a sine above `PARALLEL`. Across the lines that error is far below ASIDE.
"""
MAX_ASIDE = (
    OFFSET + 0.01
)  # an edge with both ends farther than this to one side of the middle line is not looked at either
TOGETHER = 16  # so many edges are asked at once whether they lie aside
BLOCKED, OBSTRUCTED = 1, 2  # what may be said of a line, added up; two bits for each of the three
ALL_BLOCKED = 0b010101


class Line(NamedTuple):
    """A line from P along r, which is so long; in units."""

    px: float
    py: float
    rx: float
    ry: float
    length: float


@compiled
def sight_line(ax: int, ay: int, bx: int, by: int, from_point: int, k: int) -> Line:
    """Line k (-1, 0 or 1) of the three from a to b: the outer ones beside the middle one (GEOMETRY.md 5).

    From a point, such as a blast, all three begin there.
    """
    px, py, qx, qy = units(ax), units(ay), units(bx), units(by)
    dx, dy = qx - px, qy - py
    length = math.sqrt(dx * dx + dy * dy)
    ox, oy = k * OFFSET * (-dy / length), k * OFFSET * (dx / length)
    qx, qy = qx + ox, qy + oy
    if not from_point:
        px, py = px + ox, py + oy
    rx, ry = qx - px, qy - py
    return Line(px, py, rx, ry, math.sqrt(rx * rx + ry * ry))


@compiled
def _found(line: Line, edge: Edge, is_wall: bool) -> int:
    """What an edge does to a line: a wall blocks it, and any edge obstructs it for who is not nearer to its start.

    (GEOMETRY.md 6.)
    """
    t = intersection(line.px, line.py, line.rx, line.ry, line.length, edge)
    if t == NO_CONTACT:
        return 0
    return (BLOCKED if is_wall else 0) + (OBSTRUCTED if t >= 0.5 - TINY else 0)


@compiled
def _look(field: Field, ax: int, ay: int, bx: int, by: int, from_point: int) -> int:
    """What edges do to the three lines from a to b, two bits a line; when all are blocked, that alone."""
    right = sight_line(ax, ay, bx, by, from_point, -1)
    middle = sight_line(ax, ay, bx, by, from_point, 0)
    left = sight_line(ax, ay, bx, by, from_point, 1)
    px, py, rx, ry = middle.px, middle.py, middle.rx, middle.ry
    least_x, most_x = min(px, px + rx) - MARGIN, max(px, px + rx) + MARGIN
    least_y, most_y = min(py, py + ry) - MARGIN, max(py, py + ry) + MARGIN
    found = 0
    for first in range(0, field.n_edges, TOGETHER):
        edges = _edges_across(field, first, middle)
        while edges:
            i = first + int(lowest_one(edges))
            edges &= edges - 1
            edge = field.edges[i]
            if edge.least_x > most_x or edge.most_x < least_x or edge.least_y > most_y or edge.most_y < least_y:
                continue
            is_wall = i < field.n_walls
            found |= _found(right, edge, is_wall)
            found |= _found(middle, edge, is_wall) << 2
            found |= _found(left, edge, is_wall) << 4
            if found & ALL_BLOCKED == ALL_BLOCKED:
                return ALL_BLOCKED
    return found


@compiled
def _edges_across(field: Field, first: int, line: Line) -> int:
    """Which of the next edges from `first` on do not lie with both ends aside of a line, as bits from the lowest.

    Nothing branches here: which edges these are the processor could not foresee.
    """
    px, py, rx, ry = line.px, line.py, line.rx, line.ry
    aside, middle = MAX_ASIDE * line.length, rx * py - ry * px
    least, most = middle - aside, middle + aside
    all_edges, edges = field.edges, 0
    for k in range(min(TOGETHER, field.n_edges - first)):
        edge = all_edges[first + k]
        start, end = rx * edge.y - ry * edge.x, rx * edge.to_y - ry * edge.to_x
        edges |= int((min(start, end) <= most) & (max(start, end) >= least)) << k
    return edges


@compiled
def _bits(found: int, kind: int) -> int:
    """How many of the three lines have something said of them."""
    return (found // kind & 1) + (found // kind >> 2 & 1) + (found // kind >> 4 & 1)


@compiled
def sight(field: Field, ax: int, ay: int, bx: int, by: int, from_point: int) -> tuple[int, int]:
    """How many of the three lines from a to b are clear, and how many are obstructed for b (GEOMETRY.md 7).

    With none clear, obstructions are not counted. Two equal points see one another in the open (GEOMETRY.md 7).
    """
    if ax == bx and ay == by:
        return 3, 0
    found = _look(field, ax, ay, bx, by, from_point)
    return 3 - _bits(found, BLOCKED), _bits(found, OBSTRUCTED)


@compiled
def sight_past(
    field: Field, ax: int, ay: int, bx: int, by: int, from_point: int, discs: Discs, radius: float
) -> tuple[int, int]:
    """`sight` where every disc given blocks the lines that meet it (GEOMETRY.md 8)."""
    if ax == bx and ay == by:
        return 3, 0
    found = _look(field, ax, ay, bx, by, from_point)
    for k in range(-1, 2):
        if _meets_a_disc(discs, sight_line(ax, ay, bx, by, from_point, k), radius):
            found |= BLOCKED << 2 * (k + 1)
    return 3 - _bits(found, BLOCKED), _bits(found, OBSTRUCTED)


@compiled
def _meets_a_disc(discs: Discs, line: Line, radius: float) -> bool:
    """Whether a line comes as near as `radius` to the centre of a disc."""
    rx, ry = line.rx, line.ry
    for i in range(discs.n):
        wx, wy = units(discs.x[i]) - line.px, units(discs.y[i]) - line.py
        t = min(1.0, max(0.0, (wx * rx + wy * ry) / (rx * rx + ry * ry)))
        dx, dy = wx - rx * t, wy - ry * t
        if dx * dx + dy * dy <= radius * radius:
            return True
    return False


@compiled
def blocking_wall(field: Field, ax: int, ay: int, bx: int, by: int, from_point: int, k: int) -> int:
    """The number of the edge that blocks line k of the three nearest to a, or -1: for explanations."""
    if ax == bx and ay == by:
        return -1
    line = sight_line(ax, ay, bx, by, from_point, k)
    nearest, least = -1, 1.0 * MAX_DISTANCE
    for i in range(field.n_walls):
        t = intersection(line.px, line.py, line.rx, line.ry, line.length, field.edges[i])
        if t != NO_CONTACT and t < least:
            nearest, least = i, t
    return nearest
