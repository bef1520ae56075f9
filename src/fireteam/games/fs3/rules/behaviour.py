"""Section 23: what behaviours order. They go by what everybody sees, and by no order of others (FS3-23.6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.engine.compiled import compiled, rule
from ....core.engine.stack import on_stack
from ....core.protocol.choices import Choice
from .. import choices as verbs
from ..state import ASSAULT, BASIC, CAPTURE, COVER, HOLD, JAMMER, NEAR, NORMAL, PASSENGER, RUNNER, State
from ..tables import CARRIED, COMBATANTS, EXPLOSIVE, MELEE, RANGED, Tables
from ..terrain import Path
from .behaviour_acts import (
    NOTHING,
    Act,
    Hand,
    advance_act,
    aid_act,
    blast_act,
    blast_radius,
    bound_act,
    fire_act,
    gun_or,
    held,
    move_to,
    move_to_goal,
    next_weapon,
    plain_act,
    rounds_of,
    suppress_act,
    verb_with,
)
from .foes import ANY_WEAPON, NOBODY, draw_foe, is_in_fire, next_foe, standing_target
from .ground import distance2, in_contact, is_near_cover, is_up
from .paths import may_move, move_limit, start_path

UNDRAWN = -1  # no weapon is drawn

new_path = on_stack(Path)


@rule("FS3-6.19", "FS3-23.3", "FS3-23.5")
def behave(state: State, tables: Tables, who: int, key: Any, choice: Choice) -> None:
    """Write the order of a combatant's behaviour; lots are drawn from the key."""
    path = new_path()
    start_path(state, who, path)
    write_act(state, tables, who, decide(state, tables, who, key, path), path, choice)


@rule("FS3-23.5")
def decide(state: State, tables: Tables, who: int, key: Any, path: Path) -> Act:
    """What a combatant's behaviour does this turn; the path is filled where it moves."""
    behaviour = state.combatants[who].behaviour
    if behaviour == BASIC:
        return basic_act(state, tables, who, key)
    if behaviour == HOLD:
        return trooper_act(state, tables, who, False, path)
    if behaviour == ASSAULT or behaviour == RUNNER:
        return goal_act(state, tables, who, behaviour == RUNNER, path)
    if behaviour == JAMMER:
        return jammer_act(state, tables, who)
    if behaviour == CAPTURE:
        return capture_act(state, tables, who, path)
    return trooper_act(state, tables, who, True, path)


@rule("FS3-23.2")
def basic_act(state: State, tables: Tables, who: int, key: Any) -> Act:
    """`basic`: Reload, or use the weapon in hand on the target that is kept, or one drawn by lot."""
    hand = held(state, tables, who)
    act = bound_act(state, tables, who, hand)
    if act.verb:
        return act
    if hand.weapon == NOTHING or not rounds_of(state, tables, who, hand):
        hand = next_weapon(state, tables, who, hand)
    if hand.weapon == NOTHING:
        return plain_act(verbs.PASS, NOBODY, hand)
    target = standing_target(state, who)
    if target == NOBODY or not is_in_fire(state, tables, who, target, hand.weapon):
        target = draw_foe(state, tables, who, hand.weapon, key)
    if target == NOBODY:
        return plain_act(verbs.PASS, NOBODY, hand)
    return plain_act(verb_with(tables, hand.weapon), target, hand)


@rule("FS3-23.3")
def trooper_act(state: State, tables: Tables, who: int, moves: bool, path: Path) -> Act:
    """`trooper`: the first that applies; it moves where it may, but has a goal of its own only if it is to move."""
    hand = held(state, tables, who)
    act = bound_act(state, tables, who, hand)
    if act.verb:
        return act
    act = aid_act(state, tables, who, hand, moves, path)
    if act.verb:
        return act
    act = blast_act(state, tables, who)
    if act.verb:
        return act
    if hand.weapon == NOTHING or tables.weapons[hand.weapon].type == EXPLOSIVE:
        hand = gun_or(state, tables, who, hand)
    elif not rounds_of(state, tables, who, hand):
        hand = next_weapon(state, tables, who, hand)
    if hand.weapon == NOTHING:
        return plain_act(verbs.PASS, NOBODY, hand)
    act = fire_act(state, tables, who, hand)
    return act if act.verb else advance_act(state, tables, who, hand, moves, path)


