"""Every game keeps what every game must keep: the miniature games, and each game that Fireteam finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest
from breakthrough.game import GAME as BREAKTHROUGH

from fireteam.core.game import Game
from fireteam.registry import find_game, games
from tests import conformance
from tests.conformance import Walk
from tests.games import brawl, gauntlet, skirmish, stones
from tests.heavy.settings import factor

MINIATURES = {game.id: game for game in (BREAKTHROUGH, stones.GAME, gauntlet.GAME, skirmish.GAME, brawl.GAME)}
SEEDS = {"sealed": (1, 2, 3), "path": (1, 2, 3)}  # the others: one each


def game_of(name: str) -> Game:
    return MINIATURES.get(name) or find_game(name)


WALKS = [
    (name, scenario, seed)
    for name in (*MINIATURES, *games())
    for scenario in game_of(name).scenarios(())
    for seed in SEEDS.get(name, (1,))
]


@cache
def walk_of(name: str, scenario: str, seed: int) -> Walk:
    return conformance.walk(game_of(name).make_setting(scenario), seed)


DEAR = {"tps": ("check_matches_end", "check_odds_are_whole"), "fs3": ("check_odds_are_whole",)}
LIGHT = ("de_depot", "check_odds_are_whole")  # where this is cheap
QUICK = {"fs3": ("sparring",)}  # of the others the first
SLOW = {"ttt": ("last_stand",), "tps": (), "gunplay": ("farm",), "fs3": ("depot_raid",)}
"""Those that --heavy adds; all, where FIRETEAM_HEAVY asks for more than usual."""
WITH_ODDS = {"fs3": ("sparring",)}  # where few choose at once, so that a turn has few enough ways to go


def asked() -> Iterator[Any]:
    """Every check of every walk: those of the miniature games and of one scenario of each game, and others --heavy."""
    quick = {(name, each) for name in games() for each in QUICK.get(name, islice(find_game(name).scenarios(()), 1))}
    for walk in WALKS:
        if not (walk[:2] in quick or walk[1] in SLOW.get(walk[0], walk) or factor() > 1):
            continue
        for check in conformance.CHECKS:
            if check is conformance.check_odds_are_whole and walk[1] not in WITH_ODDS.get(walk[0], walk[1]):
                continue
            is_dear = check.__name__ in DEAR.get(walk[0], ()) and (walk[1], check.__name__) != LIGHT
            slow = [pytest.mark.heavy] * (is_dear or not (walk[0] in MINIATURES or walk[:2] in quick))
            words = "-".join(map(str, (*walk, check.__name__.removeprefix("check_"))))
            yield pytest.param(walk, check, id=words, marks=slow)


@pytest.mark.parametrize(("walk", "check"), list(asked()))
def test_it_keeps(walk: tuple[str, str, int], check: Callable[[Walk], None]) -> None:
    check(walk_of(*walk))
