"""Section 4 clause by clause: rounding, distance, sight, cover, room and the cost of paths, in inches."""

from __future__ import annotations

import pytest

from fireteam.games.gunplay.map_build import build_terrain
from fireteam.games.gunplay.rules.paths import (
    cost_to,
    count_trigger_points,
    enters_low,
    failed_run_stop,
    is_path_blocked,
    last_stop,
    leaves_table,
    path_cost,
    path_length,
    point_at,
    trigger_length,
    trigger_point,
)
from fireteam.games.gunplay.rules.room import (
    distance,
    hundredths,
    inches,
    is_at_cover,
    is_contact,
    is_legal_stop,
    is_on_table,
    touches_enemy,
)
from fireteam.games.gunplay.rules.sight import has_cover, sees, sight
from fireteam.games.gunplay.terrain import HIDING, PRONE, STANDING, Terrain

from .maps import bystanders, path, terrain
from .packs import content

Point = tuple[float, float]
NOBODY = bystanders()
OPEN = terrain()
FENCE = terrain(("low", [10, 4, 10.5, 8]))
HOUSE = terrain(("tall", [10, 0, 12, 6]))


def h(*point: float) -> list[int]:
    return [hundredths(value) for value in point]


def look(table: Terrain, a: Point, b: Point, postures: tuple[int, int] = (STANDING, STANDING)) -> tuple[int, int]:
    """Rays not blocked, and rays obstructed for b."""
    return sight(table, *h(*a), postures[0], *h(*b), postures[1])


def can_see(table: Terrain, a: Point, b: Point, postures: tuple[int, int] = (STANDING, STANDING)) -> bool:
    return sees(table, *h(*a), postures[0], *h(*b), postures[1])


def is_covered(table: Terrain, a: Point, b: Point) -> bool:
    return has_cover(table, *h(*a), STANDING, *h(*b), STANDING)


def stops(table: Terrain, x: float, y: float) -> bool:
    return is_legal_stop(table, NOBODY, *h(x, y))


def cost(table: Terrain, *points: Point, rises: bool = False, is_scout: bool = False) -> float:
    return path_cost(table, path(*points), rises, is_scout)


@pytest.mark.clause("GUN-4.1")
@pytest.mark.clause("GUN-4.2")
@pytest.mark.parametrize(
    ("value", "whole"), [(0, 0), (1.004, 100), (1.005001, 101), (0.125, 13), (-0.125, -13), (-1.004, -100), (30, 3000)]
)
def test_a_coordinate_is_the_nearest_hundredth_halves_away_from_zero(value: float, whole: int) -> None:
    assert hundredths(value) == whole


@pytest.mark.clause("GUN-4.3")
def test_lengths_are_inches_and_a_hair_decides_nothing() -> None:
    assert inches(1234) == 12.34
    assert is_contact(*h(0, 0), *h(1.05, 0)) and not is_contact(*h(0, 0), *h(1.06, 0))
    assert is_contact(*h(3, 3), *h(3.63, 3.84))  # 0.63, 0.84 is 1.05 long, in floats a hair more or less


@pytest.mark.clause("GUN-4.4")
@pytest.mark.clause("GUN-4.5")
def test_distance_is_measured_between_bases() -> None:
    assert distance(*h(0, 0), *h(3, 4)) == 4.0
    assert distance(*h(0, 0), *h(0.6, 0)) == 0.0


@pytest.mark.clause("GUN-4.6")
@pytest.mark.clause("GUN-4.7")
def test_an_up_enemy_in_contact_engages() -> None:
    assert touches_enemy(bystanders((5, 5), enemies=[0]), *h(6.05, 5))
    assert not touches_enemy(bystanders((5, 5), enemies=[0]), *h(6.06, 5))
    assert not touches_enemy(bystanders((5, 5)), *h(6, 5))


@pytest.mark.clause("GUN-4.11")
@pytest.mark.clause("GUN-4.16")
def test_a_ray_along_a_border_or_through_a_corner_crosses_nothing() -> None:
    wall = terrain(("tall", [5, 5, 10, 10]))
    assert look(wall, (2, 4.55), (13, 4.55)) == (3, 0)  # the upper ray runs along y 5
    assert look(wall, (2, 4.56), (13, 4.56)) == (2, 1)
    assert look(wall, (3, 7), (7, 3))[0] == 2  # the middle ray touches the corner (5, 5)


