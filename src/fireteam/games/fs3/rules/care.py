"""Sections 7, 17 and 18: Rally, Treat, what a Healing Point does, and recovery by luck."""

from __future__ import annotations

from ....core.dice import Dice
from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log, because
from ..events.words import BY_RULING, FOR_FIRST_AID
from ..log import log_healed, log_rallied, log_recovered, log_treated
from ..refusals import BY_RANGE_LIMIT, BY_TARGET, BY_WOUND
from ..state import HEALED, KNOCKED_OUT, PILOT_ROLE, VEHICLE_OUT, State, Wound
from ..tables import COMBATANTS, Tables
from .aboard import is_aboard, is_present, pilot_of
from .attack import clear_attack
from .ground import distance2, in_contact, takes_part
from .knockout import is_out, revive, roll_to_revive
from .luck import OFF, OTHER_ROLL, has_luck, has_result, make_roll, may_roll, spend, take_result
from .rolls import ability_rating, succeeds
from .wounds import add_up_wounds, wound_modifier, wound_points

POINT = 10  # a Healing Point, in tenths (FS3-18.5)
NEEDED = (0, 40, 60, 80, 120)  # tenths that lower a wound of a severity by one level (FS3-18.1)
ALL_WOUNDS = 1  # the option `treat_scope`
TREAT_ROLL, REVIVAL = range(2)  # stages of a Treat action


# Healing Points


@rule("FS3-18.1", "FS3-18.4", "FS3-18.5", "FS3-19.16")
def level_tenths(severity: int, is_fifth: int) -> int:
    """The tenths of Healing Points that lower a wound of a severity by one level; of some wounds a fifth."""
    return NEEDED[severity] // 5 if is_fifth else NEEDED[severity]


@rule("FS3-18.2", "FS3-18.3", "FS3-18.14")
def settle_points(severity: int, tenths: int, is_fifth: int) -> tuple[int, int]:
    """What a wound with so many tenths becomes: its severity, lower by a level or several, and what is left over.

    Points never fall below 0; a wound that has healed keeps none.
    """
    left = max(tenths, 0)
    while severity > HEALED and left >= level_tenths(severity, is_fifth):
        left -= level_tenths(severity, is_fifth)
        severity -= 1
    return severity, left if severity > HEALED else 0


@rule("FS3-18.4", "FS3-19.16")
def needs_fifth(wound: Wound) -> int:
    """Whether a wound needs a fifth of the points: one of stun, or of a vehicle, but not a fifth of that once more."""
    return 1 if wound.stun or wound.victim > COMBATANTS else 0


@rule("FS3-18.1", "FS3-18.4", "FS3-18.5", "FS3-19.16")
def tenths_needed(wound: Wound) -> int:
    """The tenths of Healing Points that lower a wound by one level."""
    return level_tenths(wound.severity, needs_fifth(wound))


@rule("FS3-18.1", "FS3-18.2", "FS3-18.3", "FS3-18.5", "FS3-18.14", "FS3-18.17", "FS3-12.6", "FS3-12.7")
def heal_wound(state: State, log: Log, at: int, tenths: int) -> None:
    """Add tenths of Healing Points to a wound, or take some away: never below 0, and what it has had is not forgotten.

    With enough it drops a level at once, or several; what is left over counts towards the next.
    """
    wound = state.wounds[at]
    before = wound.severity
    if before == HEALED:
        return
    if wound.points + tenths > 0:
        wound.has_healed = 1
    wound.severity, wound.points = settle_points(before, wound.points + tenths, needs_fifth(wound))
    add_up_wounds(state, wound.victim)
    if wound.severity != before:
        log_healed(log, wound.victim, wound.location, before, wound.severity)


# Rally


@rule("FS3-7.39", "FS3-6.28", "FS3-19.9")
def rally_fault(state: State, tables: Tables, who: int, target: int) -> int:
    """Why somebody cannot rally another, as FIZZLES number it; 0: it can, of whatever team, in sight or not.

    Only a player character who is knocked out itself can be rallied, not one out with its vehicle.
    """
    if state.combatants[target].status != KNOCKED_OUT or not state.combatants[target].is_pc:
        return BY_TARGET
    reach = tables.options.rally_range_cm
    return 0 if distance2(state, tables, who, target) <= reach * reach else BY_RANGE_LIMIT


