"""Whether a map of squares is alike from both sides, and how near its squares are: for checks of fairness and room."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import accumulate

from ..core.space.squares import Square
from .square_map import SquareMap

Turn = Callable[[Square], Square]
"""Where a square comes to when a map is turned or mirrored."""


def turns(map: SquareMap) -> list[Turn]:
    """The half turn and the mirrors of a map; a square map can be mirrored in its diagonals too."""
    east, north = map.width - 1, map.height - 1
    found: list[Turn] = [
        lambda at: (east - at[0], north - at[1]),
        lambda at: (east - at[0], at[1]),
        lambda at: (at[0], north - at[1]),
    ]
    if east == north:
        found += [lambda at: (at[1], at[0]), lambda at: (north - at[1], east - at[0])]
    return found


def symmetries(map: SquareMap) -> Iterator[Turn]:
    """The turns that leave terrain and walls as they are, and take every zone to one of the zones."""
    zones = set(map.zones.values())
    for turn in turns(map):
        is_same = all(
            map.terrain(at) == map.terrain(turn(at)) and map.is_open(at) == map.is_open(turn(at)) for at in map
        )
        if is_same and all(turn_squares(turn, squares) in zones for squares in zones):
            yield turn


def turn_squares(turn: Turn, squares: frozenset[Square]) -> frozenset[Square]:
    """The squares after a turn."""
    return frozenset(map(turn, squares))


def distance_counter(squares: Collection[Square], map: SquareMap, most: int) -> Callable[[Square], int]:
    """Counts how many of the squares lie within so many steps of a square, with nothing in the way, row by row."""
    before = [[0, *accumulate((x, y) in squares for x in range(map.width))] for y in range(map.height)]

    def within(at: Square) -> int:
        total = 0
        for y in range(max(0, at[1] - most), min(map.height, at[1] + most + 1)):
            left = most - abs(y - at[1])
            total += before[y][min(map.width, at[0] + left + 1)] - before[y][max(0, at[0] - left)]
        return total

    return within
