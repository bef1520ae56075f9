"""What clients ask. Nothing changes by it."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from ...core.scene import Option, Sight, Spot, Threat
from .acts import Refusal
from .menus import Owed
from .words import Line, Said


class AskMay(Said, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="may"):
    """May a slot choose this, and why not? If it may, what does that mean, and with which odds?"""

    line: Line
    slot: str


class AskSight(Said, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="sight"):
    """Does a unit see a square or a point, and what stands between?"""

    unit: str
    x: float
    y: float


class AskThreats(Said, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="threats"):
    """What can the enemy do next turn to who stands where?"""

    slot: str
    unit: str = ""


class AskWay(Said, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="way"):
    """By which way, and in how many counts, does a slot come to a point?"""

    slot: str
    x: float
    y: float


class AskDecision(Said, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="decision"):
    """A slot's decision again, with the odds of everything on it."""

    slot: str


Ask: TypeAlias = AskMay | AskSight | AskThreats | AskWay | AskDecision


class Way(Struct, frozen=True):
    """A way on a free table: from where, by which points, after which counts, and whether it comes there."""

    start: Spot
    stops: tuple[Spot, ...]
    counts: tuple[str, ...]
    lines: tuple[str, ...]
    arrives: bool
    says: str


class Answered(Struct, frozen=True, tag_field="frame", tag="answered"):
    """The answer to a question; the field that was asked for is set, none where the answer is nothing.

    Of `may` it is the refusal, or else the `option`: the choice in words and with its odds, on the menu or not, where
    the slot owes it.
    """

    key: str
    may: Refusal | None = None
    option: Option | None = None
    sight: Sight | None = None
    threats: tuple[Threat, ...] = ()
    way: Way | None = None
    decision: Owed | None = None
