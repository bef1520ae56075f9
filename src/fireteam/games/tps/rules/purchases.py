"""Section 7: buying before a round."""

from __future__ import annotations

from typing import Any

from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log
from ..choices import DROPPING, wants_at
from ..events.words import NO_CASH, NO_ITEM, NO_SLOT, NO_STOCK, OTHER_SIDE
from ..log import log_bought, log_not_bought
from ..state import GROUND, State, Unit
from ..tables import ANY, GRENADE, UNITS, Tables
from .units import carries, carry, grenade_place, has_room, initial_mark, lay_token, take_away, token_for

BUYS = 0  # nothing is in the way


@rule("TPS-7.4", "TPS-7.8", "TPS-5.1")
def apply_purchases(state: State, tables: Tables, choices: Any, log: Log) -> None:
    """The lists of all units that buy, in seat order, each entry by itself with the cash then held."""
    for i in range(state.n_units):
        if (state.owing >> i) & 1:
            for k in range(choices[i].n):
                deed, gear = wants_at(choices[i], k)
                if deed == DROPPING:
                    drop_for_purchase(state, tables, log, i, gear)
                else:
                    buy(state, tables, log, i, gear)


@rule("TPS-7.2", "TPS-7.3", "TPS-7.6")
def drop_for_purchase(state: State, tables: Tables, log: Log, i: int, gear: int) -> None:
    """A carried token is laid at the unit's spawn point; the knife never is."""
    if gear < 0 or gear == tables.knife or not carries(tables, state.units[i], gear):
        log_not_bought(log, i, gear, NO_ITEM)
    else:
        lay_token(state, log, i, gear, take_away(tables, state.units[i], gear))


@rule("TPS-7.1", "TPS-7.5", "TPS-7.7")
def buy(state: State, tables: Tables, log: Log, i: int, gear: int) -> None:
    """A purchase that can be made; what is in its slot is dropped first. Nothing is dropped when it fails."""
    unit = state.units[i]
    failure = purchase_refusal(state, tables, i, gear)
    if failure != BUYS:
        log_not_bought(log, i, gear, failure)
        return
    kind = tables.gear[gear].kind
    if kind != GRENADE and token_for(unit, kind).gear:
        old = token_for(unit, kind).gear - 1
        lay_token(state, log, i, old, take_away(tables, unit, old))
    carry(tables, unit, gear, initial_mark(tables, gear))
    unit.cash -= tables.gear[gear].price
    log_bought(log, i, gear, tables.gear[gear].price, unit.cash)


@rule("TPS-7.6", "TPS-7.9", "TPS-2.6", "TPS-23.4")
def purchase_refusal(state: State, tables: Tables, i: int, gear: int) -> int:
    """What stands against a purchase: not sold, the other side's, too dear, out of stock, or no free grenade slot."""
    if gear < 0 or not tables.gear[gear].sold:
        return NO_ITEM
    unit, thing = state.units[i], tables.gear[gear]
    if thing.side != ANY and thing.side != unit.side:
        return OTHER_SIDE
    if thing.clan and thing.clan != tables.sides[unit.side].clan.number + 1:
        return OTHER_SIDE
    if thing.price > unit.cash:
        return NO_CASH
    if stock_left(state, tables, gear) <= 0:
        return NO_STOCK
    if thing.kind == GRENADE and grenade_place(tables, unit, 0) < 0:
        return NO_SLOT
    return BUYS


@rule("TPS-1.15", "TPS-1.16", "TPS-1.20")
def stock_left(state: State, tables: Tables, gear: int) -> int:
    """How many more tokens of a thing there may be: with `sv_tokenstock` 0.8 for each unit, rounded up.

    In any case no more than have room if everybody dropped everything, with a free pistol for each unit to come.
    """
    room = GROUND - UNITS - tokens_in_use(state, tables, -1)
    if not tables.options.sv_tokenstock:
        return room
    return min(room, (8 * state.n_units + 9) // 10 - tokens_in_use(state, tables, gear))


@compiled
def tokens_in_use(state: State, tables: Tables, gear: int) -> int:
    """How many tokens of a thing are carried or lie about; for -1, of all things."""
    found = 0
    for k in range(state.n_ground):
        found += int(gear < 0 or state.ground[k].gear == gear + 1)
    for unit in state.units:
        found += carried_count(unit, gear)
    return found


@compiled
def carried_count(unit: Unit, gear: int) -> int:
    """How many tokens of a thing a unit carries; for -1, of all things."""
    found = 0
    for token in (unit.primary, unit.sidearm, unit.helmet, unit.vest, unit.special):
        found += int(token.gear != 0 and (gear < 0 or token.gear == gear + 1))
    for grenade in unit.grenades:
        found += int(grenade.gear != 0 and (gear < 0 or grenade.gear == gear + 1))
    return found


@rule("TPS-6.5", "TPS-1.20")
def issue(state: State, tables: Tables, i: int, gear: int) -> bool:
    """Hand a thing out, if its place is free and the table holds one more token, and the bomb."""
    unit = state.units[i]
    if not has_room(tables, unit, gear) or tokens_in_use(state, tables, -1) >= GROUND - 1:
        return False
    carry(tables, unit, gear, initial_mark(tables, gear))
    return True
