"""Whether a State can be one of a match: what a position line that somebody wrote is asked before it is played on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.events import new_log
from .events import BY_LIMIT, ENDS
from .names import PieceNames
from .names import names as names_of
from .rules.attack import attacks_of
from .rules.end import judge
from .rules.pieces import can, side_of_unit
from .rules.setting_up import can_place
from .state import (
    AIMED,
    ATTACK,
    COMMANDING,
    DRAWN,
    FORCE,
    IN_PLAY,
    MOVE,
    NOBODY,
    OVER,
    PHASES,
    PLACE,
    SEATS,
    UNITS,
    UNPLACED,
)
from .tables import COMMAND, HOLD, PICKED, SCORE, SIDE


def position_faults(setting: Setting, states: Array) -> Iterator[str]:
    """Why no match can come to a State: the part of the line that cannot be so, and what to write there."""
    state, tables, names = states[0], setting.tables[0], names_of(setting, states)
    yield from _course(state, tables)
    yield from _forces(state, tables, names)
    yield from _pieces(state, tables, names)
    yield from _end(states, tables)
    if not _can_continue(state, tables):
        yield f"nobody could go on from here in phase {PHASES[state.phase]}"


def _course(state: Any, tables: Any) -> Iterator[str]:
    """Round, budget, and who has won."""
    if not 1 <= state.round_number <= tables.round_limit:
        yield f"there is no round {state.round_number}: write 1 to {tables.round_limit}"
    least, most = (1, _most_actions(state, tables)) if state.phase == MOVE else (0, 0)
    if not least <= state.budget <= most or (state.acted and state.phase != MOVE):
        budget, phase = f"{state.budget}{'*' if state.acted else ''}", PHASES[state.phase]
        asked = f"{least}" if least == most else f"{least} to {most}"
        yield f"a budget of {budget} cannot be in phase {phase}: write {asked}"
    if state.phase == OVER:
        if state.winner == NOBODY or state.why == 0 or (state.winner == DRAWN and state.why != BY_LIMIT):
            yield (
                "phase over needs who won and why in its last part: write winner=1 or winner=2 and"
                f" why=1 to why={len(ENDS) - 1}, or winner={DRAWN};why={BY_LIMIT} for a draw"
            )
    elif state.winner or state.why:
        yield "nobody has won before the end: write phase over, or leave out winner and why"


def _most_actions(state: Any, tables: Any) -> int:
    """The largest budget of the acting side: of all its Captains together, or the one action of a turn."""
    first = state.side * SIDE
    captains = sum(
        state.units[i].status == IN_PLAY and can(state, tables, i, COMMAND) for i in range(first, first + SIDE)
    )
    return int(max(tables.constants.movement, tables.constants.command * captains))


def _forces(state: Any, tables: Any, names: PieceNames) -> Iterator[str]:
    """Every side has its force, no more of a type than it may have, and what is on the board suits the phase."""
    for side in range(2):
        units, force = state.units[side * SIDE : (side + 1) * SIDE], tables.sides[side]
        had = units["piece"][units["status"] != 0].tolist()
        if not had and not (force.force == PICKED and state.phase in (FORCE, SEATS)):
            yield f"side {side + 1} has no piece: write its force, each piece as type@square, or type:u, :x, :o"
        for type in had:
            most = force.types[: force.given].tolist().count(type) + (force.most[type] if force.picks else 0)
            if had.count(type) > most:
                yield (
                    f"side {side + 1} has at most {most} {names.types[type]} in this match, not {had.count(type)}:"
                    " write fewer, or play on a bare board, such as @1"
                )
        for status, phases, what in (
            (UNPLACED, (MOVE, ATTACK), "not placed yet"),
            (IN_PLAY, (FORCE, SEATS), "on the board already"),
        ):
            if state.phase in phases and np.any(units["status"] == status):
                other = "type@square, :x or :o" if status == UNPLACED else "type:u"
                yield f"in phase {PHASES[state.phase]} no piece of side {side + 1} is {what}: write {other}"


def _pieces(state: Any, tables: Any, names: PieceNames) -> Iterator[str]:
    """What each piece did, and may do yet, in the turn."""
    acting = state.side if state.phase in (MOVE, ATTACK) else -1
    for i in range(UNITS):
        unit = state.units[i]
        marked = unit.did or unit.aim or unit.attacks or unit.fired or unit.fired_twice
        if marked and (unit.status != IN_PLAY or side_of_unit(i) != acting):
            yield f"{names.unit(i)} has no turn now: leave out what follows its square (!m, !a, !c, >, + and /)"
        if unit.attacks > (most := attacks_of(state, tables, i)):
            yield f"{names.unit(i)} cannot have {unit.attacks} attacks left: write +{most}, or less"
        if unit.did == COMMANDING and not can(state, tables, i, COMMAND):
            yield f"{names.unit(i)} cannot command: leave out !c"
        if unit.aim:
            target = unit.aim - 1
            if unit.did != AIMED or side_of_unit(target) == acting or state.units[target].status != IN_PLAY:
                first = SIDE * (1 - acting) + 1
                yield f"{names.unit(i)} cannot aim so: write !a>n, where n is {first} for the enemy's first piece"


def _end(states: Array, tables: Any) -> Iterator[str]:
    """A match that somebody has won goes no further."""
    state = states[0]
    if state.phase not in (MOVE, ATTACK) or state.doing.unit:
        return
    for side in range(2):
        mission, reached = tables.sides[side], {HOLD: ("held", state.held), SCORE: ("score", state.score)}
        if mission.objective in reached:
            name, counts = reached[mission.objective]
            if counts[side] >= mission.needed:
                yield f"side {side + 1} wins at {name}={mission.needed}: write less, or phase over"
    after = states.copy()[0]
    judge(after, tables, new_log()[0])
    if after.phase == OVER:
        why, clause = ENDS[after.why]
        yield (
            f"side {after.winner} has won already, {why} ({clause}):"
            f" change the pieces, or write phase over with winner={after.winner};why={after.why}"
        )


def _can_continue(state: Any, tables: Any) -> bool:
    """Whether play can go on: picks are owed by sides that pick, somebody can place, who attacks is there."""
    if state.phase == FORCE:
        owed = [side for side in range(2) if state.picking >> side & 1]
        return bool(owed) and all(tables.sides[k].picks and state.units[k * SIDE].status == 0 for k in owed)
    if state.doing.unit:
        i, j = state.doing.unit - 1, state.doing.target - 1
        return bool(state.phase == ATTACK and state.units[i].status and (j < 0 or state.units[j].status == IN_PLAY))
    if state.phase == PLACE:
        return bool(can_place(state, tables, state.side))
    return True
