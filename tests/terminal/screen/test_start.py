"""Choosing what to play on a whole screen."""

from __future__ import annotations

import asyncio

from fireteam.cli.play import player_ways
from fireteam.registry import find_game
from fireteam.terminal.screen.app import TableApp
from fireteam.terminal.screen.start import StartScreen
from tests.terminal.screen_pilot import screen_text


def choose(*keys: str, taught: tuple[str, ...] = ("ttt",), size: tuple[int, int] = (80, 24)) -> tuple[StartScreen, str]:
    """What was chosen by these keys, and what stood on the screen before the last of them."""
    screen, seen = StartScreen([find_game("ttt")], player_ways, taught), []

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
    screen, _ = choose("enter", "enter", taught=())
    assert screen.choice.mission == "besiege_the_bunker" and screen.choice.seats["red"] == "person"


def test_who_leaves_has_chosen_nothing():
    assert choose("q")[0].choice is None
