"""A way over several counts says how far it comes and, where somebody is in the way, who."""

from __future__ import annotations

from fireteam.games.tps.game import GAME
from fireteam.match.autowalk.path import path_to
from fireteam.match.autowalk.stay import stay_plans
from tests.games.tps.matches import start_match, unit


def test_a_way_that_ends_before_others_says_who_is_in_the_way() -> None:
    mates = [unit("T", 11.05, y, "usp") for y in (14.5, 15.5)]
    setting, states = start_match(
        "count", unit("T", 10, 15, "usp"), *mates, unit("CT", 10, 16.05), unit("CT", 10, 13.95)
    )
    assert GAME.tabletop is not None
    path = path_to(setting, GAME.tabletop, states, 0, (30, 15))
    assert str(path) == "towards 30,15: 1 count, as far as 10.18,14.99; U2 and U3 are in the way now"
    setting, states = start_match("count", unit("T", 10, 15, "usp"), unit("CT", 40, 16))
    assert "in the way" not in str(path_to(setting, GAME.tabletop, states, 0, (30, 15)))


def test_who_may_stay_is_found_for_each_match_by_itself() -> None:
    sides = [unit("T", 10, 15, "usp"), unit("CT", 40, 16)]
    found = [stay_plans(*start_match("count", *units)) for units in (sides, [*sides, unit("T", 12, 15, "usp")])]
    assert [set(plans) for plans in found] == [{0, 1}, {0, 1, 2}]
    assert {line for plans in found for lines in plans.values() for line in lines} == {"stay"}
