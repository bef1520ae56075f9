"""Section 9 and 10: a movement count is carried out."""

from __future__ import annotations

from ....core.dice import Dice, roll
from ....core.engine.compiled import compiled, rule
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log
from ....core.space.movement import move_together
from .. import choices as verbs
from ..events.words import FOR_PICKUP
from ..log import log_barred, log_counted, log_missed, log_moved, log_picked_up, log_stood
from ..state import DROP, KNIFE_SLOT, MOVE, PICK_UP, PLACED, STAY, USE, State
from ..tables import BOMB, GRENADE, HELMET, HOSTAGES, KIT, ORDERS, PISTOL, RADIUS, UNITS, VEST, Tables
from .count_limits import knife_is_active
from .hostages import follow, free_hostages, rescue, use
from .orders import may_order, touched_token
from .units import called_gear, carry, lay_token, lift_token, take_away

CUT = 1


@rule("TPS-9.13", "TPS-5.9")
def take_orders(state: State, i: int, choice: Choice) -> None:
    """A unit's order for this count, or its orders for the next ones."""
    unit = state.units[i]
    if choice.verb == verbs.PLOT:
        unit.n_orders = choice.n
        for k in range(choice.n):
            kind, a, b = verbs.orders_at(choice, k)
            give_order(state, i, k, kind, a if kind != STAY else 0, b if kind == MOVE else 0)
        return
    unit.n_orders = 1
    if choice.verb == verbs.MOVE:
        step = verbs.read_move(choice)
        give_order(state, i, 0, MOVE, step.by_x, step.by_y)
    elif choice.verb == verbs.DROP:
        give_order(state, i, 0, DROP, verbs.read_drop(choice).token, 0)
    elif choice.verb == verbs.PICKUP:
        give_order(state, i, 0, PICK_UP, verbs.read_pickup(choice).token, 0)
    elif choice.verb == verbs.USE:
        give_order(state, i, 0, USE, verbs.read_use(choice).hostage, 0)
    else:
        give_order(state, i, 0, STAY, 0, 0)


@compiled
def give_order(state: State, i: int, k: int, kind: int, a: int, b: int) -> None:
    """Write the k-th order of a unit."""
    orders = state.units[i].orders
    orders[k, 0], orders[k, 1], orders[k, 2] = kind, a, b


