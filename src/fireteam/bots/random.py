"""A bot that takes any choice of its menu, each as likely."""

from __future__ import annotations

import numpy as np

from ..core.engine.record import Array
from ..core.game import Setting
from ..core.protocol.choices import new_choices
from ..core.run import choose_at_random


def choose(setting: Setting, states: Array, slot: int, key: int) -> Array:
    """One choice of the menu, by the key."""
    choice = new_choices(1)
    choose_at_random(states[0], setting.tables[0], slot, choice[0], np.uint64(key), 0)
    return choice