@pytest.mark.clause("GUN-4.8")
@pytest.mark.clause("GUN-4.30")
def test_a_piece_is_a_rectangle_or_a_convex_polygon() -> None:
    triangle = terrain(("tall", [(5, 5), (10, 5), (5, 10)]))
    assert not can_see(triangle, (2, 6), (12, 6))
    assert look(triangle, (2, 10.3), (6.5, 10.3)) == (2, 1)  # the lower ray, at y 9.85, crosses 0.15 of it
    assert is_legal_stop(triangle, NOBODY, *h(8.5, 8.5)) and not is_legal_stop(triangle, NOBODY, *h(7.7, 7.9))


@pytest.mark.clause("GUN-4.10")
def test_each_type_does_what_its_flags_say() -> None:
    def told(kind: str) -> tuple[bool, bool, bool, bool, float]:
        table = terrain((kind, [5, 5, 9, 10]))
        way = path((2, 7), (12, 7))
        sight_through = can_see(table, (2, 7), (12, 7)), can_see(table, (2, 7), (12, 7), (PRONE, STANDING))
        blocked = is_path_blocked(table, NOBODY, way, 0.0)
        return *sight_through, blocked, is_at_cover(table, *h(4.5, 7)), round(cost(table, (2, 7), (12, 7)), 3)

    assert told("tall") == (False, False, True, False, 10)
    assert told("window") == (True, False, True, True, 10.5)
    assert told("low") == (True, False, False, True, 10.5)
    assert told("woods") == (False, False, False, False, 14)
    assert told("rough") == (True, True, False, False, 14)
    assert told("water") == (True, True, True, False, 10)


@pytest.mark.clause("GUN-4.12")
def test_at_cover_is_beside_a_low_piece_or_in_an_area() -> None:
    assert is_at_cover(FENCE, *h(11.25, 6)) and not is_at_cover(FENCE, *h(11.26, 6))
    woods = terrain(("woods", [5, 5, 9, 9]))
    assert is_at_cover(woods, *h(5, 7)) and is_at_cover(woods, *h(9, 9)) and not is_at_cover(woods, *h(4.99, 7))


@pytest.mark.clause("GUN-4.13")
@pytest.mark.clause("GUN-4.14")
@pytest.mark.clause("GUN-4.23")
@pytest.mark.clause("GUN-4.24")
@pytest.mark.parametrize(("y", "found"), [(5.4, (0, 0)), (5.6, (1, 2)), (6.1, (2, 1)), (6.45, (3, 0))])
def test_of_three_rays_at_a_corner_one_free_is_sight_and_two_obstructed_are_cover(
    y: float, found: tuple[int, int]
) -> None:
    """Example 21."""
    assert look(HOUSE, (4, y), (13, y)) == found
    assert can_see(HOUSE, (4, y), (13, y)) == (found[0] > 0)
    assert is_covered(HOUSE, (4, y), (13, y)) == (found == (1, 2))


@pytest.mark.clause("GUN-4.15")
@pytest.mark.clause("GUN-4.34")
def test_both_directions_use_the_same_rays() -> None:
    triangle = terrain(("tall", [(7, 5), (9, 6), (7, 7.13)]), ("low", [4, 5, 4.2, 9]))
    for a, b in (((3, 5.5), (11, 7.21)), ((9, 2), (7.77, 11)), ((8, 2), (8, 11))):
        assert look(triangle, a, b)[0] == look(triangle, b, a)[0]


@pytest.mark.clause("GUN-4.17")
def test_one_sees_three_inches_through_woods() -> None:
    """Example 22; pieces count together."""
    woods = terrain(("woods", [10, 0, 16, 10]))
    assert is_covered(woods, (5, 5), (13, 5)) and not can_see(woods, (5, 5), (13.1, 5))
    strips = terrain(("woods", [6, 0, 8, 10]), ("woods", [10, 0, 11.01, 10]))
    assert not can_see(strips, (5, 5), (12, 5)) and can_see(strips, (5, 5), (11, 5))


