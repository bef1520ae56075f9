"""Section 4e and 4f: is a path lawful, what does it cost, and where along it others may react (GUN-13.17, GUN-13.44).

A `Path` starts at the character's place. Lengths and costs are inches along the unrounded polyline (GUN-4.37).
"""

from __future__ import annotations

import math

from ....core.engine.compiled import compiled, rule
from ....core.space.convex import gap_to_segment, is_beside, part_inside, segment_gap
from ..terrain import BLOCKS_MOVE, DIFFICULT, EPS, LOW, Bystanders, Path, Terrain
from .room import (
    CLEARANCE,
    SPACING,
    centre_distance,
    crowds,
    has_clearance,
    hundredths,
    inches,
    is_legal_stop,
    is_on_table,
)

ENTRY_COST = 0.5  # of each `low` piece that is entered (GUN-4.29)
ROUNDING = 0.01  # no trigger point is rounded so far off the path
RISE_COST = 1.0  # of walking out of prone (GUN-4.29, GUN-7.7)


@compiled
def leg_ends(path: Path, i: int) -> tuple[float, float, float, float]:
    """The ends of the segment from point i of a path to the next, in inches."""
    return inches(path.xs[i]), inches(path.ys[i]), inches(path.xs[i + 1]), inches(path.ys[i + 1])


@rule("GUN-4.37")
def leg_length(path: Path, i: int) -> float:
    """How long the segment from point i of a path to the next is."""
    return centre_distance(path.xs[i], path.ys[i], path.xs[i + 1], path.ys[i + 1])


@rule("GUN-4.37")
def path_length(path: Path) -> float:
    """How long a path is, added up segment by segment from its start."""
    length = 0.0
    for i in range(path.n):
        length += leg_length(path, i)
    return length


@rule("GUN-4.2", "GUN-4.37")
def point_at(path: Path, length: float) -> tuple[int, int]:
    """The point at a length of a path, rounded: on the first segment that reaches so far."""
    before = 0.0
    for i in range(path.n):
        leg = leg_length(path, i)
        if length <= before + leg + EPS:
            share = min(1.0, (length - before) / leg)
            ax, ay, bx, by = leg_ends(path, i)
            return hundredths(ax + (bx - ax) * share), hundredths(ay + (by - ay) * share)
        before += leg
    return path.xs[path.n], path.ys[path.n]


@rule("GUN-13.17", "GUN-13.44")
def count_trigger_points(terrain: Terrain, path: Path) -> int:
    """How many trigger points a movement has: the multiples of the step short of its end, from 0 on, and the end.

    Point k is at length k * step, the last one at the end; a multiple within EPS of the end is the end.
    """
    length, step = path_length(path), inches(terrain.step)
    n = int(length / step)
    while n > 0 and n * step >= length - EPS:
        n -= 1
    while (n + 1) * step < length - EPS:
        n += 1
    return n + 2 if path.n else 1


@rule("GUN-13.17", "GUN-13.44")
def trigger_length(terrain: Terrain, path: Path, k: int) -> float:
    """How far along its path a movement's trigger point k is."""
    length, multiple = path_length(path), k * inches(terrain.step)
    return length if multiple >= length - EPS else multiple


@rule("GUN-4.2", "GUN-13.17")
def trigger_point(terrain: Terrain, path: Path, k: int) -> tuple[int, int]:
    """Where a movement's trigger point k is, rounded."""
    return point_at(path, trigger_length(terrain, path, k))


@rule("GUN-4.25", "GUN-7.12")
def leaves_table(terrain: Terrain, path: Path) -> bool:
    """Whether a base would leave the table: it does where it does at a waypoint."""
    for i in range(path.n + 1):
        if not is_on_table(terrain, path.xs[i], path.ys[i]):
            return True
    return False


@rule("GUN-4.26", "GUN-4.33", "GUN-4.36", "GUN-7.52")
def is_path_blocked(terrain: Terrain, others: Bystanders, path: Path, after: float) -> bool:
    """Whether a path beyond a length (0.0: all of it) comes too near to a wall or another Up character.

    Looked at are the exact polyline and every rounded trigger point; the start point itself minds no character.
    """
    before, is_close = 0.0, False
    for i in range(path.n):
        leg = leg_length(path, i)
        if before + leg > after + EPS:
            ax, ay, bx, by = leg_ends(path, i)
            share = max(0.0, (after - before) / leg)
            ax, ay = ax + (bx - ax) * share, ay + (by - ay) * share
            if is_leg_blocked(terrain, others, ax, ay, bx, by, ROUNDING):
                is_close = True
                if is_leg_blocked(terrain, others, ax, ay, bx, by, 0.0):
                    return True
        before += leg
    if not is_close:
        return False
    for k in range(1, count_trigger_points(terrain, path)):
        if trigger_length(terrain, path, k) > after + EPS:
            x, y = trigger_point(terrain, path, k)
            if crowds(others, x, y) or not has_clearance(terrain, x, y, BLOCKS_MOVE):
                return True
    return False


