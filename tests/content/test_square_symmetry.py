"""Which turns leave a map of squares as it is, and how many squares are near one."""

from __future__ import annotations

import pytest

from fireteam.content.square_map import Palette, SquareLegend, SquareMap
from fireteam.content.square_symmetry import distance_counter, symmetries, turns
from fireteam.core.space.squares import square_at, square_name

LEGEND = SquareLegend(terrain={".": ("plain",), "w": ("woods",)}, wall="#", zones={"1": "home_1", "2": "home_2"})


def drawn(*rows: str) -> SquareMap:
    return Palette(LEGEND, ("plain", "woods")).draw(rows)


@pytest.mark.parametrize(
    ("rows", "to"),
    [
        (("...", "..."), ["c2", "c1", "a2"]),  # the half turn, and both mirrors
        (("..", ".."), ["b2", "b1", "a2", "a1", "b2"]),  # a square map has its diagonals too
        (("w..", "..w"), ["c2"]),
        (("#..", "#.."), ["a2"]),
        (("w..", "..."), []),
        (("..2", "1.."), ["c2"]),  # either zone comes to the other one
        (("..1", "..."), []),  # a zone comes to what is none
    ],
)
def test_a_turn_counts_that_leaves_terrain_walls_and_zones_as_they_are(rows: tuple[str, ...], to: list[str]) -> None:
    assert [square_name(turn((0, 0))) for turn in symmetries(drawn(*rows))] == to


def test_a_turn_made_twice_is_none() -> None:
    map = drawn("...", "...", "...")
    assert all(turn(turn(at)) == at for turn in turns(map) for at in map)


def test_squares_are_counted_by_their_steps_whatever_stands_between() -> None:
    map = drawn(".....", ".###.", ".....")
    within = distance_counter(frozenset(map), map, 2)
    for name, count in {"a1": 6, "c2": 11, "e3": 6, "b2": 10}.items():
        x, y = square_at(name)
        assert within((x, y)) == sum(abs(x - a) + abs(y - b) <= 2 for a, b in map) == count
