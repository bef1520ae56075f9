"""Section 19: vehicles: what a hit does to those in one, and who has its controls."""

from __future__ import annotations

from typing import NamedTuple

from ....core.dice import Dice, roll, roll_band
from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log, because
from ..events.words import BY_LOCATION, FOR_LOCATION, FOR_OCCUPANT, FOR_OCCUPANT_WOUNDS
from ..log import log_shaken, log_struck, log_took_controls
from ..state import CRITICAL_WOUND, PASSENGER, PILOT_ROLE, SERIOUS, State
from ..tables import COMBATANTS, Tables
from .aboard import chart_of, is_aboard, pilot_of
from .armour import layer_number, no_layer, roll_armour, roll_damage
from .hits import SHRAPNEL_PENETRATION, Hit
from .wounds import add_wound, location_bonus

D100, D4 = 100, 4
CHANCES = (0, 2, 10, 25, 50)  # by the severity of the vehicle's wound, in percent (FS3-19.11)
CONCUSSION, SHRAPNEL, WRECKAGE = range(3)  # what strikes, as the event has it


class Draw(NamedTuple):
    """A location, and the locations drawn so far: bits, by their places in the chart's list."""

    location: int
    drawn: int


@rule("FS3-15.12", "FS3-19.14c", "FS3-25.6", "FS3-25.7")
def draw_location(tables: Tables, dice: Dice, log: Log, chart: int, drawn: int, purpose: int) -> Draw:
    """One of the locations of a chart that are not drawn yet, each as likely; used up, the list is full again."""
    locations, left = tables.charts[chart], 0
    for place in range(locations.n):
        left += 1 - (drawn >> place & 1)
    if left == 0:
        drawn, left = 0, locations.n
    skip, found = roll(dice, log, left, purpose), 0
    for place in range(locations.n):
        skip -= 1 - (drawn >> place & 1)
        if skip == 0:
            found = place
            break
    return Draw(locations.locations[found], drawn | 1 << found)


@compiled
def tell_hit(log: Log, what: int, victim: int, location: int, hit: Hit) -> None:
    """One line for what strikes somebody without an attack roll of its own."""
    log_struck(log, what, victim, location, hit.cover, hit.armour, hit.damage, hit.severity)


# Occupants


@rule("FS3-19.11", "FS3-19.13", "FS3-19.15", "FS3-19.15a")
def hurt_chance(state: State, tables: Tables, vehicle: int, location: int, severity: int) -> int:
    """The chance in percent that a wound of a vehicle hurts an occupant: by its severity, higher at a crew location."""
    chart = tables.charts[chart_of(state, tables, COMBATANTS + vehicle + 1)]
    if chart.crew >> location & 1:
        return min(CHANCES[severity] * tables.options.crew_hit_multiplier, tables.options.crew_hit_cap)
    return CHANCES[severity]


@rule("FS3-19.12", "FS3-19.14b", "FS3-25.3")
def roll_occupant_wounds(dice: Dice, log: Log, severity: int) -> int:
    """How many wounds a hurt occupant takes: one; by a Serious wound of the vehicle 1d4 / 2, rounded up; or 1d4."""
    if severity == SERIOUS:
        return 1 + roll_band(dice, log, D4, (D4 // 2, D4), FOR_OCCUPANT_WOUNDS)
    return roll(dice, log, D4, FOR_OCCUPANT_WOUNDS) if severity == CRITICAL_WOUND else 1


@rule("FS3-19.14", "FS3-19.14a")
def next_occupant(state: State) -> int:
    """Whom a wound of the vehicle may hurt next, plus one: its pilot, then the others in the order of joining."""
    crew = state.crew
    pilot = pilot_of(state, crew.vehicle - 1)
    if crew.next == 0 and pilot:
        return pilot
    for who in range(max(crew.next - 1, 0), COMBATANTS):
        if who + 1 != pilot and is_aboard(state, who, crew.vehicle - 1):
            return who + 1
    return 0


@rule("FS3-19.11", "FS3-19.14a")
def continue_occupants(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """Look at the next occupant of the vehicle that took a wound; after the last nobody is left to look at."""
    crew = state.crew
    who = next_occupant(state)
    if who:
        shake_occupant(state, tables, dice, log, who - 1)
        crew.next = 1 if crew.next == 0 and who == pilot_of(state, crew.vehicle - 1) else who + 1
    if who == 0 or next_occupant(state) == 0:
        crew.vehicle = crew.location = crew.severity = crew.inflicter = crew.next = 0


@rule("FS3-19.11", "FS3-19.12", "FS3-19.13", "FS3-25.3")
def shake_occupant(state: State, tables: Tables, dice: Dice, log: Log, who: int) -> None:
    """Roll whether a wound of the vehicle hurts an occupant, a roll of the chance included, and how often."""
    crew, count, drawn = state.crew, 0, 0
    chance = hurt_chance(state, tables, crew.vehicle - 1, crew.location, crew.severity)
    is_hurt = roll_band(dice, log, D100, (chance, D100), FOR_OCCUPANT) == 0
    if is_hurt:
        count = roll_occupant_wounds(dice, log, crew.severity)
    log_shaken(log, who, crew.vehicle - 1, chance, int(is_hurt), count)
    for _ in range(count):
        drawn = strike_occupant(state, tables, dice, log, who, drawn)


@rule("FS3-19.12", "FS3-19.14c", "FS3-25.3")
def strike_occupant(state: State, tables: Tables, dice: Dice, log: Log, who: int, drawn: int) -> int:
    """A wound of an occupant, at a location not drawn yet. Returns the locations drawn so far."""
    draw = draw_location(tables, dice, log, chart_of(state, tables, who + 1), drawn, FOR_LOCATION)
    strike_inside(state, tables, dice, log, who, draw.location)
    return draw.drawn


@rule("FS3-19.12", "FS3-11.9", "FS3-22.15a", "FS3-25.3", "FS3-12.8")
def strike_inside(state: State, tables: Tables, dice: Dice, log: Log, who: int, location: int) -> Hit:
    """What strikes an occupant: body armour counts, cover does not, nor anything that an attacker adds to damage."""
    victim = who + 1
    chart = chart_of(state, tables, victim)
    armour = roll_armour(state, tables, dice, log, victim, location, SHRAPNEL_PENETRATION)
    hit = Hit(0, layer_number(armour), 0, 0)
    if not armour.stopped:
        bonus = because(log, BY_LOCATION, location_bonus(tables.charts[chart].kinds[location]))
        damage = roll_damage(dice, log, tables, bonus, no_layer(), armour)
        add_wound(state, tables, log, victim, location, 0, 0, damage.severity, state.crew.inflicter)
        hit = Hit(0, layer_number(armour), damage.total, damage.severity)
    tell_hit(log, WRECKAGE, victim, location, hit)
    return hit


# The controls


@rule("FS3-19.10", "FS3-6.4")
def take_controls(state: State, log: Log, who: int) -> None:
    """A passenger becomes the pilot, and who was it a passenger: from now on the vehicle moves, and is a target."""
    vehicle = state.combatants[who].vehicle - 1
    pilot = pilot_of(state, vehicle)
    if pilot:
        state.combatants[pilot - 1].role = PASSENGER
    state.combatants[who].role = PILOT_ROLE
    log_took_controls(log, who, vehicle)
