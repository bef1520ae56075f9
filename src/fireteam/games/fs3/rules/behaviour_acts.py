"""Section 23: what behaviours are made of: weapons, fire, explosives, the way to an enemy, help for comrades."""

from __future__ import annotations

from typing import NamedTuple

from ....core.engine.compiled import compiled, rule
from .. import choices as verbs
from ..state import KNOCKED_OUT, READY, TARGETS, State
from ..tables import AUTO, BURST, CARRIED, COMBATANTS, DEFENSIVE, EXPLOSIVE, MELEE, RANGED, Tables
from ..terrain import Path
from .care import worst_wound
from .foes import ANY_WEAPON, NOBODY, chosen_foe, is_foe, next_foe
from .gear import has_clip, is_reloadable, needs_rounds
from .ground import SHORT, band_of, distance2, has_sight_between, in_contact
from .paths import may_move
from .rolls import ability_rating
from .ways import way_to_combatant, way_to_edge

HELP_REACH = 1200  # centimetres to a knocked-out comrade (FS3-23.3)
SAFE_REACH = 800  # with no enemy in sight so near
FIRST_AIDER = 4  # the rating of who treats
STEADY = 10  # Recoil with which Full Auto is fired
FULL_ROUNDS, BURST_ROUNDS = 10, 3
PAIR = 2  # targets of Full Auto
FRIEND_COST = 2  # what a friend near an explosion weighs, in enemies
NOTHING = -1


class Hand(NamedTuple):
    """A weapon that somebody holds or may draw: which of those carried, CARRIED for bare hands, and which weapon.

    Both are NOTHING where there is no weapon.
    """

    carried: int
    weapon: int


class Act(NamedTuple):
    """An action: the verb, 0 for none, whom it is at, how many it is for, and what is drawn for it."""

    verb: int
    target: int
    many: int  # targets
    burst: int
    hand: Hand


# Weapons


@compiled
def held(state: State, tables: Tables, who: int) -> Hand:
    """What somebody holds."""
    one = state.combatants[who]
    if one.hand == 0:
        return Hand(NOTHING, NOTHING)
    if one.hand > CARRIED:
        return Hand(CARRIED, tables.unarmed)
    return Hand(one.hand - 1, one.weapons[one.hand - 1])


@compiled
def rounds_of(state: State, tables: Tables, who: int, hand: Hand) -> int:
    """The rounds in a weapon; FULL_ROUNDS where it needs none."""
    if hand.carried == CARRIED or not needs_rounds(tables, hand.weapon):
        return FULL_ROUNDS
    return state.combatants[who].rounds[hand.carried]


@rule("FS3-23.2a")
def next_weapon(state: State, tables: Tables, who: int, hand: Hand) -> Hand:
    """The next weapon of the loadout that can be fired, at last bare hands; explosives are another matter."""
    one = state.combatants[who]
    for step in range(one.n_weapons):
        carried = (hand.carried + 1 + step) % one.n_weapons
        other = Hand(carried, one.weapons[carried])
        if tables.weapons[other.weapon].type != EXPLOSIVE and rounds_of(state, tables, who, other):
            return other
    return Hand(NOTHING, NOTHING) if one.vehicle else Hand(CARRIED, tables.unarmed)


@compiled
def can_reload(state: State, tables: Tables, who: int) -> bool:
    """Whether the weapon in hand can be reloaded."""
    return is_reloadable(tables, held(state, tables, who).weapon) and has_clip(state, who)


# What to do


@compiled
def no_act() -> Act:
    """Nothing decided yet."""
    return Act(0, NOBODY, 0, 0, Hand(NOTHING, NOTHING))


@compiled
def plain_act(verb: int, target: int, hand: Hand) -> Act:
    """An action at one target or none."""
    return Act(verb, target, 1, 0, hand)


