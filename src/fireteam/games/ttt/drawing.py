"""What readers see of Table Top Troopers as rows of numbers: what `view` and `briefing` put into words.

Which player has which side is not in them: names say it.
"""

from __future__ import annotations

from ...core.engine.compiled import compiled
from ...core.engine.record import Array
from ...core.protocol.drawing import DECISION, ROLE
from .state import FORCE, IN_PLAY, SEATS, UNITS, UNPLACED, State
from .tables import SIDE, Tables

COLUMNS = 5
LINES = 3  # of how the match stands: the round, and the two sides
SECTIONS = UNITS + LINES


@compiled
def draw(state: State, tables: Tables, slot: int, rows: Array) -> bool:
    """A row for each piece, for each line of how the match stands, for the roles and for the decision."""
    if state.phase == FORCE or state.phase == SEATS:
        return False  # who is which side may not be known yet
    for i in range(UNITS):
        draw_piece(state, i, rows[i])
    draw_standing(state, rows[UNITS:SECTIONS])
    role, asked = rows[SECTIONS + ROLE], rows[SECTIONS + DECISION]
    for i in range(UNITS):
        status = state.units[i].status
        if status == IN_PLAY or status == UNPLACED:
            role[i // SIDE] |= 1 << i % SIDE
        if status == UNPLACED:
            asked[2 + i // SIDE] |= 1 << i % SIDE
    asked[0], asked[1] = state.phase, state.budget
    return True


@compiled
def draw_piece(state: State, i: int, row: Array) -> None:
    """A piece that is on the board or beside it: its square, then what it is and does. Others have zeros."""
    unit = state.units[i]
    if unit.status == IN_PLAY or unit.status == UNPLACED:
        row[0], row[1] = (unit.x, unit.y) if unit.status == IN_PLAY else (-1, -1)
        row[2], row[3], row[4] = 1 + unit.piece, unit.did, unit.aim


@compiled
def draw_standing(state: State, rows: Array) -> None:
    """The round, and for each side its pieces on the board and what it has held, scored and brought out."""
    rows[0, 0] = state.round_number
    for i in range(UNITS):
        if state.units[i].status == IN_PLAY:
            rows[1 + i // SIDE, 0] += 1
    for side in range(2):
        row = rows[1 + side]
        row[1], row[2], row[3] = state.held[side], state.score[side], state.exits[side]