@rule("FS3-23.5")
def goal_act(state: State, tables: Tables, who: int, always: bool, path: Path) -> Act:
    """`assault` moves to its goal on odd turns or without a target, `runner` always; then as `trooper`."""
    one = state.combatants[who]
    if not one.goal:
        return trooper_act(state, tables, who, True, path)
    act = trooper_act(state, tables, who, False, path)
    if one.subduer or one.captive:
        return act
    weapon = act.hand.weapon
    is_open = weapon == NOTHING or next_foe(state, tables, who, weapon, NOBODY) == NOBODY
    if always or state.turn % 2 == 1 or is_open:
        move_to_goal(state, tables, who, path)
    return act


@rule("FS3-23.5")
def jammer_act(state: State, tables: Tables, who: int) -> Act:
    """`jammer`: Suppress the nearest five that the weapon reaches."""
    hand = held(state, tables, who)
    act = bound_act(state, tables, who, hand)
    if act.verb:
        return act
    if hand.weapon == NOTHING or not rounds_of(state, tables, who, hand):
        hand = next_weapon(state, tables, who, hand)
    target = next_foe(state, tables, who, hand.weapon, NOBODY) if hand.weapon != NOTHING else NOBODY
    if target == NOBODY or tables.weapons[hand.weapon].type == EXPLOSIVE:
        return plain_act(verbs.PASS, NOBODY, hand)
    return suppress_act(state, tables, who, hand, target)


@rule("FS3-23.5")
def capture_act(state: State, tables: Tables, who: int, path: Path) -> Act:
    """`capture`: a stun weapon on the nearest enemy it reaches, else to the nearest and at it with a melee weapon."""
    hand = held(state, tables, who)
    act = bound_act(state, tables, who, hand)
    if act.verb:
        return act
    one = state.combatants[who]
    melee = Hand(NOTHING, NOTHING) if one.vehicle else Hand(CARRIED, tables.unarmed)
    for carried in range(one.n_weapons - 1, -1, -1):
        other = Hand(carried, one.weapons[carried])
        weapon = tables.weapons[other.weapon]
        if weapon.type == RANGED and weapon.stun and rounds_of(state, tables, who, other):
            if free_foe(state, tables, who, other.weapon) != NOBODY:
                return at_free_foe(state, tables, who, fire_act(state, tables, who, other))
        if weapon.type == MELEE:
            melee = other
    return seize_act(state, tables, who, melee, path)


@rule("FS3-23.5", "FS3-7.26")
def free_foe(state: State, tables: Tables, who: int, weapon: int) -> int:
    """The nearest foe that nobody holds, of those whom a weapon reaches; NOBODY: there is none."""
    other = NOBODY
    for _ in range(COMBATANTS):
        other = next_foe(state, tables, who, weapon, other)
        if other == NOBODY or not state.combatants[other].subduer:
            return other
    return NOBODY


@compiled
def at_free_foe(state: State, tables: Tables, who: int, act: Act) -> Act:
    """An action as it is, unless somebody holds its target: then at one whom nobody holds."""
    if not state.combatants[act.target].subduer:
        return act
    return Act(act.verb, free_foe(state, tables, who, act.hand.weapon), 1, 0, act.hand)


@rule("FS3-23.5")
def seize_act(state: State, tables: Tables, who: int, hand: Hand, path: Path) -> Act:
    """Go to the nearest foe that nobody holds, and attack it hand to hand; a weapon made for it subdues."""
    target = free_foe(state, tables, who, ANY_WEAPON)
    if target == NOBODY or hand.weapon == NOTHING:
        return plain_act(verbs.PASS, NOBODY, hand)
    move_to(state, tables, who, target, path)
    is_hold = tables.weapons[hand.weapon].subdues and not state.combatants[target].vehicle
    return plain_act(verbs.SUBDUE if is_hold else verbs.ATTACK, target, hand)


# The order


@rule("FS3-23.4", "FS3-8.11")
def stance_of(state: State, tables: Tables, who: int, path: Path) -> int:
    """The stance of an order, plus one: Cover near cover, here or where the path ends, else Normal; 0: unchanged."""
    one = state.combatants[who]
    if one.role == PASSENGER:
        return 0
    stance = NORMAL
    if is_near_cover(state, tables, who, path.xs[path.n], path.ys[path.n]):
        stance = COVER
    return 0 if one.stance == stance else stance + 1


