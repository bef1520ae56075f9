"""Sections 6.2 and 25: the order of action, rolled anew each turn."""

from __future__ import annotations

from ....core.dice import Dice, roll
from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log, because
from ..events.words import BY_RULING, FOR_INITIATIVE, FOR_SHUFFLE
from ..log import log_drew_place, log_rolled_initiative
from ..state import ACTIONS, INITIATIVE, LUCK_INITIATIVE, State
from ..tables import COMBATANTS, Tables
from .ground import is_up
from .luck import has_result, make_roll, may_roll, take_result
from .rolls import ability_rating
from .wounds import wound_modifier


@rule("FS3-6.21")
def begin_initiative(state: State) -> None:
    """Everybody who is active is to roll, in roster order: no place of the last turn holds."""
    for who in range(COMBATANTS):
        state.combatants[who].place = state.combatants[who].initiative = 0
        state.sequence[who] = 0
    state.n = state.next = state.step = 0
    state.phase = INITIATIVE


@rule("FS3-6.21", "FS3-6.22", "FS3-25.4")
def continue_initiative(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """One step: the roll of the next in the roster, or after all of them the lots of the next tied group."""
    while state.next < COMBATANTS and not is_up(state, state.next):
        state.next += 1
    if state.next < COMBATANTS:
        roll_initiative(state, tables, dice, log, state.next)
    elif state.step < state.n:
        draw_places(state, dice, log)
    else:
        state.next = state.step = 0
        state.phase = ACTIONS


@rule("FS3-6.21", "FS3-6.23", "FS3-12.9a", "FS3-17.6")
def roll_initiative(state: State, tables: Tables, dice: Dice, log: Log, who: int) -> None:
    """An ability roll: its modifiers are the ruling attribute, wounds with those of the vehicle, and luck."""
    if may_roll(state, tables, log, who, LUCK_INITIATIVE):
        rating = ability_rating(state, tables, who, tables.initiative)
        modifier = because(log, BY_RULING, rating.ruling) + wound_modifier(state, log, who, True)
        make_roll(state, tables, dice, log, who, rating.rating, modifier, FOR_INITIATIVE)
    if has_result(state):
        state.combatants[who].initiative = take_result(state)
        log_rolled_initiative(log, who, state.combatants[who].initiative)
        enter(state, who)
        state.next += 1


@rule("FS3-6.21", "FS3-25.4")
def enter(state: State, who: int) -> None:
    """Put somebody into the order of action: behind all with as high a Roll Result, who are before it in the roster."""
    at = state.n
    while at > 0 and state.combatants[state.sequence[at - 1] - 1].initiative < state.combatants[who].initiative:
        state.sequence[at] = state.sequence[at - 1]
        at -= 1
    state.sequence[at] = who + 1
    state.n += 1


@rule("FS3-6.22", "FS3-25.4")
def draw_places(state: State, dice: Dice, log: Log) -> None:
    """The next group of equal Roll Results gets its places, by lot where it is more than one."""
    first = state.step
    end = first + group_size(state, first)
    for last in range(end - 1, first, -1):
        other = first + roll(dice, log, last - first + 1, FOR_SHUFFLE) - 1
        drawn, left = state.sequence[other], state.sequence[last]
        state.sequence[last], state.sequence[other] = drawn, left
    for at in range(first, end):
        state.combatants[state.sequence[at] - 1].place = at + 1
        if end - first > 1:
            log_drew_place(log, state.sequence[at] - 1, at + 1)
    state.step = end


@compiled
def group_size(state: State, first: int) -> int:
    """How many from a place on have the same Roll Result."""
    result, size = state.combatants[state.sequence[first] - 1].initiative, 1
    while first + size < state.n and state.combatants[state.sequence[first + size] - 1].initiative == result:
        size += 1
    return size
