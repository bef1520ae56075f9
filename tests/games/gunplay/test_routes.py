"""Ways over the table: lawful, within the budget, and no dearer than a walk over a lattice."""

from __future__ import annotations

import heapq
from math import inf
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fireteam.games.gunplay.map_build import build_terrain, write_turns
from fireteam.games.gunplay.routes import cheapest_path, cut_path
from fireteam.games.gunplay.rules.paths import is_leg_blocked, is_path_blocked, leaves_table, leg_cost, path_cost
from fireteam.games.gunplay.rules.room import hundredths, is_legal_stop
from fireteam.games.gunplay.terrain import Bystanders, Path, Terrain

from .maps import bystanders, path, terrain
from .packs import content
from .random_maps import SIZE, in_inches, pieces_at_random, place

Point = tuple[float, float]


def way(
    table: Terrain, a: Point, b: Point, others: Bystanders, budget: float = 99.0, is_scout: bool = False
) -> tuple[float, Path]:
    found = path(a)
    x, y, to_x, to_y = map(hundredths, (*a, *b))
    cost = cheapest_path(table, others, x, y, to_x, to_y, budget, False, is_scout, found)
    return cost, found


def points(found: Path) -> list[Point]:
    return [(found.xs[i] / 100, found.ys[i] / 100) for i in range(found.n + 1)]


def with_turns(*pieces: tuple[str, list[float]]) -> Terrain:
    table = terrain(*pieces)
    write_turns(table)
    return table


def lattice_costs(table: Terrain, start: tuple[int, int]) -> dict[tuple[int, int], float]:
    """What it costs to walk from a whole inch to the others, from each to its eight neighbours."""
    costs, queue, nobody = {start: 0.0}, [(0.0, start)], bystanders()
    while queue:
        cost, (x, y) = heapq.heappop(queue)
        if cost > costs[x, y]:
            continue
        for to in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            if not (0 < to[0] < table.width // 100 and 0 < to[1] < table.height // 100):
                continue
            further = cost + leg_cost(table, x, y, *to, inf, False)
            if further < costs.get(to, inf) and not is_leg_blocked(table, nobody, x, y, *to, 0.0):
                costs[to] = further
                heapq.heappush(queue, (further, to))
    return costs


def test_a_way_goes_straight_where_it_can() -> None:
    cost, found = way(with_turns(), (5, 5), (8, 9), bystanders())
    assert cost == pytest.approx(5.0) and points(found) == [(5, 5), (8, 9)]


def test_it_turns_at_the_corners_of_walls() -> None:
    cost, found = way(with_turns(("tall", [10, 0, 12, 6])), (9, 5), (13, 5), bystanders())
    assert points(found) == [(9, 5), (9.5, 6.5), (12.5, 6.5), (13, 5)] and cost == pytest.approx(3 + 2 * 2.5**0.5)


def test_it_goes_round_low_pieces_and_difficult_ground_only_where_that_is_cheaper() -> None:
    fence = with_turns(("low", [10, 4, 10.5, 8]))
    assert way(fence, (9, 6), (12, 6), bystanders())[0] == pytest.approx(3.5)
    assert way(fence, (9, 7.9), (12, 7.9), bystanders())[0] < 3.4
    rough = with_turns(("rough", [10, 4, 20, 8]))
    assert way(rough, (9, 7), (21, 7), bystanders())[0] < 14 < 22
    assert way(rough, (9, 7), (21, 7), bystanders(), is_scout=True)[0] == pytest.approx(12.0)


def test_it_goes_round_other_characters() -> None:
    cost, found = way(with_turns(), (5, 5), (9, 5), bystanders((7, 5)))
    assert 4.0 < cost < 4.6 and found.n > 1


def test_there_is_none_beyond_the_budget_nor_into_a_closed_room() -> None:
    closed = with_turns(
        ("tall", [10, 10, 15, 10.5]), ("tall", [10, 14.5, 15, 15]), ("tall", [10, 10.5, 10.5, 14.5]),
        ("water", [14.5, 10.5, 15, 14.5]),
    )  # fmt: skip
    cost, found = way(closed, (5, 12), (12.5, 12.5), bystanders())
    assert cost == inf and found.n == 0
    assert way(closed, (5, 5), (8, 5), bystanders(), budget=2.9)[0] == inf
    assert way(closed, (5, 5), (8, 5), bystanders(), budget=3.0)[0] == pytest.approx(3.0)


def test_a_way_is_cut_at_the_last_legal_stop_within_a_budget() -> None:
    low, nobody = terrain(("low", [4.4, 0, 4.9, 10])), bystanders()
    for budget, end in ((3.9, 3.5), (4.0, 5.5), (9.0, 7.5)):
        found = path((2, 5), (7.5, 5))
        assert cut_path(low, nobody, found, budget, False, False) and points(found) == [(2, 5), (end, 5)]
    assert not cut_path(low, nobody, path((3.7, 5), (7, 5)), 1.0, False, False)


def test_a_cut_way_turns_where_the_whole_did() -> None:
    nobody, found = bystanders(), path((5, 5), (5, 6), (9, 6))
    assert cut_path(terrain(), nobody, found, 2.0, False, False) and points(found) == [(5, 5), (5, 6), (6, 6)]
    found = path((5, 5), (6.76, 6.77), (6.76, 9))  # at 2.5 it is 0.004 past the waypoint
    assert cut_path(terrain(), nobody, found, 2.6, False, False) and points(found) == [(5, 5), (6.76, 6.77)]


@pytest.mark.parametrize("id", ["crossroads", "farm"])
def test_no_way_over_a_map_is_dearer_than_one_over_a_lattice(id: str) -> None:
    scenario = content().scenario(id)
    table, nobody = build_terrain(scenario, content().terrain, 0.5), bystanders()
    start = (15, 2)
    costs = lattice_costs(table, start)
    goals = [at for at in sorted(costs) if is_legal_stop(table, nobody, 100 * at[0], 100 * at[1])]
    for goal in Random(1).sample(goals, 12):
        assert way(table, start, goal, nobody)[0] <= costs[goal] + 0.1, goal


@given(st.integers(0, 2**32))
@settings(max_examples=25, derandomize=True, deadline=None)
def test_every_way_is_lawful_and_costs_what_it_says(seed: int) -> None:
    random = Random(seed)
    table = terrain(*in_inches(pieces_at_random(random)), size=(SIZE[0] / 100, SIZE[1] / 100))
    write_turns(table)
    a, b = ((x / 100, y / 100) for x, y in (place(random), place(random)))
    others = bystanders(*((x / 100, y / 100) for x, y in (place(random) for _ in range(4))))
    cost, found = way(table, a, b, others)
    if cost < inf:
        assert points(found)[0] == a and points(found)[-1] == b
        assert not leaves_table(table, found) and not is_path_blocked(table, others, found, 0.0)
        assert path_cost(table, found, False, False) == cost
        if cut_path(table, others, found, 3.0, False, False):
            assert path_cost(table, found, False, False) <= 3.0 + 1e-6
            assert is_legal_stop(table, others, found.xs[found.n], found.ys[found.n])
            assert not is_path_blocked(table, others, found, 0.0)
