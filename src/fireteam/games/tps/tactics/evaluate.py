"""What attacks and places are worth, in dice of Defense: the rules say who may attack whom and with what dice."""

from __future__ import annotations

from ....core.engine.compiled import compiled
from ....core.space.routes import length_between
from ..odds_cache import damage_at, reach_at
from ..rules.attack import modifiers
from ..rules.damage import dice_against_headshot, dice_left
from ..rules.dice_pools import apply_modifiers, damage_pool, hit_pool
from ..rules.sight import roll_needed
from ..rules.targeting import splits_of, target_refusal
from ..rules.units import called_gear, is_empty, place_of
from ..state import KNIFE_SLOT, PRIMARY, SIDEARM, State, Unit
from ..tables import KNIFE, Tables

UNIT = 1000000
ELIMINATED_VALUE = 1.5  # an elimination, over the dice that it takes
FAR_DISTANCE = 32 * UNIT  # an enemy farther off than this is no danger yet, in steps
NEAR_DISTANCE = 2 * UNIT  # a team-mate so much nearer to an enemy draws its fire


@compiled
def usual_weapon(unit: Unit) -> int:
    """The weapon a unit would call: its long one if that is loaded, else its pistol, else the knife."""
    if unit.primary.gear and not unit.primary.mark:
        return PRIMARY
    return SIDEARM if unit.sidearm.gear and not unit.sidearm.mark else KNIFE_SLOT


@compiled
def damage_of(state: State, tables: Tables, j: int, wild: int, plain: int) -> float:
    """What a damage pool that has hit is worth against a target."""
    left = dice_left(state, j)
    if left <= 0 or wild + plain <= 0:
        return 0.0
    return damage_worth(tables, wild, plain, left, dice_against_headshot(state, tables, j))


@compiled
def damage_worth(tables: Tables, wild: int, plain: int, left: int, against: int) -> float:
    """What a damage pool is worth against so many dice, of which so many defend against a headshot."""
    at = damage_at(wild, plain, left, against)
    return float(tables.outlook.lost[at] + ELIMINATED_VALUE * tables.outlook.out[at])


@compiled
def hit_chance(tables: Tables, side: int, gear: int, share: int, by: int, roll: int) -> float:
    """The chance that a to-hit pool, of a split pool so many dice, modified by so many, reaches a roll."""
    wild, plain = hit_pool(tables, None, side, gear, share)
    wild, plain = apply_modifiers(wild, plain, by)
    return float(tables.outlook.reach[reach_at(wild, plain, roll)])


@compiled
def best_share(state: State, tables: Tables, i: int, j: int) -> tuple[float, int]:
    """What a unit's best attack on a target is worth, 0.0 if it may not attack, and its to-hit dice of a split pool."""
    unit = state.units[i]
    gear = called_gear(tables, unit)
    if gear < 0 or is_empty(unit) or target_refusal(state, tables, i, j) != 0:
        return 0.0, 0
    if tables.gear[gear].kind == KNIFE:
        wild, plain = damage_pool(tables, unit.side, gear, 0)
        return damage_of(state, tables, j, wild, plain), 0
    by = modifiers(state, tables, None, i, j)
    x, y = place_of(state, j)
    roll = roll_needed(x - unit.x, y - unit.y)
    most, found = 0.0, 0
    splits = splits_of(tables, gear)
    for share in range(int(splits > 0), splits + 1):
        wild, plain = damage_pool(tables, unit.side, gear, share)
        worth = hit_chance(tables, unit.side, gear, share, by, roll) * damage_of(state, tables, j, wild, plain)
        if worth > most:
            most, found = worth, share
    return most, found


@compiled
def distance(state: State, i: int, j: int) -> int:
    """How far two units are from each other, in steps."""
    return length_between(state.units[i].x, state.units[i].y, state.units[j].x, state.units[j].y)


@compiled
def is_foe(state: State, i: int, j: int) -> bool:
    """A living unit of the other side."""
    return bool(state.units[j].alive and state.units[j].side != state.units[i].side)


@compiled
def is_mate(state: State, i: int, j: int) -> bool:
    """Another living unit of a unit's side."""
    return bool(j != i and state.units[j].alive and state.units[j].side == state.units[i].side)


@compiled
def nearest_foe(state: State, i: int) -> tuple[int, int]:
    """The nearest enemy, -1 for none, and how far it is, in steps: beyond FAR_DISTANCE if there is none."""
    best, least = -1, 2 * FAR_DISTANCE
    for j in range(state.n_units):
        if is_foe(state, i, j):
            length = distance(state, i, j)
            if best < 0 or length < least:
                best, least = j, length
    return best, least


@compiled
def attack_value(state: State, tables: Tables, i: int) -> float:
    """What the best attack of a unit is worth from where it stands."""
    most = 0.0
    for j in range(state.n_units):
        if is_foe(state, i, j) and distance(state, i, j) < FAR_DISTANCE:
            most = max(most, best_share(state, tables, i, j)[0])
    return most


@compiled
def expected_loss(state: State, tables: Tables, i: int) -> float:
    """What enemies may be expected to do to a unit where it stands; each has one attack, and more may draw it."""
    total = 0.0
    for j in range(state.n_units):
        if is_foe(state, i, j) and distance(state, i, j) < FAR_DISTANCE:
            found = best_share(state, tables, j, i)[0]
            if found > 0.0:
                total += found / is_drawn_by(state, i, j)
    return total


@compiled
def is_drawn_by(state: State, i: int, j: int) -> float:
    """Among how many of a unit's side an enemy's fire is shared, itself counted."""
    found = 1.0
    away = distance(state, i, j)
    for k in range(state.n_units):
        if is_mate(state, i, k) and distance(state, k, j) < away + NEAR_DISTANCE:
            found += 0.5
    return found
