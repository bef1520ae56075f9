"""Section 2.2: line of sight."""

from __future__ import annotations

from ....core.compiled import compiled, rule
from ....core.grid import has_bit
from ..tables import Squares, Tables


@compiled
def has(squares: Squares, x: int, y: int) -> bool:
    """Whether a square on the map belongs to a set."""
    return has_bit(squares.rows[y], x)


@compiled
def side_of(value: int) -> int:
    """-1, 0 or 1, as a number is below, at or above 0."""
    return int(value > 0) - int(value < 0)


@rule(
    "TTT-2.11",
    "TTT-2.12",
    "TTT-2.13",
    "TTT-2.14",
    "TTT-2.15",
    "TTT-2.16",
    "TTT-2.17",
    "TTT-2.18",
    "TTT-2.19",
)
def sees(tables: Tables, x: int, y: int, to_x: int, to_y: int) -> bool:
    """Only an impassable square blocks the line between two centres; two that flank a corner block it together."""
    walls = tables.walls
    across, up = abs(to_x - x), abs(to_y - y)
    step_x, step_y = side_of(to_x - x), side_of(to_y - y)
    i = j = 0
    while i < across or j < up:
        ahead = (1 + 2 * i) * up - (1 + 2 * j) * across
        if ahead == 0 and has(walls, x + step_x, y) and has(walls, x, y + step_y):
            return False
        if ahead <= 0:
            x, i = x + step_x, i + 1
        if ahead >= 0:
            y, j = y + step_y, j + 1
        if (x != to_x or y != to_y) and has(walls, x, y):
            return False
    return True
