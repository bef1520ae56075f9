"""Sections 6, 11 and 23: a turn begins and ends, and who has the initiative to activate somebody."""

from __future__ import annotations

from ....core.dice import Dice, roll
from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log, because
from ..events import BY_LEADER, FOR_INITIATIVE_A, FOR_INITIATIVE_B
from ..log import log_initiative, log_tied, log_turn_begun
from ..state import CHOOSE, OVER, OW_DECLARE, ROLL_INITIATIVE, TURN_END, TURN_START, UP, State
from ..tables import CARRIED, LEADER, SIDE, Tables
from ..terrain import CHARACTERS
from .characters import end_overwatch, first_of, has_trait, is_up
from .end import judge_limit, score_markers


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


@rule("GUN-6.14", "GUN-23.4", "GUN-23.6")
def end_turn(state: State, tables: Tables, log: Log) -> None:
    """The scenario scores, then the turn limit is checked, then the next turn starts."""
    score_markers(state, tables, log)
    judge_limit(state, tables, log)
    if state.phase != OVER:
        state.phase = TURN_START
