"""A bot that takes any choice of its menu, each as likely."""

from __future__ import annotations

import numpy as np

from ..core.calls import choose_at_random_at
from ..core.engine.record import Array
from ..core.game import Setting
from ..core.protocol.choices import new_choices


def choose(setting: Setting, states: Array, slot: int, key: int) -> Array:
    """One choice of the menu, by the key."""
    choice = new_choices(1)
    choose_at_random_at(states, 0, setting.tables, slot, choice, 0, np.uint64(key))
    return choice
