"""Convex pieces of the free table, against shapely where no tolerance decides."""

from __future__ import annotations

from random import Random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from fireteam.core.space.convex import Convex, gap_to_point, gap_to_segment, is_beside, part_inside, segment_gap
from fireteam.core.space.convex_build import build_convex
from fireteam.core.space.polygons import are_apart, is_strictly_convex

SEEDS = st.integers(0, 2**32)
HAIR = 1e-6
SQUARE = [(0, 0), (200, 0), (200, 200), (0, 200)]


def piece(corners: list[tuple[int, int]]) -> Convex:
    return build_convex(corners, 1, 100)


def polygon_at_random(random: Random) -> list[tuple[int, int]]:
    while True:
        points = shapely.MultiPoint([(random.randint(0, 500), random.randint(0, 500)) for _ in range(6)])
        hull = points.convex_hull
        corners = [(int(x), int(y)) for x, y in shapely.get_coordinates(shapely.orient_polygons(hull))[:-1]]
        if hull.geom_type == "Polygon" and is_strictly_convex(corners):
            return corners


@given(SEEDS)
@settings(max_examples=100, derandomize=True, deadline=None)
def test_what_is_inside_and_how_far_a_piece_is_agree_with_shapely(seed: int) -> None:
    random = Random(seed)
    corners = polygon_at_random(random)
    record, judge = piece(corners), shapely.Polygon([(x / 100, y / 100) for x, y in corners])
    for _ in range(20):
        ax, ay, bx, by = (random.randint(-100, 600) / 100 for _ in range(4))
        line = shapely.LineString([(ax, ay), (bx, by)])
        part = part_inside(record, ax, ay, bx, by)
        on_border = judge.exterior.intersection(line).length
        inside = judge.intersection(line).length - on_border
        assert (part.end - part.start) * line.length == pytest.approx(inside, abs=1e-4)
        assert gap_to_segment(record, ax, ay, bx, by) == pytest.approx(judge.distance(line), abs=HAIR)
        assert gap_to_point(record, ax, ay) == pytest.approx(judge.distance(shapely.Point(ax, ay)), abs=HAIR)
        if is_beside(record, ax, ay, bx, by, 0.5):
            assert judge.distance(line) >= 0.5


@given(SEEDS)
@settings(max_examples=100, derandomize=True, deadline=None)
def test_pieces_overlap_where_shapely_finds_a_common_area(seed: int) -> None:
    random = Random(seed)
    one, other = polygon_at_random(random), polygon_at_random(random)
    area = shapely.Polygon(one).intersection(shapely.Polygon(other)).area
    assert are_apart(one, other) == (area == 0)


@pytest.mark.parametrize(
    ("corners", "is_sound"),
    [
        (SQUARE, True),
        ([(0, 0), (1, 0), (0, 1)], True),
        (SQUARE[::-1], False),
        ([(0, 0), (100, 0), (200, 0), (100, 100)], False),
        ([(0, 0), (200, 0), (50, 50), (0, 200)], False),
        ([(0, 0), (100, 0)], False),
        ([(0, 0), (100, 0), (100, 100), (0, 0)], False),
        ([(0, 100), (-59, -81), (95, 31), (-95, 31), (59, -81)], False),  # a star turns left at every corner
    ],
)
def test_strictly_convex_is_left_of_every_edge(corners: list[tuple[int, int]], is_sound: bool) -> None:
    assert is_strictly_convex(corners) == is_sound


def test_touching_pieces_do_not_overlap() -> None:
    beside = [(x + 200, y + 100) for x, y in SQUARE]
    assert are_apart(SQUARE, beside) and not are_apart(SQUARE, [(x - 1, y) for x, y in beside])


def test_along_a_border_nothing_is_inside() -> None:
    part = part_inside(piece(SQUARE), -1.0, 2.0, 3.0, 2.0)
    assert part.end <= part.start
    assert gap_to_segment(piece(SQUARE), -1.0, 2.0, 3.0, 2.0) == 0.0


def test_a_segment_without_length_is_a_point() -> None:
    assert segment_gap(1.0, 1.0, 1.0, 1.0, 4.0, 5.0) == 5.0
    assert gap_to_segment(piece(SQUARE), 5.0, 6.0, 5.0, 6.0) == 5.0
