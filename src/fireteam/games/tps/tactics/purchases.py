"""What a unit buys: the weapon and armour that together are worth most for its money, then kit and grenades."""

from __future__ import annotations

from typing import Any

from ....core.dice import keyed_draw
from ....core.engine.compiled import compiled
from ....core.protocol.choices import Choice
from ..choices import BUYING, add_to_wants, write_buy
from ..odds_cache import damage_at, reach_at
from ..rules.dice_pools import apply_modifiers, damage_pool, hit_pool
from ..rules.purchases import BUYS, purchase_refusal
from ..rules.units import carries, grenade_place, token_for
from ..state import State
from ..tables import BOMB_MODE, FLASH, FRAG, GRENADE, HELMET, KIT, KNIFE, LISTED, LMG, PISTOL, SMOKE, VEST, Tables
from .evaluate import ELIMINATED_VALUE
from .goal import seat_among

TASTE = 0.25  # how much players differ in what they like
SLOW = 0.04  # of a weapon's worth, for each footprint
TOUGH = 0.3  # of a weapon's worth, for each die of armour
BLADE = 0.1  # the worth of a knife, over that of a gun as `quality` reckons it
POOR = 21  # cash that is kept rather than spent on little
LITTLE = 1.35  # what a purchase must better the worth by, then
KITS = 2  # how many CT carry one
THROW = 0.04  # what a grenade is worth beside a weapon, three times for the first, twice for the second, then once


@compiled
def suggest_list(state: State, tables: Tables, i: int, key: Any, choice: Choice) -> None:
    """A list of purchases that can all be paid."""
    write_buy(choice)
    unit = state.units[i]
    weapon, armour = plan(state, tables, i, key)
    left = int(unit.cash)
    if weapon >= 0:
        left = put_on_list(tables, weapon, left, choice)
    if armour & 1:
        left = put_on_list(tables, first_of(state, tables, i, VEST, 0), left, choice)
    if armour & 2:
        left = put_on_list(tables, first_of(state, tables, i, HELMET, 0), left, choice)
    kit = first_of(state, tables, i, KIT, 0)
    if tables.mode == BOMB_MODE and kit >= 0 and unit.special.gear == 0 and seat_among(state, i) < KITS:
        left = put_on_list(tables, kit, left, choice)
    if choice.n == 0 and weapon < 0 and keeps_money(state, tables, i):
        return
    add_grenades(state, tables, i, left, key, choice)


@compiled
def put_on_list(tables: Tables, gear: int, left: int, choice: Choice) -> int:
    """One more entry, if it can be paid. Returns the cash that is left."""
    if tables.gear[gear].price > left or choice.n >= LISTED:
        return left
    add_to_wants(choice, BUYING, gear)
    return left - int(tables.gear[gear].price)


@compiled
def first_of(state: State, tables: Tables, i: int, kind: int, effect: int) -> int:
    """The first thing of a class and effect that a unit can buy and does not carry; -1 for none."""
    for gear in range(tables.n_gear):
        thing = tables.gear[gear]
        if thing.kind == kind and thing.effect == effect and purchase_refusal(state, tables, i, gear) == BUYS:
            if kind == GRENADE or token_for(state.units[i], kind).gear == 0:
                return gear
    return -1


@compiled
def is_last_chance(state: State, tables: Tables) -> bool:
    """Whether cash is of no use after this round: the match ends, or the sides change."""
    rounds = tables.options.mp_maxrounds
    half = rounds // 2 if tables.options.mp_halftime else 0
    return bool(state.round_number >= rounds or state.round_number == half)


@compiled
def keeps_money(state: State, tables: Tables, i: int) -> bool:
    """Whether a unit saves its cash for the next round."""
    return bool(state.units[i].cash < POOR and not is_last_chance(state, tables))


