"""Moving discs on the free table: all at once at constant speed, each until it touches something it moves towards.

Time within a count runs from 0 to 1. Contacts are found in passes: at the earliest time at which any disc is stopped,
every disc that a contact at that time stops stays where it is, and the others go on (GEOMETRY.md 13). Nothing slides.
"""

from __future__ import annotations

import math
from typing import Annotated

import numpy as np

from ..engine.compiled import compiled, compiled_with_arrays
from ..engine.record import Array, Ints
from .terrain import EPS, MIN_SPEED, NEVER, ROUNDING_SLACK, STEPS, TINY, Edge, Field, gap, steps, units

MOST_DISCS = 20
CONTACT_MARGIN = 0.01  # added to what a disc may touch before edges are left out: far more than any rounding
ARRIVAL_DISTANCE = 0.01  # a point of a trail is reached within this, in units


class Discs:
    """Discs on a field, in steps, and what each wants to move; when the count is over, what it did move."""

    n: int
    x: Annotated[Ints, MOST_DISCS]
    y: Annotated[Ints, MOST_DISCS]
    vx: Annotated[Ints, MOST_DISCS]
    vy: Annotated[Ints, MOST_DISCS]


@compiled
def add_disc(discs: Discs, x: int, y: int, vx: int, vy: int) -> None:
    """One more disc at a place, and what it wants to move."""
    k = discs.n
    discs.x[k], discs.y[k], discs.vx[k], discs.vy[k] = x, y, vx, vy
    discs.n += 1


@compiled
def point_contact(qx: float, qy: float, vx: float, vy: float, reach: float, now: float) -> float:
    """When something at q from a point, moving by v, comes to `reach` from it, or NEVER (GEOMETRY.md 14)."""
    b = qx * vx + qy * vy
    if b >= -MIN_SPEED:
        return NEVER
    g = vx * vx + vy * vy
    far = qx * qx + qy * qy
    if far - b * b / g >= (reach - EPS) * (reach - EPS):  # a graze
        return NEVER
    if far <= reach * reach:
        return now
    return now + (-b - math.sqrt(b * b - g * (far - reach * reach))) / g


@compiled
def side_contact(edge: Edge, px: float, py: float, vx: float, vy: float, radius: float, now: float) -> float:
    """When a disc at p, moving by v, touches an edge between its ends, or NEVER (GEOMETRY.md 14)."""
    nx, ny = edge.nx, edge.ny
    d = (px - edge.x) * nx + (py - edge.y) * ny
    if d < 0.0:
        nx, ny, d = -nx, -ny, -d
    a = vx * nx + vy * ny
    if a >= -MIN_SPEED or d + a * (1.0 - now) >= radius - EPS:
        return NEVER
    after = max(0.0, (d - radius) / -a)
    foot = (px + vx * after - edge.x) * edge.sx + (py + vy * after - edge.y) * edge.sy
    if 0.0 <= foot <= edge.sx * edge.sx + edge.sy * edge.sy:
        return now + after
    return NEVER


@compiled
def edge_contact(edge: Edge, px: float, py: float, vx: float, vy: float, radius: float, now: float) -> float:
    """When a disc at p, moving by v, touches an edge or either of its ends, or NEVER."""
    at = side_contact(edge, px, py, vx, vy, radius, now)
    at = min(at, point_contact(px - edge.x, py - edge.y, vx, vy, radius, now))
    return min(at, point_contact(px - edge.to_x, py - edge.to_y, vx, vy, radius, now))


