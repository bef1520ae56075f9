"""Section 15: explosions: whom one reaches, how near it is to each, concussion, and shrapnel piece by piece."""

from __future__ import annotations

from ....core.dice import Dice, roll
from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log, because
from .. import choices as verbs
from ..events.words import BY_RELIEF, BY_ZONE, FOR_ATTACK, FOR_DEFENCE, FOR_SHRAPNEL, FOR_SPLINTER
from ..log import log_blast_roll, log_blasted, log_exploded, log_exploded_among, log_splintered
from ..state import LUCK_ATTACK, LUCK_DEFENCE, PILOT_ROLE, READY, SOLDIER, State
from ..tables import COMBATANTS, Tables
from .aboard import chart_of, victim_of
from .attack import clear_attack
from .gear import carried_in_hand, spend_rounds, weapon_in_hand
from .geometry import is_product_at_most, squared
from .ground import Place, band_at, band_of, place_of, radius_of
from .hits import resolve_hit
from .luck import has_result, make_roll, may_roll, take_result
from .modifiers import NO_TARGET, attack_modifier, attack_rating, defence_modifier, defence_rating
from .rolls import FAILURE, GREAT_SUCCESS, SUCCESS
from .sight import has_sight
from .suppression import fire_upon
from .vehicles import CONCUSSION, SHRAPNEL, draw_location, tell_hit

ATTACK, DEFENCE, HEAD, COUNT, PIECES = range(5)  # stages
PER_TARGET = 1  # the option `blast_attack_roll`
SAFE = -1
ZONE_DAMAGE = (50, 0, -25, -50, -100)  # FS3-15.9
D4, D6 = 4, 6
HUNDRED = 100  # `blast_percent` of it is the whole radius


# Where it goes off


@rule("FS3-15.3", "FS3-15.3c", "FS3-7.11")
def aimed_at(state: State, who: int) -> int:
    """The combatant that an explosion is aimed at: the one named, or of those listed the first of the nearest; or
    NO_TARGET, a place."""
    order = state.combatants[who].order
    if order.verb == verbs.EXPLODE_AT:
        return NO_TARGET
    if order.verb == verbs.EXPLODE:
        return order.targets[0] - 1
    listed, first = order.immediate if order.immediate else order.near, 0
    while not listed >> first & 1:
        first += 1
    return first


@rule("FS3-15.3", "FS3-20.5")
def aim_point(state: State, who: int, target: int) -> Place:
    """The point that an explosion is aimed at."""
    order = state.combatants[who].order
    return Place(order.x, order.y) if target == NO_TARGET else place_of(state, target)


@rule("FS3-15.3", "FS3-8.14", "FS3-8.15")
def band_to(state: State, tables: Tables, who: int, target: int, weapon: int) -> int:
    """The range band to what an explosion is aimed at."""
    if target != NO_TARGET:
        return band_of(state, tables, who, target, weapon)
    at, order = place_of(state, who), state.combatants[who].order
    return band_at(tables, weapon, squared(order.x - at.x, order.y - at.y))


# Whom it reaches


@rule("FS3-15.3a")
def may_be_caught(state: State, who: int) -> bool:
    """Whether an explosion can reach somebody, of whatever team: who is on foot, or a vehicle through its pilot."""
    combatant = state.combatants[who]
    return bool(combatant.status == READY and (combatant.role == SOLDIER or combatant.role == PILOT_ROLE))


@rule("FS3-15.2", "FS3-15.3b")
def zone_at(tables: Tables, weapon: int, apart2: int, radius: int) -> int:
    """The starting zone by the squared distance of the point from the centre of a base: within the blast radius of its
    edge 0, within twice that 1, else SAFE. The scenario scales the radius."""
    reach, own = tables.weapons[weapon].blast * tables.blast_percent, HUNDRED * radius
    scaled = HUNDRED * HUNDRED * apart2
    if scaled <= (reach + own) * (reach + own):
        return 0
    return 1 if scaled <= (2 * reach + own) * (2 * reach + own) else SAFE


