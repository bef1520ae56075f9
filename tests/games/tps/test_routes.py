"""Ways on foot: what bots walk by."""

from __future__ import annotations

import numpy as np
import pytest

from fireteam.core.space.route_build import build_routes, straight_ways
from fireteam.core.space.routes import (
    NO_WAY,
    heading,
    is_straight,
    length_to_place,
    place_near,
    route_length,
    step_towards,
)
from fireteam.core.space.terrain import STEPS, is_in
from fireteam.core.space.terrain_build import TerrainPlan, build
from fireteam.games.tps.content import load
from fireteam.games.tps.options import resolve_options
from fireteam.games.tps.setup import places_of, tables_of
from fireteam.games.tps.tables import RADIUS, SIDES

MAPS = ("de_depot", "cs_clinic", "de_harbour")
ONE_MAP = [pytest.param(id_, marks=[pytest.mark.heavy] * (id_ != "cs_clinic")) for id_ in MAPS]  # plain walks take long


def laid(id_):
    """The Tables of a map, with the fewest units it takes."""
    content = load()
    return tables_of(content, content.map(id_), resolve_options(content, content.map(id_), {}))[0]


def walked(table, start, goal):
    """Every place of the way from a point to a point, a step a count; none of its steps meets a wall."""
    routes, field = table.routes, table.field
    path = [start]
    while path[-1] != goal:
        x, y = path[-1]
        dx, dy = step_towards(x, y, *heading(routes, field, RADIUS, x, y, *goal))
        assert 0 < dx * dx + dy * dy <= STEPS * STEPS
        assert is_straight(field, RADIUS, x, y, x + dx, y + dy)
        path.append((x + dx, y + dy))
        assert len(path) < 250
    return path


@pytest.mark.parametrize("id_", ONE_MAP)
def test_every_spawn_point_has_a_way_to_every_goal(id_):
    table = laid(id_)
    goals = places_of(table)
    for side in range(len(SIDES)):
        for start in table.sides[side].spawns[: table.sides[side].n_spawns].tolist():
            for goal in goals[::4]:
                assert route_length(table.routes, table.field, RADIUS, *start, *goal) < NO_WAY


@pytest.mark.parametrize("id_", ONE_MAP)
def test_a_token_walks_from_its_spawn_point_to_every_goal_as_fast_as_the_way_says(id_):
    """The way is walked in full steps, but for the last one of each leg."""
    table = laid(id_)
    for side in range(len(SIDES)):
        start = tuple(table.sides[side].spawns[0].tolist())
        for goal in places_of(table)[-4:]:
            length = route_length(table.routes, table.field, RADIUS, *start, *goal) / STEPS
            assert len(walked(table, start, goal)) - 1 <= length * 1.02 + 7


def test_the_way_into_the_warehouse_is_through_a_door():
    """TPS-27.1: the warehouse of de_depot has doors of 2 MU in its west and east walls."""
    table = laid("de_depot")
    path = walked(table, (12 * STEPS, 18 * STEPS), (18 * STEPS, 12 * STEPS))
    through = [y / STEPS for x, y in path if 15.5 <= x / STEPS <= 16.5]
    assert through and all(14.5 <= y <= 15.5 for y in through)


@pytest.mark.parametrize("id_", MAPS)
def test_no_leg_of_the_graph_meets_a_wall_or_a_window(id_):
    table = laid(id_)
    routes, field = table.routes, table.field
    spots = [(int(x), int(y)) for x, y in zip(routes.xs[: routes.n], routes.ys[: routes.n], strict=True)]
    for i, j in np.argwhere(straight_ways(field, spots, RADIUS) < NO_WAY)[::37].tolist():
        assert is_straight(field, RADIUS, *spots[i], *spots[j])
    for x, y in spots:
        assert not any(is_in(field.blocks[k], x, y) for k in range(field.n_blocks))


def test_ways_are_as_long_back_as_forth_and_no_detour_is_shorter():
    routes = laid("cs_clinic").routes
    far = routes.far[: routes.n, : routes.n]
    assert (far == far.T).all()
    for k in range(0, routes.n, 29):
        assert (far <= far[:, k, None] + far[k]).all()


def test_a_room_without_a_door_has_no_way_in():
    field = build(
        TerrainPlan(20, 20, walls=[[5, 5, 9, 5], [9, 5, 9, 9], [9, 9, 5, 9], [5, 9, 5, 5]], zones=[[0, 0, 20, 20]])
    )[0]
    routes = build_routes(field, [], RADIUS)
    assert route_length(routes, field, RADIUS, 2 * STEPS, 2 * STEPS, 7 * STEPS, 7 * STEPS) >= NO_WAY
    assert route_length(routes, field, RADIUS, 2 * STEPS, 2 * STEPS, 18 * STEPS, 18 * STEPS) < NO_WAY


def test_a_place_near_a_point_is_reached_straight():
    """The nearest place in a straight line is on the far side of the wall x = 7."""
    table = laid("de_depot")
    place = place_near(table.routes, table.field, RADIUS, 6_450_000, 15 * STEPS)
    assert is_straight(table.field, RADIUS, 6_450_000, 15 * STEPS, table.routes.xs[place], table.routes.ys[place])
    assert length_to_place(table.routes, table.field, RADIUS, 6_450_000, 15 * STEPS, place) < 3 * STEPS


def test_the_same_map_gives_the_same_ways():
    assert laid("de_depot").routes.tobytes() == laid("de_depot").routes.tobytes()
