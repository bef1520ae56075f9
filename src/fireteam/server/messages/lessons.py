"""What lessons show, and what a learner does."""

from __future__ import annotations

from msgspec import Struct

from ...core.scene import Scene
from .menus import Owed
from .verbs import VerbForm
from .words import Line, Said


class LessonStep(Struct, frozen=True):
    """A step of a lesson: its number of how many, what is told, the table, and what may be chosen.

    `lesson` is its id: what the learner does is said to /api/lessons/GAME/ID.
    """

    lesson: str
    number: int
    count: int
    heading: str
    tells: tuple[str, ...]
    scene: Scene
    decision: Owed | None
    heard: tuple[str, ...] = ()
    solved: bool = False
    over: bool = False
    slots: tuple[str, ...] = ()
    verbs: tuple[VerbForm, ...] = ()


class LessonChoice(Said, frozen=True, forbid_unknown_fields=True):
    """What the learner does in a lesson: a choice by its notation, or `again`, `next`, `back`."""

    line: Line
