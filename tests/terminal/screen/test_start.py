"""Choosing what to play on a whole screen."""

from __future__ import annotations

import asyncio
import json

from fireteam.cli.play import player_ways
from fireteam.registry import find_game
from fireteam.terminal.screen.app import TableApp
from fireteam.terminal.screen.start import StartScreen
from tests.terminal.screen_pilot import screen_text


def choose(
    *keys: str,
    taught: tuple[str, ...] = ("ttt",),
    size: tuple[int, int] = (80, 24),
    game: str = "ttt",
    lessons: tuple[str, ...] = ("",),
) -> tuple[StartScreen, str]:
    """What was chosen by these keys, and what stood on the screen before the last of them."""
    screen, seen = StartScreen([find_game(game)], player_ways, dict.fromkeys(taught, lessons)), []

    async def go() -> None:
        app = TableApp(screen)
        async with app.run_test(size=size) as pilot:
            for key in keys:
                await pilot.pause()
                seen.append(screen_text(app))
                await pilot.press(key)

    asyncio.run(go())
    return screen, seen[-1]


def test_a_mission_and_players_are_chosen_with_its_board_and_aims_in_sight():
    screen, seen = choose("down", "down", "enter", "down", "enter")
    assert screen.choice is not None and screen.choice.mission == "cap_the_capn"
    assert screen.choice.seats == {"red": "person", "blue": "random"}
    words = " ".join(seen.replace("│", " ").split())
    assert "Cap the Cap'n" in words and "to take out every Captain" in words and "10 · · w w" in words


def test_enter_alone_begins_the_lesson_where_there_is_one_and_else_a_match():
    assert choose("enter")[0].choice.mission == ""
    screen, seen = choose("down", "enter", lessons=("", "captains"))
    assert (screen.choice.mission, screen.choice.lesson) == ("", "captains") and "Learn it: captains" in seen
    screen, _ = choose("enter", "enter", taught=())
    assert screen.choice.mission == "besiege_the_bunker" and screen.choice.seats["red"] == "person"


def test_who_leaves_has_chosen_nothing():
    assert choose("q")[0].choice is None


def test_ready_made_bands_are_chosen_for_either_side_and_made_to_suit_the_mission():
    keys = ("s", "down", "down", "enter", "down", "enter", "down", "enter", "enter")
    screen, seen = choose(*keys, game="gunplay", size=(110, 40))
    assert screen.choice is not None and screen.choice.mission == "crossroads"
    assert {name: json.loads(text)["id"] for name, text in screen.choice.options.items()} == {
        "band_a": "blue_patrol",
        "band_b": "ridge_gang",
    }
    words = " ".join(seen.replace("│", " ").split())
    assert "Blue Patrol is the band of side A." in words and "Ridge Gang is the band of side B." in words
    setting = find_game("gunplay").make_setting(screen.choice.mission, screen.choice.options)
    assert setting.content.bands[1].name == "Ridge Gang"


def test_who_leaves_the_bands_has_the_usual_ones_and_a_game_without_sheets_has_no_list_of_them():
    assert choose("s", "escape", "enter", "enter", game="gunplay", size=(110, 40))[0].choice.options == {}
    assert choose("s", "enter", "enter", taught=())[0].choice.options == {}
