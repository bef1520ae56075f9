"""Whom a unit attacks, with which dice, and whether it throws its grenade."""

from __future__ import annotations

from typing import Any

from ....core.engine.compiled import compiled
from ....core.protocol.choices import Choice
from ..choices import HOLD, add_to_targets, write_fire, write_hold, write_throw
from ..odds_cache import reach_at
from ..rules.attack import modifiers
from ..rules.dice_pools import apply_modifiers, damage_pool, hit_pool
from ..rules.sight import roll_needed
from ..rules.targeting import has_grenade
from ..rules.units import called_gear, is_empty, place_of
from ..state import DEFUSE, PLANT, RELOAD, State
from ..tables import Tables
from .evaluate import best_share, damage_of, is_foe
from .grenades import plan_throw

FOCUS = 0.15  # of an attack's worth, for each team-mate that may attack the same target
WORTH_IT = 0.25  # a throw worth less is kept
GIVEN_UP = 1.2  # an attack for which a unit gives planting or defusing up


@compiled
def suggest_target(state: State, tables: Tables, i: int, key: Any, choice: Choice) -> None:
    """The best attack, on one or on two; with a grenade in hand also a throw, if it is worth one."""
    unit = state.units[i]
    write_hold(choice)
    if unit.action == RELOAD:
        return
    target, worth = best_target(state, tables, i)
    if unit.action == PLANT or unit.action == DEFUSE:
        if worth < GIVEN_UP or not unit.busy:
            target = -1
    elif has_grenade(tables, unit.over):
        x, y, dice, share, gain = plan_throw(state, tables, i)
        if gain > WORTH_IT:
            write_throw(choice, x, y, dice, share)
    if target >= 0:
        if choice.verb == HOLD:
            write_fire(choice)
        add_to_targets(choice, target, best_share(state, tables, i, target)[1], 0)
        split_fire(state, tables, i, target, choice)


@compiled
def best_target(state: State, tables: Tables, i: int) -> tuple[int, float]:
    """The enemy whom an attack is worth most, and what it is worth; -1 if there is none to attack."""
    best, most = -1, 0.0
    for j in range(state.n_units):
        if is_foe(state, i, j):
            worth = best_share(state, tables, i, j)[0]
            if worth > 0.0:
                worth *= 1.0 + FOCUS * helpers(state, tables, i, j)
            if worth > most:
                best, most = j, worth
    return best, most


@compiled
def helpers(state: State, tables: Tables, i: int, j: int) -> int:
    """How many team-mates may attack a target, too."""
    found = 0
    for k in range(state.n_units):
        if k != i and state.units[k].alive and state.units[k].side == state.units[i].side:
            found += int(best_share(state, tables, k, j)[0] > 0.0)
    return found


@compiled
def split_fire(state: State, tables: Tables, i: int, first: int, choice: Choice) -> None:
    """With autofire, some of the dice for a second target, if both together are worth more than one."""
    unit = state.units[i]
    gear = called_gear(tables, unit)
    if not tables.gear[gear].auto or is_empty(unit):
        return
    wild, plain = damage_pool(tables, unit.side, gear, 0)
    sure = hit_chance(state, tables, i, first)
    most = sure * damage_of(state, tables, first, wild, plain)
    for j in range(state.n_units):
        if j != first and is_foe(state, i, j) and best_share(state, tables, i, j)[0] > 0.0:
            other = hit_chance(state, tables, i, j)
            for dice in range(1, plain + 1):
                worth = sure * damage_of(state, tables, first, wild, plain - dice)
                worth += other * damage_of(state, tables, j, 0, dice)
                if worth > most:
                    most = worth
                    choice.n = 2
                    choice.parts[0, 1], choice.parts[0, 2] = wild, plain - dice
                    choice.parts[1, 0], choice.parts[1, 1], choice.parts[1, 2] = j, 0, dice


@compiled
def hit_chance(state: State, tables: Tables, i: int, j: int) -> float:
    """The chance that an attack with the whole to-hit pool reaches its target."""
    unit = state.units[i]
    wild, plain = hit_pool(tables, None, unit.side, called_gear(tables, unit), 0)
    wild, plain = apply_modifiers(wild, plain, modifiers(state, tables, None, i, j))
    x, y = place_of(state, j)
    return float(tables.outlook.reach[reach_at(wild, plain, roll_needed(x - unit.x, y - unit.y))])
