"""Whether a State can be one of a match: what a position line that somebody wrote is asked before it is played on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import numpy as np

from ...core.errors import BadNotation
from ...core.game import Setting
from ...core.motion import is_free
from ...core.position import LARGEST, paths
from ...core.record import Array
from ...core.record import words as words_of
from .choices import RULED, WARN
from .names import TableNames, names_of
from .routes import RADIUS
from .rules.admin import MOST_HEALTH, is_place_for
from .rules.counting import set_out
from .rules.ordering import STEP
from .rules.pace import last_count, may_order_now
from .state import (
    ARMED,
    BETWEEN,
    BUY,
    CALL,
    COUNT,
    DEFUSE,
    DEFUSED,
    FLIGHTS,
    GROUND,
    KILLED,
    KNIFE_SLOT,
    NO_BOMB,
    OVER,
    PHASES,
    PLACED,
    RULINGS,
    SETTING_UP,
    TARGET,
    TRAIL,
    USE,
)
from .tables import BOMB, BOMB_MODE, FRAG, GRENADE, HELMET, KIT, LMG, PISTOL, SMG, TARGETS, UNITS, VEST

DECIDED = (SETTING_UP, BUY, CALL, COUNT, TARGET, BETWEEN, OVER)  # where somebody decides, or nobody ever will
DRAW = 3

Limits = Mapping[str, tuple[int, int]]


def check(setting: Setting, states: Array) -> None:
    """Refuse what no match can come to.

    Raises:
        BadNotation: names the part of the line that cannot be so.
    """
    state, tables, names = states[0], setting.tables[0], names_of(setting)
    for sentence in chain(
        _numbers(states, tables),
        _course(state, tables, setting),
        *(_unit(states, tables, names, i) for i in range(UNITS)),
        _lying(state, tables),
        _goals(states, tables, names),
        _owing(state, tables, setting),
    ):
        raise BadNotation(sentence)


def _numbers(states: Array, tables: Any) -> Iterator[str]:
    """Every number is within what it can be; a field that is not named here is never anything but 0."""
    bounds, row = limits(tables), words_of(states)[0]
    names = list(paths(states.dtype))
    for k in np.flatnonzero(row).tolist():
        low, high = bounds.get(re.sub(r"\.\d+", ".#", names[k]), (0, 0))
        if not low <= row[k] <= high:
            asked = f"{low} to {high}" if high > low else f"{high}"
            yield f"{names[k]}={row[k]} cannot be: write {asked}"


def limits(tables: Any) -> Limits:
    """The least and the greatest value of every field where somebody decides, lists written with #."""
    options, wide, high = tables.options, int(tables.field.width), int(tables.field.height)
    gear, units = int(tables.n_gear), int(tables.n_units)
    turns = int(options.mp_roundturns) or LARGEST
    one = (0, 1)
    place = {"x": (0, wide), "y": (0, high)}
    token = {"gear": (0, gear), "mark": (0, 9)}
    unit = {
        **place,
        **dict.fromkeys(("side", "alive", "scope", "crouch", "busy", "changed", "warned", "leaving", "kicked"), one),
        "health": (0, MOST_HEALTH),
        "cash": (0, int(options.mp_maxmoney)),
        "earned": (-LARGEST, LARGEST),
        "frags": (-LARGEST, LARGEST),
        "deaths": (0, LARGEST),
        "called": (0, KNIFE_SLOT),
        "weapon": (0, KNIFE_SLOT),
        "over": (0, gear),
        "action": (0, DEFUSE),
        "moves": (0, last_count(tables)),
        "unarmed": (0, int(options.mp_movecounts)),
        "progress": (0, 999),
        "n_orders": (0, int(options.sv_movebatch) - 1),
        "orders.#.#": (-STEP, STEP),
        **{f"{part}.{name}": token[name] for part in SLOTS for name in token},
        "grenades.#.gear": token["gear"],
    }
    hostage = {
        **place,
        "status": (0, KILLED),
        "health": (0, MOST_HEALTH),
        "leader": (0, units),
        "used": one,
        "n_trail": (0, TRAIL),
        "trail_x.#": place["x"],
        "trail_y.#": place["y"],
    }
    flight = {**place, "gear": (1, gear), "thrower": (0, units - 1), "to_hit": (0, 15), "turn": (1, turns)}
    ruling = {"verb": (WARN, WARN + 3), "unit": (0, units - 1), "what": (0, len(RULED) - 1), "to": (0, 999), **place}
    parts: dict[str, dict[str, tuple[int, int]]] = {
        "units.#": unit,
        "hostages.#": hostage,
        "flights.#": flight,
        "rulings.#": ruling,
        "ground.#": {**place, **token},
        "bomb": {**place, "status": (0, DEFUSED), "turn": (1, turns)},
    }
    return {
        "phase": (0, OVER),
        "owing": (0, 2 ** (UNITS + 1) - 1),
        "admin": (0, units + 1),
        "n_units": (units, units),
        "round_number": (0, int(options.mp_maxrounds)),
        "turn": (0, turns),
        "count": (0, last_count(tables)),
        "swapped": one,
        "score.#": (0, 999),
        "losses.#": (0, int(options.mp_maxrounds)),
        "won": (0, 2),
        "why": (0, 6),
        "winner": (0, DRAW),
        "switched": one,
        "n_ground": (0, GROUND),
        "n_flights": (0, FLIGHTS),
        "n_rulings": (0, RULINGS),
        "smoke.#": (1, turns + int(options.mp_smoketurns)),
        **{f"{path}.{name}": bound for path, fields in parts.items() for name, bound in fields.items()},
    }


