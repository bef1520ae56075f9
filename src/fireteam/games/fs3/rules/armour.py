"""Sections 10 and 11: what armour and cover do to a hit."""

from __future__ import annotations

from typing import Any, NamedTuple

from ....core.dice import EXHAUST, Dice, roll, roll_band
from ....core.engine.compiled import compiled, memoize_if_plain, rule
from ....core.protocol.events import Log
from ..events.words import FOR_ARMOUR, FOR_COVER, FOR_COVER_CHANCE, FOR_DAMAGE
from ..state import COVER, State
from ..tables import COMBATANTS, NIL_DAMAGE, Tables
from .aboard import pilot_of
from .ground import cover_of
from .rolls import D100, GREAT_SUCCESS
from .wounds import LIGHT_TOP, MODERATE_TOP, SERIOUS_TOP, severity_of

BYPASS = 100  # the face that nothing stops
UNIFORM, CAPPED = range(2)  # the option `armour_reduction`
STOPPED, BYPASSED = -1, -2  # what an event says of a layer in place of what it takes off


class Layer(NamedTuple):
    """What armour or cover did: nothing, stopped the attack, was bypassed, or takes something off its damage.

    Under exhaust what it takes off is not known yet, but lies between 0 and `spread`, which is its Stop Chance then.
    """

    cut: int
    stopped: bool
    bypassed: bool
    spread: int


class Damage(NamedTuple):
    """A damage total, NIL_DAMAGE for 0, and the severity of its wound. Under exhaust the total is not known, and 0."""

    total: int
    severity: int


@rule("FS3-10.2", "FS3-10.4", "FS3-10.5")
def stop_chance(penetration: int, protection: int) -> int:
    """The Stop Chance in percent, which may be 0 or less: armour then has no effect."""
    if protection == 0:
        return 0
    return D100 if penetration == 0 else 50 * protection // penetration - 15


@compiled
def no_layer() -> Layer:
    """Nothing is in the way."""
    return Layer(0, False, False, 0)


@rule("FS3-10.6", "FS3-10.7", "FS3-10.8", "FS3-10.9", "FS3-10.10", "FS3-10.11", "FS3-25.2")
def roll_layer(dice: Dice, log: Log, tables: Tables, chance: int, purpose: int) -> Layer:
    """Roll whether armour or cover of a Stop Chance stops an attack, and what it takes off where it does not.

    `purpose` is what the first die is for; the next number stands for the second.
    """
    if chance <= 0:
        return no_layer()
    band = roll_band(dice, log, D100, (min(chance, BYPASS - 1), BYPASS - 1, BYPASS), purpose)
    if band != 1:
        return Layer(0, band == 0, band == 2, 0)
    if dice.mode == EXHAUST:
        return Layer(0, False, False, chance)
    if tables.options.armour_reduction == CAPPED:
        return Layer(min(roll(dice, log, D100, purpose + 1), chance), False, False, 0)
    return Layer(roll(dice, log, chance + 1, purpose + 1) - 1, False, False, 0)


@rule("FS3-10.10")
def cut_ways(reduction: int, chance: int, cut: int) -> int:
    """In how many ways the second roll of a Stop Chance takes so much off, as the option `armour_reduction` has it."""
    if chance == 0 or reduction == UNIFORM:
        return 1
    return D100 + 1 - chance if cut == chance else int(cut > 0)


@compiled
@memoize_if_plain
def damage_ways(reduction: int, modifier: int, cover: int, armour: int, top: int) -> int:
    """In how many ways a damage die, with the second rolls of cover and armour, comes to a total of at most `top`."""
    ways = 0
    for first in range(cover + 1):
        for second in range(armour + 1):
            faces = min(max(top - modifier + first + second, 0), D100)
            ways += faces * cut_ways(reduction, cover, first) * cut_ways(reduction, armour, second)
    return ways


