"""Sections 7, 8, 14 and 16: attacks, suppression, and grips, bullet after bullet.

`actions` begins them. A bullet is three steps: the attack roll, the defence roll, and what a hit does. After it nothing
is left of it but how many were fired.
"""

from __future__ import annotations

from ....core.dice import EXHAUST, Dice
from ....core.engine.compiled import compiled, rule
from ....core.engine.rows import erase
from ....core.protocol.events import Log
from .. import choices as verbs
from ..events.words import DODGED, FOR_ATTACK, FOR_DEFENCE, MISSED, NEARLY_MISSED
from ..log import log_attacked, log_fired, log_grappled, log_mismatched, log_struggled, log_suppressed
from ..state import COVER, LUCK_ATTACK, LUCK_DEFENCE, State
from ..tables import CARRIED, MELEE, NEAR_MISS, RANGED, Tables
from .aboard import chart_of, victim_of
from .gear import carried_in_hand, rounds_in_hand, spend_rounds, weapon_in_hand
from .ground import band_of, place_of
from .hits import aimed_location, resolve_hit, roll_location
from .holds import break_free, hold
from .luck import has_result, make_roll, may_roll, take_result
from .modifiers import attack_modifier, attack_rating, defence_modifier, defence_rating
from .rolls import FAILURE, GOOD_SUCCESS, GREAT_SUCCESS, SUCCESS
from .suppression import add_suppression, fire_upon
from .targets import is_of_other_class

TO_ATTACK, TO_DEFEND, TO_LAND, DONE = range(4)  # stages of a bullet
BURST_ROUNDS, AUTO_ROUNDS = 3, 10  # FS3-14.1
WARN = 0  # the option `class_mismatch`


# Rounds and bullets


@rule("FS3-7.6", "FS3-7.16", "FS3-14.1", "FS3-14.5", "FS3-14.9", "FS3-14.10a", "FS3-7.19")
def rounds_of(verb: int, is_burst: int, targets: int, loaded: int) -> int:
    """The rounds that an action uses of those loaded, as far as they go; a weapon that needs none has enough."""
    if verb == verbs.FULL_AUTO:
        return min(AUTO_ROUNDS, loaded)
    if verb == verbs.SUPPRESS:
        return targets
    return min(BURST_ROUNDS if is_burst else 1, loaded)


@rule("FS3-7.5", "FS3-7.19", "FS3-14.9", "FS3-14.10")
def rounds_needed(verb: int, targets: int) -> int:
    """The least rounds for an action: one for each target, and of automatic fire one that is lost before each other."""
    return 2 * targets - 1 if verb == verbs.FULL_AUTO else targets


@rule("FS3-14.6", "FS3-14.8", "FS3-14.10")
def bullets_of(rounds: int, targets: int, k: int) -> int:
    """The bullets for target number k, from 0: one is lost between targets, the others are divided, the first first."""
    bullets = rounds - (targets - 1)
    return bullets // targets + int(k < bullets % targets)


# The beginning


@rule("FS3-7.1", "FS3-7.4", "FS3-7.23", "FS3-7.31", "FS3-14.5")
def begin_attack(state: State, tables: Tables, log: Log, who: int) -> None:
    """Begin what an order has for an action that attacks, suppresses, subdues or escapes: its targets are legal."""
    clear_attack(state)
    order, attack = state.combatants[who].order, state.attack
    attack.kind, attack.attacker, attack.called = order.verb, who, order.called
    attack.carried, attack.weapon = carried_in_hand(state, who), weapon_in_hand(state, tables, who)
    if order.verb == verbs.ESCAPE:
        begin_escape(state, tables, who)
        return
    attack.n = order.n_targets
    rounds = rounds_of(order.verb, order.burst, attack.n, rounds_in_hand(state, tables, who))
    for k in range(attack.n):
        attack.targets[k] = order.targets[k]
        is_auto = order.verb == verbs.FULL_AUTO
        attack.bullets[k] = bullets_of(rounds, attack.n, k) if is_auto else rounds // attack.n
    if order.verb != verbs.SUBDUE:
        spend_rounds(state, tables, who, attack.carried, rounds)
    begin_target(state, tables, log)


@rule("FS3-7.32")
def begin_escape(state: State, tables: Tables, who: int) -> None:
    """A captive attacks its subduer with the melee weapon in hand, or else unarmed."""
    attack = state.attack
    if attack.weapon < 0 or tables.weapons[attack.weapon].type != MELEE:
        attack.weapon, attack.carried = tables.unarmed, CARRIED
    attack.n = attack.bullets[0] = 1
    attack.targets[0] = state.combatants[who].subduer


