"""A replay on a whole screen: step, jump, play, another view, and on from there."""

from __future__ import annotations

import asyncio

import pytest
from textual.widgets import Input, Static

from fireteam.bots import find_bot
from fireteam.match.file.parse import read_match_file
from fireteam.match.load import fork, replay, save
from fireteam.terminal.local_match import LocalMatch
from fireteam.terminal.screen.app import TableApp
from fireteam.terminal.screen.dialogs import Confirmation
from fireteam.terminal.screen.replay import ReplayScreen
from tests.terminal.screen_pilot import record_notices, screen_text, wait_until
from tests.terminal.scripted_terminal import mission


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A match between two bots, with forces picked in secret, to its end."""
    path = tmp_path_factory.mktemp("matches") / "friday.match"
    match = mission("capture_the_crossing", "random", "random", seed=5)
    save(match, path)
    course = LocalMatch(match, {name: find_bot("random") for name in ("red", "blue")})
    while not match.is_over and match.next_number < 60:
        seat, slot = course.turn()
        match.act(seat.name, course.bot_choice(seat, slot), slot)
    match.act("red", "resign", 0)
    match.reveal_secret()
    match.leave()
    return replay(read_match_file(path))


def watch(played, do, at=0, seat=""):
    def begin(number, path):
        fork(played, number, path, played.file.head.seats, match_secret, ()).leave()

    from fireteam.match.dice import secret_of_seed

    match_secret = secret_of_seed(9)
    screen = ReplayScreen(played, seat, at, begin)

    async def go() -> None:
        app = TableApp(screen)
        async with app.run_test(size=(80, 24)) as pilot:

            async def press(*keys: str) -> str:
                for key in keys:
                    await pilot.press(key)
                    await pilot.pause()
                return screen_text(app)

            await pilot.pause()
            await do(press, app)

    asyncio.run(go())
    return screen


def test_stepping_forward_back_and_to_any_event(played):
    last = len(played.moments) - 1

    async def do(press, app):
        assert "Event 0 of" in await press("escape")
        assert "Event 2 of" in await press("n", "enter")
        assert "Event 1 of" in await press("b")
        assert "Event 0 of" in await press("b", "b", "b")
        await press("g")
        app.screen.query_one(Input).value = str(last)
        assert "The end. Blue wins" in await press("enter")
        assert f"Event {last} of" in await press("n")
        await press("g")
        app.screen.query_one(Input).value = "9999"
        assert f"Event {last} of" in await press("enter")

    watch(played, do)


def test_the_table_and_the_story_are_those_of_the_event(played):
    async def do(press, app):
        said = str(app.screen.query_one("#said", Static).render())
        moment = played.moments[4]
        placed = moment.record.choices[0][1].split()[-1]
        assert f"is placed on {placed}" in said
        assert len(app.first_screen.board.scene.tokens) == int((moment.state[0].units["status"] == 2).sum())

    watch(played, do, at=4)


def test_the_view_goes_from_all_of_it_to_that_of_each_side(played):
    async def do(press, app):
        assert "all of it" in await press("escape")
        assert "as red saw it" in await press("v")
        assert "as blue saw it" in await press("v")
        assert "all of it" in await press("v")

    watch(played, do, at=1)


def test_it_plays_by_itself_at_any_speed_and_stops_at_the_end(played):
    async def do(press, app):
        screen = app.first_screen
        await press("g")
        app.screen.query_one(Input).value = str(len(played.moments) - 4)
        await press("enter", *["plus"] * 5, "p")
        await wait_until(lambda: screen.play_timer is None)
        assert screen.number == len(played.moments) - 1 and screen.play_timer is None

    watch(played, do)


def test_a_fork_goes_on_in_a_file_of_its_own(played, tmp_path):
    async def do(press, app):
        await press("f")
        app.screen.query_one(Input).value = str(tmp_path / "again.match")
        await press("enter")
        await wait_until(lambda: isinstance(app.screen, Confirmation))
        await press("y")

    screen = watch(played, do, at=10)
    assert screen.fork_path == tmp_path / "again.match" and len(read_match_file(screen.fork_path).records) == 11


def test_a_fork_into_a_file_that_is_there_says_so_and_goes_on_watching(played, tmp_path):
    (tmp_path / "taken.match").write_text("mine")

    async def do(press, app):
        notices = record_notices(app)
        await press("f")
        app.screen.query_one(Input).value = str(tmp_path / "taken.match")
        await press("enter")
        await wait_until(lambda: any("taken.match" in notice for notice in notices))
        assert "Event 10 of" in await press("escape")

    assert watch(played, do, at=10).fork_path is None
    assert (tmp_path / "taken.match").read_text() == "mine"
