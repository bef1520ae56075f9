"""Moving discs: against the naive table, and what must hold however they move."""

from __future__ import annotations

from itertools import combinations
from math import dist
from random import Random

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from fireteam.core.engine.record import blank
from fireteam.core.space.movement import Discs, first_edge, go_along, is_free, is_path_clear, move_together
from fireteam.core.space.terrain import ROUNDING_SLACK, STEPS, Field, steps, units
from fireteam.core.space.terrain_build import TerrainPlan, build
from tests import naive_field as naive
from tests.maps import NAMES, fields_of, plan_of
from tests.random_fields import field_at_random, places, plan_at_random, vector

R = 0.5
SEEDS = st.integers(0, 2**32)
Moves = list[tuple[int, int, int, int]]


def moved(field: Field, moves: Moves) -> list[tuple[int, int]]:
    discs: Discs = blank(Discs)[0]
    discs.n = len(moves)
    for i, move in enumerate(moves):
        discs.x[i], discs.y[i], discs.vx[i], discs.vy[i] = move
    move_together(field, discs, R)
    for i, (x, y, *_) in enumerate(moves):
        assert (discs.x[i] - discs.vx[i], discs.y[i] - discs.vy[i]) == (x, y), "its vector says what it moved"
    return [(int(discs.x[i]), int(discs.y[i])) for i in range(discs.n)]


def moves_at_random(random: Random, field: Field, count: int) -> Moves:
    return [(*place, *vector(random)) for place in places(random, field, count)]


def steps_at_random(random: Random, field: Field, counts: int = 6) -> list[tuple[Moves, list[tuple[int, int]]]]:
    """Some counts, one after another, of the same discs: what each wanted, and where it came."""
    moves, done = moves_at_random(random, field, random.randint(1, 10)), []
    for _ in range(counts):
        ends = moved(field, moves)
        done.append((moves, ends))
        moves = [(*end, *vector(random)) for end in ends]
    return done


@given(SEEDS)
@settings(max_examples=60, derandomize=True)
def test_a_count_ends_as_on_the_naive_table(seed: int) -> None:
    """TPS-9.16 to 9.25, to the step."""
    random = Random(seed)
    plan, field = field_at_random(random)
    table = naive.table_of(plan)
    for moves, ends in steps_at_random(random, field):
        assert ends == naive.move(table, moves)


@pytest.mark.parametrize("name", NAMES)
def test_a_count_ends_as_on_the_naive_table_on_the_maps(name: str) -> None:
    table, field, random = naive.table_of(plan_of(name)), fields_of(name)[0], Random(name)
    for moves, ends in (done for _ in range(3) for done in steps_at_random(random, field, 4)):
        assert ends == naive.move(table, moves)


def share(move: tuple[int, int, int, int], end: tuple[int, int]) -> float:
    """The time within the count at which a disc was stopped; 1 when it was not."""
    x, y, vx, vy = move
    if end == (x + vx, y + vy):
        return 1.0
    return dist((x, y), end) / dist((0, 0), (vx, vy))


def place_at(move: tuple[int, int, int, int], end: tuple[int, int], time: float) -> tuple[float, float]:
    """Where a disc was at a time of the count, in units."""
    x, y, vx, vy = move
    time = min(time, share(move, end))
    return (x + vx * time) / 1000000, (y + vy * time) / 1000000


@given(SEEDS)
@settings(max_examples=50, derandomize=True)
def test_discs_never_come_too_near_to_walls_windows_or_one_another(seed: int) -> None:
    """TPS-3.6 and 9.16: neither at the end of a count nor on the way."""
    random = Random(seed)
    plan, field = field_at_random(random)
    table = naive.table_of(plan)
    hard = shapely.MultiLineString([*table.walls, *table.windows])
    for moves, ends in steps_at_random(random, field):
        for (x, y, *_), end in zip(moves, ends, strict=True):
            way = naive.in_units((x, y)), naive.in_units(end)
            line = shapely.LineString(way) if way[0] != way[1] else shapely.Point(way[0])
            assert shapely.distance(line, hard) >= R - ROUNDING_SLACK
        for one, other in combinations(zip(moves, ends, strict=True), 2):
            for tenth in range(11):
                assert dist(place_at(*one, tenth / 10), place_at(*other, tenth / 10)) >= 1 - ROUNDING_SLACK
            assert dist(one[1], other[1]) >= steps(1 - ROUNDING_SLACK)


