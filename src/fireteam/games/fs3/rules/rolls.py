"""Section 2: ratings, and the ability roll: one die, read in the row of a rating."""

from __future__ import annotations

from typing import Any, NamedTuple

from ....core.dice import EXHAUST, Dice, roll, roll_band
from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log, because
from ..events.words import BY_COMMON_KNOWLEDGE, BY_DIFFICULTY, BY_RELATION, BY_UNHURRIED
from ..state import KNOCKED_OUT, PILOT_ROLE, READY, State
from ..tables import COMBATANTS, CREW, PILOT, RAW, Being, Tables

D100 = 100
TERRIBLE_FAILURE, BAD_FAILURE, FAILURE, SUCCESS, GOOD_SUCCESS, GREAT_SUCCESS = range(-2, 4)
AVERAGE = 5  # the attribute that modifies nothing
RAW_DEFENCE = 3  # of who has no vehicle to dodge with (FS3-8.8)

RESULT_TOPS = (  # by rating, the highest modified die of each Roll Result from -2; as before where it is impossible
    (15, 35, 65, 99, 100, 100),
    (20, 32, 40, 88, 100, 100),
    (14, 24, 35, 74, 94, 100),
    (12, 21, 30, 72, 93, 100),
    (7, 15, 25, 55, 85, 100),
    (6, 12, 20, 52, 84, 100),
    (4, 9, 15, 49, 83, 100),
    (2, 4, 10, 28, 73, 100),
    (1, 3, 8, 26, 63, 100),
    (1, 3, 7, 25, 53, 100),
    (1, 2, 3, 13, 42, 100),
    (0, 1, 2, 12, 31, 100),
    (0, 0, 1, 10, 20, 100),
)

RELATED, LOOSELY_RELATED = range(2)
ROUTINE, EASY, HARD = range(3)
RELATION_MODIFIERS = (0, -30)  # FS3-2.2
DIFFICULTY_MODIFIERS = (0, 30, -30)  # FS3-2.3
UNHURRIED_BONUS, COMMON_KNOWLEDGE_BONUS = 20, 20
BOTH_FAIL, DRAW, FIRST_BY_A_LITTLE, FIRST_BY_A_LOT, SECOND_BY_A_LITTLE, SECOND_BY_A_LOT = range(6)


class Rating(NamedTuple):
    """A rating, and the modifier of its ruling attribute."""

    rating: int
    ruling: int


@rule("FS3-2.8", "FS3-2.9", "FS3-2.10", "FS3-2.12")
def result_of(rating: int, die: int) -> int:
    """The Roll Result, -2 to 3, of a die with its modifiers: clamped to the table, then read in the rating's row."""
    clamped, tops = min(max(die, 1), D100), RESULT_TOPS[rating]
    beaten = int(tops[0] < clamped) + int(tops[1] < clamped) + int(tops[2] < clamped)
    return TERRIBLE_FAILURE + beaten + int(tops[3] < clamped) + int(tops[4] < clamped)


@rule("FS3-2.8", "FS3-2.12", "FS3-2.19")
def result_top(tables: Tables, rating: int, modifier: int, result: int) -> int:
    """The highest face of the die that gives no more than a Roll Result, with so much added to it; 0: none does."""
    top = RESULT_TOPS[rating][result - TERRIBLE_FAILURE]
    if top <= 0 or top >= D100:
        return top
    return min(max(top - modifier, tables.options.natural_one, 0), D100)


@rule("FS3-2.1", "FS3-2.8", "FS3-2.9", "FS3-2.19", "FS3-2.20")
def roll_result(tables: Tables, dice: Dice, log: Log, rating: int, modifier: int, purpose: int) -> int:
    """An ability roll: one d100 with the sum of its modifiers; its Roll Result. The log has the die that fell.

    Exhaust: one outcome for each Roll Result.
    """
    if dice.mode != EXHAUST:
        face = roll(dice, log, D100, purpose)
        return result_of(rating, 1 if face <= tables.options.natural_one else face + modifier)
    tops = (
        result_top(tables, rating, modifier, TERRIBLE_FAILURE),
        result_top(tables, rating, modifier, BAD_FAILURE),
        result_top(tables, rating, modifier, FAILURE),
        result_top(tables, rating, modifier, SUCCESS),
        result_top(tables, rating, modifier, GOOD_SUCCESS),
        D100,
    )
    return roll_band(dice, log, D100, tops, purpose) + TERRIBLE_FAILURE


@rule("FS3-2.11")
def succeeds(result: int) -> bool:
    """Whether a Roll Result is a success."""
    return result >= SUCCESS


@rule("FS3-2.7")
def ruling_modifier(attribute: int) -> int:
    """What a ruling attribute adds to a skill roll."""
    return 2 * (attribute - AVERAGE)


