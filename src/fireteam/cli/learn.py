"""`fireteam learn`: a game learned by playing it."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ..program_name import program_name
from .conventions import Seed, colour, prepare

if TYPE_CHECKING:
    from ..match.dice import Secret


def learn(
    game: str | None = None,
    name: str = "",
    *,
    step: int = 1,
    seed: Seed = None,
    lesson: Annotated[Path | None, Parameter(negative="")] = None,
) -> int:
    """Learn a game by playing it: a lesson of a few steps on the real rules.

    Each step is a position with a task. A choice that leaves a smaller chance than another is held back once, with both
    chances; the same choice again is carried out. Without a game it lists the lessons.

    Examples: fireteam learn ttt. fireteam learn ttt --step 4. fireteam learn fs3 storyteller.

    Parameters
    ----------
    game
        What to learn, such as ttt.
    name
        Which lesson, where the game has several.
    step
        Where to begin.
    seed
        The same seed gives the same dice.
    lesson
        A lesson of your own, from a file.
    """
    from ..learn.learner import Learner
    from ..learn.lesson_file import lesson_of, read_lesson
    from ..registry import find_game
    from ..terminal.console import Console
    from ..terminal.line.lesson_ui import LessonUI
    from .match_setup import reader

    if game is None:
        return list_lessons()
    found = find_game(game)
    chosen = lesson_of(found, name) if lesson is None else read_lesson(lesson, found)
    prepare(game, "learn")
    learner = Learner(found, chosen, dice(seed), step)
    again = [name] * bool(name) if lesson is None else ["--lesson", str(lesson)]
    at_terminal = sys.stdin.isatty()
    return LessonUI(learner, Console(colour=colour(sys.stdout)), reader(at_terminal), again, at_terminal).play()


def list_lessons() -> int:
    """Every lesson that there is."""
    from ..learn.lesson_file import games_with_lessons, lesson_titles

    for id in games_with_lessons():
        for name, title in lesson_titles(id).items():
            print(f"{title}: {' '.join(filter(None, (program_name(), 'learn', id, name)))}")
    return 0


def dice(seed: str | None) -> Callable[[str], Secret]:
    """What makes the dice of each try."""
    from ..match.dice import SECRET_BYTES, Secret, secret_of_seed

    return lambda word: Secret(secrets.token_bytes(SECRET_BYTES)) if seed is None else secret_of_seed(f"{seed} {word}")
