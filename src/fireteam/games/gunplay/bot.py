"""What bots go by: a position's worth to a side, 0 to 1, and the greedy bot's choices. No rule stands here."""

from __future__ import annotations

from typing import Any

from ...core.engine.compiled import compiled
from ...core.protocol.choices import Choice, clear
from ...core.protocol.refusals import LAWFUL
from .rules.characters import first_of, has_trait, is_up, side_of, weapon_number
from .rules.end import count_in_zone, count_near
from .rules.menu import default_choice
from .rules.verify import verify
from .state import ACT, CHOOSE, OVER, OW_DECLARE, OW_MARK, REACT, RESUME, State
from .tables import ASSAULT, EXTRACT, HOLD, LEADER, SIDE, Tables
from .tactics.acts import suggest_action, suggest_going_on
from .tactics.goals import away_from, carrier_of, exit_for, goal_of
from .tactics.turns import suggest_activation, suggest_answer, suggest_declaration, suggest_mark

SPAN = 200.0  # of the scale: no difference of two sides comes near it
CHARACTER = 10.0  # who is Up, its weapon and rank besides
DAMAGE = 1.0  # each damage rating of what it wields
RANK = 3.0  # a Leader
WOUND = 2.0
MARKER = 0.5
EMPTY = 1.0  # a weapon to be loaded
POINT = 6.0  # a victory point
HELD = 3.0  # a marker with more of the own side
WAY = 0.15  # each inch to what a character is after
ITEM = 12.0  # the item in hand
CARRIED = 0.5  # less for each inch that it is from the edge
INSIDE = 5.0  # an attacker in the zone over the defenders there, more so the later it is


@compiled
def evaluate(state: State, tables: Tables, slot: int) -> float:
    """The end of the match is 0, a half or 1; before it what both sides have is weighed."""
    if state.phase == OVER:
        return 1.0 if state.winner == slot + 1 else 0.5 if state.winner > 2 else 0.0
    return 0.5 + (strength(state, tables, slot) - strength(state, tables, 1 - slot)) / SPAN


@compiled
def strength(state: State, tables: Tables, side: int) -> float:
    """What a side has: characters, victory points, and how far it has come with what is played for."""
    scenario = tables.scenario
    found = POINT * state.points[side]
    for i in range(first_of(side), first_of(side) + SIDE):
        if is_up(state, i):
            found += character_worth(state, tables, i)
            goal = goal_of(state, tables, i)
            found -= WAY * max(0.0, away_from(state, i, goal.x, goal.y) - goal.near)
    if scenario.victory == HOLD:
        for k in range(scenario.n_markers):
            x, y = scenario.markers[k, 0], scenario.markers[k, 1]
            found += HELD * (count_near(state, tables, side, x, y) > count_near(state, tables, 1 - side, x, y))
    elif scenario.victory == EXTRACT:
        j = carrier_of(state)
        if j >= 0 and side_of(j) == side:
            x, y = exit_for(state, tables, j, side)
            found += ITEM - CARRIED * away_from(state, j, x, y)
    elif scenario.victory == ASSAULT and side == scenario.attacker:
        lead = count_in_zone(state, tables, side) - count_in_zone(state, tables, 1 - side)
        found += INSIDE * min(lead, 2) * state.turn / scenario.turns
    return found


@compiled
def character_worth(state: State, tables: Tables, i: int) -> float:
    """What an Up character is worth to its side."""
    character, weapon = state.characters[i], weapon_number(state, tables, i)
    found = CHARACTER + RANK * has_trait(tables, i, LEADER) - WOUND * character.wounds
    if tables.options.flinch:
        found -= MARKER * character.markers
    if weapon >= 0 and tables.options.weapon_charts:
        found += DAMAGE * tables.weapons[weapon].damage - EMPTY * (1 - character.loaded[character.wielded - 1])
    return found


@compiled
def policy(state: State, tables: Tables, slot: int, key: Any, choice: Choice) -> None:
    """What this bot would choose; on the state, which is its own, it tries things out."""
    clear(choice)
    phase = state.phase
    if phase == OW_DECLARE:
        suggest_declaration(state, tables, slot, choice)
    elif phase == OW_MARK:
        suggest_mark(state, tables, slot, choice)
    elif phase == CHOOSE:
        suggest_activation(state, tables, slot, choice)
    elif phase == ACT:
        suggest_action(state, tables, choice)
    elif phase == REACT:
        suggest_answer(state, tables, choice)
    elif phase == RESUME:
        suggest_going_on(state, tables, choice)
    if choice.verb == 0 or verify(state, tables, slot, choice) != LAWFUL:
        default_choice(state, tables, slot, choice)
