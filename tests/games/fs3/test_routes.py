"""Orders made by pointing at a place of the map: the way there, and what may be ordered along it."""

from __future__ import annotations

from fireteam.games.fs3.game import GAME
from fireteam.games.fs3.state import COVER
from tests.games.fs3.test_decision import asked
from tests.games.fs3.test_view import At, combatant, number


def pointed(at: At, unit: str, x: float, y: float, verb: str = "") -> list[str]:
    """The orders of a route, as notation."""
    found = GAME.route(*at, number(at, unit), unit, verb, x, y)
    return [found.option.notation, *(one.notation for one in found.variants)] if found else []


def test_a_way_leads_round_what_is_in_the_way_and_falls_short_where_it_is_too_long():
    at = asked("loading_yard")
    found = GAME.route(*at, number(at, "anna"), "anna", "", 20, 9)
    assert found is not None and found.points == ((13.2, 9), (13.4, 6.4), (15.6, 6.4), (20, 9))
    assert found.option.label == "go to 20,9 (10 of 10 m)"
    far = GAME.route(*at, number(at, "anna"), "anna", "", 59, 39)
    assert far is not None and far.option.label.endswith("(10 of 10 m)")


def test_who_points_at_a_crate_means_the_ground_beside_it_on_ones_own_side():
    at = asked("loading_yard")
    (x, _), first = GAME.route(*at, number(at, "anna"), "anna", "", 14.5, 10).points[-1], pointed(at, "anna", 14.5, 10)
    assert x <= 14 and first[0].startswith("pass path=")


def test_cover_is_offered_where_the_way_ends_near_it_and_the_nearest_enemy_from_there():
    at = asked("loading_yard")
    lines = pointed(at, "anna", 16, 9)
    way = lines[0].removeprefix("pass ")
    assert lines == [f"pass {way}", f"pass stance=cover {way}", f"attack hugo {way}", f"attack hugo stance=cover {way}"]
    assert pointed(at, "anna", 16, 9, verb="attack")[0] == f"attack hugo {way}"
    combatant(at, "anna").stance = COVER
    assert pointed(at, "anna", 16, 9) == [f"pass {way}", f"attack hugo {way}"]


def test_who_points_at_a_way_out_leaves_by_it():
    at = asked("shuttle_run")
    craft = at[1][0].vehicles[combatant(at, "vera").vehicle - 1]
    craft.x = 135_000
    assert pointed(at, "vera", 1399, 400)[0] == "pass path=1400.01,400"


def test_who_cannot_move_has_no_way():
    at = asked("loading_yard")
    combatant(at, "anna").subduer = number(at, "eva") + 1
    assert pointed(at, "anna", 13, 5) == []
    assert pointed(asked("shuttle_run"), "walt", 60, 400) == []