@rule("TPS-9.17", "TPS-9.20", "TPS-5.12")
def apply_count(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """Drops; pick-ups and hostage uses, by the positions at the start of the count; moves; hostages; rescues."""
    log_counted(log, state.count)
    drop_impossible_orders(state, tables, log)
    lying = state.n_ground
    drop_tokens(state, tables, log)
    pick_tokens_up(state, tables, dice, log, lying)
    for i in range(state.n_units):
        if state.units[i].orders[0, 0] == USE:
            use(state, tables, log, i, state.units[i].orders[0, 1] - UNITS)
            state.units[i].busy = 1
    move_tokens(state, tables, log)
    follow(state, tables, log)
    rescue(state, tables, log)
    free_hostages(state, log)
    for i in range(state.n_units):
        if state.units[i].n_orders:
            end_order(state, i)


@rule("TPS-9.21", "TPS-9.12", "TPS-5.7")
def drop_impossible_orders(state: State, tables: Tables, log: Log) -> None:
    """An order that has become unlawful when its count comes is turned into standing still."""
    for i in range(state.n_units):
        unit = state.units[i]
        kind, a, b = unit.orders[0, 0], unit.orders[0, 1], unit.orders[0, 2]
        unit.unarmed += int(unit.alive and state.count <= tables.options.mp_movecounts and knife_is_active(unit))
        if kind != STAY and (not unit.alive or may_order(state, tables, i, state.count, kind, a, b)[0] != 0):
            give_order(state, i, 0, STAY, 0, 0)
            log_stood(log, i)


@compiled
def end_order(state: State, i: int) -> None:
    """The order of this count is done; those for later counts move up."""
    unit = state.units[i]
    for k in range(ORDERS - 1):
        give_order(state, i, k, unit.orders[k + 1, 0], unit.orders[k + 1, 1], unit.orders[k + 1, 2])
    give_order(state, i, ORDERS - 1, STAY, 0, 0)
    unit.n_orders -= 1


@rule("TPS-10.1", "TPS-10.2", "TPS-10.3", "TPS-10.5", "TPS-10.13", "TPS-9.22")
def drop_tokens(state: State, tables: Tables, log: Log) -> None:
    """Dropping the over item leaves the backup; dropping the called weapon leaves the knife, and ends a scope."""
    for i in range(state.n_units):
        unit = state.units[i]
        if unit.orders[0, 0] == DROP:
            gear = unit.orders[0, 1]
            if gear == called_gear(tables, unit):
                unit.weapon, unit.scope, unit.changed = KNIFE_SLOT, 0, 1
            elif gear == unit.over - 1:
                unit.over = 0
            lay_token(state, log, i, gear, take_away(tables, unit, gear))
            unit.busy = 1


@rule("TPS-10.6", "TPS-10.11", "TPS-10.15", "TPS-5.8")
def pick_tokens_up(state: State, tables: Tables, dice: Dice, log: Log, lying: int) -> None:
    """Each token that lay there goes to one of those who reach for it, by lot among several; all spend the count."""
    k = 0
    while k < lying:
        claims = claimants_of(state, tables, k, lying)
        if claims == 0:
            k += 1
            continue
        i = draw_among(claims, dice, log, FOR_PICKUP)
        gear, mark = state.ground[k].gear - 1, state.ground[k].mark
        lift_token(state, k)
        lying -= 1
        take_up(state, tables, i, gear, mark)
        log_picked_up(log, i, gear)
    for i in range(state.n_units):
        if state.units[i].orders[0, 0] == PICK_UP:
            log_missed(log, i, state.units[i].orders[0, 1])
            spend_count(state, i)


@compiled
def claimants_of(state: State, tables: Tables, k: int, among: int) -> int:
    """A bit for each unit whose hand goes to the k-th token: it is the first of its kind in the unit's contact."""
    claims = 0
    for i in range(state.n_units):
        if state.units[i].orders[0, 0] == PICK_UP and state.units[i].orders[0, 1] == state.ground[k].gear - 1:
            if touched_token(state, tables, i, state.ground[k].gear - 1, among) == k:
                claims |= 1 << i
    return claims


@compiled
def spend_count(state: State, i: int) -> None:
    """The order is done, and the unit is not stationary."""
    give_order(state, i, 0, STAY, 0, 0)
    state.units[i].busy = 1


@rule("TPS-5.8", "TPS-6.7", "TPS-10.11")
def draw_among(units: int, dice: Dice, log: Log, purpose: int) -> int:
    """One of a set of units, each as likely; a choice among one draws nothing."""
    n = 0
    for i in range(UNITS):
        n += (units >> i) & 1
    skip = roll(dice, log, n, purpose) - 1 if n > 1 else 0
    for i in range(UNITS):
        if (units >> i) & 1:
            if skip == 0:
                return i
            skip -= 1
    return -1


@rule("TPS-10.8", "TPS-10.9", "TPS-10.14")
def take_up(state: State, tables: Tables, i: int, gear: int, mark: int) -> None:
    """A weapon becomes the called one, without scope; a grenade, bomb or kit lies over it; armour is worn."""
    unit, kind = state.units[i], tables.gear[gear].kind
    carry(tables, unit, gear, mark)
    spend_count(state, i)
    if kind == GRENADE or kind == BOMB or kind == KIT:
        unit.over = gear + 1
    elif kind != VEST and kind != HELMET:
        unit.weapon, unit.scope, unit.changed = 2 if kind == PISTOL else 1, 0, 1


@rule("TPS-9.16", "TPS-9.18", "TPS-9.19", "TPS-9.22", "TPS-9.23", "TPS-9.24", "TPS-9.25", "TPS-9.3", "TPS-3.32")
def move_tokens(state: State, tables: Tables, log: Log) -> None:
    """All moves of the count at once. A move that comes to nothing leaves the unit stationary."""
    discs = state.discs
    any_moves = False
    for i in range(state.n_units):
        any_moves = any_moves or state.units[i].orders[0, 0] == MOVE
    if not any_moves:
        return
    begin_moves(state)
    for i in range(state.n_units):
        if state.units[i].orders[0, 0] == MOVE:
            at = disc_of(state, i)
            discs.vx[at], discs.vy[at] = state.units[i].orders[0, 1], state.units[i].orders[0, 2]
    move_together(tables.field, discs, RADIUS)
    for i in range(state.n_units):
        if state.units[i].orders[0, 0] == MOVE:
            put_unit(state, log, i, discs.x[disc_of(state, i)], discs.y[disc_of(state, i)])
    clear_discs(state)


@compiled
def put_unit(state: State, log: Log, i: int, x: int, y: int) -> None:
    """A unit has come to a place, if it came away at all."""
    unit = state.units[i]
    cut = int(x != unit.x + unit.orders[0, 1] or y != unit.y + unit.orders[0, 2])
    dx, dy = x - unit.x, y - unit.y
    if cut and dx == 0 and dy == 0:
        log_barred(log, i)
    else:
        log_moved(log, i, unit.x, unit.y, x, y, cut)
    unit.x, unit.y = x, y
    if dx * dx + dy * dy > 1:
        unit.moves += 1
        unit.busy = 1


@compiled
def begin_moves(state: State) -> None:
    """Every token on the table as a disc: units in seat order, then hostages."""
    discs = state.discs
    n = 0
    for i in range(state.n_units):
        if state.units[i].alive:
            discs.x[n], discs.y[n], discs.vx[n], discs.vy[n] = state.units[i].x, state.units[i].y, 0, 0
            n += 1
    for h in range(HOSTAGES):
        if state.hostages[h].status == PLACED:
            discs.x[n], discs.y[n], discs.vx[n], discs.vy[n] = state.hostages[h].x, state.hostages[h].y, 0, 0
            n += 1
    discs.n = n


@compiled
def disc_of(state: State, target: int) -> int:
    """The number of a unit's disc, or of a hostage's."""
    n = 0
    for i in range(min(target, state.n_units)):
        n += int(state.units[i].alive)
    for h in range(target - UNITS):
        n += int(state.hostages[h].status == PLACED)
    return n


@compiled
def clear_discs(state: State) -> None:
    """Nothing is under way any more."""
    discs = state.discs
    for k in range(discs.n):
        discs.x[k] = discs.y[k] = discs.vx[k] = discs.vy[k] = 0
    discs.n = 0
