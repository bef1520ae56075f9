"""The table on a whole screen, for tests: keys go in, and what stands on it comes out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from fireteam.bots import find as find_bot
from fireteam.match.match import Match
from fireteam.terminal.course import Course
from fireteam.terminal.table.app import Table
from fireteam.terminal.table.play import PlayScreen
from fireteam.terminal.table.turns import PATIENT, Turns
from fireteam.terminal.table.windows import Page

SIZE = (80, 24)
PATIENCE = 60.0  # seconds by the clock, on however slow a machine


async def until(come: Callable[[], bool], stands: Callable[[], str] = str) -> None:
    """Wait for something to come about; if it does not, tell what stands there instead."""
    end = time.monotonic() + PATIENCE
    while not come():
        assert time.monotonic() < end, f"it does not come about; there stands:\n{stands()}"
        await asyncio.sleep(0.01)


def noted(app: App[int]) -> list[str]:
    """All that an app tells in passing from now on, but that something takes its time; it does not go with the time."""
    heard: list[str] = []
    tell = app.notify

    def notify(message: str, **how: Any) -> None:
        heard.extend([message] * (message != PATIENT))
        tell(message, **how)

    app.notify = notify  # type: ignore[method-assign]
    return heard


class Seen:
    """A screen under way: keys to press, and panes to read."""

    def __init__(self, app: Table, pilot: Pilot[int]) -> None:
        self.app, self.pilot, self.notices = app, pilot, noted(app)

    @property
    def play(self) -> PlayScreen:
        assert isinstance(self.app.first, PlayScreen)
        return self.app.first

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()
            await self.rest()

    async def type(self, text: str) -> None:
        await self.press("slash")
        self.app.screen.query_one(Input).value = text
        await self.press("enter")

    async def rest(self) -> None:
        """Wait until somebody is asked, or all is over."""
        await self.until(
            lambda: (
                (self.play.seat is not None and not self.play.busy)
                or self.app.screen is not self.play
                or bool(self.play.ended)
                or not self.app.is_running
            )
        )
        await self.pilot.pause()

    async def reads(self) -> str:
        """Read what stands over the table and close it, as long as there is anything: all of it."""
        whole = ""
        while isinstance(self.app.screen, Page):
            await self.until(lambda: "Close (Enter)" in self.text)
            whole += self.text
            await self.press("enter")
        return whole

    async def until(self, come: Callable[[], bool]) -> None:
        await until(come, lambda: self.text)

    @property
    def text(self) -> str:
        """The whole screen, as characters."""
        return screen_text(self.app)

    @property
    def board(self) -> str:
        """The board, as characters."""
        field = self.play.field
        rows = range(field.region.height)
        return "\n".join(field.render_line(y).text for y in rows)

    def pane(self, name: str) -> str:
        """What a pane says, in one line."""
        pane = self.app.screen.query_one(f"#{name}")
        if isinstance(pane, OptionList):
            return " | ".join(str(option.prompt) for option in pane.options)
        assert isinstance(pane, Static)
        return " ".join(str(pane.render()).split())


def screen_text(app: Table) -> str:
    """Every row of the screen."""
    width, height = app.size
    rows = app.screen._compositor.render_strips()
    return "\n".join(row.text[:width] for row in rows[:height])


def played(
    match: Match,
    do: Callable[[Seen], Awaitable[None]],
    size: tuple[int, int] = SIZE,
    typed: bool = False,
    again: Sequence[str] = (),
) -> Turns:
    """Open the table on a match, and do something there. Afterwards the screen tells how it was left."""
    bots = {seat.name: find_bot(seat.controller) for seat in match.seats.values() if not seat.is_person}
    screen = PlayScreen(Course(match, bots, typed, again), pause=0)
    app = Table(screen)

    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            seen = Seen(app, pilot)
            await pilot.pause()
            await seen.rest()
            await do(seen)

    asyncio.run(go())
    return screen
