"""Every game keeps what every game must keep: the miniature games, and each game that Fireteam finds."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from fireteam.core.game import Game, find
from fireteam.core.rooms import games
from tests import conformance
from tests.conformance import Walk
from tests.games import free, path, sealed

MINIATURES = {game.id: game for game in (sealed.GAME, path.GAME, free.GAME)}
SEEDS = {"sealed": (1, 2, 3), "path": (1, 2, 3)}  # the others: one each


def game_of(name: str) -> Game:
    return MINIATURES.get(name) or find(name)


WALKS = [
    (name, scenario, seed)
    for name in (*MINIATURES, *games())
    for scenario in game_of(name).scenarios(())
    for seed in SEEDS.get(name, (1,))
]


@cache
def walk_of(name: str, scenario: str, seed: int) -> Walk:
    return conformance.walk(game_of(name).setting(scenario), seed)


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: "-".join(map(str, walk)))
def test_it_keeps(walk: tuple[str, str, int], check: Callable[[Walk], None]) -> None:
    check(walk_of(*walk))
