"""Sections 9, 10 and 19: whether an order may be given."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.protocol.refusals import LAWFUL, OK, refuse
from ....core.space.terrain import is_within
from ..refusals import (
    HOSTAGE_APART,
    LED_BY_OTHER,
    NO_ITEM,
    NO_LEADER,
    NO_SLOT,
    NOT_ACTIVE,
    NOT_IN_CONTACT,
    TOO_LONG,
    UNKNOWN_ITEM,
    VALUE,
    WRONG_SIDE,
)
from ..state import DROP, MOVE, PICK_UP, PLACED, STAY, STEP, USE, State
from ..tables import BOMB, CT, GRENADE, HOSTAGES, KIT, KNIFE, PISTOL, SMG, UNITS, T, Tables
from .calls import UNKNOWN, Answer, is_in_contact
from .count_limits import count_refusal
from .units import called_gear, carries, has_room


@rule("TPS-9.13", "TPS-9.12")
def may_order(state: State, tables: Tables, i: int, count: int, kind: int, a: int, b: int) -> Answer:
    """An order on a count: what belongs to its kind, and whether the unit may use that count."""
    if kind == STAY:
        return LAWFUL
    answer = refuse(VALUE)
    if kind == MOVE:
        answer = LAWFUL
    elif kind == DROP and UNKNOWN <= a < tables.n_gear:
        answer = may_drop_at_all(state, tables, i, a)
    elif kind == PICK_UP and UNKNOWN <= a < tables.n_gear:
        answer = may_take_at_all(state, tables, i, a)
    elif kind == USE:
        answer = may_lead_at_all(state, i, a)
    if answer[0] != LAWFUL[0]:
        return answer
    reason = count_refusal(tables, state.units[i], count)
    if reason != OK:
        return refuse(reason, count)
    if kind == MOVE:
        return may_step(a, b)
    if kind == DROP:
        return LAWFUL if is_in_hand(state, tables, i, a) else refuse(NOT_ACTIVE, a)
    if kind == PICK_UP:
        return LAWFUL if touched_token(state, tables, i, a, state.n_ground) >= 0 else refuse(NOT_IN_CONTACT, a)
    return may_lead(state, tables, i, a)


@rule("TPS-9.4", "TPS-9.5", "TPS-9.14", "TPS-24.4", "TPS-3.27")
def may_step(dx: int, dy: int) -> Answer:
    """A step is at most 1 MU long."""
    return LAWFUL if is_within(dx, dy, STEP) else refuse(TOO_LONG, dx, dy)


@compiled
def may_drop_at_all(state: State, tables: Tables, i: int, gear: int) -> Answer:
    """What is dropped must be carried, and be known."""
    if gear < 0:
        return refuse(UNKNOWN_ITEM, gear)
    return LAWFUL if carries(tables, state.units[i], gear) else refuse(NO_ITEM, gear)


@rule("TPS-10.1", "TPS-10.4")
def is_in_hand(state: State, tables: Tables, i: int, gear: int) -> bool:
    """The called weapon, the over item, or what fills the slot needed by a thing in contact; never the knife."""
    unit = state.units[i]
    if gear == tables.knife:
        return False
    if gear == called_gear(tables, unit) or gear == unit.over - 1:
        return True
    for k in range(state.n_ground):
        other = state.ground[k].gear - 1
        if same_place(tables, gear, other) and not has_room(tables, unit, other) and may_have(tables, unit.side, other):
            if is_in_contact(state, tables, i, state.ground[k].x, state.ground[k].y):
                return True
    return False


@compiled
def same_place(tables: Tables, gear: int, other: int) -> bool:
    """Whether two things go into the same place of a board (TPS-2.6)."""
    return place_number(tables.gear[gear].kind) == place_number(tables.gear[other].kind)


@rule("TPS-2.6")
def place_number(kind: int) -> int:
    """Which place of the board a class goes to: long weapons share one, bomb and kit another."""
    if kind == BOMB:
        return KIT
    return kind if kind == KNIFE or kind == PISTOL or kind >= GRENADE else SMG


@rule("TPS-10.10")
def may_have(tables: Tables, side: int, gear: int) -> bool:
    """Only T may pick up the bomb, only CT the kit; all else is open to both sides."""
    kind = tables.gear[gear].kind
    return bool((kind != BOMB or side == T) and (kind != KIT or side == CT))


@rule("TPS-10.6", "TPS-10.7", "TPS-10.10")
def may_take_at_all(state: State, tables: Tables, i: int, gear: int) -> Answer:
    """What is picked up must be known, be for the side, and find its slot free."""
    unit = state.units[i]
    if gear < 0:
        return refuse(UNKNOWN_ITEM, gear)
    if not may_have(tables, unit.side, gear):
        return refuse(WRONG_SIDE, gear, unit.side)
    if gear == tables.knife:
        return LAWFUL  # none ever lies about: out of contact
    return LAWFUL if has_room(tables, unit, gear) else refuse(NO_SLOT, gear)


@rule("TPS-10.12", "TPS-10.6", "TPS-10.11", "TPS-10.15")
def touched_token(state: State, tables: Tables, i: int, gear: int, among: int) -> int:
    """The first of so many tokens on the ground that is this thing, in contact; -1 for none."""
    for k in range(among):
        lying = state.ground[k]
        if lying.gear == gear + 1 and is_in_contact(state, tables, i, lying.x, lying.y):
            return k
    return -1


@rule("TPS-19.27")
def may_lead_at_all(state: State, i: int, target: int) -> Answer:
    """A hostage that is there, and a CT."""
    h = target - UNITS
    if not 0 <= h < HOSTAGES or state.hostages[h].status != PLACED:
        return refuse(VALUE)
    return LAWFUL if state.units[i].side == CT else refuse(NO_LEADER, state.units[i].side)


@rule("TPS-19.27", "TPS-3.5")
def may_lead(state: State, tables: Tables, i: int, target: int) -> Answer:
    """In contact, and led by no other living unit."""
    hostage = state.hostages[target - UNITS]
    if not is_in_contact(state, tables, i, hostage.x, hostage.y):
        return refuse(HOSTAGE_APART, target)
    if hostage.leader and hostage.leader != i + 1 and state.units[hostage.leader - 1].alive:
        return refuse(LED_BY_OTHER, target, hostage.leader - 1)
    return LAWFUL
