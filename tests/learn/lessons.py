"""Lesson files for tests, and learners: one who always chooses best, one who is told what to choose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from fireteam.core.game import Game
from fireteam.core.slot_choices import default_choice_of, menu
from fireteam.learn.learner import Learner
from fireteam.learn.lesson import TERMINAL, Lesson
from fireteam.learn.lesson_file import lesson_of, read_lesson
from fireteam.match.dice import Secret, secret_of_seed
from fireteam.registry import find_game

STEP = """\
  - title: A shot
    text: Shoot.
    task: Take the Guard out.
    position: "@1 - move 1 1 1 rifleman@e8+1 guard@e6,recon@h5 -"
    goal: {gone: [2.guard.1]}
"""
HEAD = "title: A short lesson\nseat: red\nsteps:\n"


def secrets_of(seed: int) -> Callable[[str], Secret]:
    return lambda word: secret_of_seed(f"{seed} {word}")


@cache
def lesson(game: str, name: str = "") -> Lesson:
    """A lesson that a game brings, read once."""
    return lesson_of(find_game(game), name)


def learner_at(number: int = 1, seed: int = 1, game: str = "ttt", face: str = TERMINAL, name: str = "") -> Learner:
    """A game's lesson, at a step."""
    return Learner(find_game(game), lesson(game, name), secrets_of(seed), number, face)


def answer_step(learner: Learner) -> None:
    """Do what a step's answer says, line by line; bots choose in between."""
    for line in learner.step.answer.split("; "):
        let_bots_choose(learner)
        learner.perform(line)
    let_bots_choose(learner)


def let_bots_choose(learner: Learner) -> None:
    """Let every bot that owes a choice take the one of who does not answer."""
    while not learner.outcome and (bot := learner.next_bot()):
        seat, slot = bot
        value = default_choice_of(learner.setting, learner.match.view(seat.name), slot)
        learner.match.act(seat.name, value, slot)


def learner_of_text(folder: Path, text: str, game: Game | None = None, seed: int = 1) -> Learner:
    """A lesson from a text."""
    path = folder / "lesson.yaml"
    path.write_text(text, encoding="utf-8")
    game = game or find_game("ttt")
    return Learner(game, read_lesson(path, game), secrets_of(seed))


def attempts(number: int, count: int = 12, seed: int = 1) -> Iterator[Learner]:
    """A learner at the beginning of a step, again and again, with other dice each time."""
    learner = learner_at(number, seed)
    for _ in range(count):
        yield learner
        learner.begin(number)


def play_best(learner: Learner) -> str:
    """Choose the first of the best until the step is over; others take the first choice of their menu."""
    while not learner.outcome:
        slot = learner.match.slots_to_act()[0]
        if slot == learner.slot:
            ways = learner.odds.chances(learner.match.view(learner.lesson.seat))
            learner.choose(max(ways, key=lambda way: ways[way]))
        else:
            seat = learner.match.seat_of(slot)
            learner.match.act(seat.name, menu(learner.match.setting, learner.match.view(seat.name), slot)[0], slot)
    return learner.outcome