@rule("FS3-2.4", "FS3-2.6", "FS3-2.7", "FS3-2.13", "FS3-2.14", "FS3-1.5", "FS3-1.7")
def rating_under(being: Being, ability: int, attribute_plus_one: int) -> Rating:
    """The rating of a full sheet in an ability, ruled by an attribute: twice what that is above 5.

    Without an attribute, as for an attribute rolled directly, there is no modifier.
    """
    if attribute_plus_one == 0:
        return Rating(being.ratings[ability], 0)
    return Rating(being.ratings[ability], ruling_modifier(being.ratings[attribute_plus_one - 1]))


@rule("FS3-2.2", "FS3-2.7", "FS3-2.13", "FS3-2.14", "FS3-8.7", "FS3-1.5", "FS3-1.6")
def ability_rating(state: State, tables: Tables, who: int, token: int) -> Rating:
    """What a combatant itself rolls for an ability or a raw rating: an NPC its one rating, a PC that of its sheet."""
    if token < 0:
        return Rating(RAW - token, 0)
    combatant = state.combatants[who]
    being = tables.beings[combatant.being]
    if combatant.rating > 0:
        return Rating(combatant.rating - 1, 0)
    if being.rating >= 0:
        return Rating(being.rating, 0)
    return rating_under(being, token, being.ruling[token])


@rule("FS3-8.8", "FS3-19.2")
def pilot_rating(state: State, tables: Tables, who: int) -> Rating:
    """The pilot's rating in the piloting skill of the vehicle that somebody is in; a raw 3 on foot."""
    vehicle = state.combatants[who].vehicle
    if vehicle == 0 or state.vehicles[vehicle - 1].type == 0:
        return Rating(RAW_DEFENCE, 0)
    pilot = who
    for k in range(COMBATANTS):
        combatant = state.combatants[k]
        if combatant.vehicle == vehicle and combatant.role == PILOT_ROLE and combatant.status == READY:
            pilot = k
    return ability_rating(state, tables, pilot, tables.types[state.vehicles[vehicle - 1].type - 1].piloting)


@compiled
def is_crew(state: State, vehicle: int, who: int) -> bool:
    """Whether a combatant is aboard a vehicle and not knocked out."""
    combatant = state.combatants[who]
    return bool(combatant.vehicle == vehicle and combatant.status > 0 and combatant.status < KNOCKED_OUT)


@rule("FS3-8.8", "FS3-8.18")
def crew_rating(state: State, tables: Tables, who: int, ability: int) -> Rating:
    """The best rating in an ability of those aboard with somebody; on foot, its own.

    Of equal ones that under the higher ruling attribute counts; who has none, as an NPC, counts as average.
    Where this is equal too, it does not matter whose it is.
    """
    vehicle, best = state.combatants[who].vehicle, ability_rating(state, tables, who, ability)
    if vehicle == 0:
        return best
    for k in range(COMBATANTS):
        if is_crew(state, vehicle, k):
            rating = ability_rating(state, tables, k, ability)
            if rating.rating > best.rating or (rating.rating == best.rating and rating.ruling > best.ruling):
                best = rating
    return best


@rule("FS3-8.7", "FS3-8.8")
def token_rating(state: State, tables: Tables, who: int, token: int) -> Rating:
    """What a combatant rolls for a skill token of a weapon."""
    if token == PILOT:
        return pilot_rating(state, tables, who)
    if token >= CREW:
        return crew_rating(state, tables, who, token - CREW)
    return ability_rating(state, tables, who, token)


@rule("FS3-2.2", "FS3-2.3", "FS3-2.16")
def task_modifier(log: Log | None, relation: int, difficulty: int, is_unhurried: int, is_against_common: int) -> int:
    """The modifiers of a task: how far the skill fits, how hard it is, the time there is, and +20 for a skill against
    an attribute used as common knowledge."""
    modifier = because(log, BY_RELATION, RELATION_MODIFIERS[relation])
    modifier += because(log, BY_DIFFICULTY, DIFFICULTY_MODIFIERS[difficulty])
    modifier += because(log, BY_UNHURRIED, UNHURRIED_BONUS if is_unhurried else 0)
    return modifier + because(log, BY_COMMON_KNOWLEDGE, COMMON_KNOWLEDGE_BONUS if is_against_common else 0)


@rule("FS3-2.15")
def oppose(first: int, second: int) -> int:
    """How an opposed roll of two Roll Results ends; by a lot where they differ by 3 or more."""
    if first < SUCCESS and second < SUCCESS:
        return BOTH_FAIL
    if first == second:
        return DRAW
    by_a_lot = int(abs(first - second) >= GREAT_SUCCESS)
    return FIRST_BY_A_LITTLE + by_a_lot if first > second else SECOND_BY_A_LITTLE + by_a_lot


@rule("FS3-2.17")
def best_sides(results: Any, n: int) -> int:
    """Of an opposed roll of several sides those with the highest Roll Result, as bits: more than one is a draw."""
    best = found = 0
    for side in range(n):
        if side == 0 or results[side] > best:
            best, found = results[side], 0
        if results[side] == best:
            found |= 1 << side
    return found
