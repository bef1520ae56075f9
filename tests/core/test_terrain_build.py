"""What makes no field and why, how zones lie beside one another, and what can be reached."""

from __future__ import annotations

import time
from itertools import combinations
from random import Random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from fireteam.core.engine.record import blank
from fireteam.core.space.connectivity import reachable
from fireteam.core.space.polygons import is_simple, shared_border, tiling_faults
from fireteam.core.space.terrain import MOST_EDGES, MOST_NEAR, MOST_ZONES, STEPS, Field, Shape, are_neighbours, steps
from fireteam.core.space.terrain_build import (
    BadTerrain,
    TerrainPlan,
    build,
    corners_of,
    exact_steps,
    find_faults,
    put_shape,
)
from tests import naive_field as naive
from tests.maps import NAMES, fields_of, plan_of, read
from tests.random_fields import field_at_random

SEEDS = st.integers(0, 2**32)
Steps = tuple[int, int]
WHOLE = [[0, 0, 20, 10]]


@pytest.mark.parametrize(
    ("value", "n"),
    [(1, 1000000), (0.1, 100000), (27.123456, 27123456), (-3.5, -3500000), (1e-06, 1), (1e3, 1000000000)]
    + [(bad, None) for bad in (1.2345678, 1e-07, float("nan"), float("inf"), True, "1")],
)
def test_numbers_have_at_most_six_decimals(value: float, n: int | None) -> None:
    """TPS-3.26."""
    assert exact_steps(value) == n


@pytest.mark.parametrize(
    ("plan", "wrong"),
    [
        (TerrainPlan(501, 10), "size[0]: must be two numbers above 0 and at most 500, with at most 6 decimals"),
        (TerrainPlan(20, 0), "size[0]: must be two numbers above 0 and at most 500, with at most 6 decimals"),
        (TerrainPlan(20, 1.0000001), "size[0]: must be two numbers above 0 and at most 500, with at most 6 decimals"),
        (TerrainPlan(20, 10, walls=[[1, 1, 2, 2], [3, 3, 3, 3]], zones=WHOLE), "walls[1]: has no length"),
        (TerrainPlan(20, 10, windows=[[1, 1, 21, 2]], zones=WHOLE), "windows[0]: reaches out of the field"),
        (
            TerrainPlan(20, 10, walls=[[1, 1, 2.0000001, 2]], zones=WHOLE),
            "walls[0]: must be [x1, y1, x2, y2], numbers with at most 6 decimals",
        ),
        (
            TerrainPlan(20, 10, walls=[[1, 1, 2]], zones=WHOLE),
            "walls[0]: must be [x1, y1, x2, y2], numbers with at most 6 decimals",
        ),
        (
            TerrainPlan(20, 10, blocks=[[1, 1, 2]], zones=WHOLE),
            "blocks[0]: must be [x0, y0, x1, y1] or a list of points [x, y], numbers with at most 6 decimals",
        ),
        (TerrainPlan(20, 10, blocks=[[[1, 1], [2, 2]]], zones=WHOLE), "blocks[0]: has fewer than 3 corners"),
        (
            TerrainPlan(20, 10, low=[[[1, 1], [3, 3], [3, 1], [1, 3]]], zones=WHOLE),
            "low[0]: has a border that touches or crosses itself",
        ),
        (
            TerrainPlan(20, 10, areas=[[1, 1, 3, 1]], zones=WHOLE),
            "areas[0]: has a border that touches or crosses itself",
        ),
        (
            TerrainPlan(20, 10, areas=[[[x, x * x / 50] for x in range(17)]], zones=WHOLE),
            "areas[0]: has more than 16 corners; divide it",
        ),
        (TerrainPlan(20, 10, zones=[[0, 0, 12, 10], [11, 0, 20, 10]]), "zones[0] and zones[1]: overlap"),
        (
            TerrainPlan(20, 10, zones=[[0, 0, 12, 10], [13, 0, 20, 10]]),
            "zones[0]: leaves a gap: no zone holds the point (12.5, 5)",
        ),
        (
            TerrainPlan(20, 10, zones=[[0, 0, 12, 10], [[12, 0], [20, 0], [20, 9.999999], [12, 10]]]),
            "zones[1]: leaves a gap: no zone holds the point (16, 10)",
        ),
        (
            TerrainPlan(20, 10, walls=[[1, 1, 2, 2]] * 700, zones=WHOLE),
            "walls[699]: is more than there is room for: walls, windows, edges of blocks and low shapes, and the border"
            f" are 704, at most {MOST_EDGES}",
        ),
    ],
)
def test_each_mistake_is_named_with_its_object(plan: TerrainPlan, wrong: str) -> None:
    """TPS-3.7, 3.12, 3.15 and 3.26."""
    assert [str(finding) for finding in find_faults(plan)] == [wrong]
    with pytest.raises(BadTerrain) as refused:
        build(plan)
    assert str(refused.value) == wrong


