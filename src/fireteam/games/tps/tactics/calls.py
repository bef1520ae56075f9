"""What a unit calls for the turn: weapon, stance, what lies over it, an action."""

from __future__ import annotations

from typing import Any

from ....core.dice import keyed_draw
from ....core.engine.compiled import compiled
from ....core.protocol.choices import Choice
from ..choices import write_call
from ..rules.calls import CROUCH_STANCE, SCOPE_STANCE, may_call
from ..rules.count_limits import counts_left
from ..rules.units import called_gear, carries
from ..state import ARMED, DEFUSE, KNIFE_SLOT, NO_ACTION, PLANT, PRIMARY, RELOAD, SIDEARM, State, Unit
from ..tables import FLASH, FRAG, GRENADES, SMOKE, Tables
from .evaluate import UNIT, attack_value, expected_loss, is_foe, nearest_foe, usual_weapon
from .goals import at_goal, goal_of, has_kit, turns_left, turns_to_defuse
from .movement import best_stand

QUIET = 34 * UNIT  # no enemy is nearer: run with the knife
NEAR = 20 * UNIT  # an enemy so near may be in sight when the counts are over
BEARABLE = 0.9  # what a unit may suffer, in dice, and still try to plant or defuse
GOOD = 0.5  # a shot worth standing still for


@compiled
def suggest_call(state: State, tables: Tables, i: int, key: Any, choice: Choice) -> None:
    """The call; whatever the rules would refuse of it is left out."""
    unit = state.units[i]
    expect_calls(state, i)
    danger, away = expected_loss(state, tables, i), nearest_foe(state, i)[1]
    action = action_for(state, tables, i, danger, away)
    weapon = weapon_for(state, tables, i, action, away)
    over = over_for(state, tables, i, action, away, key)
    stance = stance_for(state, tables, i, weapon, key)
    if action != NO_ACTION:
        stance = CROUCH_STANCE
    if may_call(state, tables, i, weapon, stance, over, action)[0]:
        stance &= CROUCH_STANCE
    if may_call(state, tables, i, weapon, stance, over, action)[0]:
        over, action = -1, NO_ACTION
    write_call(choice, weapon, stance, over, action)
    unit.weapon = weapon


@compiled
def expect_calls(state: State, i: int) -> None:
    """Everybody is reckoned to hold its usual weapon, and enemies to crouch: it costs who waits nothing."""
    for j, unit in enumerate(state.units):
        if unit.alive and unit.weapon == 0:
            unit.weapon = usual_weapon(unit)
        if is_foe(state, i, j):
            unit.crouch = 1


@compiled
def action_for(state: State, tables: Tables, i: int, danger: float, away: int) -> int:
    """Planting in a site, defusing at the bomb, reloading where no enemy comes so soon."""
    unit = state.units[i]
    if may_call(state, tables, i, KNIFE_SLOT, 0, tables.bomb, PLANT)[0] == 0:
        if danger < BEARABLE or attack_value(state, tables, i) < GOOD:
            return PLANT
    if may_call(state, tables, i, KNIFE_SLOT, 0, -1, DEFUSE)[0] == 0:
        pressing = turns_left(state, tables) <= turns_to_defuse(tables, unit) + 1
        if pressing or danger < BEARABLE:
            return DEFUSE
    empty = unit.primary.gear and unit.primary.mark
    if empty and (away > NEAR or danger == 0.0 or not unit.sidearm.gear or unit.sidearm.mark):
        return RELOAD
    return RELOAD if not unit.primary.gear and unit.sidearm.mark else NO_ACTION


@compiled
def weapon_for(state: State, tables: Tables, i: int, action: int, away: int) -> int:
    """The weapon to reload; the knife to run with while nobody is near; else the usual one."""
    unit = state.units[i]
    if action == RELOAD:
        return PRIMARY if unit.primary.gear and unit.primary.mark else SIDEARM
    if action == NO_ACTION and away > QUIET and not at_goal(state, tables, i, goal_of(state, tables, i)):
        return KNIFE_SLOT
    return usual_weapon(unit)


@compiled
def stance_for(state: State, tables: Tables, i: int, weapon: int, key: Any) -> int:
    """The stance in which the best place that is still in reach is worth most; upright where no enemy is near."""
    unit = state.units[i]
    unit.weapon = weapon
    errand = goal_of(state, tables, i)
    if weapon == KNIFE_SLOT or nearest_foe(state, i)[1] > QUIET:
        return CROUCH_STANCE if weapon != KNIFE_SLOT and at_goal(state, tables, i, errand) else 0
    scope = tables.gear[called_gear(tables, unit)].scope
    best, most = 0, -1000.0
    for stance in range((CROUCH_STANCE + SCOPE_STANCE if scope else CROUCH_STANCE) + 1):
        unit.crouch, unit.scope = stance & CROUCH_STANCE, int(stance & SCOPE_STANCE > 0)
        value = best_stand(state, tables, i, errand, counts_left(state, tables, i) * UNIT, key)[2]
        if value > most:
            best, most = stance, value
    unit.crouch = unit.scope = 0
    return best


@compiled
def over_for(state: State, tables: Tables, i: int, action: int, away: int, key: Any) -> int:
    """The bomb to plant, the kit to defuse, a grenade when enemies are near: it costs nothing to have it at hand."""
    unit = state.units[i]
    if action == PLANT:
        return int(tables.bomb)
    if action == DEFUSE:
        return unit.special.gear - 1 if has_kit(tables, unit) else -1
    if action == RELOAD or away > NEAR + 6 * UNIT:
        return -1
    return grenade_for(state, tables, i, key)


@compiled
def grenade_for(state: State, tables: Tables, i: int, key: Any) -> int:
    """Smoke for work on a bomb, a frag for who stands still, a flashbang for several; else whatever there is."""
    unit = state.units[i]
    smoke, frag = held_grenade(tables, unit, SMOKE), held_grenade(tables, unit, FRAG)
    flash = held_grenade(tables, unit, FLASH)
    errand = goal_of(state, tables, i)
    working = carries(tables, unit, tables.bomb) or (state.bomb.status == ARMED and errand.near == 0)
    if smoke >= 0 and working:
        return smoke
    still = 0
    for j in range(state.n_units):
        still += int(is_foe(state, i, j) and (state.units[j].crouch or state.bomb.status == ARMED))
    if frag >= 0 and (flash < 0 or still or keyed_draw(key, 1, 2) == 1):
        return frag
    return flash if flash >= 0 else smoke


@compiled
def held_grenade(tables: Tables, unit: Unit, effect: int) -> int:
    """The number of a grenade of this effect that a unit carries; -1 for none."""
    for k in range(GRENADES):
        gear = unit.grenades[k].gear - 1
        if gear >= 0 and tables.gear[gear].effect == effect:
            return gear
    return -1
