"""What `--help` tells of a command, and with a game, of that command for that game."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from cyclopts import App

from ..registry import games

if TYPE_CHECKING:
    from ..core.game import Game

HELP = ("--help", "-h")


def add_help(made: App, words: Sequence[str]) -> None:
    """Let the command that is asked about tell all that it does, with the game that is named."""
    if not any(word in HELP for word in words):
        return
    path, apps, rest = made.parse_commands([word for word in words if word not in HELP])
    if path and apps[-1].default_command is not None:
        game = next((word for word in rest if word in games()), "")
        apps[-1].help = help_of(apps[-1].default_command, " ".join(path), game)


def help_of(function: Callable[..., Any], command: str, game: str) -> str:
    """What a command does, with lines to try: its own, or those of a game."""
    text = (inspect.getdoc(function) or "").partition("\nParameters\n---")[0].strip()
    parts = [" ".join(part.split()) for part in text.split("\n\n")]
    if game:
        from ..registry import find_game

        parts = [part for part in parts if not part.startswith("Example")]
        lines = [f"fireteam {command} {game} {line}".strip() for line in example_lines(find_game(game), command)]
        parts += [f"{'Examples' if len(lines) > 1 else 'Example'}: {'. '.join(lines)}."] if lines else []
    return "\n\n".join(parts)


def example_lines(game: Game, command: str) -> Sequence[str]:
    """What may follow a command and a game."""
    questions = {"odds": game.odds_questions, "ask": game.questions}.get(command, {})
    return [f"{name} {one.example}" for name, one in list(questions.items())[:2]] or game.examples.get(command, ())