@compiled
def first_edge(field: Field, px: float, py: float, vx: float, vy: float, radius: float, now: float) -> float:
    """When a disc at p, moving by v, first touches a wall or window, or NEVER.

    Short moves look at the edges listed for their place, long ones at all; edges out of the way are left out.
    """
    around = radius + CONTACT_MARGIN
    least_x, most_x = min(px, px + vx) - around, max(px, px + vx) + around
    least_y, most_y = min(py, py + vy) - around, max(py, py + vy) + around
    nearby = math.sqrt(vx * vx + vy * vy) + around <= field.reach
    begin, end = 0, int(field.n_hard)
    if nearby:
        cell = _cell_of(field, px, py)
        begin, end = int(field.heads[cell]), int(field.heads[cell + 1])
    edges, near, first = field.edges, field.near, NEVER
    for i in range(begin, end):
        edge = edges[near[i] if nearby else i]
        if edge.least_x > most_x or edge.most_x < least_x or edge.least_y > most_y or edge.most_y < least_y:
            continue
        first = min(first, edge_contact(edge, px, py, vx, vy, radius, now))
    return first if first <= 1.0 else NEVER


@compiled
def _cell_of(field: Field, px: float, py: float) -> int:
    """The cell of the lookup grid that holds a place."""
    cells = int(field.cells)
    column = int(px * STEPS) * cells // int(field.width)
    row = int(py * STEPS) * cells // int(field.height)
    return min(cells - 1, max(0, column)) * cells + min(cells - 1, max(0, row))


@compiled_with_arrays
def move_together(field: Field, discs: Discs, radius: float) -> None:
    """All moves of a count at the same time, each cut short where it touches something (GEOMETRY.md 13)."""
    stops = np.full(MOST_DISCS, NEVER)  # when each was stopped
    touches = np.full(MOST_DISCS, NEVER)  # when each would be, going on
    now = 0.0
    for _ in range(discs.n):
        _find_touches(field, discs, radius, stops, touches, now)
        now = NEVER
        for i in range(discs.n):
            now = min(now, touches[i])
        if now > 1.0:
            break
        for i in range(discs.n):
            if touches[i] <= min(1.0, now + TINY):
                stops[i] = now
    for i in range(discs.n):
        if stops[i] <= 1.0:
            x = steps(units(discs.x[i]) + units(discs.vx[i]) * stops[i])
            y = steps(units(discs.y[i]) + units(discs.vy[i]) * stops[i])
            discs.vx[i], discs.vy[i] = x - discs.x[i], y - discs.y[i]
        discs.x[i] += discs.vx[i]
        discs.y[i] += discs.vy[i]


@compiled_with_arrays
def _find_touches(field: Field, discs: Discs, radius: float, stops: Array, touches: Array, now: float) -> None:
    """When each disc that still moves would be stopped by what it touches first, NEVER for the others."""
    for i in range(discs.n):
        touches[i] = NEVER
        vx, vy = _speed(discs, stops, i)
        if vx != 0.0 or vy != 0.0:
            px, py = _centre(discs, stops, i, now)
            touches[i] = first_edge(field, px, py, vx, vy, radius, now)
    around = steps(2.0 * radius + CONTACT_MARGIN)
    for i in range(discs.n):
        for j in range(i):
            if abs(discs.x[i] - discs.x[j]) > abs(discs.vx[i]) + abs(discs.vx[j]) + around:
                continue
            if abs(discs.y[i] - discs.y[j]) > abs(discs.vy[i]) + abs(discs.vy[j]) + around:
                continue
            _touch(discs, 2.0 * radius, stops, touches, now, i, j)


@compiled_with_arrays
def _touch(discs: Discs, reach: float, stops: Array, touches: Array, now: float, i: int, j: int) -> None:
    """What the contact of two discs stops: each whose own part in it is an approach (GEOMETRY.md 15)."""
    ux, uy = _speed(discs, stops, i)
    wx, wy = _speed(discs, stops, j)
    px, py = _centre(discs, stops, i, now)
    sx, sy = _centre(discs, stops, j, now)
    qx, qy, vx, vy = px - sx, py - sy, ux - wx, uy - wy
    at = point_contact(qx, qy, vx, vy, reach, now)
    if at > 1.0:
        return
    x, y = qx + vx * (at - now), qy + vy * (at - now)
    if ux * x + uy * y < -MIN_SPEED:
        touches[i] = min(touches[i], at)
    if wx * x + wy * y > MIN_SPEED:
        touches[j] = min(touches[j], at)


