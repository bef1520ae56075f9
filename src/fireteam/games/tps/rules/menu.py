"""The menu: what bots, playouts and perft choose from, counted and numbered. People are not bound to it.

Its law: BUY, nothing or a loadout that can be paid and carried whole. CALL, every lawful call. COUNT, standing still, a
whole step in sixteen headings, and every lawful drop, pick-up and use; where several counts are decided at once, the
same heading on all of them that can be used, and the rest on the first such count. TARGET, as `target_prompt` says.
BETWEEN, going on, and every lawful switch.
"""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.protocol.choices import Choice, clear
from ....core.protocol.refusals import OK
from .. import choices as verbs
from ..compass import HEADINGS, HEADINGS_X, HEADINGS_Y
from ..state import BETWEEN, BUY, CALL, COUNT, DROP, KNIFE_SLOT, MOVE, PICK_UP, PRIMARY, STAY, TARGET, USE, State, Unit
from ..tables import GRENADE, GRENADES, HOSTAGES, UNITS, Tables
from .admin import may_switch
from .calls import may_call
from .count_limits import batch_size, count_refusal
from .orders import may_order
from .purchases import BUYS, purchase_refusal
from .targeting import count_targets, kth_target
from .units import carries

NONE = -1
STANCES = 4
ACTIONS = 4


@rule("TPS-5.2")
def menu_size(state: State, tables: Tables, slot: int) -> int:
    """How many choices a slot has."""
    if state.phase == BUY:
        return loadouts(state, tables, slot, NONE) + 1
    if state.phase == CALL:
        return call_of(state, tables, slot, NONE)[0]
    if state.phase == COUNT:
        return order_of(state, tables, slot, NONE)[0]
    if state.phase == TARGET:
        return count_targets(state, tables, slot)
    return switch_of(state, tables, NONE)[0] if state.phase == BETWEEN else 0


@rule("TPS-5.2")
def menu_choice(state: State, tables: Tables, slot: int, k: int, choice: Choice) -> None:
    """Write the k-th choice of a slot."""
    clear(choice)
    if state.phase == BUY:
        choice.verb = verbs.BUY
        if k > 0:
            write_loadout(tables, state.units[slot].side, loadouts(state, tables, slot, k - 1), choice)
    elif state.phase == CALL:
        choice.verb = verbs.CALL
        _, choice.n, choice.x, choice.target, choice.y = call_of(state, tables, slot, k)
    elif state.phase == COUNT:
        _, kind, a, b = order_of(state, tables, slot, k)
        write_order(state, tables, slot, kind, a, b, choice)
    elif state.phase == TARGET:
        kth_target(state, tables, slot, k, choice)
    else:
        _, unit = switch_of(state, tables, k)
        choice.verb, choice.unit = (verbs.SWITCH, unit) if unit >= 0 else (verbs.GO_ON, 0)


@rule("TPS-7.1")
def loadouts(state: State, tables: Tables, i: int, k: int) -> int:
    """The number of the k-th loadout that a unit can pay and carry whole; for NONE, how many there are."""
    found = 0
    side = tables.sides[state.units[i].side]
    for n in range(side.n_loadouts):
        if can_have(state, tables, i, n):
            if found == k:
                return n
            found += 1
    return found


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


@compiled
def write_loadout(tables: Tables, side: int, n: int, choice: Choice) -> None:
    """A loadout as a list of purchases."""
    loadout = tables.sides[side].loadouts[n]
    choice.n = loadout.n
    for k in range(loadout.n):
        choice.parts[k, 0], choice.parts[k, 1] = verbs.BUYING, loadout.gear[k]


@rule("TPS-8.5")
def call_of(state: State, tables: Tables, i: int, k: int) -> tuple[int, int, int, int, int]:
    """The k-th lawful call: its number, weapon, stance, over item and action; for NONE, how many there are."""
    found = 0
    for weapon in range(PRIMARY, KNIFE_SLOT + 1):
        for place in range(-1, GRENADES + 1):
            over = over_at(state, i, place)
            if over == -2:
                continue
            for action in range(ACTIONS):
                if may_call(state, tables, i, weapon, 0, over, action)[0]:
                    continue
                for stance in range(STANCES):
                    if may_call(state, tables, i, weapon, stance, over, action)[0] == 0:
                        if found == k:
                            return (k, weapon, stance, over, action)
                        found += 1
    return (found, 0, 0, 0, 0)