@rule("FS3-15.2", "FS3-15.3a", "FS3-15.3b", "FS3-15.3c", "FS3-15.4")
def start_zone(state: State, tables: Tables, attacker: int, who: int) -> int:
    """The zone that somebody starts in: by its distance, and SAFE where anything blocks sight between the point and its
    centre; on a table without map as it is listed, or 0 as the only target."""
    if not may_be_caught(state, who):
        return SAFE
    attack, order = state.attack, state.combatants[attacker].order
    if attack.kind == verbs.EXPLODE_AMONG:
        return 0 if order.immediate >> who & 1 else 1 if order.near >> who & 1 else SAFE
    if not tables.has_map:
        return 0 if who == attack.called - 1 else SAFE
    at, radius = place_of(state, who), radius_of(state, tables, who)
    if not has_sight(tables.terrain, attack.x, attack.y, at.x, at.y):
        return SAFE
    return zone_at(tables, attack.weapon, squared(at.x - attack.x, at.y - attack.y), radius)


@rule("FS3-15.16", "FS3-15.3b")
def is_nearer(one2: int, one_radius: int, other2: int, other_radius: int) -> bool:
    """Whether of two bases one has its edge nearer to the point, by the squared distances of their centres from it."""
    if other2 <= other_radius * other_radius:
        return False
    if one2 <= one_radius * one_radius:
        return True
    more = one_radius - other_radius
    rest = one2 - other2 - more * more
    if more >= 0:  # rest < 2 * more * root of other2
        return rest < 0 or not is_product_at_most(4 * more * more, other2, rest, rest)
    rest = other2 - one2 - more * more
    return rest > 0 and not is_product_at_most(rest, rest, 4 * more * more, one2)


@compiled
def is_before(state: State, tables: Tables, zone: int, who: int, other_zone: int, other: int) -> bool:
    """Whether somebody comes before another who is earlier in the roster: by zone, then by distance (FS3-15.16)."""
    if zone != other_zone or not tables.has_map:
        return zone < other_zone
    one_at, other_at, attack = place_of(state, who), place_of(state, other), state.attack
    return is_nearer(
        squared(one_at.x - attack.x, one_at.y - attack.y),
        radius_of(state, tables, who),
        squared(other_at.x - attack.x, other_at.y - attack.y),
        radius_of(state, tables, other),
    )


@rule("FS3-15.3a", "FS3-15.16")
def find_victims(state: State, tables: Tables, attacker: int) -> None:
    """Note whom the explosion reaches, with their zones, in the order in which it meets them."""
    attack = state.attack
    attack.n = 0
    for who in range(COMBATANTS):
        zone = start_zone(state, tables, attacker, who)
        if zone != SAFE:
            at = attack.n
            while at > 0 and is_before(state, tables, zone, who, attack.bullets[at - 1], attack.targets[at - 1] - 1):
                attack.targets[at], attack.bullets[at] = attack.targets[at - 1], attack.bullets[at - 1]
                at -= 1
            attack.targets[at], attack.bullets[at] = who + 1, zone
            attack.n += 1


@rule("FS3-15.3", "FS3-15.3c", "FS3-15.5")
def begin_explosion(state: State, tables: Tables, log: Log, who: int) -> None:
    """An explosive goes off as ordered: a round is spent, and those in reach are found."""
    clear_attack(state)
    attack, target = state.attack, aimed_at(state, who)
    point = aim_point(state, who, target)
    attack.kind, attack.attacker = state.combatants[who].order.verb, who
    attack.carried, attack.weapon = carried_in_hand(state, who), weapon_in_hand(state, tables, who)
    spend_rounds(state, tables, who, attack.carried, 1)
    attack.called, attack.x, attack.y = target + 1, point.x, point.y
    state.combatants[who].shots += 1
    find_victims(state, tables, who)
    if tables.has_map:
        log_exploded(log, who, attack.weapon, point.x, point.y, attack.n)
    else:
        log_exploded_among(log, who, attack.weapon, attack.n)


# Its course


