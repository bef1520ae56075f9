"""Where a grenade is best thrown: every direction that makes sense, over the lengths that its dice may give."""

from __future__ import annotations

from ....core.engine.compiled import compiled
from ....core.space.ricochet import fly_point
from ....core.space.routes import length_between
from ....core.space.terrain import zone_of
from ..compass import HEADINGS, HEADINGS_X, HEADINGS_Y
from ..odds_cache import reach_at
from ..rules.dice_pools import apply_modifiers, damage_pool, hit_pool
from ..rules.grenades import is_hit_by_frag
from ..rules.sight import gives_cover, is_smoke_in, lines_from_point, roll_needed
from ..rules.targeting import splits_of
from ..rules.units import carries, place_of
from ..state import ARMED, DEFUSE, PLANT, Flight, State
from ..tables import CT, FLASH, FRAG, TARGETS, UNITS, T, Tables
from .evaluate import damage_of, is_foe

UNIT = 1000000
LENGTHS = 20  # of a throw that are looked at
RANGE = 24 * UNIT  # enemies farther off are no aim
FRIEND = 1.6  # a die of a friend, over one of an enemy
STAYS, GOES = 0.7, 0.12  # how likely somebody is still there in the next turn: who keeps still, and who moves
BLINDED = 0.45  # an enemy who is caught by a flashbang while he may attack
HIDDEN = 0.5  # work on the bomb that an enemy cannot disturb for smoke


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
        return unit.x + HEADINGS_X[at], unit.y + HEADINGS_Y[at]
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
    for j in range(state.n_units):
        other = state.units[j]
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
    found = 0.0
    for j in range(state.n_units):
        mate = state.units[j]
        if mate.alive and mate.side == state.units[i].side and zone_of(tables.field, mate.x, mate.y) == zone:
            if mate.side == T and carries(tables, mate, tables.bomb) and state.bomb.status != ARMED:
                found = 1.0 if is_site_zone(tables, zone) else found
            elif mate.side == CT and state.bomb.status == ARMED:
                found = 1.0 if zone_of(tables.field, state.bomb.x, state.bomb.y) == zone else found
    return found


@compiled
def is_site_zone(tables: Tables, zone: int) -> bool:
    """Whether a zone holds the middle of a bomb site."""
    for k in range(tables.n_sites):
        shape = tables.sites[k]
        if zone_of(tables.field, (shape.least_x + shape.most_x) // 2, (shape.least_y + shape.most_y) // 2) == zone:
            return True
    return False


@compiled
def frag_at(state: State, tables: Tables, i: int, x: int, y: int, share: int) -> float:
    """What a frag does next turn to those who are about a point now, weighed by how likely they are to stay."""
    total, gear, side = 0.0, state.units[i].over - 1, state.units[i].side
    for j in range(TARGETS):
        to_x, to_y = place_of(state, j)
        if (
            (to_x or to_y)
            and length_between(x, y, to_x, to_y) < 9 * UNIT
            and is_in_sight_of(state, tables, i, gear, x, y, j)
        ):
            clear, obstructed = lines_from_point(state, tables, x, y, j)
            wild, plain = hit_pool(tables, None, side, gear, share)
            wild, plain = apply_modifiers(wild, plain, tables.constants.cover if gives_cover(clear, obstructed) else 0)
            chance = tables.outlook.reach[reach_at(wild, plain, roll_needed(to_x - x, to_y - y))]
            wild, plain = damage_pool(tables, side, gear, share)
            worth = chance * damage_of(state, tables, j, wild, plain)
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
    flight: Flight = state.flights[state.n_flights]
    flight.gear, flight.thrower, flight.x, flight.y = gear + 1, i, x, y
    met = is_hit_by_frag(state, tables, flight, j)
    flight.gear = flight.thrower = flight.x = flight.y = 0
    return bool(met)


@compiled
def keeps_still(state: State, j: int) -> bool:
    """Who crouches, looks through a scope, or works on the bomb has not gone far and may stay."""
    unit = state.units[j]
    return bool(unit.crouch or unit.scope or unit.action == PLANT or unit.action == DEFUSE)