@pytest.mark.clause("GUN-4.18")
@pytest.mark.clause("GUN-4.19")
def test_low_pieces_hide_the_prone_anywhere_and_the_hiding_beside_them() -> None:
    """Example 23."""
    assert not can_see(FENCE, (4, 6), (14, 6), (STANDING, PRONE)) and not can_see(FENCE, (4, 6), (14, 6), (PRONE, 0))
    assert not can_see(FENCE, (4, 6), (11, 6), (STANDING, HIDING))
    assert not can_see(FENCE, (4, 6), (11.25, 6), (STANDING, HIDING))
    assert can_see(FENCE, (4, 6), (11.5, 6), (STANDING, HIDING)) and not is_at_cover(FENCE, *h(11.5, 6))
    assert not can_see(FENCE, (9.5, 6), (14, 6), (HIDING, STANDING))


@pytest.mark.clause("GUN-4.20")
def test_who_hides_in_woods_is_not_seen_from_more_than_three_inches() -> None:
    woods = terrain(("woods", [10, 0, 16, 10]))
    assert can_see(woods, (9, 5), (12, 5), (STANDING, HIDING)) and can_see(woods, (9, 5), (12.01, 5))
    assert not can_see(woods, (8.99, 5), (12, 5), (STANDING, HIDING))
    assert not can_see(woods, (10, 5), (6.99, 5), (HIDING, STANDING))  # on the border, and across no woods at all


@pytest.mark.clause("GUN-4.21")
def test_characters_block_no_sight() -> None:
    """They are not even asked about."""
    assert can_see(OPEN, (4, 5), (14, 5))


@pytest.mark.clause("GUN-4.22", "GUN-4.30", "GUN-4.34")
@pytest.mark.parametrize(
    ("a", "b"), [((4.4, 6), (6.6, 6)), ((6.1, 6), (3.9, 6)), ((4.4, 5), (6.6, 5)), ((6.1, 7), (3.9, 7))]
)
def test_a_piece_whose_far_edge_is_exactly_midway_gives_cover_from_either_side(a: Point, b: Point) -> None:
    assert is_covered(terrain(("low", [5, 4, 5.5, 8])), a, b)


@pytest.mark.clause("GUN-4.22")
def test_only_what_reaches_the_target_s_half_obstructs() -> None:
    """Examples 19 and 20."""
    assert look(FENCE, (4, 6), (11.25, 6)) == (3, 3) and look(FENCE, (11.25, 6), (4, 6)) == (3, 0)
    assert look(FENCE, (7, 6), (14, 6)) == (3, 3)  # from 3 to 3.5 of 7: just the half
    assert look(FENCE, (7, 6), (14.01, 6)) == (3, 0)
    assert look(FENCE, (14, 6), (6.99, 6)) == (3, 3) and look(FENCE, (14, 6), (6, 6)) == (3, 3)
    assert not is_covered(FENCE, (4, 8.1), (11.25, 8.1)) and is_covered(FENCE, (4, 7.9), (11.25, 7.9))


@pytest.mark.clause("GUN-4.25")
@pytest.mark.parametrize(
    ("x", "y", "is_on"), [(0.5, 0.5, True), (0.49, 5, False), (39.5, 29.5, True), (39.51, 5, False), (5, 29.51, False)]
)
def test_a_whole_base_is_on_the_table(x: float, y: float, is_on: bool) -> None:
    assert is_on_table(OPEN, *h(x, y)) == is_on
    assert leaves_table(OPEN, path((5, 5), (x, y))) != is_on


@pytest.mark.clause("GUN-4.26")
def test_a_path_keeps_off_walls_and_other_characters() -> None:
    water = terrain(("water", [10, 0, 12, 6]))
    for table in (HOUSE, water):
        assert not is_path_blocked(table, NOBODY, path((8, 6.49), (14, 6.49)), 0.0)
        assert is_path_blocked(table, NOBODY, path((8, 6.48), (14, 6.48)), 0.0)
    assert not is_path_blocked(FENCE, NOBODY, path((8, 6), (14, 6)), 0.0)
    assert not is_path_blocked(OPEN, bystanders((5, 5)), path((3, 5.99), (8, 5.99)), 0.0)
    assert is_path_blocked(OPEN, bystanders((5, 5)), path((3, 5.98), (8, 5.98)), 0.0)