@rule("FS3-12.1", "FS3-12.2", "FS3-11.7", "FS3-11.8", "FS3-22.30")
def roll_damage(dice: Dice, log: Log, tables: Tables, modifier: int, cover: Layer, armour: Layer) -> Damage:
    """The damage of a hit that nothing stopped: a die and all modifiers, less what cover and armour take off."""
    if dice.mode != EXHAUST:
        total = roll(dice, log, D100, FOR_DAMAGE) + modifier - cover.cut - armour.cut
        return Damage(total if total else NIL_DAMAGE, severity_of(total))
    reduction, a, b = tables.options.armour_reduction, cover.spread, armour.spread
    whole = damage_ways(reduction, 0, a, b, 3 * D100)
    tops = (
        damage_ways(reduction, modifier, a, b, LIGHT_TOP),
        damage_ways(reduction, modifier, a, b, MODERATE_TOP),
        damage_ways(reduction, modifier, a, b, SERIOUS_TOP),
        whole,
    )
    return Damage(0, 1 + roll_band(dice, log, whole, tops, FOR_DAMAGE))


@compiled
def armour_of(state: State, tables: Tables, victim: int) -> int:
    """The armour of a victim, plus one; 0: none."""
    if victim > COMBATANTS:
        return tables.types[state.vehicles[victim - COMBATANTS - 1].type - 1].armour
    return state.combatants[victim - 1].armour


@rule("FS3-10.1", "FS3-10.3", "FS3-10.3a")
def protection_of(state: State, tables: Tables, victim: int, location: int) -> int:
    """The Protection of a victim's armour, of whatever class, at a location; 0 elsewhere and without armour."""
    armour = armour_of(state, tables, victim)
    if armour == 0 or not tables.armours[armour - 1].covers >> location & 1:
        return 0
    return tables.armours[armour - 1].protection


@rule("FS3-10.1", "FS3-10.12")
def roll_armour(
    state: State, tables: Tables, dice: Dice, log: Log, victim: int, location: int, penetration: int
) -> Layer:
    """What a victim's armour does to a hit at a location."""
    protection = protection_of(state, tables, victim, location)
    return roll_layer(dice, log, tables, stop_chance(penetration, protection), FOR_ARMOUR)


@rule("FS3-11.1", "FS3-11.9")
def bearer_of(state: State, victim: int) -> int:
    """Whose stance and cover count for a victim, plus one: itself, or the pilot of a vehicle; 0: nobody's."""
    return pilot_of(state, victim - COMBATANTS - 1) if victim > COMBATANTS else victim


@rule("FS3-11.1", "FS3-11.3", "FS3-11.4", "FS3-11.5", "FS3-11.6", "FS3-15.14")
def roll_cover(
    state: State,
    tables: Tables,
    dice: Dice,
    log: Log,
    victim: int,
    location: int,
    penetration: int,
    result: int,
    x: int,
    y: int,
) -> Layer:
    """What cover does to a hit that comes from a point: it is for who is in Cover stance, and not against a +3.

    Whether it applies is known where the feature lists what it covers, and else rolled.
    """
    bearer = bearer_of(state, victim) - 1
    if bearer < 0 or state.combatants[bearer].stance != COVER or result == GREAT_SUCCESS:
        return no_layer()
    cover = cover_of(state, tables, x, y, bearer)
    if cover.protection == 0:
        return no_layer()
    chance = stop_chance(penetration, cover.protection)
    if cover.feature > 0 and tables.terrain.features[cover.feature - 1].lists_locations:
        is_covered = bool(tables.terrain.features[cover.feature - 1].covered >> location & 1)
    else:
        is_covered = does_apply(dice, log, tables)
    return roll_layer(dice, log, tables, chance, FOR_COVER) if is_covered else no_layer()


@rule("FS3-11.5")
def does_apply(dice: Dice, log: Log, tables: Tables) -> bool:
    """Roll whether cover applies that nobody knows the covered parts of."""
    tops: Any = (tables.options.cover_chance, D100)
    return roll_band(dice, log, D100, tops, FOR_COVER_CHANCE) == 0


@compiled
def layer_number(layer: Layer) -> int:
    """A layer as an event says it: what it takes off, or that it stopped the attack or was bypassed."""
    return STOPPED if layer.stopped else BYPASSED if layer.bypassed else layer.cut
