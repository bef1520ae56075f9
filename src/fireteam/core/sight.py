"""Sight on the free table: three parallel lines from one disc to another, each blocked, obstructed or clear."""

from __future__ import annotations

import math

from .compiled import compiled
from .field import FAR, MISSED, TINY, Field, meeting, units
from .motion import Discs

OFFSET = 0.45  # from the middle line to the outer ones, in units
MARGIN = 5.0
"""An edge whose rectangle is farther than this from a line's rectangle is not looked at.

It could only be met by the rounding of a cross product between lines that are all but parallel: at most 1.3 units off,
for fields up to 500 units a side and a sine above 1e-12 (`PARALLEL`).
"""
BLOCKED, OBSTRUCTED = 1, 2  # what may be said of a line, added up


@compiled
def sight_line(ax: int, ay: int, bx: int, by: int, from_point: int, k: int) -> tuple[float, float, float, float]:
    """Line k (-1, 0 or 1) of the three from a to b, in units: the outer ones beside the middle one (as TPS-3.16).

    From a point, such as a blast, all three begin there.
    """
    px, py, qx, qy = units(ax), units(ay), units(bx), units(by)
    dx, dy = qx - px, qy - py
    length = math.sqrt(dx * dx + dy * dy)
    ox, oy = k * OFFSET * (-dy / length), k * OFFSET * (dx / length)
    if from_point:
        return px, py, qx + ox, qy + oy
    return px + ox, py + oy, qx + ox, qy + oy


@compiled
def look_along(field: Field, px: float, py: float, qx: float, qy: float) -> int:
    """Whether the line from P to Q is BLOCKED by a wall, and OBSTRUCTED for who stands at Q (as TPS-3.17, 3.20).

    Obstructed means: it meets a wall, window or low edge that is not nearer to P than to Q.
    """
    rx, ry = qx - px, qy - py
    length = math.sqrt(rx * rx + ry * ry)
    least_x, most_x = min(px, qx) - MARGIN, max(px, qx) + MARGIN
    least_y, most_y = min(py, qy) - MARGIN, max(py, qy) + MARGIN
    found = 0
    for i in range(field.n_edges):
        edge = field.edges[i]
        if edge.least_x > most_x or edge.most_x < least_x or edge.least_y > most_y or edge.most_y < least_y:
            continue
        t = meeting(px, py, rx, ry, length, edge)
        if t != MISSED:
            if i < field.n_walls:
                found |= BLOCKED
            if t >= 0.5 - TINY:
                found |= OBSTRUCTED
            if found == BLOCKED | OBSTRUCTED:
                break
    return found


@compiled
def sight(field: Field, ax: int, ay: int, bx: int, by: int, from_point: int) -> tuple[int, int]:
    """How many of the three lines from a to b are clear, and how many are obstructed for b (as TPS-3.18, 3.21).

    Two equal points see one another in the open (as TPS-3.30).
    """
    if ax == bx and ay == by:
        return 3, 0
    clear, covered = 0, 0
    for k in range(-1, 2):
        px, py, qx, qy = sight_line(ax, ay, bx, by, from_point, k)
        found = look_along(field, px, py, qx, qy)
        clear += 1 - (found & BLOCKED)
        covered += found // OBSTRUCTED
    return clear, covered


@compiled
def sight_past(
    field: Field, ax: int, ay: int, bx: int, by: int, from_point: int, discs: Discs, radius: float
) -> tuple[int, int]:
    """`sight` where every disc given blocks the lines that meet it (as TPS-3.19 asks for as an option)."""
    clear, covered = sight(field, ax, ay, bx, by, from_point)
    if ax == bx and ay == by:
        return clear, covered
    for k in range(-1, 2):
        px, py, qx, qy = sight_line(ax, ay, bx, by, from_point, k)
        if _meets_a_disc(discs, px, py, qx, qy, radius) and not look_along(field, px, py, qx, qy) & BLOCKED:
            clear -= 1
    return clear, covered


@compiled
def _meets_a_disc(discs: Discs, px: float, py: float, qx: float, qy: float, radius: float) -> bool:
    """Whether the line from P to Q comes as near as `radius` to the centre of a disc."""
    rx, ry = qx - px, qy - py
    g = rx * rx + ry * ry
    for i in range(discs.n):
        wx, wy = units(discs.x[i]) - px, units(discs.y[i]) - py
        t = min(1.0, max(0.0, (wx * rx + wy * ry) / g))
        dx, dy = wx - rx * t, wy - ry * t
        if dx * dx + dy * dy <= radius * radius:
            return True
    return False


@compiled
def blocking_wall(field: Field, ax: int, ay: int, bx: int, by: int, from_point: int, k: int) -> int:
    """The number of the edge that blocks line k of the three nearest to a, or -1: for explanations."""
    if ax == bx and ay == by:
        return -1
    px, py, qx, qy = sight_line(ax, ay, bx, by, from_point, k)
    rx, ry = qx - px, qy - py
    length = math.sqrt(rx * rx + ry * ry)
    nearest, least = -1, 1.0 * FAR
    for i in range(field.n_walls):
        t = meeting(px, py, rx, ry, length, field.edges[i])
        if t != MISSED and t < least:
            nearest, least = i, t
    return nearest
