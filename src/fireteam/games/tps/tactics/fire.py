"""Whom a unit attacks, with which dice, and where a grenade is best thrown: over the lengths that its dice may give."""

from __future__ import annotations

from typing import Any

from ....core.engine.compiled import compiled
from ....core.engine.rows import erase
from ....core.protocol.choices import Choice
from ....core.space.headings import EAST_STEPS, HEADINGS, NORTH_STEPS
from ....core.space.ricochet import fly_point
from ....core.space.routes import length_between
from ....core.space.terrain import middle_of, zone_of
from ..choices import HOLD, add_to_targets, write_fire, write_hold, write_throw
from ..odds_cache import reach_at
from ..rules.attack import modifiers
from ..rules.dice_pools import damage_pool
from ..rules.grenades import is_hit_by_frag
from ..rules.sight import gives_cover, is_smoke_in, lines_from_point, roll_needed
from ..rules.targeting import has_grenade, splits_of
from ..rules.units import called_gear, carries, is_empty, place_of
from ..state import ARMED, DEFUSE, PLANT, RELOAD, State
from ..tables import CT, FLASH, FRAG, TARGETS, UNITS, Tables
from .evaluate import UNIT, best_share, damage_of, hit_chance, is_foe, is_mate

FOCUS = 0.15  # of an attack's worth, for each team-mate that may attack the same target
WORTH_IT = 0.25  # a throw worth less is kept
GIVEN_UP = 1.2  # an attack for which a unit gives planting or defusing up
LENGTHS = 20  # of a throw that are looked at
RANGE = 24 * UNIT  # enemies farther off are no aim
BLAST = 9 * UNIT  # a frag is not reckoned to reach farther
FRIEND = 1.6  # a die of a friend, over one of an enemy
STAYS, GOES = 0.7, 0.12  # how likely somebody is still there in the next turn: who keeps still, and who moves
BLINDED = 0.45  # an enemy who is caught by a flashbang while he may attack
HIDDEN = 0.5  # work on the bomb that an enemy cannot disturb for smoke


@compiled
def suggest_target(state: State, tables: Tables, i: int, key: Any, choice: Choice) -> None:
    """The best attack, on one or on two; with a grenade in hand also a throw, if it is worth one."""
    unit = state.units[i]
    write_hold(choice)
    if unit.action == RELOAD:
        return
    target, worth = best_target(state, tables, i)
    if unit.action == PLANT or unit.action == DEFUSE:
        if worth < GIVEN_UP or not unit.busy:
            target = -1
    elif has_grenade(tables, unit.over):
        x, y, dice, share, gain = plan_throw(state, tables, i)
        if gain > WORTH_IT:
            write_throw(choice, x, y, dice, share)
    if target >= 0:
        if choice.verb == HOLD:
            write_fire(choice)
        add_to_targets(choice, target, best_share(state, tables, i, target)[1], 0)
        split_fire(state, tables, i, target, choice)


@compiled
def best_target(state: State, tables: Tables, i: int) -> tuple[int, float]:
    """The enemy whom an attack is worth most, and what it is worth; -1 if there is none to attack."""
    best, most = -1, 0.0
    for j in range(state.n_units):
        if is_foe(state, i, j):
            worth = best_share(state, tables, i, j)[0]
            if worth > 0.0:
                worth *= 1.0 + FOCUS * helpers(state, tables, i, j)
            if worth > most:
                best, most = j, worth
    return best, most


@compiled
def helpers(state: State, tables: Tables, i: int, j: int) -> int:
    """How many team-mates may attack a target, too."""
    found = 0
    for k in range(state.n_units):
        found += int(is_mate(state, i, k) and best_share(state, tables, k, j)[0] > 0.0)
    return found


@compiled
def split_fire(state: State, tables: Tables, i: int, first: int, choice: Choice) -> None:
    """With autofire, some of the dice for a second target, if both together are worth more than one."""
    unit = state.units[i]
    gear = called_gear(tables, unit)
    if not tables.gear[gear].auto or is_empty(unit):
        return
    wild, plain = damage_pool(tables, unit.side, gear, 0)
    sure = whole_pool_chance(state, tables, i, first)
    most = sure * damage_of(state, tables, first, wild, plain)
    for j in range(state.n_units):
        if j != first and is_foe(state, i, j) and best_share(state, tables, i, j)[0] > 0.0:
            other = whole_pool_chance(state, tables, i, j)
            for dice in range(1, plain + 1):
                worth = sure * damage_of(state, tables, first, wild, plain - dice)
                worth += other * damage_of(state, tables, j, 0, dice)
                if worth > most:
                    most = worth
                    choice.n = 2
                    choice.parts[0, 1], choice.parts[0, 2] = wild, plain - dice
                    choice.parts[1, 0], choice.parts[1, 1], choice.parts[1, 2] = j, 0, dice


@compiled
def whole_pool_chance(state: State, tables: Tables, i: int, j: int) -> float:
    """The chance that an attack with the whole to-hit pool reaches its target."""
    unit, other = state.units[i], state.units[j]
    roll = roll_needed(other.x - unit.x, other.y - unit.y)
    return hit_chance(tables, unit.side, called_gear(tables, unit), 0, modifiers(state, tables, None, i, j), roll)


# Throws


