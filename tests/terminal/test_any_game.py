"""The table knows no game: the miniature games of the tests are played on it by the same keys."""

from __future__ import annotations

import pytest

from fireteam.match.dice import seeded
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.terminal.table.builder import Builder
from fireteam.terminal.table.windows import HandOver
from tests.games import free, path, sealed
from tests.terminal.playing import Seen, played


@pytest.mark.parametrize(
    "game", [path.GAME, sealed.GAME, pytest.param(free.GAME, marks=pytest.mark.heavy)], ids=lambda game: game.id
)
def test_a_game_with_sealed_choices_paths_or_shares_is_played_by_the_same_keys(game):
    scenario = next(iter(game.scenarios(())))
    setting = game.setting(scenario)
    match = Match(setting, [Seat(name, 1 << k) for k, name in enumerate(setting.slots)], seeded(3))
    looked_away = 0

    async def do(seen: Seen) -> None:
        nonlocal looked_away
        for _ in range(60):
            if seen.play.ended or match.number > 4:
                return
            if isinstance(seen.app.screen, HandOver):
                looked_away += 1
                await seen.press("enter")
            elif isinstance(seen.app.screen, Builder):
                await seen.press("f2", "enter")
            else:
                await seen.press("tab", "1")

    played(match, do)
    assert match.number > 1
    assert looked_away > 0 or game is not sealed.GAME
