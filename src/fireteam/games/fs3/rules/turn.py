"""Section 6.2: the states of a fight, what is done with choices, and which step comes next."""

from __future__ import annotations

from typing import Any

from ....core.dice import LIVE, Dice
from ....core.engine.compiled import rule
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log
from .. import choices as verbs
from ..log import log_fizzled, log_lost_order
from ..refusals import BY_FREEDOM
from ..state import (
    ACTIONS,
    END_OF_TURN,
    ENDED,
    INITIATIVE,
    LAST_STAND,
    LOBBY,
    NO_WINNER,
    ORDERS,
    READY,
    REVEAL,
    STOPPED,
    WINDOW,
    State,
)
from ..tables import COMBATANTS, VEHICLES, Tables
from .actions import begin_action, continue_action, is_under_way
from .care import recover
from .ends import end_by, finish, is_last_team_met, last_stand, leave_from_zones, met_condition, score_turn
from .gear import end_aims
from .initiative import begin_initiative, continue_initiative
from .knockout import end_of_turn_step
from .luck import answer_window, continue_window, end_luck, move_wound, set_windows
from .movement import move
from .orders import open_orders, reveal, take_choices
from .storyteller import apply_desk_act
from .suppression import ease_suppression

# What of a combatant's turn to act is next, in `state.step`.
BEGIN, FIRST, SECOND, OVER = range(4)
STEPS_AT_ONCE = 100

# Who decides


@rule("FS3-6.12", "FS3-6.18", "FS3-17.13")
def to_act(state: State) -> int:
    """Who owes a choice, as bits; nobody while dice fall and steps are taken."""
    return state.owing


@rule("FS3-21.2")
def is_over(state: State) -> bool:
    """The fight is over."""
    return bool(state.phase == ENDED)


# What was chosen


@rule("FS3-6.18", "FS3-17.13", "FS3-21.3", "FS3-22.1", "FS3-22.8")
def apply_choices(state: State, tables: Tables, choices: Any, dice: Dice, log: Log) -> None:
    """Begin what was chosen: the fight, a turn with all its orders, a luck point on a roll, or a last stand."""
    if state.phase == LOBBY:
        state.phase, state.owing = ORDERS, 0
    elif state.phase == ORDERS:
        take_choices(state, tables, choices, log)
    elif state.phase == WINDOW:
        who = state.window.asked - 1
        answer_window(state, log, who, choices[who])
    else:
        take_last_stand(state, tables, choices, log)


@rule("FS3-21.3")
def take_last_stand(state: State, tables: Tables, choices: Any, log: Log) -> None:
    """Who could recover before the end has said whether it does: the fight goes on if one did."""
    for who in range(COMBATANTS):
        if state.owing >> who & 1 and choices[who].verb == verbs.RECOVER and state.combatants[who].status != READY:
            recover(state, log, who)
    state.owing = 0
    judge(state, tables, log, True)


@rule("FS3-21.1", "FS3-17.8", "FS3-17.13d", "FS3-22.1")
def apply_free_act(state: State, tables: Tables, slot: int, choice: Choice, dice: Dice, log: Log) -> None:
    """What nobody owes: an injury is moved, a standing order about luck, or something at the Storyteller's desk."""
    if choice.verb == verbs.MOVE_WOUND:
        move_wound(state, log, slot, choice.n, choice.x)
    elif choice.verb == verbs.LUCK_WINDOWS:
        set_windows(state, log, slot, choice.n)
    elif choice.verb == verbs.STOP:
        finish(state, log, NO_WINNER, STOPPED)
    else:
        apply_desk_act(state, tables, slot, choice, dice, log)


# What follows


