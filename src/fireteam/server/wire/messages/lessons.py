"""Lessons: what they show, and what a learner does and asks."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ....core.protocol.scene import Scene
from .asks import Ask
from .items import EventText
from .menus import DecisionMessage
from .standing import FreeAct, SealedChoice, TableStop
from .verbs import VerbForm
from .words import ClientMessage, Coordinate, Line


class LessonStep(Struct, frozen=True):
    """A step of a lesson: its number out of `count`, its text, the Scene, and the decision that the learner owes.

    `lesson` is the id for further requests, /api/lessons/GAME/ID. `heard` are sentences since the last request, `rolls`
    what happened by dice. `still` is a plan that keeps still on all counts ahead. `match` is the scenario of a first
    match. `slots`, `verbs`, `threats` and `sight` are as in Welcome; for a `referee`, `event`, `owing`, `sealed`,
    `free` and `stopped` as in Now. `over`: the step has ended; `solved`: with success, or missed by the dice alone.
    """

    lesson: str
    number: int
    count: int
    heading: str
    tells: tuple[str, ...]
    scene: Scene
    decision: DecisionMessage | None
    heard: tuple[str, ...] = ()
    rolls: tuple[EventText, ...] = ()
    still: tuple[Line, ...] = ()
    match: str = ""
    solved: bool = False
    over: bool = False
    slots: tuple[str, ...] = ()
    verbs: tuple[VerbForm, ...] = ()
    threats: bool = False
    sight: bool = False
    referee: bool = False
    seat: str = ""
    event: int = 0
    owing: tuple[str, ...] = ()
    sealed: tuple[SealedChoice, ...] = ()
    free: tuple[FreeAct, ...] = ()
    stopped: TableStop | None = None


class LessonChoice(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """What the learner does in a lesson: one of these.

    `line` is a choice in notation, or `again`, `next`, `back`, `hint`; `plan` are choices in notation, made one after
    another; `walk` is a point to go to, over as many counts as it takes. A referee's `line` may be a choice of another
    slot, `anna: pass`, end in `because WHY`, or be an act: `default anna`, `default all`, `pause because WHY`,
    `unpause`, `rewind 3 because WHY`.
    """

    line: Line | None = None
    plan: Annotated[tuple[Line, ...], Meta(max_length=64)] = ()
    walk: tuple[Coordinate, Coordinate] | None = None


class LessonAsk(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """A question of the learner in a lesson."""

    ask: Ask
