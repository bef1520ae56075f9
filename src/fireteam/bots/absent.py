"""A bot for who is away: it always does what a slot does that does not answer."""

from __future__ import annotations

from ..core.calls import default_choice_at
from ..core.engine.record import Array
from ..core.game import Setting
from ..core.protocol.choices import new_choices


def choose(setting: Setting, states: Array, slot: int, key: int) -> Array:
    """The choice that the game stands in with."""
    choice = new_choices(1)
    default_choice_at(states, 0, setting.tables, slot, choice, 0)
    return choice
