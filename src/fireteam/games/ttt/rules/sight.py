"""Section 2.2: line of sight."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.space.grid import has_bit
from ..tables import Squares, Tables

Square = tuple[int, int]


@compiled
def has_square(squares: Squares, x: int, y: int) -> bool:
    """Whether a square on the map belongs to a set."""
    return has_bit(squares.rows[y], x)


@compiled
def side_of(value: int) -> int:
    """-1, 0 or 1, as a number is below, at or above 0."""
    return int(value > 0) - int(value < 0)


CLEAR, WALL, CORNER = range(3)


@rule("TTT-2.12", "TTT-2.13", "TTT-2.14", "TTT-2.15", "TTT-2.16", "TTT-2.18", "TTT-2.19")
def trace_line(tables: Tables, x: int, y: int, to_x: int, to_y: int, short: int) -> tuple[int, int, int]:
    """Follow the line between two centres to so many squares short of its end, or until something blocks: where, what.

    WALL: the square itself is impassable. CORNER: both squares that flank the corner by which the line leaves it are.
    """
    walls = tables.walls
    across, up = abs(to_x - x), abs(to_y - y)
    step_x, step_y = side_of(to_x - x), side_of(to_y - y)
    i = j = 0
    while i + j < across + up - short:
        ahead = (1 + 2 * i) * up - (1 + 2 * j) * across
        if ahead == 0 and has_square(walls, x + step_x, y) and has_square(walls, x, y + step_y):
            return (x, y, CORNER)
        if ahead <= 0:
            x, i = x + step_x, i + 1
        if ahead >= 0:
            y, j = y + step_y, j + 1
        if (x != to_x or y != to_y) and has_square(walls, x, y):
            return (x, y, WALL)
    return (x, y, CLEAR)


@rule("TTT-2.11", "TTT-2.17")
def sees(tables: Tables, x: int, y: int, to_x: int, to_y: int) -> bool:
    """Two squares see each other unless something impassable stands between them."""
    return trace_line(tables, x, y, to_x, to_y, 0)[2] == CLEAR


def line(tables: Tables, start: Square, end: Square) -> tuple[list[Square], list[Square]]:
    """The squares that the line enters as far as it is clear, and those that block it: none, a wall, or two flanks."""
    cells = [start]
    for short in reversed(range(abs(end[0] - start[0]) + abs(end[1] - start[1]))):
        x, y, blocked = trace_line(tables, *start, *end, short)
        if blocked == WALL:
            return cells, [(x, y)]
        if blocked == CORNER:
            return cells, [(x + side_of(end[0] - start[0]), y), (x, y + side_of(end[1] - start[1]))]
        if (x, y) != cells[-1]:
            cells.append((x, y))
    return cells, []