@rule("FS3-20.20")
def engaged_by(state: State, tables: Tables, who: int, act: Act) -> int:
    """Whom an order engages on a table without map: its target, where it must come nearer and can; NOBODY: nobody."""
    target, limit = act.target, move_limit(state, tables, who)
    behaviour = state.combatants[who].behaviour
    if tables.has_map or target == NOBODY or behaviour == HOLD or behaviour == JAMMER or behaviour == BASIC:
        return NOBODY
    if not may_move(state, who) or in_contact(state, tables, who, target) or act.verb == verbs.RALLY:
        return NOBODY
    if act.verb != verbs.TREAT and act.verb != verbs.SUBDUE and is_in_fire(state, tables, who, target, act.hand.weapon):
        return NOBODY
    return target if distance2(state, tables, who, target) <= limit * limit else NOBODY


@compiled
def write_act(state: State, tables: Tables, who: int, act: Act, path: Path, choice: Choice) -> None:
    """Write an action with its path, stance and weapon as an order."""
    weapon = act.hand.weapon
    weapon = UNDRAWN if weapon == held(state, tables, who).weapon else weapon
    stance, near = stance_of(state, tables, who, path), engaged_by(state, tables, who, act)
    verb, target = act.verb, act.target
    if verb == verbs.ATTACK:
        verbs.write_attack(choice, target, NOTHING, act.burst, stance, weapon, 0, 0, 0, NOTHING, 0, 0, 0, near)
    elif verb == verbs.FULL_AUTO:
        verbs.write_full_auto(choice, stance, weapon, 0, 0, 0, NOTHING, 0, 0, 0, near)
        write_targets(state, tables, who, act, choice)
    elif verb == verbs.SUPPRESS:
        verbs.write_suppress(choice, stance, weapon, 0, 0, 0, NOTHING, 0, 0, 0, near)
        write_targets(state, tables, who, act, choice)
    elif verb == verbs.EXPLODE:
        write_explosion(state, tables, who, act, stance, weapon, choice)
    elif verb == verbs.SUBDUE:
        verbs.write_subdue(choice, target, stance, weapon, 0, 0, 0, NOTHING, 0, 0, 0, near)
    elif verb == verbs.TREAT:
        verbs.write_treat(choice, target, 0, stance, weapon, 0, 0, 0, NOTHING, 0, 0, 0, near)
    elif verb == verbs.RALLY:
        verbs.write_rally(choice, target, stance, UNDRAWN, 0, 0, 0, NOTHING, 0, 0, 0)
    elif verb == verbs.RELOAD:
        verbs.write_reload(choice, stance, UNDRAWN, 0, 0, 0, NOTHING, 0, 0, 0)
    elif verb == verbs.ESCAPE:
        verbs.write_escape(choice, stance, UNDRAWN, 0, 0, 0, NOTHING, 0, 0, 0)
    else:
        verbs.write_pass(choice, stance, weapon, 0, 0, 0, NOTHING, 0, 0, 0)
    for k in range(1, path.n + 1):
        verbs.add_to_path(choice, path.xs[k], path.ys[k])


@compiled
def write_targets(state: State, tables: Tables, who: int, act: Act, choice: Choice) -> None:
    """Write the targets of an action: its first, then the nearest others that the weapon reaches."""
    verbs.add_to_targets(choice, act.target)
    other, left = NOBODY, act.many - 1
    while left > 0:
        other = next_foe(state, tables, who, act.hand.weapon, other)
        if other == NOBODY:
            break
        if other != act.target:
            verbs.add_to_targets(choice, other)
            left -= 1


@rule("FS3-15.3", "FS3-15.3c")
def write_explosion(state: State, tables: Tables, who: int, act: Act, stance: int, weapon: int, choice: Choice) -> None:
    """Write an explosion at a target; without a map with all who are near it, the target first."""
    if tables.has_map:
        verbs.write_explode(choice, act.target, stance, weapon, 0, 0, 0, NOTHING, 0, 0, 0)
        return
    verbs.write_explode_among(choice, stance, weapon, 0, 0, 0, NOTHING, 0, 0, 0)
    verbs.add_to_victims(choice, act.target)
    radius, left = blast_radius(tables, act.hand.weapon), NEAR - 1
    for other in range(COMBATANTS):
        if other != act.target and left > 0 and is_up(state, other):
            apart = distance2(state, tables, act.target, other)
            if apart <= 4 * radius * radius:
                verbs.add_to_victims(choice, other if apart <= radius * radius else COMBATANTS + other)
                left -= 1


@rule("FS3-6.19")
def behave_unasked(state: State, tables: Tables, who: int, choice: Choice) -> None:
    """Write what a combatant's behaviour orders where nobody chooses for it: lots go by the turn and by who it is."""
    behave(state, tables, who, np.uint64(state.turn * COMBATANTS + who), choice)
