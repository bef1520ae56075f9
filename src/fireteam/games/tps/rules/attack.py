"""Sections 12, 14 to 18: the steps of the action phase, and attacks from to-hit to damage."""

from __future__ import annotations

from ....core.dice import Dice, roll
from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log, because
from ....core.space.terrain import is_within
from ..dice.contest import reaches
from ..dice.pool import BAD, throw
from ..events.words import (
    BY_COVER,
    BY_CROUCH,
    BY_FLASH,
    BY_NO_SCOPE,
    BY_SCOPE,
    BY_SMOKE,
    BY_STEADY,
    FOR_FRIENDLY_FIRE,
    FOR_TO_HIT,
    NOBODY_NEAR,
    SMOKE_IN_THE_WAY,
    TARGET_ELIMINATED,
)
from ..log import log_diverted, log_emptied, log_lost, log_stabbed, log_stepped, log_to_hit
from ..state import END_TURN, HARM, KNIFE_SLOT, SEEK, THROWS, State, Unit
from ..tables import KNIFE, MISS, RIFLE, TARGETS, UNITS, Tables
from .bomb import continue_explosion, is_exploding, work
from .damage import apply_hits, resolve_damage
from .dice_pools import apply_modifiers, damage_pool, hit_pool
from .grenades import continue_grenades, is_grenade_about, remove_flights
from .sight import are_in_one_smoke, distance_between, gives_cover, lines_between, roll_needed, sees, smoke_hides
from .units import called_gear, is_living, place_of, weapon_token

GRENADES, KNIVES, SCOPED, WORKS, EXPLOSION = 1, 2, 8, 9, 10  # action steps (TPS-12.1)
STEPS_OF_CLASSES = (2, 3, 4, 5, 6, 7)  # knife, pistol, smg, shotgun, rifle, lmg
UNIT = 1000000


# The steps