@given(SEEDS)
@settings(max_examples=50, derandomize=True)
def test_who_falls_short_touches_something_at_that_time(seed: int) -> None:
    """TPS-9.18: nobody stops without a contact."""
    random = Random(seed)
    plan, field = field_at_random(random)
    table = naive.table_of(plan)
    for moves, ends in steps_at_random(random, field):
        for i, (move, end) in enumerate(zip(moves, ends, strict=True)):
            time = share(move, end)
            if time < 1 and dist((0, 0), move[2:]) > 1000:  # a shorter one tells too little of the time
                here = naive.in_units(end)
                others = [place_at(moves[j], ends[j], time) for j in range(len(ends)) if j != i]
                nearest = min((dist(here, other) for other in others), default=9)
                assert naive.gap([*table.walls, *table.windows], here) <= R + 1e-5 or nearest <= 1 + 2e-3


@given(SEEDS)
@settings(max_examples=40, derandomize=True)
def test_the_order_of_discs_does_not_matter(seed: int) -> None:
    random = Random(seed)
    _, field = field_at_random(random)
    moves = moves_at_random(random, field, 10)
    order = list(range(len(moves)))
    random.shuffle(order)
    ends = moved(field, moves)
    assert moved(field, [moves[i] for i in order]) == [ends[i] for i in order]


@given(SEEDS)
@settings(max_examples=40, derandomize=True)
def test_edges_near_a_place_are_all_that_a_move_can_meet(seed: int) -> None:
    """The lookup grid leaves out nothing: the very same times as with every edge."""
    random = Random(seed)
    _, field = field_at_random(random)
    reach = field.reach
    assert reach > 1 + R
    for _ in range(40):
        px, py = (random.random() * units(side) for side in (field.width, field.height))
        vx, vy = (units(part) for part in vector(random))
        field.reach = reach
        near = first_edge(field, px, py, vx, vy, R, 0.0)
        field.reach = 0.0
        assert near == first_edge(field, px, py, vx, vy, R, 0.0)


@given(SEEDS)
@settings(max_examples=20, derandomize=True)
def test_every_edge_within_reach_of_a_place_is_listed_there(seed: int) -> None:
    random = Random(seed)
    _, field = field_at_random(random)
    for _ in range(100):
        px, py = (random.random() * units(side) for side in (field.width, field.height))
        column, row = (int(p * field.cells / units(side)) for p, side in ((px, field.width), (py, field.height)))
        cell = column * field.cells + row
        listed = field.near[field.heads[cell] : field.heads[cell + 1]].tolist()
        walls = [((edge.x, edge.y), (edge.to_x, edge.to_y)) for edge in field.edges[: field.n_hard]]
        assert {i for i, wall in enumerate(walls) if naive.distance((px, py), wall) <= field.reach} <= {*listed}


@pytest.mark.parametrize("x", [1, 499])
@pytest.mark.parametrize("y", [1, 499])
def test_nobody_leaves_the_widest_field_at_any_corner(x: int, y: int) -> None:
    """Its lookup grid has the widest cells: a place in the last one sees its own border."""
    field = build(TerrainPlan(500, 500, zones=[[0, 0, 500, 500]]))[0]
    out_x, out_y = (-1 if x < 250 else 1), (-1 if y < 250 else 1)
    for vx, vy in ((out_x, 0), (0, out_y)):
        end = moved(field, [(steps(x), steps(y), steps(vx), steps(vy))])
        assert end == [(steps(x + vx / 2), steps(y + vy / 2))]


@pytest.mark.parametrize(("height", "passes"), [(20.000001, True), (20.000002, False)])
def test_a_graze_is_no_contact(height: float, passes: bool) -> None:
    """TPS-9.23: a disc passes another that is 0.9999994 from its way, and stops at one that is 0.9999988 from it."""
    field = fields_of("de_depot")[0]
    move, other = (steps(10), steps(20), 600000, 800000), (steps(11.25), steps(height), 0, 0)
    end, _ = moved(field, [move, other])
    assert (end == (steps(10.6), steps(20.8))) == passes


