"""Convex pieces on a free table: how much of a straight segment runs inside one, and how far one is.

All of it in units, as float64 with + - * / and square root (GEOMETRY.md 19 to 21). It knows no game: what a piece does
is in its `effects`, bits of the game's own. Made of whole numbers by `convex_build`.

    part_inside(piece, ax, ay, bx, by) -> Stretch       the part of a segment inside, from t to t
    is_beside(piece, ax, ay, bx, by, reach)             a segment and all beside it misses a piece for certain
    gap_to_point(piece, x, y)                           how far a point is from a piece, 0 inside
    gap_to_segment(piece, ax, ay, bx, by)               the same of a segment
    segment_gap(ax, ay, bx, by, x, y)                   how far a point is from a segment
"""

from __future__ import annotations

import math
from typing import Annotated, NamedTuple

from ..engine.compiled import compiled
from .terrain import EPS

MOST_SIDES = 8


class Side:
    """An edge of a piece, in units: where it starts, the vector to its end, and how long that is."""

    x: float
    y: float
    sx: float
    sy: float
    length: float


class Convex:
    """A convex polygon, its corners counter-clockwise, and the rectangle around it."""

    least_x: float
    least_y: float
    most_x: float
    most_y: float
    effects: int
    n: int
    sides: Annotated[list[Side], MOST_SIDES]


class Stretch(NamedTuple):
    """Where a segment is inside a piece, as shares of its length; nowhere where `end` is not above `start`."""

    start: float
    end: float


@compiled
def depth(side: Side, x: float, y: float) -> float:
    """The signed distance of a point to the line of an edge, positive inside (GEOMETRY.md 19)."""
    return (side.sx * (y - side.y) - side.sy * (x - side.x)) / side.length


@compiled
def part_inside(piece: Convex, ax: float, ay: float, bx: float, by: float) -> Stretch:
    """The part of a segment that is deeper than EPS inside every edge of a piece (GEOMETRY.md 19)."""
    start, end = 0.0, 1.0
    for i in range(piece.n):
        side = piece.sides[i]
        d0, d1 = depth(side, ax, ay), depth(side, bx, by)
        if d0 <= EPS and d1 <= EPS:
            return Stretch(0.0, 0.0)
        if d0 <= EPS:
            start = max(start, (EPS - d0) / (d1 - d0))
        elif d1 <= EPS:
            end = min(end, (EPS - d0) / (d1 - d0))
        if end <= start:
            return Stretch(0.0, 0.0)
    return Stretch(start, end)


@compiled
def is_beside(piece: Convex, ax: float, ay: float, bx: float, by: float, reach: float) -> bool:
    """Whether a segment, and everything within a reach of it, certainly misses the rectangle around a piece."""
    if max(ax, bx) + reach < piece.least_x or min(ax, bx) - reach > piece.most_x:
        return True
    if max(ay, by) + reach < piece.least_y or min(ay, by) - reach > piece.most_y:
        return True
    # The line passes the middle of the rectangle by more than its corners stand out across the line; all of it twice.
    rx, ry = bx - ax, by - ay
    aside = rx * (piece.least_y + piece.most_y - 2.0 * ay) - ry * (piece.least_x + piece.most_x - 2.0 * ax)
    wide, high = piece.most_x - piece.least_x + 2.0 * reach, piece.most_y - piece.least_y + 2.0 * reach
    return abs(aside) > abs(rx) * high + abs(ry) * wide


@compiled
def gap_to_point(piece: Convex, x: float, y: float) -> float:
    """How far a point is from a piece: 0 inside or on it, else to the nearest point of its edges (GEOMETRY.md 20)."""
    is_inside, least = True, math.inf
    for i in range(piece.n):
        side = piece.sides[i]
        is_inside = is_inside and depth(side, x, y) >= 0.0
        least = min(least, segment_gap(side.x, side.y, side.x + side.sx, side.y + side.sy, x, y))
    return 0.0 if is_inside else least


@compiled
def gap_to_segment(piece: Convex, ax: float, ay: float, bx: float, by: float) -> float:
    """How far a segment is from a piece: 0 where they share a point (GEOMETRY.md 21)."""
    if _meets(piece, ax, ay, bx, by):
        return 0.0
    least = min(gap_to_point(piece, ax, ay), gap_to_point(piece, bx, by))
    for i in range(piece.n):
        least = min(least, segment_gap(ax, ay, bx, by, piece.sides[i].x, piece.sides[i].y))
    return least


@compiled
def _meets(piece: Convex, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a segment has a point inside a piece or on it."""
    start, end = 0.0, 1.0
    for i in range(piece.n):
        side = piece.sides[i]
        d0, d1 = depth(side, ax, ay), depth(side, bx, by)
        if d0 < 0.0 and d1 < 0.0:
            return False
        if d0 < 0.0:
            start = max(start, -d0 / (d1 - d0))
        elif d1 < 0.0:
            end = min(end, -d0 / (d1 - d0))
    return start <= end


@compiled
def segment_gap(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> float:
    """How far a point is from the nearest point of a closed segment (GEOMETRY.md 21)."""
    rx, ry = bx - ax, by - ay
    squared = rx * rx + ry * ry
    t = 0.0
    if squared > 0.0:
        t = min(1.0, max(0.0, ((x - ax) * rx + (y - ay) * ry) / squared))
    dx, dy = x - (ax + t * rx), y - (ay + t * ry)
    return math.sqrt(dx * dx + dy * dy)