@compiled
def plan_throw(state: State, tables: Tables, i: int) -> tuple[int, int, int, int, float]:
    """The aim, the dice and, of a frag, the split of the best throw, and what it is worth in dice of Defense."""
    unit = state.units[i]
    effect, share = tables.gear[unit.over - 1].effect, splits_of(tables, unit.over - 1)
    share = (share + 1) // 2 if effect == FRAG else 0
    best_x, best_y, best_dice, most = int(unit.x), int(unit.y), 1, 0.0
    for k in range(UNITS + HEADINGS // 2):
        x, y = aim_of(state, i, k)
        if x == unit.x and y == unit.y:
            continue
        dice, worth = best_dice_for(state, tables, i, x, y, effect, share)
        if worth > most:
            best_x, best_y, best_dice, most = x, y, dice, worth
    return best_x, best_y, best_dice, share, most


@compiled
def aim_of(state: State, i: int, k: int) -> tuple[int, int]:
    """The k-th aim: an enemy who is not too far, then eight headings; the unit itself where there is none."""
    unit = state.units[i]
    if k >= UNITS:
        at = 2 * (k - UNITS)
        return unit.x + EAST_STEPS[at], unit.y + NORTH_STEPS[at]
    foe = state.units[k]
    if k < state.n_units and is_foe(state, i, k) and length_between(unit.x, unit.y, foe.x, foe.y) < RANGE:
        return int(foe.x), int(foe.y)
    return int(unit.x), int(unit.y)


@compiled
def best_dice_for(state: State, tables: Tables, i: int, x: int, y: int, effect: int, share: int) -> tuple[int, float]:
    """For an aim, the number of dice whose throws are worth most in the mean."""
    unit, reach = state.units[i], tables.outlook.reach
    best, most = 1, 0.0
    one = two = three = 0.0
    for length in range(1, LENGTHS):
        at_x, at_y = fly_point(tables.field, unit.x, unit.y, x, y, 1.0 * length)
        worth = effect_at(state, tables, i, at_x, at_y, effect, share)
        if worth != 0.0:
            one += worth * (reach[reach_at(1, 0, length)] - reach[reach_at(1, 0, length + 1)])
            two += worth * (reach[reach_at(1, 1, length)] - reach[reach_at(1, 1, length + 1)])
            three += worth * (reach[reach_at(1, 2, length)] - reach[reach_at(1, 2, length + 1)])
    for dice in range(1, min(3, tables.constants.throw) + 1):
        worth = one if dice == 1 else two if dice == 2 else three
        if worth > most:
            best, most = dice, worth
    return best, most


@compiled
def effect_at(state: State, tables: Tables, i: int, x: int, y: int, effect: int, share: int) -> float:
    """What a grenade is worth to the thrower's side if it comes to rest at a point."""
    if effect == FRAG:
        return frag_at(state, tables, i, x, y, share)
    zone, total = zone_of(tables.field, x, y), 0.0
    for other in state.units:
        if other.alive:
            inside = zone_of(tables.field, other.x, other.y) == zone
            if effect == FLASH:
                if inside and other.n_targets == 0:
                    total += BLINDED if other.side != state.units[i].side else -BLINDED * FRIEND
            elif other.side != state.units[i].side and not is_smoke_in(state, zone):
                total += HIDDEN * (work_in(state, tables, i, zone) if not inside else -work_in(state, tables, i, zone))
    return total


@compiled
def work_in(state: State, tables: Tables, i: int, zone: int) -> float:
    """How much work on the bomb the thrower's side has to do in a zone: 1 for whoever is there to do it."""
    armed = state.bomb.status == ARMED
    if armed != (state.units[i].side == CT) or not is_work_zone(state, tables, zone):
        return 0.0
    for j, mate in enumerate(state.units):
        if (j == i or is_mate(state, i, j)) and zone_of(tables.field, mate.x, mate.y) == zone:
            if armed or carries(tables, mate, tables.bomb):
                return 1.0
    return 0.0


@compiled
def is_work_zone(state: State, tables: Tables, zone: int) -> bool:
    """Whether a zone holds the armed bomb; before it is armed, the middle of a site."""
    if state.bomb.status == ARMED:
        return zone_of(tables.field, state.bomb.x, state.bomb.y) == zone
    for k in range(tables.n_sites):
        x, y = middle_of(tables.sites[k])
        if zone_of(tables.field, x, y) == zone:
            return True
    return False


@compiled
def frag_at(state: State, tables: Tables, i: int, x: int, y: int, share: int) -> float:
    """What a frag does next turn to those who are about a point now, weighed by how likely they are to stay."""
    total, gear, side = 0.0, state.units[i].over - 1, state.units[i].side
    for j in range(TARGETS):
        to_x, to_y = place_of(state, j)
        if length_between(x, y, to_x, to_y) < BLAST and is_in_sight_of(state, tables, i, gear, x, y, j):
            clear, obstructed = lines_from_point(state, tables, x, y, j)
            by = tables.constants.cover if gives_cover(clear, obstructed) else 0
            wild, plain = damage_pool(tables, side, gear, share)
            worth = hit_chance(tables, side, gear, share, by, roll_needed(to_x - x, to_y - y))
            worth *= damage_of(state, tables, j, wild, plain)
            if j < UNITS and state.units[j].side != side:
                total += worth * (STAYS if keeps_still(state, j) else GOES)
            else:
                total -= worth * FRIEND * (STAYS if j >= UNITS or keeps_still(state, j) else 2.0 * GOES)
    return total


@compiled
def is_in_sight_of(state: State, tables: Tables, i: int, gear: int, x: int, y: int, j: int) -> bool:
    """Whether a frag that burst at a point would meet somebody."""
    if state.n_flights >= len(state.flights):
        return False
    flight = state.flights[state.n_flights]
    flight.gear, flight.thrower, flight.x, flight.y = gear + 1, i, x, y
    met = is_hit_by_frag(state, tables, flight, j)
    erase(flight)
    return bool(met)


@compiled
def keeps_still(state: State, j: int) -> bool:
    """Who crouches, looks through a scope, or works on the bomb has not gone far and may stay."""
    unit = state.units[j]
    return bool(unit.crouch or unit.scope or unit.action == PLANT or unit.action == DEFUSE)