SLOTS = {
    "primary": range(SMG, LMG + 1),
    "sidearm": (PISTOL,),
    "helmet": (HELMET,),
    "vest": (VEST,),
    "special": (KIT, BOMB),
}
"""The slots of a unit with the classes that go there (TPS-2.6)."""


def _course(state: Any, tables: Any, setting: Setting) -> Iterator[str]:
    """Phase, round, turn and count fit together."""
    phase = int(state.phase)
    if phase not in DECIDED:
        known = ", ".join(f"{k} ({PHASES[k]})" for k in DECIDED)
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


def _unit(states: Array, tables: Any, names: TableNames, i: int) -> Iterator[str]:
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
    elif unit.x or unit.y or unit.health or unit.weapon or unit.kicked > 1 or carried(unit):
        yield f"{path}: an eliminated unit has no place, no health and no equipment"
    yield from _slots(tables, unit, path)
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
    yield from _lists(state, tables, unit, path)


def carried(unit: Any) -> bool:
    """Whether a unit carries anything at all."""
    return any(unit[name].gear or unit[name].mark for name in SLOTS) or any(token.gear for token in unit.grenades)


def _slots(tables: Any, unit: Any, path: str) -> Iterator[str]:
    """Every slot holds what goes there, with a mark that it can have."""
    for name, kinds in SLOTS.items():
        token = unit[name]
        thing = tables.gear[token.gear - 1] if token.gear else None
        if thing is not None and thing.kind not in kinds:
            yield f"{path}.{name}.gear={token.gear}: that does not go into the slot"
        least, most = (1, int(thing.defence)) if thing is not None and thing.defence else (0, int(name in WEAPONS))
        if not (least if thing is not None else 0) <= token.mark <= (most if thing is not None else 0):
            yield f"{path}.{name}.mark={token.mark} cannot be of what is in the slot"
    grenades = [int(token.gear) for token in unit.grenades]
    filled = len([gear for gear in grenades if gear])
    if filled > tables.options.mp_grenadeslots or not all(grenades[:filled]):
        yield f"{path}.grenades: they fill the first of {tables.options.mp_grenadeslots} slots, without a gap"
    if any(gear and tables.gear[gear - 1].kind != GRENADE for gear in grenades):
        yield f"{path}.grenades: only grenades go there"


WEAPONS = ("primary", "sidearm")


def _lists(state: Any, tables: Any, unit: Any, path: str) -> Iterator[str]:
    """Orders that wait: as many as are counted, each of a kind there is."""
    orders = unit.orders.tolist()
    if any(any(order) for order in orders[unit.n_orders :]) or not all(0 <= order[0] <= USE for order in orders):
        yield f"{path}.orders: n_orders counts them, and they begin with 0 to {USE}"
    targets = [order[1] for order in orders if order[0] == USE]
    things = [order[1] for order in orders if order[0] not in (0, 1, USE)]
    if not all(UNITS <= one < TARGETS for one in targets) or not all(0 <= one < tables.n_gear for one in things):
        yield f"{path}.orders: they name what there is not"


def _lying(state: Any, tables: Any) -> Iterator[str]:
    """What lies on the ground, flies, smokes and waits: as many as are counted."""
    for name, n in (("ground", state.n_ground), ("flights", state.n_flights), ("rulings", state.n_rulings)):
        filled = [bool(one.verb if name == "rulings" else one.gear) for one in state[name]]
        if not all(filled[:n]) or any(filled[n:]):
            yield f"n_{name}={n} does not count {name}"
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


def _goals(states: Array, tables: Any, names: TableNames) -> Iterator[str]:
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
    set_out(state)
    return bool(is_free(tables.field, state.discs, x, y, RADIUS))


def _owing(state: Any, tables: Any, setting: Setting) -> Iterator[str]:
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
