"""The whole game as lines: for people, screen readers and scripts, hot seat and bots."""

from __future__ import annotations

from collections.abc import Callable

from ..busy_notice import discard_input
from ..console import Console
from ..local_match import LocalMatch
from .commands import ACT_COMMANDS, COMMANDS, ROSTER_COMMANDS, WALK_COMMANDS
from .forecast import FORECAST_COMMANDS
from .match_loop import run_match
from .prompt import DecisionPrompt
from .session import LineSession


class LineUI:
    """A match at one keyboard: a session with the commands of the table, and the prompt where people decide."""

    def __init__(
        self,
        local_match: LocalMatch,
        console: Console,
        read: Callable[[str], str] = input,
        is_interactive: bool = False,
        drop: Callable[[], None] = discard_input,
    ) -> None:
        commands = {
            **COMMANDS,
            **(WALK_COMMANDS if local_match.game.tabletop else {}),
            **(ROSTER_COMMANDS if local_match.has_roster else {}),
            **(ACT_COMMANDS if local_match.referee else {}),
            **(FORECAST_COMMANDS if local_match.referee or len(local_match.people) == 1 else {}),
        }
        self.session = LineSession(local_match, console, read, commands, is_interactive, drop)
        self.prompt = DecisionPrompt(self.session, self.session.act)

    def play(self) -> int:
        """Play to the end, or until somebody leaves. The exit code."""
        return run_match(self.session, self.prompt.play_person, self._show_end, self._show_leave)

    def _show_leave(self) -> None:
        self.session.console.write("")
        self.session.console.write(self.session.local_match.resume_hint())

    def _show_end(self) -> None:
        self.session.show_news(self.session.local_match.default_viewer)
        self.session.show_result()
