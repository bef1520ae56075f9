"""What a side may do, and what happens. The order of the verbs gives their numbers, from 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fireteam.core.protocol.choices import Verb
from fireteam.core.protocol.declarations import declare
from fireteam.core.protocol.events import Event
from fireteam.core.protocol.field_kinds import Flag, Point, PointName, Unit, UnitName, Word

SIDES = ("red", "blue")


class Step(Verb, frozen=True):
    """Step forward with the man on a square (BT-2.2)."""

    label = "{man} to {to}"
    man: Annotated[str, Unit()]
    to: Annotated[str, Point()]


class Resign(Verb, frozen=True):
    """Give the game to the other side (BT-3.3)."""

    free = True


class Stepped(Event, frozen=True):
    """A man went forward, and took whom it met (BT-2.4)."""

    story = "the man on {man} goes to {to}"
    man: UnitName
    to: PointName
    took: Annotated[bool, Flag()]


class Won(Event, frozen=True):
    """The match is over (BT-3.1)."""

    story = "{side} has won"
    side: Annotated[str, Word(*SIDES)]


VERBS, EVENTS = declare(__name__)

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
