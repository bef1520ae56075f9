"""Numbers, shapes and zones of the free table."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from random import Random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from fireteam.core.engine.record import blank
from fireteam.core.space.polygons import is_simple
from fireteam.core.space.terrain import (
    MAX_DISTANCE,
    STEPS,
    Field,
    Shape,
    gap,
    is_in,
    is_within,
    length_inside,
    steps,
    units,
    zone_of,
)
from fireteam.core.space.terrain_build import TerrainPlan, build, corners_of, has_room, put_shape
from tests import naive_field as naive
from tests.maps import NAMES, fields_of, plan_of, read
from tests.random_fields import field_at_random

SEEDS = st.integers(0, 2**32)
Steps = tuple[int, int]


@given(st.integers(-(10**9), 10**9))
def test_steps_and_units_are_one_another(n: int) -> None:
    """TPS-3.26."""
    assert steps(units(n)) == n


@pytest.mark.parametrize(
    ("value", "n"), [(0.0000005, 1), (-0.0000005, -1), (0.0000004, 0), (2.5, 2500000), (-1.0000014, -1000001)]
)
def test_a_length_becomes_the_nearest_step_ties_away_from_zero(value: float, n: int) -> None:
    """TPS-3.26."""
    assert steps(value) == n


@given(st.integers(-(5 * 10**8), 5 * 10**8), st.integers(-(5 * 10**8), 5 * 10**8), st.integers(-1, 1))
def test_lengths_are_compared_exactly(dx: int, dy: int, more: int) -> None:
    """TPS-3.27: to the last step, on the largest field."""
    length = isqrt(dx * dx + dy * dy) + more
    assert is_within(dx, dy, length) == (length >= 0 and dx * dx + dy * dy <= length * length)


def test_what_is_far_reaches_everything_and_is_not_squared() -> None:
    """TPS-3.27."""
    assert is_within(500 * STEPS, 500 * STEPS, MAX_DISTANCE)
    assert is_within(500 * STEPS, 500 * STEPS, MAX_DISTANCE * MAX_DISTANCE)
    assert not is_within(0, 0, -1)


def polygon(random: Random) -> list[Steps]:
    """A simple polygon with round corners, so that much lies on its border."""
    while True:
        corners = [(random.randint(0, 8), random.randint(0, 8)) for _ in range(random.randint(3, 7))]
        if is_simple(corners):
            return corners


def shape_of(corners: list[Steps]) -> Shape:
    shape: Shape = blank(Shape)[0]
    put_shape(shape, corners)
    return shape


@given(SEEDS)
@settings(max_examples=90, derandomize=True)
def test_a_point_is_in_a_shape_when_shapely_says_so(seed: int) -> None:
    """TPS-3.12 and 3.14: border included."""
    corners = polygon(Random(seed))
    shape, judge = shape_of(corners), shapely.Polygon(corners)
    for x in range(-1, 10):
        for y in range(-1, 10):
            assert is_in(shape, x, y) == judge.covers(shapely.Point(x, y))


def with_zone(corners: list[Steps]) -> Field:
    field: Field = blank(Field)[0]
    field.n_zones = 1
    put_shape(field.zones[0], corners)
    return field


@given(SEEDS)
@settings(max_examples=90, derandomize=True)
def test_the_length_inside_a_zone_is_exact(seed: int) -> None:
    """TPS-3.33: against fractions, and against shapely; lines through corners and along borders among them."""
    random = Random(seed)
    small = polygon(random)
    size = random.choice([STEPS, 1234567])
    corners = [(x * size, y * size) for x, y in small]
    field, judge = with_zone(corners), shapely.Polygon([naive.in_units(corner) for corner in corners])
    for _ in range(8):
        grain = random.choice([1, size])
        (ax, ay), (bx, by) = ([random.randint(0, 8 * size // grain) * grain for _ in "xy"] for _ in "ab")
        found = length_inside(field, 0, ax, ay, bx, by)
        if (ax, ay) == (bx, by):
            assert found == 0
            continue
        assert found == pytest.approx(naive.inside(corners, (ax, ay), (bx, by)), abs=1e-9)
        assert length_inside(field, 0, bx, by, ax, ay) == pytest.approx(found, abs=1e-9)
        line = shapely.LineString([naive.in_units((ax, ay)), naive.in_units((bx, by))])
        inside = line.intersection(judge).length - line.intersection(judge.boundary).length
        assert abs(found - inside) < 1e-6 or line.distance(shapely.MultiPoint(judge.exterior.coords)) < 1e-6


def test_along_the_border_of_a_zone_nothing_is_inside() -> None:
    """TPS-3.33, on a shape with a notch: along the border, along it and on through the inside, and past a corner."""
    field = with_zone([(x * STEPS, y * STEPS) for x, y in ((0, 0), (6, 0), (6, 3), (4, 3), (4, 5), (0, 5))])
    lengths = {
        (0, 0, 6, 0): 0,
        (6, 3, 4, 3): 0,
        (0, 3, 6, 3): 4,
        (2, 7, 8, 1): 0,
        (3, 8, 3, -1): 5,
        (5, 5, 5, -1): 3,
        (4, 6, 4, 0): 3,
    }
    for line, length in lengths.items():
        assert length_inside(field, 0, *(value * STEPS for value in line)) == pytest.approx(length), line


@pytest.mark.parametrize("name", NAMES)
def test_every_place_is_in_the_first_zone_that_holds_it(name: str) -> None:
    """TPS-3.12."""
    field, zones = fields_of(name)[0], [corners_of(zone["shape"]) for zone in read(name)["zones"]]
    judges = [shapely.Polygon(zone) for zone in zones]
    random = Random(name)
    for _ in range(150):
        grain = random.choice([1, 2000000])
        x, y = (random.randint(0, side // grain) * grain for side in (field.width, field.height))
        assert zone_of(field, x, y) == next(i for i, judge in enumerate(judges) if judge.covers(shapely.Point(x, y)))
    assert zone_of(field, -1, 0) == -1


@given(SEEDS)
@settings(max_examples=60, derandomize=True)
def test_gaps_and_room_are_as_shapely_measures(seed: int) -> None:
    """TPS-3.15: walls alone, or walls and windows; no room in a block."""
    random = Random(seed)
    plan, field = field_at_random(random)
    table = naive.table_of(plan)
    walls, windows = shapely.MultiLineString(table.walls), shapely.MultiLineString(table.windows)
    blocks = (
        shapely.MultiPoint()
        if not plan.blocks
        else shapely.union_all([shapely.Polygon(naive.corners(block)) for block in plan.blocks])
    )
    for _ in range(10):
        x, y = random.randint(0, field.width), random.randint(0, field.height)
        point = shapely.Point(naive.in_units((x, y)))
        far = [each.distance(point) for each in (walls, windows) if not each.is_empty]
        assert gap(field, x, y, field.n_walls) == pytest.approx(far[0])
        assert gap(field, x, y, field.n_hard) == pytest.approx(min(far))
        assert has_room(field, x, y, 0.5) == (min(far) > 0.5 and not blocks.intersects(point))


def test_there_is_no_room_outside_the_field() -> None:
    field = build(TerrainPlan(10, 10, zones=[[0, 0, 10, 10]]))[0]
    assert has_room(field, steps(5), steps(5), 0.5)
    assert not has_room(field, steps(5), steps(12), 0.5)
    assert not has_room(field, steps(-3), steps(5), 0.5)


@pytest.mark.parametrize("name", NAMES)
def test_fields_hold_what_the_maps_say(name: str) -> None:
    field, plan = fields_of(name)[0], plan_of(name)
    assert (field.width, field.height) == tuple(side * STEPS for side in read(name)["size"])
    assert field.n_walls == len(plan.walls) + 4 * len(plan.blocks) + 4
    assert field.n_hard - field.n_walls == len(plan.windows)
    assert field.n_edges - field.n_hard == 4 * len(plan.low)
    assert (field.n_blocks, field.n_zones) == (len(plan.blocks), len(plan.zones))
    table = naive.table_of(plan)
    edges = [((e.x, e.y), (e.to_x, e.to_y)) for e in field.edges[: field.n_edges]]
    assert edges == [*table.walls, *table.windows, *table.low]
    assert all(Fraction(e.length) > 0 and abs(e.nx * e.sx + e.ny * e.sy) < 1e-12 for e in field.edges[: field.n_edges])
