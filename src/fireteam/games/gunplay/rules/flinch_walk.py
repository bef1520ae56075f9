"""Where a character retires to that flinches: walks in 16 directions, ranked by how they hide (GUN-12.19 to GUN-12.33).

Nothing moves meanwhile: `others` are the Up characters at the moment before the flinch action.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ....core.engine.compiled import rule
from ....core.engine.stack import on_stack
from ..terrain import EPS, HIDING, PRONE, STANDING, Bystanders, Path, Terrain
from .paths import is_path_blocked, path_cost
from .room import centre_distance, hundredths, inches, is_at_cover, is_legal_stop, is_on_table, touches_enemy
from .sight import has_cover, sees

COS, SIN, HALF = 0.9238795325112867, 0.3826834323650898, 0.7071067811865476  # GUN-12.32
TURNS = (
    (1.0, 0.0),
    (COS, SIN),
    (HALF, HALF),
    (SIN, COS),
    (0.0, 1.0),
    (-SIN, COS),
    (-HALF, HALF),
    (-COS, SIN),
    (-1.0, 0.0),
)
DIRECTIONS = 16
STRIDE = 0.5  # between the lengths of walks, whatever `step` is (GUN-12.33)
COST_SLACK = 0.01  # covers rounding (GUN-12.23)
UNRANKED = 3
new_path = on_stack(Path)


class FlinchEnd(NamedTuple):
    """Where a flinch action ends, and in which posture; the rank of the place, 3 for none."""

    x: int
    y: int
    posture: int
    rank: int


@rule("GUN-12.19")
def threats_to(terrain: Terrain, others: Bystanders, x: int, y: int, posture: int) -> int:
    """The threats to a character, as bits of their places among the others: enemies that see it."""
    threats = 0
    for k in range(others.n):
        if others.is_enemy[k] and sees(terrain, others.xs[k], others.ys[k], others.postures[k], x, y, posture):
            threats |= 1 << k
    return threats


@rule("GUN-12.23")
def least_distance(others: Bystanders, threats: int, x: int, y: int) -> float:
    """The least centre distance from a place to any threat."""
    least = math.inf
    for k in range(others.n):
        if threats >> k & 1:
            least = min(least, centre_distance(x, y, others.xs[k], others.ys[k]))
    return least


@rule("GUN-12.22", "GUN-12.32", "GUN-12.33")
def way_from(others: Bystanders, threats: int, x: int, y: int) -> tuple[float, float]:
    """The unit vector away from the nearest threat, of equals that of the lowest id."""
    least = least_distance(others, threats, x, y)
    for k in range(others.n):
        if threats >> k & 1 and centre_distance(x, y, others.xs[k], others.ys[k]) <= least + EPS and least > 0.0:
            length = centre_distance(x, y, others.xs[k], others.ys[k])
            return (inches(x) - inches(others.xs[k])) / length, (inches(y) - inches(others.ys[k])) / length
    return 1.0, 0.0


@rule("GUN-12.21", "GUN-12.22", "GUN-12.32")
def flinch_point(x: int, y: int, ux: float, uy: float, direction: int, length: float) -> tuple[int, int]:
    """The rounded end of a walk: direction 0 is u, then it is turned by 22.5 degrees more, left before right."""
    cos, sin = TURNS[(direction + 1) // 2]
    if direction % 2 == 0:
        sin = -sin
    return hundredths(inches(x) + (ux * cos - uy * sin) * length), hundredths(
        inches(y) + (ux * sin + uy * cos) * length
    )


@rule("GUN-12.24", "GUN-12.25", "GUN-12.26")
def rank_of(terrain: Terrain, others: Bystanders, threats: int, x: int, y: int) -> int:
    """How good a place is to retire to: hiding unseen 0, standing unseen 1, in cover from all who see 2; else 3."""
    sight, exposed = 0, 0
    at_cover = is_at_cover(terrain, x, y)
    hidden = at_cover
    for k in range(others.n):
        if threats >> k & 1:
            tx, ty, posture = others.xs[k], others.ys[k], others.postures[k]
            hidden = hidden and not sees(terrain, tx, ty, posture, x, y, HIDING)
            if sees(terrain, tx, ty, posture, x, y, STANDING):
                sight += 1
                exposed += 0 if has_cover(terrain, tx, ty, posture, x, y, STANDING) else 1
    if hidden:
        return 0
    if sight == 0:
        return 1
    return 2 if exposed == 0 else UNRANKED


@rule("GUN-12.23")
def is_flinch_walk(
    terrain: Terrain, others: Bystanders, threats: int, path: Path, posture: int, speed: float, is_scout: bool
) -> bool:
    """Whether a straight walk is a candidate: lawful, affordable, no nearer to the threats, off the enemies."""
    x, y, to_x, to_y = path.xs[0], path.ys[0], path.xs[1], path.ys[1]
    if not is_on_table(terrain, to_x, to_y) or touches_enemy(others, to_x, to_y):
        return False
    if least_distance(others, threats, to_x, to_y) < least_distance(others, threats, x, y) - EPS:
        return False
    if path_cost(terrain, path, posture == PRONE, is_scout) > speed + COST_SLACK + EPS:
        return False
    return is_legal_stop(terrain, others, to_x, to_y) and not is_path_blocked(terrain, others, path, 0.0)


@rule("GUN-12.19", "GUN-12.21", "GUN-12.27", "GUN-12.28", "GUN-12.29", "GUN-12.33")
def flinch_end(
    terrain: Terrain, others: Bystanders, x: int, y: int, posture: int, speed: float, is_scout: bool
) -> FlinchEnd:
    """What a character does that flinches and is not engaged: the candidate of least rank, then length, then direction.

    Without a threat it hides where it stands, if it can; without a ranked candidate it drops prone. Speed is in inches.
    """
    threats = threats_to(terrain, others, x, y, posture)
    if threats == 0:
        hides = posture == STANDING and is_at_cover(terrain, x, y)
        return FlinchEnd(x, y, HIDING if hides else posture, UNRANKED)
    best, best_x, best_y = rank_of(terrain, others, threats, x, y), x, y
    path = new_path()
    path.n, path.xs[0], path.ys[0] = 1, x, y
    ux, uy = way_from(others, threats, x, y)
    for n in range(1, int(speed / STRIDE) + 1):
        for direction in range(DIRECTIONS):
            to_x, to_y = flinch_point(x, y, ux, uy, direction, n * STRIDE)
            path.xs[1], path.ys[1] = to_x, to_y
            if best > 0 and is_flinch_walk(terrain, others, threats, path, posture, speed, is_scout):
                rank = rank_of(terrain, others, threats, to_x, to_y)
                if rank < best:
                    best, best_x, best_y = rank, to_x, to_y
    return FlinchEnd(best_x, best_y, end_posture(terrain, best, best_x, best_y, x, y, posture), best)


@rule("GUN-12.28", "GUN-12.29")
def end_posture(terrain: Terrain, rank: int, to_x: int, to_y: int, x: int, y: int, posture: int) -> int:
    """The posture at the end: hiding at cover, unless standing hides already; prone for who finds no place."""
    if rank == UNRANKED:
        return PRONE
    if rank == 0 or (rank == 2 and is_at_cover(terrain, to_x, to_y)):
        return HIDING
    return PRONE if posture == PRONE and to_x == x and to_y == y else STANDING