@rule("GUN-4.26", "GUN-4.33")
def is_leg_blocked(
    terrain: Terrain, others: Bystanders, ax: float, ay: float, bx: float, by: float, slack: float
) -> bool:
    """Whether a segment comes too near to a wall or a character; nearer than the rules allow and a slack besides."""
    xs, ys, pieces = others.xs, others.ys, terrain.pieces
    for k in range(others.n):
        if segment_gap(ax, ay, bx, by, inches(xs[k]), inches(ys[k])) < SPACING + slack - EPS:
            return True
    for k in range(terrain.n_pieces):
        piece = pieces[k]
        if piece.effects & BLOCKS_MOVE and not is_beside(piece, ax, ay, bx, by, CLEARANCE + slack):
            if gap_to_segment(piece, ax, ay, bx, by) < CLEARANCE + slack - EPS:
                return True
    return False


@rule("GUN-4.29", "GUN-4.38", "GUN-15.17")
def leg_cost(terrain: Terrain, ax: float, ay: float, bx: float, by: float, most: float, is_scout: bool) -> float:
    """What a segment costs up to a length: that, difficult ground again but for a scout, and entries of `low` pieces.

    An entry counts for what lies beyond it. A stretch that begins where the segment does is no entry: it goes on from
    the segment before, or the path starts in it.
    """
    leg = math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    cost = most = min(most, leg)
    pieces = terrain.pieces
    for k in range(terrain.n_pieces):
        piece = pieces[k]
        if piece.effects & (LOW | DIFFICULT) and not is_beside(piece, ax, ay, bx, by, 0.0):
            part = part_inside(piece, ax, ay, bx, by)
            start, end = part.start * leg, min(part.end * leg, most)
            if end > start and start < most - EPS:
                cost += ENTRY_COST if piece.effects & LOW and part.start > 0.0 else 0.0
                cost += end - start if piece.effects & DIFFICULT and not is_scout else 0.0
    return cost


@rule("GUN-4.29", "GUN-4.37", "GUN-7.7")
def cost_to(terrain: Terrain, path: Path, length: float, rises: bool, is_scout: bool) -> float:
    """What a path costs up to a length, segment by segment; walking out of prone costs besides."""
    cost, before = RISE_COST if rises else 0.0, 0.0
    for i in range(path.n):
        if length < before + EPS:
            break
        ax, ay, bx, by = leg_ends(path, i)
        cost += leg_cost(terrain, ax, ay, bx, by, length - before, is_scout)
        before += leg_length(path, i)
    return cost


@rule("GUN-4.29")
def path_cost(terrain: Terrain, path: Path, rises: bool, is_scout: bool) -> float:
    """What a whole path costs; `rises` for a walk out of prone, not for a crawl."""
    return cost_to(terrain, path, path_length(path), rises, is_scout)


@rule("GUN-7.6")
def enters_low(terrain: Terrain, path: Path) -> bool:
    """Whether a path enters a `low` piece, as no crawl may."""
    for i in range(path.n):
        ax, ay, bx, by = leg_ends(path, i)
        for k in range(terrain.n_pieces):
            piece = terrain.pieces[k]
            if piece.effects & LOW and not is_beside(piece, ax, ay, bx, by, 0.0):
                part = part_inside(piece, ax, ay, bx, by)
                if part.end > part.start > 0.0:
                    return True
    return False


@rule("GUN-7.15", "GUN-7.56")
def last_stop(terrain: Terrain, others: Bystanders, path: Path, k: int) -> int:
    """The last trigger point, k or an earlier one, that is a legal stop; the start if none is."""
    while k > 0:
        x, y = trigger_point(terrain, path, k)
        if is_legal_stop(terrain, others, x, y):
            break
        k -= 1
    return k


@rule("GUN-7.19", "GUN-7.56")
def failed_run_stop(terrain: Terrain, others: Bystanders, path: Path, allowance: float, is_scout: bool) -> int:
    """The trigger point where a failed run ends: the last legal stop that costs no more than the allowance."""
    k = count_trigger_points(terrain, path) - 1
    while k > 0 and cost_to(terrain, path, trigger_length(terrain, path, k), False, is_scout) > allowance + EPS:
        k -= 1
    return last_stop(terrain, others, path, k)
