"""Bouncing flight: against the naive table, and against shapely for what it flies through."""

from __future__ import annotations

from math import dist
from random import Random

import pytest
import shapely
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fireteam.core.space.ricochet import fly_point
from fireteam.core.space.terrain import Field, gap, steps, units
from fireteam.core.space.terrain_build import TerrainPlan, build
from tests import naive_field as naive
from tests.maps import NAMES, fields_of, plan_of
from tests.random_fields import field_at_random, places

SEEDS = st.integers(0, 2**32)
Steps = tuple[int, int]


def aims(random: Random, start: Steps) -> Steps:
    """Any way, or along or across the axes and at half a right angle, where corners are met exactly."""
    if random.random() < 0.5:
        return start[0] + random.randint(-1000000, 1000000), start[1] + random.randint(1, 1000000)
    dx, dy = random.choice([(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1), (3, 4), (-2, 1)])
    return start[0] + dx * 1000000, start[1] + dy * 1000000


@given(SEEDS)
@example(10241)  # a block's acute corner at the border: mirrored in both walls, a flight would leave the table
@settings(max_examples=60, derandomize=True)
def test_a_flight_ends_as_on_the_naive_table(seed: int) -> None:
    """TPS-19.3 to 19.6 and 19.31, to the step."""
    random = Random(seed)
    plan, field = field_at_random(random)
    table = naive.table_of(plan)
    for start in places(random, field, 6):
        aim, length = aims(random, start), float(random.randint(1, 25))
        assert fly_point(field, *start, *aim, length) == naive.fly(table, start, aim, length)


@pytest.mark.parametrize("name", NAMES)
def test_a_flight_ends_as_on_the_naive_table_on_the_maps(name: str) -> None:
    table, field, random = naive.table_of(plan_of(name)), fields_of(name)[0], Random(name)
    for start in places(random, field, 12):
        aim, length = aims(random, start), float(random.randint(1, 40))
        assert fly_point(field, *start, *aim, length) == naive.fly(table, start, aim, length)


@given(SEEDS)
@example(10241)  # a block's acute corner at the border: mirrored in both walls, a flight would leave the table
@settings(max_examples=60, derandomize=True)
def test_a_flight_is_as_long_as_it_should_be_and_goes_through_no_wall(seed: int) -> None:
    """TPS-19.3 and 19.4: every bounce lies on a wall, and between bounces there is none."""
    random = Random(seed)
    plan, field = field_at_random(random)
    table = naive.table_of(plan)
    walls = shapely.MultiLineString(table.walls)
    for start in places(random, field, 4):
        aim, length = aims(random, start), float(random.randint(1, 25))
        corners = naive.path(table, start, aim, length)
        assert sum(map(dist, corners, corners[1:])) == pytest.approx(length)
        for bounce in corners[1:-1]:
            assert walls.distance(shapely.Point(bounce)) < 1e-6
        for a, b in zip(corners, corners[1:], strict=False):
            leg = shapely.LineString([a, b])
            if leg.length > 1e-4:
                middle = shapely.LineString([leg.interpolate(2e-5), leg.interpolate(leg.length - 2e-5)])
                assert not middle.intersects(walls)
        x, y = fly_point(field, *start, *aim, length)
        assert gap(field, x, y, field.n_walls) >= 0.001
        assert 0 < x < field.width and 0 < y < field.height


def thrown(field: Field, *way: float, length: float) -> tuple[float, float]:
    x, y, dx, dy = way
    end = fly_point(field, steps(x), steps(y), steps(x + dx), steps(y + dy), length)
    return units(end[0]), units(end[1])


BARE = TerrainPlan(10, 10, zones=[[0, 0, 10, 10]])


@pytest.mark.parametrize(
    ("plan", "way", "length", "end"),
    [
        (BARE, (8, 8, 1, 1), 4 * 2**0.5, (8, 8)),  # into the corner: mirrored in both walls, back the way it came
        (BARE, (8, 8, 1, 0), 6, (6, 8)),
        # into an acute corner: mirrored in both walls it would be behind one of them, so it goes back the way it came
        (TerrainPlan(10, 10, walls=[[10, 5, 6, 7]], zones=BARE.zones), (8, 7, 1, -1), 4 * 2**0.5, (8, 7)),
        (BARE, (5, 5, 1, 0), 22, (7, 5)),  # to and fro
        (
            TerrainPlan(10, 10, walls=[[5, 0, 5, 5]], zones=BARE.zones),
            (3, 5, 1, 0),
            4,
            (3, 5),
        ),  # the very end of a wall
        (TerrainPlan(10, 10, walls=[[5, 0, 5, 4]], zones=BARE.zones), (3, 5, 1, 0), 4, (7, 5)),  # past it
        (
            TerrainPlan(10, 10, walls=[[5, 5, 9, 5]], zones=BARE.zones),
            (3, 5, 1, 0),
            4,
            (4.99, 5),
        ),  # along it; no rest there
        (
            TerrainPlan(10, 10, walls=[[5, 3, 5, 7], [5, 3, 5, 7]], zones=BARE.zones),
            (3, 5, 1, 0),
            4,
            (3, 5),
        ),  # twice there
    ],
)
def test_flights_by_hand(plan: TerrainPlan, way: tuple[float, ...], length: float, end: tuple[float, float]) -> None:
    """TPS-19.5."""
    field: Field = build(plan)[0]
    assert thrown(field, *way, length=length) == pytest.approx(end, abs=1e-6)
