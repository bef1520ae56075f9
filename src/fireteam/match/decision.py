"""A Decision as it is shown: whole, unless its menu is so long that nobody reads it."""

from __future__ import annotations

from msgspec.structs import replace

from ..core.calls import menu_size_at
from ..core.engine.record import Array
from ..core.game import Setting
from ..core.protocol.interaction import interaction_of
from ..core.protocol.scene import Decision
from ..core.space.units import read_point

MAX_OPTIONS = 4_000  # choices of a menu that are read out
FIRST_OPTIONS = 20  # what is read out of a longer one


def decision_of(setting: Setting, view: Array, slot: int, odds: bool = False) -> Decision:
    """What a slot has to decide, in a State that its holder may see."""
    is_short = menu_size_at(view, 0, setting.tables, slot) <= MAX_OPTIONS
    game = setting.game
    decision = game.decision(setting, view, slot, MAX_OPTIONS if is_short else FIRST_OPTIONS, odds)
    is_free = read_point(game.names(setting, view).point(0, 0)) is not None
    return replace(decision, interaction=interaction_of(decision, is_free, game.verbs))
