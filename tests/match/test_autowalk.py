"""A way over several counts says how far it comes and, where somebody is in the way, who."""

from __future__ import annotations

from fireteam.games.tps.game import GAME
from fireteam.match.autowalk.path import path_to
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
