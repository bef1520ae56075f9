"""Sections 6 and 22: the turn, who decides, and what follows."""

from __future__ import annotations

from typing import Any

from ....core.dice import Dice, roll
from ....core.engine.compiled import compiled, rule
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log, because
from .. import choices as verbs
from ..events import BY_CONCESSION, BY_LEADER, FOR_INITIATIVE_A, FOR_INITIATIVE_B
from ..log import (
    log_activated,
    log_flinched,
    log_initiative,
    log_initiative_passed,
    log_tested,
    log_tied,
    log_turn_begun,
)
from ..state import (
    A_WON,
    ACT,
    CHOOSE,
    CONTINUE,
    COUNTER,
    DEPLOY,
    DONE,
    END_ACTIVATION,
    FIGHT,
    FORCED,
    ON_THE_WAY,
    OVER,
    OW_DECLARE,
    OW_MARK,
    PARTING,
    PARTING_ATTACK,
    REACT,
    REACTION_SHOT,
    RESOLVE,
    RESUME,
    ROLL_INITIATIVE,
    SHOT,
    STOP,
    TEST,
    TURN_END,
    TURN_START,
    UP,
    WINDOW,
    State,
)
from ..tables import CARRIED, LEADER, SIDE, Tables
from ..terrain import CHARACTERS
from .actions import aid, brace, pick_up, ready, reload
from .attacks import continue_attack
from .characters import end_overwatch, first_of, has_trait, is_up, side_of
from .combat import begin_fight, settle_engagements
from .deployment import place, roll_for_deployment
from .end import clear_attack, clear_doing, clear_reaction, finish, judge_exit, judge_limit, score_markers
from .hits import drop_item
from .movement import begin_move, begin_retreat, begin_run, begin_stop, go_on, is_way_barred, stop_here, tell_way
from .nerve import FAILS_EASY, FLINCHES, PASSES_HARD, flinches, take_activation_test
from .overwatch import answer_offer, declare, mark, take_orders
from .reactions import begin_reaction, continue_reaction, continue_window, end_reaction, flinch_goal
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


@rule("GUN-3.8", "GUN-3.9", "GUN-6.1", "GUN-13.7", "GUN-13.8", "GUN-7.21")
def start_turn(state: State, log: Log) -> None:
    """A turn begins: what holds for a turn is cleared."""
    state.turn += 1
    for i in range(CHARACTERS):
        character = state.characters[i]
        character.activated = character.ow_actions = character.ran = 0
        for k in range(CARRIED):
            character.fired[k] = 0
        end_overwatch(state, i)
        clear_activation_flags(state, i)
    state.phase = ROLL_INITIATIVE
    log_turn_begun(log, state.turn)


@rule("GUN-3.9")
def clear_activation_flags(state: State, i: int) -> None:
    """What holds for an activation is cleared."""
    character = state.characters[i]
    character.moved = character.ran_now = character.shot_now = 0


@rule("GUN-15.14", "GUN-6.2")
def leader_bonus(state: State, tables: Tables, log: Log, side: int) -> int:
    """One more on a side's initiative die while a Leader of it is Up, however many there are."""
    for i in range(first_of(side), first_of(side) + SIDE):
        if is_up(state, i) and has_trait(tables, i, LEADER):
            return because(log, BY_LEADER, 1)
    return 0


