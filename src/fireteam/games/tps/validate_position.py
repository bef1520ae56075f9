"""Whether a State can be one of a match: what a position line that somebody wrote is asked before it is played on.

The ranges of its numbers stand in the State; here is what goes together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.engine.record import Array
from ...core.engine.record import as_words as words_of
from ...core.game import Setting
from ...core.protocol.position import MAX_NUMBER
from ...core.protocol.ranges import bounds_of, count_faults, range_faults
from ...core.space.movement import is_free
from .names import MatchNames, names_of
from .rules.admin import is_place_for
from .rules.count_limits import last_count, may_order_now
from .rules.units import put_discs
from .state import (
    ARMED,
    BETWEEN,
    BUY,
    CALL,
    COUNT,
    DRAW,
    NO_BOMB,
    OVER,
    PHASES,
    PLACED,
    SETTING_UP,
    TARGET,
    USE,
    State,
)
from .tables import BOMB, BOMB_MODE, FRAG, GRENADE, HELMET, KIT, LMG, PISTOL, RADIUS, SMG, TARGETS, UNITS, VEST

DECISION_PHASES = (SETTING_UP, BUY, CALL, COUNT, TARGET, BETWEEN, OVER)  # where somebody decides, or nobody ever will
SLOTS = {
    "primary": range(SMG, LMG + 1),
    "sidearm": (PISTOL,),
    "helmet": (HELMET,),
    "vest": (VEST,),
    "special": (KIT, BOMB),
}
"""The slots of a unit with the classes that go there (TPS-2.6)."""
WEAPON_SLOTS = ("primary", "sidearm")


def position_faults(setting: Setting, states: Array) -> Iterator[str]:
    """Why no match can come to a State: sentences that name the part of a position that cannot be so."""
    state, tables, names = states[0], setting.tables[0], names_of(setting)
    yield from range_faults(states, bounds_of(State, tables, bound_numbers(setting)))
    yield from count_faults(states, State)
    yield from _phase_faults(state, tables, setting)
    for i in range(UNITS):
        yield from unit_faults(states, tables, names, i)
    yield from ground_faults(state, tables)
    yield from goal_faults(states, tables, names)
    yield from _owing_faults(state, tables, setting)


def bound_numbers(setting: Setting) -> Mapping[str, int]:
    """The bounds of ranges that are no fields of Tables."""
    tables = setting.tables[0]
    turns = int(tables.options.mp_roundturns) or MAX_NUMBER
    return {
        "turns": turns,
        "smoke_turns": turns + int(tables.options.mp_smoketurns),
        "last_count": int(last_count(tables)),
    }


def _phase_faults(state: Any, tables: Any, setting: Setting) -> Iterator[str]:
    """Phase, round, turn and count fit together."""
    phase = int(state.phase)
    if phase not in DECISION_PHASES:
        known = ", ".join(f"{k} ({PHASES[k]})" for k in DECISION_PHASES)
        yield f"phase={phase}: in {PHASES[phase]} nobody decides; write {known}"
    if state.n_units != tables.n_units or state.admin != setting.referee + 1:
        yield f"this match has n_units={tables.n_units} and admin={setting.referee + 1}"
    if phase != SETTING_UP and not (state.round_number and state.turn):
        yield "the first round is round_number=1, its first turn turn=1"
    if (phase == COUNT) != (state.count > 0):
        yield f"count={state.count} cannot be in phase {phase}: counts are those of phase {COUNT}"
    if (phase == OVER) != (state.winner > 0):
        yield f"winner={state.winner} cannot be in phase {phase}: winner=1, 2 or {DRAW} is for phase {OVER}"
    if state.switched and phase != BETWEEN:
        yield f"switched=1 is for phase {BETWEEN}"


def _owing_faults(state: Any, tables: Any, setting: Setting) -> Iterator[str]:
    """Somebody decides who can: living units, or between rounds the Admin."""
    if state.phase in (OVER, SETTING_UP):
        if state.owing:
            yield f"owing={state.owing}: nobody decides in phase {state.phase}"
        return
    if state.phase == BETWEEN:
        able = 1 << setting.referee if setting.referee >= 0 else 0
    else:
        living = [i for i in range(state.n_units) if state.units[i].alive and not state.units[i].leaving]
        able = sum(1 << i for i in living if state.phase != COUNT or may_order_now(state, tables, i))
    if not state.owing or state.owing & ~able:
        who = [setting.slot_name(k) for k in range(UNITS + 1) if able >> k & 1]
        yield f"owing={state.owing}: a bit for each that decides, some of {', '.join(who) or 'nobody'} ({able} for all)"


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


def ground_faults(state: Any, tables: Any) -> Iterator[str]:
    """What lies on the ground, flies and smokes."""
    for k in range(state.n_ground):
        thing, mark = tables.gear[state.ground[k].gear - 1], state.ground[k].mark
        least, most = (1, thing.defence) if thing.defence else (0, int(PISTOL <= thing.kind <= LMG))
        if not least <= mark <= most:
            yield f"ground.{k}.mark={mark} cannot be of what lies there"
    for k in range(state.n_flights):
        flight = state.flights[k]
        thing = tables.gear[flight.gear - 1]
        if thing.kind != GRENADE or flight.turn >= state.turn:
            yield f"flights.{k}: a grenade that was thrown in an earlier turn"
        if (thing.effect == FRAG) != (1 <= flight.to_hit < thing.split):
            yield f"flights.{k}.to_hit={flight.to_hit}: of a frag some of its dice, but not all; of others 0"
    for k in range(len(state.smoke)):
        if state.smoke[k] and (k >= tables.field.n_zones or state.smoke[k] < state.turn):
            yield f"smoke.{k}={state.smoke[k]}: the last turn of smoke in a zone, this one or a later one"


def goal_faults(states: Array, tables: Any, names: MatchNames) -> Iterator[str]:
    """The bomb, or the hostages."""
    state = states[0]
    bombs = [i for i in range(state.n_units) if state.units[i].special.gear == tables.bomb + 1]
    bombs += [k for k in range(state.n_ground) if state.ground[k].gear == tables.bomb + 1]
    armed = state.bomb.status != NO_BOMB
    if len(bombs) + armed > (tables.mode == BOMB_MODE):
        yield "there is one bomb at most, and none where hostages are: carried, on the ground or armed (bomb.status=1)"
    if armed and not 1 <= state.bomb.turn <= state.turn:
        yield f"bomb.turn={state.bomb.turn}: it was armed in this turn or an earlier one"
    if state.bomb.status > ARMED and state.phase not in (BETWEEN, OVER, SETTING_UP):
        yield f"bomb.status={state.bomb.status}: the round has ended with it"
    for h in range(len(state.hostages)):
        hostage, path = state.hostages[h], f"hostages.{h}"
        if h >= tables.n_hostages and words_of(states["hostages"][:, h].copy()).any():
            yield f"{path}: this match has {tables.n_hostages} hostages"
        if hostage.status != PLACED and (hostage.x or hostage.y or hostage.health or hostage.leader):
            yield f"{path}: only one on the table (status={PLACED}) has a place, health and a leader"
        if hostage.status == PLACED and not (hostage.health and is_hostage_place(states.copy(), tables, h)):
            yield f"{path}: {names.unit(UNITS + h)} needs health and a place off walls and other tokens"
        if hostage.leader and not state.units[hostage.leader - 1].alive:
            yield f"{path}.leader={hostage.leader}: that unit is not on the table"
        trail = hostage.trail_x[hostage.n_trail :].any() or hostage.trail_y[hostage.n_trail :].any()
        if trail or bool(hostage.leader) != bool(hostage.n_trail):
            yield f"{path}.n_trail={hostage.n_trail}: one that is led has a trail, and it counts its points"


def is_hostage_place(states: Array, tables: Any, h: int) -> bool:
    """Whether a hostage may stand where it does, as is asked of units."""
    state = states[0]
    x, y = int(state.hostages[h].x), int(state.hostages[h].y)
    state.hostages[h].status = 0
    put_discs(state)
    return bool(is_free(tables.field, state.discs, x, y, RADIUS))
