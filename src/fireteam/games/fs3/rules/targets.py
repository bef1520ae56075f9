"""Sections 6 and 7: who is a legal target, when orders are given and when they are carried out."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.protocol.refusals import LAWFUL, refuse
from .. import choices as verbs
from ..refusals import (
    BY_CLASS,
    BY_FREEDOM,
    BY_LOCATION,
    BY_OTHER_HOLD,
    BY_RANGE_LIMIT,
    BY_SIGHT,
    BY_TARGET,
    HELD_BY_OTHER,
    TARGET_ABOARD,
    TARGET_FRIEND,
    TARGET_OUT,
    TARGET_ROLE,
    TARGET_SELF,
    TARGET_UNKNOWN,
    Answer,
)
from ..state import PILOT_ROLE, READY, SOLDIER, State
from ..tables import COMBATANTS, PERSONAL, VEHICLE_CLASS, Tables
from .aboard import chart_of, victim_of
from .gear import aim_fault, weapon_in_hand
from .geometry import squared
from .ground import TOO_FAR, band_at, band_of, has_sight_between, in_contact, place_of
from .sight import has_sight

FORBID = 2  # of the option class_mismatch


@compiled
def is_known(state: State, who: int) -> bool:
    """Whether somebody has this seat."""
    return bool(0 <= who < COMBATANTS and state.combatants[who].status > 0)


@rule("FS3-6.10", "FS3-6.28", "FS3-6.29", "FS3-19.3", "FS3-19.10")
def target_refusal(state: State, tables: Tables, who: int, target: int, friendly: int) -> Answer:
    """Why somebody is no target: who is not here, no soldier or pilot, out of the fight, or a friend without the word.

    Occupants of a vehicle are no targets but for its pilot, who stands for it.
    """
    if not is_known(state, target):
        return refuse(TARGET_UNKNOWN)
    other = state.combatants[target]
    if other.role != SOLDIER and other.role != PILOT_ROLE:
        return refuse(TARGET_ROLE, target, other.role)
    if other.status != READY:
        return refuse(TARGET_OUT, target, other.status)
    if target == who:
        return refuse(TARGET_SELF)
    if other.team == state.combatants[who].team and not friendly:
        return refuse(TARGET_FRIEND, target)
    return LAWFUL


@rule("FS3-6.29")
def is_target(state: State, tables: Tables, who: int, target: int, friendly: int) -> bool:
    """Whether somebody is a legal target, sight and range aside."""
    return target_refusal(state, tables, who, target, friendly) == LAWFUL


@rule("FS3-7.26")
def subdue_refusal(state: State, tables: Tables, who: int, target: int, friendly: int) -> Answer:
    """Why somebody cannot be subdued: no target, no soldier, or in somebody else's hands. The own captive can."""
    if is_known(state, target) and state.combatants[target].subduer == who + 1:
        return LAWFUL
    found = target_refusal(state, tables, who, target, friendly)
    if found != LAWFUL:
        return found
    other = state.combatants[target]
    if other.role != SOLDIER:
        return refuse(TARGET_ABOARD, target)
    return refuse(HELD_BY_OTHER, target, other.subduer - 1) if other.subduer else LAWFUL


@rule("FS3-8.17")
def is_of_other_class(state: State, tables: Tables, target: int, weapon: int) -> bool:
    """Whether a weapon is meant for the other class of targets: a vehicle's pilot is a vehicle."""
    klass = tables.weapons[weapon].klass
    return klass == (PERSONAL if state.combatants[target].vehicle else VEHICLE_CLASS)


@rule("FS3-8.17")
def is_class_forbidden(state: State, tables: Tables, target: int, weapon: int) -> bool:
    """Whether a weapon may not be used on a target because of its class."""
    return tables.options.class_mismatch == FORBID and is_of_other_class(state, tables, target, weapon)


# When an order is carried out


@rule("FS3-7.3", "FS3-7.12a", "FS3-7.18a", "FS3-7.24a", "FS3-8.14", "FS3-8.17", "FS3-20.10")
def reach_fault(state: State, tables: Tables, who: int, target: int, verb: int) -> int:
    """Why an action does not reach a target, as FIZZLES number it; 0: it does.

    It needs sight, and long range or for a melee weapon contact. Aim needs sight alone.
    """
    if verb == verbs.AIM:
        return aim_fault(state, tables, who, target)
    weapon = weapon_in_hand(state, tables, who)
    if not has_sight_between(state, tables, who, target):
        return BY_SIGHT
    is_apart = verb == verbs.SUBDUE and not in_contact(state, tables, who, target)
    if weapon < 0 or is_apart or band_of(state, tables, who, target, weapon) == TOO_FAR:
        return BY_RANGE_LIMIT
    return BY_CLASS if is_class_forbidden(state, tables, target, weapon) else 0


