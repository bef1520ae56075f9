"""Sections 9, 11 and 12: where a hit lands, and what it does there."""

from __future__ import annotations

from typing import NamedTuple

from ....core.dice import EXHAUST, Dice, branch_node, roll, set_weight
from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log, because
from ..events.words import BY_CLASS_MISMATCH, BY_LETHALITY, BY_LOCATION, BY_ORGANIZERS_LETHALITY, FOR_LOCATION
from ..state import State
from ..tables import COLUMNS, COMBATANTS, NEAR_MISS, PERSONAL, VEHICLE_CLASS, Tables
from .aboard import chart_of
from .armour import layer_number, roll_armour, roll_cover, roll_damage
from .wounds import add_wound, location_bonus

SHRAPNEL_PENETRATION = 3  # of splinters, and of what hurts occupants (FS3-B.3)
D8 = 8


class Hit(NamedTuple):
    """What a hit did: what cover and armour took off, STOPPED or BYPASSED; damage; severity of the wound, 0: none."""

    cover: int
    armour: int
    damage: int
    severity: int


@rule("FS3-9.1", "FS3-7.6", "FS3-9.8", "FS3-9.9")
def aimed_location(tables: Tables, chart: int, called: int) -> int:
    """Where an attack aims: the called location, plus one, or the default one of the chart."""
    return called - 1 if called > 0 else tables.charts[chart].default


@rule("FS3-9.3", "FS3-9.5", "FS3-9.6")
def location_at(tables: Tables, chart: int, aimed: int, total: int) -> int:
    """The location that a total gives in the row of the one aimed at; NEAR_MISS for a dash."""
    return tables.charts[chart].rows[aimed, min(max(total, 1), COLUMNS) - 1]


@rule("FS3-9.2", "FS3-9.4", "FS3-25.2")
def roll_location(dice: Dice, log: Log, tables: Tables, chart: int, aimed: int, difference: int) -> int:
    """Roll where a hit lands: 2d8 and the difference of the Roll Results. Exhaust: one outcome for each location."""
    if dice.mode != EXHAUST:
        total = roll(dice, log, D8, FOR_LOCATION) + roll(dice, log, D8, FOR_LOCATION)
        return location_at(tables, chart, aimed, total + difference)
    ways = seen = 0
    for total in range(2, 2 * D8 + 1):
        bit = location_bit(tables, chart, aimed, total + difference)
        ways += int(seen & bit == 0)
        seen |= bit
    skip, seen = branch_node(dice, ways), 0
    for total in range(2, 2 * D8 + 1):
        bit = location_bit(tables, chart, aimed, total + difference)
        if seen & bit == 0:
            if skip == 0:
                location = location_at(tables, chart, aimed, total + difference)
                set_weight(dice, location_ways(tables, chart, aimed, difference, location), D8 * D8)
                return location
            skip -= 1
        seen |= bit
    return tables.charts[chart].default


@compiled
def location_bit(tables: Tables, chart: int, aimed: int, total: int) -> int:
    """The location that a total gives as a bit of its own: those met so far are a sum of bits."""
    return 1 << (location_at(tables, chart, aimed, total) - NEAR_MISS)


@rule("FS3-9.2", "FS3-9.21")
def location_ways(tables: Tables, chart: int, aimed: int, difference: int, location: int) -> int:
    """In how many of the 64 ways of 2d8 an attack hits a location, or with NEAR_MISS none."""
    ways = 0
    for total in range(2, 2 * D8 + 1):
        if location_at(tables, chart, aimed, total + difference) == location:
            ways += D8 - abs(total - D8 - 1)
    return ways


@rule("FS3-8.16", "FS3-8.17")
def mismatch_lethality(tables: Tables, weapon: int, victim: int) -> int:
    """What damage has added because a weapon (plus one) is meant for the other class than its victim's."""
    klass = tables.weapons[weapon - 1].klass
    if klass == VEHICLE_CLASS and victim <= COMBATANTS:
        return tables.options.vehicle_on_person
    return tables.options.personal_on_vehicle if klass == PERSONAL and victim > COMBATANTS else 0


@rule("FS3-12.1", "FS3-9.7", "FS3-22.15", "FS3-22.15a", "FS3-15.11")
def damage_modifier(
    state: State, tables: Tables, log: Log, attacker: int, victim: int, location: int, weapon: int, extra: int
) -> int:
    """All that is added to the damage die but armour and cover. Attacker and weapon are plus one, 0: none."""
    chart = chart_of(state, tables, victim)
    modifier = extra + because(log, BY_LOCATION, location_bonus(tables.charts[chart].kinds[location]))
    if weapon > 0:
        modifier += because(log, BY_LETHALITY, tables.weapons[weapon - 1].lethality)
        modifier += because(log, BY_CLASS_MISMATCH, mismatch_lethality(tables, weapon, victim))
    if attacker > 0:
        modifier += because(log, BY_ORGANIZERS_LETHALITY, state.combatants[attacker - 1].lethality)
    return modifier


@rule("FS3-8.4", "FS3-11.8", "FS3-12.1", "FS3-10.12", "FS3-15.13", "FS3-25.2")
def resolve_hit(
    state: State,
    tables: Tables,
    dice: Dice,
    log: Log,
    attacker: int,
    victim: int,
    location: int,
    weapon: int,
    extra: int,
    result: int,
    x: int,
    y: int,
) -> Hit:
    """A hit at a location: cover against what comes from a point, armour, damage, and the wound if nothing stops it.

    `attacker` and `weapon` are plus one, 0: nobody, and a splinter; `victim` a combatant plus one, or COMBATANTS + a
    vehicle plus one; `result` is the attack's, of which +3 is not affected by cover. A wound of a vehicle has its
    occupants looked at next (`state.crew`). The event is the caller's.
    """
    penetration = tables.weapons[weapon - 1].penetration if weapon > 0 else SHRAPNEL_PENETRATION
    cover = roll_cover(state, tables, dice, log, victim, location, penetration, result, x, y)
    if cover.stopped:
        return Hit(layer_number(cover), 0, 0, 0)
    armour = roll_armour(state, tables, dice, log, victim, location, penetration)
    if armour.stopped:
        return Hit(layer_number(cover), layer_number(armour), 0, 0)
    modifier = damage_modifier(state, tables, log, attacker, victim, location, weapon, extra)
    damage = roll_damage(dice, log, tables, modifier, cover, armour)
    inflict(state, tables, log, attacker, victim, location, weapon, damage.severity)
    return Hit(layer_number(cover), layer_number(armour), damage.total, damage.severity)


@rule("FS3-12.4", "FS3-12.8", "FS3-15.11", "FS3-19.3", "FS3-19.11")
def inflict(
    state: State, tables: Tables, log: Log, attacker: int, victim: int, location: int, weapon: int, severity: int
) -> None:
    """The wound of a hit, of its weapon's damage type; that of a vehicle may hurt those in it."""
    stun = tables.weapons[weapon - 1].stun if weapon > 0 else 0
    add_wound(state, tables, log, victim, location, weapon, stun, severity, attacker)
    if victim > COMBATANTS:
        crew = state.crew
        crew.vehicle, crew.location, crew.severity = victim - COMBATANTS, location, severity
        crew.inflicter, crew.next = attacker, 0
