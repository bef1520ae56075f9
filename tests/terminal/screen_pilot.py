"""The table on a whole screen, for tests: keys go in, and what stands on it comes out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from fireteam.bots import find_bot
from fireteam.match.match import Match
from fireteam.terminal.local_match import LocalMatch
from fireteam.terminal.screen.app import TableApp
from fireteam.terminal.screen.dialogs import Page
from fireteam.terminal.screen.play import PlayScreen

SIZE = (80, 24)
TIMEOUT = 60.0  # seconds by the clock, on however slow a machine


async def wait_until(condition: Callable[[], bool], describe: Callable[[], str] = str) -> None:
    """Wait for something to come about; if it does not, tell what stands there instead."""
    end = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < end, f"it does not come about; there stands:\n{describe()}"
        await asyncio.sleep(0.01)


def record_notices(app: App[int]) -> list[str]:
    """All that an app tells in passing from now on, but that something takes its time; it does not go with the time."""
    heard: list[str] = []
    tell = app.notify

    def notify(message: str, **how: Any) -> None:
        heard.extend([message] * (not message.startswith("Still at it")))
        tell(message, **how)

    app.notify = notify  # type: ignore[method-assign]
    return heard


class ScreenPilot:
    """A screen under way: keys to press, and panes to read."""

    def __init__(self, app: TableApp, pilot: Pilot[int]) -> None:
        self.app, self.pilot, self.notices = app, pilot, record_notices(app)

    @property
    def play_screen(self) -> PlayScreen:
        assert isinstance(self.app.first_screen, PlayScreen)
        return self.app.first_screen

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()
            await self.wait_for_turn()

    async def type_line(self, text: str) -> None:
        await self.press("slash")
        self.app.screen.query_one(Input).value = text
        await self.press("enter")

    async def wait_for_turn(self) -> None:
        """Wait until somebody is asked, or all is over."""
        await self.wait_until(
            lambda: (
                (self.play_screen.turn.seat is not None and not self.play_screen.turn.is_busy)
                or self.app.screen is not self.play_screen
                or bool(self.play_screen.match_loop.result_text)
                or not self.app.is_running
            )
        )
        await self.pilot.pause()

    async def read_pages(self) -> str:
        """Read what stands over the table and close it, as long as there is anything: all of it."""
        whole = ""
        while isinstance(self.app.screen, Page):
            await self.wait_until(lambda: "Close (Enter)" in self.text)
            whole += self.text
            await self.press("enter")
        return whole

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        await wait_until(condition, lambda: self.text)

    @property
    def text(self) -> str:
        """The whole screen, as characters."""
        return screen_text(self.app)

    @property
    def board(self) -> str:
        """The board, as characters."""
        field = self.play_screen.board
        rows = range(field.region.height)
        return "\n".join(field.render_line(y).text for y in rows)

    def pane(self, name: str) -> str:
        """What a pane says, in one line."""
        pane = self.app.screen.query_one(f"#{name}")
        if isinstance(pane, OptionList):
            return " | ".join(str(option.prompt) for option in pane.options)
        assert isinstance(pane, Static)
        return " ".join(str(pane.render()).split())


def screen_text(app: TableApp) -> str:
    """Every row of the screen."""
    width, height = app.size
    rows = app.screen._compositor.render_strips()
    return "\n".join(row.text[:width] for row in rows[:height])


def play_on_screen(
    match: Match,
    do: Callable[[ScreenPilot], Awaitable[None]],
    size: tuple[int, int] = SIZE,
    typed_dice: bool = False,
    resume_args: Sequence[str] = (),
) -> PlayScreen:
    """Open the table on a match, and do something there. Afterwards the screen tells how it was left."""
    bots = {seat.name: find_bot(seat.controller) for seat in match.seats.values() if not seat.is_person}
    screen = PlayScreen(LocalMatch(match, bots, typed_dice, resume_args), pause=0)
    app = TableApp(screen)

    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            seen = ScreenPilot(app, pilot)
            await pilot.pause()
            await seen.wait_for_turn()
            await do(seen)

    asyncio.run(go())
    return screen
