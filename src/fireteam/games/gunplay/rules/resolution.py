"""Sections 7, 8, 10 and 13: the action under way, step by step, with all that interrupts it."""

from __future__ import annotations

from ....core.engine.compiled import rule
from ....core.protocol.events import Log
from .. import choices as verbs
from ..state import (
    CONTINUE,
    COUNTER,
    DONE,
    FIGHT,
    ON_THE_WAY,
    OVER,
    PARTING,
    PARTING_ATTACK,
    REACTION_SHOT,
    RESUME,
    SHOT,
    STOP,
    WINDOW,
    State,
)
from ..tables import Tables
from .activation import end_action
from .characters import first_of, is_up, side_of
from .combat import begin_fight, settle_engagements
from .end import clear_attack, judge_exit
from .movement import begin_stop, go_on, is_way_barred, stop_here, tell_way
from .reactions import continue_window, end_reaction


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