@rule("FS3-8.17", "FS3-14.8")
def begin_target(state: State, tables: Tables, log: Log) -> None:
    """Say what is meant for the next target where it is more than a bullet, and warn of a weapon of another class."""
    attack = state.attack
    target = target_of(state)
    if tables.options.class_mismatch == WARN and is_of_other_class(state, tables, target, attack.weapon):
        log_mismatched(log, attack.attacker, attack.weapon, target)
    if attack.bullets[attack.target] > 1:
        log_fired(log, attack.attacker, target, attack.bullets[attack.target])


@compiled
def target_of(state: State) -> int:
    """Whom the bullet is meant for."""
    return state.attack.targets[state.attack.target] - 1


@compiled
def clear_attack(state: State) -> None:
    """No action is under way."""
    erase(state.attack)


# A bullet


@rule("FS3-8.2", "FS3-14.3", "FS3-25.2")
def continue_attack(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """One step: the attack roll, the defence roll whatever that was, what comes of both, or the next bullet."""
    stage = state.attack.stage
    if stage == TO_ATTACK:
        roll_attack(state, tables, dice, log)
    elif stage == TO_DEFEND:
        roll_defence(state, tables, dice, log)
    elif stage == TO_LAND:
        settle_bullet(state, tables, dice, log)
    else:
        end_bullet(state, tables, log)


@rule("FS3-14.4", "FS3-14.7", "FS3-7.19")
def recoil_of(state: State, tables: Tables) -> int:
    """The recoil of the bullet, 0 or less: what the weapon has for each bullet resolved before it, lost ones apart.

    Suppress, Subdue and Escape have none.
    """
    attack = state.attack
    if attack.kind != verbs.ATTACK and attack.kind != verbs.FULL_AUTO:
        return 0
    return -attack.fired * tables.weapons[attack.weapon].recoil


@rule("FS3-8.1", "FS3-8.6", "FS3-7.11", "FS3-7.14", "FS3-7.23", "FS3-7.31", "FS3-14.4")
def roll_attack(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The attack roll, with the wounds and the suppression that the attacker has at this moment."""
    attack = state.attack
    who, target, weapon = attack.attacker, target_of(state), attack.weapon
    if may_roll(state, tables, log, who, LUCK_ATTACK):
        rating, band = attack_rating(state, tables, who, weapon), band_of(state, tables, who, target, weapon)
        recoil = recoil_of(state, tables)
        modifier = attack_modifier(state, tables, log, who, target, weapon, rating.ruling, band, recoil)
        make_roll(state, tables, dice, log, who, rating.rating, modifier, FOR_ATTACK)
    if has_result(state):
        attack.attack_result, attack.stage = take_result(state), TO_DEFEND


@rule("FS3-8.1", "FS3-8.2", "FS3-8.6", "FS3-7.30", "FS3-7.32", "FS3-14.3")
def roll_defence(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The defence roll, for a vehicle that of its pilot."""
    attack = state.attack
    target, weapon = target_of(state), attack.weapon
    if may_roll(state, tables, log, target, LUCK_DEFENCE):
        rating = defence_rating(state, tables, target, weapon)
        modifier = defence_modifier(state, tables, log, target, weapon, rating.ruling)
        make_roll(state, tables, dice, log, target, rating.rating, modifier, FOR_DEFENCE)
    if has_result(state):
        attack.defence_result, attack.stage = take_result(state), TO_LAND
        if dice.mode == EXHAUST:
            merge_results(state)


@compiled
def merge_results(state: State) -> None:
    """Exhaust: of all Roll Results that come to the same one pair stands for them, so that odds take fewer ways.

    A hit is its difference, and against who is in Cover stance whether it was a +3 (FS3-11.3).
    """
    attack = state.attack
    result, defence = attack.attack_result, attack.defence_result
    if does_hit(result, defence):
        is_exposed = result == GREAT_SUCCESS or state.combatants[target_of(state)].stance != COVER
        attack.attack_result = GREAT_SUCCESS if is_exposed else GOOD_SUCCESS
        attack.defence_result = attack.attack_result - (result - defence)
    else:
        attack.attack_result = FAILURE if result < SUCCESS else SUCCESS
        attack.defence_result = GREAT_SUCCESS


@rule("FS3-8.3", "FS3-2.11")
def does_hit(attack: int, defence: int) -> bool:
    """Whether Roll Results make a hit: the attack must succeed, and be no lower than the defence."""
    return attack >= SUCCESS and attack >= defence


@rule("FS3-7.14", "FS3-7.23", "FS3-7.31", "FS3-8.3")
def settle_bullet(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """What the two rolls come to, by what the action is for."""
    attack = state.attack
    kind = attack.kind
    attack.stage = DONE
    if kind == verbs.SUPPRESS:
        settle_suppression(state, tables, log)
    elif kind == verbs.SUBDUE or kind == verbs.ESCAPE:
        settle_grip(state, log)
    else:
        land(state, tables, dice, log)
    if state.crew.vehicle == 0:
        end_bullet(state, tables, log)


@rule("FS3-8.3", "FS3-8.4", "FS3-9.1", "FS3-9.4", "FS3-7.6", "FS3-19.3", "FS3-25.2")
def land(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """A bullet or a blow: it misses, is dodged, nearly misses, or hits a location of its target or of the vehicle."""
    attack = state.attack
    who, target, weapon = attack.attacker, target_of(state), attack.weapon
    result, defence = attack.attack_result, attack.defence_result
    state.combatants[who].shots += 1
    if not does_hit(result, defence):
        outcome = MISSED if result < SUCCESS else DODGED
        log_attacked(log, who, target, result, defence, NEAR_MISS, 0, 0, 0, outcome)
        return
    victim = victim_of(state, target)
    chart = chart_of(state, tables, victim)
    aimed = aimed_location(tables, chart, attack.called)
    location = roll_location(dice, log, tables, chart, aimed, result - defence)
    if location == NEAR_MISS:
        log_attacked(log, who, target, result, defence, NEAR_MISS, 0, 0, 0, NEARLY_MISSED)
        return
    state.combatants[who].hits += 1
    at = place_of(state, who)
    hit = resolve_hit(state, tables, dice, log, who + 1, victim, location, weapon + 1, 0, result, at.x, at.y)
    log_attacked(log, who, target, result, defence, location, hit.cover, hit.armour, hit.damage, hit.severity)


@rule("FS3-7.23", "FS3-7.27", "FS3-7.31")
def settle_grip(state: State, log: Log) -> None:
    """Subdue, or Escape: what would hit holds the target, or frees the captive."""
    attack = state.attack
    who, target, result, defence = attack.attacker, target_of(state), attack.attack_result, attack.defence_result
    succeeds = does_hit(result, defence)
    if attack.kind == verbs.SUBDUE:
        log_grappled(log, who, target, result, defence, int(succeeds))
        if succeeds:
            hold(state, log, who, target)
    else:
        log_struggled(log, who, target, result, defence, int(succeeds))
        if succeeds:
            break_free(state, who)


# Suppression


@rule("FS3-7.15", "FS3-7.18", "FS3-16.3", "FS3-16.4")
def suppression_of(tables: Tables, weapon: int, attack: int, defence: int) -> int:
    """The points of a Suppress: twice the difference of a hit, and with a Ranged weapon no less than the one for being
    fired upon, which the option `suppress_adds_inherent` adds instead."""
    points = 2 * (attack - defence) if does_hit(attack, defence) else 0
    inherent = int(tables.weapons[weapon].type == RANGED)
    return points + inherent if tables.options.suppress_adds_inherent else max(points, inherent)


@rule("FS3-7.14", "FS3-7.15", "FS3-16.4")
def settle_suppression(state: State, tables: Tables, log: Log) -> None:
    """Suppress has made its two rolls against a target, which is never wounded."""
    attack = state.attack
    target, result, defence = target_of(state), attack.attack_result, attack.defence_result
    points = suppression_of(tables, attack.weapon, result, defence)
    total = add_suppression(state, target, points)
    log_suppressed(log, attack.attacker, target, result, defence, points, total)


@rule("FS3-16.1", "FS3-16.2", "FS3-16.3", "FS3-16.9")
def count_fire(state: State, tables: Tables, log: Log, is_last: bool) -> None:
    """Who was fired upon with a Ranged weapon gets its point after the action's last bullet at it.

    With `suppression_per_bullet` it gets one after each of Full Auto.
    """
    attack = state.attack
    if attack.kind != verbs.ATTACK and attack.kind != verbs.FULL_AUTO:
        return
    counts_each = tables.options.suppression_per_bullet and attack.kind == verbs.FULL_AUTO
    if tables.weapons[attack.weapon].type == RANGED and (is_last or counts_each):
        fire_upon(state, log, target_of(state))


# The end


@rule("FS3-14.2", "FS3-14.6", "FS3-14.7", "FS3-14.12", "FS3-16.2")
def end_bullet(state: State, tables: Tables, log: Log) -> None:
    """On to the next bullet, or after the last at a target to the next target, whatever became of this one."""
    attack = state.attack
    is_last = attack.bullet + 1 >= attack.bullets[attack.target]
    count_fire(state, tables, log, is_last)
    attack.attack_result = attack.defence_result = 0
    attack.stage = TO_ATTACK
    attack.fired += 1
    attack.bullet = 0 if is_last else attack.bullet + 1
    if is_last:
        attack.target += 1
        if attack.target >= attack.n:
            clear_attack(state)
        else:
            begin_target(state, tables, log)
