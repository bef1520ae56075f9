"""Section 8: what a unit calls for the turn."""

from __future__ import annotations

from ....core.engine.compiled import rule
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log
from ....core.protocol.refusals import LAWFUL, refuse
from ....core.space.terrain import is_in, is_open_between, is_within
from ..choices import read_call
from ..log import log_called
from ..refusals import (
    DEFUSE_UNDER,
    NO_BOMB,
    NO_DEFUSER,
    NO_ITEM,
    NO_SCOPE,
    NO_WEAPON,
    NOT_AT_BOMB,
    NOT_EMPTY,
    NOT_IN_SITE,
    PLANT_WITHOUT_BOMB,
    RELOAD_UNDER,
    UNKNOWN_ITEM,
    VALUE,
)
from ..state import ARMED, DEFUSE, KNIFE_SLOT, PLANT, PRIMARY, RELOAD, SIDEARM, State, Unit
from ..tables import BOMB, CT, GRENADE, KIT, Tables
from .units import called_gear, carries, is_carried_weapon

CROUCH_STANCE, SCOPE_STANCE = 1, 2  # bits of a stance
NOTHING, UNKNOWN = -1, -2  # over a weapon: no item, and one that no catalogue has
CONTACT = 1050000  # TPS-3.5, in steps

Answer = tuple[int, int, int, int]


@rule("TPS-3.5", "TPS-9.16")
def is_in_contact(state: State, tables: Tables, i: int, x: int, y: int) -> bool:
    """A unit touches a point that is near enough, with no wall and no window between."""
    unit = state.units[i]
    if not is_within(x - unit.x, y - unit.y, CONTACT):
        return False
    return bool((x == unit.x and y == unit.y) or is_open_between(tables.field, unit.x, unit.y, x, y))


@rule("TPS-3.14", "TPS-8.12")
def is_in_site(state: State, tables: Tables, i: int) -> bool:
    """A unit is in a bomb site when its centre is inside or on its border."""
    for k in range(tables.n_sites):
        if is_in(tables.sites[k], state.units[i].x, state.units[i].y):
            return True
    return False


@rule("TPS-8.1", "TPS-8.5", "TPS-8.6", "TPS-8.14", "TPS-2.6")
def may_call(state: State, tables: Tables, i: int, weapon: int, stance: int, over: int, action: int) -> Answer:
    """A weapon, an over item and an action that the unit has and may take."""
    unit = state.units[i]
    if not (PRIMARY <= weapon <= KNIFE_SLOT and 0 <= stance <= CROUCH_STANCE + SCOPE_STANCE and 0 <= action <= DEFUSE):
        return refuse(VALUE)
    if not UNKNOWN <= over < tables.n_gear or (over >= 0 and not lies_over(tables, over)):
        return refuse(VALUE)
    if not is_carried_weapon(unit, weapon):
        return refuse(NO_WEAPON, weapon)
    if over == UNKNOWN:
        return refuse(UNKNOWN_ITEM, over)
    if over >= 0 and not carries(tables, unit, over):
        return refuse(NO_ITEM, over)
    if action == DEFUSE and unit.side != CT:
        return refuse(NO_DEFUSER, unit.side)
    held = unit.primary.gear if weapon == PRIMARY else unit.sidearm.gear if weapon == SIDEARM else tables.knife + 1
    if stance & SCOPE_STANCE and not tables.gear[held - 1].scope:
        return refuse(NO_SCOPE, held - 1)
    return may_take_action(state, tables, i, weapon, over, action)


@rule("TPS-8.5", "TPS-8.6")
def lies_over(tables: Tables, gear: int) -> bool:
    """Grenades, the bomb and the kit are laid over a weapon; nothing else is."""
    kind = tables.gear[gear].kind
    return bool(kind == GRENADE or kind == BOMB or kind == KIT)


@rule("TPS-8.10", "TPS-8.11", "TPS-8.12", "TPS-8.13", "TPS-8.8", "TPS-14.1")
def may_take_action(state: State, tables: Tables, i: int, weapon: int, over: int, action: int) -> Answer:
    """Reloading wants an empty weapon in hand, planting the bomb in a site, defusing an armed bomb in contact."""
    unit = state.units[i]
    if action == RELOAD:
        if over >= 0:
            return refuse(RELOAD_UNDER, over)
        empty = unit.primary.mark if weapon == PRIMARY else unit.sidearm.mark if weapon == SIDEARM else 0
        return LAWFUL if empty else refuse(NOT_EMPTY, weapon)
    if action == PLANT:
        if over != tables.bomb:
            return refuse(PLANT_WITHOUT_BOMB, over)
        return LAWFUL if is_in_site(state, tables, i) else refuse(NOT_IN_SITE)
    if action == DEFUSE:
        if over >= 0 and tables.gear[over].kind != KIT:
            return refuse(DEFUSE_UNDER, over)
        if state.bomb.status != ARMED:
            return refuse(NO_BOMB)
        return LAWFUL if is_in_contact(state, tables, i, state.bomb.x, state.bomb.y) else refuse(NOT_AT_BOMB)
    return LAWFUL


@rule("TPS-8.2", "TPS-8.3", "TPS-8.4", "TPS-1.18")
def take_call(state: State, i: int, choice: Choice) -> None:
    """The call holds for the turn: weapon, over item, action, scope and crouching."""
    unit, call = state.units[i], read_call(choice)
    unit.called = unit.weapon = call.weapon
    unit.crouch, unit.scope = call.stance & CROUCH_STANCE, int(call.stance & SCOPE_STANCE > 0)
    unit.over, unit.action = call.over + 1, call.action


@rule("TPS-5.7", "TPS-5.15")
def unchanged_call(unit: Unit) -> int:
    """The weapon of who does not call in time: the last one called if still carried, else primary, sidearm, knife."""
    if unit.called and is_carried_weapon(unit, unit.called):
        return int(unit.called)
    if unit.primary.gear:
        return PRIMARY
    return SIDEARM if unit.sidearm.gear else KNIFE_SLOT


@rule("TPS-1.18", "TPS-5.3")
def reveal_calls(state: State, tables: Tables, log: Log) -> None:
    """All calls become public together."""
    for i in range(state.n_units):
        unit = state.units[i]
        if unit.alive:
            log_called(log, i, called_gear(tables, unit), unit.crouch + 2 * unit.scope, unit.over - 1, unit.action)
