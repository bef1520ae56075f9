"""Sections 6, 11 and 12: one activation, from the choice of a character to the end of its actions."""

from __future__ import annotations

from ....core.dice import Dice
from ....core.engine.compiled import rule
from ....core.protocol.events import Log
from ..log import log_activated, log_flinched, log_tested
from ..state import ACT, END_ACTIVATION, FORCED, RESOLVE, TEST, State
from ..tables import Tables
from .characters import is_up
from .end import clear_doing, clear_reaction
from .initiative import clear_activation_flags, open_choosing
from .movement import begin_retreat
from .nerve import FAILS_EASY, FLINCHES, PASSES_HARD, flinches, take_activation_test
from .reactions import flinch_goal


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