@rule("FS3-7.38", "FS3-7.39", "FS3-7.40")
def rally(state: State, tables: Tables, dice: Dice, log: Log, who: int, target: int) -> None:
    """A Rally action: no roll of the rallier's, a Knockout Roll of who is rallied."""
    log_rallied(log, who, target)
    roll_to_revive(state, tables, dice, log, target + 1)


# Treat


@rule("FS3-7.43", "FS3-7.50")
def is_in_time(state: State, tables: Tables, wound: Wound) -> bool:
    """Whether a wound is not too old to be treated; just so old is in time."""
    return bool(state.clock - wound.second <= tables.options.treat_window_s)


@rule("FS3-7.43", "FS3-7.50")
def is_treatable(state: State, tables: Tables, at: int) -> bool:
    """Whether a wound can be treated: not healed, never treated, not too old."""
    wound = state.wounds[at]
    return wound.victim > 0 and wound.severity > HEALED and not wound.is_treated and is_in_time(state, tables, wound)


@rule("FS3-19.18", "FS3-19.3")
def vehicle_through(state: State, target: int) -> int:
    """The vehicle, plus one, that is treated through somebody: a pilot's, or anybody's aboard one without pilot."""
    vehicle = state.combatants[target].vehicle
    if vehicle == 0 or not is_aboard(state, target, vehicle - 1):
        return 0
    pilot = pilot_of(state, vehicle - 1)
    return vehicle if pilot == 0 or pilot == target + 1 else 0


@rule("FS3-7.45", "FS3-7.46", "FS3-19.18")
def is_wound_through(state: State, at: int, target: int) -> bool:
    """Whether a wound is somebody's, or that of the vehicle that is treated through it."""
    victim, vehicle = state.wounds[at].victim, vehicle_through(state, target)
    return victim == target + 1 or (vehicle > 0 and victim == COMBATANTS + vehicle)


@rule("FS3-7.45", "FS3-7.50")
def worst_wound(state: State, tables: Tables, target: int) -> int:
    """The treatable wound through somebody that takes most from rolls, the oldest of such, plus one; 0: none."""
    worst = 0
    for at in range(state.n_wounds):
        if is_wound_through(state, at, target) and is_treatable(state, tables, at):
            if worst == 0 or is_worse(state.wounds[at], state.wounds[worst - 1]):
                worst = at + 1
    return worst


@compiled
def is_worse(one: Wound, other: Wound) -> bool:
    """Whether a wound is to be treated before another that stands earlier in the list."""
    points, other_points = wound_points(one.severity, one.has_healed), wound_points(other.severity, other.has_healed)
    return bool(points > other_points or (points == other_points and one.second < other.second))


@rule("FS3-7.45", "FS3-7.50")
def wound_to_treat(state: State, tables: Tables, target: int, number: int) -> int:
    """The wound that a Treat order is about, plus one: the one it names by its number, or the worst; 0: none."""
    if number == 0 or not is_wound_through(state, number - 1, target):
        return worst_wound(state, tables, target)
    return number if is_treatable(state, tables, number - 1) else 0


@rule("FS3-7.46", "FS3-7.50", "FS3-6.28")
def treat_fault(state: State, tables: Tables, who: int, target: int, number: int) -> int:
    """Why somebody cannot treat another, as FIZZLES number it; 0: it can, itself too, in contact or in one vehicle."""
    if not is_present(state, target) or not takes_part(state, target):
        return BY_TARGET
    if who != target and not in_contact(state, tables, who, target):
        return BY_RANGE_LIMIT
    return 0 if wound_to_treat(state, tables, target, number) else BY_WOUND


