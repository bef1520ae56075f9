"""Sections 14 and 19: reloading, planting, defusing, and the explosion: action steps 9 and 10."""

from __future__ import annotations

from ....core.dice import Dice
from ....core.engine.compiled import rule
from ....core.protocol.events import Log
from ....core.space.terrain import are_neighbours, zone_of
from ..dice.contest import hits
from ..dice.pool import throw
from ..events.words import BOMB_DEFUSED, BOMB_PLANTED, FOR_DAMAGE, FOR_DEFENCE, IT_MOVED, IT_WAS_HIT, IT_WAS_SHOT_AT
from ..log import log_armed, log_blasted, log_defused, log_exploded, log_interrupted, log_reloaded, log_worked
from ..state import ARMED, DEFUSE, DEFUSED, EXPLODED, KNIFE_SLOT, PLANT, RELOAD, State, Unit
from ..tables import KIT, NOBODY, ON_ATTACK, TARGETS, Tables
from .damage import ALL_DICE, dice_left
from .money import credit
from .units import called_gear, is_living, place_of, take_away, weapon_token

# Step 9


@rule("TPS-12.1", "TPS-14.1", "TPS-19.17", "TPS-19.21", "TPS-19.22", "TPS-19.22a")
def work(state: State, tables: Tables, log: Log) -> None:
    """Who called to reload, plant or defuse has done a turn of it. Progress falls to 0 in any turn that adds none."""
    for i, unit in enumerate(state.units):
        if unit.alive and unit.action == RELOAD:
            reload(tables, log, unit, i)
        working = unit.action == PLANT or (unit.action == DEFUSE and state.bomb.status == ARMED)
        if unit.alive and working and may_continue_work(tables, log, unit, i):
            unit.progress += 1
            log_worked(log, i, unit.action, unit.progress, turns_needed(tables, unit))
        else:
            unit.progress = 0
    for i, unit in enumerate(state.units):
        if unit.progress and unit.progress >= turns_needed(tables, unit):
            if unit.action == PLANT:
                arm_bomb(state, tables, log, i)
            else:
                state.bomb.status = DEFUSED
                log_defused(log, i)
                credit(state, log, i, BOMB_DEFUSED, tables.constants.defused, 0)
            unit.progress = 0


@rule("TPS-14.1", "TPS-14.2")
def reload(tables: Tables, log: Log, unit: Unit, i: int) -> None:
    """The weapon that was called is loaded again, if it is still the called weapon."""
    if unit.weapon != KNIFE_SLOT and not unit.changed and weapon_token(unit).mark:
        weapon_token(unit).mark = 0
        log_reloaded(log, i, called_gear(tables, unit))


@rule("TPS-19.16", "TPS-19.17", "TPS-19.18", "TPS-19.19", "TPS-9.15", "TPS-9.22")
def may_continue_work(tables: Tables, log: Log, unit: Unit, i: int) -> bool:
    """Planting and defusing take a whole turn, stationary and without a hit; by an option, without an attack on it."""
    why = 0
    if unit.busy:
        why = IT_MOVED
    elif unit.hurt:
        why = IT_WAS_HIT
    elif unit.shot_at and tables.options.sv_interrupt == ON_ATTACK:
        why = IT_WAS_SHOT_AT
    if why:
        log_interrupted(log, i, why)
    return why == 0


@rule("TPS-19.20", "TPS-19.21", "TPS-19.17")
def turns_needed(tables: Tables, unit: Unit) -> int:
    """The turns that planting takes, or defusing, with the kit over the weapon or without."""
    if unit.action == PLANT:
        return tables.options.mp_planttime
    if unit.over and tables.gear[unit.over - 1].kind == KIT:
        return tables.options.mp_defusetimekit
    return tables.options.mp_defusetime


@rule("TPS-19.17", "TPS-19.24", "TPS-21.4")
def arm_bomb(state: State, tables: Tables, log: Log, i: int) -> None:
    """The bomb lies armed at the carrier's centre, out of its slot."""
    unit, bomb = state.units[i], state.bomb
    take_away(tables, unit, tables.bomb)
    unit.over = 0
    bomb.status, bomb.x, bomb.y, bomb.turn = ARMED, unit.x, unit.y, state.turn
    log_armed(log, i, unit.x, unit.y, state.turn + tables.options.mp_c4timer)
    credit(state, log, i, BOMB_PLANTED, tables.constants.planted, 0)


# Step 10


@rule("TPS-19.23", "TPS-19.24")
def is_exploding(state: State, tables: Tables) -> bool:
    """The bomb explodes so many turns after it was armed; a defusal in step 9 of that turn is in time."""
    if state.bomb.status == EXPLODED:
        return True
    return bool(state.bomb.status == ARMED and state.turn >= state.bomb.turn + tables.options.mp_c4timer)


@rule("TPS-19.25", "TPS-19.26", "TPS-5.8")
def continue_explosion(state: State, tables: Tables, dice: Dice, log: Log) -> bool:
    """The blast meets everybody, units by seat, then hostages; in the bomb's own zone nobody rolls.

    Returns whether dice were rolled.
    """
    doing, bomb = state.doing, state.bomb
    if not is_exploding(state, tables):
        return False
    zone = zone_of(tables.field, bomb.x, bomb.y)
    if bomb.status == ARMED:
        bomb.status = EXPLODED
        log_exploded(log, zone)
    while doing.part < TARGETS:
        j = doing.part
        doing.part += 1
        if is_living(state, j):
            x, y = place_of(state, j)
            there = zone_of(tables.field, x, y)
            if there != zone:
                near = are_neighbours(tables.field, zone, there)
                blast(state, tables, dice, log, j, tables.constants.blast_near if near else tables.constants.blast_far)
                return True
            state.hits[j, NOBODY] = ALL_DICE
    return False


@rule("TPS-19.25", "TPS-19.26", "TPS-4.17", "TPS-13.2")
def blast(state: State, tables: Tables, dice: Dice, log: Log, j: int, normal: int) -> None:
    """Normal dice against full Defense; nobody is credited."""
    damage = throw(dice, log, 0, normal, tables.options.sv_wildone, FOR_DAMAGE)
    left = dice_left(state, j)
    struck = hits(dice, log, damage, 1, left - 1, left, FOR_DEFENCE)
    log_blasted(log, j, damage.sum, 0, normal, struck.defence, 1, left - 1, struck.times)
    state.hits[j, NOBODY] = struck.times
