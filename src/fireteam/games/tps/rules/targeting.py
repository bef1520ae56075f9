"""Sections 11, 15 and 16: whom a unit may point at, and what it throws."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.engine.compiled import compiled, rule
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log
from ....core.protocol.refusals import LAWFUL, OK, refuse
from ....core.space.grid import bit, has_bit
from ....core.space.terrain import is_open_between, is_within
from ..choices import FIRE, HOLD, THROW, read_throw, targets_at
from ..events.words import IT_ATTACKED
from ..log import log_aimed, log_held, log_interrupted, log_pointed
from ..refusals import (
    ATTACK_RELOADING,
    BAD_DICE,
    BAD_SPLIT,
    IN_SMOKE,
    NO_DIRECTION,
    NO_GRENADE,
    NO_SIGHT,
    NO_TARGET,
    OUT_OF_AMMO,
    OUT_OF_REACH,
    VALUE,
)
from ..state import DEFUSE, NO_ACTION, PLANT, RELOAD, State
from ..tables import GRENADE, KNIFE, TARGETS, UNITS, Tables
from .dice_pools import damage_pool
from .sight import sees, smoke_hides
from .units import called_gear, is_empty, is_living, place_of

Answer = tuple[int, int, int, int]


# What is lawful


@rule("TPS-11.5", "TPS-11.10", "TPS-11.12", "TPS-28.1", "TPS-8.8", "TPS-8.9", "TPS-8.15")
def may_target(state: State, tables: Tables, i: int, choice: Choice) -> Answer:
    """Whether a unit may hold, attack and throw so: the first reason that applies, in the order of TPS-28.1."""
    if choice.verb == HOLD:
        return LAWFUL
    unit = state.units[i]
    if not 0 <= choice.n <= TARGETS or (choice.verb == FIRE and choice.n == 0):
        return refuse(VALUE)
    if unit.action == RELOAD:
        return refuse(ATTACK_RELOADING)
    fault, whom = target_fault(state, tables, i, choice)
    if fault != OK:
        return refuse(fault, whom)
    gear = called_gear(tables, unit)
    if choice.n and is_empty(unit):
        return refuse(OUT_OF_AMMO, gear)
    if choice.n and not is_well_split(state, tables, i, choice):
        return refuse(BAD_SPLIT, gear)
    return may_throw(state, tables, i, choice) if choice.verb == THROW else LAWFUL


@compiled
def target_fault(state: State, tables: Tables, i: int, choice: Choice) -> tuple[int, int]:
    """What is wrong with the targets, by the first code of the rulebook's order, and with which of them."""
    fault, whom = OK, 0
    for k in range(choice.n):
        target = targets_at(choice, k).target
        code = target_refusal(state, tables, i, target)
        if code != OK and (fault == OK or code < fault):
            fault, whom = code, target
    return fault, whom


@rule("TPS-11.6", "TPS-11.7", "TPS-11.11", "TPS-3.23", "TPS-12.13")
def target_refusal(state: State, tables: Tables, i: int, j: int) -> int:
    """Why a unit may not attack a target, 0 if it may: no living enemy, not seen, behind smoke, out of knife reach.

    There is no greatest range. By an option team-mates and hostages may be called too; nobody is his own team-mate.
    """
    if not is_enemy(state, tables, i, j):
        return NO_TARGET
    if not sees(state, tables, i, j):
        return NO_SIGHT
    if smoke_hides(state, tables, i, j):
        return IN_SMOKE
    weapon = tables.gear[called_gear(tables, state.units[i])]
    if weapon.kind == KNIFE:
        x, y = place_of(state, i)
        to_x, to_y = place_of(state, j)
        if not is_within(to_x - x, to_y - y, weapon.reach):
            return OUT_OF_REACH
        if not is_open_between(tables.field, x, y, to_x, to_y):
            return OUT_OF_REACH
    return OK


@rule("TPS-11.6")
def is_enemy(state: State, tables: Tables, i: int, j: int) -> bool:
    """A living enemy unit; by an option also a living team-mate or hostage."""
    if not 0 <= j < TARGETS or j == i or not is_living(state, j):
        return False
    if tables.options.mp_teamattack:
        return True
    return bool(j < UNITS and state.units[j].side != state.units[i].side)


@rule("TPS-11.6")
def lawful_targets(state: State, tables: Tables, i: int) -> Any:
    """The targets that a unit may attack now, as bits; none with an empty weapon."""
    found = np.uint64(0)
    if not is_empty(state.units[i]):
        for j in range(TARGETS):
            if target_refusal(state, tables, i, j) == OK:
                found |= bit(j)
    return found


