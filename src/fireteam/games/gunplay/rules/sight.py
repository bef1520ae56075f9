"""Sections 4c and 4d: line of sight and cover, by three parallel rays between two places.

Each end is a place in hundredths and a posture, so that rules, odds and bots ask alike, about where somebody stands or
might. Who stands between matters to nobody (GUN-4.21).
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ....core.engine.compiled import compiled, rule
from ....core.space.convex import Convex, gap_to_point, is_beside, part_inside
from ..terrain import AREA, BLOCKS_SIGHT, EPS, HIDING, LOW, PRONE, Terrain
from .room import COVER_REACH, inches, is_in_area

OFFSET = 0.45  # from the middle ray to the outer ones (GUN-4.13)
DEPTH = 3.0  # how far one sees through `area` pieces (GUN-4.17, GUN-4.20)
MIDWAY = (
    2 * EPS
)  # by which a crossing may fall short of the middle: the part inside ends EPS before its edge (GUN-4.22)
BLOCKED, OBSTRUCTED = 1, 2  # what may be said of a ray, added up


class Ends(NamedTuple):
    """The ends of the middle ray in inches, as GUN-4.34 orders them; their postures, and what follows from both."""

    ax: float
    ay: float
    a_posture: int
    bx: float
    by: float
    b_posture: int
    length: float
    is_turned: bool  # the target is a, the shooter b
    is_low_shut: bool  # every `low` piece blocks, for one of them is prone


@rule("GUN-4.15", "GUN-4.18", "GUN-4.34")
def ends_between(ax: int, ay: int, a_posture: int, bx: int, by: int, b_posture: int) -> Ends:
    """The ends of rays from a shooter to a target: both directions use the same rays, from the smaller x, then y."""
    is_turned = bx < ax or (bx == ax and by < ay)
    if is_turned:
        ax, ay, a_posture, bx, by, b_posture = bx, by, b_posture, ax, ay, a_posture
    px, py, qx, qy = inches(ax), inches(ay), inches(bx), inches(by)
    length = math.sqrt((qx - px) * (qx - px) + (qy - py) * (qy - py))
    is_low_shut = a_posture == PRONE or b_posture == PRONE
    return Ends(px, py, a_posture, qx, qy, b_posture, length, is_turned, is_low_shut)


@compiled
def pieces_near(terrain: Terrain, ends: Ends) -> int:
    """The pieces that may matter to any of the three rays, as bits: the others are certainly beside all of them."""
    near = 0
    for i in range(terrain.n_pieces):
        piece = terrain.pieces[i]
        if piece.effects & (BLOCKS_SIGHT | LOW | AREA):
            near |= int(not is_beside(piece, ends.ax, ends.ay, ends.bx, ends.by, OFFSET + EPS)) << i
    return near


@rule("GUN-4.11", "GUN-4.13", "GUN-4.16", "GUN-4.17", "GUN-4.22", "GUN-4.30", "GUN-4.31", "GUN-4.34")
def look_along(terrain: Terrain, ends: Ends, near: int, k: int, wanted: int) -> int:
    """What the pieces near do to ray k (-1, 0 or 1): BLOCKED and OBSTRUCTED for the target, known for certain where
    `wanted`.

    A crossing obstructs when its end nearer to the target lies in the target's half. Of a segment along the seam of
    two pieces no part is inside either.
    """
    ox = k * OFFSET * (-(ends.by - ends.ay) / ends.length)
    oy = k * OFFSET * ((ends.bx - ends.ax) / ends.length)
    ax, ay, bx, by = ends.ax + ox, ends.ay + oy, ends.bx + ox, ends.by + oy
    flags, in_areas = 0, 0.0
    for i in range(terrain.n_pieces):
        piece = terrain.pieces[i]
        if not near >> i & 1 or is_beside(piece, ax, ay, bx, by, 0.0):
            continue
        part = part_inside(piece, ax, ay, bx, by)
        length = (part.end - part.start) * ends.length
        if length <= EPS:
            continue
        if piece.effects & AREA:
            in_areas += length
        if piece.effects & BLOCKS_SIGHT or in_areas > DEPTH + EPS or (piece.effects & LOW and hides_by(piece, ends)):
            flags |= BLOCKED
        if (1.0 - part.start if ends.is_turned else part.end) * ends.length >= 0.5 * ends.length - MIDWAY:
            flags |= OBSTRUCTED
        if flags & wanted == wanted:
            break
    return flags


@rule("GUN-4.18", "GUN-4.19")
def hides_by(piece: Convex, ends: Ends) -> bool:
    """Whether a `low` piece blocks: for a prone character every one, for a hiding one those beside it."""
    if ends.is_low_shut:
        return True
    if ends.a_posture == HIDING and gap_to_point(piece, ends.ax, ends.ay) <= COVER_REACH + EPS:
        return True
    return ends.b_posture == HIDING and gap_to_point(piece, ends.bx, ends.by) <= COVER_REACH + EPS


@rule("GUN-4.20")
def hides_in_area(terrain: Terrain, x: int, y: int, posture: int, length: float) -> bool:
    """Whether a character hides inside or on an `area` piece from one whose centre is too far."""
    return posture == HIDING and length > DEPTH + EPS and is_in_area(terrain, x, y)


@rule("GUN-4.14", "GUN-4.15", "GUN-4.21", "GUN-4.35")
def sees(terrain: Terrain, ax: int, ay: int, a_posture: int, bx: int, by: int, b_posture: int) -> bool:
    """Line of sight between two Up characters: one of the three rays at least is not blocked."""
    if ax == bx and ay == by:
        return True
    ends = ends_between(ax, ay, a_posture, bx, by, b_posture)
    if hides_in_area(terrain, ax, ay, a_posture, ends.length) or hides_in_area(terrain, bx, by, b_posture, ends.length):
        return False
    near = pieces_near(terrain, ends)
    for k in (0, -1, 1):
        if not look_along(terrain, ends, near, k, BLOCKED) & BLOCKED:
            return True
    return False


@rule("GUN-4.13", "GUN-4.14", "GUN-4.20", "GUN-4.22", "GUN-4.35")
def sight(terrain: Terrain, ax: int, ay: int, a_posture: int, bx: int, by: int, b_posture: int) -> tuple[int, int]:
    """Of the three rays from a shooter to a target: how many are not blocked, and how many obstructed for the target.

    Where none is clear, obstructions are not counted.
    """
    if ax == bx and ay == by:
        return 3, 0
    ends = ends_between(ax, ay, a_posture, bx, by, b_posture)
    if hides_in_area(terrain, ax, ay, a_posture, ends.length) or hides_in_area(terrain, bx, by, b_posture, ends.length):
        return 0, 0
    near, clear, obstructed = pieces_near(terrain, ends), 0, 0
    for k in range(-1, 2):
        flags = look_along(terrain, ends, near, k, BLOCKED | OBSTRUCTED)
        clear += 0 if flags & BLOCKED else 1
        obstructed += 1 if flags & OBSTRUCTED else 0
    return clear, obstructed if clear else 0


@rule("GUN-4.23", "GUN-4.24")
def has_cover(terrain: Terrain, ax: int, ay: int, a_posture: int, bx: int, by: int, b_posture: int) -> bool:
    """Whether a target at b is in cover from a shooter at a: it is seen, and two of the three rays are obstructed."""
    if ax == bx and ay == by:
        return False
    ends = ends_between(ax, ay, a_posture, bx, by, b_posture)
    near, obstructed = pieces_near(terrain, ends), 0
    for k in range(-1, 2):
        obstructed += int(look_along(terrain, ends, near, k, OBSTRUCTED) & OBSTRUCTED != 0)
        if obstructed + 1 - k < 2:
            return False
    return sees(terrain, ax, ay, a_posture, bx, by, b_posture)
