"""Sections 11, 12 and 14: Activation tests and Flinch tests."""

from __future__ import annotations

from ....core.dice import Dice, roll_band
from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log, because
from ..events import (
    BY_HARDENED,
    BY_HEAVY_WEAPON,
    BY_MARKERS,
    BY_PISTOL,
    BY_QUICK,
    BY_TIMID,
    BY_WOUNDS,
    FOR_ACTIVATION,
    FOR_FLINCH,
)
from ..log import log_flinch_tested
from ..state import State
from ..tables import EASY, HARD, HARDENED, QUICK, TIMID, TRIVIAL, Tables
from .characters import has_trait, is_heavy_in_hand, is_pistol_in_hand
from .difficulty import last_failure, roll_test, shift_level

FLINCHES, FAILS_EASY, FAILS_HARD, PASSES_HARD = range(4)  # what an Activation test gives (GUN-11.3 to GUN-11.6)


@rule("GUN-11.13", "GUN-11.14", "GUN-12.14", "GUN-12.15", "GUN-15.8", "GUN-15.9")
def nerve_shift(tables: Tables, log: Log | None, i: int) -> int:
    """A Hardened character tests one level easier, a Timid one a level harder."""
    shift = because(log, BY_HARDENED, int(has_trait(tables, i, HARDENED)))
    return shift + because(log, BY_TIMID, -int(has_trait(tables, i, TIMID)))


@rule(
    "GUN-11.2",
    "GUN-11.11",
    "GUN-11.12",
    "GUN-11.16",
    "GUN-14.1",
    "GUN-14.2",
    "GUN-14.4",
    "GUN-14.5",
    "GUN-15.13",
    "GUN-9.10",
)
def activation_modifiers(state: State, tables: Tables, log: Log | None, i: int) -> int:
    """The dice modifiers of an Activation test, as things stand: markers, wounds, the weapon in hand, Quick."""
    character, options = state.characters[i], tables.options
    counts_wounds = options.flinch or options.wounds_modify_activation
    speed = options.speed_modifier if options.weapon_speed else 0
    modifiers = because(log, BY_MARKERS, -character.markers if options.flinch else 0)
    modifiers += because(log, BY_WOUNDS, -character.wounds if counts_wounds else 0)
    modifiers += because(log, BY_PISTOL, speed if is_pistol_in_hand(state, tables, i) else 0)
    modifiers += because(log, BY_HEAVY_WEAPON, -speed if is_heavy_in_hand(state, tables, i) else 0)
    return modifiers + because(log, BY_QUICK, int(has_trait(tables, i, QUICK)))


@rule("GUN-11.2", "GUN-11.10", "GUN-11.13", "GUN-11.14", "GUN-11.15")
def roll_activation(tables: Tables, dice: Dice, log: Log, modifiers: int, shift: int) -> int:
    """One die against Hard, Easy and Trivial, each shifted on the extended ladder: how far its total gets.

    It is drawn even when Trivial has become Automatic.
    """
    die = tables.constants.die
    tops = (
        last_failure(tables, shift_level(TRIVIAL, shift, 1), modifiers),
        last_failure(tables, shift_level(EASY, shift, 1), modifiers),
        last_failure(tables, shift_level(HARD, shift, 1), modifiers),
        die,
    )
    return roll_band(dice, log, die, tops, FOR_ACTIVATION)


@rule("GUN-11.1", "GUN-11.2", "GUN-11.17", "GUN-12.16", "GUN-12.17", "GUN-13.36", "GUN-13.37")
def take_activation_test(state: State, tables: Tables, dice: Dice, log: Log, i: int) -> tuple[int, int]:
    """The Activation test of a character: what it gives, and its modifiers. Its markers are removed after the die."""
    shift = nerve_shift(tables, log, i)
    modifiers = activation_modifiers(state, tables, log, i)
    result = roll_activation(tables, dice, log, modifiers, shift)
    state.characters[i].markers = 0
    return result, modifiers


@rule("GUN-12.8", "GUN-12.10", "GUN-11.17")
def needs_flinch_test(state: State, tables: Tables, i: int) -> bool:
    """Whether a character takes a Flinch test of its own: without `activations`, and with a marker."""
    return bool(tables.options.flinch and not tables.options.activations and state.characters[i].markers > 0)


@rule("GUN-12.8", "GUN-12.11", "GUN-12.12", "GUN-12.13", "GUN-12.14", "GUN-12.15", "GUN-12.16", "GUN-12.17", "GUN-9.10")
def take_flinch_test(state: State, tables: Tables, dice: Dice, log: Log, i: int) -> bool:
    """A Flinch test: Easy, one less for each marker and wound. Returns whether the character holds out."""
    character = state.characters[i]
    level = shift_level(EASY, nerve_shift(tables, log, i), tables.options.extra_difficulties)
    modifiers = because(log, BY_MARKERS, -character.markers) + because(log, BY_WOUNDS, -character.wounds)
    holds = roll_test(tables, dice, log, level, modifiers, FOR_FLINCH)
    character.markers = 0
    log_flinch_tested(log, i, level, modifiers, int(holds))
    return holds


@compiled
def flinches(state: State, tables: Tables, dice: Dice, log: Log, i: int) -> bool:
    """Whether a character that needs a Flinch test fails it."""
    return needs_flinch_test(state, tables, i) and not take_flinch_test(state, tables, dice, log, i)
