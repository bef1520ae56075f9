"""Section 7.1: where a piece can go. Squares are rows of bits; a step spreads them all at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.compiled import compiled, rule
from ....core.grid import bit, has_bit
from ..lookup import allowance
from ..state import State
from ..tables import REACH, Tables
from .pieces import ground_at, path_is_clear, side_of_unit, type_of

WINDOW = 2 * REACH + 1  # rows that a move can touch; row 0 of a window is REACH rows south of the piece


@compiled
def new_window() -> Any:
    """No squares, in the rows around a piece."""
    return np.zeros(WINDOW, np.uint64)


@rule("TTT-3.12", "TTT-3.13", "TTT-4.24")
def steps_of(state: State, tables: Tables, i: int) -> int:
    """A piece's allowance: its Move after the terrain of its square, or its full Move where the path is clear."""
    unit = state.units[i]
    move = type_of(state, tables, i).move
    if path_is_clear(state, tables, i):
        return move
    return allowance(tables, ground_at(tables, unit.x, unit.y), move)


@rule("TTT-3.19", "TTT-7.3", "TTT-7.7", "TTT-7.8", "TTT-3.11")
def passable(state: State, tables: Tables, i: int, y: int) -> Any:
    """The squares of a row that a piece may pass: open, free, and in nobody's bunker (own pieces by the option)."""
    side = side_of_unit(i)
    taken = state.stand[1 - side].rows[y]
    if not tables.through_friends:
        taken |= state.stand[side].rows[y]
    return tables.open.rows[y] & ~(taken | tables.bunkers[0].rows[y] | tables.bunkers[1].rows[y])


@rule("TTT-7.3", "TTT-7.4", "TTT-7.7", "TTT-7.8", "TTT-3.22")
def endable(state: State, tables: Tables, i: int, y: int) -> Any:
    """The squares of a row on which a piece may end: open, free, and not its own bunker."""
    taken = state.stand[0].rows[y] | state.stand[1].rows[y]
    return tables.open.rows[y] & ~(taken | tables.bunkers[side_of_unit(i)].rows[y])


@rule("TTT-3.23", "TTT-3.24", "TTT-3.25", "TTT-3.26")
def easy(tables: Tables, move: int, steps: int, x: int, y: int) -> Any:
    """The squares of a row, within reach of x, whose own allowance is at least `steps` (terrain_move = enter)."""
    found = np.uint64(0)
    for at in range(max(0, x - REACH), min(tables.width, x + REACH + 1)):
        if allowance(tables, ground_at(tables, at, y), move) >= steps:
            found |= bit(at)
    return found


@rule("TTT-7.2", "TTT-7.5", "TTT-2.7", "TTT-3.13")
def flood(state: State, tables: Tables, i: int, steps: int, entered: bool, ends: Any) -> None:
    """Add to `ends` the squares a piece can end on within so many steps, one square a step, never diagonally.

    With `entered`, only over squares whose own terrain allows as many steps.
    """
    unit = state.units[i]
    move = type_of(state, tables, i).move
    ways, goals = new_window(), new_window()
    reached = np.zeros(WINDOW + 1, np.uint64)  # a row more, which stays empty, so that every row has a north
    low, high = REACH - steps, REACH + steps + 1
    for row in range(low, high):
        y = unit.y + row - REACH
        if 0 <= y < tables.height:
            ground = easy(tables, move, steps, unit.x, y) if entered else ~np.uint64(0)
            ways[row] = passable(state, tables, i, y) & ground
            goals[row] = endable(state, tables, i, y) & ground
    reached[REACH] = bit(unit.x)
    for _ in range(steps):
        south = np.uint64(0)
        for row in range(low, high):
            here = reached[row]
            beside = (here << np.uint64(1)) | (here >> np.uint64(1)) | reached[row + 1] | south
            ends[row] |= beside & goals[row]
            reached[row] = here | (beside & ways[row])
            south = here


@rule("TTT-7.1", "TTT-3.12", "TTT-3.23", "TTT-3.26", "TTT-3.27")
def reach(state: State, tables: Tables, i: int, ends: Any) -> None:
    """The squares on which a move of this piece may end, as the rows of a window."""
    ends[:] = np.uint64(0)
    steps = steps_of(state, tables, i)
    if not tables.terrain_entered or path_is_clear(state, tables, i):
        flood(state, tables, i, steps, False, ends)
        return
    for most in range(1, steps + 1):
        flood(state, tables, i, most, True, ends)


@compiled
def can_reach(state: State, tables: Tables, i: int, x: int, y: int) -> bool:
    """Whether a move of this piece may end on a square of the map."""
    row = y - state.units[i].y + REACH
    if not 0 <= row < WINDOW:
        return False
    ends = new_window()
    reach(state, tables, i, ends)
    return has_bit(ends[row], x)
