"""Events of FS3, in the order of their numbers; `log` writes them."""

from __future__ import annotations

from ....core.protocol.event_writers import event_kinds
from . import harm, shooting, storyteller, turn

KINDS = event_kinds(turn.__name__, shooting.__name__, harm.__name__, storyteller.__name__)
