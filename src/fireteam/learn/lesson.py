"""What a lesson is: steps, each a position of the real game with a task. A game brings its lesson as a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import NamedTuple

from ..core.game import Game, Result, Setting
from ..core.record import Array
from ..core.scene import Scene

TURN, ROUND = LASTS = ("turn", "round")


class Goal(NamedTuple):
    """What is to be reached: every part that is given must hold. A unit's name may hold `*` for anything."""

    at: Mapping[str, tuple[str, ...]] = {}
    """Units, each on one of some places; of a name with `*`, one of them."""
    gone: tuple[str, ...] = ()
    """Units that are no longer on the table."""
    stand: tuple[str, ...] = ()
    """Units that are still on the table."""
    won: bool = False
    """The match is won."""

    def holds(self, scene: Scene, result: Result, slot: int) -> bool:
        """Whether it is reached on this table, for the holder of a slot."""
        standing = {token.unit: scene.place(token.x, token.y) for token in scene.tokens}
        return (
            all(any(standing[unit] in places for unit in like(name, standing)) for name, places in self.at.items())
            and not any(like(name, standing) for name in self.gone)
            and all(like(name, standing) for name in self.stand)
            and (slot in result.winners or not self.won)
        )


def like(name: str, units: Iterable[str]) -> list[str]:
    """The units that a name of a goal means."""
    return [unit for unit in units if fnmatchcase(unit, name)]


class Hint(NamedTuple):
    """What is said of a poor choice whose notation is like `on`, in which `*` stands for anything."""

    on: str
    say: str


class Step(NamedTuple):
    """A position with a task.

    A step that lasts a `turn` goes on until the goal is reached or somebody else is to choose. One that lasts a `round`
    goes on through what the others do, until the learner is to choose again; then the goal must hold. A choice that
    leaves a chance of at least `enough` is good enough; without it, only the best is.
    """

    title: str
    text: str
    task: str
    goal: Goal
    position: str = ""
    scenario: str = ""
    options: Mapping[str, str] = {}
    lasts: str = TURN
    enough: Fraction | None = None
    hints: tuple[Hint, ...] = ()
    after: str = ""


class Lesson(NamedTuple):
    """A lesson: who the learner is, and the steps in order."""

    title: str
    seat: str
    steps: tuple[Step, ...]


def table_of(game: Game, step: Step) -> tuple[Setting, Array | None]:
    """The setting of a step, and where it begins if that is not the setting's opening."""
    if step.position:
        return game.from_position(step.position)
    return game.setting(step.scenario, step.options), None