@rule("FS3-15.1", "FS3-15.5", "FS3-15.13", "FS3-15.16", "FS3-25.7")
def continue_explosion(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The next of an explosion: the attack roll, then for each whom it reaches the defence roll, concussion, the number
    of pieces of shrapnel, and piece by piece."""
    attack = state.attack
    if attack.stage == ATTACK:
        roll_attack(state, tables, dice, log)
    elif attack.stage == DEFENCE:
        roll_defence(state, tables, dice, log)
    elif attack.stage == HEAD:
        strike_with_concussion(state, tables, dice, log)
        attack.stage = COUNT
    elif attack.stage == COUNT:
        count_pieces(state, tables, dice, log)
        attack.stage = PIECES
    elif attack.pieces:
        strike_with_shrapnel(state, tables, dice, log)
    if attack.stage == PIECES and attack.pieces == 0 and state.crew.vehicle == 0:
        end_victim(state, tables, log)


@rule("FS3-15.5", "FS3-17.5a")
def roll_attack(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The attack roll of an explosion, one for all, whom it reaches or not, or one for each."""
    attack, target = state.attack, state.attack.called - 1
    who = attack.attacker
    if may_roll(state, tables, log, who, LUCK_ATTACK):
        rating = attack_rating(state, tables, who, attack.weapon)
        band = band_to(state, tables, who, target, attack.weapon)
        modifier = attack_modifier(state, tables, log, who, target, attack.weapon, rating.ruling, band, 0)
        make_roll(state, tables, dice, log, who, rating.rating, modifier, FOR_ATTACK)
    if has_result(state):
        attack.attack_result, attack.stage = take_result(state), DEFENCE
        log_blast_roll(log, who, attack.attack_result)
        if attack.n == 0:
            clear_attack(state)


@rule("FS3-15.5", "FS3-15.6", "FS3-15.7", "FS3-15.8", "FS3-8.1", "FS3-8.9")
def roll_defence(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The defence roll of the next whom an explosion reaches, which tells its zone."""
    attack = state.attack
    who = attack.targets[attack.target] - 1
    if may_roll(state, tables, log, who, LUCK_DEFENCE):
        rating = defence_rating(state, tables, who, attack.weapon)
        modifier = defence_modifier(state, tables, log, who, attack.weapon, rating.ruling)
        make_roll(state, tables, dice, log, who, rating.rating, modifier, FOR_DEFENCE)
    if has_result(state):
        attack.defence_result, attack.stage = take_result(state), HEAD
        settle_zone(state, tables, log, who)


@rule("FS3-15.6", "FS3-15.7", "FS3-15.8")
def settle_zone(state: State, tables: Tables, log: Log, who: int) -> None:
    """Where somebody ends up whom an explosion reaches."""
    attack = state.attack
    start = attack.bullets[attack.target]
    zone = final_zone(tables, start, attack.attack_result, attack.defence_result)
    attack.bullets[attack.target] = zone
    log_blasted(log, victim_of(state, who), attack.attack_result, attack.defence_result, start, zone)


@rule("FS3-15.6", "FS3-15.7", "FS3-15.8")
def final_zone(tables: Tables, start: int, attack: int, defence: int) -> int:
    """The zone that somebody ends in: a failed attack and a better defence move it out, nothing moves it in."""
    out = -attack if attack < SUCCESS else 0
    if defence > attack:
        out += defence - attack
    return max(start, min(start + out, tables.options.blast_cap_zone))


@compiled
def cover_result(tables: Tables) -> int:
    """What stands for the attack result where cover is judged: none that cover does not affect, unless cover does not
    count against explosions at all (FS3-15.14)."""
    return FAILURE if tables.options.cover_vs_blast else GREAT_SUCCESS


@rule("FS3-15.10", "FS3-15.11", "FS3-15.13", "FS3-15.14", "FS3-15.15", "FS3-19.6")
def strike(
    state: State, tables: Tables, dice: Dice, log: Log, what: int, location: int, weapon: int, relief: int
) -> None:
    """Something of the blast strikes: cover from the blast point, armour, damage. `weapon` plus one, 0 for shrapnel."""
    attack = state.attack
    victim = victim_of(state, attack.targets[attack.target] - 1)
    by, result, extra = attack.attacker + 1, cover_result(tables), ZONE_DAMAGE[attack.bullets[attack.target]] + relief
    hit = resolve_hit(state, tables, dice, log, by, victim, location, weapon, extra, result, attack.x, attack.y)
    if hit.severity:
        because(log, BY_ZONE, extra - relief)
        because(log, BY_RELIEF, relief)
    tell_hit(log, what, victim, location, hit)
    if hit.severity and attack.fired == 0:
        attack.fired = 1
        state.combatants[attack.attacker].hits += 1


@rule("FS3-15.1", "FS3-15.10", "FS3-15.15", "FS3-9.9", "FS3-19.6")
def strike_with_concussion(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """Concussion always hits the chart's location for it, with the weapon's Penetration, lethality and damage type."""
    attack = state.attack
    victim = victim_of(state, attack.targets[attack.target] - 1)
    location = tables.charts[chart_of(state, tables, victim)].concussion
    relief = tables.options.concussion_relief
    strike(state, tables, dice, log, CONCUSSION, location, attack.weapon + 1, -relief)


@rule("FS3-15.9", "FS3-15.9a", "FS3-25.7", "FS3-15.1", "FS3-15.18")
def count_pieces(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """How many pieces of shrapnel strike: by the zone, and none of a weapon without any."""
    attack = state.attack
    attack.pieces = attack.drawn = 0
    if tables.weapons[attack.weapon].shrapnel:
        attack.pieces = roll_pieces(tables, dice, log, attack.bullets[attack.target])
    if attack.pieces:
        log_splintered(log, victim_of(state, attack.targets[attack.target] - 1), attack.pieces)


@rule("FS3-15.9", "FS3-15.9a", "FS3-25.7")
def roll_pieces(tables: Tables, dice: Dice, log: Log, zone: int) -> int:
    """Pieces by zone: 4d4, 1d6, 1d4, 1d4 / 2, none; the half is rounded up, or down by an option."""
    if zone == 0:
        return (
            roll(dice, log, D4, FOR_SHRAPNEL)
            + roll(dice, log, D4, FOR_SHRAPNEL)
            + roll(dice, log, D4, FOR_SHRAPNEL)
            + roll(dice, log, D4, FOR_SHRAPNEL)
        )
    if zone == 1:
        return roll(dice, log, D6, FOR_SHRAPNEL)
    if zone == 2:
        return roll(dice, log, D4, FOR_SHRAPNEL)
    if zone == 3:
        up = 1 - tables.options.half_rounding
        return (roll(dice, log, D4, FOR_SHRAPNEL) + up) // 2
    return 0


@rule("FS3-15.11", "FS3-15.12", "FS3-15.13")
def strike_with_shrapnel(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """A piece of shrapnel always hits, each another location until all are used up."""
    attack = state.attack
    chart = chart_of(state, tables, victim_of(state, attack.targets[attack.target] - 1))
    draw = draw_location(tables, dice, log, chart, attack.drawn, FOR_SPLINTER)
    attack.drawn = draw.drawn
    attack.pieces -= 1
    strike(state, tables, dice, log, SHRAPNEL, draw.location, 0, 0)


@rule("FS3-15.16", "FS3-15.17", "FS3-16.2", "FS3-15.5")
def end_victim(state: State, tables: Tables, log: Log) -> None:
    """One whom the explosion reached is done with: it was fired upon, unless it was its own; the next comes."""
    attack = state.attack
    who = attack.targets[attack.target] - 1
    if tables.options.explosive_suppresses and who != attack.attacker:
        fire_upon(state, log, who)
    attack.target += 1
    attack.drawn = attack.defence_result = 0
    if attack.target >= attack.n:
        clear_attack(state)
    else:
        attack.stage = ATTACK if tables.options.blast_attack_roll == PER_TARGET else DEFENCE