@rule("FS3-23.3")
def bound_act(state: State, tables: Tables, who: int, hand: Hand) -> Act:
    """What somebody must do first: escape, hold on, reload; to pass without any weapon. Else nothing."""
    one = state.combatants[who]
    if one.subduer:
        return plain_act(verbs.ESCAPE, NOBODY, hand)
    if one.captive:
        return plain_act(verbs.PASS, NOBODY, hand)
    if hand.weapon == NOTHING and one.n_weapons == 0:
        return plain_act(verbs.PASS, NOBODY, hand)
    if hand.weapon != NOTHING and not rounds_of(state, tables, who, hand) and can_reload(state, tables, who):
        return plain_act(verbs.RELOAD, NOBODY, hand)
    return no_act()


@rule("FS3-23.2")
def verb_with(tables: Tables, weapon: int) -> int:
    """What is done with a weapon: a Defensive one suppresses, an Explosive one explodes, any other attacks."""
    kind = tables.weapons[weapon].type
    verb: int = verbs.SUPPRESS if kind == DEFENSIVE else verbs.EXPLODE if kind == EXPLOSIVE else verbs.ATTACK
    return verb


@compiled
def gun_or(state: State, tables: Tables, who: int, hand: Hand) -> Hand:
    """Another weapon than an explosive in hand; the explosive itself if it has rounds and there are only bare hands."""
    other = next_weapon(state, tables, who, hand)
    is_bare = other.weapon == NOTHING or other.carried == CARRIED
    return hand if is_bare and hand.weapon != NOTHING and rounds_of(state, tables, who, hand) else other


@rule("FS3-23.3")
def fire_act(state: State, tables: Tables, who: int, hand: Hand) -> Act:
    """Fire at the nearest in reach: Full Auto, a burst or single, as the weapon and its rounds allow. Else nothing."""
    target = chosen_foe(state, tables, who, hand.weapon)
    if target == NOBODY:
        return no_act()
    weapon, rounds = tables.weapons[hand.weapon], rounds_of(state, tables, who, hand)
    if weapon.type == DEFENSIVE:
        return suppress_act(state, tables, who, hand, target)
    if weapon.type == RANGED and rounds >= FULL_ROUNDS and weapon.modes & AUTO and weapon.recoil <= STEADY:
        return Act(verbs.FULL_AUTO, target, PAIR, 0, hand)
    is_short = band_of(state, tables, who, target, hand.weapon) == SHORT
    is_burst = weapon.type == RANGED and weapon.modes & BURST and is_short and rounds >= BURST_ROUNDS
    return Act(verb_with(tables, hand.weapon), target, 1, int(is_burst), hand)


@rule("FS3-23.5", "FS3-7.16", "FS3-7.17")
def suppress_act(state: State, tables: Tables, who: int, hand: Hand, target: int) -> Act:
    """Suppress the nearest, as many as the weapon and its rounds allow."""
    weapon = tables.weapons[hand.weapon]
    most = TARGETS if weapon.type == DEFENSIVE or weapon.modes & AUTO else 1
    return Act(verbs.SUPPRESS, target, min(most, rounds_of(state, tables, who, hand)), 0, hand)


@rule("FS3-23.3")
def advance_act(state: State, tables: Tables, who: int, hand: Hand, moves: bool, path: Path) -> Act:
    """Move towards the goal, or the nearest enemy, whom a melee weapon always seeks, and attack it."""
    target = chosen_foe(state, tables, who, ANY_WEAPON)
    is_melee = tables.weapons[hand.weapon].type == MELEE
    if moves and state.combatants[who].goal and not is_melee:
        move_to_goal(state, tables, who, path)
    elif target == NOBODY:
        return plain_act(verbs.PASS, NOBODY, hand)
    elif moves:
        move_to(state, tables, who, target, path)
    verb = verb_with(tables, hand.weapon) if target != NOBODY else verbs.PASS
    return plain_act(verb, target, hand)


@compiled
def move_to(state: State, tables: Tables, who: int, target: int, path: Path) -> None:
    """Take the way to another, if one may move, there is a map and they are not in contact."""
    if tables.has_map and may_move(state, who) and not in_contact(state, tables, who, target):
        way_to_combatant(state, tables, who, target, path)


@compiled
def move_to_goal(state: State, tables: Tables, who: int, path: Path) -> None:
    """Take the way to the edge that is the goal, if there is one and one may move."""
    goal = state.combatants[who].goal
    if goal and tables.has_map and may_move(state, who):
        way_to_edge(state, tables, who, goal, path)


