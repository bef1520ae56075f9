"""What the rules write: `log_stepped(log, ...)` and `log_won(log, ...)`, generated from the events."""

from typing import TYPE_CHECKING, Any

from fireteam.core.protocol.event_writers import event_writers

from .events import EVENTS

globals().update(event_writers(__name__, EVENTS))

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