@rule("FS3-6.12", "FS3-6.20", "FS3-6.24", "FS3-6.27")
def advance(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The next step where nobody decides."""
    phase = state.phase
    if phase == ORDERS:
        open_orders(state, tables, log)
    elif phase == REVEAL:
        reveal(state, tables, log)
        begin_initiative(state)
    elif phase == INITIATIVE:
        continue_initiative(state, tables, dice, log)
    elif phase == WINDOW:
        continue_window(state, tables, dice, log)
    elif phase == ACTIONS:
        continue_acting(state, tables, dice, log)
    elif not (state.step == 0 and end_of_turn_step(state, tables, dice, log)):
        close_turn(state, tables, log)


@rule("FS3-6.24", "FS3-6.26", "FS3-13.1")
def continue_acting(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The next step of the combatants' acting one by one: the action under way, or what comes next of somebody's.

    Where dice fall as they are wanted many steps are taken at once, until somebody is asked.
    """
    for _ in range(STEPS_AT_ONCE):
        if is_under_way(state):
            continue_action(state, tables, dice, log)
        elif state.next >= state.n:
            state.phase, state.next, state.step = END_OF_TURN, 0, 0
        else:
            take_turn(state, tables, log, state.sequence[state.next] - 1)
        if dice.mode != LIVE or state.phase != ACTIONS:
            return


@rule("FS3-6.24", "FS3-7.27", "FS3-7.37", "FS3-6.12", "FS3-6.13")
def take_turn(state: State, tables: Tables, log: Log, who: int) -> None:
    """Somebody moves and then acts, or the other way round as ordered; who may not act does nothing."""
    step = state.step
    if step == BEGIN and not can_act(state, log, who):
        step = OVER
    elif step == FIRST or step == SECOND:
        if (step == FIRST) == bool(state.combatants[who].order.act_first):
            begin_action(state, tables, who, log)
        elif state.combatants[who].status == READY:
            move(state, tables, log, who)
        if state.combatants[who].status != READY:
            step = SECOND
    state.step = step + 1
    if step >= SECOND and not is_under_way(state):
        state.next, state.step = state.next + 1, BEGIN


@rule("FS3-6.24", "FS3-6.25", "FS3-7.25", "FS3-7.27", "FS3-7.33", "FS3-7.37")
def can_act(state: State, log: Log, who: int) -> bool:
    """Whether somebody acts: not who is out, was freed or has lost its order; of captives who tries to escape."""
    one = state.combatants[who]
    if one.status != READY or one.freed:
        if one.status == READY and one.order.verb == verbs.ESCAPE:
            log_fizzled(log, who, verbs.ESCAPE, BY_FREEDOM)
        return False
    if one.lost_order or (one.subduer and one.order.verb != verbs.ESCAPE and one.order.verb != verbs.PASS):
        log_lost_order(log, who)
        return False
    return True


# The end of a turn


@rule("FS3-6.27", "FS3-16.8", "FS3-1.9", "FS3-1.10", "FS3-21.11")
def close_turn(state: State, tables: Tables, log: Log) -> None:
    """After the Knockout Rolls: suppression eases, aims come to count, luck lapses, the clock goes on; is it over?"""
    ease_suppression(state)
    end_aims(state)
    end_luck(state)
    for who in range(COMBATANTS):
        one = state.combatants[who]
        one.freed = one.lost_order = one.moved = one.place = 0
    for k in range(VEHICLES):
        state.vehicles[k].has_moved, state.vehicles[k].moved = state.vehicles[k].moved, 0
    state.clock += tables.options.turn_seconds
    leave_from_zones(state, tables, log)
    score_turn(state, tables, log)
    judge(state, tables, log, False)


@rule("FS3-21.2", "FS3-21.3", "FS3-21.11")
def judge(state: State, tables: Tables, log: Log, was_asked: bool) -> None:
    """Whether the fight is over. Before a team that has nobody left loses, those of it with luck are asked once."""
    met = met_condition(state, tables)
    asked = last_stand(state, tables) if is_last_team_met(tables, met) and not was_asked else 0
    if asked:
        state.phase, state.owing = LAST_STAND, asked
    elif met >= 0:
        end_by(state, tables, log, met)
    else:
        state.phase, state.owing = ORDERS, 0
