"""Sections 22.10 and 23.1: whom a behaviour may aim at, the nearest of them, and the target that an NPC keeps."""

from __future__ import annotations

from typing import Any

from ....core.dice import keyed_draw
from ....core.engine.compiled import rule
from ..state import BASIC, PILOT_ROLE, READY, SOLDIER, State
from ..tables import COMBATANTS, Tables
from .ground import TOO_FAR, band_of, distance2, has_sight_between
from .targets import is_class_forbidden

NOBODY = -1
ANY_WEAPON = -1  # no matter what is in sight and range
FIRST_TEAMS = 2  # teams 1 and 2 aim at one another, if nothing else is said


@rule("FS3-22.10")
def aims_at_team(state: State, team: int, other: int) -> bool:
    """Whether the NPCs of a team aim at another: as the organizer has said, or as it is by default."""
    if team == other:
        return False
    listed = state.team_targets[team - 1]
    if listed:
        return bool(listed >> (other - 1) & 1)
    return team > FIRST_TEAMS or other <= FIRST_TEAMS


@rule("FS3-22.10", "FS3-6.10", "FS3-6.29", "FS3-23.6")
def is_foe(state: State, who: int, other: int) -> bool:
    """Whether a behaviour may choose somebody as its target: a soldier or pilot who is up, of a team to aim at.

    Player characters aim at every other team.
    """
    one, target = state.combatants[who], state.combatants[other]
    if target.status != READY or (target.role != SOLDIER and target.role != PILOT_ROLE) or one.team == target.team:
        return False
    return bool(one.is_pc) or aims_at_team(state, one.team, target.team)


@rule("FS3-7.3", "FS3-8.17", "FS3-23.2")
def is_in_fire(state: State, tables: Tables, who: int, other: int, weapon: int) -> bool:
    """Whether a weapon reaches somebody now: in sight and long range, or in contact, and of no forbidden class."""
    if is_class_forbidden(state, tables, other, weapon) or band_of(state, tables, who, other, weapon) == TOO_FAR:
        return False
    return has_sight_between(state, tables, who, other)


@rule("FS3-23.3")
def next_foe(state: State, tables: Tables, who: int, weapon: int, last: int) -> int:
    """The nearest foe, the lowest number if equal, or the next one after `last`; NOBODY: there is none.

    With a weapon only foes that it reaches count, with ANY_WEAPON all of them.
    """
    found, least = NOBODY, 0
    after = distance2(state, tables, who, last) if last != NOBODY else -1
    for other in range(tables.n_units):
        if is_foe(state, who, other):
            apart = distance2(state, tables, who, other)
            is_next = apart > after or (apart == after and other > last)
            if is_next and (found == NOBODY or apart < least):
                if weapon == ANY_WEAPON or is_in_fire(state, tables, who, other, weapon):
                    found, least = other, apart
    return found


@rule("FS3-23.2")
def draw_foe(state: State, tables: Tables, who: int, weapon: int, key: Any) -> int:
    """A foe drawn by lot, each as likely as the other, of those whom a weapon reaches; NOBODY: it reaches none."""
    count, found = 0, NOBODY
    for other in range(COMBATANTS):
        if is_foe(state, who, other) and is_in_fire(state, tables, who, other, weapon):
            count += 1
            if keyed_draw(key, count, count) == 1:  # the k-th takes the place of those before it with 1 in k
                found = other
    return found


@rule("FS3-23.1", "FS3-22.12")
def standing_target(state: State, who: int) -> int:
    """The target that somebody has and keeps, as long as it is a foe who is up; NOBODY: it has none."""
    target = state.combatants[who].target - 1
    return target if target >= 0 and is_foe(state, who, target) else NOBODY


@rule("FS3-23.1", "FS3-22.11")
def keep_target(state: State, who: int) -> None:
    """An NPC that draws its targets by lot keeps the one of its order, until that is out or the organizer retargets."""
    one = state.combatants[who]
    if not one.is_pc and one.behaviour == BASIC and one.order.n_targets and standing_target(state, who) == NOBODY:
        one.target, one.fixed = one.order.targets[0], 0


@rule("FS3-23.1", "FS3-23.3")
def chosen_foe(state: State, tables: Tables, who: int, weapon: int) -> int:
    """Whom somebody fires at with a weapon: the target it keeps if it is reached, else the nearest; NOBODY: none."""
    target = standing_target(state, who)
    if target != NOBODY and (weapon == ANY_WEAPON or is_in_fire(state, tables, who, target, weapon)):
        return target
    return next_foe(state, tables, who, weapon, NOBODY)
