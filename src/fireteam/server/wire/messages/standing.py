"""The current view of a table, and the view after an earlier event."""

from __future__ import annotations

from msgspec import Struct

from ....core.protocol.briefing import Role
from ....core.protocol.scene import Scene
from .items import EventItem
from .menus import DecisionMessage
from .tables import SeatCard


class SealedChoice(Struct, frozen=True):
    """A sealed choice of the reader's own seat; a referee who commands all slots, or all where choices are open, read
    those of others."""

    slot: str
    line: str


class SlotPlan(Struct, frozen=True):
    """The choices, in notation, that are left of a slot's plan."""

    slot: str
    lines: tuple[str, ...]


class FreeAct(Struct, frozen=True):
    """A choice that a slot may make though no decision asks for it: the verb, and its fields (name, kind, required).

    `reasoned`: it needs a reason. `refereed`: it is an act of the referee.
    """

    verb: str
    slot: str
    about: str
    fields: tuple[tuple[str, str, bool], ...]
    reasoned: bool
    refereed: bool = False


class Proposal(Struct, frozen=True):
    """A proposal (`undo` or `draw`) by its number, and the seats that have still to answer.

    An undo would go back to `event`.
    """

    number: int
    seat: str
    what: str
    waiting: tuple[str, ...]
    event: int | None = None


class TableStop(Struct, frozen=True):
    """The seat that has stopped the table, and why."""

    by: str
    reason: str


class Now(Struct, frozen=True, tag_field="frame", tag="now"):
    """The reader's view of the table, after item `seq` of its stream `table`.

    `owing` are all slots that are awaited. `decisions` are those that the reader's seat owes and has not sealed,
    without odds (AskDecision has them). `lapsed` says what came to nothing for this seat, until it chooses again:
    walks that did not reach their point, and sealed choices that others' acts made void. `still` are plans by which a
    slot keeps still on all counts ahead, where there are several. `question` is the number of what is asked, which acts
    name. `undo` is the number of the reader's last choice, if it may take that back or ask to; `redo` is that of the
    first event that it may let stand again. `deadline` is when the time of the open decision runs out. `commands`: the
    reader is a referee who may choose for every slot (AskDecision has its decision). `role` is who the reader is and
    what they are after, if the game says so.
    """

    seq: int
    event: int  # the number of the next event
    you: str  # the reader's seat; none: looks on
    scene: Scene
    owing: tuple[str, ...]
    seats: tuple[SeatCard, ...]
    decisions: tuple[DecisionMessage, ...] = ()
    sealed: tuple[SealedChoice, ...] = ()
    plans: tuple[SlotPlan, ...] = ()
    still: tuple[SlotPlan, ...] = ()
    lapsed: tuple[str, ...] = ()
    free: tuple[FreeAct, ...] = ()
    may_undo: bool = False
    must_ask_to_undo: bool = False
    undo: int = 0
    redo: int = 0
    question: int = 0
    proposals: tuple[Proposal, ...] = ()
    stopped: TableStop | None = None
    deadline: float | None = None
    over: bool = False
    result: str = ""
    role: Role | None = None
    commands: bool = False


class Moment(Struct, frozen=True):
    """The match after an event: what happened by it, and the Scene."""

    happened: EventItem
    scene: Scene
