"""The program that fills the screen: what it looks like, how it leaves, and what it does when there is no room."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from ..local_match import LocalMatch
from .dialogs import TooSmall
from .play import PlayScreen
from .replay import ReplayScreen
from .start import StartChoice, StartScreen

MIN_SIZE = (72, 22)  # columns and rows
EXIT_INTERRUPTED = 130


class TableApp(App[int]):
    """A screen of the table, in a terminal."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "stop", show=False, priority=True)]

    def __init__(self, first_screen: Screen[Any], **settings: Any) -> None:
        super().__init__(**settings)
        self.first_screen = first_screen

    def on_mount(self) -> None:
        """Show it."""
        self.push_screen(self.first_screen)
        self._check_size(self.size.width, self.size.height)

    def on_resize(self, event: events.Resize) -> None:
        """See whether there is room."""
        self._check_size(event.size.width, event.size.height)

    def _check_size(self, width: int, height: int) -> None:
        small = width < MIN_SIZE[0] or height < MIN_SIZE[1]
        if small and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall(MIN_SIZE))
        elif not small and isinstance(self.screen, TooSmall):
            self.pop_screen()

    async def on_event(self, event: events.Event) -> None:
        """A key while people walk is theirs who would stop them; one from a long wait is for nothing."""
        if not (isinstance(event, events.Key) and (self._is_stale(event) or self._interrupts_walk(event.key))):
            await super().on_event(event)

    def _is_stale(self, key: events.Key) -> bool:
        screen: Screen[Any] = self.screen
        return isinstance(screen, PlayScreen) and key.key != "ctrl+c" and key.time < screen.notice.ignore_keys_until

    def _interrupts_walk(self, key: str) -> bool:
        screen: Screen[Any] = self.screen
        return isinstance(screen, PlayScreen) and key != "ctrl+c" and screen.walks.apply_key(key)

    def action_stop(self) -> None:
        """Ctrl-C leaves at once."""
        self.exit(EXIT_INTERRUPTED)


def choose_match(screen: StartScreen) -> StartChoice | None:
    """Choose what to play on a whole screen; nothing for who leaves."""
    TableApp(screen).run()
    return screen.choice


def show_replay(screen: ReplayScreen) -> Path | None:
    """Look at a replay on a whole screen. The file of a fork, if that is to be played now."""
    TableApp(screen).run()
    return screen.fork_path


def play_match(local_match: LocalMatch) -> int:
    """Play a match on a whole screen; then say how it ended, or how to go on. The exit code."""
    screen = PlayScreen(local_match)
    code = TableApp(screen).run()
    print(screen.match_loop.exit_text())
    return code or 0
