"""The menu: what bots, playouts and perft choose from. People are not bound to it.

Its law: BUY, nothing or a loadout that can be paid and carried whole. CALL, every lawful call. COUNT, standing still, a
whole step in sixteen headings, and every lawful drop, pick-up and use; where several counts are decided at once, the
same heading on all of them that can be used, and the rest on the first such count. TARGET, holding; every lawful target
with the whole pool, of a split pool every split; for autofire every ordered pair of lawful targets, the first with all
wild dice and half the normal ones, rounded up, the second with the rest, if that is a die at all; and with a grenade in
hand every throw in sixteen headings, of every length and, of a frag, every split, each without an attack and with each
attack on one target. BETWEEN, going on, and every lawful switch.
"""

from __future__ import annotations

from typing import Any

from ....core.engine.compiled import compiled, rule
from ....core.protocol.choices import Choice
from ....core.protocol.menu import Cursor, block, current, is_done, offer
from ....core.protocol.refusals import OK
from ....core.space.grid import bits, kth_bit
from ....core.space.headings import EAST_STEPS, HEADINGS, NORTH_STEPS
from .. import choices as verbs
from ..state import (
    BETWEEN,
    BUY,
    CALL,
    COUNT,
    DROP,
    KNIFE_SLOT,
    MOVE,
    PICK_UP,
    PRIMARY,
    RELOAD,
    STAY,
    TARGET,
    USE,
    State,
)
from ..tables import GRENADE, GRENADES, HOSTAGES, UNITS, Tables
from .admin import may_switch
from .calls import NOTHING, lies_over, may_call
from .count_limits import batch_size, count_refusal
from .dice_pools import damage_pool
from .orders import may_order
from .purchases import BUYS, purchase_refusal
from .targeting import has_grenade, lawful_targets, splits_of
from .units import PLACES, called_gear, carried_at, carries, is_carried_weapon

STANCES = 4
ACTIONS = 4


@rule("TPS-5.2")
def menu(state: State, tables: Tables, slot: int, cursor: Cursor) -> None:
    """What a slot may choose in the state of the match."""
    if state.phase == BUY:
        offer_loadouts(state, tables, slot, cursor)
    elif state.phase == CALL:
        offer_calls(state, tables, slot, cursor)
    elif state.phase == COUNT:
        offer_orders(state, tables, slot, cursor)
    elif state.phase == TARGET:
        offer_targets(state, tables, slot, cursor)
    elif state.phase == BETWEEN:
        offer_switches(state, tables, cursor)


@rule("TPS-7.1", "TPS-7.4")
def offer_loadouts(state: State, tables: Tables, i: int, cursor: Cursor) -> None:
    """Nothing, and every loadout that a unit can pay and carry whole."""
    verbs.offer_buy(cursor)
    side = tables.sides[state.units[i].side]
    for n in range(side.n_loadouts):
        if not is_done(cursor) and can_have(state, tables, i, n) and verbs.offer_buy(cursor):
            for k in range(side.loadouts[n].n):
                verbs.add_to_wants(current(cursor), verbs.BUYING, side.loadouts[n].gear[k])


@compiled
def can_have(state: State, tables: Tables, i: int, n: int) -> bool:
    """Whether every entry of a loadout can be bought, the money for it all is there, and nothing is carried already."""
    unit, side = state.units[i], tables.sides[state.units[i].side]
    loadout = side.loadouts[n]
    price = grenades = free = 0
    for k in range(GRENADES):
        free += int(k < tables.options.mp_grenadeslots and unit.grenades[k].gear == 0)
    for k in range(loadout.n):
        gear = loadout.gear[k]
        price += tables.gear[gear].price
        grenades += int(tables.gear[gear].kind == GRENADE)
        if purchase_refusal(state, tables, i, gear) != BUYS:
            return False
        if tables.gear[gear].kind != GRENADE and carries(tables, unit, gear):
            return False
    return bool(price <= unit.cash and grenades <= free)


@rule("TPS-8.5")
def offer_calls(state: State, tables: Tables, i: int, cursor: Cursor) -> None:
    """Every lawful call: each weapon that is carried, with nothing, each different grenade or the special over it."""
    unit = state.units[i]
    for weapon in range(PRIMARY, KNIFE_SLOT + 1):
        if is_done(cursor) or not is_carried_weapon(unit, weapon):
            continue
        for place in range(-1, PLACES):
            over = carried_at(tables, unit, place) if place >= 0 else NOTHING
            if place >= 0 and (over == NOTHING or not lies_over(tables, over)):
                continue
            for action in range(ACTIONS):
                if may_call(state, tables, i, weapon, 0, over, action)[0] == OK:
                    for stance in range(STANCES):
                        if may_call(state, tables, i, weapon, stance, over, action)[0] == OK:
                            verbs.offer_call(cursor, weapon, stance, over, action)


@rule("TPS-9.13")
def offer_orders(state: State, tables: Tables, i: int, cursor: Cursor) -> None:
    """Standing still, a step in every heading, and what may be dropped, picked up and used, each kind of thing once."""
    offer_order(state, tables, i, STAY, 0, 0, cursor)
    for k in block(cursor, HEADINGS):
        offer_order(state, tables, i, MOVE, EAST_STEPS[k], NORTH_STEPS[k], cursor)
    if is_done(cursor):
        return
    count = first_usable(state, tables, i)
    for place in range(PLACES):
        gear = carried_at(tables, state.units[i], place)
        if gear != NOTHING:
            offer_if_lawful(state, tables, i, count, DROP, gear, cursor)
    for at in range(state.n_ground):
        if is_first_of_kind(state, at):
            offer_if_lawful(state, tables, i, count, PICK_UP, state.ground[at].gear - 1, cursor)
    for h in range(HOSTAGES):
        offer_if_lawful(state, tables, i, count, USE, UNITS + h, cursor)


