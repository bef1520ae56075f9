"""Section 4e: distances, contact, the table's edge, where a character may stand, and cover beside it.

Positions are hundredths of an inch, distances inches. `others` are the Up characters besides the one asked about.
"""

from __future__ import annotations

import math

from ....core.engine.compiled import compiled, rule
from ....core.space.convex import gap_to_point, is_beside
from ..terrain import AREA, BLOCKS_MOVE, EPS, HUNDREDTHS, LOW, Bystanders, Terrain

DIAMETER = 1.0  # of every base (GUN-4.4)
CONTACT = 1.05  # greatest centre distance of two characters in contact (GUN-4.6)
COVER_REACH = 0.75  # from a centre to a `low` piece that gives cover (GUN-4.12)
MARGIN = 50  # hundredths from a centre to the edge of the table (GUN-4.25)
CLEARANCE = 0.49  # from a centre to a piece (GUN-4.26)
SPACING = 0.99  # from a centre to another (GUN-4.26)
BESIDE = 2 * HUNDREDTHS  # further than this along x or y no two characters are in contact, or crowd one another


@rule("GUN-4.1", "GUN-4.2")
def hundredths(inches: float) -> int:
    """A length in whole hundredths, halves away from zero."""
    n = int(math.floor(100.0 * abs(inches) + 0.5))
    return -n if inches < 0.0 else n


@rule("GUN-4.3")
def inches(n: int) -> float:
    """A stored coordinate in inches."""
    return int(n) / HUNDREDTHS


@compiled
def centre_distance(ax: int, ay: int, bx: int, by: int) -> float:
    """The distance of two centres."""
    dx, dy = inches(bx) - inches(ax), inches(by) - inches(ay)
    return math.sqrt(dx * dx + dy * dy)


@rule("GUN-4.4", "GUN-4.5")
def distance(ax: int, ay: int, bx: int, by: int) -> float:
    """The distance of two characters: that of their centres less a base, at least 0."""
    return max(0.0, centre_distance(ax, ay, bx, by) - DIAMETER)


@compiled
def is_apart(ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether two places are so far apart along x or y that their distance need not be computed."""
    return abs(ax - bx) > BESIDE or abs(ay - by) > BESIDE


@rule("GUN-4.3", "GUN-4.6")
def is_contact(ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether two characters are in contact."""
    return not is_apart(ax, ay, bx, by) and centre_distance(ax, ay, bx, by) <= CONTACT + EPS


@rule("GUN-4.7")
def touches_enemy(others: Bystanders, x: int, y: int) -> bool:
    """Whether an Up character at a place is in contact with an Up enemy: then it is engaged."""
    for k in range(others.n):
        if others.is_enemy[k] and is_contact(x, y, others.xs[k], others.ys[k]):
            return True
    return False


@rule("GUN-4.25")
def is_on_table(terrain: Terrain, x: int, y: int) -> bool:
    """Whether a whole base at a place is on the table."""
    return MARGIN <= x <= terrain.width - MARGIN and MARGIN <= y <= terrain.height - MARGIN


@rule("GUN-4.32")
def nearest(terrain: Terrain, x: int, y: int, effects: int, reach: float) -> float:
    """How far a place is from the nearest piece with one of the effects; infinity when none is within the reach."""
    px, py = inches(x), inches(y)
    pieces, least = terrain.pieces, math.inf
    for i in range(terrain.n_pieces):
        piece = pieces[i]
        if piece.effects & effects and not is_beside(piece, px, py, px, py, reach + 2.0 * EPS):
            least = min(least, gap_to_point(piece, px, py))
    return least


@rule("GUN-4.26")
def has_clearance(terrain: Terrain, x: int, y: int, effects: int) -> bool:
    """Whether a place keeps its distance from the pieces with one of the effects."""
    return nearest(terrain, x, y, effects, CLEARANCE) >= CLEARANCE - EPS


@rule("GUN-4.12")
def is_at_cover(terrain: Terrain, x: int, y: int) -> bool:
    """Whether a character at a place is at cover: beside a `low` piece, or inside or on an `area` piece."""
    if nearest(terrain, x, y, LOW, COVER_REACH) <= COVER_REACH + EPS:
        return True
    return is_in_area(terrain, x, y)


@rule("GUN-4.12", "GUN-4.20", "GUN-4.32")
def is_in_area(terrain: Terrain, x: int, y: int) -> bool:
    """Whether a place is inside or on an `area` piece."""
    return nearest(terrain, x, y, AREA, 0.0) <= EPS


@rule("GUN-4.26", "GUN-4.28")
def crowds(others: Bystanders, x: int, y: int) -> bool:
    """Whether a place is too near to the centre of another Up character; Down ones hinder nothing."""
    for k in range(others.n):
        ox, oy = others.xs[k], others.ys[k]
        if not is_apart(x, y, ox, oy) and centre_distance(x, y, ox, oy) < SPACING - EPS:
            return True
    return False


@rule("GUN-4.27", "GUN-4.28")
def is_legal_stop(terrain: Terrain, others: Bystanders, x: int, y: int) -> bool:
    """Whether a character may stop at a place: on the table, off walls and `low` pieces, and off the others."""
    if not is_on_table(terrain, x, y) or crowds(others, x, y):
        return False
    return has_clearance(terrain, x, y, BLOCKS_MOVE | LOW)
