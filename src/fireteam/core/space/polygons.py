"""Polygons with corners in whole numbers, exactly: are they simple, do they tile a rectangle, what do they share."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]
Corners: TypeAlias = Sequence[Point]
Exact: TypeAlias = int | Fraction


def edges_of(corners: Corners) -> Iterator[tuple[Point, Point]]:
    """The edges of a polygon, from each corner to the next and back to the first."""
    for i, corner in enumerate(corners):
        yield corner, corners[(i + 1) % len(corners)]


def turn(a: Point, b: Point, c: Point) -> int:
    """Above 0 when a, b, c turn left, below when right, 0 when they are in line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _is_on(a: Point, b: Point, c: Point) -> bool:
    """Whether c, in line with a and b, lies between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def segments_touch(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two closed segments have a point in common."""
    sides = turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)
    if (sides[0] > 0) != (sides[1] > 0) and (sides[2] > 0) != (sides[3] > 0) and 0 not in sides:
        return True
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(side == 0 and _is_on(*points) for side, points in zip(sides, ends, strict=True))


def is_simple(corners: Corners) -> bool:
    """Whether a polygon's border nowhere touches itself, so that it has one inside."""
    edges = list(edges_of(corners))
    if len(edges) < 3 or any(a == b for a, b in edges):
        return False
    for (i, (a, b)), (j, (c, d)) in combinations(enumerate(edges), 2):
        if j == i + 1 or (i == 0 and j == len(edges) - 1):  # neighbours share a corner and nothing else
            before, corner, after = (a, b, d) if j == i + 1 else (c, d, b)
            back = (before[0] - corner[0]) * (after[0] - corner[0]) + (before[1] - corner[1]) * (after[1] - corner[1])
            if turn(before, corner, after) == 0 and back > 0:
                return False
        elif segments_touch(a, b, c, d):
            return False
    return True


def is_strictly_convex(corners: Corners) -> bool:
    """Whether a polygon is convex and counter-clockwise without a corner in line: each is left of every other edge."""
    if len(corners) < 3 or len(set(corners)) < len(corners):
        return False
    return all(turn(a, b, c) > 0 for a, b in edges_of(corners) for c in corners if c not in (a, b))


def are_apart(one: Corners, other: Corners) -> bool:
    """Whether two convex, counter-clockwise polygons share no inner point: some edge of one has the other beyond it."""
    sides = ((one, other), (other, one))
    return any(all(turn(a, b, c) <= 0 for c in far) for near, far in sides for a, b in edges_of(near))


def shared_border(one: Corners, other: Corners) -> float:
    """How much of their borders two polygons have in common."""
    pieces = []
    for a, b in edges_of(one):
        for c, d in edges_of(other):
            if turn(a, b, c) == 0 == turn(a, b, d):
                start, end = max(min(a, b), min(c, d)), min(max(a, b), max(c, d))  # points of a line, in order along it
                if start < end:
                    pieces.append(math.sqrt((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2))
    return math.fsum(pieces)


def tiling_faults(
    shapes: Sequence[Corners], width: int, height: int
) -> tuple[list[tuple[int, int]], list[tuple[float, float]]]:
    """Which simple polygons inside a rectangle overlap, and points of the rectangle that none of them holds.

    The rectangle is cut upright at every corner and crossing. Within a slice the polygons are stacks of trapezia, which
    keep their order, so that its middle tells of all of it.
    """
    edges = [(a, b) if a < b else (b, a) for shape in shapes for a, b in edges_of(shape) if a[0] != b[0]]
    cuts: set[Exact] = {0, width, *(x for shape in shapes for x, _ in shape), *_crossings(edges)}
    overlaps, gaps = set(), []
    ordered = sorted(cut for cut in cuts if 0 <= cut <= width)
    for left, right in zip(ordered, ordered[1:], strict=False):
        middle = Fraction(left + right) / 2
        top: Exact = 0
        below: list[tuple[Exact, int]] = []
        for low, high, i in sorted(_stack(shapes, middle)):
            if low > top:
                gaps.append((float(middle), float(top + low) / 2))
            overlaps |= {(min(i, j), max(i, j)) for end, j in below if end > low}
            below.append((high, i))
            top = max(top, high)
        if top < height:
            gaps.append((float(middle), float(top + height) / 2))
    return sorted(overlaps), gaps


def _crossings(edges: Sequence[tuple[Point, Point]]) -> Iterator[Fraction]:
    """Where edges cross one another between their ends, from left to right."""
    for (a, b), (c, d) in combinations(edges, 2):
        if max(a[0], c[0]) >= min(b[0], d[0]) or a[1] == b[1] == c[1] == d[1]:
            continue
        start, end = turn(a, b, c), turn(a, b, d)
        if start * end < 0 and turn(c, d, a) * turn(c, d, b) < 0:
            yield c[0] + Fraction(start, start - end) * (d[0] - c[0])


def _stack(shapes: Sequence[Corners], x: Fraction) -> Iterator[tuple[Exact, Exact, int]]:
    """From where to where each polygon covers the upright line at x, which goes through no corner."""
    for i, shape in enumerate(shapes):
        heights = sorted(
            a[1] if a[1] == b[1] else a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0])
            for a, b in edges_of(shape)
            if min(a[0], b[0]) < x < max(a[0], b[0])
        )
        for low, high in zip(heights[::2], heights[1::2], strict=True):
            yield low, high, i