@rule("TPS-15.1", "TPS-15.4", "TPS-16.1", "TPS-16.2", "TPS-11.5")
def is_well_split(state: State, tables: Tables, i: int, choice: Choice) -> bool:
    """Whether the dice add up: a split pool leaves a die for each part, shares make up the damage pool exactly.

    Only autofire has several targets, each of them once; with one target its share may be left out.
    """
    unit = state.units[i]
    gear = called_gear(tables, unit)
    weapon, only = tables.gear[gear], targets_at(choice, 0)
    if weapon.split:
        return bool(choice.n == 1 and 1 <= only.first < weapon.split and only.second == 0)
    if choice.n == 1 and only.first == 0 and only.second == 0:
        return True
    wild, plain = damage_pool(tables, unit.side, gear, 0)
    named = np.uint64(0)
    for k in range(choice.n):
        target, first, second = targets_at(choice, k)
        if first < 0 or second < 0 or first + second == 0 or has_bit(named, target):
            return False
        named |= bit(target)
        wild, plain = wild - first, plain - second
    return bool(weapon.auto and wild == 0 and plain == 0)


@rule("TPS-19.2", "TPS-19.1", "TPS-15.1", "TPS-15.4", "TPS-19.14", "TPS-10.14")
def may_throw(state: State, tables: Tables, i: int, choice: Choice) -> Answer:
    """A throw needs a grenade over the weapon, 1 to 3 dice and a direction; a frag also its split."""
    unit, throw = state.units[i], read_throw(choice)
    if not has_grenade(tables, unit.over):
        return refuse(NO_GRENADE)
    most = splits_of(tables, unit.over - 1)
    if not int(most > 0) <= throw.to_hit <= most:
        return refuse(BAD_SPLIT, unit.over - 1)
    if not 1 <= throw.dice <= tables.constants.throw:
        return refuse(BAD_DICE)
    return refuse(NO_DIRECTION) if throw.aim_x == unit.x and throw.aim_y == unit.y else LAWFUL


@compiled
def has_grenade(tables: Tables, over: int) -> bool:
    """Whether an over item is a grenade."""
    return bool(over and tables.gear[over - 1].kind == GRENADE)


@rule("TPS-15.1", "TPS-15.2")
def splits_of(tables: Tables, gear: int) -> int:
    """How many to-hit dice a split pool may have, from 1 on; 0: its dice are not split."""
    return max(0, tables.gear[gear].split - 1)


# What is called and revealed


@rule("TPS-11.2", "TPS-11.3", "TPS-11.5", "TPS-5.7")
def take_target(state: State, tables: Tables, i: int, choice: Choice) -> None:
    """The choice is binding. The whole pool on one target is kept as no share at all."""
    unit = state.units[i]
    if choice.verb == THROW:
        unit.aim_x, unit.aim_y, unit.dice, unit.to_hit = read_throw(choice)
    if choice.verb == THROW or choice.verb == FIRE:
        unit.n_targets = choice.n
        whole = choice.n == 1 and not tables.gear[called_gear(tables, unit)].split
        for k in range(choice.n):
            target, first, second = targets_at(choice, k)
            unit.targets[k, 0] = target
            unit.targets[k, 1] = 0 if whole else first
            unit.targets[k, 2] = 0 if whole else second


@rule("TPS-11.1", "TPS-11.10", "TPS-19.18", "TPS-19.19", "TPS-19.27")
def reveal_targets(state: State, tables: Tables, log: Log) -> None:
    """All point at the same moment. Who attacks gives planting or defusing up."""
    for i in range(state.n_units):
        unit = state.units[i]
        if not unit.alive:
            continue  # booted since it called its targets
        if unit.dice:
            log_aimed(log, i, unit.over - 1, unit.aim_x, unit.aim_y, unit.dice)
        split = unit.n_targets and tables.gear[called_gear(tables, unit)].split
        for k in range(unit.n_targets):
            j, first, second = unit.targets[k, 0], unit.targets[k, 1], unit.targets[k, 2]
            log_pointed(log, i, j, 1 if split else first, first - 1 if split else second)
            if j < UNITS:
                state.units[j].shot_at = 1
        if unit.n_targets and (unit.action == PLANT or unit.action == DEFUSE):
            unit.action = NO_ACTION
            log_interrupted(log, i, IT_ATTACKED)
        if not unit.dice and not unit.n_targets:
            log_held(log, i)
