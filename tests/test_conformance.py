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


DEAR = ("check_matches_end", "check_odds_are_whole")


def asked() -> Iterator[Any]:
    """Every check of every walk: those of the miniature games and of two scenarios of each game, and others --heavy."""
    quick = {(name, scenario) for name in games() for scenario in islice(find_game(name).scenarios(()), 2)}
    for walk in WALKS:
        for check in conformance.CHECKS:
            dear = walk[0] == "tps" and walk[1] != "de_depot" and check.__name__ in DEAR
            slow = [pytest.mark.heavy] * (dear or not (walk[0] in MINIATURES or walk[:2] in quick))
            words = "-".join(map(str, (*walk, check.__name__.removeprefix("check_"))))
            yield pytest.param(walk, check, id=words, marks=slow)


@pytest.mark.parametrize(("walk", "check"), list(asked()))
def test_it_keeps(walk: tuple[str, str, int], check: Callable[[Walk], None]) -> None:
    check(walk_of(*walk))
