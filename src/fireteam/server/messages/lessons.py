"""What lessons show, and what a learner does."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ...core.scene import Scene
from .asks import Ask
from .items import Told
from .menus import Owed
from .verbs import VerbForm
from .words import Line, Said


class LessonStep(Struct, frozen=True):
    """A step of a lesson: its number of how many, what is told, the table, and what may be chosen.

    `lesson` is its id: what the learner does is said to /api/lessons/GAME/ID. `heard` is what has been said since, and
    `rolls` what happened by dice; `still` is the plan that keeps still on all counts ahead, and `match` the scenario of
    a first match.
    """

    lesson: str
    number: int
    count: int
    heading: str
    tells: tuple[str, ...]
    scene: Scene
    decision: Owed | None
    heard: tuple[str, ...] = ()
    rolls: tuple[Told, ...] = ()
    still: tuple[Line, ...] = ()
    match: str = ""
    solved: bool = False
    over: bool = False
    slots: tuple[str, ...] = ()
    verbs: tuple[VerbForm, ...] = ()


class LessonChoice(Said, frozen=True, forbid_unknown_fields=True):
    """What the learner does in a lesson: one of these.

    `line` is a choice by its notation, or `again`, `next`, `back`, `hint`; `plan` are choices one after another, and
    `walk` is a point to go to over as many counts as it takes.
    """

    line: Line | None = None
    plan: Annotated[tuple[Line, ...], Meta(max_length=64)] = ()
    walk: tuple[float, float] | None = None


class LessonAsk(Said, frozen=True, forbid_unknown_fields=True):
    """What the learner asks in a lesson."""

    ask: Ask
