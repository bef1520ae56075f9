"""Lines of sight: against the naive table, and against shapely where no tolerance decides."""

from __future__ import annotations

from random import Random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from fireteam.core.engine.record import blank
from fireteam.core.space.movement import Discs
from fireteam.core.space.sight import blocking_wall, sight, sight_line, sight_past
from fireteam.core.space.terrain import (
    BLOCK,
    BORDER,
    LOW,
    NO_CONTACT,
    WALL,
    WINDOW,
    Field,
    intersection,
    is_open_between,
    steps,
)
from fireteam.core.space.terrain_build import TerrainPlan, build
from tests import naive_field as naive
from tests.maps import NAMES, fields_of, plan_of
from tests.random_fields import field_at_random

SEEDS = st.integers(0, 2**32)
HAIR = 1e-6
Steps = tuple[int, int]


def point(random: Random, field: Field) -> Steps:
    grain = random.choice([1, 250000, 1000000])
    x, y = (random.randint(0, side // grain) * grain for side in (field.width, field.height))
    return x, y


def pairs(random: Random, field: Field, count: int) -> list[tuple[Steps, Steps]]:
    return [(point(random, field), point(random, field)) for _ in range(count)]


@given(SEEDS)
@settings(max_examples=60, derandomize=True)
def test_sight_and_cover_are_those_of_the_naive_table(seed: int) -> None:
    """TPS-3.16 to 3.21, 3.29 and 3.30: every edge, one by one, says the same as the fast way."""
    random = Random(seed)
    plan, field = field_at_random(random)
    table = naive.table_of(plan)
    for a, b in pairs(random, field, 15):
        for from_point in (0, 1):
            clear, covered = sight(field, *a, *b, from_point)
            assert (clear, covered if clear else 0) == naive.sight(table, a, b, bool(from_point))


@pytest.mark.parametrize("name", NAMES)
def test_sight_and_cover_are_those_of_the_naive_table_on_the_maps(name: str) -> None:
    table, field, random = naive.table_of(plan_of(name)), fields_of(name)[0], Random(name)
    seen = set()
    for a, b in pairs(random, field, 250):
        clear, covered = sight(field, *a, *b, 0)
        seen.add((clear, covered))
        assert (clear, covered if clear else 0) == naive.sight(table, a, b)
    assert {clear for clear, _ in seen} == {0, 1, 2, 3}, "the pairs show every kind of sight"
    assert {covered for _, covered in seen} == {0, 1, 2, 3}


@given(SEEDS)
@settings(max_examples=60, derandomize=True)
def test_shapely_sees_the_same(seed: int) -> None:
    random = Random(seed)
    plan, field = field_at_random(random)
    table = naive.table_of(plan)
    walls = [shapely.LineString(wall) for wall in table.walls]
    for a, b in pairs(random, field, 15):
        if a == b:
            continue
        lines = [shapely.LineString(line) for line in naive.three_lines(a, b, False)]
        gaps = [min(line.distance(wall) for wall in walls) for line in lines]
        if all(gap == 0 or gap > HAIR for gap in gaps):
            assert sight(field, *a, *b, 0)[0] == sum(gap > 0 for gap in gaps)


@given(SEEDS)
@settings(max_examples=60, derandomize=True)
def test_sight_is_the_same_both_ways(seed: int) -> None:
    """TPS-3.18."""
    random = Random(seed)
    _, field = field_at_random(random)
    for a, b in pairs(random, field, 15):
        assert sight(field, *a, *b, 0)[0] == sight(field, *b, *a, 0)[0]


@given(SEEDS)
@settings(max_examples=60, derandomize=True)
def test_what_is_open_between_two_points(seed: int) -> None:
    """TPS-3.5: the segment meets no wall and no window; a point is open to itself."""
    random = Random(seed)
    plan, field = field_at_random(random)
    table = naive.table_of(plan)
    for a, b in pairs(random, field, 15):
        assert is_open_between(field, *a, *a)
        if a != b:
            p, q = naive.in_units(a), naive.in_units(b)
            meets = any(naive.meetings(p, q, wall) for wall in (*table.walls, *table.windows))
            assert is_open_between(field, *a, *b) == (not meets)


@given(SEEDS)
@settings(max_examples=60, derandomize=True)
def test_the_wall_that_is_named_blocks_and_is_the_nearest(seed: int) -> None:
    random = Random(seed)
    plan, field = field_at_random(random)
    table = naive.table_of(plan)
    for a, b in pairs(random, field, 10):
        if a == b:
            continue
        for k, line in zip((-1, 0, 1), naive.three_lines(a, b, False), strict=True):
            met = {i: max(ts) for i, wall in enumerate(table.walls) if (ts := naive.meetings(*line, wall))}
            assert blocking_wall(field, *a, *b, 0, k) == min(met, key=met.__getitem__, default=-1)


CROSS = TerrainPlan(20, 10, walls=[[10, 4, 10, 6]], zones=[[0, 0, 20, 10]])


def of(plan: TerrainPlan) -> Field:
    field: Field = build(plan)[0]
    return field


@pytest.mark.parametrize(
    ("a", "b", "clear"),
    [
        ((5, 5), (15, 5), 0),
        ((5, 6), (15, 6), 1),  # the middle line touches the end of the wall, which blocks it
        ((5, 6.45), (15, 6.45), 2),  # and here an outer one does
        ((5, 6.450001), (15, 6.450001), 3),
        ((10, 1), (10, 9), 2),  # the middle line runs along the wall
        ((10, 7), (10, 9), 3),
    ],
)
def test_touching_a_wall_or_running_along_it_blocks(a: tuple[float, float], b: tuple[float, float], clear: int) -> None:
    """TPS-3.17 and 3.29."""
    places = (steps(value) for value in (*a, *b))
    assert sight(of(CROSS), *places, 0)[0] == clear


def test_along_a_low_edge_its_far_end_decides_on_cover() -> None:
    """TPS-3.20 and 3.29: of a line that runs along an edge the greatest parameter counts."""
    low = TerrainPlan(20, 10, low=[[8, 5, 12, 5.000001], [2, 8, 8, 8.000001]], zones=[[0, 0, 20, 10]])
    assert sight(of(low), steps(4), steps(5), steps(16), steps(5), 0) == (3, 1)
    assert sight(of(low), steps(1), steps(8), steps(19), steps(8), 0) == (3, 0)


def test_an_edge_halfway_covers_both() -> None:
    """TPS-3.20: t of a half is not nearer to either."""
    window = of(TerrainPlan(20, 10, windows=[[10, 2, 10, 8]], zones=[[0, 0, 20, 10]]))
    for a, b, covered in ((5, 15, 3), (15, 5, 3), (4, 15, 3), (15, 4, 0)):
        assert sight(window, steps(a), steps(5), steps(b), steps(5), 0) == (3, covered)


def test_rounding_takes_no_meeting_away() -> None:
    """TPS-3.17 and 3.20: a window halfway, and a wall that ends on the line, where the last bit falls short."""
    zones = [[0, 0, 20, 20]]
    halfway = of(TerrainPlan(20, 20, windows=[[10.19, 9.97, 11.71, 10.43]], zones=zones))
    line = [steps(value) for value in (12.1, 6.4, 9.8, 14)]
    assert sight(halfway, *line, 0) == (3, 3)
    touching = of(TerrainPlan(20, 20, walls=[[12.7, 4.65, 11.59, 5.13]], zones=zones))
    line = [steps(value) for value in (13.5, 6.5, 11.9, 2.8)]
    assert sight(touching, *line, 0)[0] == 1


def test_from_a_point_all_lines_begin_there() -> None:
    """TPS-3.16: from beside the end of a wall a blast sees what a disc sees too, by other lines."""
    field = of(CROSS)
    a, b = (steps(9.9), steps(6.1)), (steps(14), steps(6.1))
    lines = [sight_line(*a, *b, 1, k) for k in (-1, 0, 1)]
    assert {(line.px, line.py) for line in lines} == {(9.9, 6.1)}
    assert [round(line.py + line.ry, 9) for line in lines] == [5.65, 6.1, 6.55]
    assert (sight(field, *a, *b, 1)[0], sight(field, *a, *b, 0)[0]) == (3, 2)


def test_discs_block_lines_where_a_game_wants_it() -> None:
    """TPS-3.19: a disc that a line meets blocks it, touching included; without the option none does."""
    field = of(TerrainPlan(20, 10, zones=[[0, 0, 20, 10]]))
    line = steps(2), steps(5), steps(18), steps(5)
    discs: Discs = blank(Discs)[0]
    assert sight_past(field, *line, 0, discs, 0.5) == (3, 0)
    discs.n, discs.x[0] = 1, steps(10)
    for y, clear in ((5, 0), (5.2, 1), (5.5, 1), (5.500001, 2), (5.95, 2), (5.951, 3)):
        discs.y[0] = steps(y)
        assert sight_past(field, *line, 0, discs, 0.5) == (clear, 0)
    discs.x[0], discs.y[0] = steps(18.4), steps(5)
    assert sight_past(field, *line, 0, discs, 0.5)[0] == 2, "the middle line ends inside it"
    discs.x[0] = steps(18.6)
    assert sight_past(field, *line, 0, discs, 0.5)[0] == 3, "and before it"


def test_what_edges_belong_to_stands_with_them() -> None:
    field = fields_of("cs_clinic")[0]
    kinds = [(int(edge.kind), int(edge.number)) for edge in field.edges[: field.n_edges]]
    plan = plan_of("cs_clinic")
    assert kinds == [
        *((WALL, i) for i in range(len(plan.walls))),
        *((BLOCK, 0) for _ in range(4)),
        *((BORDER, i) for i in range(4)),
        *((WINDOW, i) for i in range(len(plan.windows))),
        *((LOW, i) for i in range(len(plan.low)) for _ in range(4)),
    ]


def test_a_line_that_misses_meets_at_no_parameter() -> None:
    edge = of(CROSS).edges[0]
    assert intersection(5.0, 5.0, 10.0, 0.0, 10.0, edge) == 0.5
    assert intersection(5.0, 7.0, 10.0, 0.0, 10.0, edge) == NO_CONTACT
    assert intersection(5.0, 5.0, 4.0, 0.0, 4.0, edge) == NO_CONTACT
    assert intersection(5.0, 5.0, 0.0, 0.0, 0.0, edge) == NO_CONTACT, "no line at all"