@compiled
def over_at(state: State, i: int, place: int) -> int:
    """What may lie over a weapon: -1 nothing, then each different grenade, then the special; -2: nothing is there."""
    unit = state.units[i]
    if place < 0:
        return -1
    if place == GRENADES:
        return unit.special.gear - 1 if unit.special.gear else -2
    gear = unit.grenades[place].gear
    for k in range(place):
        if unit.grenades[k].gear == gear:
            return -2
    return gear - 1 if gear else -2


@rule("TPS-9.13")
def order_of(state: State, tables: Tables, i: int, k: int) -> tuple[int, int, int, int]:
    """The k-th order: its number, kind and what belongs to it; for NONE, how many there are."""
    if k == 0:
        return (0, STAY, 0, 0)
    found = 1 + HEADINGS
    if 0 < k < found:
        return (k, MOVE, HEADINGS_X[k - 1], HEADINGS_Y[k - 1])
    count = first_usable(state, tables, i)
    unit = state.units[i]
    for place in range(GRENADES + 5):
        gear = token_at(unit, place)
        if gear >= 0 and may_order(state, tables, i, count, DROP, gear, 0)[0] == 0:
            if found == k:
                return (k, DROP, gear, 0)
            found += 1
    for at in range(state.n_ground):
        gear = state.ground[at].gear - 1
        if is_first_of_kind(state, at) and may_order(state, tables, i, count, PICK_UP, gear, 0)[0] == 0:
            if found == k:
                return (k, PICK_UP, gear, 0)
            found += 1
    for h in range(HOSTAGES):
        if may_order(state, tables, i, count, USE, UNITS + h, 0)[0] == 0:
            if found == k:
                return (k, USE, UNITS + h, 0)
            found += 1
    return (found, 0, 0, 0)


@compiled
def first_usable(state: State, tables: Tables, i: int) -> int:
    """The first of the counts decided now on which a unit may act."""
    for count in range(state.count, state.count + batch_size(tables, state.count)):
        if count_refusal(tables, state.units[i], count) == OK:
            return count
    return state.count


@compiled
def token_at(unit: Unit, place: int) -> int:
    """What is carried in a place, each kind of grenade once; -1 for nothing."""
    if place < GRENADES:
        gear = unit.grenades[place].gear
        for k in range(place):
            if unit.grenades[k].gear == gear:
                return -1
        return gear - 1
    if place == GRENADES:
        return unit.primary.gear - 1
    if place == GRENADES + 1:
        return unit.sidearm.gear - 1
    if place == GRENADES + 2:
        return unit.special.gear - 1
    if place == GRENADES + 3:
        return unit.vest.gear - 1
    return unit.helmet.gear - 1


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
    if counts == 1:
        choice.verb = verbs.STAY + kind
        if kind == MOVE:
            choice.x, choice.y = a, b
        elif kind == USE:
            choice.unit = a
        else:
            choice.n = a
        return
    choice.verb, choice.n = verbs.PLOT, counts
    done = False
    for k in range(counts):
        if not done and count_refusal(tables, state.units[i], state.count + k) == OK:
            choice.parts[k, 0], choice.parts[k, 1], choice.parts[k, 2] = kind, a, b
            done = kind != MOVE


@compiled
def is_first_of_player(tables: Tables, i: int) -> bool:
    """Whether no lower seat belongs to the same player."""
    for j in range(i):
        if tables.player_of[j] == tables.player_of[i]:
            return False
    return True


@rule("TPS-21.12")
def switch_of(state: State, tables: Tables, k: int) -> tuple[int, int]:
    """The k-th choice between rounds: going on (-1), or a unit to switch; for NONE, how many there are."""
    found = 1  # going on is the first
    for i in range(state.n_units):
        if is_first_of_player(tables, i) and may_switch(state, tables, i)[0] == 0:
            if found == k:
                return (k, i)
            found += 1
    return (found, -1)
