"""Where a flinching character goes: GUN-12.19 to GUN-12.33."""

from __future__ import annotations

import pytest

from fireteam.games.gunplay.rules.flinch_walk import flinch_end, flinch_point, rank_of, threats_to
from fireteam.games.gunplay.rules.room import hundredths
from fireteam.games.gunplay.terrain import HIDING, PRONE, STANDING, Bystanders, Terrain

from .maps import bystanders, terrain

OPEN = terrain()
WALL = terrain(("tall", [10, 0, 12, 6]))
FENCE = terrain(("low", [10, 4, 10.5, 8]))


def flinch(
    table: Terrain, others: Bystanders, x: float, y: float, posture: int = STANDING, speed: float = 3.0
) -> tuple[float, float, int]:
    end = flinch_end(table, others, hundredths(x), hundredths(y), posture, speed, False)
    return end.x / 100, end.y / 100, end.posture


@pytest.mark.clause("GUN-12.19")
def test_without_a_threat_one_hides_where_one_can_and_stays_else() -> None:
    hidden_enemy, friend = bystanders((9, 3), enemies=[0]), bystanders((9, 3))
    assert flinch(WALL, hidden_enemy, 14, 3) == (14, 3, STANDING)
    assert flinch(FENCE, friend, 11, 6) == (11, 6, HIDING)
    assert flinch(FENCE, friend, 11, 6, PRONE) == (11, 6, PRONE)
    assert threats_to(WALL, bystanders((9, 3), (20, 3), (14, 9), enemies=[0, 1]), 1400, 300, STANDING) == 0b010


@pytest.mark.clause("GUN-12.21")
@pytest.mark.clause("GUN-12.22")
@pytest.mark.clause("GUN-12.32")
@pytest.mark.clause("GUN-12.33")
def test_sixteen_directions_begin_away_from_the_threat_and_go_left_before_right() -> None:
    ends = [flinch_point(1000, 1000, 1.0, 0.0, direction, 2.0) for direction in range(16)]
    assert ends[:5] == [(1200, 1000), (1185, 1077), (1185, 923), (1141, 1141), (1141, 859)]
    assert ends[7:9] == [(1000, 1200), (1000, 800)] and ends[15] == (800, 1000) and len(set(ends)) == 16


@pytest.mark.clause("GUN-12.22")
@pytest.mark.clause("GUN-12.33")
def test_of_equally_near_threats_the_one_of_the_lowest_id_is_fled() -> None:
    """Left of the way from the western one lies north."""
    woods = terrain(("woods", [9.5, 16.5, 10.5, 17.5]), ("woods", [9.5, 12.5, 10.5, 13.5]))
    assert flinch(woods, bystanders((5, 15), (15, 15), enemies=[0, 1]), 10, 15) == (10, 16.5, HIDING)
    assert flinch(woods, bystanders((15, 15), (5, 15), enemies=[0, 1]), 10, 15) == (10, 13.5, HIDING)
    assert flinch(woods, bystanders((15, 15), (5, 14.99), enemies=[0, 1]), 10, 15) == (10, 13.5, HIDING)


@pytest.mark.clause("GUN-12.23")
def test_a_walk_is_lawful_affordable_and_no_nearer_to_the_threats() -> None:
    table, enemy = terrain(("tall", [10, 0, 12, 6]), ("tall", [10, 6.9, 12, 12])), bystanders((4, 3), enemies=[0])
    assert flinch(table, enemy, 9, 8) == (9, 8, PRONE)  # the gap is too narrow
    corner = bystanders((4, 5.5), enemies=[0])
    assert flinch(WALL, corner, 12.5, 6.7, STANDING, 2.0) == (13.26, 5.41, STANDING)  # 1.5 round the corner
    assert flinch(WALL, corner, 12.5, 6.7, PRONE, 2.0) == (12.57, 6.2, STANDING)  # getting up costs 1.0


@pytest.mark.clause("GUN-12.24")
@pytest.mark.clause("GUN-12.25")
@pytest.mark.clause("GUN-12.26")
def test_places_are_ranked_by_who_still_sees_one() -> None:
    enemy = bystanders((4, 6), enemies=[0])
    assert rank_of(FENCE, enemy, 1, *map(hundredths, (11, 6))) == 0
    assert rank_of(WALL, enemy, 1, *map(hundredths, (13, 3))) == 1
    assert rank_of(FENCE, enemy, 1, *map(hundredths, (12, 6))) == 2
    assert rank_of(FENCE, enemy, 1, *map(hundredths, (18, 6))) == 3


@pytest.mark.clause("GUN-12.27")
@pytest.mark.clause("GUN-12.28")
def test_the_best_rank_then_the_shortest_walk_is_taken() -> None:
    enemy = bystanders((4, 6), enemies=[0])
    assert flinch(FENCE, enemy, 11, 6) == (11, 6, HIDING)
    assert flinch(FENCE, enemy, 12.6, 6) == (12.6, 6, STANDING)  # in cover where it stands
    assert flinch(FENCE, enemy, 12.6, 6, PRONE) == (12.6, 6, PRONE)


@pytest.mark.clause("GUN-12.29")
def test_with_nowhere_to_go_one_drops_prone() -> None:
    assert flinch(OPEN, bystanders((4, 6), enemies=[0]), 12, 6) == (12, 6, PRONE)
