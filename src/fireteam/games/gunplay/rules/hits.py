"""Sections 9 and 17 to 19: what a hit does, and going Down."""

from __future__ import annotations

from ....core.dice import Dice
from ....core.engine.compiled import rule
from ....core.protocol.events import Log, because
from ..events import BY_FRAIL, BY_TOUGH, BY_WOUNDS, FOR_TOUGHNESS
from ..log import log_dropped, log_withstood
from ..state import DOWN, State
from ..tables import EASY, FRAIL, HARD, MODERATE, TOUGH, Tables
from ..terrain import STANDING
from .characters import end_overwatch, has_trait
from .difficulty import SOLID, roll_test, shift_level
from .end import judge_losses

BASES = (EASY, MODERATE, HARD)  # as `toughness_base` lists them


@rule("GUN-9.1", "GUN-17.1", "GUN-17.2", "GUN-17.3", "GUN-17.4", "GUN-19.4", "GUN-19.5", "GUN-10.4")
def wounds_of(tables: Tables, damage: int, result: int) -> int:
    """The wounds of a hit: one, or with `extra_damage` the damage rating; a Solid hit adds to it."""
    wounds = max(damage, 0) if tables.options.extra_damage else 1
    return wounds + (tables.options.solid_bonus if result == SOLID else 0)


@rule("GUN-9.4", "GUN-15.6", "GUN-15.7")
def toughness_level(tables: Tables, log: Log | None, j: int) -> int:
    """The level of a character's Toughness tests."""
    shift = because(log, BY_TOUGH, int(has_trait(tables, j, TOUGH)))
    shift += because(log, BY_FRAIL, -int(has_trait(tables, j, FRAIL)))
    return shift_level(BASES[tables.options.toughness_base], shift, tables.options.extra_difficulties)


@rule(
    "GUN-9.2", "GUN-9.5", "GUN-9.6", "GUN-9.9", "GUN-9.10", "GUN-18.1", "GUN-18.2", "GUN-18.3", "GUN-18.4", "GUN-21.3"
)
def take_toughness_test(state: State, tables: Tables, dice: Dice, log: Log, j: int, wounds: int) -> bool:
    """The Toughness test of a character that was just wounded so often: Down, or Up with one wound off.

    Returns whether it stays Up. All its wounds count against it; the one comes off afterwards, with both modules on.
    """
    character = state.characters[j]
    level = toughness_level(tables, log, j)
    modifiers = because(log, BY_WOUNDS, -character.wounds)
    holds = roll_test(tables, dice, log, level, modifiers, FOR_TOUGHNESS)
    log_withstood(log, j, character.wounds, level, modifiers, int(holds))
    if not holds:
        go_down(state, tables, log, j)
    elif tables.options.extra_toughness and tables.options.extra_damage and wounds > 0:
        character.wounds -= 1
    return holds


@rule("GUN-9.7", "GUN-9.8", "GUN-9.11", "GUN-12.5", "GUN-7.28", "GUN-7.42")
def go_down(state: State, tables: Tables, log: Log, j: int) -> None:
    """A character goes Down: no Overwatch, bracing or markers, and what it carries lies where it is."""
    character = state.characters[j]
    character.status, character.posture, character.braced, character.markers = DOWN, STANDING, 0, 0
    end_overwatch(state, j)
    if character.carrying:
        drop_item(state, log, j)
    judge_losses(state, tables, log)


@rule("GUN-7.40", "GUN-7.42", "GUN-7.43")
def drop_item(state: State, log: Log, i: int) -> None:
    """The item lies at a character's centre, for either side to take."""
    character = state.characters[i]
    character.carrying, state.item_lies = 0, 1
    state.item_x, state.item_y = character.x, character.y
    log_dropped(log, i, character.x, character.y)
