"""Events of Third Person Shooter, in the order of their numbers; `log` writes them."""

from __future__ import annotations

from ....core.protocol.event_writers import event_kinds
from . import action, movement, rounds

KINDS = event_kinds(rounds.__name__, movement.__name__, action.__name__)
