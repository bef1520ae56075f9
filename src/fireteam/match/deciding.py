"""A Decision as it is shown: whole, unless its menu is so long that nobody reads it."""

from __future__ import annotations

from ..core.entry import count
from ..core.game import Setting
from ..core.record import Array
from ..core.scene import Decision

MOST = 4_000  # choices of a menu that are read out
FIRST = 20  # what is read out of a longer one


def decision_of(setting: Setting, view: Array, slot: int, odds: bool = False) -> Decision:
    """What a slot has to decide, in a State that its holder may see."""
    whole = int(count(view[0], setting.tables[0], slot)) <= MOST
    return setting.game.decision(setting, view, slot, MOST if whole else FIRST, odds)
