"""The table knows no game: the miniature games of the tests are played on it by the same keys."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from fireteam.core.protocol.choices import notation
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.terminal.screen.builder import Builder
from fireteam.terminal.screen.builder_parts import Chooser
from fireteam.terminal.screen.dialogs import HandOver
from tests.games import brawl, gauntlet, skirmish, stones
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


def test_a_choice_with_many_optional_parts_is_typed_for_any_slot_or_put_together():
    match = Match(brawl.GAME.make_setting("yard"), [Seat("kim", 0b0011), Seat("lou", 0b1100)], secret_of_seed(3))

    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("bo: attack tom/burst")
        await seen.type_line("bo/stance evade")
        seen.play_screen.build("attack")
        await seen.wait_until(
            lambda: isinstance(seen.app.screen, Builder) and bool(seen.app.screen.query("#field-called"))
        )
        builder = seen.app.screen
        builder.query_one("#field-target", Input).value = "jane"
        builder.query_one("#field-called", Chooser).set_value("head")
        await seen.pilot.pause()
        assert builder.line == "attack jane called=head"
        await seen.press("enter")

    play_on_screen(match, do)
    said = {slot: notation(value) for slot, value in match.mailbox.all().items()}
    assert said == {0: "attack jane called=head", 1: "attack tom burst=yes stance=evade"}


def test_several_slots_are_typed_for_at_once():
    match = Match(brawl.GAME.make_setting("yard"), [Seat("kim", 0b0111), Seat("lou", 0b1000)], secret_of_seed(3))

    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("anna,jane: wait")
        await seen.wait_until(lambda: "kim does not choose for j (lou)" in seen.text)
        assert not match.mailbox.slots
        await seen.type_line("anna,bo: wait")
        await seen.wait_until(lambda: match.mailbox.slots == 0b0011)

    play_on_screen(match, do)