def test_without_zones_all_of_the_field_is_a_gap() -> None:
    """TPS-3.12."""
    (finding,) = find_faults(TerrainPlan(20, 10))
    assert str(finding) == "zones[0]: leaves a gap: no zone holds the point (10, 5)"


def test_too_many_zones_are_refused() -> None:
    strips = [[i, 0, i + 1, 10] for i in range(40)]
    assert (
        str(find_faults(TerrainPlan(40, 10, zones=strips))[0])
        == f"zones[{MOST_ZONES}]: is one too many: a field has room for 32"
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_maps_of_the_rulebook_are_fine(name: str) -> None:
    """TPS-27.1."""
    assert find_faults(plan_of(name)) == []


# ---------------------------------------------------------------------------------------------- polygons


def corners_at_random(random: Random, most: int = 6) -> list[Steps]:
    return [(random.randint(0, 5), random.randint(0, 5)) for _ in range(random.randint(3, most))]


@given(SEEDS)
@settings(max_examples=200, derandomize=True)
def test_simple_polygons_are_those_that_shapely_finds_valid(seed: int) -> None:
    """TPS-3.7."""
    corners = corners_at_random(Random(seed))
    repeated = any(a == b for a, b in zip(corners, corners[1:] + corners[:1], strict=True))
    assert is_simple(corners) == (not repeated and shapely.Polygon(corners).is_valid)


def simple(random: Random) -> list[Steps]:
    while True:
        corners = corners_at_random(random)
        if is_simple(corners):
            return corners


@given(SEEDS)
@settings(max_examples=90, derandomize=True)
def test_overlaps_and_gaps_are_those_of_shapely(seed: int) -> None:
    """TPS-3.12 and 3.15, for shapes at random."""
    random = Random(seed)
    shapes = [simple(random) for _ in range(random.randint(1, 4))]
    judges = [shapely.Polygon(shape) for shape in shapes]
    overlaps, gaps = tiling_faults(shapes, 5, 5)
    assert overlaps == [
        (i, j) for (i, one), (j, other) in combinations(enumerate(judges), 2) if one.intersection(other).area > 1e-9
    ]
    rest = shapely.box(0, 0, 5, 5).difference(shapely.union_all(judges))
    assert bool(gaps) == (rest.area > 1e-9)
    assert all(rest.buffer(1e-9).covers(shapely.Point(gap)) for gap in gaps)


@given(SEEDS)
@settings(max_examples=100, derandomize=True)
def test_a_field_cut_up_has_neither_gap_nor_overlap_until_a_corner_moves(seed: int) -> None:
    """TPS-3.12: a million steps apart, one step is found."""
    random = Random(seed)
    size, pieces = 20 * STEPS, [[(0, 0), (20 * STEPS, 0), (20 * STEPS, 20 * STEPS), (0, 20 * STEPS)]]
    for _ in range(random.randint(1, 6)):
        piece = pieces.pop(random.randrange(len(pieces)))
        i, j = sorted(random.sample(range(len(piece)), 2))
        if j - i in (1, len(piece) - 1):  # from a corner to the middle of an edge, so that no piece is a line
            pieces.append(piece)
            continue
        pieces += [piece[i : j + 1], piece[j:] + piece[: i + 1]]
    assert tiling_faults(pieces, size, size) == ([], [])
    piece = random.choice(pieces)
    k = random.randrange(len(piece))
    x, y = piece[k]
    piece[k] = min(size, max(0, x + (1 if x == 0 else -1))), y
    overlaps, gaps = tiling_faults(pieces, size, size)
    assert overlaps or gaps


@given(SEEDS)
@settings(max_examples=90, derandomize=True)
def test_the_border_that_two_shapes_share_is_that_of_shapely(seed: int) -> None:
    """TPS-3.13."""
    random = Random(seed)
    one, other = simple(random), simple(random)
    common = shapely.Polygon(one).boundary.intersection(shapely.Polygon(other).boundary)
    assert shared_border(one, other) == pytest.approx(common.length)


def test_neighbours_share_at_least_a_unit_of_border() -> None:
    """TPS-3.13: a corner or less than a unit is not enough; walls between do not matter."""
    zones = [[0, 0, 10, 10], [10, 0, 20, 1], [10, 1, 20, 1.999999], [10, 1.999999, 20, 10]]
    field: Field = build(TerrainPlan(20, 10, zones=zones, walls=[[10, 0, 10, 1]]))[0]
    near = {(i, j) for i in range(4) for j in range(4) if are_neighbours(field, i, j)}
    assert near == {(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (0, 3), (3, 0)}


def test_a_field_of_many_edges_has_a_coarser_lookup_grid() -> None:
    """The lists never overflow, whatever the map."""
    walls = [[x / 50, 1, x / 50, 9] for x in range(10, 400)]
    field: Field = build(TerrainPlan(20, 10, walls=walls, zones=WHOLE))[0]
    assert field.cells < 64
    assert 0 < field.heads[field.cells**2] <= MOST_NEAR


# ---------------------------------------------------------------------------------------------- reach


def shape_of(outline: list[object]) -> Shape:
    shape: Shape = blank(Shape)[0]
    put_shape(shape, corners_of(outline) or [])
    return shape


def place(xy: list[float]) -> Steps:
    return steps(xy[0]), steps(xy[1])


@pytest.mark.parametrize("name", NAMES)
def test_on_the_maps_everything_can_be_reached_and_soon_told(name: str) -> None:
    """TPS-3.15 and 3.31."""
    map, field = read(name), fields_of(name)[0]
    starts = [place(spawn) for spawns in map["spawns"].values() for spawn in spawns]
    goals: list[Steps | Shape] = [place(hostage) for hostage in map.get("hostages", [])]
    goals += [shape_of(shape) for key in ("sites", "rescue") for shape in map.get(key, {}).values()]
    began = time.perf_counter()
    assert reachable(field, starts, goals, 0.5) == [[True] * len(goals)] * len(starts)
    assert time.perf_counter() - began < 1.5


@pytest.mark.parametrize(("opening", "goes_through"), [(1.0, True), (0.99, False)])
def test_an_opening_as_wide_as_a_disc_lets_it_through(opening: float, goes_through: bool) -> None:
    """TPS-3.31: at least R - EPS from both sides, on the points of the mesh."""
    walls = [[10, 0, 10, 4.5], [10, 4.5 + opening, 10, 10]]
    field: Field = build(TerrainPlan(20, 10, walls=walls, zones=WHOLE))[0]
    goals: list[Steps | Shape] = [shape_of([15, 4, 16, 6]), (steps(18), steps(5))]
    assert reachable(field, [(steps(2), steps(2))], goals, 0.5) == [[goes_through] * 2]
    assert reachable(field, [(steps(2), steps(2))], goals, 0.4) == [[True] * 2], "a smaller disc always does"


@pytest.mark.parametrize(("further", "stands"), [(0.000001, True), (0.0, False)])
def test_a_disc_may_stand_half_a_step_too_near(further: float, stands: bool) -> None:
    """TPS-3.31: a slanted wall 0.4999994 from a point of the mesh leaves it in, one 0.4999986 away does not."""
    x, y = 10.833331, 5 + further
    wall = [round(value, 6) for value in (x - 2.4, y + 1.8, x + 2.4, y - 1.8)]
    field: Field = build(TerrainPlan(20, 10, walls=[wall], zones=WHOLE))[0]
    point = steps(10), steps(5)
    assert reachable(field, [point], [shape_of([9.9, 4.9, 10.1, 5.1])], 0.5) == [[stands]]


@given(SEEDS)
@settings(max_examples=20, derandomize=True)
def test_what_is_reached_is_what_a_walk_over_the_mesh_reaches(seed: int) -> None:
    """TPS-3.31, point by point."""
    random = Random(seed)
    plan, field = field_at_random(random)
    table = naive.table_of(plan)
    blocks = [shapely.Polygon(naive.corners(block)) for block in plan.blocks]
    free = {
        (i, j)
        for i in range(plan.width * 4 + 1)
        for j in range(plan.height * 4 + 1)
        if naive.gap([*table.walls, *table.windows], (i / 4, j / 4)) >= 0.5 - 1e-6
        and not any(block.covers(shapely.Point(i / 4, j / 4)) for block in blocks)
    }
    points = [(random.randint(0, field.width), random.randint(0, field.height)) for _ in range(6)]
    stands = [
        min(free, key=lambda at: ((at[0] * 250000 - x) ** 2 + (at[1] * 250000 - y) ** 2, at), default=(-1, -1))
        for x, y in points
    ]
    walks = [walk(free, at) for at in stands]
    assert reachable(field, points, points, 0.5) == [[at in reached for at in stands] for reached in walks]
    area = [random.randint(0, 5), random.randint(0, 5), random.randint(6, 11), random.randint(6, 8)]
    x0, y0, x1, y1 = (4 * side for side in area)
    inside = {(i, j) for i, j in free if x0 <= i <= x1 and y0 <= j <= y1}
    assert reachable(field, points, [shape_of(area)], 0.5) == [[bool(inside & reached)] for reached in walks]


def walk(free: set[Steps], start: Steps) -> set[Steps]:
    reached, edge = {start} & free, [start] if start in free else []
    while edge:
        i, j = edge.pop()
        for next_ in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if next_ in free and next_ not in reached:
                reached.add(next_)
                edge.append(next_)
    return reached