@pytest.mark.clause("GUN-4.26")
def test_what_lies_behind_a_mover_hinders_the_rest_of_its_path_no_more() -> None:
    way = path((2, 5), (8, 5), (8, 9))
    assert is_path_blocked(OPEN, bystanders((4, 5)), way, 2.9) and not is_path_blocked(
        OPEN, bystanders((4, 5)), way, 3.0
    )


@pytest.mark.clause("GUN-4.27")
@pytest.mark.clause("GUN-4.28")
def test_nobody_stops_on_a_low_piece_or_against_it() -> None:
    assert stops(FENCE, 9.51, 6) and not stops(FENCE, 9.52, 6) and not stops(FENCE, 10.2, 6)
    assert stops(HOUSE, 9.51, 3) and not stops(HOUSE, 9.52, 3) and not stops(HOUSE, 11, 3)
    assert not is_legal_stop(OPEN, bystanders((5, 5)), *h(5.98, 5)) and is_legal_stop(
        OPEN, bystanders((5, 5)), *h(5.99, 5)
    )


@pytest.mark.clause("GUN-4.29")
@pytest.mark.clause("GUN-7.7")
@pytest.mark.clause("GUN-15.17")
def test_low_pieces_difficult_ground_and_getting_up_cost_more() -> None:
    """Example 25."""
    low, rough = terrain(("low", [3, 0, 3.5, 10])), terrain(("rough", [5, 0, 10, 10]))
    assert cost(low, (2.5, 5), (4, 5)) == pytest.approx(2.0)
    assert cost(rough, (4, 5), (6, 5)) == pytest.approx(3.0, abs=2e-6) and cost(rough, (4, 5), (6.01, 5)) > 3.01
    assert cost(rough, (4, 5), (6, 5), is_scout=True) == pytest.approx(2.0)
    assert cost(low, (0.5, 5), (2.5, 5), rises=True) == pytest.approx(3.0)


@pytest.mark.clause("GUN-4.31")
def test_a_ray_exactly_along_a_seam_is_inside_neither_piece() -> None:
    """So one sees through where two walls touch, in line with the seam, and from nowhere else."""
    walls = terrain(("tall", [5, 5, 10, 8]), ("tall", [5, 8, 10, 11]))
    assert look(walls, (2, 8), (13, 8)) == (1, 2)
    assert not can_see(walls, (2, 8.01), (13, 8.01)) and not can_see(walls, (2, 8), (13, 8.01))
    woods = terrain(("woods", [5, 0, 7, 10]), ("woods", [7, 0, 8.01, 10]))
    assert not can_see(woods, (4, 5), (10, 5))  # 3.01 in all


@pytest.mark.clause("GUN-4.31")
def test_so_one_sees_into_the_farmhouse_along_the_seam_of_its_corner() -> None:
    """Front and side wall touch at y 13.25, where the lower ray of two characters at 13.70 runs."""
    farm = content().scenario("farm")
    table = build_terrain(farm, content().terrain, 0.5)
    assert look(table, (8, 13.7), (13.4, 13.7)) == (1, 2)
    assert not can_see(table, (8, 13.69), (13.4, 13.69)) and not can_see(table, (8, 13.71), (13.4, 13.71))


@pytest.mark.clause("GUN-4.32")
@pytest.mark.clause("GUN-4.33")
def test_distance_to_a_piece_is_that_to_its_nearest_edge_or_corner() -> None:
    house = terrain(("tall", [10, 10, 12, 12]))
    assert stops(house, 9.65, 9.65) and not stops(house, 9.66, 9.66)  # 0.495 and 0.481 from the corner
    assert not is_path_blocked(house, NOBODY, path((9, 10.3), (10.3, 9)), 0.0)  # 0.495 from the corner
    assert is_path_blocked(house, NOBODY, path((9, 10.33), (10.33, 9)), 0.0)


@pytest.mark.clause("GUN-4.35")
def test_where_two_stand_on_one_spot_there_is_sight_and_no_cover() -> None:
    assert look(FENCE, (10.2, 6), (10.2, 6)) == (3, 0) and can_see(FENCE, (10.2, 6), (10.2, 6), (PRONE, HIDING))
    assert not is_covered(FENCE, (10.2, 6), (10.2, 6))


