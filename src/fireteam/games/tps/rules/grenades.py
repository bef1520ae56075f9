"""Section 19: throws, flashbangs, smoke and frags: action step 1."""

from __future__ import annotations

from ....core.dice import EXHAUST, Dice
from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log, because
from ....core.space.ricochet import fly_point
from ....core.space.terrain import zone_of
from ..dice.contest import reaches, total
from ..dice.pool import Throw, throw
from ..events.words import BY_COVER, BY_SMOKE, FOR_THROW, FOR_TO_HIT
from ..log import log_burst, log_flashed, log_flew, log_smoke_rose, log_to_hit
from ..state import BURSTS, HARM, THROWS, Flight, State
from ..tables import FLASH, FRAG, SMOKE, TARGETS, UNITS, Tables
from .damage import resolve_damage
from .dice_pools import apply_modifiers, damage_pool, hit_pool
from .sight import are_in_one_smoke, distance_between, gives_cover, lines_from_point, roll_needed, smoke_is_between
from .units import is_living, place_of, take_away

LONGEST = 96  # exhaust counts longer throws, less than one in 10 ** 11, as this long


@compiled
def is_grenade_about(state: State, tables: Tables) -> bool:
    """Whether anything is thrown in this turn, or goes off."""
    for i in range(state.n_units):
        if state.units[i].alive and state.units[i].dice:
            return True
    return bool(state.n_flights)


@rule("TPS-12.1", "TPS-19.8", "TPS-5.8")
def continue_grenades(state: State, tables: Tables, dice: Dice, log: Log) -> bool:
    """Step 1: throws by seat, flashbangs, then last turn's frags. Returns whether dice were rolled.

    Smoke appears at the end of the step: it neither stops nor hampers the frags that go off with it.
    """
    doing = state.doing
    doing.net = 0
    if doing.stage == THROWS:
        while doing.unit < state.n_units:
            i = doing.unit
            doing.unit += 1
            if state.units[i].alive and state.units[i].dice:
                throw_grenade(state, tables, dice, log, i)
                return True
        set_off_flashbangs(state, tables, log)
        doing.stage, doing.unit, doing.part = BURSTS, 0, 0
    return continue_bursts(state, tables, dice, log)


@rule("TPS-19.1", "TPS-19.2", "TPS-19.3", "TPS-19.4", "TPS-19.5", "TPS-19.6", "TPS-19.7", "TPS-19.31", "TPS-8.7")
def throw_grenade(state: State, tables: Tables, dice: Dice, log: Log, i: int) -> None:
    """A grenade leaves its slot and flies the full rolled distance; its backup is active at once."""
    unit = state.units[i]
    gear = unit.over - 1
    take_away(tables, unit, gear)
    thrown = throw(dice, log, 1, unit.dice - 1, tables.options.sv_wildone, FOR_THROW)
    distance = length_of(dice, thrown)
    x, y = fly_point(tables.field, unit.x, unit.y, unit.aim_x, unit.aim_y, 1.0 * distance)
    log_flew(log, i, gear, distance, x, y, zone_of(tables.field, x, y))
    flight = state.flights[state.n_flights]
    state.n_flights += 1
    flight.gear, flight.thrower, flight.to_hit = gear + 1, i, unit.to_hit
    flight.turn, flight.x, flight.y = state.turn, x, y
    unit.over = unit.dice = unit.aim_x = unit.aim_y = unit.to_hit = 0


@compiled
def length_of(dice: Dice, thrown: Throw) -> int:
    """The length of a throw."""
    return total(dice, thrown, LONGEST) if dice.mode == EXHAUST else thrown.sum


@rule("TPS-19.9", "TPS-19.10", "TPS-3.12")
def set_off_flashbangs(state: State, tables: Tables, log: Log) -> None:
    """A flashbang goes off at once and catches everybody in its zone, friend or foe; several do not add up."""
    for k in range(state.n_flights):
        flight = state.flights[k]
        if tables.gear[flight.gear - 1].effect == FLASH:
            zone = zone_of(tables.field, flight.x, flight.y)
            for i in range(state.n_units):
                unit = state.units[i]
                if unit.alive and not unit.flashed and zone_of(tables.field, unit.x, unit.y) == zone:
                    unit.flashed = 1
                    log_flashed(log, i)
    for k in range(state.n_flights - 1, -1, -1):
        if tables.gear[state.flights[k].gear - 1].effect == FLASH:
            forget_flight(state, k)


@compiled
def forget_flight(state: State, at: int) -> None:
    """A grenade is gone; those after it keep their order."""
    for k in range(at, state.n_flights - 1):
        state.flights[k] = state.flights[k + 1]
    state.n_flights -= 1
    last = state.flights[state.n_flights]
    last.gear = last.thrower = last.to_hit = last.turn = last.x = last.y = 0


