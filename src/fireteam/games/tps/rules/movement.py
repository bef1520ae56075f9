"""Section 9 and 10: a movement count is carried out."""

from __future__ import annotations

from ....core.dice import Dice
from ....core.engine.compiled import compiled, rule
from ....core.engine.rows import erase
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log
from ....core.space.movement import move_together
from .. import choices as verbs
from ..events.words import FOR_PICKUP
from ..log import log_barred, log_counted, log_missed, log_moved, log_picked_up, log_stood
from ..state import DROP, KNIFE_SLOT, MOVE, PICK_UP, STAY, USE, State
from ..tables import BOMB, GRENADE, HELMET, KIT, ORDERS, PISTOL, RADIUS, UNITS, VEST, Tables
from .count_limits import knife_is_active
from .dice_pools import draw_among
from .hostages import follow, free_hostages, rescue, use
from .orders import may_order, touched_token
from .units import called_gear, carry, disc_of, lay_token, lift_token, put_discs, take_away


@rule("TPS-9.13", "TPS-5.9")
def take_orders(state: State, i: int, choice: Choice) -> None:
    """A unit's order for this count, or its orders for the next ones."""
    state.units[i].n_orders = choice.n if choice.verb == verbs.PLOT else 1
    for k in range(state.units[i].n_orders):
        give_order(state, i, k, *kth_order(choice, k))


@rule("TPS-9.13")
def kth_order(choice: Choice, k: int) -> tuple[int, int, int]:
    """The order that a choice gives for the k-th count: its kind, and what belongs to it."""
    if choice.verb == verbs.PLOT:
        order = verbs.orders_at(choice, k)
        return order.kind, order.a, order.b
    if choice.verb == verbs.MOVE:
        step = verbs.read_move(choice)
        return MOVE, step.by_x, step.by_y
    if choice.verb == verbs.USE:
        return USE, verbs.read_use(choice).hostage, 0
    if choice.verb == verbs.STAY:
        return STAY, 0, 0
    return choice.verb - verbs.STAY, verbs.read_drop(choice).token, 0  # a drop, or a pick-up


@compiled
def give_order(state: State, i: int, k: int, kind: int, a: int, b: int) -> None:
    """Write the k-th order of a unit; what does not belong to its kind is left out."""
    orders = state.units[i].orders
    orders[k, 0], orders[k, 1], orders[k, 2] = kind, a if kind != STAY else 0, b if kind == MOVE else 0


@rule("TPS-9.17", "TPS-9.20", "TPS-5.12")
def apply_count(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """Drops; pick-ups and hostage uses, by the positions at the start of the count; moves; hostages; rescues."""
    log_counted(log, state.count, int(state.count > tables.options.mp_movecounts))
    drop_impossible_orders(state, tables, log)
    lying = state.n_ground
    drop_tokens(state, tables, log)
    pick_tokens_up(state, tables, dice, log, lying)
    for i, unit in enumerate(state.units):
        if unit.orders[0, 0] == USE:
            use(state, tables, log, i, unit.orders[0, 1] - UNITS)
            unit.busy = 1
    move_tokens(state, tables, log)
    follow(state, tables, log)
    rescue(state, tables, log)
    free_hostages(state, log)
    for i, unit in enumerate(state.units):
        if unit.n_orders:
            end_order(state, i)


@rule("TPS-9.21", "TPS-9.12", "TPS-5.7")
def drop_impossible_orders(state: State, tables: Tables, log: Log) -> None:
    """An order that has become unlawful when its count comes is turned into standing still."""
    for i, unit in enumerate(state.units):
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
    for i, unit in enumerate(state.units):
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
    for i, unit in enumerate(state.units):
        if unit.orders[0, 0] == PICK_UP:
            log_missed(log, i, unit.orders[0, 1])
            spend_count(state, i)


@compiled
def claimants_of(state: State, tables: Tables, k: int, among: int) -> int:
    """A bit for each unit whose hand goes to the k-th token: it is the first of its kind in the unit's contact."""
    claims, gear = 0, state.ground[k].gear - 1
    for i, unit in enumerate(state.units):
        if unit.orders[0, 0] == PICK_UP and unit.orders[0, 1] == gear:
            claims |= int(touched_token(state, tables, i, gear, among) == k) << i
    return claims


@compiled
def spend_count(state: State, i: int) -> None:
    """The order is done, and the unit is not stationary."""
    give_order(state, i, 0, STAY, 0, 0)
    state.units[i].busy = 1


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
    put_discs(state)
    move_together(tables.field, discs, RADIUS)
    for i, unit in enumerate(state.units):
        if unit.orders[0, 0] == MOVE:
            at = disc_of(state, i)
            put_unit(state, log, i, discs.x[at], discs.y[at])
    erase(discs)


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
