"""Section 7.1: where a piece can go. Squares are rows of bits; a step spreads them all at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.engine.compiled import compiled, rule
from ....core.space.grid import (
    WINDOW_REACH,
    Window,
    bit,
    centre_window,
    empty_window,
    has_square,
    intersect,
    mask_window,
    neighbours,
    shift_rows,
    union,
    window_bits,
)
from ..lookup import allowance
from ..state import State
from ..tables import REACH, Tables
from .pieces import ground_at, occupied_row, path_is_clear, side_of_unit, type_of

assert REACH <= WINDOW_REACH  # a window holds the longest move


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
    return tables.open.rows[y] & ~(occupied_row(state, y) | tables.bunkers[side_of_unit(i)].rows[y])


@rule("TTT-3.23", "TTT-3.24", "TTT-3.25", "TTT-3.26")
def easy(tables: Tables, move: int, steps: int, x: int, y: int) -> Any:
    """The squares of a row, within reach of x, whose own allowance is at least `steps` (terrain_move = enter)."""
    found = np.uint64(0)
    for at in range(max(0, x - REACH), min(tables.width, x + REACH + 1)):
        if allowance(tables, ground_at(tables, at, y), move) >= steps:
            found |= bit(at)
    return found


@rule("TTT-7.2", "TTT-7.5", "TTT-2.7", "TTT-3.13")
def flood(state: State, tables: Tables, i: int, steps: int, entered: bool) -> Window:
    """The squares a piece can end on within so many steps, one square a step, never diagonally.

    With `entered`, only over squares whose own terrain allows as many steps.
    """
    at_x, at_y = state.units[i].x, state.units[i].y
    south, north = max(0, at_y - steps), min(tables.height - 1, at_y + steps)
    ways, goals = empty_window(), empty_window()
    for y in range(north, south - 1, -1):
        ground = easy(tables, type_of(state, tables, i).move, steps, at_x, y) if entered else ~np.uint64(0)
        ways = mask_window(ways, window_bits(passable(state, tables, i, y) & ground, at_x))
        goals = mask_window(goals, window_bits(endable(state, tables, i, y) & ground, at_x))
    ways, goals = shift_rows(ways, south - at_y + WINDOW_REACH), shift_rows(goals, south - at_y + WINDOW_REACH)
    reached, ends = centre_window(), empty_window()
    for _ in range(steps):
        next_to = neighbours(reached)
        ends = union(ends, intersect(next_to, goals))
        reached = union(reached, intersect(next_to, ways))
    return ends


@rule("TTT-7.1", "TTT-3.12", "TTT-3.23", "TTT-3.26", "TTT-3.27")
def reach(state: State, tables: Tables, i: int) -> Window:
    """The squares on which a move of this piece may end."""
    steps = steps_of(state, tables, i)
    if not tables.terrain_entered or path_is_clear(state, tables, i):
        return flood(state, tables, i, steps, False)
    ends = empty_window()
    for most in range(1, steps + 1):
        ends = union(ends, flood(state, tables, i, most, True))
    return ends


@compiled
def can_reach(state: State, tables: Tables, i: int, x: int, y: int) -> bool:
    """Whether a move of this piece may end on a square of the map."""
    return has_square(reach(state, tables, i), x - state.units[i].x, y - state.units[i].y)