@compiled
def plan(state: State, tables: Tables, i: int, key: Any) -> tuple[int, int]:
    """A weapon to buy (-1: none) and armour (1 vest, 2 helmet, 3 both): the greatest worth for the cash.

    What is left buys grenades, which are worth something, too.
    """
    unit = state.units[i]
    room, least = grenade_room(state, tables, i), cheapest_grenade(state, tables, i)
    held = best_carried(state, tables, i)
    dice = int(unit.vest.mark + unit.helmet.mark)
    vest, helmet = first_of(state, tables, i, VEST, 0), first_of(state, tables, i, HELMET, 0)
    best, wear, most = -1, 0, held * (1.0 + TOUGH * dice)
    start = most
    for gear in range(-1, tables.n_gear):
        fire, price = held, 0
        if gear >= 0:
            if (
                not is_gun(tables, gear)
                or purchase_refusal(state, tables, i, gear) != BUYS
                or carries(tables, unit, gear)
            ):
                continue
            fire = max(held, quality(tables, unit.side, gear) * taste(key, gear))
            price = int(tables.gear[gear].price)
        for armour in range(4):
            cost, more = price, 0
            if (armour & 1 and vest < 0) or (armour & 2 and helmet < 0):
                continue
            if armour & 1:
                cost, more = cost + int(tables.gear[vest].price), more + int(tables.gear[vest].defence)
            if armour & 2:
                cost, more = cost + int(tables.gear[helmet].price), more + int(tables.gear[helmet].defence)
            worth = fire * (1.0 + TOUGH * (dice + more)) + grenades_worth(unit.cash - cost, room, least)
            if cost <= unit.cash and worth > most + 0.000001:
                best, wear, most = gear, armour, worth
    if keeps_money(state, tables, i) and most < LITTLE * start:
        return -1, 0
    return best, wear


@compiled
def grenade_room(state: State, tables: Tables, i: int) -> int:
    """How many more grenades a unit can carry."""
    room = 0
    for k in range(tables.options.mp_grenadeslots):
        room += int(state.units[i].grenades[k].gear == 0)
    return room


@compiled
def cheapest_grenade(state: State, tables: Tables, i: int) -> int:
    """The least price of a grenade that a unit can buy; 0 if there is none."""
    least = 0
    for gear in range(tables.n_gear):
        price = int(tables.gear[gear].price)
        if tables.gear[gear].kind == GRENADE and purchase_refusal(state, tables, i, gear) == BUYS:
            least = price if least == 0 else min(least, price)
    return least


@compiled
def grenades_worth(cash: int, room: int, least: int) -> float:
    """What the grenades are worth that so much cash buys: each more a little less."""
    n = min(room, 3, cash // least) if least > 0 and cash > 0 else 0
    return THROW * n * (7 - n) / 2


@compiled
def is_gun(tables: Tables, gear: int) -> bool:
    """Pistols and long weapons."""
    return bool(KNIFE < tables.gear[gear].kind <= LMG)


@compiled
def taste(key: Any, gear: int) -> float:
    """How much a unit likes a weapon this time."""
    return 1.0 + TASTE * (keyed_draw(key, gear, 1000) / 1000.0 - 0.5)


@compiled
def best_carried(state: State, tables: Tables, i: int) -> float:
    """The worth of the better of the weapons that a unit has."""
    most = BLADE
    for gear in range(tables.n_gear):
        if is_gun(tables, gear) and carries(tables, state.units[i], gear):
            most = max(most, quality(tables, state.units[i].side, gear))
    return most


@compiled
def quality(tables: Tables, side: int, gear: int) -> float:
    """What a weapon's attacks are worth in the mean against a healthy unit with a vest, 4 to 16 MU away."""
    total = 0.0
    for away in range(4, 17, 4):
        total += attack_worth(tables, side, gear, away)
    return total / 4.0 * (1.0 - SLOW * tables.gear[gear].footprints)


@compiled
def attack_worth(tables: Tables, side: int, gear: int, away: int) -> float:
    """What one attack is worth at a distance, with the best split, and a scope where it has one."""
    thing, numbers = tables.gear[gear], tables.constants
    dice = numbers.health + 1
    by = (numbers.scope if thing.scope else 0) + (numbers.steady if thing.sniper else 0)
    by += numbers.crouch if thing.kind != PISTOL else 0
    most = 0.0
    for share in range(int(thing.split > 0), max(1, int(thing.split))):
        wild, plain = hit_pool(tables, None, side, gear, share)
        wild, plain = apply_modifiers(wild, plain, by)
        chance = tables.outlook.reach[reach_at(wild, plain, away)]
        wild, plain = damage_pool(tables, side, gear, share)
        at = damage_at(wild, plain, dice, dice - 1)
        most = max(most, chance * (tables.outlook.lost[at] + ELIMINATED_VALUE * tables.outlook.out[at]))
    return most


@compiled
def add_grenades(state: State, tables: Tables, i: int, left: int, key: Any, choice: Choice) -> None:
    """Grenades for what is left, in an order by lot, one of each, as long as there are slots."""
    unit, room = state.units[i], grenade_room(state, tables, i)
    turn = keyed_draw(key, 100, 3)
    for k in range(3):
        effect = (FLASH, SMOKE, FRAG)[(turn + k) % 3]
        gear = first_of(state, tables, i, GRENADE, effect)
        if gear >= 0 and room > 0 and grenade_place(tables, unit, gear + 1) < 0:
            before = int(choice.n)
            left = put_on_list(tables, gear, left, choice)
            room -= int(choice.n - before)
