"""How things stand."""

from __future__ import annotations

from msgspec import Struct

from ...core.briefing import Role
from ...core.scene import Scene
from .items import Happened
from .menus import Owed
from .tables import SeatCard


class Hidden(Struct, frozen=True):
    """A seat's own sealed choice."""

    slot: str
    line: str


class Planned(Struct, frozen=True):
    """What is left of a slot's plan."""

    slot: str
    lines: tuple[str, ...]


class FreeAct(Struct, frozen=True):
    """Something a slot may do though nobody owes it: the verb, and the fields it takes (name, form, needed)."""

    verb: str
    slot: str
    about: str
    fields: tuple[tuple[str, str, bool], ...]
    reasoned: bool


class Proposal(Struct, frozen=True):
    """What was proposed and waits for answers; of an undo also the event to which it would go back."""

    seat: str
    what: str
    waiting: tuple[str, ...]
    event: int | None = None


class Stopped(Struct, frozen=True):
    """Who has stopped the table, and why."""

    by: str
    reason: str


class Now(Struct, frozen=True, tag_field="frame", tag="now"):
    """How things stand for the reader, after item `seq` of the table's stream.

    `decisions` are those the reader's seat owes and has not sealed, without odds (AskDecision gives them); `owing`
    are all slots that are awaited. `walked` tells how walks of this seat ended that did not come where they should,
    until it chooses again. `still` are plans by which a slot keeps still on all counts ahead, where there are several.
    `deadline` is when the time of the open decision runs out. `role` is who the reader is and what they are after,
    where the game says so.
    """

    seq: int
    event: int  # the number of the next event
    you: str  # the reader's seat; none: looks on
    scene: Scene
    owing: tuple[str, ...]
    seats: tuple[SeatCard, ...]
    decisions: tuple[Owed, ...] = ()
    sealed: tuple[Hidden, ...] = ()
    plans: tuple[Planned, ...] = ()
    still: tuple[Planned, ...] = ()
    walked: tuple[str, ...] = ()
    free: tuple[FreeAct, ...] = ()
    may_undo: bool = False
    must_ask_to_undo: bool = False
    may_redo: bool = False
    proposal: Proposal | None = None
    stopped: Stopped | None = None
    deadline: float | None = None
    over: bool = False
    result: str = ""
    role: Role | None = None


class Moment(Struct, frozen=True):
    """A match after an event: what happened by it, and the table."""

    happened: Happened
    scene: Scene
