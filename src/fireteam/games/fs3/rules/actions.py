"""Sections 6 and 7: an action: whether it is possible when its moment comes, and its course, one step at a time."""

from __future__ import annotations

from ....core.dice import Dice
from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log
from .. import choices as verbs
from ..log import log_fizzled, log_held
from ..refusals import BY_AMMUNITION
from ..state import State
from ..tables import Tables
from .attack import begin_attack, clear_attack, continue_attack, rounds_needed
from .blast import begin_explosion, continue_explosion
from .care import begin_treatment, continue_treatment, rally, rally_fault, treat_fault
from .gear import aim_at, reload_fault, reload_weapon, rounds_in_hand
from .targets import settle_order
from .vehicles import continue_occupants


@compiled
def is_explosion(verb: int) -> bool:
    """Whether an action lets an explosive go off."""
    return bool(verb == verbs.EXPLODE or verb == verbs.EXPLODE_AT or verb == verbs.EXPLODE_AMONG)


@compiled
def is_of_weapon(verb: int) -> bool:
    """Whether an action is one of the weapon in hand that may need rounds."""
    return verb == verbs.ATTACK or verb == verbs.FULL_AUTO or verb == verbs.SUPPRESS or is_explosion(verb)


@rule("FS3-7.5", "FS3-14.10", "FS3-7.19", "FS3-6.25")
def rounds_fault(state: State, tables: Tables, who: int) -> int:
    """Whether the weapon in hand has too few rounds for an action, as FIZZLES number it; 0: it has enough."""
    order = state.combatants[who].order
    if not is_of_weapon(order.verb):
        return 0
    needed = 1 if is_explosion(order.verb) else rounds_needed(order.verb, order.n_targets)
    return 0 if rounds_in_hand(state, tables, who) >= needed else BY_AMMUNITION


@compiled
def care_fault(state: State, tables: Tables, who: int, target: int) -> int:
    """Why somebody cannot rally or treat another, as FIZZLES number it; 0: it can."""
    order = state.combatants[who].order
    if order.verb == verbs.RALLY:
        return rally_fault(state, tables, who, target)
    return treat_fault(state, tables, who, target, order.wound)


@rule("FS3-6.25", "FS3-7.39", "FS3-7.46")
def settle_care(state: State, tables: Tables, who: int) -> int:
    """See whom Rally or Treat is for: the one named, or the first alternate that it can be for. Why nobody, else 0."""
    order = state.combatants[who].order
    first = care_fault(state, tables, who, order.targets[0] - 1)
    if first == 0:
        return 0
    for k in range(order.n_alternates):
        if care_fault(state, tables, who, order.alternates[k] - 1) == 0:
            order.targets[0] = order.alternates[k]
            return 0
    return first


@rule("FS3-6.25", "FS3-7.22", "FS3-7.33", "FS3-7.49")
def action_fault(state: State, tables: Tables, who: int) -> int:
    """Why the action that somebody has ordered is impossible at its moment, as FIZZLES number it; 0: it is not."""
    verb = state.combatants[who].order.verb
    if verb == verbs.RELOAD:
        return reload_fault(state, tables, who)
    if verb == verbs.RALLY or verb == verbs.TREAT:
        return settle_care(state, tables, who)
    fault = settle_order(state, tables, who)
    return fault if fault else rounds_fault(state, tables, who)


@rule("FS3-7.1", "FS3-7.28", "FS3-7.48", "FS3-6.25", "FS3-6.12")
def begin_action(state: State, tables: Tables, who: int, log: Log) -> None:
    """Somebody acts as ordered. What takes no roll is done at once; else the attack has a kind, and is to go on.

    What is impossible by now comes to nothing: it takes no ammunition and no wound's one Treat.
    """
    order = state.combatants[who].order
    verb = order.verb
    clear_attack(state)
    if verb == 0 or verb == verbs.PASS:
        return
    fault = action_fault(state, tables, who)
    if fault:
        log_fizzled(log, who, verb, fault)
    elif verb == verbs.AIM:
        aim_at(state, log, who, order.targets[0] - 1)
    elif verb == verbs.RELOAD:
        reload_weapon(state, tables, log, who)
    elif verb == verbs.TREAT:
        begin_treatment(state, tables, who, order.targets[0] - 1)
    elif verb == verbs.RALLY:
        state.attack.kind, state.attack.attacker = verb, who
    elif verb == verbs.SUBDUE and state.combatants[who].captive == order.targets[0]:
        log_held(log, who, order.targets[0] - 1)
    elif is_explosion(verb):
        begin_explosion(state, tables, log, who)
    else:
        begin_attack(state, tables, log, who)


@compiled
def is_under_way(state: State) -> bool:
    """Whether an action goes on, or those in a vehicle that it hit are still to be looked at."""
    return bool(state.attack.kind > 0 or state.crew.vehicle > 0)


@rule("FS3-8.4", "FS3-19.14a", "FS3-25.2")
def continue_action(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """One step of the action under way; those in a vehicle that took a wound come before what is left of it."""
    attack = state.attack
    if state.crew.vehicle > 0:
        continue_occupants(state, tables, dice, log)
    elif attack.kind == verbs.TREAT:
        continue_treatment(state, tables, dice, log)
    elif attack.kind == verbs.RALLY:
        rally(state, tables, dice, log, attack.attacker, state.combatants[attack.attacker].order.targets[0] - 1)
        clear_attack(state)
    elif is_explosion(attack.kind):
        continue_explosion(state, tables, dice, log)
    else:
        continue_attack(state, tables, dice, log)
