"""The table knows no game: the miniature games of the tests are played on it by the same keys."""

from __future__ import annotations

import pytest

from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.terminal.screen.builder import Builder
from fireteam.terminal.screen.dialogs import HandOver
from tests.games import gauntlet, skirmish, stones
from tests.terminal.screen_pilot import ScreenPilot, play_on_screen


@pytest.mark.parametrize(
    "game", [gauntlet.GAME, stones.GAME, pytest.param(skirmish.GAME, marks=pytest.mark.heavy)], ids=lambda game: game.id
)
def test_a_game_with_sealed_choices_paths_or_shares_is_played_by_the_same_keys(game):
    scenario = next(iter(game.scenarios(())))
    setting = game.make_setting(scenario)
    match = Match(setting, [Seat(name, 1 << k) for k, name in enumerate(setting.slots)], secret_of_seed(3))
    looked_away = 0

    async def do(seen: ScreenPilot) -> None:
        nonlocal looked_away
        for _ in range(60):
            if seen.play_screen.match_loop.result_text or match.next_number > 4:
                return
            if isinstance(seen.app.screen, HandOver):
                looked_away += 1
                await seen.press("enter")
            elif isinstance(seen.app.screen, Builder):
                await seen.press("f2", "enter")
            else:
                await seen.press("tab", "1")

    play_on_screen(match, do)
    assert match.next_number > 1
    assert looked_away > 0 or game is not stones.GAME
