"""Single steps of a disc: where one ends, and which leads along the shortest way, round walls and other discs."""

from __future__ import annotations

from math import hypot

from fireteam.core.engine.record import blank
from fireteam.core.space.movement import Discs
from fireteam.core.space.route_build import build_routes
from fireteam.core.space.single_steps import route_step, step_end, step_past
from fireteam.core.space.terrain import STEPS, steps
from fireteam.core.space.terrain_build import TerrainPlan, build

R = 0.5
FIELD = build(TerrainPlan(20, 12, walls=[[10, 0, 10, 8]], zones=[[0, 0, 20, 12]]))[0]
ROUTES = build_routes(FIELD, [(5.0, 4.0), (15.0, 4.0), (10.0, 10.0)], R)
WAYS = [(steps(x), steps(y)) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1), (0.707106, 0.707106))]


def spot(x: float, y: float) -> tuple[int, int]:
    return steps(x), steps(y)


def discs(*places: tuple[float, float]) -> Discs:
    found = blank(Discs)[0]
    found.n = len(places)
    for i, (x, y) in enumerate(places):
        found.x[i], found.y[i] = spot(x, y)
    return found


def test_a_step_ends_where_it_leads_or_where_a_wall_stops_it() -> None:
    free = step_end(FIELD, R, discs(), spot(5, 4), spot(1, 0))
    assert free == (spot(6, 4), spot(6, 4), True)
    stopped = step_end(FIELD, R, discs(), spot(9, 4), spot(1, 0))
    assert stopped.end[0] < spot(9.51, 4)[0] and not stopped.is_uncut


def test_who_stands_in_the_way_stops_it_too() -> None:
    found = step_end(FIELD, R, discs((7.5, 4), (5, 9)), spot(6, 4), spot(1, 0))
    assert found.is_uncut and found.end == spot(7, 4) and found.end_among_discs[0] < spot(6.51, 4)[0]


def test_steps_along_a_way_come_round_the_wall_and_arrive() -> None:
    at, goal, taken = spot(8, 4), spot(12, 4), 0
    while at != goal and taken < 30:
        dx, dy = route_step(FIELD, ROUTES, R, at, goal)
        assert 0 < hypot(dx, dy) <= STEPS + 1
        end = step_end(FIELD, R, discs(), at, (dx, dy))
        assert end.is_uncut, "no step of the way meets a wall"
        at, taken = end.end, taken + 1
    assert at == goal and 9 < taken < 16


def test_who_stands_in_the_way_is_passed_by_the_step_from_which_the_rest_is_shortest() -> None:
    at, goal, ahead = spot(4, 4), spot(8, 4), spot(1, 0)
    assert step_past(FIELD, ROUTES, R, discs((2, 2)), at, goal, ahead, WAYS) == ahead
    assert step_past(FIELD, ROUTES, R, discs((5.2, 3.6)), at, goal, ahead, WAYS) == WAYS[-1]
    assert step_past(FIELD, ROUTES, R, discs((5.2, 3.6)), at, goal, ahead, ()) == ahead
