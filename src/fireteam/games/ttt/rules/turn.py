"""Section 6: the turn, and what each choice begins."""

from __future__ import annotations

from typing import Any

from ....core.dice import Dice
from ....core.engine.compiled import compiled, rule
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log
from ..choices import AIM, ATTACK, COMMAND, END_MOVE, END_TURN, MOVE, PLACE, captains_at
from ..events import BY_RESIGNATION
from ..log import log_aimed, log_commanded, log_ended_moves, log_exited, log_moved, log_turned
from ..state import AIMED, COMMANDING, EXITED, FORCE, MOVED, ONE, OVER, READY, SEATS, State
from ..state import ATTACK as ATTACKING
from ..state import MOVE as MOVING
from ..state import PLACE as PLACING
from ..tables import EXIT, Tables
from .attack import begin_attack, continue_attack, renew_attacks
from .end import add_hold_at_start, finish, judge, judge_entry, judge_limit, judge_survival, judge_turn
from .pieces import forget_turn, put_on_board, remove, side_of_unit, take_off_square
from .setting_up import after_picks, place_piece, roll_for_seats, take_pick
from .sight import has_square


@rule("TTT-6.5", "TTT-1.8", "TTT-5.4", "TTT-1.1")
def to_act(state: State) -> int:
    """The slots that owe a choice: 1 for the player listed first, 2 for the second.

    During a side's turn the other owes nothing. Secret picks are owed by both at once: they come to `start` together,
    so a State never holds half of them.
    """
    if state.phase == FORCE:
        return slots_of(state, state.picking)
    if state.phase == PLACING or state.phase == MOVING or (state.phase == ATTACKING and state.doing.unit == 0):
        return slots_of(state, 1 << state.side)
    return 0


@compiled
def slots_of(state: State, sides: int) -> int:
    """The bits of the players who have these sides."""
    return (sides >> 1) | ((sides & 1) << 1) if state.swapped else sides


@compiled
def slot_of(state: State, side: int) -> int:
    """The player who has a side."""
    return side ^ state.swapped


@rule("TTT-6.6", "TTT-8.3", "TTT-5.10")
def begin_turn(state: State, tables: Tables, log: Log) -> None:
    """A side's turn starts: holds tick, its pieces may act and attack anew, and it has one movement action."""
    log_turned(log, state.side, state.round_number)
    add_hold_at_start(state, tables, log)
    if state.phase == OVER:
        return
    renew_attacks(state, tables)
    state.budget = tables.constants.movement
    state.phase = MOVING


@rule("TTT-6.7", "TTT-7.13", "TTT-6.8")
def end_turn(state: State, tables: Tables, log: Log) -> None:
    """Aims lapse, the side's objectives are judged, after side 2's turn the round's too; then the other's turn."""
    forget_turn(state, tables)
    judge_turn(state, tables, log)
    if state.side == 1:
        if state.phase != OVER:
            judge_survival(state, tables, log)
        if state.phase != OVER:
            judge_limit(state, tables, log)
        if state.phase != OVER:
            state.round_number += 1
    if state.phase != OVER:
        state.side = 1 - state.side
        begin_turn(state, tables, log)


@rule("TTT-7.6", "TTT-7.14", "TTT-7.16", "TTT-7.18", "TTT-6.10", "TTT-13.3")
def spend_action(state: State, i: int, did: int) -> None:
    """A piece has used its movement action; with the last of the budget the attacks begin."""
    state.units[i].did = did
    state.budget -= 1
    state.acted = int(state.budget > 0)  # only while there is a move to make
    if state.budget == 0:
        state.phase = ATTACKING