@rule("GUN-6.2", "GUN-6.3", "GUN-6.4", "GUN-13.1")
def roll_initiative(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """Each side draws one die, A first; the higher total has the initiative, equal ones are redrawn.

    In turn 1 the scenario may name the side.
    """
    if state.turn == 1 and tables.scenario.first_initiative:
        state.holder = tables.scenario.first_initiative - 1
    else:
        die = tables.constants.die
        a = roll(dice, log, die, FOR_INITIATIVE_A) + leader_bonus(state, tables, log, 0)
        b = roll(dice, log, die, FOR_INITIATIVE_B) + leader_bonus(state, tables, log, 1)
        if a == b:
            log_tied(log)
            return
        state.holder = int(b > a)
    log_initiative(log, state.holder)
    if tables.options.overwatch:
        state.phase, state.side = OW_DECLARE, state.holder
    else:
        open_choosing(state)


@rule("GUN-6.5", "GUN-13.6")
def is_eligible(state: State, i: int) -> bool:
    """Whether a character may be activated: Up, not activated yet, and not on Overwatch."""
    character = state.characters[i]
    return bool(character.status == UP and not character.activated and not character.overwatch)


@compiled
def has_eligible(state: State, side: int) -> bool:
    """Whether a side has a character to activate."""
    for i in range(first_of(side), first_of(side) + SIDE):
        if is_eligible(state, i):
            return True
    return False


@rule("GUN-6.12", "GUN-6.13", "GUN-11.8")
def open_choosing(state: State) -> None:
    """Whoever has the initiative activates; who has nobody left gives it up, and with nobody left the turn ends."""
    state.side = 0
    if not has_eligible(state, state.holder):
        state.holder, state.may_pass = 1 - state.holder, 0
    state.phase = CHOOSE if has_eligible(state, state.holder) else TURN_END
    if state.phase == TURN_END or not has_eligible(state, 1 - state.holder):
        state.may_pass = 0


@rule("GUN-6.7", "GUN-6.9", "GUN-3.9", "GUN-21.1")
def activate(state: State, log: Log, i: int) -> None:
    """An activation begins."""
    clear_activation_flags(state, i)
    state.characters[i].activated = 1
    state.active, state.keeps, state.may_pass = i + 1, 0, 0
    state.phase = TEST
    log_activated(log, i)


@rule(
    "GUN-3.3",
    "GUN-6.8",
    "GUN-11.3",
    "GUN-11.4",
    "GUN-11.5",
    "GUN-11.6",
    "GUN-11.7",
    "GUN-12.8",
    "GUN-12.18",
    "GUN-21.1",
)
def take_test(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The active character's Activation test, or its Flinch test, and how many actions it has."""
    i = state.active - 1
    state.actions, state.phase = tables.constants.actions, ACT
    if tables.options.activations:
        result, modifiers = take_activation_test(state, tables, dice, log, i)
        log_tested(log, i, modifiers, result)
        state.keeps = int(result == PASSES_HARD)
        if result <= FAILS_EASY:
            state.actions = 1
        if result == FLINCHES:
            state.phase = FORCED
    elif flinches(state, tables, dice, log, i):
        state.phase = FORCED


@rule("GUN-11.7", "GUN-12.9", "GUN-12.19", "GUN-12.20", "GUN-12.30", "GUN-12.31")
def force(state: State, tables: Tables, log: Log) -> None:
    """The active character's flinch action: a movement, where it changes anything."""
    i = state.active - 1
    character = state.characters[i]
    end = flinch_goal(state, tables, i)
    state.actions -= 1
    state.phase = RESOLVE
    character.braced = 0
    log_flinched(log, i, end.x, end.y, end.posture)
    if end.x == character.x and end.y == character.y and end.posture == character.posture:
        end_action(state)
    else:
        begin_retreat(state, tables, end.x, end.y, end.posture)


@rule("GUN-13.21", "GUN-13.24", "GUN-13.48", "GUN-21.4", "GUN-10.8")
def continue_action(state: State, tables: Tables, log: Log) -> None:
    """The next of the action under way: a parting attack, a window, the way to the next point, its end."""
    doing, i = state.doing, state.active - 1
    if doing.stage == PARTING:
        if doing.parting:
            begin_fight(state, tables, log, PARTING_ATTACK, next_to_part(state), i)
        else:
            doing.stage = WINDOW
    elif doing.stage == WINDOW:
        if continue_window(state, tables, log):
            close_window(state, tables, log)
    elif doing.stage == ON_THE_WAY:
        go_on(state, tables, log)
    else:
        end_movement(state, tables, log)


@rule("GUN-10.8")
def next_to_part(state: State) -> int:
    """The lowest enemy that still has its parting attack, which it now makes."""
    doing, k = state.doing, 0
    while not doing.parting >> k & 1:
        k += 1
    doing.parting &= ~(1 << k)
    return first_of(1 - side_of(state.active - 1)) + k


@rule("GUN-7.14", "GUN-7.15", "GUN-7.52", "GUN-8.20", "GUN-13.24", "GUN-13.47", "GUN-13.48")
def close_window(state: State, tables: Tables, log: Log) -> None:
    """Nobody reacts at this point any more: the mover stops, is asked whether it goes on, goes on, or has come to its
    end."""
    doing = state.doing
    if doing.verb == verbs.SHOOT:
        end_action(state)
    elif doing.stopping:
        stop_here(state, tables, log)
        doing.stage = DONE
    elif doing.point == doing.last:
        doing.stage = DONE
    elif doing.retired and is_way_barred(state, tables):
        begin_stop(state)
    elif not doing.shot_at or doing.path.n == 0 or doing.on_interrupt == CONTINUE:
        doing.stage = ON_THE_WAY
    elif doing.on_interrupt == STOP:
        begin_stop(state)
    else:
        tell_way(state, tables, log)
        state.phase = RESUME


@rule("GUN-10.12", "GUN-21.4", "GUN-23.7")
def end_movement(state: State, tables: Tables, log: Log) -> None:
    """A movement has ended: who is engaged by it stands unbraced, and a carrier may have got away."""
    i = state.active - 1
    tell_way(state, tables, log)
    settle_engagements(state, log)
    if state.doing.path.n:
        judge_exit(state, tables, log, i)
    if state.phase != OVER:
        end_action(state)


@rule("GUN-8.20", "GUN-10.5", "GUN-10.6", "GUN-10.8", "GUN-13.23", "GUN-9.8", "GUN-6.10")
def end_attack(state: State, tables: Tables, log: Log) -> None:
    """An attack is over: what it belongs to goes on, unless the active character is Down.

    A Fight that misses is countered once.
    """
    attack = state.attack
    kind, attacker, target, has_hit = attack.kind, attack.attacker, attack.target, attack.has_hit
    clear_attack(attack)
    if kind == REACTION_SHOT:
        end_reaction(state, tables)
    if not is_up(state, state.active - 1):
        end_action(state)
    elif kind == FIGHT and not has_hit:
        begin_fight(state, tables, log, COUNTER, target, attacker)
    elif kind == FIGHT or kind == COUNTER:
        end_action(state)
    elif kind == SHOT:
        state.doing.stage = WINDOW


@rule("GUN-6.10", "GUN-9.8", "GUN-13.23")
def end_action(state: State) -> None:
    """An action is over: the next one, or the end of the activation with the last of them or when it is Down."""
    clear_doing(state.doing)
    clear_reaction(state.reaction)
    has_more = state.actions > 0 and is_up(state, state.active - 1)
    state.phase = ACT if has_more else END_ACTIVATION


@rule("GUN-6.6", "GUN-6.11", "GUN-11.3", "GUN-11.4", "GUN-11.5", "GUN-11.8", "GUN-11.18", "GUN-6.12")
def end_activation(state: State, tables: Tables) -> None:
    """The initiative passes to the other player, unless an Activation test has kept it."""
    if state.keeps:
        state.may_pass = 1
    else:
        state.holder = 1 - state.holder
    state.active = state.actions = state.keeps = 0
    open_choosing(state)


@rule("GUN-6.14", "GUN-23.4", "GUN-23.6")
def end_turn(state: State, tables: Tables, log: Log) -> None:
    """The scenario scores, then the turn limit is checked, then the next turn starts."""
    score_markers(state, tables, log)
    judge_limit(state, tables, log)
    if state.phase != OVER:
        state.phase = TURN_START


# What nobody owes


@rule("GUN-22.3", "GUN-22.4", "GUN-23.10")
def apply_free_act(state: State, tables: Tables, slot: int, choice: Choice, dice: Dice, log: Log) -> None:
    """A player gives up, or gives a character on Overwatch new orders."""
    if choice.verb == verbs.CONCEDE:
        finish(state, tables, log, A_WON + 1 - slot, BY_CONCESSION)
    else:
        take_orders(state, choice)
