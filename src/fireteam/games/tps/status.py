"""How a match stands, in rows: the clock, the sides, the bomb or the hostages, smoke."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.scene import Row
from ...core.space.units import round_point
from .names import MatchNames, names_of
from .state import ACTION, ARMED, BETWEEN, BUY, CALL, COUNT, DEFUSED, EXPLODED, OVER, RESCUED, TARGET
from .tables import BOMB_MODE, CT, SIDES, T

PHASE_TEXTS = {
    BUY: "buying",
    CALL: "calls",
    COUNT: "count {count} of {counts}",
    TARGET: "targets",
    ACTION: "step {step}",
    BETWEEN: "between rounds",
    OVER: "over",
}
BOMB_TEXTS = {EXPLODED: "has exploded", DEFUSED: "is defused"}


def status_rows(setting: Setting, states: Array) -> Iterator[Row]:
    """Round and turn, both sides, and what the round is about."""
    state, tables, names = states[0], setting.tables[0], names_of(setting)
    yield Row("round", round_row(state, tables))
    for side in (T, CT):
        yield Row(SIDES[side], side_row(state, names, side))
    if tables.mode == BOMB_MODE:
        yield Row("bomb", bomb_row(state, tables, names))
    else:
        yield Row("hostages", hostage_row(state, tables, names))
    smoke = [
        f"{names.thing('zone', k).replace('_', ' ')} to the end of turn {last}"
        for k, last in enumerate(state.smoke)
        if last
    ]
    if smoke:
        yield Row("smoke", ", ".join(smoke))


def round_row(state: Any, tables: Any) -> str:
    """Round, turn and moment, and what happens when time is up."""
    said = f"{max(1, state.round_number)} of {tables.options.mp_maxrounds}, turn {max(1, state.turn)}"
    limit = int(tables.options.mp_roundturns)
    if limit:
        said += f" of {limit}"
    bonus = state.phase == COUNT and state.count > tables.options.mp_movecounts
    now = "bonus count {count}" if bonus else PHASE_TEXTS.get(int(state.phase), "")
    if now:
        said += f", {now.format(count=state.count, counts=tables.options.mp_movecounts, step=state.step)}"
    if limit and state.bomb.status != ARMED:
        said += "; then CT win unless the bomb is armed" if tables.mode == BOMB_MODE else "; then rescues decide"
    return said


def side_row(state: Any, names: MatchNames, side: int) -> str:
    """A side: rounds won by its team, who lives, and the cash of each."""
    units = [i for i in range(state.n_units) if state.units[i].side == side and not state.units[i].kicked]
    living = sum(int(state.units[i].alive) for i in units)
    won = int(state.score[side ^ int(state.swapped)])
    cash = ", ".join(f"{names.unit(i)} {state.units[i].cash}" for i in units)
    there = f"{living} of {len(units)} living" if state.round_number else f"{len(units)} units"
    return f"{won} round{'s' if won != 1 else ''} won, {there}, cash {cash}"


def bomb_row(state: Any, tables: Any, names: MatchNames) -> str:
    """Where the bomb is, and when it explodes."""
    bomb, gear = state.bomb, int(tables.bomb) + 1
    if bomb.status == ARMED:
        last = int(bomb.turn + tables.options.mp_c4timer)
        left = last - int(state.turn)
        when = f"in {left} turn{'s' if left != 1 else ''}" if left else "this turn"
        return (
            f"armed at {round_point(names.point(int(bomb.x), int(bomb.y)))}, explodes {when} (step 10 of turn {last})"
        )
    if bomb.status in BOMB_TEXTS:
        return BOMB_TEXTS[int(bomb.status)]
    carriers = [names.unit(i) for i in range(state.n_units) if state.units[i].special.gear == gear]
    lying = [
        round_point(names.point(int(one.x), int(one.y))) for one in state.ground[: state.n_ground] if one.gear == gear
    ]
    return f"carried by {carriers[0]}" if carriers else f"lies at {lying[0]}" if lying else "not on the table yet"


def hostage_row(state: Any, tables: Any, names: MatchNames) -> str:
    """How many are rescued, and how many it takes."""
    rescued = sum(int(hostage.status == RESCUED) for hostage in state.hostages)
    return f"{rescued} of {tables.n_hostages} rescued, CT need {tables.options.mp_hostagequota}"