@rule("TPS-12.1", "TPS-12.2", "TPS-12.3", "TPS-5.8")
def advance_action(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """Go on with the ten action steps until something was rolled, or all are done.

    What a step does is applied when nothing of it is left, before the next one.
    """
    doing = state.doing
    if state.step == GRENADES and doing.stage == THROWS and doing.unit == 0:
        log_step(state, tables, log)
    while not continue_step(state, tables, dice, log):
        close_step(state, tables, log)
        if state.step == EXPLOSION:
            state.step = 0
            state.phase = END_TURN
            return
        state.step += 1
        log_step(state, tables, log)


@rule("TPS-12.1")
def log_step(state: State, tables: Tables, log: Log) -> None:
    """A step begins; one in which nobody acts is not told of."""
    if is_anything_to_do(state, tables):
        log_stepped(log, state.step, state.step)


@rule("TPS-12.1", "TPS-12.3")
def is_anything_to_do(state: State, tables: Tables) -> bool:
    """Whether anybody acts in this step."""
    if state.step == EXPLOSION:
        return is_exploding(state, tables)
    if state.step == GRENADES:
        return is_grenade_about(state, tables)
    for i in range(state.n_units):
        unit = state.units[i]
        if unit.alive and (unit.action if state.step == WORKS else attacks_now(state, tables, unit)):
            return True
    return False


@compiled
def continue_step(state: State, tables: Tables, dice: Dice, log: Log) -> bool:
    """The next part of this step. Returns whether dice were rolled; if not, the step is done."""
    if state.step == GRENADES:
        return continue_grenades(state, tables, dice, log)
    if state.step < WORKS:
        return continue_attack(state, tables, dice, log)
    if state.step == WORKS:
        work(state, tables, log)
        return False
    return continue_explosion(state, tables, dice, log)


@rule("TPS-12.2", "TPS-12.3")
def close_step(state: State, tables: Tables, log: Log) -> None:
    """The effects of a step are applied together."""
    doing = state.doing
    doing.stage = doing.unit = doing.part = doing.target = doing.net = 0
    apply_hits(state, tables, log)
    if state.step == GRENADES:
        remove_flights(state, tables, log)


# Attacks


@rule("TPS-12.1", "TPS-17.1", "TPS-17.4", "TPS-26.5", "TPS-18.4")
def step_of(tables: Tables, unit: Unit) -> int:
    """The step in which a unit's active weapon acts: by its class, a rifle with its scope in use last."""
    kind = tables.gear[called_gear(tables, unit)].kind
    if kind == RIFLE and unit.scope:
        return SCOPED
    return STEPS_OF_CLASSES[kind]


@compiled
def attacks_now(state: State, tables: Tables, unit: Unit) -> bool:
    """Whether a living unit has called an attack that comes in this step."""
    return bool(unit.alive and unit.n_targets and step_of(tables, unit) == state.step)


@rule("TPS-5.8", "TPS-12.3", "TPS-16.3", "TPS-16.5")
def continue_attack(state: State, tables: Tables, dice: Dice, log: Log) -> bool:
    """The attackers of a step by seat, each with its targets as declared: to-hit, then damage and Defense.

    Whether there is anything left to roll.
    """
    doing = state.doing
    doing.net = 0
    while doing.unit < state.n_units:
        unit = state.units[doing.unit]
        if doing.stage == HARM:
            roll_damage(state, tables, dice, log)
            return True
        if doing.part >= unit.n_targets or not attacks_now(state, tables, unit):
            doing.unit, doing.part = doing.unit + 1, 0
        elif target_is_lost(state, tables, log, doing.unit, unit.targets[doing.part, 0]):
            doing.part += 1
        elif tables.gear[called_gear(tables, unit)].kind == KNIFE:
            doing.stage, doing.target = HARM, unit.targets[doing.part, 0]
            log_stabbed(log, doing.unit, doing.target)
        else:
            roll_to_hit(state, tables, dice, log)
            return True
    return False


@rule("TPS-12.4", "TPS-16.5", "TPS-12.14")
def target_is_lost(state: State, tables: Tables, log: Log, i: int, j: int) -> bool:
    """An attack is lost when its target was eliminated in an earlier step, or smoke is in the way by now."""
    if not is_living(state, j):
        log_lost(log, i, j, TARGET_ELIMINATED)
        return True
    if smoke_hides(state, tables, i, j):
        log_lost(log, i, j, SMOKE_IN_THE_WAY)
        return True
    return False


@rule("TPS-12.5", "TPS-12.9", "TPS-12.11", "TPS-12.12", "TPS-16.3", "TPS-4.13")
def roll_to_hit(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The to-hit roll: it hits when it reaches the target. Net Bad turns it on somebody near, with the same total."""
    doing = state.doing
    i = doing.unit
    unit = state.units[i]
    j = unit.targets[doing.part, 0]
    gear = called_gear(tables, unit)
    wild, plain = hit_pool(tables, log, unit.side, gear, unit.targets[doing.part, 1])
    wild, plain = apply_modifiers(wild, plain, modifiers(state, tables, log, i, j))
    thrown = throw(dice, log, wild, plain, tables.options.sv_wildone, FOR_TO_HIT)
    stays = True
    if thrown.net == BAD:
        other = pick_stray_target(state, tables, dice, log, i, j)
        stays = other >= 0 or tables.options.sv_ffempty != MISS
        j = other if other >= 0 else j
    x, y = place_of(state, i)
    to_x, to_y = place_of(state, j)
    hit = stays and reaches(dice, thrown, roll_needed(to_x - x, to_y - y))
    log_to_hit(log, i, j, thrown.sum, wild, plain, distance_between(x, y, to_x, to_y), int(hit), gear)
    if not stays:
        log_lost(log, i, j, NOBODY_NEAR)
    if hit:
        doing.stage, doing.target = HARM, j
    else:
        doing.part += 1


@rule("TPS-12.6", "TPS-12.7", "TPS-12.8", "TPS-17.1", "TPS-17.2", "TPS-17.3", "TPS-3.22", "TPS-3.25", "TPS-19.9")
def modifiers(state: State, tables: Tables, log: Log | None, i: int, j: int) -> int:
    """What the to-hit pool gains and loses: all of it together, each part with its reason."""
    unit, numbers = state.units[i], tables.constants
    x, y = place_of(state, i)
    to_x, to_y = place_of(state, j)
    clear, obstructed = lines_between(state, tables, i, j)
    found = because(log, BY_SCOPE, numbers.scope if unit.scope else 0)
    found += because(log, BY_CROUCH, numbers.crouch if unit.crouch else 0)
    found += because(log, BY_COVER, numbers.cover if gives_cover(clear, obstructed) else 0)
    found += because(log, BY_FLASH, -tables.options.mp_flashdice if unit.flashed else 0)
    found += because(log, BY_SMOKE, numbers.smoke if are_in_one_smoke(state, tables, x, y, to_x, to_y) else 0)
    if tables.gear[called_gear(tables, unit)].sniper:
        found += because(log, BY_NO_SCOPE, 0 if unit.scope else numbers.unscoped)
        found += because(log, BY_STEADY, numbers.steady if unit.scope and not unit.busy else 0)
    return found


@rule("TPS-12.9", "TPS-12.10", "TPS-5.8")
def pick_stray_target(state: State, tables: Tables, dice: Dice, log: Log, i: int, j: int) -> int:
    """Whom a shot that goes astray meets: a random one of those near the called target; -1 if there is nobody."""
    near = 0
    for k in range(TARGETS):
        near += int(can_be_hit(state, tables, i, j, k))
    if near == 0:
        return -1
    skip = roll(dice, log, near, FOR_FRIENDLY_FIRE) - 1 if near > 1 else 0
    for k in range(TARGETS):
        if can_be_hit(state, tables, i, j, k):
            if skip == 0:
                log_diverted(log, i, k)
                return k
            skip -= 1
    return -1


@rule("TPS-12.10", "TPS-12.13", "TPS-12.14")
def can_be_hit(state: State, tables: Tables, i: int, j: int, k: int) -> bool:
    """Living, near the called target, and one whom the shooter sees and smoke does not hide."""
    if k == i or k == j or not is_living(state, k):
        return False
    if not tables.options.mp_friendlyfire and k < UNITS and state.units[k].side == state.units[i].side:
        return False
    x, y = place_of(state, j)
    to_x, to_y = place_of(state, k)
    if not is_within(to_x - x, to_y - y, tables.options.mp_ffradius * UNIT):
        return False
    return sees(state, tables, i, k) and not smoke_hides(state, tables, i, k)


@rule("TPS-13.1", "TPS-13.7", "TPS-13.8", "TPS-13.9", "TPS-16.4", "TPS-18.1", "TPS-18.2", "TPS-18.3")
def roll_damage(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The damage roll of an attack that has hit. Net Bad leaves the weapon out of ammo; the damage still counts."""
    doing = state.doing
    unit = state.units[doing.unit]
    wild, plain = damage_of(tables, unit, doing.part)
    net = resolve_damage(state, tables, dice, log, doing.unit, doing.target, wild, plain)
    if net == BAD and unit.weapon != KNIFE_SLOT and not weapon_token(unit).mark:
        weapon_token(unit).mark = 1
        log_emptied(log, doing.unit, called_gear(tables, unit))
    doing.stage, doing.target, doing.part, doing.net = SEEK, 0, doing.part + 1, net


@rule("TPS-15.2", "TPS-16.1", "TPS-16.2", "TPS-16.4")
def damage_of(tables: Tables, unit: Unit, part: int) -> tuple[int, int]:
    """The damage dice for one of a unit's targets: its share of them, or the whole pool."""
    gear = called_gear(tables, unit)
    first, second = unit.targets[part, 1], unit.targets[part, 2]
    if not tables.gear[gear].split and first + second > 0:
        return first, second
    return damage_pool(tables, unit.side, gear, first)
