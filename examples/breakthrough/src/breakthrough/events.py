"""What happens in a match, as the log tells it, and what writes it: `log_stepped(log, ...)` and `log_won(log, ...)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fireteam.core.protocol.event_writers import event_kinds, event_writers
from fireteam.core.protocol.events import Event
from fireteam.core.protocol.field_kinds import Flag, PointName, UnitName, Word

SIDES = ("red", "blue")


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


EVENTS = event_kinds(__name__)
globals().update(event_writers(__name__, EVENTS))

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