@compiled
def offer_if_lawful(state: State, tables: Tables, i: int, count: int, kind: int, what: int, cursor: Cursor) -> None:
    """Offer an order that may be given on a count."""
    if may_order(state, tables, i, count, kind, what, 0)[0] == OK:
        offer_order(state, tables, i, kind, what, 0, cursor)


@compiled
def offer_order(state: State, tables: Tables, i: int, kind: int, a: int, b: int, cursor: Cursor) -> None:
    """Offer an order as it is given."""
    if offer(cursor):
        write_order(state, tables, i, kind, a, b, current(cursor))


@compiled
def first_usable(state: State, tables: Tables, i: int) -> int:
    """The first of the counts decided now on which a unit may act."""
    for count in range(state.count, state.count + batch_size(tables, state.count)):
        if count_refusal(tables, state.units[i], count) == OK:
            return count
    return state.count


@compiled
def is_first_of_kind(state: State, at: int) -> bool:
    """Whether no token of the same kind lies before it in the list."""
    for k in range(at):
        if state.ground[k].gear == state.ground[at].gear:
            return False
    return True


@rule("TPS-5.9")
def write_order(state: State, tables: Tables, i: int, kind: int, a: int, b: int, choice: Choice) -> None:
    """An order as a choice: by its own verb, or, for several counts, a step on each of them, the rest once."""
    counts = batch_size(tables, state.count)
    if counts > 1:
        verbs.write_plot(choice)
        for k in range(counts):
            if kind != STAY and count_refusal(tables, state.units[i], state.count + k) == OK:
                verbs.add_to_orders(choice, kind, a, b)
                kind = kind if kind == MOVE else STAY
            else:
                verbs.add_to_orders(choice, STAY, 0, 0)
    elif kind == MOVE:
        verbs.write_move(choice, a, b)
    elif kind == DROP:
        verbs.write_drop(choice, a)
    elif kind == PICK_UP:
        verbs.write_pickup(choice, a)
    elif kind == USE:
        verbs.write_use(choice, a)
    else:
        verbs.write_stay(choice)


@rule("TPS-11.5", "TPS-11.10")
def offer_targets(state: State, tables: Tables, i: int, cursor: Cursor) -> None:
    """Holding, attacks on one, attacks on two, and throws with or without an attack on one."""
    verbs.offer_hold(cursor)
    unit = state.units[i]
    if unit.action == RELOAD or is_done(cursor):
        return
    gear, targets = called_gear(tables, unit), lawful_targets(state, tables, i)
    singles = bits(targets) * max(1, splits_of(tables, gear))
    for k in block(cursor, singles):
        if verbs.offer_fire(cursor):
            add_single(tables, gear, targets, k, current(cursor))
    if pair_shares(tables, unit.side, gear)[1]:
        for k in block(cursor, bits(targets) * (bits(targets) - 1)):
            if verbs.offer_fire(cursor):
                add_pair(tables, unit.side, gear, targets, k, current(cursor))
    if has_grenade(tables, unit.over):
        splits, most, attacks = splits_of(tables, unit.over - 1), tables.constants.throw, 1 + singles
        for n in block(cursor, max(1, splits) * most * HEADINGS * attacks):
            k, heading = n // attacks // HEADINGS, n // attacks % HEADINGS
            x, y = unit.x + EAST_STEPS[heading], unit.y + NORTH_STEPS[heading]
            if verbs.offer_throw(cursor, x, y, 1 + k % most, 1 + k // most if splits else 0) and n % attacks:
                add_single(tables, gear, targets, n % attacks - 1, current(cursor))


@compiled
def add_single(tables: Tables, gear: int, targets: Any, k: int, choice: Choice) -> None:
    """The k-th attack on one target: the whole pool, or one of its splits."""
    splits = splits_of(tables, gear)
    target = kth_bit(targets, k // max(1, splits))
    verbs.add_to_targets(choice, target, 1 + k % splits if splits else 0, 0)


@rule("TPS-16.1", "TPS-16.2")
def add_pair(tables: Tables, side: int, gear: int, targets: Any, k: int, choice: Choice) -> None:
    """The k-th attack on two targets."""
    others = bits(targets) - 1
    first, second = k // others, k % others
    wild, _ = damage_pool(tables, side, gear, 0)
    most, rest = pair_shares(tables, side, gear)
    verbs.add_to_targets(choice, kth_bit(targets, first), wild, most)
    verbs.add_to_targets(choice, kth_bit(targets, second + int(second >= first)), 0, rest)


@rule("TPS-16.1", "TPS-16.2")
def pair_shares(tables: Tables, side: int, gear: int) -> tuple[int, int]:
    """The normal dice of the first and of the second of two targets, by the menu's law; the first has the wild dice."""
    _, plain = damage_pool(tables, side, gear, 0)
    return ((plain + 1) // 2, plain // 2) if tables.gear[gear].auto else (0, 0)


@rule("TPS-21.12")
def offer_switches(state: State, tables: Tables, cursor: Cursor) -> None:
    """Going on, and every player who may be switched, by the lowest seat."""
    verbs.offer_go_on(cursor)
    for i in range(state.n_units):
        if is_first_of_player(tables, i) and may_switch(state, tables, i)[0] == OK:
            verbs.offer_switch(cursor, i)


@compiled
def is_first_of_player(tables: Tables, i: int) -> bool:
    """Whether no lower seat belongs to the same player."""
    for j in range(i):
        if tables.player_of[j] == tables.player_of[i]:
            return False
    return True
