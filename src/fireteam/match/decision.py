"""A Decision as it is shown: whole, unless its menu is so long that nobody reads it."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import NamedTuple

from msgspec.structs import replace

from ..core.engine.record import Array
from ..core.game import Setting
from ..core.identity_cache import IdentityCache
from ..core.menu_runs import MenuRun, RunMenu
from ..core.protocol.interaction import RunUse, interaction_by, interaction_of, uses_of
from ..core.protocol.scene import Decision, Interaction
from ..core.slot_choices import menu_choices, menu_size
from ..core.space.units import read_point

MAX_OPTIONS = 4_000  # choices of a menu that are read out
FIRST_OPTIONS = 20  # what is read out of a longer one


def decision_of(setting: Setting, view: Array, slot: int, odds: bool = False) -> Decision:
    """What a slot has to decide, in a State that its holder may see."""
    is_short = menu_size(setting, view, slot) <= MAX_OPTIONS
    game = setting.game
    decision = game.decision(setting, view, slot, MAX_OPTIONS if is_short else FIRST_OPTIONS, odds)
    return replace(decision, interaction=interaction_of(decision, _is_free(setting, view), game.verbs))


def heading_of(setting: Setting, view: Array, slot: int) -> Decision | None:
    """The same without the options, of a menu that numbers tell (`core/quick_menu.py`); None where it is not whole."""
    game = setting.game
    menu, size = menu_choices(setting, view, slot, MAX_OPTIONS)
    if size > MAX_OPTIONS:
        return None
    interaction = interaction_by(uses_of(menu, game.verbs), True, _is_free(setting, view), game.verbs)
    return replace(game.decision(setting, view, slot, 0, False), interaction=interaction)


class AskedMenu(NamedTuple):
    """What a slot has to decide, in runs, and how its choices are made."""

    menu: RunMenu
    interaction: Interaction


USE_KEY: Callable[[MenuRun], int] = attrgetter("use_key")
USES: Callable[[MenuRun], tuple[RunUse, ...]] = attrgetter("uses")
INTERACTIONS: IdentityCache[Interaction] = IdentityCache(5_000)
"""How choices are made, by the game's verbs and what runs of a menu come to."""


def asked_menu_of(setting: Setting, view: Array, slot: int) -> AskedMenu | None:
    """The same in runs; None where the game's menus do not come in runs."""
    game = setting.game
    if game.menu_runs is None:
        return None
    menu = game.menu_runs(setting, view, slot, MAX_OPTIONS)
    if menu.size > MAX_OPTIONS:
        menu = game.menu_runs(setting, view, slot, FIRST_OPTIONS)
    key = menu.size <= menu.length, _is_free(setting, view)
    uses = dict(zip(map(USE_KEY, menu.runs), map(USES, menu.runs), strict=True)).values()

    def make() -> Interaction:
        return interaction_by([use for of in uses for use in of], *key, game.verbs)

    return AskedMenu(menu, INTERACTIONS.get((game.verbs, *uses), key, make))


FREE: IdentityCache[bool] = IdentityCache()
"""Whether a match is played on a free table, by its content."""


def _is_free(setting: Setting, view: Array) -> bool:
    """Whether a match is played on a free table."""

    def find() -> bool:
        return read_point(setting.game.names(setting, view).point(0, 0)) is not None

    return FREE.get((setting.tables,), None, find)
