"""The program that fills the screen: what it looks like, how it leaves, and what it does when there is no room."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from ..course import Course
from .play import PlayScreen
from .start import Chosen, StartScreen
from .turns import Turns
from .watch import WatchScreen
from .windows import TooSmall

LEAST = (72, 22)  # columns and rows
STOPPED = 130


class Table(App[int]):
    """A screen of the table, in a terminal."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "stop", show=False, priority=True)]

    def __init__(self, first: Screen[Any], **settings: Any) -> None:
        super().__init__(**settings)
        self.first = first

    def on_mount(self) -> None:
        """Show it."""
        self.push_screen(self.first)
        self._room(self.size.width, self.size.height)

    def on_resize(self, event: events.Resize) -> None:
        """See whether there is room."""
        self._room(event.size.width, event.size.height)

    def _room(self, width: int, height: int) -> None:
        small = width < LEAST[0] or height < LEAST[1]
        if small and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall(LEAST))
        elif not small and isinstance(self.screen, TooSmall):
            self.pop_screen()

    async def on_event(self, event: events.Event) -> None:
        """A key while people walk is theirs who would stop them; one from a long wait is for nothing."""
        if not (isinstance(event, events.Key) and (self._is_late(event) or self._stops_walks(event.key))):
            await super().on_event(event)

    def _is_late(self, key: events.Key) -> bool:
        screen: Screen[Any] = self.screen
        return isinstance(screen, Turns) and key.key != "ctrl+c" and key.time < screen.deaf_until

    def _stops_walks(self, key: str) -> bool:
        screen: Screen[Any] = self.screen
        return isinstance(screen, Turns) and key != "ctrl+c" and screen.heed(key)

    def action_stop(self) -> None:
        """Ctrl-C leaves at once."""
        self.exit(STOPPED)


def choose(screen: StartScreen) -> Chosen | None:
    """Choose what to play on a whole screen; nothing for who leaves."""
    Table(screen).run()
    return screen.chosen


def watch(screen: WatchScreen) -> Path | None:
    """Look at a replay on a whole screen. The file of a fork, if that is to be played now."""
    Table(screen).run()
    return screen.forked


def play(course: Course) -> int:
    """Play a match on a whole screen; then say how it ended, or how to go on. The exit code."""
    screen = PlayScreen(course)
    code = Table(screen).run()
    print(screen.last_word())
    return code or 0
