"""Nothing comes out of a cache that would not be found anew, in every game; and what does is found out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from fireteam.core.decision import Moment
from fireteam.core.engine.record import Array
from fireteam.core.game import Game, Setting
from fireteam.core.protocol.scene import Row
from fireteam.registry import find_game, games
from tests.conformance import walk
from tests.freshness import stale
from tests.games import brawl, gauntlet, skirmish, stones
from tests.heavy.settings import many

GAMES = {game.id: game for game in (stones.GAME, gauntlet.GAME, skirmish.GAME, brawl.GAME)}


def scenarios() -> list[tuple[str, str]]:
    """The first scenario of each game; many more where the slow checks are wanted."""
    known = [(name, tuple(game_of(name).scenarios(()))) for name in (*GAMES, *games())]
    return [(name, scenario) for name, of in known for scenario in of[: many(1, 4)]]


def game_of(name: str) -> Game:
    return GAMES.get(name) or find_game(name)


@pytest.mark.parametrize(("game", "scenario"), scenarios())
def test_what_is_found_again_is_what_would_be_found_anew(game: str, scenario: str) -> None:
    way = walk(game_of(game).make_setting(scenario), seed=5, most=60)
    assert stale(way, way.some()[2 :: 4 // many(2, 4)], changes=many(100, 400), menus=many(8, 60)) == []


def test_a_key_that_leaves_a_number_out_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The purses of the game of stones, drawn by the turn alone."""

    def standing(setting: Setting, states: Array) -> tuple[Row, ...]:
        at = Moment(setting, states)
        stones_left = lambda: (Row("stones", str(states["throwers"]["stones"].tolist())),)  # noqa: E731
        return at.cached(("standing", int(at.state.turn)), stones_left)

    setting = stones.GAME.make_setting("stones")
    drawn, names = setting.game.scene, setting.game.names(setting, setting.opening)
    game = setting.game._replace(
        names=lambda *at: names,
        scene=lambda *at: replace(drawn(*at), standing=standing(*at)),
    )
    way = walk(setting._replace(game=game), seed=1, most=10)
    assert stale(way, way.some()[:1], changes=100, menus=1)
