"""Ways on foot that know no game: places in reach, and steps that come near to something."""

from __future__ import annotations

import pytest

from fireteam.core.engine.record import blank
from fireteam.core.space.movement import Discs, add_disc
from fireteam.core.space.route_build import build_routes
from fireteam.core.space.routes import comes_near, is_in_reach, length_between, place_near, places_in_reach
from fireteam.core.space.terrain import STEPS, first_shape, middle_of
from fireteam.core.space.terrain_build import TerrainPlan, build

RADIUS = 0.5
WALLED = TerrainPlan(20, 20, walls=[[10, 0, 10, 18]], zones=[[0, 0, 20, 10], [0, 10, 20, 20]])


def test_a_place_behind_a_wall_is_out_of_reach_until_the_way_round_is_short_enough() -> None:
    field = build(WALLED)[0]
    routes = build_routes(field, [(8 * STEPS, 2 * STEPS), (12 * STEPS, 2 * STEPS)], RADIUS)
    x, y = 8 * STEPS, 2 * STEPS
    here, behind = (place_near(routes, field, RADIUS, to * STEPS, y) for to in (8, 12))
    way = routes.far[here, behind]
    assert way > 30 * STEPS
    assert is_in_reach(routes, x, y, here, behind, way)
    assert not is_in_reach(routes, x, y, here, behind, way - 2 * STEPS)
    assert is_in_reach(routes, x, y, here, here, 0)


def test_the_place_ahead_is_the_one_nearest_to_the_goal_among_those_in_reach() -> None:
    field = build(WALLED)[0]
    routes = build_routes(field, [(8 * STEPS, 2 * STEPS), (12 * STEPS, 2 * STEPS)], RADIUS)
    x, y = 8 * STEPS, 2 * STEPS
    here, goal = (place_near(routes, field, RADIUS, to * STEPS, y) for to in (8, 12))
    for length in (0, 6 * STEPS, 60 * STEPS):
        reached = [k for k in range(routes.n) if is_in_reach(routes, x, y, here, k, length)]
        found, ahead = places_in_reach(routes, x, y, here, goal, length)
        assert found == len(reached) > 0
        assert routes.far[goal, ahead] == min(routes.far[goal, k] for k in reached)
    assert ahead == goal
    assert all(length_between(x, y, routes.xs[k], routes.ys[k]) <= 60 * STEPS for k in reached)


@pytest.mark.parametrize(
    ("step", "other", "near"),
    [
        ((STEPS, 0), (1_500_000, 0), True),
        ((STEPS, 0), (2_000_000, 0), False),  # it ends just as far away
        ((STEPS, 0), (500_000, 999_999), True),  # passed on the way
        ((STEPS, 0), (500_000, STEPS), False),
        ((-STEPS, 0), (500_000, 0), False),  # away from what is near
    ],
)
def test_a_step_comes_near_to_what_it_goes_towards(step: tuple[int, int], other: tuple[int, int], near: bool) -> None:
    x, y = 3 * STEPS, 4 * STEPS
    assert comes_near(x, y, *step, x + other[0], y + other[1], STEPS) == near


def test_the_first_shape_that_holds_a_point_and_its_middle() -> None:
    field = build(WALLED)[0]
    assert first_shape(field.zones, field.n_zones, STEPS, STEPS) == 0
    assert first_shape(field.zones, field.n_zones, STEPS, 10 * STEPS) == 0  # on the border of both
    assert first_shape(field.zones, field.n_zones, STEPS, 11 * STEPS) == 1
    assert first_shape(field.zones, 1, STEPS, 11 * STEPS) == -1
    assert middle_of(field.zones[1]) == (10 * STEPS, 15 * STEPS)


def test_a_disc_is_put_after_the_others() -> None:
    discs = blank(Discs)[0]
    add_disc(discs, 1, 2, 3, 4)
    add_disc(discs, 5, 6, 0, 0)
    assert discs.n == 2
    assert [discs.x[:3].tolist(), discs.y[:3].tolist()] == [[1, 5, 0], [2, 6, 0]]
    assert [discs.vx[:3].tolist(), discs.vy[:3].tolist()] == [[3, 0, 0], [4, 0, 0]]
