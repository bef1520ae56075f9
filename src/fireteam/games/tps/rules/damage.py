"""Sections 12 and 13: to-hit against the distance, damage against Defense, and what hits take away."""

from __future__ import annotations

from ....core.dice import Dice
from ....core.engine.compiled import rule
from ....core.protocol.events import Log
from ..dice.contest import hits, reaches
from ..dice.pool import GOOD, Throw, throw
from ..events.words import FOR_DAMAGE, FOR_DEFENCE
from ..log import log_harmed, log_hurt, log_to_hit
from ..state import HARM, State, Unit
from ..tables import HELMET_ONLY, NO_VEST, NOBODY, TARGETS, UNITS, Tables
from .end import eliminate
from .sight import distance_between, roll_needed
from .units import is_living, place_of

ALL_DICE = -1  # in place of a number of hits: eliminated without a roll, the armour whole (TPS-19.25)


@rule("TPS-12.13")
def is_spared(state: State, tables: Tables, i: int, target: int) -> bool:
    """By an option attacks do not harm units of one's own side."""
    return bool(
        not tables.options.mp_friendlyfire and target < UNITS and state.units[target].side == state.units[i].side
    )


@rule("TPS-12.5", "TPS-19.14")
def compare_to_hit(
    state: State, dice: Dice, log: Log, thrown: Throw, by: int, gear: int, x: int, y: int, j: int, may_hit: bool
) -> None:
    """A to-hit roll from a point hits when it is at least the distance to the target; damage comes next then."""
    doing = state.doing
    to_x, to_y = place_of(state, j)
    hit = may_hit and reaches(dice, thrown, roll_needed(to_x - x, to_y - y))
    away = distance_between(x, y, to_x, to_y)
    log_to_hit(log, by, j, thrown.sum, thrown.wild, thrown.plain, away, int(hit), gear)
    if hit:
        doing.stage, doing.target = HARM, j
    else:
        doing.part += 1


@rule("TPS-2.2", "TPS-2.3", "TPS-2.4", "TPS-6.8")
def dice_left(state: State, target: int) -> int:
    """The dice of Defense a unit holds, board and armour; a hostage has no armour."""
    if target >= UNITS:
        return state.hostages[target - UNITS].health
    unit = state.units[target]
    return unit.helmet.mark + unit.vest.mark + unit.health


@rule("TPS-13.5", "TPS-13.6", "TPS-2.5")
def dice_against_headshot(state: State, tables: Tables, target: int) -> int:
    """Of the armour only the helmet is added; by an option, the helmet alone defends."""
    if target >= UNITS:
        return state.hostages[target - UNITS].health if tables.options.sv_headshot == NO_VEST else 0
    unit = state.units[target]
    return unit.helmet.mark if tables.options.sv_headshot == HELMET_ONLY else unit.helmet.mark + unit.health


@rule("TPS-13.1", "TPS-13.2", "TPS-13.3", "TPS-13.4", "TPS-13.5", "TPS-13.6", "TPS-13.14", "TPS-12.3", "TPS-13.17")
def resolve_damage(state: State, tables: Tables, dice: Dice, log: Log, by: int, j: int, wild: int, normal: int) -> int:
    """Damage is rolled against the Defense held when the step began; hits are noted. Returns the damage's net.

    Under exhaust a sum of damage is not known, and hits beyond the target's dice are not told apart: who gets the kill,
    of several that hit as often, is then the lower seat.
    """
    damage = throw(dice, log, wild, normal, tables.options.sv_wildone, FOR_DAMAGE)
    left = dice_left(state, j)
    headshot = damage.net == GOOD
    against = dice_against_headshot(state, tables, j) if headshot else left
    scored, defence = left, 0  # nothing is left that defends: the target is eliminated
    if against > 0:
        struck = hits(dice, log, damage, 1, against - 1, left, FOR_DEFENCE)
        scored, defence = struck.times, struck.defence
    log_harmed(
        log, by, j, damage.sum, wild, normal, defence, int(against > 0), max(0, against - 1), scored, int(headshot)
    )
    state.hits[j, by] += scored
    state.harm[j, by] += damage.sum
    return damage.net


@rule("TPS-12.2", "TPS-12.3", "TPS-12.14", "TPS-13.10", "TPS-13.12", "TPS-13.16", "TPS-19.19", "TPS-19.25")
def apply_hits(state: State, tables: Tables, log: Log) -> None:
    """At the end of a step all its hits are applied together; then nothing of them is left."""
    for j in range(TARGETS):
        if not is_living(state, j):
            continue  # nobody strikes at who is not on the table
        scored = 0
        for by in range(NOBODY + 1):
            scored += state.hits[j, by]
        if scored == ALL_DICE:
            eliminate(state, tables, log, j, NOBODY)
        elif scored:
            take_hits(state, tables, log, j, scored, kill_credit(state, j))
        for by in range(NOBODY + 1):
            state.hits[j, by] = state.harm[j, by] = 0


@rule("TPS-13.15", "TPS-19.26")
def kill_credit(state: State, j: int) -> int:
    """Who gets a kill: whose hits were most, surplus and all; then whose damage was greater; then the lower seat."""
    best = NOBODY
    for by in range(NOBODY):
        more = state.hits[j, by] - state.hits[j, best]
        if more > 0 or (more == 0 and state.hits[j, by] and state.harm[j, by] > state.harm[j, best]):
            best = by
    return best


@rule("TPS-13.10", "TPS-13.11", "TPS-13.12", "TPS-13.13", "TPS-13.16")
def take_hits(state: State, tables: Tables, log: Log, j: int, scored: int, by: int) -> None:
    """Each hit removes a die of Defense; who has none left is eliminated, and surplus hits are lost."""
    lost = min(scored, dice_left(state, j))
    if j >= UNITS:
        hostage = state.hostages[j - UNITS]
        hostage.health -= lost
        log_hurt(log, j, lost, 0, 0, hostage.health)
    else:
        unit = state.units[j]
        unit.hurt = 1
        for _ in range(lost):
            lose_die(unit)
        log_hurt(log, j, lost, unit.helmet.mark, unit.vest.mark, unit.health)
    if dice_left(state, j) == 0:
        eliminate(state, tables, log, j, by)


@rule("TPS-13.10", "TPS-13.11", "TPS-2.5")
def lose_die(unit: Unit) -> None:
    """Helmet, vest, health, in this order, also after a headshot; lost armour is destroyed, not dropped."""
    if unit.helmet.mark:
        unit.helmet.mark -= 1
        unit.helmet.gear = unit.helmet.gear if unit.helmet.mark else 0
    elif unit.vest.mark:
        unit.vest.mark -= 1
        unit.vest.gear = unit.vest.gear if unit.vest.mark else 0
    else:
        unit.health -= 1
