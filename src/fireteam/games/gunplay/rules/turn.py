"""Section 22: who decides, what is done with a choice, and which step comes next."""

from __future__ import annotations

from typing import Any

from ....core.dice import Dice
from ....core.engine.compiled import rule
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log
from .. import choices as verbs
from ..events import BY_CONCESSION
from ..log import log_initiative_passed
from ..state import (
    A_WON,
    ACT,
    CHOOSE,
    DEPLOY,
    END_ACTIVATION,
    FIGHT,
    FORCED,
    ON_THE_WAY,
    OVER,
    OW_DECLARE,
    OW_MARK,
    REACT,
    RESOLVE,
    RESUME,
    ROLL_INITIATIVE,
    SHOT,
    TEST,
    TURN_START,
    State,
)
from ..tables import Tables
from .actions import aid, brace, pick_up, ready, reload
from .activation import activate, end_action, end_activation, force, take_test
from .attacks import continue_attack
from .characters import side_of
from .combat import begin_fight
from .deployment import place, roll_for_deployment
from .end import finish
from .hits import drop_item
from .initiative import end_turn, open_choosing, roll_initiative, start_turn
from .movement import begin_move, begin_run, begin_stop
from .overwatch import answer_offer, declare, mark, take_orders
from .reactions import begin_reaction, continue_reaction
from .resolution import continue_action, end_attack
from .shooting import begin_shots

# Who decides


@rule("GUN-22.1", "GUN-22.7")
def to_act(state: State) -> int:
    """The one player who decides, as a bit; nobody while dice fall and steps are taken."""
    side = decider(state)
    return 0 if side < 0 else 1 << side


@rule("GUN-22.1")
def decider(state: State) -> int:
    """The side that decides in this state; -1: nobody."""
    phase = state.phase
    if phase == DEPLOY:
        return state.side if state.placing else -1
    if phase == OW_DECLARE or phase == OW_MARK:
        return state.side
    if phase == CHOOSE:
        return state.holder
    if phase == ACT or phase == RESUME:
        return side_of(state.active - 1)
    return 1 - side_of(state.active - 1) if phase == REACT else -1


@rule("GUN-22.1")
def is_over(state: State) -> bool:
    """The game has ended."""
    return bool(state.phase == OVER)


# What was chosen


@rule("GUN-7.2", "GUN-22.1", "GUN-22.8")
def apply_choices(state: State, tables: Tables, choices: Any, dice: Dice, log: Log) -> None:
    """Begin what was chosen."""
    choice = choices[decider(state)]
    verb = choice.verb
    if state.phase == ACT:
        begin_action(state, tables, dice, log, choice)
    elif verb == verbs.DEPLOY:
        place(state, tables, log, choice.unit, choice.x, choice.y)
    elif verb == verbs.OVERWATCH_DECLARE:
        if declare(state, log, choice.n):
            open_choosing(state)
    elif verb == verbs.OVERWATCH_MARK:
        if mark(state, log, choice):
            open_choosing(state)
    elif verb == verbs.ACTIVATE:
        activate(state, log, choice.unit)
    elif verb == verbs.PASS_INITIATIVE:
        log_initiative_passed(log, state.holder)
        state.holder, state.may_pass = 1 - state.holder, 0
        open_choosing(state)
    elif state.phase == REACT:
        answer(state, tables, log, choice)
    else:
        state.phase = RESOLVE
        if verb == verbs.STOP:
            begin_stop(state)
        else:
            state.doing.stage = ON_THE_WAY


@rule("GUN-6.10", "GUN-7.2", "GUN-7.51", "GUN-10.1")
def begin_action(state: State, tables: Tables, dice: Dice, log: Log, choice: Choice) -> None:
    """An action of the active character is spent; what takes no steps is done at once."""
    i, verb = state.active - 1, choice.verb
    if verb == verbs.END_ACTIVATION:
        state.phase = END_ACTIVATION
        return
    state.actions -= 1
    state.phase = RESOLVE
    if verb == verbs.MOVE:
        begin_move(state, tables, choice)
    elif verb == verbs.RUN:
        begin_run(state, tables, dice, log, choice)
    elif verb == verbs.SHOOT:
        state.doing.verb = verb
        begin_shots(state, tables, log, SHOT, i, choice.target, choice.n)
    elif verb == verbs.FIGHT:
        state.doing.verb, state.characters[i].braced = verb, 0
        begin_fight(state, tables, log, FIGHT, i, choice.target)
    else:
        do_at_once(state, tables, dice, log, choice)
        end_action(state)


@rule("GUN-7.2")
def do_at_once(state: State, tables: Tables, dice: Dice, log: Log, choice: Choice) -> None:
    """An action that nobody interrupts."""
    i, verb = state.active - 1, choice.verb
    if verb == verbs.BRACE:
        brace(state, log, i)
    elif verb == verbs.READY:
        ready(state, tables, log, i, choice.n)
    elif verb == verbs.RELOAD:
        reload(state, log, i)
    elif verb == verbs.PICK_UP:
        pick_up(state, log, i)
    elif verb == verbs.DROP:
        drop_item(state, log, i)
    elif verb == verbs.AID:
        aid(state, tables, dice, log, i, choice.target)


@rule("GUN-13.21", "GUN-13.34", "GUN-13.46")
def answer(state: State, tables: Tables, log: Log, choice: Choice) -> None:
    """The waiting player answers for one character on offer; then the others are asked about again."""
    if choice.verb == verbs.REACT:
        begin_reaction(state, tables, log, choice.unit, choice.n)
        return
    answer_offer(state, tables, choice.unit, choice.verb == verbs.WAIT)
    state.doing.offered = 0
    state.phase = RESOLVE


# What follows


@rule("GUN-22.1", "GUN-22.8", "GUN-6.1")
def advance(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The next step where nobody decides: no more than one die falls in it, but for initiative."""
    phase = state.phase
    if state.attack.kind:
        if continue_attack(state, tables, dice, log) and state.phase != OVER:
            end_attack(state, tables, log)
    elif state.reaction.unit:
        continue_reaction(state, tables, dice, log)
    elif phase == DEPLOY:
        roll_for_deployment(state, dice, log, tables.constants.die)
    elif phase == TURN_START:
        start_turn(state, log)
    elif phase == ROLL_INITIATIVE:
        roll_initiative(state, tables, dice, log)
    elif phase == TEST:
        take_test(state, tables, dice, log)
    elif phase == FORCED:
        force(state, tables, log)
    elif phase == RESOLVE:
        continue_action(state, tables, log)
    elif phase == END_ACTIVATION:
        end_activation(state, tables)
    else:
        end_turn(state, tables, log)


# What nobody owes


@rule("GUN-22.3", "GUN-22.4", "GUN-23.10")
def apply_free_act(state: State, tables: Tables, slot: int, choice: Choice, dice: Dice, log: Log) -> None:
    """A player gives up, or gives a character on Overwatch new orders."""
    if choice.verb == verbs.CONCEDE:
        finish(state, tables, log, A_WON + 1 - slot, BY_CONCESSION)
    else:
        take_orders(state, choice)
