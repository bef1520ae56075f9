"""Whether units can stand where they do, and carry what they carry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....core.engine.record import Array
from ....core.engine.record import as_words as words_of
from ..names import MatchNames
from ..rules.admin import is_place_for
from ..state import COUNT, SETTING_UP, TARGET, USE
from ..tables import BOMB, GRENADE, HELMET, KIT, LMG, PISTOL, SMG, TARGETS, UNITS, VEST

SLOTS = {
    "primary": range(SMG, LMG + 1),
    "sidearm": (PISTOL,),
    "helmet": (HELMET,),
    "vest": (VEST,),
    "special": (KIT, BOMB),
}
"""The slots of a unit with the classes that go there (TPS-2.6)."""
WEAPON_SLOTS = ("primary", "sidearm")


def unit_faults(states: Array, tables: Any, names: MatchNames, i: int) -> Iterator[str]:
    """A unit stands where it can, and carries what it can where it can."""
    state = states[0]
    unit, path, fighting = state.units[i], f"units.{i}", state.phase in (COUNT, TARGET)
    if i >= state.n_units:
        if words_of(states["units"][:, i].copy()).any():
            yield f"{path}: this match has {state.n_units} units, from units.0 on"
        return
    if unit.alive:
        if state.phase == SETTING_UP and state.round_number == 0:
            yield f"{path}.alive=1: nobody is on the table before the first round"
        if not unit.health:
            yield f"{path}.health: a living unit has at least 1"
        if not is_place_for(states.copy()[0], tables, i, unit.x, unit.y):
            at = names.point(int(unit.x), int(unit.y))
            yield f"{path}: {names.unit(i)} cannot stand at {at}: too near a wall or another token"
    elif unit.x or unit.y or unit.health or unit.weapon or unit.kicked > 1 or carries_anything(unit):
        yield f"{path}: an eliminated unit has no place, no health and no equipment"
    yield from _slot_faults(tables, unit, path)
    in_turn = ("over", "action", "scope", "crouch", "busy", "changed", "moves", "unarmed", "n_orders")
    if unit.alive and bool(unit.weapon) != fighting:
        yield f"{path}.weapon={unit.weapon} cannot be in phase {state.phase}"
    for name in in_turn:
        if unit[name] and not (unit.alive and fighting):
            yield f"{path}.{name}={unit[name]} is for living units in phases {COUNT} and {TARGET}"
    if unit.weapon in (1, 2) and not (unit.primary if unit.weapon == 1 else unit.sidearm).gear:
        yield f"{path}.weapon={unit.weapon}: there is no such weapon in the slot"
    held = [int(token.gear) for token in (unit.special, *unit.grenades)]
    if unit.over and unit.over not in held:
        yield f"{path}.over={unit.over} is no grenade, bomb or kit that it carries"
    yield from _order_faults(state, tables, unit, path)


def carries_anything(unit: Any) -> bool:
    """Whether a unit carries anything at all."""
    return any(unit[name].gear or unit[name].mark for name in SLOTS) or any(token.gear for token in unit.grenades)


def _slot_faults(tables: Any, unit: Any, path: str) -> Iterator[str]:
    """Every slot holds what goes there, with a mark that it can have."""
    for name, kinds in SLOTS.items():
        token = unit[name]
        thing = tables.gear[token.gear - 1] if token.gear else None
        if thing is not None and thing.kind not in kinds:
            yield f"{path}.{name}.gear={token.gear}: that does not go into the slot"
        least, most = (1, int(thing.defence)) if thing is not None and thing.defence else (0, int(name in WEAPON_SLOTS))
        if not (least if thing is not None else 0) <= token.mark <= (most if thing is not None else 0):
            yield f"{path}.{name}.mark={token.mark} cannot be of what is in the slot"
    grenades = [int(token.gear) for token in unit.grenades]
    filled = len([gear for gear in grenades if gear])
    if filled > tables.options.mp_grenadeslots or not all(grenades[:filled]):
        yield f"{path}.grenades: they fill the first of {tables.options.mp_grenadeslots} slots, without a gap"
    if any(gear and tables.gear[gear - 1].kind != GRENADE for gear in grenades):
        yield f"{path}.grenades: only grenades go there"


def _order_faults(state: Any, tables: Any, unit: Any, path: str) -> Iterator[str]:
    """Orders that wait: as many as are counted, each of a kind there is."""
    orders = unit.orders.tolist()
    if any(any(order) for order in orders[unit.n_orders :]) or not all(0 <= order[0] <= USE for order in orders):
        yield f"{path}.orders: n_orders counts them, and they begin with 0 to {USE}"
    targets = [order[1] for order in orders if order[0] == USE]
    things = [order[1] for order in orders if order[0] not in (0, 1, USE)]
    if not all(UNITS <= one < TARGETS for one in targets) or not all(0 <= one < tables.n_gear for one in things):
        yield f"{path}.orders: they name what there is not"
