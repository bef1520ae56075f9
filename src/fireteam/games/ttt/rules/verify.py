"""Section 13: whether a choice is lawful. The first reason that applies, in the order of TTT-13.4, refuses it."""

from __future__ import annotations

import numpy as np

from ....core.engine.compiled import compiled, rule
from ....core.protocol.choices import Choice
from ....core.protocol.field_kinds import PARTS
from ....core.protocol.refusals import LAWFUL, refuse
from ....core.space.grid import bit, has_bit
from .. import choices as verbs
from ..refusals import (
    ALREADY_ACTED,
    BAD_ACTION,
    COMMAND_ALONE,
    COMMAND_LATE,
    FORCE_COUNT,
    FORCE_SIZE,
    FORCE_TYPE,
    FRIENDLY,
    GAME_OVER,
    IMPASSABLE,
    IS_COMMANDING,
    NO_ATTACK_LEFT,
    NO_CAPTAIN,
    NO_PIECE,
    NO_TARGET,
    NOT_CAPTAIN,
    NOT_IN_ZONE,
    NOT_YOUR_TURN,
    NOT_YOURS,
    OCCUPIED,
    OFF_BOARD,
    ORDER,
    OWN_BUNKER,
    UNREACHABLE,
    WRONG_STATE,
)
from ..state import ATTACK, COMMANDING, FORCE, IN_PLAY, MOVE, OVER, PLACE, SEATS, UNITS, UNPLACED, State
from ..tables import COMMAND, SIDE, Tables
from .attack import can_fire_at, has_attack_left
from .movement import can_reach, steps_of
from .pieces import can, in_play, occupied_row, side_of_unit
from .setting_up import must_wait, zone_row
from .sight import has_square
from .turn import to_act

Answer = tuple[int, int, int, int]


@rule("TTT-13.4", "TTT-6.5")
def verify(state: State, tables: Tables, slot: int, choice: Choice) -> Answer:
    """Whether a player may choose this now: the state's decisions first, then the action's own conditions."""
    verb = choice.verb
    if not 0 <= choice.n <= 3 * PARTS:
        return refuse(BAD_ACTION)  # no list is so long: only a record made by hand
    if state.phase == OVER:
        return refuse(GAME_OVER)
    if verb == verbs.RESIGN:
        return LAWFUL if state.phase != FORCE and state.phase != SEATS else refuse(WRONG_STATE)
    side = slot ^ state.swapped
    if not (to_act(state) >> slot) & 1:
        secret = verb == verbs.PICK and not tables.open_picks  # a secret pick waits for nobody's turn
        acting = state.phase != SEATS and (state.phase != FORCE or tables.open_picks) and not secret
        return refuse(NOT_YOUR_TURN, 1 - side) if acting else refuse(WRONG_STATE)
    if not fits_phase(state.phase, verb):
        return refuse(WRONG_STATE)
    if verb == verbs.PICK:
        return may_pick(state, tables, side, choice)
    if verb == verbs.COMMAND:
        return may_command(state, tables, side, choice)
    if verb == verbs.END_MOVE or verb == verbs.END_TURN:
        return LAWFUL
    mine = is_mine(state, side, choice.unit, UNPLACED if verb == verbs.PLACE else IN_PLAY)
    if mine != LAWFUL:
        return mine
    if verb == verbs.PLACE:
        return may_place(state, tables, side, choice.unit, choice.x, choice.y)
    if verb == verbs.MOVE:
        return may_move(state, tables, choice.unit, choice.x, choice.y)
    if verb == verbs.AIM:
        return may_aim(state, tables, choice.unit, choice.target)
    return may_attack(state, tables, choice.unit, choice.target)


@rule("TTT-6.5", "TTT-6.3", "TTT-6.4", "TTT-13.2")
def fits_phase(phase: int, verb: int) -> bool:
    """Whether an action belongs to a state."""
    if phase == FORCE:
        return bool(verb == verbs.PICK)
    if phase == PLACE:
        return bool(verb == verbs.PLACE)
    if phase == MOVE:
        return verb in (verbs.COMMAND, verbs.MOVE, verbs.AIM, verbs.END_MOVE, verbs.END_TURN)
    return phase == ATTACK and verb in (verbs.ATTACK, verbs.END_TURN)


@rule("TTT-5.3", "TTT-5.5", "TTT-5.6")
def may_pick(state: State, tables: Tables, side: int, choice: Choice) -> Answer:
    """Exactly the mission's number, of types there are, never more of one than the sheet and the mission allow."""
    force = tables.sides[side]
    for k in range(choice.n):
        if not 0 <= verbs.types_at(choice, k) < tables.types:
            return refuse(FORCE_TYPE)
    if choice.n != force.picks:
        return refuse(FORCE_SIZE, force.picks, choice.n)
    for piece in range(tables.types):
        number = 0
        for k in range(choice.n):
            number += int(verbs.types_at(choice, k) == piece)
        if number > force.most[piece]:
            return refuse(FORCE_COUNT, force.most[piece], piece)
    return LAWFUL


