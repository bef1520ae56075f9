"""Section 5: forces, seats and placement."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.dice import Dice, roll
from ....core.engine.compiled import compiled, rule
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log
from ....core.space.grid import bit
from ..choices import types_at
from ..events import FOR_FIRST_SEAT, FOR_SECOND_SEAT
from ..log import log_picked, log_placed, log_seated, log_skipped, log_tied
from ..lookup import distance
from ..state import ELIMINATED, FORCE, IN_PLAY, PLACE, READY, SEATS, UNPLACED, State
from ..tables import AT_ANY_CORNER, AT_OPPOSITE_CORNER, NEAR, PICKED, SIDE, Tables
from .pieces import occupied_row, put_on_board


@rule("TTT-5.2", "TTT-5.3", "TTT-5.4", "TTT-5.15")
def open_game(state: State, tables: Tables, log: Log) -> None:
    """Forces that are given stand ready; then come picks and seats, seats first where a player must know its side."""
    state.round_number = 1
    for side in range(2):
        if tables.sides[side].force != PICKED:
            deploy_force(state, tables, side)
    if tables.open_picks or tables.forces_differ or not call_for_picks(state, tables):
        begin_seats(state, tables, log)


@rule("TTT-5.2", "TTT-5.7")
def begin_seats(state: State, tables: Tables, log: Log) -> None:
    """Seats are rolled for, or are as listed."""
    if tables.fixed_seats:
        after_seats(state, tables, log)
    else:
        state.phase = SEATS


@rule("TTT-5.4", "TTT-6.5")
def call_for_picks(state: State, tables: Tables) -> bool:
    """Await the picks still owed: all of them in secret, or by the option side 1's first. False if none is owed."""
    state.picking = 0
    for side in range(2):
        if tables.sides[side].force == PICKED and state.units[side * SIDE].status == 0:
            if state.picking == 0 or not tables.open_picks:
                state.picking |= 1 << side
    if state.picking:
        state.phase = FORCE
    return state.picking != 0


@compiled
def deploy_force(state: State, tables: Tables, side: int) -> None:
    """A given force: its pieces wait to be placed, in force order."""
    force = tables.sides[side]
    for k in range(force.given):
        add_unit(state, side * SIDE + k, force.types[k])


@compiled
def add_unit(state: State, i: int, piece: int) -> None:
    """A piece of a type waits to be placed."""
    state.units[i].status, state.units[i].piece = UNPLACED, piece


@rule("TTT-5.3", "TTT-5.4", "TTT-5.16", "TTT-13.1")
def take_pick(state: State, tables: Tables, log: Log, side: int, choice: Choice) -> None:
    """A pick is revealed: the pieces that come in any case, then those picked, in their order."""
    force = tables.sides[side]
    deploy_force(state, tables, side)
    for k in range(choice.n):
        piece = types_at(choice, k)
        add_unit(state, side * SIDE + force.given + k, piece)
        log_picked(log, side ^ state.swapped, piece)


@rule("TTT-5.2", "TTT-5.4", "TTT-6.5")
def after_picks(state: State, tables: Tables, log: Log) -> None:
    """When no pick is owed any more, the seats are settled, or placement begins where they are."""
    if call_for_picks(state, tables):
        return
    if tables.open_picks or tables.forces_differ:
        begin_placement(state, tables, log)
    else:
        begin_seats(state, tables, log)


@rule("TTT-5.2", "TTT-5.4", "TTT-5.15")
def after_seats(state: State, tables: Tables, log: Log) -> None:
    """With the seats settled: the picks that waited for them, then placement."""
    if not call_for_picks(state, tables):
        begin_placement(state, tables, log)


@rule("TTT-5.10", "TTT-5.11")
def begin_placement(state: State, tables: Tables, log: Log) -> None:
    """Side 1 places first."""
    state.phase, state.side = PLACE, 1
    pass_placement(state, tables, log)


