"""Single steps of a disc on a free table: where one ends, and which one leads along the shortest way to a place."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

from ..engine.record import blank
from .movement import Discs, move_together
from .routes import Routes, heading, is_straight, length_between, route_length
from .terrain import Field
from .units import STEPS

Point: TypeAlias = tuple[int, int]
CORNER_FRACTIONS = 8  # how finely a step round a corner is looked for
MIN_SIDESTEP = STEPS // 2  # what is worth a step aside


class StepEnd(NamedTuple):
    """Where a step leads: the end if only walls and windows stop it, and if all other discs stand still as well."""

    end: Point
    end_among_discs: Point
    is_uncut: bool


def step_end(field: Field, radius: float, others: Any, at: Point, by: Point) -> StepEnd:
    """Where a step of a disc leads by a vector, with `others` (Discs) on the table."""
    discs, n, ends = blank(Discs, 2), int(others.n), []
    discs[1].x[1 : n + 1], discs[1].y[1 : n + 1] = others.x[:n], others.y[:n]
    for k, count in enumerate((1, n + 1)):
        disc = discs[k]
        disc.n, disc.x[0], disc.y[0], disc.vx[0], disc.vy[0] = count, *at, *by
        move_together(field, disc, radius)
        ends.append((int(disc.x[0]), int(disc.y[0])))
    return StepEnd(ends[0], ends[1], ends[0] == (at[0] + by[0], at[1] + by[1]))


def route_step(field: Field, routes: Routes, radius: float, at: Point, goal: Point) -> Point:
    """A step of one unit of length along the shortest way; round a corner it does not stop, where there is room."""
    bx, by = (int(part) for part in heading(routes, field, radius, *at, *goal))
    left = STEPS - int(length_between(*at, bx, by))
    if (bx, by) != goal and left > 0:
        cx, cy = (int(part) for part in heading(routes, field, radius, bx, by, *goal))
        after = max(1.0, _length(cx - bx, cy - by))
        for k in range(CORNER_FRACTIONS, 0, -1):
            share = min(1.0, left / after * k / CORNER_FRACTIONS)
            x, y = bx + int((cx - bx) * share), by + int((cy - by) * share)
            if is_straight(field, radius, *at, x, y):
                bx, by = x, y
                break
    length = _length(bx - at[0], by - at[1])
    share = min(1.0, STEPS / length) if length else 0.0
    return round((bx - at[0]) * share), round((by - at[1]) * share)


def step_past(
    field: Field, routes: Routes, radius: float, others: Any, at: Point, goal: Point, by: Point, ways: Iterable[Point]
) -> Point:
    """The step `by`; where a disc stands in its way, that of `ways` from whose end the rest of the way is shortest."""
    found = step_end(field, radius, others, at, by)
    if found.end_among_discs == found.end:
        return by
    ends = {way: step_end(field, radius, others, at, way).end_among_discs for way in ways}
    past = {way: end for way, end in ends.items() if length_between(*at, *end) >= MIN_SIDESTEP}
    return min(past, key=lambda way: int(route_length(routes, field, radius, *past[way], *goal)), default=by)


def _length(dx: int, dy: int) -> float:
    return math.sqrt(dx * dx + dy * dy)
