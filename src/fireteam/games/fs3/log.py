"""What the rules write: `log_moved(log, ...)` writes the event `Moved`, a number for each part of its fields.

Every fight has its log, with every die and modifier beside what they made (FS3-22.30). It is kept after the end, and
replays to the same result (FS3-22.30a).

Generated from the events as they are declared, with their numbers: a row that begins with MOVED is one of that event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.protocol.event_writers import event_writers
from .events import KINDS

globals().update(event_writers(__name__, KINDS))

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
