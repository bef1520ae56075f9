"""Whether a State can be one of a match: what a position line that somebody wrote is asked before it is played on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....core.engine.record import Array
from ....core.game import Setting
from ....core.protocol.position import MAX_NUMBER
from ....core.protocol.ranges import bounds_of, range_faults
from ..names import names_of
from ..rules.count_limits import last_count, may_order_now
from ..state import BETWEEN, BUY, CALL, COUNT, DRAW, OVER, PHASES, SETTING_UP, TARGET, State
from ..tables import UNITS
from .goals import goal_faults, ground_faults
from .units import unit_faults

DECISION_PHASES = (SETTING_UP, BUY, CALL, COUNT, TARGET, BETWEEN, OVER)  # where somebody decides, or nobody ever will


def position_faults(setting: Setting, states: Array) -> Iterator[str]:
    """Why no match can come to a State: sentences that name the part of a position that cannot be so."""
    state, tables, names = states[0], setting.tables[0], names_of(setting)
    yield from range_faults(states, bounds_of(State, tables, bound_numbers(setting)))
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
        "last_unit": int(tables.n_units) - 1,
        "admin_slot": int(tables.n_units) + 1,
        "batched_orders": int(tables.options.sv_movebatch) - 1,
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