# Comrades


@rule("FS3-23.3")
def aid_act(state: State, tables: Tables, who: int, hand: Hand, moves: bool, path: Path) -> Act:
    """Treat or rally the nearest knocked-out comrade, if it is near and no enemy in sight is. Else nothing."""
    patient = comrade_down(state, tables, who)
    if patient == NOBODY or is_foe_close(state, tables, who):
        return no_act()
    if can_treat(state, tables, who, patient):
        is_there = in_contact(state, tables, who, patient)
        if moves:
            move_to(state, tables, who, patient, path)
        if is_there or path.n or (moves and not tables.has_map):
            return plain_act(verbs.TREAT, patient, hand)
    return plain_act(verbs.RALLY, patient, hand)


@rule("FS3-23.3")
def comrade_down(state: State, tables: Tables, who: int) -> int:
    """The nearest knocked-out player character of the own team within reach, the lowest number if equal; NOBODY."""
    found, least = NOBODY, HELP_REACH * HELP_REACH + 1
    for other in range(tables.n_units):
        one = state.combatants[other]
        if one.status == KNOCKED_OUT and one.is_pc and one.team == state.combatants[who].team:
            apart = distance2(state, tables, who, other)
            if apart < least:
                found, least = other, apart
    return found


@rule("FS3-23.3")
def can_treat(state: State, tables: Tables, who: int, patient: int) -> bool:
    """Whether somebody is a first aider, and the patient has a wound to treat."""
    rating = ability_rating(state, tables, who, tables.first_aid).rating
    return rating >= FIRST_AIDER and worst_wound(state, tables, patient) > 0


@rule("FS3-23.3")
def is_foe_close(state: State, tables: Tables, who: int) -> bool:
    """Whether an enemy is in sight, and too near to look after others."""
    for other in range(COMBATANTS):
        if is_foe(state, who, other) and distance2(state, tables, who, other) <= SAFE_REACH * SAFE_REACH:
            if has_sight_between(state, tables, who, other):
                return True
    return False


# Explosives


@compiled
def blast_radius(tables: Tables, weapon: int) -> int:
    """The blast radius of a weapon on this map, in centimetres (FS3-15.3b)."""
    return tables.weapons[weapon].blast * tables.blast_percent // 100


@rule("FS3-23.3")
def blast_act(state: State, tables: Tables, who: int) -> Act:
    """Draw an explosive and use it where it counts: more enemies than friends twice over. Else nothing."""
    one = state.combatants[who]
    for carried in range(one.n_weapons):
        hand = Hand(carried, one.weapons[carried])
        if tables.weapons[hand.weapon].type == EXPLOSIVE and rounds_of(state, tables, who, hand):
            target = blast_target(state, tables, who, hand.weapon)
            if target != NOBODY:
                return plain_act(verbs.EXPLODE, target, hand)
    return no_act()


@rule("FS3-23.3")
def blast_target(state: State, tables: Tables, who: int, weapon: int) -> int:
    """The enemy at whom an explosive counts most, the nearest if equal: in sight, in effective range, and not near."""
    reach, far = tables.weapons[weapon].medium, 2 * blast_radius(tables, weapon)
    best, most, other = NOBODY, 0, NOBODY
    for _ in range(COMBATANTS):
        other = next_foe(state, tables, who, weapon, other)
        if other == NOBODY:
            break
        if far * far < distance2(state, tables, who, other) <= reach * reach:
            score = blast_score(state, tables, who, other, far)
            if score > most:
                best, most = other, score
    return best


@rule("FS3-23.3")
def blast_score(state: State, tables: Tables, who: int, target: int, far: int) -> int:
    """The enemies within a distance of a target, less twice the friends."""
    score = 0
    for other in range(COMBATANTS):
        is_own = state.combatants[other].status == READY and state.combatants[other].team == state.combatants[who].team
        if is_own or is_foe(state, who, other):
            if distance2(state, tables, target, other) <= far * far:
                score += -FRIEND_COST if is_own else 1
    return score