@rule("TPS-19.13", "TPS-19.14", "TPS-5.8")
def continue_bursts(state: State, tables: Tables, dice: Dice, log: Log) -> bool:
    """Frags of last turn by thrower's seat, their victims by seat, then hostages: to-hit, then damage and Defense."""
    doing = state.doing
    while doing.unit < state.n_flights:
        flight = state.flights[doing.unit]
        if doing.stage == HARM:
            apply_frag_hits(state, tables, dice, log, flight)
            return True
        if doing.part >= TARGETS or not is_due(state, tables, flight, FRAG):
            doing.unit, doing.part = doing.unit + 1, 0
            continue
        if doing.part == 0:
            log_burst(log, flight.thrower, flight.gear - 1, flight.x, flight.y)
        if is_hit_by_frag(state, tables, flight, doing.part):
            hit_by_frag(state, tables, dice, log, flight)
            return True
        doing.part += 1
    return False


@rule("TPS-19.12", "TPS-19.13")
def is_due(state: State, tables: Tables, flight: Flight, effect: int) -> bool:
    """Frag and smoke grenades go off the turn after the throw."""
    return bool(flight.turn < state.turn and tables.gear[flight.gear - 1].effect == effect)


@rule("TPS-19.14", "TPS-12.13", "TPS-3.24", "TPS-3.30")
def is_hit_by_frag(state: State, tables: Tables, flight: Flight, j: int) -> bool:
    """Everybody living whom the grenade sees and smoke does not shut off; team-mates too, unless an option spares them.

    A thrower can always harm itself.
    """
    if not is_living(state, j):
        return False
    if not tables.options.mp_friendlyfire and j < UNITS and j != flight.thrower:
        if state.units[j].side == state.units[flight.thrower].side:
            return False
    x, y = place_of(state, j)
    if lines_from_point(state, tables, flight.x, flight.y, j)[0] == 0:
        return False
    return not smoke_is_between(state, tables, flight.x, flight.y, x, y)


@rule("TPS-19.14", "TPS-15.1", "TPS-15.3", "TPS-4.13", "TPS-19.10")
def hit_by_frag(state: State, tables: Tables, dice: Dice, log: Log, flight: Flight) -> None:
    """The to-hit part against the distance from the grenade; half cover and smoke hamper it, a flash does not."""
    doing, numbers = state.doing, tables.constants
    j = doing.part
    x, y = place_of(state, j)
    clear, obstructed = lines_from_point(state, tables, flight.x, flight.y, j)
    wild, plain = hit_pool(tables, log, state.units[flight.thrower].side, flight.gear - 1, flight.to_hit)
    by = because(log, BY_COVER, numbers.cover if gives_cover(clear, obstructed) else 0)
    by += because(log, BY_SMOKE, numbers.smoke if are_in_one_smoke(state, tables, flight.x, flight.y, x, y) else 0)
    wild, plain = apply_modifiers(wild, plain, by)
    thrown = throw(dice, log, wild, plain, tables.options.sv_wildone, FOR_TO_HIT)
    hit = reaches(dice, thrown, roll_needed(x - flight.x, y - flight.y))
    away = distance_between(flight.x, flight.y, x, y)
    log_to_hit(log, flight.thrower, j, thrown.sum, wild, plain, away, int(hit), flight.gear - 1)
    if hit:
        doing.stage, doing.target = HARM, j
    else:
        doing.part += 1


@rule("TPS-19.14", "TPS-19.15")
def apply_frag_hits(state: State, tables: Tables, dice: Dice, log: Log, flight: Flight) -> None:
    """The damage part against Defense: headshots apply, net Bad does nothing, kills are the thrower's."""
    doing = state.doing
    wild, plain = damage_pool(tables, state.units[flight.thrower].side, flight.gear - 1, flight.to_hit)
    doing.net = resolve_damage(state, tables, dice, log, flight.thrower, doing.target, wild, plain)
    doing.stage, doing.target, doing.part = BURSTS, 0, doing.part + 1


@rule("TPS-19.11", "TPS-19.12", "TPS-19.8")
def remove_flights(state: State, tables: Tables, log: Log) -> None:
    """Smoke of last turn fills its zone for its turns, a second one for longer; what has gone off is gone."""
    for k in range(state.n_flights):
        flight = state.flights[k]
        if is_due(state, tables, flight, SMOKE):
            zone = zone_of(tables.field, flight.x, flight.y)
            state.smoke[zone] = max(state.smoke[zone], flight.turn + tables.options.mp_smoketurns)
            log_smoke_rose(log, zone, state.smoke[zone])
    for k in range(state.n_flights - 1, -1, -1):
        if state.flights[k].turn < state.turn:
            forget_flight(state, k)