@rule("FS3-15.3", "FS3-7.3")
def point_fault(state: State, tables: Tables, who: int, x: int, y: int) -> int:
    """Why an explosive does not reach a point, as FIZZLES number it; 0: it does."""
    at, weapon = place_of(state, who), weapon_in_hand(state, tables, who)
    if not has_sight(tables.terrain, at.x, at.y, x, y):
        return BY_SIGHT
    if weapon < 0 or band_at(tables, weapon, squared(x - at.x, y - at.y)) == TOO_FAR:
        return BY_RANGE_LIMIT
    return 0


@rule("FS3-7.7")
def has_location(state: State, tables: Tables, target: int, called: int) -> bool:
    """Whether the chart of a target, or of the vehicle that it stands for, has a location; -1 names none."""
    chart = tables.charts[chart_of(state, tables, victim_of(state, target))]
    return called == -1 or bool(called >= 0 and chart.has >> called & 1)


@rule("FS3-6.25", "FS3-7.3", "FS3-7.7", "FS3-7.26", "FS3-15.3")
def target_fault(state: State, tables: Tables, who: int, target: int, verb: int) -> int:
    """Why a target is not legal at this moment, as FIZZLES number it; 0: it is."""
    friendly = state.combatants[who].order.friendly
    if verb == verbs.EXPLODE and target == who:
        return 0
    if verb == verbs.SUBDUE:
        if is_known(state, target) and state.combatants[target].subduer == who + 1:
            return 0
        if subdue_refusal(state, tables, who, target, friendly) != LAWFUL:
            return BY_OTHER_HOLD if is_target(state, tables, who, target, friendly) else BY_TARGET
    elif not is_target(state, tables, who, target, int(friendly or verb == verbs.EXPLODE)):
        return BY_TARGET
    if verb == verbs.ATTACK and not has_location(state, tables, target, state.combatants[who].order.called - 1):
        return BY_LOCATION
    return reach_fault(state, tables, who, target, verb)


@rule("FS3-6.25", "FS3-7.49")
def settle_targets(state: State, tables: Tables, who: int) -> int:
    """Put legal alternates in the place of targets that are not legal any more; others are dropped.

    Returns why no target is left, as FIZZLES number it: what was wrong with the first; 0: there is one.
    """
    order = state.combatants[who].order
    first, n_legal = 0, 0
    for k in range(order.n_targets):
        target = order.targets[k]
        fault = target_fault(state, tables, who, target - 1, order.verb)
        if fault:
            first = first if first else fault
            target = next_alternate(state, tables, who, n_legal, k + 1)
        if target:
            order.targets[n_legal] = target
            n_legal += 1
    for k in range(n_legal, order.n_targets):
        order.targets[k] = 0
    order.n_targets = n_legal
    return 0 if n_legal else first


@rule("FS3-6.25", "FS3-7.49")
def next_alternate(state: State, tables: Tables, who: int, n_legal: int, rest: int) -> int:
    """The first legal alternate, plus one, that is not among the targets kept or to come; 0: none."""
    order = state.combatants[who].order
    for n in range(order.n_alternates):
        other = order.alternates[n]
        is_new = target_fault(state, tables, who, other - 1, order.verb) == 0
        for k in range(order.n_targets):
            if (k < n_legal or k >= rest) and order.targets[k] == other:
                is_new = False
        if is_new:
            return other
    return 0


@rule("FS3-6.25", "FS3-7.33", "FS3-15.3", "FS3-7.49")
def settle_order(state: State, tables: Tables, who: int) -> int:
    """See that an order is possible at its moment, with alternates where they are needed. Why not, as FIZZLES number
    it; 0: it is."""
    order = state.combatants[who].order
    verb = order.verb
    if verb == verbs.ESCAPE:
        return 0 if state.combatants[who].subduer else BY_FREEDOM
    if verb == verbs.EXPLODE_AT:
        return point_fault(state, tables, who, order.x, order.y)
    if verb == verbs.EXPLODE_AMONG or not is_aimed(verb):
        return 0
    return settle_targets(state, tables, who)


@compiled
def is_aimed(verb: int) -> bool:
    """Whether an action is aimed at targets that must be legal."""
    return bool(
        verb == verbs.ATTACK
        or verb == verbs.FULL_AUTO
        or verb == verbs.EXPLODE
        or verb == verbs.SUPPRESS
        or verb == verbs.AIM
        or verb == verbs.SUBDUE
    )