@rule("TTT-5.7", "TTT-1.2", "TTT-1.3")
def roll_for_seats(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The player listed first rolls, then the other; the higher takes side 1; a tie changes nothing."""
    first = roll(dice, log, tables.constants.die, FOR_FIRST_SEAT)
    second = roll(dice, log, tables.constants.die, FOR_SECOND_SEAT)
    if first == second:
        log_tied(log)
        return
    state.swapped = int(second > first)
    if state.swapped and not tables.forces_differ:
        exchange_forces(state)
    log_seated(log, state.swapped)
    after_seats(state, tables, log)


@rule("TTT-5.4", "TTT-5.7")
def exchange_forces(state: State) -> None:
    """A player who takes the other side takes the force it picked along; both forces are of one size."""
    for k in range(SIDE):
        one, other = state.units[k], state.units[SIDE + k]
        one.piece, other.piece = other.piece, one.piece


@rule("TTT-5.8", "TTT-5.13", "TTT-3.19", "TTT-5.17", "TTT-10.10")
def zone_row(state: State, tables: Tables, side: int, piece: int, y: int) -> Any:
    """The squares of a row in the zone where a side may place a type: open ones, in no bunker (`zones.placement`)."""
    place = tables.sides[side].places[piece]
    squares = tables.zones[place.zone].rows[y]
    if place.kind == NEAR:
        return squares & near_row(state, tables, side, place.near, place.distance, y)
    if place.kind == AT_OPPOSITE_CORNER:
        i = at_corner(state, tables, 1 - side)
        if i >= 0:
            opposite = tables.height - 1 - state.units[i].y
            return squares & bit(tables.width - 1 - state.units[i].x) if y == opposite else np.uint64(0)
    return squares


@compiled
def rows_of_zone(tables: Tables, side: int, piece: int) -> Any:
    """The rows that have a square of the zone where a side may place a type."""
    place = tables.sides[side].places[piece]
    return range(place.south, place.north + 1)


@compiled
def at_corner(state: State, tables: Tables, side: int) -> int:
    """The piece of a side that is placed on a corner because it belongs there; -1 if none is."""
    for i in range(side * SIDE, side * SIDE + tables.sides[side].pieces):
        kind = tables.sides[side].places[state.units[i].piece].kind
        if state.units[i].status == IN_PLAY and (kind == AT_ANY_CORNER or kind == AT_OPPOSITE_CORNER):
            return i
    return -1


@compiled
def near_row(state: State, tables: Tables, side: int, piece: int, most: int, y: int) -> Any:
    """The squares of a row within a distance of any piece of a type that the side has placed."""
    found = np.uint64(0)
    for i in range(side * SIDE, side * SIDE + tables.sides[side].pieces):
        unit = state.units[i]
        if unit.status == IN_PLAY and unit.piece == piece:
            for x in range(tables.width):
                if distance(unit.x, unit.y, x, y) <= most:
                    found |= bit(x)
    return found


@rule("TTT-5.14", "TTT-5.17")
def must_wait(state: State, tables: Tables, side: int, piece: int) -> bool:
    """Whether a type may be placed only after another that its zone depends on, none of which is placed."""
    place = tables.sides[side].places[piece]
    if place.kind != NEAR:
        return False
    for i in range(side * SIDE, side * SIDE + tables.sides[side].pieces):
        if state.units[i].status == IN_PLAY and state.units[i].piece == place.near:
            return False
    return True


@rule("TTT-5.13", "TTT-1.6")
def placeable(state: State, tables: Tables, side: int, piece: int, y: int) -> Any:
    """The squares of a row on which a side may place a type now: in its zone, and free."""
    if must_wait(state, tables, side, piece):
        return np.uint64(0)
    return zone_row(state, tables, side, piece, y) & ~occupied_row(state, y)


@rule("TTT-5.12", "TTT-5.18")
def can_place(state: State, tables: Tables, side: int) -> bool:
    """Whether any unplaced piece of a side has a lawful square."""
    for i in range(side * SIDE, side * SIDE + tables.sides[side].pieces):
        if state.units[i].status == UNPLACED:
            for y in rows_of_zone(tables, side, state.units[i].piece):
                if placeable(state, tables, side, state.units[i].piece, y):
                    return True
    return False


@compiled
def waiting_pieces(state: State, tables: Tables, side: int) -> bool:
    """Whether a side has pieces to place."""
    for i in range(side * SIDE, side * SIDE + tables.sides[side].pieces):
        if state.units[i].status == UNPLACED:
            return True
    return False


@rule("TTT-5.9", "TTT-5.12")
def place_piece(state: State, tables: Tables, log: Log, i: int, x: int, y: int) -> None:
    """A piece is placed; then it is the other side's turn to place."""
    put_on_board(state, i, x, y)
    log_placed(log, i, x, y)
    pass_placement(state, tables, log)


@rule("TTT-5.9", "TTT-5.12", "TTT-5.18")
def pass_placement(state: State, tables: Tables, log: Log) -> None:
    """The next to place: the other side if it can, else this one again; when neither can, what is left stays out."""
    for side in (1 - state.side, state.side):
        if can_place(state, tables, side):
            state.side = side
            return
        if waiting_pieces(state, tables, side):
            log_skipped(log, side)
    for i in range(len(state.units)):
        if state.units[i].status == UNPLACED:
            state.units[i].status = ELIMINATED
    state.phase, state.side = READY, 0