@pytest.mark.clause("GUN-4.36")
def test_rounded_trigger_points_keep_off_walls_too() -> None:
    """The line passes the corner at 0.4912; the point of it at 0.5 is rounded to one at 0.4875."""
    way = path((9.33, 6.25), (10.82, 6.88))
    assert is_path_blocked(HOUSE, NOBODY, way, 0.0)
    assert not is_path_blocked(terrain(("tall", [10, 0, 12, 6]), step=1.0), NOBODY, way, 0.0)


@pytest.mark.clause("GUN-4.37")
def test_points_along_a_path_are_rounded_afterwards() -> None:
    way = path((0, 0), (3, 4), (3, 7))
    assert path_length(way) == 8.0
    assert point_at(way, 2.5) == (150, 200) and point_at(way, 5.0) == (300, 400) and point_at(way, 8.0) == (300, 700)
    assert point_at(path((0, 0), (1, 1)), 0.5) == (35, 35)


@pytest.mark.clause("GUN-13.17")
@pytest.mark.clause("GUN-13.44")
@pytest.mark.parametrize(
    ("step", "end", "lengths"),
    [(0.5, 1.2, [0, 0.5, 1.0, 1.2]), (0.5, 1.0, [0, 0.5, 1.0]), (1.0, 0.3, [0, 0.3]), (0.25, 0.5, [0, 0.25, 0.5])],
)
def test_trigger_points_are_the_multiples_of_the_step_and_the_end(
    step: float, end: float, lengths: list[float]
) -> None:
    table, way = terrain(step=step), path((5, 5), (5 + end, 5))
    count = count_trigger_points(table, way)
    assert [trigger_length(table, way, k) for k in range(count)] == pytest.approx(lengths)
    assert trigger_point(table, way, count - 1) == tuple(h(5 + end, 5))


@pytest.mark.clause("GUN-4.38")
def test_a_low_piece_costs_once_for_each_unbroken_stretch() -> None:
    low = terrain(("low", [3, 0, 5, 10]), ("low", [5, 0, 6, 10]))
    assert cost(low, (2, 5), (4, 5), (4.5, 6), (4, 7), (2, 7)) == pytest.approx(4 + 2 * 5**0.5 / 2 + 0.5)
    assert cost(low, (2, 5), (7, 5)) == pytest.approx(6.0)  # two touching pieces are two
    assert cost(low, (4, 5), (2, 5)) == pytest.approx(2.0) and cost(low, (4, 5), (4, 6), (2, 6)) == pytest.approx(3.0)
    assert cost(low, (4, 5), (2, 5), (4, 5)) == pytest.approx(4.5)
    way = path((2, 5), (7, 5))
    assert cost_to(low, way, 1.0, False, False) == 1.0 and cost_to(low, way, 1.1, False, False) == pytest.approx(1.6)


@pytest.mark.clause("GUN-7.6")
def test_a_crawl_enters_no_low_piece() -> None:
    assert enters_low(FENCE, path((9, 6), (10.1, 6))) and not enters_low(FENCE, path((9, 6), (10, 6)))
    assert not enters_low(FENCE, path((10.2, 6), (9, 6)))


@pytest.mark.clause("GUN-7.19")
def test_a_failed_run_stops_at_the_last_legal_stop_within_the_allowance() -> None:
    """Example 26."""
    low = terrain(("low", [4.4, 0, 4.9, 10]))
    for table, end, stop in ((OPEN, 8, (5, 5)), (low, 7.5, (3.5, 5))):
        way = path((2, 5), (end, 5))
        assert cost(table, (2, 5), (end, 5)) == pytest.approx(6.0)
        assert trigger_point(table, way, failed_run_stop(table, NOBODY, way, 3.0, False)) == tuple(h(*stop))


@pytest.mark.clause("GUN-7.15")
@pytest.mark.clause("GUN-7.56")
def test_who_stops_early_stops_at_the_last_legal_stop_or_the_start() -> None:
    low, way = terrain(("low", [4.4, 0, 4.9, 10])), path((3.7, 5), (7, 5))
    assert [last_stop(low, NOBODY, way, k) for k in range(6)] == [0, 0, 0, 0, 4, 5]
