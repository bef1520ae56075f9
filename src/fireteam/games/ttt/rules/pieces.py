"""Who stands where, and what the pieces are: what the other rules ask."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.engine.compiled import compiled, rule
from ....core.space.grid import bit
from ..lookup import distance
from ..state import IN_PLAY, State, Unit
from ..tables import CLEAR_PATH, SIDE, Ground, Piece, Tables

NORTH_EAST_SOUTH_WEST = ((0, 1), (1, 0), (0, -1), (-1, 0))


@compiled
def side_of_unit(i: int) -> int:
    """The side a unit belongs to, 0 or 1; it never changes (TTT-1.5)."""
    return i // SIDE


@compiled
def type_of(state: State, tables: Tables, i: int) -> Piece:
    """A unit's line in the squad sheet."""
    return tables.pieces[state.units[i].piece]


@rule("TTT-4.27")
def can(state: State, tables: Tables, i: int, ability: int) -> bool:
    """Whether a unit has an ability; one with several has them all."""
    return (tables.pieces[state.units[i].piece].abilities & ability) != 0


@compiled
def ground_at(tables: Tables, x: int, y: int) -> Ground:
    """The terrains of a square."""
    return tables.grounds[tables.ground[y, x]]


@compiled
def distance_between(state: State, i: int, j: int) -> int:
    """The distance between two units."""
    return distance(state.units[i].x, state.units[i].y, state.units[j].x, state.units[j].y)


@rule("TTT-1.6", "TTT-8.8")
def put_on_board(state: State, i: int, x: int, y: int) -> None:
    """Put a unit on a square, which it alone occupies."""
    unit = state.units[i]
    rows = state.stand[side_of_unit(i)].rows
    rows[y] |= bit(x)
    unit.status, unit.x, unit.y = IN_PLAY, x, y


@rule("TTT-1.6", "TTT-4.26", "TTT-8.8", "TTT-7.13")
def remove(state: State, i: int, status: int) -> None:
    """Take a unit off the board: its square is free, its abilities end, and nobody has aimed or fired at it."""
    unit = state.units[i]
    take_off_square(state, i)
    unit.status, unit.x, unit.y = status, 0, 0
    forget(unit)
    for side in range(2):
        for k in range(side * SIDE, (side + 1) * SIDE):
            other = state.units[k]
            if other.status == 0:  # a side's units stand one after another
                break
            if other.aim == i + 1:
                other.aim = 0
            other.fired &= ~bit(i)
            other.fired_twice &= ~bit(i)


@rule("TTT-6.7", "TTT-7.13")
def forget_turn(state: State, tables: Tables) -> None:
    """A turn is over: aims lapse, and nothing is kept of what the acting side's pieces did."""
    for i in range(state.side * SIDE, state.side * SIDE + tables.sides[state.side].pieces):
        forget(state.units[i])
    state.budget = state.acted = 0


@compiled
def forget(unit: Unit) -> None:
    """A unit has no aim, no attack and nothing done."""
    unit.did = unit.aim = unit.attacks = 0
    unit.fired = unit.fired_twice = np.uint64(0)


@compiled
def take_off_square(state: State, i: int) -> None:
    """Free the square on which a unit stands."""
    unit = state.units[i]
    rows = state.stand[side_of_unit(i)].rows
    rows[unit.y] &= ~bit(unit.x)


@compiled
def in_play(state: State, i: int) -> bool:
    """Whether a unit is on the board."""
    return state.units[i].status == IN_PLAY


@compiled
def pieces_left(state: State, tables: Tables, side: int) -> int:
    """How many pieces of a side are on the board."""
    left = 0
    for i in range(side * SIDE, side * SIDE + tables.sides[side].pieces):
        left += int(state.units[i].status == IN_PLAY)
    return left


@compiled
def occupied_row(state: State, y: int) -> Any:
    """The squares of a row on which pieces of either side stand."""
    return state.stand[0].rows[y] | state.stand[1].rows[y]


@rule("TTT-4.24", "TTT-3.27")
def path_is_clear(state: State, tables: Tables, i: int) -> bool:
    """A Minesweeper, and pieces of its side within 1 space of it when they start, ignore terrain when they move."""
    side = side_of_unit(i)
    for k in range(side * SIDE, side * SIDE + tables.sides[side].pieces):
        if in_play(state, k) and can(state, tables, k, CLEAR_PATH):
            if distance_between(state, i, k) <= tables.constants.clear_path:
                return True
    return False


@compiled
def unit_at(state: State, tables: Tables, x: int, y: int) -> int:
    """The unit on a square; -1 for none."""
    for side in range(2):
        for i in range(side * SIDE, side * SIDE + tables.sides[side].pieces):
            unit: Unit = state.units[i]
            if unit.status == IN_PLAY and unit.x == x and unit.y == y:
                return i
    return -1
