"""What every State of a match must keep, whatever was chosen: asked of each State that random play meets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from fireteam.core.engine.record import Array
from fireteam.core.space.terrain_build import put_shape
from fireteam.core.space.units import STEPS, steps
from fireteam.games.tps.content import load
from fireteam.games.tps.options import resolve_options
from fireteam.games.tps.rules.count_limits import last_count
from fireteam.games.tps.setup import opening_states, tables_of
from fireteam.games.tps.state import ACTION, BETWEEN, BUY, CALL, COUNT, GROUND, KILLED, OVER, PLACED, RESCUED, TARGET
from fireteam.games.tps.tables import BOMB, UNITS

NEAREST = 1.0 - 1e-5  # of two tokens' centres, and half of it of a token and a wall (TPS-3.6)
NEAR_SPAWNS = {
    "de_depot": (
        ((2, 15), (2, 13), (2, 17), (4, 14), (4, 16), (4, 12)),
        ((5.5, 15), (5.5, 13), (5.5, 17), (5.5, 11.5), (5.5, 18.5), (3, 10.5)),
    ),
    "cs_clinic": (
        ((37, 16), (37, 14.5), (37, 17.5), (39, 15), (39, 17), (40.5, 16)),
        ((35, 16), (35, 14.5), (35, 17.5), (34.5, 13), (34.6, 19), (35, 12)),
    ),
}
TURN_FIELDS = [
    "weapon",
    "over",
    "action",
    "changed",
    "scope",
    "crouch",
    "n_orders",
    "moves",
    "unarmed",
    "busy",
    "n_targets",
    "dice",
    "aim_x",
    "aim_y",
    "to_hit",
    "flashed",
    "hurt",
    "shot_at",
]


def opening_position(map: str, **options: Any) -> tuple[Array, Array]:
    """The States and Tables of a match on a map of the content."""
    content = load()
    chosen = resolve_options(content, content.map(map), options)
    tables = tables_of(content, content.map(map), chosen)
    return opening_states(tables, sum(chosen.teams) if chosen.options["sv_admin"] else -1), tables


def skirmish(map: str, **options: Any) -> tuple[Array, Array]:
    """The same with both sides a few steps apart, around a bomb site or beside the hostages, a rescue shape at hand."""
    states, tables = opening_position(map, **options)
    table = tables[0]
    for side, spots in enumerate(NEAR_SPAWNS[map]):
        table.sides[side].spawns[: len(spots)] = [(steps(x), steps(y)) for x, y in spots]
    if map == "de_depot":
        put_shape(table.sites[0], [(0, 10 * STEPS), (6 * STEPS, 10 * STEPS), (6 * STEPS, 20 * STEPS), (0, 20 * STEPS)])
    else:
        put_shape(table.rescues[0], [(steps(x), steps(y)) for x, y in ((33.2, 14), (34.2, 14), (34.2, 20), (33.2, 20))])
        table.hostages[:4] = [(steps(x), steps(y)) for x, y in ((36, 13), (37.5, 13), (36, 19.5), (39, 13))]
    return states, tables


def faults(state: Any, tables: Any) -> Iterator[str]:
    """What is wrong with a State in which somebody must decide, or nothing more will happen."""
    yield from unit_faults(state, tables)
    yield from token_faults(state, tables)
    yield from place_faults(state, tables)
    yield from clock_faults(state, tables)
    if any(not 0 <= h.status <= KILLED or h.health < 0 for h in state.hostages):
        yield "a hostage that is neither there nor gone"
    for h in state.hostages:
        if h.status in (RESCUED, KILLED) and any((h.x, h.y, h.health, h.leader, h.used, h.n_trail)):
            yield "something is left of a hostage that is gone"
        if h.leader and not state.units[h.leader - 1].alive:
            yield "a hostage follows somebody who is gone"
        if np.any(h.trail_x[h.n_trail :]) or np.any(h.trail_y[h.n_trail :]):
            yield "points beyond the end of a trail"


def unit_faults(state: Any, tables: Any) -> Iterator[str]:
    """Boards, accounts, and what is kept of a turn."""
    for i in range(UNITS):
        unit, name = state.units[i], f"U{i + 1}"
        if i >= state.n_units:
            if np.any(np.frombuffer(unit.tobytes(), np.int64)):
                yield f"{name} is not in the match, and not zero"
            continue
        if not 0 <= unit.cash <= tables.options.mp_maxmoney:
            yield f"{name} has {unit.cash} cash"
        if bool(unit.alive) != (unit.health > 0) or (unit.kicked and unit.alive):
            yield f"{name} lives with {unit.health} dice"
        if not unit.alive and state.phase != BETWEEN and any((unit.x, unit.y, unit.progress, unit.primary.gear)):
            yield f"{name} is gone, and something of it is left"
        if bool(unit.helmet.gear) != bool(unit.helmet.mark) or bool(unit.vest.gear) != bool(unit.vest.mark):
            yield f"{name} wears armour without dice"
        if state.phase in (BUY, CALL, BETWEEN, OVER) and any(int(getattr(unit, each)) for each in TURN_FIELDS):
            yield f"{name} has something left of its turn"
        if min(unit.deaths, unit.progress, unit.moves, unit.unarmed) < 0:
            yield f"{name} has less than nothing"
        if unit.moves > last_count(tables) or unit.unarmed > tables.options.mp_movecounts:
            yield f"{name} moved on more counts than there are"
        if state.phase == COUNT and (state.owing >> i) & 1 and unit.n_orders:
            yield f"{name} has orders, and owes some"


def token_faults(state: Any, tables: Any) -> Iterator[str]:
    """What is carried and what lies about."""
    bombs = int(state.bomb.status != 0)
    lying = [one for one in state.ground[: state.n_ground]]
    if any(not 1 <= one.gear <= tables.n_gear for one in lying) or state.n_ground > GROUND:
        yield "the ground has what is nothing"
    if np.any(np.frombuffer(state.ground[state.n_ground :].tobytes(), np.int64)):
        yield "the ground is not zero beyond what lies there"
    held = [one.gear for one in lying]
    for i in range(state.n_units):
        unit = state.units[i]
        grenades = [token.gear for token in unit.grenades]
        filled = [gear for gear in grenades if gear]
        if grenades[: len(filled)] != filled or len(filled) > tables.options.mp_grenadeslots:
            yield f"U{i + 1} has grenades out of their slots"
        held += [unit.primary.gear, unit.sidearm.gear, unit.special.gear, unit.helmet.gear, unit.vest.gear, *filled]
    bombs += sum(1 for gear in held if gear and tables.gear[gear - 1].kind == BOMB)
    if bombs > 1 or (bombs != 1 and state.phase in (CALL, COUNT, TARGET) and may_have_bomb(state, tables)):
        yield f"there are {bombs} bombs"


def may_have_bomb(state: Any, tables: Any) -> bool:
    """Whether somebody was there to have the bomb when the round began."""
    return tables.mode == 0 and any(unit.side == 0 and not unit.kicked for unit in state.units[: state.n_units])


def place_faults(state: Any, tables: Any) -> Iterator[str]:
    """Tokens on the map, apart from one another."""
    if state.phase == BETWEEN or state.phase == OVER:
        return
    places = [(u.x, u.y) for u in state.units[: state.n_units] if u.alive]
    places += [(h.x, h.y) for h in state.hostages if h.status == PLACED]
    field = tables.field
    for k, (x, y) in enumerate(places):
        if not (
            0.499 * STEPS <= x <= field.width - 0.499 * STEPS and 0.499 * STEPS <= y <= field.height - 0.499 * STEPS
        ):
            yield f"a token at {x}, {y}, off the map"
        for a, b in places[:k]:
            if ((x - a) ** 2 + (y - b) ** 2) ** 0.5 < NEAREST * STEPS:
                yield f"tokens overlap at {x}, {y} and {a}, {b}"


def clock_faults(state: Any, tables: Any) -> Iterator[str]:
    """Who owes, and that nothing is half done."""
    if state.phase not in (BUY, CALL, COUNT, TARGET, BETWEEN, OVER):
        yield f"it stopped in state {state.phase}"
    if (state.owing == 0) != (state.phase == OVER):
        yield "nobody is to choose, and it is not over" if state.owing == 0 else "it is over, and somebody is to choose"
    if state.phase != BETWEEN and any(state.owing >> i & 1 and not state.units[i].alive for i in range(UNITS + 1)):
        yield "somebody who is gone is to choose"
    if bool(state.count) != (state.phase == COUNT) or state.count > last_count(tables) or state.step:
        yield f"count {state.count}, step {state.step}"
    for name in ("hits", "harm", "discs", "doing", "rulings"):
        if np.any(np.frombuffer(state[name].tobytes(), np.int64)) and not (name == "rulings" and state.n_rulings):
            yield f"something is left in {name}"
    if state.phase != ACTION and sum(state.score) > state.round_number:
        yield "more rounds are won than were played"
    if state.turn > max(tables.options.mp_roundturns, 1) + tables.options.mp_c4timer and tables.options.mp_roundturns:
        yield f"turn {state.turn} of {tables.options.mp_roundturns}"