@compiled_with_arrays
def _speed(discs: Discs, stops: Array, i: int) -> tuple[float, float]:
    """How a disc moves now: not at all once it is stopped."""
    if stops[i] <= 1.0:
        return 0.0, 0.0
    return units(discs.vx[i]), units(discs.vy[i])


@compiled_with_arrays
def _centre(discs: Discs, stops: Array, i: int, now: float) -> tuple[float, float]:
    """Where a disc is now, not rounded."""
    t = min(now, stops[i])
    return units(discs.x[i]) + units(discs.vx[i]) * t, units(discs.y[i]) + units(discs.vy[i]) * t


@compiled
def go_along(field: Field, discs: Discs, who: int, xs: Ints, ys: Ints, n: int, length: int, radius: float) -> int:
    """A disc follows a trail of n points up to a length, the others standing still (GEOMETRY.md 16).

    It stops at the first contact of any leg and is rounded once, at the end.

    Returns:
        How many points of the trail it has reached and left behind.
    """
    px, py = units(discs.x[who]), units(discs.y[who])
    left = units(length)
    reached = 0
    while reached < n:
        rx, ry = units(xs[reached]) - px, units(ys[reached]) - py
        leg = math.sqrt(rx * rx + ry * ry)
        if leg <= ARRIVAL_DISTANCE:
            reached += 1
            continue
        if left <= 0.0:
            break
        if leg > left:
            rx, ry = rx * (left / leg), ry * (left / leg)
        at = first_touch(field, discs, who, px, py, rx, ry, radius)
        if at <= 1.0:
            px, py, left = px + rx * at, py + ry * at, 0.0  # a point that it touches from here is reached all the same
            continue
        px, py, left = px + rx, py + ry, left - leg
    _settle(discs, who, steps(px), steps(py))
    return reached


@compiled
def first_touch(
    field: Field, discs: Discs, who: int, px: float, py: float, vx: float, vy: float, radius: float
) -> float:
    """When a disc at p, moving by v, first touches an edge or another disc, all others standing; or NEVER."""
    first = first_edge(field, px, py, vx, vy, radius, 0.0)
    for i in range(discs.n):
        if i != who:
            at = point_contact(px - units(discs.x[i]), py - units(discs.y[i]), vx, vy, 2.0 * radius, 0.0)
            first = min(first, at)
    return first


@compiled
def _settle(discs: Discs, i: int, x: int, y: int) -> None:
    """A disc comes to rest at a place; its vector tells how far it came."""
    discs.vx[i], discs.vy[i] = x - discs.x[i], y - discs.y[i]
    discs.x[i], discs.y[i] = x, y


@compiled
def is_path_clear(field: Field, ax: int, ay: int, bx: int, by: int, radius: float) -> bool:
    """Whether a disc goes straight from a to b without a wall or window to stop it."""
    vx, vy = units(bx - ax), units(by - ay)
    return first_edge(field, units(ax), units(ay), vx, vy, radius, 0.0) > 1.0


@compiled
def is_free(field: Field, discs: Discs, x: int, y: int, radius: float) -> bool:
    """Whether a disc may lie at a place: on the field, off its hard edges and off the other discs (GEOMETRY.md 12)."""
    if (
        not (0 <= x <= field.width and 0 <= y <= field.height)
        or gap(field, x, y, field.n_hard) < radius - ROUNDING_SLACK
    ):
        return False
    for i in range(discs.n):
        dx, dy = units(x - discs.x[i]), units(y - discs.y[i])
        if math.sqrt(dx * dx + dy * dy) < 2.0 * radius - ROUNDING_SLACK:
            return False
    return True
