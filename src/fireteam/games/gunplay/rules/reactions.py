"""Sections 13b to 13f: windows at trigger points, and reactions from the attempt to the last shot."""

from __future__ import annotations

from ....core.dice import Dice
from ....core.engine.compiled import rule
from ....core.protocol.events import Log
from ..log import log_flinched, log_reacted
from ..state import FIRE, NERVE, OVER, REACT, REACTION_SHOT, RESOLVE, WINDOW, State
from ..tables import SCOUT, SIDE, Tables
from .characters import end_overwatch, fill_others, has_trait, is_engaged, new_others, speed_of
from .combat import settle_engagements
from .end import clear_reaction, judge_exit
from .flinch_walk import FlinchEnd, flinch_end
from .movement import tell_way
from .nerve import FAILS_EASY, FLINCHES, PASSES_HARD, flinches, take_activation_test
from .overwatch import fires_by_itself, offers, watcher
from .room import inches
from .shooting import begin_shots


@rule("GUN-13.10", "GUN-13.19", "GUN-13.21", "GUN-13.22", "GUN-13.46", "GUN-22.7")
def continue_window(state: State, tables: Tables, log: Log) -> bool:
    """The next of a trigger point: a reaction by orders, else an offer. Returns whether neither is left.

    Those with order `auto` come first, each once, by rising id; then those with order `ask` are offered together.
    """
    doing = state.doing
    while doing.watcher < SIDE:
        k = doing.watcher
        doing.watcher = k + 1
        if fires_by_itself(state, tables, k):
            i = watcher(state, k)
            begin_reaction(state, tables, log, i, state.characters[i].orders.mode)
            return False
    doing.offered = offers(state, tables)
    if doing.offered == 0:
        return True
    tell_way(state, tables, log)
    state.phase = REACT
    return False


@rule("GUN-13.9", "GUN-13.11", "GUN-13.16", "GUN-13.42", "GUN-21.2")
def begin_reaction(state: State, tables: Tables, log: Log, i: int, mode: int) -> None:
    """A character on Overwatch attempts its one reaction to this action."""
    doing, reaction = state.doing, state.reaction
    tell_way(state, tables, log)
    doing.tried |= 1 << (i - watcher(state, 0))
    doing.offered = 0
    reaction.unit, reaction.mode, reaction.stage = i + 1, mode, NERVE
    state.phase = RESOLVE


@rule(
    "GUN-13.25", "GUN-13.26", "GUN-13.27", "GUN-13.28", "GUN-13.36", "GUN-13.38", "GUN-13.39", "GUN-13.43", "GUN-21.2"
)
def continue_reaction(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The next of a reaction: its Activation or Flinch die where it takes one, then what that allows."""
    reaction = state.reaction
    i = reaction.unit - 1
    if reaction.stage == FIRE:
        state.doing.shot_at = 1
        begin_shots(state, tables, log, REACTION_SHOT, i, state.active - 1, reaction.mode)
        return
    reaction.stage = FIRE
    if tables.options.activations:
        result, modifiers = take_activation_test(state, tables, dice, log, i)
        log_reacted(log, i, modifiers, result)
        reaction.returns = int(result == PASSES_HARD)
        if result == FAILS_EASY:
            clear_reaction(reaction)
        elif result == FLINCHES:
            retire_from_reaction(state, tables, log, i)
    elif flinches(state, tables, dice, log, i):
        retire_from_reaction(state, tables, log, i)


@rule("GUN-13.38", "GUN-13.39", "GUN-13.15", "GUN-12.9")
def retire_from_reaction(state: State, tables: Tables, log: Log, i: int) -> None:
    """Instead of firing a character takes its flinch action at once, which triggers nothing, and is activated."""
    state.doing.retired = 1
    if retire(state, tables, log, i):
        settle_engagements(state, log)
        judge_exit(state, tables, log, i)
    if state.phase != OVER:
        end_reaction(state, tables)


@rule("GUN-13.13", "GUN-13.14", "GUN-13.26", "GUN-13.28", "GUN-13.29", "GUN-13.40", "GUN-13.41", "GUN-21.2")
def end_reaction(state: State, tables: Tables) -> None:
    """An Overwatch action is spent: the character is activated, unless it may go back on Overwatch for another."""
    i = state.reaction.unit - 1
    character = state.characters[i]
    character.ow_actions += 1
    if not state.reaction.returns or character.ow_actions >= tables.constants.overwatch_actions:
        character.activated = 1
        end_overwatch(state, i)
    clear_reaction(state.reaction)
    state.doing.stage = WINDOW


@rule("GUN-12.19", "GUN-12.20", "GUN-12.21", "GUN-12.23", "GUN-12.31")
def flinch_goal(state: State, tables: Tables, i: int) -> FlinchEnd:
    """Where a character goes that flinches, and its posture there; one that is engaged stays as it is."""
    character = state.characters[i]
    if is_engaged(state, i):
        return FlinchEnd(character.x, character.y, character.posture, 0)
    others = new_others()
    fill_others(state, i, others)
    speed, is_scout = inches(speed_of(tables, i)), has_trait(tables, i, SCOUT)
    return flinch_end(tables.terrain, others, character.x, character.y, character.posture, speed, is_scout)


@rule("GUN-12.9", "GUN-12.31", "GUN-7.28")
def retire(state: State, tables: Tables, log: Log, i: int) -> bool:
    """A flinch action all at once: a character is not braced any more. Returns whether it has moved."""
    character = state.characters[i]
    end = flinch_goal(state, tables, i)
    character.braced = 0
    has_moved = end.x != character.x or end.y != character.y
    if has_moved:
        character.moved = 1
    character.x, character.y, character.posture = end.x, end.y, end.posture
    log_flinched(log, i, end.x, end.y, end.posture)
    return bool(has_moved)
