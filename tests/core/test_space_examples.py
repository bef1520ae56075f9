"""The worked examples of the rulebook of Third Person Shooter that are about the free table alone."""

from __future__ import annotations

import numpy as np
import pytest

from fireteam.core.engine.record import blank
from fireteam.core.space.movement import MOST_DISCS, Discs, go_along, move_together
from fireteam.core.space.ricochet import fly_point
from fireteam.core.space.sight import blocking_wall, sight
from fireteam.core.space.terrain import Field, are_neighbours, is_within, length_inside, steps, units, zone_of
from tests.maps import fields_of, zone_names

R = 0.5
Place = tuple[float, float]
Move = tuple[float, float, float, float]


@pytest.fixture
def depot() -> Field:
    field: Field = fields_of("de_depot")[0]
    return field


def at(*place: float) -> tuple[int, ...]:
    return tuple(steps(value) for value in place)


def discs_of(*moves: Move) -> Discs:
    discs: Discs = blank(Discs)[0]
    discs.n = len(moves)
    for i, move in enumerate(moves):
        discs.x[i], discs.y[i], discs.vx[i], discs.vy[i] = at(*move)
    return discs


def moved(field: Field, *moves: Move) -> list[Place]:
    discs = discs_of(*moves)
    move_together(field, discs, R)
    return [(units(discs.x[i]), units(discs.y[i])) for i in range(discs.n)]


@pytest.mark.parametrize(
    ("a", "b", "clear", "covered", "covered_back"),
    [
        ((12.5, 15), (19, 15), 3, False, True),
        ((24, 28), (32, 28), 3, False, True),
        ((24, 24), (15.4, 19.4), 1, True, False),
        ((24, 24), (15.4, 19.8), 2, False, False),
    ],
)
def test_example_18_sight_and_cover(
    depot: Field, a: Place, b: Place, clear: int, covered: bool, covered_back: bool
) -> None:
    there, back = sight(depot, *at(*a), *at(*b), 0), sight(depot, *at(*b), *at(*a), 0)
    assert (there[0], there[1] >= 2) == (clear, covered)
    assert (back[0], back[1] >= 2) == (clear, covered_back)


def test_example_18_a_wall_between_and_which() -> None:
    depot = fields_of("de_depot")[0]
    assert sight(depot, *at(8, 15), *at(31, 15), 0)[0] == 0
    wall = depot.edges[blocking_wall(depot, *at(8, 15), *at(31, 15), 0, 0)]
    assert (wall.x, wall.y, wall.to_x, wall.to_y) == (20, 17, 20, 13), "the near side of the block in the warehouse"
    assert blocking_wall(depot, *at(12.5, 15), *at(19, 15), 0, 0) == -1


@pytest.mark.parametrize(
    ("moves", "ends"),
    [
        ([(10, 20, 1, 0), (11.6, 20, -1, 0)], [(10.3, 20), (11.3, 20)]),
        ([(10, 20, 1, 0), (11, 20, -1, 0)], [(10, 20), (11, 20)]),
        ([(10, 20, 1, 0), (11, 20, 1, 0)], [(11, 20), (12, 20)]),
        ([(10, 20, 1, 0), (11.5, 20, 0, 0)], [(10.5, 20), (11.5, 20)]),
        ([(9.5, 19, 1, 0), (11, 20.5, 0, -1)], [(10.292893, 19), (11, 19.707107)]),
    ],
)
def test_example_19_moves_at_the_same_time(depot: Field, moves: list[Move], ends: list[Place]) -> None:
    assert moved(depot, *moves) == ends


@pytest.mark.parametrize(
    ("move", "end"),
    [
        ((6, 15, 1, 0), (6.5, 15)),
        ((6.2, 15, 0.6, 0.8), (6.5, 15.4)),
        ((6.2, 19.2, 1, 0), (6.541742, 19.2)),
        ((6.5, 18.5, 0, 1), (6.5, 19.5)),
        ((6.5, 18.5, 0.001, 0.999999), (6.5, 18.5)),
    ],
)
def test_example_20_walls(depot: Field, move: Move, end: Place) -> None:
    assert moved(depot, move) == [end]


