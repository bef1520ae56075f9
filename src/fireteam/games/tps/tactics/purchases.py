"""What a unit buys: the weapon and armour that together are worth most for its money, then kit and grenades."""

from __future__ import annotations

from typing import Any

from ....core.dice import keyed_draw
from ....core.engine.compiled import compiled
from ....core.protocol.choices import Choice
from ..choices import BUYING, add_to_wants, write_buy
from ..rules.dice_pools import damage_pool
from ..rules.end import is_half_time
from ..rules.purchases import BUYS, purchase_refusal
from ..rules.units import carries, token_for
from ..state import State
from ..tables import BOMB_MODE, FLASH, FRAG, GRENADE, HELMET, KIT, KNIFE, LISTED, LMG, PISTOL, SMOKE, VEST, Tables
from .evaluate import damage_worth, hit_chance
from .goals import seat_among

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
    left = put_on_list(tables, weapon, int(unit.cash), choice)
    if armour & 1:
        left = put_on_list(tables, first_of(state, tables, i, VEST, 0), left, choice)
    if armour & 2:
        left = put_on_list(tables, first_of(state, tables, i, HELMET, 0), left, choice)
    if tables.mode == BOMB_MODE and seat_among(state, i) < KITS:
        left = put_on_list(tables, first_of(state, tables, i, KIT, 0), left, choice)
    if choice.n == 0 and weapon < 0 and keeps_money(state, tables, i):
        return
    add_grenades(state, tables, i, left, key, choice)


@compiled
def put_on_list(tables: Tables, gear: int, left: int, choice: Choice) -> int:
    """One more entry, if it is any (not -1) and can be paid. Returns the cash that is left."""
    if gear < 0 or tables.gear[gear].price > left or choice.n >= LISTED:
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
def keeps_money(state: State, tables: Tables, i: int) -> bool:
    """Whether a unit saves its cash for the next round, if it is of use then: the match goes on, the sides stay."""
    is_last = state.round_number >= tables.options.mp_maxrounds or is_half_time(state, tables)
    return bool(state.units[i].cash < POOR and not is_last)


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
            is_sold = is_gun(tables, gear) and purchase_refusal(state, tables, i, gear) == BUYS
            if not is_sold or carries(tables, unit, gear):
                continue
            taste = 1.0 + TASTE * (keyed_draw(key, gear, 1000) / 1000.0 - 0.5)
            fire, price = max(held, quality(tables, unit.side, gear) * taste), int(tables.gear[gear].price)
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
        worth = hit_chance(tables, side, gear, share, by, away)
        wild, plain = damage_pool(tables, side, gear, share)
        most = max(most, worth * damage_worth(tables, wild, plain, dice, dice - 1))
    return most


@compiled
def add_grenades(state: State, tables: Tables, i: int, left: int, key: Any, choice: Choice) -> None:
    """Grenades for what is left, in an order by lot, one of each, as long as there are slots."""
    unit, room = state.units[i], grenade_room(state, tables, i)
    turn = keyed_draw(key, 100, 3)
    for k in range(3):
        effect = (FLASH, SMOKE, FRAG)[(turn + k) % 3]
        gear = first_of(state, tables, i, GRENADE, effect)
        if room > 0 and not carries(tables, unit, gear):
            before = int(choice.n)
            left = put_on_list(tables, gear, left, choice)
            room -= int(choice.n - before)
