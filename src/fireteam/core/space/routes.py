"""Routes round walls: how far it is from place to place for a disc of some radius, and the next leg of the way.

A field has a graph of places, made once by `route_build`: a disc goes straight along each of its edges. From anywhere
else the way begins at the place, of those that can be reached straight, from which the whole is shortest. Lengths are
in steps of the field (`units.STEPS`).
"""

from __future__ import annotations

import math
from typing import Annotated

from ..engine.compiled import compiled
from ..engine.record import Grid, Ints
from .movement import is_path_clear
from .terrain import STEPS, Field

PLACES = 320  # of a field's graph
NO_WAY = 1 << 40  # farther than any way


class Routes:
    """The places of a field, and how far it is from each to each, in steps. Their discs have one radius, in units."""

    n: int
    xs: Annotated[Ints, PLACES]
    ys: Annotated[Ints, PLACES]
    far: Annotated[Grid, (PLACES, PLACES)]


@compiled
def length_between(ax: int, ay: int, bx: int, by: int) -> int:
    """The straight distance between two points, in whole steps."""
    dx, dy = float(ax - bx), float(ay - by)
    return int(math.sqrt(dx * dx + dy * dy))


@compiled
def is_straight(field: Field, radius: float, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a disc goes straight from a point to a point, other discs apart."""
    return is_path_clear(field, ax, ay, bx, by, radius)


@compiled
def first_place(routes: Routes, field: Field, radius: float, x: int, y: int, goal: int) -> int:
    """Of the places that are reached straight from a point, the one on the shortest way to a place; -1 for none.

    What is gone straight counts a thousandth less: of two equal ways the one with the longer first leg is taken, and
    every step comes nearer.
    """
    lengths, xs, ys = routes.far, routes.xs, routes.ys
    least, tried = -1, -1
    while True:
        best, nearest = -1, NO_WAY
        for k in range(routes.n):
            far = lengths[goal, k]
            if far < nearest:
                straight = length_between(x, y, xs[k], ys[k])
                far += straight - straight // 1000
                if far < nearest and (far > least or (far == least and k > tried)):
                    best, nearest = k, far
        if best < 0 or is_straight(field, radius, x, y, routes.xs[best], routes.ys[best]):
            return best
        least, tried = nearest, best


@compiled
def place_near(routes: Routes, field: Field, radius: float, x: int, y: int) -> int:
    """The nearest place that is reached straight from a point; the nearest of all if none is."""
    xs, ys = routes.xs, routes.ys
    least, tried, first = -1, -1, -1
    while True:
        best, nearest = -1, NO_WAY
        for k in range(routes.n):
            far = length_between(x, y, xs[k], ys[k])
            if far < nearest and (far > least or (far == least and k > tried)):
                best, nearest = k, far
        if best < 0 or is_straight(field, radius, x, y, routes.xs[best], routes.ys[best]):
            return best if best >= 0 else first
        least, tried = nearest, best
        first = best if first < 0 else first


@compiled
def length_to_place(routes: Routes, field: Field, radius: float, x: int, y: int, goal: int) -> int:
    """How long the way is from a point to a place, in steps; NO_WAY if there is none."""
    first = first_place(routes, field, radius, x, y, goal)
    if first < 0:
        return NO_WAY
    return routes.far[goal, first] + length_between(x, y, routes.xs[first], routes.ys[first])


@compiled
def route_length(routes: Routes, field: Field, radius: float, ax: int, ay: int, bx: int, by: int) -> int:
    """How long the way is from a point to a point, in steps; NO_WAY if there is none."""
    if is_straight(field, radius, ax, ay, bx, by):
        return length_between(ax, ay, bx, by)
    goal = place_near(routes, field, radius, bx, by)
    rest = length_between(bx, by, routes.xs[goal], routes.ys[goal])
    return length_to_place(routes, field, radius, ax, ay, goal) + rest


@compiled
def heading(routes: Routes, field: Field, radius: float, ax: int, ay: int, bx: int, by: int) -> tuple[int, int]:
    """Where to go straight to, on the way from a point to a point: the goal itself, or the first place."""
    if is_straight(field, radius, ax, ay, bx, by):
        return bx, by
    first = first_place(routes, field, radius, ax, ay, place_near(routes, field, radius, bx, by))
    return (routes.xs[first], routes.ys[first]) if first >= 0 else (bx, by)


@compiled
def is_in_reach(routes: Routes, x: int, y: int, here: int, k: int, length: int) -> bool:
    """Whether place k can be reached from a point by a way so long, over `here`, the place near the point.

    The way to `here` may be a detour: a unit of length more than is there is allowed for it.
    """
    if length_between(x, y, routes.xs[k], routes.ys[k]) > length:
        return False
    return bool(length_between(x, y, routes.xs[here], routes.ys[here]) + routes.far[here, k] <= length + STEPS)


@compiled
def places_in_reach(routes: Routes, x: int, y: int, here: int, goal: int, length: int) -> tuple[int, int]:
    """How many places are in reach of a point by ways so long, and which of them is nearest to a goal; -1 for none."""
    found, ahead = 0, -1
    for k in range(routes.n):
        if is_in_reach(routes, x, y, here, k, length):
            found += 1
            if ahead < 0 or routes.far[goal, k] < routes.far[goal, ahead]:
                ahead = k
    return found, ahead


@compiled
def comes_near(x: int, y: int, dx: int, dy: int, other_x: int, other_y: int, reach: int) -> bool:
    """Whether a step from a point comes nearer than `reach` to another point that it goes towards, in steps."""
    qx, qy = float(other_x - x), float(other_y - y)
    towards = qx * dx + qy * dy
    if towards <= 0.0:
        return False
    share = min(1.0, towards / (float(dx) * dx + float(dy) * dy))
    qx, qy = qx - share * dx, qy - share * dy
    return bool(qx * qx + qy * qy < float(reach) * reach)


@compiled
def step_towards(ax: int, ay: int, bx: int, by: int) -> tuple[int, int]:
    """The vector from a point towards another, at most one unit long."""
    length = length_between(ax, ay, bx, by)
    if length < STEPS:
        return bx - ax, by - ay
    share = STEPS / (length + 1.0)
    return int((bx - ax) * share), int((by - ay) * share)