@pytest.mark.parametrize(
    ("start", "way", "distance", "end", "zone"),
    [
        ((14, 28), (1, 0), 9, (13, 28), "n_lane"),
        ((4, 14), (1, 1), 8, (4.343146, 19.656854), "t_base"),
        ((46, 28.5), (1, 1), 6, (45.757359, 27.257359), "ne_yard"),
        ((12, 17), (1, 0), 4, (15.99, 17), "mid_west"),
        ((29, 28), (-1, 0), 6, (23, 28), "n_gate"),
        ((11.9995, 12.5), (1, 0), 4, (15.9895, 12.5), "mid_west"),
        ((12, 21), (1, 0), 8, (20, 21), "n_gate"),
    ],
)
def test_examples_6_21_and_34_flights(
    depot: Field, start: Place, way: Place, distance: int, end: Place, zone: str
) -> None:
    aim = start[0] + way[0], start[1] + way[1]
    x, y = fly_point(depot, *at(*start), *at(*aim), float(distance))
    assert (units(x), units(y)) == end
    assert zone_names("de_depot")[zone_of(depot, x, y)] == zone


def test_example_22_lines_through_a_zone(depot: Field) -> None:
    gate = zone_names("de_depot").index("n_gate")
    assert length_inside(depot, gate, *at(15, 22), *at(28, 22)) == pytest.approx(10, abs=1e-12)
    assert zone_of(depot, *at(17, 22)) == zone_of(depot, *at(25, 24)) == gate
    assert zone_of(depot, *at(28, 23)) != gate


def test_example_23_what_a_blast_sees(depot: Field) -> None:
    blast = at(22, 24)
    assert sight(depot, *blast, *at(25.5, 21.2), 1) == (3, 3), "behind the low wall"
    assert sight(depot, *blast, *at(20, 21), 1) == (3, 0), "in the open"
    assert sight(depot, *blast, *at(17, 27), 1)[0] == 0, "behind a wall"


def test_example_31_a_follower(depot: Field) -> None:
    trail_x, trail_y = np.array(at(11, 12, 12)), np.array(at(10, 10, 11))
    discs = discs_of((10, 10, 0, 0), (11, 10, 0, 0))
    ends, done = [], 0
    for leader in ((11, 10), (12, 10), (12, 11)):
        discs.x[1], discs.y[1] = at(*leader)
        n = [(11, 10), (12, 10), (12, 11)].index(leader) + 1
        done += go_along(depot, discs, 0, trail_x[done:n], trail_y[done:n], n - done, steps(1), R)
        ends.append((units(discs.x[0]), units(discs.y[0])))
    assert ends == [(10, 10), (11, 10), (12, 10)]


def test_example_32_numbers(depot: Field) -> None:
    assert (steps(0.7071067812), units(707107)) == (707107, 0.707107)
    assert is_within(707107, 707107, steps(1) + 1)
    assert not is_within(707108, 707108, steps(1) + 1)
    assert is_within(1, 0, 1) and not is_within(1, 1, 1)
    assert is_within(8000001, 0, steps(8) + 1) and not is_within(8000002, 0, steps(8) + 1)
    assert sight(depot, *at(22, 24), *at(22, 24), 1) == (3, 0)


@pytest.mark.parametrize(
    ("moves", "ends"),
    [
        ([(10, 20, 1, 0), (11.2, 20, 0.5, 0)], [(10.4, 20), (11.7, 20)]),
        ([(10, 20, 1, 0), (11.3, 20, 0, 1)], [(10.371612, 20), (11.3, 21)]),
    ],
)
def test_example_33_a_chase(depot: Field, moves: list[Move], ends: list[Place]) -> None:
    assert moved(depot, *moves) == ends


def test_zones_of_the_depot_have_the_neighbours_the_rulebook_names(depot: Field) -> None:
    names = zone_names("de_depot")
    for zone, wanted in {
        "n_gate": ["n_lane", "site_a", "warehouse"],
        "site_a": ["mid_east", "n_gate", "ne_yard"],
    }.items():
        near = [other for i, other in enumerate(names) if are_neighbours(depot, names.index(zone), i)]
        assert sorted(near) == wanted


def test_there_is_room_for_more_discs_than_a_match_has() -> None:
    assert MOST_DISCS >= 12 + 4