@rule("TTT-1.5", "TTT-13.1")
def is_mine(state: State, side: int, i: int, status: int) -> Answer:
    """A piece must exist, be where the action needs it, and be one's own."""
    if not 0 <= i < UNITS or state.units[i].status != status:
        return refuse(NO_PIECE, i)
    return LAWFUL if side_of_unit(i) == side else refuse(NOT_YOURS, i)


@rule("TTT-1.6", "TTT-3.19")
def is_free(state: State, tables: Tables, x: int, y: int) -> Answer:
    """A square must be on the board, passable and empty."""
    if not (0 <= x < tables.width and 0 <= y < tables.height):
        return refuse(OFF_BOARD, x, y)
    if not has_square(tables.open, x, y):
        return refuse(IMPASSABLE, x, y)
    if has_bit(occupied_row(state, y), x):
        return refuse(OCCUPIED, x, y)
    return LAWFUL


@rule("TTT-5.8", "TTT-5.12", "TTT-5.13", "TTT-5.14")
def may_place(state: State, tables: Tables, side: int, i: int, x: int, y: int) -> Answer:
    """A free square of the piece's zone, in no bunker; what the zone depends on must stand already."""
    piece = state.units[i].piece
    free = is_free(state, tables, x, y)
    if free != LAWFUL:
        return free
    if must_wait(state, tables, side, piece):
        return refuse(ORDER, tables.sides[side].places[piece].near)
    return LAWFUL if has_bit(zone_row(state, tables, side, piece, y), x) else refuse(NOT_IN_ZONE, x, y)


@rule("TTT-7.15", "TTT-7.16", "TTT-7.20", "TTT-7.23")
def may_command(state: State, tables: Tables, side: int, choice: Choice) -> Answer:
    """A set of own Captains, before anything else this turn, with somebody left to be commanded."""
    named = np.uint64(0)
    for code in (NO_PIECE, NOT_YOURS):
        for k in range(choice.n):
            mine = is_mine(state, side, verbs.captains_at(choice, k), IN_PLAY)
            if mine[0] == code:
                return mine
    for k in range(choice.n):
        i = verbs.captains_at(choice, k)
        if has_bit(named, i) or not can(state, tables, i, COMMAND):
            return refuse(NOT_CAPTAIN, i)
        named |= bit(i)
    if choice.n == 0:
        return refuse(NO_CAPTAIN)
    if state.acted:
        return refuse(COMMAND_LATE)
    for i in range(side * SIDE, side * SIDE + tables.sides[side].pieces):
        if in_play(state, i) and not has_bit(named, i):
            return LAWFUL
    return refuse(COMMAND_ALONE)


@rule("TTT-7.6", "TTT-7.14", "TTT-7.17", "TTT-7.18")
def may_act(state: State, i: int) -> Answer:
    """A piece takes one movement action a turn; a commanding Captain takes none."""
    if state.units[i].did == COMMANDING:
        return refuse(IS_COMMANDING)
    return refuse(ALREADY_ACTED) if state.units[i].did else LAWFUL


@rule("TTT-7.1", "TTT-7.5", "TTT-7.7", "TTT-3.27")
def may_move(state: State, tables: Tables, i: int, x: int, y: int) -> Answer:
    """A free square within the allowance, not in the own bunker."""
    free = is_free(state, tables, x, y)
    if free != LAWFUL:
        return free
    act = may_act(state, i)
    if act != LAWFUL:
        return act
    if has_square(tables.bunkers[side_of_unit(i)], x, y):
        return refuse(OWN_BUNKER, x, y)
    return LAWFUL if can_reach(state, tables, i, x, y) else refuse(UNREACHABLE, x, y, steps_of(state, tables, i))


@compiled
def is_enemy(state: State, i: int, j: int) -> Answer:
    """A target must be in play and not one's own."""
    if not 0 <= j < UNITS or state.units[j].status != IN_PLAY:
        return refuse(NO_TARGET)
    return LAWFUL if side_of_unit(i) != side_of_unit(j) else refuse(FRIENDLY)


@rule("TTT-7.9", "TTT-7.10", "TTT-7.11")
def may_aim(state: State, tables: Tables, i: int, j: int) -> Answer:
    """A piece that has not acted may aim at what it could attack."""
    act = may_act(state, i)
    if act != LAWFUL:
        return act
    enemy = is_enemy(state, i, j)
    return can_fire_at(state, tables, i, j) if enemy == LAWFUL else enemy


@rule("TTT-8.1", "TTT-8.5", "TTT-8.8", "TTT-8.9")
def may_attack(state: State, tables: Tables, i: int, j: int) -> Answer:
    """An attack left, an enemy in play, and nothing that limits the shot."""
    if not tables.every_target and not has_attack_left(state, tables, i, j):
        return refuse(NO_ATTACK_LEFT)
    enemy = is_enemy(state, i, j)
    if enemy != LAWFUL:
        return enemy
    if not has_attack_left(state, tables, i, j):
        return refuse(NO_ATTACK_LEFT)
    return can_fire_at(state, tables, i, j)