@given(SEEDS)
@settings(max_examples=60, derandomize=True)
def test_a_follower_ends_as_on_the_naive_table(seed: int) -> None:
    """TPS-19.28, to the step."""
    random = Random(seed)
    plan, field = field_at_random(random)
    table = naive.table_of(plan)
    for _ in range(5):
        standing = places(random, field, 5)
        if not standing:
            continue
        trail = [standing[0]]
        for _ in range(random.randint(1, 6)):
            dx, dy = vector(random)
            trail.append((trail[-1][0] + dx, trail[-1][1] + dy))
        del trail[0]
        discs: Discs = blank(Discs)[0]
        discs.n = len(standing)
        discs.x[: discs.n], discs.y[: discs.n] = np.array(standing).T
        xs, ys = np.array(trail).T.copy()
        reached = go_along(field, discs, 0, xs, ys, len(trail), steps(1), R)
        end, dropped = naive.follow(table, standing[0], standing[1:], trail)
        assert ((int(discs.x[0]), int(discs.y[0])), reached) == (end, dropped)
        assert (discs.x[0] - discs.vx[0], discs.y[0] - discs.vy[0]) == standing[0]


def test_a_follower_spends_its_length_on_several_points() -> None:
    """TPS-19.28: points reached are left behind, and what is left of the length goes on to the next."""
    field = fields_of("de_depot")[0]
    discs: Discs = blank(Discs)[0]
    discs.n, discs.x[0], discs.y[0] = 1, steps(10), steps(20)
    xs, ys = np.array([steps(10.005), steps(10.4), steps(10.4)]), np.array([steps(20), steps(20), steps(21)])
    assert go_along(field, discs, 0, xs, ys, 3, steps(1), R) == 2
    assert (discs.x[0], discs.y[0]) == (steps(10.4), steps(20.6))


@given(SEEDS)
@settings(max_examples=60, derandomize=True)
def test_a_way_is_clear_when_a_disc_keeps_its_distance_all_along(seed: int) -> None:
    """Long ways too, where every edge is looked at; shapely is the judge, a hair's breadth apart."""
    random = Random(seed)
    plan, field = field_at_random(random)
    table = naive.table_of(plan)
    hard = shapely.MultiLineString([*table.walls, *table.windows])
    standing = places(random, field, 8)
    for a, b in combinations(standing, 2):
        gap = shapely.distance(shapely.LineString([naive.in_units(a), naive.in_units(b)]), hard)
        if abs(gap - R) > 2e-6:
            assert is_path_clear(field, *a, *b, R) == (gap > R)


@given(SEEDS)
@settings(max_examples=40, derandomize=True)
def test_a_place_is_free_when_nothing_is_nearer_than_discs_may_be(seed: int) -> None:
    """TPS-3.6: to walls and windows, to the other discs, and on the field."""
    random = Random(seed)
    plan, field = field_at_random(random)
    table = naive.table_of(plan)
    discs: Discs = blank(Discs)[0]
    others = places(random, field, 6)
    discs.n = len(others)
    for i, other in enumerate(others):
        discs.x[i], discs.y[i] = other
    for _ in range(30):
        x, y = random.randint(-STEPS, field.width + STEPS), random.randint(-STEPS, field.height + STEPS)
        free = min((dist((x, y), other) for other in others), default=1e9) >= steps(1 - ROUNDING_SLACK)
        free &= naive.gap([*table.walls, *table.windows], naive.in_units((x, y))) >= R - ROUNDING_SLACK
        assert is_free(field, discs, x, y, R) == (free and 0 <= x <= field.width and 0 <= y <= field.height)


def test_random_plans_are_fit_to_be_built() -> None:
    """The tests above are worth something only if there is something to meet."""
    plans = [plan_at_random(Random(seed)) for seed in range(100)]
    assert sum(len(plan.walls) for plan in plans) > 150
    assert sum(len(plan.blocks) for plan in plans) > 50