@rule("FS3-7.41", "FS3-7.44", "FS3-7.45", "FS3-19.18")
def begin_treatment(state: State, tables: Tables, who: int, target: int) -> None:
    """A Treat action begins, with the wound that the order is about; there is one."""
    clear_attack(state)
    order, attack = state.combatants[who].order, state.attack
    attack.kind, attack.attacker, attack.n = order.verb, who, 1
    attack.targets[0] = target + 1
    attack.called = wound_to_treat(state, tables, target, order.wound)


@rule("FS3-7.42", "FS3-7.45", "FS3-7.47", "FS3-19.18a", "FS3-25.5")
def continue_treatment(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The next of a Treat action: the roll for a wound, or after the last one, if any succeeded, the Knockout Roll of a
    patient who is knocked out."""
    attack = state.attack
    if attack.stage == TREAT_ROLL:
        treat_wound(state, tables, dice, log)
        return
    if attack.fired or tables.options.treat_ko_on_failure:
        victim = state.wounds[attack.called - 1].victim
        if is_out(state, victim):
            roll_to_revive(state, tables, dice, log, victim)
    clear_attack(state)


@rule("FS3-7.41", "FS3-7.44", "FS3-12.9a", "FS3-19.18", "FS3-2.18")
def treat_wound(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """A First Aid roll for a wound, on a vehicle a Jury-Rig roll: unmodified but for the healer's own wounds."""
    attack = state.attack
    who, at = attack.attacker, attack.called - 1
    if may_roll(state, tables, log, who, OTHER_ROLL):
        ability = tables.jury_rig if state.wounds[at].victim > COMBATANTS else tables.first_aid
        rating = ability_rating(state, tables, who, ability)
        modifier = because(log, BY_RULING, rating.ruling) + wound_modifier(state, log, who, False)
        make_roll(state, tables, dice, log, who, rating.rating, modifier, FOR_FIRST_AID)
    if has_result(state):
        settle_treatment(state, tables, log, take_result(state))


@rule("FS3-7.41", "FS3-7.42", "FS3-7.43", "FS3-7.45", "FS3-18.17", "FS3-12.6")
def settle_treatment(state: State, tables: Tables, log: Log, result: int) -> None:
    """A wound has been treated, once and for all; a success is worth a Healing Point, so that it counts half.

    By an option every other treatable wound of the patient is next.
    """
    attack = state.attack
    at = attack.called - 1
    wound = state.wounds[at]
    log_treated(log, attack.attacker, wound.victim, wound.severity, wound.location, result)
    wound.is_treated = 1
    if succeeds(result):
        heal_wound(state, log, at, POINT)
        attack.fired += 1
    attack.stage = REVIVAL
    if tables.options.treat_scope == ALL_WOUNDS:
        for other in range(state.n_wounds):
            if state.wounds[other].victim == wound.victim and is_treatable(state, tables, other):
                attack.called, attack.stage = other + 1, TREAT_ROLL
                return


# Recover


@rule("FS3-17.7", "FS3-17.10", "FS3-17.14", "FS3-17.15", "FS3-17.17")
def can_recover(state: State, tables: Tables, who: int) -> bool:
    """Whether somebody may spend a luck point to undo its knockout, or as a pilot that of its vehicle."""
    combatant = state.combatants[who]
    if not has_luck(state, who) or tables.options.luck_mode == OFF:
        return False
    is_pilot_out = combatant.status == VEHICLE_OUT and combatant.role == PILOT_ROLE
    return bool(combatant.status == KNOCKED_OUT or is_pilot_out)


@rule("FS3-17.7", "FS3-17.14", "FS3-17.15")
def recover(state: State, log: Log, who: int) -> None:
    """A luck point undoes a knockout without a roll; it is no modified roll. A pilot who is out only with its vehicle
    brings that back, and all who were out because of it."""
    combatant = state.combatants[who]
    spend(state, who)
    is_vehicle = combatant.status == VEHICLE_OUT
    log_recovered(log, who, combatant.vehicle - 1 if is_vehicle else -1)
    revive(state, log, COMBATANTS + combatant.vehicle if is_vehicle else who + 1)