@rule("TTT-7.1", "TTT-7.22", "TTT-9.5", "TTT-9.10")
def make_move(state: State, tables: Tables, log: Log, i: int, x: int, y: int) -> None:
    """A move is one event: the piece is on its start square, then on its end square, and leaves by an exit zone."""
    unit, side = state.units[i], side_of_unit(i)
    log_moved(log, i, unit.x, unit.y, x, y)
    take_off_square(state, i)
    put_on_board(state, i, x, y)
    spend_action(state, i, MOVED)
    mission = tables.sides[side]
    if mission.objective == EXIT and has_square(tables.zones[mission.zone], x, y):
        remove(state, i, EXITED)
        state.exits[side] += 1
        log_exited(log, i, state.exits[side])
    judge_entry(state, tables, log, x, y)
    if state.phase != OVER:
        judge(state, tables, log)


@rule("TTT-7.9", "TTT-7.12", "TTT-7.14")
def take_aim(state: State, tables: Tables, log: Log, i: int, j: int) -> None:
    """A piece aims at one target instead of moving."""
    state.units[i].aim = j + 1
    log_aimed(log, i, j)
    spend_action(state, i, AIMED)
    judge(state, tables, log)


@rule("TTT-4.11", "TTT-7.15", "TTT-7.16", "TTT-7.17", "TTT-7.19", "TTT-7.21", "TTT-7.23")
def take_command(state: State, tables: Tables, log: Log, choice: Choice) -> None:
    """Each Captain that stays put gives two movement actions; together they replace the budget."""
    state.budget, state.acted = 0, 1
    for k in range(choice.n):
        i = captains_at(choice, k)
        state.units[i].did = COMMANDING
        state.budget += tables.constants.command
        log_commanded(log, i, state.budget)


@rule("TTT-6.1", "TTT-6.2", "TTT-6.3", "TTT-6.4", "TTT-6.5", "TTT-13.2")
def apply_choices(state: State, tables: Tables, choices: Any, dice: Dice, log: Log) -> None:
    """Begin what the owing slots chose."""
    choice = choices[slot_of(state, state.side)]
    if state.phase == FORCE:
        reveal_picks(state, tables, choices, log)
    elif choice.verb == PLACE:
        place_piece(state, tables, log, choice.unit, choice.x, choice.y)
    elif choice.verb == COMMAND:
        take_command(state, tables, log, choice)
    elif choice.verb == MOVE:
        make_move(state, tables, log, choice.unit, choice.x, choice.y)
    elif choice.verb == AIM:
        take_aim(state, tables, log, choice.unit, choice.target)
    elif choice.verb == END_MOVE:
        state.phase, state.budget, state.acted = ATTACKING, 0, 0
        log_ended_moves(log, state.side)
    elif choice.verb == ATTACK:
        begin_attack(state, tables, choice.unit, choice.target)
    elif choice.verb == END_TURN:
        end_turn(state, tables, log)


@rule("TTT-5.4", "TTT-5.16")
def reveal_picks(state: State, tables: Tables, choices: Any, log: Log) -> None:
    """The picks that were awaited are revealed together."""
    for side in range(2):
        if (state.picking >> side) & 1:
            take_pick(state, tables, log, side, choices[slot_of(state, side)])
    state.picking = 0
    after_picks(state, tables, log)


@rule("TTT-6.5", "TTT-9.2")
def advance(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The next step where nobody decides: seats are rolled for, the first turn begins, an attack goes on."""
    if state.phase == SEATS:
        roll_for_seats(state, tables, dice, log)
    elif state.phase == READY:
        judge(state, tables, log)
        if state.phase != OVER:
            begin_turn(state, tables, log)
    else:
        continue_attack(state, tables, dice, log)


@rule("TTT-6.9", "TTT-1.8")
def resign(state: State, tables: Tables, slot: int, choice: Choice, dice: Dice, log: Log) -> None:
    """Either side may give up at any time from placement on; the other wins."""
    finish(state, tables, log, ONE + 1 - (slot ^ state.swapped), BY_RESIGNATION)


@rule("TTT-6.5")
def is_over(state: State) -> bool:
    """Nothing happens any more."""
    return state.phase == OVER
