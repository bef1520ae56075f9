"""What bots go by: a position's worth to a unit's side, 0 to 1, and the greedy bot's choices. No rule stands here."""

from __future__ import annotations

from typing import Any

from ...core.engine.compiled import compiled
from ...core.protocol.choices import Choice, clear
from .rules.damage import dice_left
from .rules.end import living
from .rules.money import team_of
from .rules.turn import default_choice
from .state import ARMED, BUY, CALL, COUNT, OVER, TARGET, State
from .tables import CT, T, Tables
from .tactics.calls import suggest_call
from .tactics.fire import suggest_target
from .tactics.movement import suggest_order
from .tactics.purchases import suggest_list

SPAN = 400.0  # of the scale: no difference of two sides comes near it
ROUND = 20.0  # a round won
UNIT = 8.0  # a living unit
DIE = 2.0  # a die of armour or health
CASH = 0.02
BOMB = 10.0  # a bomb that ticks
WORK = 3.0  # a turn of planting or defusing


@compiled
def evaluate(state: State, tables: Tables, slot: int) -> float:
    """The end of the match is 0, a half or 1; before it rounds, living units, dice, cash and the bomb are weighed."""
    if slot >= state.n_units:
        return 0.5
    side = state.units[slot].side
    if state.phase == OVER:
        if state.winner == team_of(state, side) + 1:
            return 1.0
        return 0.5 if state.winner > 2 else 0.0
    return 0.5 + (strength(state, tables, side) - strength(state, tables, 1 - side)) / SPAN


@compiled
def strength(state: State, tables: Tables, side: int) -> float:
    """What a side has: rounds, units, dice, cash, and what it has done for the mission."""
    found = ROUND * state.score[team_of(state, side)] + UNIT * living(state, tables, side)
    for i, unit in enumerate(state.units):
        if unit.side == side:
            found += DIE * dice_left(state, i) * unit.alive + CASH * (unit.cash + unit.earned)
            found += WORK * min(3, unit.progress)
    if state.bomb.status == ARMED and side == T:
        found += BOMB
    elif state.bomb.status > ARMED:
        found += BOMB if (side == CT) == (state.bomb.status > ARMED + 1) else 0.0
    return found


@compiled
def policy(state: State, tables: Tables, slot: int, key: Any, choice: Choice) -> None:
    """What this bot would choose; on the state, which is its own, it tries things out."""
    clear(choice)
    if state.phase == BUY:
        suggest_list(state, tables, slot, key, choice)
    elif state.phase == CALL:
        suggest_call(state, tables, slot, key, choice)
    elif state.phase == COUNT:
        suggest_order(state, tables, slot, key, choice)
    elif state.phase == TARGET:
        suggest_target(state, tables, slot, key, choice)
    else:
        default_choice(state, tables, slot, choice)
