"""Section 7: whether an action is lawful when it is ordered. Sight and distance bind only later (FS3-7.3)."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.protocol.choices import Choice
from ....core.protocol.field_kinds import NONE
from ....core.protocol.refusals import LAWFUL, refuse
from .. import choices as verbs
from ..refusals import (
    HAS_MAP,
    NO_CLIP,
    NO_LOCATION,
    NO_MAP,
    NO_MODE,
    NO_RELOAD,
    NO_ROUNDS,
    NO_WEAPON,
    NO_WOUND,
    OFF_MAP,
    PATIENT_GONE,
    SUPPRESS_COUNT,
    TARGET_CONSCIOUS,
    TARGET_COUNT,
    TARGET_NPC,
    TARGET_ROLE,
    TARGET_TWICE,
    TARGET_UNKNOWN,
    VICTIM_COUNT,
    WEAPON_TYPE,
    WOUND_OLD,
    WOUND_TREATED,
    WRONG_CLASS,
    Answer,
)
from ..state import HEALED, KNOCKED_OUT, NEAR, TARGETS, State
from ..tables import AUTO, BURST, CARRIED, COMBATANTS, DEFENSIVE, EXPLOSIVE, MELEE, Tables
from .aboard import is_present
from .attack import rounds_needed
from .care import is_in_time, is_wound_through, wound_to_treat
from .gear import NO_LIMIT, is_reloadable, needs_rounds, weapon_in_hand
from .ground import is_on_map, takes_part
from .orders import hand_with
from .targets import has_location, is_class_forbidden, is_known, subdue_refusal, target_refusal


@rule("FS3-6.20", "FS3-6.30", "FS3-7.2")
def weapon_after(state: State, tables: Tables, who: int, choice: Choice) -> int:
    """The weapon in hand once an order has been revealed; -1: none."""
    drawn = verbs.read_pass(choice).weapon
    return drawn if drawn >= 0 else weapon_in_hand(state, tables, who)


@compiled
def carried_after(state: State, tables: Tables, who: int, choice: Choice) -> int:
    """Which of the weapons carried that is, from 0; CARRIED: none of them."""
    drawn = verbs.read_pass(choice).weapon
    hand = hand_with(state, tables, who, drawn) if drawn >= 0 else state.combatants[who].hand
    return hand - 1 if 0 < hand <= CARRIED else CARRIED


@rule("FS3-7.5")
def rounds_after(state: State, tables: Tables, who: int, choice: Choice) -> int:
    """The rounds in that weapon; NO_LIMIT where it needs none."""
    weapon, carried = weapon_after(state, tables, who, choice), carried_after(state, tables, who, choice)
    if weapon < 0 or carried == CARRIED or not needs_rounds(tables, weapon):
        return NO_LIMIT
    return state.combatants[who].rounds[carried]


@rule("FS3-7.1", "FS3-7.2", "FS3-7.48")
def action_refusal(state: State, tables: Tables, who: int, choice: Choice) -> Answer:
    """Whether the action is lawful, by its own law. To pass and to escape are; who holds on needs no weapon."""
    verb = choice.verb
    if verb == verbs.PASS or verb == verbs.ESCAPE:
        return LAWFUL
    if verb == verbs.RALLY or verb == verbs.TREAT:
        return care_refusal(state, tables, who, choice)
    if verb == verbs.SUBDUE and is_known(state, choice.target) and state.combatants[choice.target].subduer == who + 1:
        return LAWFUL
    weapon = weapon_after(state, tables, who, choice)
    if weapon < 0:
        return refuse(NO_WEAPON)
    if not fits(tables.weapons[weapon].type, verb):
        return refuse(WEAPON_TYPE, weapon)
    if verb == verbs.RELOAD:
        return reload_refusal(state, tables, who, choice, weapon)
    if verb == verbs.AIM:
        return aimed_refusal(state, tables, who, choice, weapon)
    return attack_refusal(state, tables, who, choice, weapon)


@rule("FS3-7.4", "FS3-7.13", "FS3-7.17", "FS3-7.18", "FS3-7.24", "FS3-7.18b")
def fits(kind: int, verb: int) -> bool:
    """Whether a type of weapon can do it: Defensive only Suppress, Explosive only Explode, Melee alone Subdue."""
    if verb == verbs.RELOAD:
        return True
    if verb == verbs.EXPLODE or verb == verbs.EXPLODE_AT or verb == verbs.EXPLODE_AMONG:
        return kind == EXPLOSIVE
    if verb == verbs.SUBDUE:
        return kind == MELEE
    if verb == verbs.AIM:
        return kind != DEFENSIVE
    return kind != EXPLOSIVE and (kind != DEFENSIVE or verb == verbs.SUPPRESS)


@rule("FS3-7.5", "FS3-14.10", "FS3-7.19")
def attack_refusal(state: State, tables: Tables, who: int, choice: Choice, weapon: int) -> Answer:
    """What is against an attack: its targets, then the rounds for them."""
    verb, targets = choice.verb, 1
    if verb == verbs.FULL_AUTO or verb == verbs.SUPPRESS:
        targets = verbs.targets_count(choice)
        found = list_refusal(state, tables, who, choice, weapon)
    elif verb == verbs.EXPLODE_AT:
        found = point_refusal(tables, choice.x, choice.y)
    elif verb == verbs.EXPLODE_AMONG:
        found = victims_refusal(state, tables, who, choice)
    else:
        found = aimed_refusal(state, tables, who, choice, weapon)
    if found != LAWFUL:
        return found
    rounds, needed = rounds_after(state, tables, who, choice), rounds_needed(verb, targets)
    return refuse(NO_ROUNDS, rounds, needed) if rounds < needed else LAWFUL


@rule("FS3-6.29", "FS3-7.26", "FS3-15.3")
def named_refusal(state: State, tables: Tables, who: int, choice: Choice, target: int) -> Answer:
    """Why somebody is no target of this action, the class of the weapon and its reach aside."""
    friendly = verbs.read_pass(choice).friendly
    if choice.verb == verbs.SUBDUE:
        return subdue_refusal(state, tables, who, target, friendly)
    if choice.verb == verbs.EXPLODE:
        return target_refusal(state, tables, who, target, 1) if target != who else LAWFUL
    return target_refusal(state, tables, who, target, friendly)


@rule("FS3-6.25")
def legal_alternate(state: State, tables: Tables, who: int, choice: Choice) -> int:
    """The first alternate of an order that is a legal target; NONE if there is none."""
    for k in range(verbs.alternates_count(choice)):
        other = verbs.alternates_at(choice, k)
        if named_refusal(state, tables, who, choice, other) == LAWFUL:
            return int(other)
    return NONE


@rule("FS3-7.3", "FS3-7.6", "FS3-7.7", "FS3-7.8", "FS3-14.1", "FS3-14.2", "FS3-8.17", "FS3-15.3")
def aimed_refusal(state: State, tables: Tables, who: int, choice: Choice, weapon: int) -> Answer:
    """What is against an action at one target: who that is, the class of the weapon, its modes, the called location."""
    verb, target = choice.verb, choice.target
    found = named_refusal(state, tables, who, choice, target)
    if found != LAWFUL:
        target = legal_alternate(state, tables, who, choice)
        if target == NONE:
            return found
    if verb != verbs.AIM and is_class_forbidden(state, tables, target, weapon):
        return refuse(WRONG_CLASS, weapon, target)
    if verb != verbs.ATTACK:
        return LAWFUL
    attack = verbs.read_attack(choice)
    if attack.burst and not tables.weapons[weapon].modes & BURST:
        return refuse(NO_MODE, weapon)
    return LAWFUL if has_location(state, tables, target, attack.called) else refuse(NO_LOCATION)


@rule("FS3-14.1", "FS3-14.5", "FS3-7.16", "FS3-7.17", "FS3-8.17")
def list_refusal(state: State, tables: Tables, who: int, choice: Choice, weapon: int) -> Answer:
    """What is against Full Auto, or Suppress: the mode, how many targets there are, and each of them."""
    one, count = tables.weapons[weapon], verbs.targets_count(choice)
    if choice.verb == verbs.FULL_AUTO:
        if not one.modes & AUTO:
            return refuse(NO_MODE, weapon)
        if not 1 <= count <= TARGETS:
            return refuse(TARGET_COUNT, count, 1, TARGETS)
    most = most_suppressed(tables, weapon)
    if choice.verb == verbs.SUPPRESS and not 1 <= count <= most:
        return refuse(SUPPRESS_COUNT, count, 1, most)
    for k in range(count):
        target = verbs.targets_at(choice, k)
        found = named_refusal(state, tables, who, choice, target)
        if found != LAWFUL:
            if legal_alternate(state, tables, who, choice) == NONE:
                return found
            continue
        for n in range(k):
            if verbs.targets_at(choice, n) == target:
                return refuse(TARGET_TWICE, target)
        if is_class_forbidden(state, tables, target, weapon):
            return refuse(WRONG_CLASS, weapon, target)
    return LAWFUL


@rule("FS3-7.16", "FS3-7.17")
def most_suppressed(tables: Tables, weapon: int) -> int:
    """How many a weapon may suppress in one action: five if it is automatic or Defensive, else one."""
    one = tables.weapons[weapon]
    return TARGETS if one.modes & AUTO or one.type == DEFENSIVE else 1


@rule("FS3-15.3")
def point_refusal(tables: Tables, x: int, y: int) -> Answer:
    """What is against an explosion at a point: it lies on a map."""
    if not tables.has_map:
        return refuse(NO_MAP)
    return LAWFUL if is_on_map(tables, x, y) else refuse(OFF_MAP)


@rule("FS3-15.3a", "FS3-15.3c")
def victims_refusal(state: State, tables: Tables, who: int, choice: Choice) -> Answer:
    """What is against listing the victims of an explosion: a map, their number, and each of them."""
    count = verbs.victims_count(choice)
    if tables.has_map:
        return refuse(HAS_MAP)
    if not 1 <= count <= NEAR:
        return refuse(VICTIM_COUNT, count, 1, NEAR)
    for k in range(count):
        victim = victim_at(choice, k)
        if victim != who:
            found = target_refusal(state, tables, who, victim, 1)
            if found != LAWFUL:
                return found
        for n in range(k):
            if victim_at(choice, n) == victim:
                return refuse(TARGET_TWICE, victim)
    return LAWFUL


@compiled
def victim_at(choice: Choice, k: int) -> int:
    """Who is victim k of those listed, in whichever zone; -1: nobody."""
    listed = verbs.victims_at(choice, k)
    return listed % COMBATANTS if 0 <= listed < 2 * COMBATANTS else -1


@rule("FS3-7.21", "FS3-7.22")
def reload_refusal(state: State, tables: Tables, who: int, choice: Choice, weapon: int) -> Answer:
    """What is against Reload: the weapon, or that there is no spare clip."""
    if not is_reloadable(tables, weapon):
        return refuse(NO_RELOAD, weapon)
    carried = carried_after(state, tables, who, choice)
    has_clip = carried < CARRIED and state.combatants[who].clips[carried] != 0
    return LAWFUL if has_clip else refuse(NO_CLIP, weapon)


@rule("FS3-6.25", "FS3-7.39", "FS3-7.46")
def care_refusal(state: State, tables: Tables, who: int, choice: Choice) -> Answer:
    """What is against Rally or Treat of whom it is for, or else of the first alternate that it can be for."""
    found = patient_refusal(state, tables, who, choice, choice.target)
    for k in range(verbs.alternates_count(choice)):
        if found != LAWFUL and patient_refusal(state, tables, who, choice, verbs.alternates_at(choice, k)) == LAWFUL:
            return LAWFUL
    return found


@compiled
def patient_refusal(state: State, tables: Tables, who: int, choice: Choice, target: int) -> Answer:
    """What is against Rally or Treat of somebody."""
    if choice.verb == verbs.RALLY:
        return rally_refusal(state, who, target)
    return treat_refusal(state, tables, who, target, choice.n)


@rule("FS3-7.39", "FS3-6.28", "FS3-19.9")
def rally_refusal(state: State, who: int, target: int) -> Answer:
    """What is against Rally: whom it is for is a knocked-out player character."""
    if not is_known(state, target):
        return refuse(TARGET_UNKNOWN)
    other = state.combatants[target]
    if not other.is_pc:
        return refuse(TARGET_NPC, target)
    return LAWFUL if other.status == KNOCKED_OUT else refuse(TARGET_CONSCIOUS, target, other.status)


@rule("FS3-7.43", "FS3-7.46", "FS3-7.50", "FS3-6.28", "FS3-19.18")
def treat_refusal(state: State, tables: Tables, who: int, target: int, number: int) -> Answer:
    """What is against Treat: the patient, and that it has a wound, or this one, that can be treated."""
    if not is_known(state, target):
        return refuse(TARGET_UNKNOWN)
    other = state.combatants[target]
    if not takes_part(state, target):
        return refuse(TARGET_ROLE, target, other.role)
    if not is_present(state, target):
        return refuse(PATIENT_GONE, target, other.status)
    if number == 0:
        return LAWFUL if wound_to_treat(state, tables, target, 0) else refuse(NO_WOUND)
    if not 1 <= number <= state.n_wounds or not is_wound_through(state, number - 1, target):
        return refuse(NO_WOUND)
    wound = state.wounds[number - 1]
    if wound.severity == HEALED:
        return refuse(NO_WOUND)
    if wound.is_treated:
        return refuse(WOUND_TREATED)
    return LAWFUL if is_in_time(state, tables, wound) else refuse(WOUND_OLD)
