"""Section 5: the states of a match, who decides in them, and what follows."""

from __future__ import annotations

from typing import Any

from ....core.dice import Dice
from ....core.engine.compiled import compiled, rule
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log
from .. import choices as verbs
from ..log import log_turn_begun
from ..state import (
    ACTION,
    BETWEEN,
    BUY,
    CALL,
    COUNT,
    END_TURN,
    NO_ACTION,
    OVER,
    ROUND_END,
    SETTING_UP,
    STAY,
    TARGET,
    State,
)
from ..tables import UNITS, Tables
from .admin import apply_rulings, switch_player
from .attack import advance_action
from .calls import NOTHING, reveal_calls, take_call, unchanged_call
from .count_limits import last_count, may_order_now
from .end import end_round, end_turn
from .menu import write_order
from .movement import apply_count, take_orders
from .purchases import apply_purchases
from .rounds import set_up_round
from .targeting import reveal_targets, take_target


@rule("TPS-5.2", "TPS-5.3", "TPS-5.13", "TPS-1.7")
def to_act(state: State) -> int:
    """A bit for each unit that must decide, and for the Admin between rounds; 0 once a state has closed."""
    return state.owing


@rule("TPS-22.1")
def is_over(state: State) -> bool:
    """The match has ended."""
    return bool(state.phase == OVER)


@rule("TPS-5.1", "TPS-5.2", "TPS-5.3", "TPS-11.1")
def apply_choices(state: State, tables: Tables, choices: Any, dice: Dice, log: Log) -> None:
    """What the owing slots chose is kept; nothing happens before all of it is in, and its order never matters."""
    phase = state.phase
    for i in range(UNITS):
        if (state.owing >> i) & 1 and i < state.n_units:
            if phase == CALL:
                take_call(state, i, choices[i])
            elif phase == COUNT:
                take_orders(state, i, choices[i])
            elif phase == TARGET:
                take_target(state, tables, i, choices[i])
    if phase == BUY:  # what the Admin has commanded is done before anybody buys (TPS-5.13)
        apply_rulings(state, tables, log)
        apply_purchases(state, tables, choices, log)
    if phase == BETWEEN and choices[state.admin - 1].verb == verbs.SWITCH:
        switch_player(state, tables, log, verbs.read_switch(choices[state.admin - 1]).unit)
    else:
        state.owing = 0


@rule("TPS-5.2", "TPS-5.12", "TPS-5.13", "TPS-12.1", "TPS-21.12", "TPS-24.5")
def advance(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """What follows when a state has closed."""
    phase = state.phase
    if state.n_rulings:
        apply_rulings(state, tables, log)
    if phase == SETTING_UP:
        set_up_round(state, tables, dice, log)
        open_buying(state)
    elif phase == BUY:
        open_call(state, log)
    elif phase == CALL:
        reveal_calls(state, tables, log)
        open_count(state, tables, 1)
    elif phase == COUNT:
        apply_count(state, tables, dice, log)
        continue_counting(state, tables)
    elif phase == TARGET:
        reveal_targets(state, tables, log)
        state.phase, state.step = ACTION, 1
    elif phase == ACTION:
        advance_action(state, tables, dice, log)
    elif phase == END_TURN:
        end_turn(state, tables, log)
        if state.phase == CALL:
            open_call(state, log)
    elif phase == ROUND_END:
        end_round(state, tables, log)
        if state.phase == BETWEEN and state.admin:  # the Admin decides, if there is one
            state.owing = 1 << (state.admin - 1)
    else:
        state.phase, state.switched = SETTING_UP, 0


@compiled
def all_units(state: State) -> int:
    """A bit for each unit that lives and is not being booted."""
    units = 0
    for i, unit in enumerate(state.units):
        units |= int(unit.alive and not unit.leaving) << i
    return units


@rule("TPS-5.2", "TPS-7.1", "TPS-7.10")
def open_buying(state: State) -> None:
    """All units that are in the match buy, also by what was planned while they were out of the round."""
    state.phase, state.owing = BUY, all_units(state)


@rule("TPS-5.2", "TPS-8.1")
def open_call(state: State, log: Log) -> None:
    """A turn begins with the call of every living unit."""
    log_turn_begun(log, state.turn)
    state.phase, state.owing = CALL, all_units(state)


@rule("TPS-5.2", "TPS-9.1", "TPS-5.9", "TPS-5.12")
def open_count(state: State, tables: Tables, count: int) -> None:
    """A count: those decide who may act on it, and have not given their order already."""
    state.phase, state.count, state.owing = COUNT, count, 0
    for i, unit in enumerate(state.units):
        if not unit.leaving and may_order_now(state, tables, i):
            state.owing |= 1 << i


@rule("TPS-5.2", "TPS-5.12", "TPS-11.1")
def continue_counting(state: State, tables: Tables) -> None:
    """The next count, and after the last one the targets."""
    if state.count < last_count(tables):
        open_count(state, tables, state.count + 1)
    else:
        state.phase, state.count, state.owing = TARGET, 0, all_units(state)


@rule("TPS-5.7", "TPS-5.3")
def default_choice(state: State, tables: Tables, slot: int, choice: Choice) -> None:
    """What a time-out means: nothing bought, the standing call, standing still, no attack; the Admin goes on."""
    if state.phase == BUY:
        verbs.write_buy(choice)
    elif state.phase == CALL:
        verbs.write_call(choice, unchanged_call(state.units[slot]), 0, NOTHING, NO_ACTION)
    elif state.phase == COUNT:
        write_order(state, tables, slot, STAY, 0, 0, choice)
    elif state.phase == TARGET:
        verbs.write_hold(choice)
    else:
        verbs.write_go_on(choice)
