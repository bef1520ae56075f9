"""Questions of clients. They change nothing."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from ....core.protocol.scene import Option, Route, Sight, Spot, Threat
from .acts import Refusal
from .menus import DecisionMessage
from .words import ClientMessage, Line


class AskMay(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="may"):
    """May a slot of the caller's seat make this choice, and if not, why?

    If it may and owes it: what does it mean, and with which odds?
    """

    line: Line
    slot: str


class AskSight(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="sight"):
    """Does a unit see a square or a point, and what stands between?"""

    unit: str
    x: float
    y: float


class AskThreats(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="threats"):
    """What can the enemy do next turn to a unit of a slot of the caller's seat, depending on where it stands?

    Without `unit`, the game chooses one.
    """

    slot: str
    unit: str = ""


class AskWay(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="way"):
    """By which way, and in how many counts, does a slot of the caller's seat reach a point?"""

    slot: str
    x: float
    y: float


class AskRoute(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="route"):
    """By which choice does a unit of a slot of the caller's seat come to a point along a path?

    Without `verb`, the game chooses one.
    """

    slot: str
    unit: str
    x: float
    y: float
    verb: str = ""


class AskDecision(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="decision"):
    """The open decision of a slot of the caller's seat again, with the odds of every option."""

    slot: str


Ask: TypeAlias = AskMay | AskSight | AskThreats | AskWay | AskRoute | AskDecision


class Way(Struct, frozen=True):
    """A way on a free table: its start, the points where it stops, and after which of the `counts` each is reached.

    `lines` are its choices in notation. `arrives` is false if it ends short of the point that was asked for. `says` is
    all that in a sentence.
    """

    start: Spot
    stops: tuple[Spot, ...]
    counts: tuple[str, ...]
    lines: tuple[str, ...]
    arrives: bool
    says: str


class AskReply(Struct, frozen=True, tag_field="frame", tag="answered"):
    """The answer to the question with this `key`, in the field named like the question; that is empty if there is none.

    For `may` it is the refusal, or none if the slot may make the choice. If the slot also owes it, `option` is the
    choice in words and with its odds, whether or not the menu lists it.
    """

    key: str
    may: Refusal | None = None
    option: Option | None = None
    sight: Sight | None = None
    threats: tuple[Threat, ...] = ()
    way: Way | None = None
    route: Route | None = None
    decision: DecisionMessage | None = None
