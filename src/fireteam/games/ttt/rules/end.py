"""Section 9: objectives, and the end of the game."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log
from ....core.space.grid import bits
from ..events import BY_LIMIT, BY_NO_PIECE, BY_OBJECTIVE, MANY_ENDS
from ..log import log_ended, log_held, log_scored
from ..state import DRAWN, IN_PLAY, ONE, OVER, State
from ..tables import (
    BY_SCORE,
    ELIMINATE_ALL,
    ELIMINATE_TYPE,
    ENTER,
    EXIT,
    HOLD,
    PREVENT_EXIT,
    SCORE,
    SIDE,
    SIDE_1,
    SIDE_2,
    SURVIVE,
    SURVIVORS,
    Tables,
)
from .pieces import forget_turn, pieces_left
from .sight import has_square


@compiled
def in_zone(state: State, tables: Tables, side: int, zone: int) -> int:
    """How many pieces of a side stand in a zone."""
    standing = 0
    for y in range(tables.height):
        standing += bits(state.stand[side].rows[y] & tables.zones[zone].rows[y])
    return standing


@compiled
def of_type(state: State, tables: Tables, side: int, piece: int) -> int:
    """How many pieces of a type a side has on the board."""
    standing = 0
    for i in range(side * SIDE, side * SIDE + tables.sides[side].pieces):
        standing += int(state.units[i].status == IN_PLAY and state.units[i].piece == piece)
    return standing


@rule("TTT-9.2", "TTT-9.4", "TTT-9.6", "TTT-9.10")
def is_objective_met(state: State, tables: Tables, side: int) -> bool:
    """Whether a side's objective, of the kinds judged at once, is met. Who eliminated a piece does not matter."""
    mission = tables.sides[side]
    if mission.objective == ELIMINATE_TYPE:
        return of_type(state, tables, 1 - side, mission.piece) == 0
    if mission.objective == ELIMINATE_ALL:
        return pieces_left(state, tables, 1 - side) == 0
    if mission.objective == EXIT:
        return state.exits[side] >= mission.needed
    if mission.objective == PREVENT_EXIT:
        return state.exits[1 - side] + pieces_left(state, tables, 1 - side) < tables.sides[1 - side].needed
    return False


@compiled
def finish(state: State, tables: Tables, log: Log, winner: int, why: int) -> None:
    """The game ends, and its last turn leaves no marks."""
    forget_turn(state, tables)
    state.phase, state.winner, state.why = OVER, winner, why
    log_ended(log, winner, winner * MANY_ENDS + why)  # whose objective it was says who won


@rule("TTT-9.1", "TTT-9.2", "TTT-9.3", "TTT-4.20", "TTT-8.17")
def judge(state: State, tables: Tables, log: Log) -> None:
    """After every movement action and elimination: the acting side's objective, the other's, then who has no piece."""
    reset_holds(state, tables)
    for side in (state.side, 1 - state.side):
        if is_objective_met(state, tables, side):
            finish(state, tables, log, ONE + side, BY_OBJECTIVE + tables.sides[side].objective)
            return
    for side in (state.side, 1 - state.side):
        if pieces_left(state, tables, side) == 0:
            finish(state, tables, log, ONE + 1 - side, BY_NO_PIECE)
            return


@rule("TTT-9.2", "TTT-9.5")
def judge_entry(state: State, tables: Tables, log: Log, x: int, y: int) -> None:
    """The acting side wins by a piece that ends a move in the zone; one placed there has not entered it."""
    mission = tables.sides[state.side]
    if mission.objective == ENTER and has_square(tables.zones[mission.zone], x, y):
        finish(state, tables, log, ONE + state.side, BY_OBJECTIVE + ENTER)


@rule("TTT-9.7", "TTT-10.15")
def reset_holds(state: State, tables: Tables) -> None:
    """A side with no piece left in the zone it holds loses its armed state and its count."""
    for side in range(2):
        mission = tables.sides[side]
        if mission.objective == HOLD and in_zone(state, tables, side, mission.zone) == 0:
            state.armed[side] = state.held[side] = 0


@compiled
def add_hold(state: State, tables: Tables, log: Log, side: int) -> None:
    """A hold count rises by one, and wins at the number of turns."""
    state.held[side] += 1
    log_held(log, side, state.held[side])
    if state.held[side] >= tables.sides[side].needed:
        finish(state, tables, log, ONE + side, BY_OBJECTIVE + HOLD)


@rule("TTT-9.8", "TTT-9.14", "TTT-6.6")
def add_hold_at_start(state: State, tables: Tables, log: Log) -> None:
    """At the start of its turn an armed side adds 1 to its hold count."""
    mission = tables.sides[state.side]
    if mission.objective == HOLD and not mission.at_turn_end and state.armed[state.side]:
        add_hold(state, tables, log, state.side)


@rule("TTT-9.7", "TTT-9.8", "TTT-9.9", "TTT-6.7")
def judge_turn(state: State, tables: Tables, log: Log) -> None:
    """At the end of its turn: the acting side arms or ticks its hold, or scores."""
    side = state.side
    mission = tables.sides[side]
    if mission.objective == HOLD:
        state.armed[side] = int(in_zone(state, tables, side, mission.zone) > 0)
        if not state.armed[side]:
            state.held[side] = 0
        elif mission.at_turn_end:
            add_hold(state, tables, log, side)
    elif mission.objective == SCORE:
        if in_zone(state, tables, side, mission.zone) > in_zone(state, tables, 1 - side, mission.zone):
            state.score[side] += 1
            log_scored(log, side, state.score[side])
            if state.score[side] >= mission.needed:
                finish(state, tables, log, ONE + side, BY_OBJECTIVE + SCORE)


@rule("TTT-9.11", "TTT-6.7")
def judge_survival(state: State, tables: Tables, log: Log) -> None:
    """When its round ends, a side that has to survive and has a piece on the board wins."""
    for side in range(2):
        mission = tables.sides[side]
        if (
            mission.objective == SURVIVE
            and state.round_number >= mission.needed
            and pieces_left(state, tables, side) > 0
        ):
            finish(state, tables, log, ONE + side, BY_OBJECTIVE + SURVIVE)
            return


@rule("TTT-9.12", "TTT-9.13")
def judge_limit(state: State, tables: Tables, log: Log) -> None:
    """When the last round ends without a winner, the mission's limit result decides."""
    if state.round_number < tables.round_limit:
        return
    ahead = 0
    if tables.limit_result == SURVIVORS:
        ahead = pieces_left(state, tables, 0) - pieces_left(state, tables, 1)
        if ahead == 0:
            ahead = points_left(state, tables, 0) - points_left(state, tables, 1)
    elif tables.limit_result == BY_SCORE:
        ahead = state.score[0] - state.score[1]
    elif tables.limit_result == SIDE_1:
        ahead = 1
    elif tables.limit_result == SIDE_2:
        ahead = -1
    finish(state, tables, log, DRAWN if ahead == 0 else ONE + int(ahead < 0), BY_LIMIT)


@rule("TTT-9.12", "TTT-4.2")
def points_left(state: State, tables: Tables, side: int) -> int:
    """The points, by the formula, of the pieces a side has on the board."""
    points = 0
    for i in range(side * SIDE, side * SIDE + tables.sides[side].pieces):
        if state.units[i].status == IN_PLAY:
            points += tables.pieces[state.units[i].piece].points
    return points
