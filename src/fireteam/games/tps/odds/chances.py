"""`fireteam odds tps`: chances, by the playing rules run over every outcome of their dice."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

from ....core.chance.distribution import any_outcome
from ....core.engine.record import Array
from ....core.errors import BadQuestion, UnknownName
from ....core.game import Game
from ....core.protocol.events import BECAUSE
from ....core.protocol.questions import DecimalPart, NumberPart, PartKind, chance_answer, mean_answer, question
from ..content import load
from ..dice.chances import at_least as chance_of_sum
from ..dice.chances import mean_sum, net_chance
from ..dice.pool import ADD, CHECK, REPLACE
from ..events.words import REASONS
from ..tables import FRAG
from .parts import DEFAULT_RULES, HEALTHY, MAX_DISTANCE, Armour, Distance, GearPart, Pool, ServerRules, Split, Weapon
from .shooting_range import (
    NO_CHOICES,
    ORDINARY,
    Circumstances,
    Cover,
    Shooter,
    Shots,
    Smoke,
    add_rifle,
    armour_left,
    blast_position,
    is_out_of_ammo,
    line_up,
    place_frag,
    resolve,
    tables_for,
)

ONES = {"check": CHECK, "replace": REPLACE, "add": ADD}
ANY_DAMAGE = (0, 1)  # damage for questions that ask only whether a shot hits
CONTACT = Decimal(1)  # at contact every to-hit roll hits (TPS-3.3)
NO_ARMOUR = (0, 0, 0)


class OnesPart(PartKind):
    """What a second throw after a 1 is (TPS-4.5)."""

    def parse(self, value: Any, name: str) -> int:
        """The rule's number."""
        if str(value) not in ONES:
            raise UnknownName(f"value of {name}", str(value), ONES)
        return ONES[str(value)]


Sum = Annotated[int | None, NumberPart("a sum", 0, 300)]


@question(
    "a pool of dice: the chance of a sum; without one, its mean and its nets",
    example="pool=1W+2D at_least=11",
    name="pool",
)
def pool_odds(
    game: Game,
    pool: Pool,
    at_least: Sum = None,
    exactly: Sum = None,
    ones: Annotated[int, OnesPart("what a 1 thrown again is: check, replace or add")] = CHECK,
) -> dict[str, Any]:
    """A pool of dice: the chance of a sum; without one, its mean and its nets."""
    if at_least is not None:
        return chance_answer(chance_of_sum(pool, None, at_least, ones))
    if exactly is not None:
        return chance_answer(chance_of_sum(pool, None, exactly, ones) - chance_of_sum(pool, None, exactly + 1, ones))
    net = chance_answer(net_chance(pool[0]) if pool[0] else Fraction(0))
    return mean_answer(mean_sum(pool, ones), **{"net Good": net, "net Bad": net})


@question("how far a grenade flies", example="dice=2 at_least=8", name="throw")
def throw_odds(
    game: Game,
    dice: Annotated[int, NumberPart("dice of the throw, one of them wild")],
    at_least: Annotated[int, NumberPart("in MU", 0, 300)],
) -> dict[str, Any]:
    """The chance that a thrown grenade goes so far."""
    most = int(tables_for(game)[0].constants.throw)
    if not 1 <= dice <= most:
        raise BadQuestion(f"dice is between 1 and {most}, not {dice}")
    return pool_odds(game, (1, dice - 1), at_least)


@question("one to-hit roll of a pool", example="to_hit=1W+3D distance=20 scope=true crouch=true", name="hit")
def hit_odds(
    game: Game,
    to_hit: Pool,
    distance: Distance,
    stand: Circumstances = ORDINARY,
    rules: ServerRules = DEFAULT_RULES,
) -> dict[str, Any]:
    """One to-hit roll of a pool: whether it reaches, and whether it goes astray."""
    tables = range_tables(game, stand, distance, rules)
    gear = add_rifle(tables, to_hit, ANY_DAMAGE)
    check_traits(tables, stand, gear)
    states = line_up(tables, stand, Shooter(gear, distance))
    shots = resolve(tables, states)
    more: dict[str, Any] = {"modifiers": modifiers(tables, states)}
    if stand.bystander is not None:
        more["strays and hits the bystander"] = chance_answer(chance(shots, lambda shot: shot.strayed))
    return chance_answer(chance(shots, lambda shot: shot.hit), **more)


@question("a damage pool that has hit, against Defense", example="damage=1W+3D armour=0/1/3", name="harm")
def damage_odds(
    game: Game, damage: Pool, armour: Armour = HEALTHY, rules: ServerRules = DEFAULT_RULES
) -> dict[str, Any]:
    """A damage pool that has hit: how many hits it scores on a unit, and how many dice that takes."""
    stand = Circumstances(armour)
    tables = range_tables(game, stand, CONTACT, rules)
    states = line_up(tables, stand, Shooter(add_rifle(tables, (1, 0), damage), CONTACT))
    return outcome(resolve(tables, states), stand, states)


@question(
    "an attack and everything it may do: hit, dice lost, elimination, headshot, out of ammo, gone astray",
    example="weapon=mp5 distance=8 armour=0/1/3 cover=true",
    name="shot",
)
def shot_odds(
    game: Game,
    weapon: Weapon,
    distance: Distance = CONTACT,
    armour: Armour = HEALTHY,
    to_hit: Split = None,
    times: Annotated[int, NumberPart("how many such attacks in one step, 1 to 4", 1, 4)] = 1,
    stand: Circumstances = ORDINARY,
    rules: ServerRules = DEFAULT_RULES,
) -> dict[str, Any]:
    """An attack, or several in one step: everything it may do, jointly."""
    stand, tables = stand._replace(armour=armour), range_tables(game, stand, distance, rules)
    check_traits(tables, stand, weapon)
    states = line_up(tables, stand, *[Shooter(weapon, distance, split_of(tables, weapon, to_hit))] * times)
    shots = resolve(tables, states)
    more: dict[str, Any] = {}
    if weapon != tables[0].knife:
        more = {
            "modifiers": modifiers(tables, states),
            "hits the target": chance_answer(chance(shots, lambda one: one.hit)),
        }
    more.update(outcome(shots, stand, states))
    more["headshot"] = chance_answer(chance(shots, lambda one: one.headshot))
    more["out of ammo"] = chance_answer(
        sum((p for (_, raw), p in shots.items() if is_out_of_ammo(raw, states)), Fraction(0))
    )
    if stand.bystander is not None:
        more["strays and hits the bystander"] = chance_answer(chance(shots, lambda one: one.strayed))
    return more


@question(
    "two units that attack one target with weapons of their own: what it loses, and whether it is eliminated",
    example="weapon=mp5 distance=8 second=p90 second_distance=12",
    name="together",
)
def joint_odds(
    game: Game,
    weapon: Weapon,
    second: Annotated[int, GearPart("the weapon of another unit")],
    distance: Distance = CONTACT,
    second_distance: Annotated[Decimal | None, DecimalPart("in MU; the same if left out", 1, MAX_DISTANCE)] = None,
    armour: Armour = HEALTHY,
    to_hit: Split = None,
    second_to_hit: Split = None,
    stand: Circumstances = ORDINARY,
    rules: ServerRules = DEFAULT_RULES,
) -> dict[str, Any]:
    """Two units attack one target with weapons of their own, in one step or in two as the rules have it."""
    stand, tables = stand._replace(armour=armour), range_tables(game, stand, distance, rules)
    check_traits(tables, stand, weapon, second)
    states = line_up(
        tables,
        stand,
        Shooter(weapon, distance, split_of(tables, weapon, to_hit)),
        Shooter(second, second_distance or distance, split_of(tables, second, second_to_hit, "second_to_hit")),
    )
    return outcome(resolve(tables, states), stand, states)


@question(
    "the mean number of attacks that eliminates a unit, or the chance within so many",
    example="weapon=mp5 distance=8 within=3",
    name="attacks",
)
def attacks_needed(
    game: Game,
    weapon: Weapon,
    distance: Distance = CONTACT,
    armour: Armour = HEALTHY,
    to_hit: Split = None,
    within: Annotated[int | None, NumberPart("a number of attacks", 1, 50)] = None,
    stand: Circumstances = ORDINARY,
    rules: ServerRules = DEFAULT_RULES,
) -> dict[str, Any]:
    """How many attacks eliminate a unit: their mean, or the chance within so many. Ammunition is not looked at."""
    tables = range_tables(game, stand, distance, rules)
    check_traits(tables, stand, weapon)
    shooter = Shooter(weapon, distance, split_of(tables, weapon, to_hit))
    ways: dict[tuple[int, int, int], dict[tuple[int, int, int], Fraction]] = {}

    def after(left: tuple[int, int, int]) -> dict[tuple[int, int, int], Fraction]:
        if left not in ways:
            states = line_up(tables, stand._replace(armour=left), shooter)
            found: dict[tuple[int, int, int], Fraction] = {}
            for (_, raw), p in resolve(tables, states).items():
                ahead = armour_left(raw, states)
                found[ahead] = found.get(ahead, Fraction(0)) + p
            ways[left] = found
        return ways[left]

    if within is not None:
        front = {armour: Fraction(1)}
        for _ in range(within):
            ahead: dict[tuple[int, int, int], Fraction] = {}
            for left, p in front.items():
                for end, q in ({NO_ARMOUR: Fraction(1)} if left == NO_ARMOUR else after(left)).items():
                    ahead[end] = ahead.get(end, Fraction(0)) + p * q
            front = ahead
        return chance_answer(front.get(NO_ARMOUR, Fraction(0)))

    def expected(left: tuple[int, int, int]) -> Fraction:
        if left == NO_ARMOUR:
            return Fraction(0)
        onward = sum((q * expected(end) for end, q in after(left).items() if end != left), Fraction(1))
        stays = after(left).get(left, Fraction(0))
        if stays == 1:
            raise BadQuestion("that attack never does any harm")
        return onward / (1 - stays)

    return mean_answer(expected(armour))


@question(
    "every split of a pool between to-hit and damage, and the best", example="weapon=spas12 distance=8", name="split"
)
def split_odds(
    game: Game,
    weapon: Annotated[int, GearPart("a shotgun or a frag grenade")],
    distance: Distance,
    armour: Armour = HEALTHY,
    stand: Circumstances = ORDINARY,
    rules: ServerRules = DEFAULT_RULES,
) -> dict[str, Any]:
    """Every split of a weapon's pool against a unit, and the best for each of three aims."""
    stand, tables = stand._replace(armour=armour), range_tables(game, stand, distance, rules)
    dice = int(tables[0].gear[weapon].split)
    if not dice:
        raise BadQuestion(f"{list(load().catalogue)[weapon]} has no pool to split")
    check_traits(tables, stand, weapon)
    make = place_frag if tables[0].gear[weapon].effect == FRAG else line_up
    ways: dict[str, Any] = {}
    for to_hit in range(1, dice):
        states = make(tables, stand, Shooter(weapon, distance, to_hit))
        ways[f"{to_hit}/{dice - to_hit}"] = outcome(resolve(tables, states), stand, states)

    def best(aim: str) -> str:
        return max(ways, key=lambda name: Fraction(ways[name][aim]["exact"]))

    return {f"best for {aim}": best(aim) for aim in ("eliminated", "mean dice lost", "at least one hit")} | ways


@question("a frag grenade that explodes near a unit", example="to_hit=2 distance=5 armour=0/1/3", name="frag")
def frag_odds(
    game: Game,
    to_hit: Annotated[int, NumberPart("to-hit dice of the split")],
    distance: Annotated[Decimal, DecimalPart("from the grenade, in MU", 1, MAX_DISTANCE)],
    armour: Armour = HEALTHY,
    cover: Cover = False,
    smoke: Smoke = False,
    grenade: Annotated[int | None, GearPart("which one, if there are several")] = None,
    rules: ServerRules = DEFAULT_RULES,
) -> dict[str, Any]:
    """A frag grenade that explodes so far from a unit."""
    stand = Circumstances(armour, cover=cover, smoke=smoke)
    tables = range_tables(game, stand, distance, rules)
    ids = list(load().catalogue)
    gear = ids.index("frag") if grenade is None else grenade
    if tables[0].gear[gear].effect != FRAG:
        raise BadQuestion(f"{ids[gear]} is no frag grenade")
    states = place_frag(tables, stand, Shooter(gear, distance, split_of(tables, gear, to_hit)))
    shots = resolve(tables, states)
    return {"hits the target": chance_answer(chance(shots, lambda one: one.hit)), **outcome(shots, stand, states)}


@question("what the bomb does to a unit", example="where=adjacent armour=0/1/3", name="blast")
def blast_odds(
    game: Game,
    where: Annotated[str, PartKind("same, adjacent or elsewhere: the unit's zone")],
    armour: Armour = HEALTHY,
    rules: ServerRules = DEFAULT_RULES,
) -> dict[str, Any]:
    """The bomb explodes: what it does to a unit in its zone, in an adjacent one, or elsewhere."""
    stand = Circumstances(armour)
    tables, states = blast_position(game, where, stand, rules.options())
    return outcome(resolve(tables, states), stand, states)


def outcome(shots: Shots, stand: Circumstances, states: Array) -> dict[str, Any]:
    """What became of the target: dice lost, elimination."""
    dice = sum(stand.armour)
    lost = dict.fromkeys(range(dice + 1), Fraction(0))
    for (_, raw), p in shots.items():
        lost[dice - sum(armour_left(raw, states))] += p
    return {
        "at least one hit": chance_answer(1 - lost[0]),
        "mean dice lost": mean_answer(sum((n * p for n, p in lost.items()), Fraction(0))),
        "dice lost": {str(n): chance_answer(p) for n, p in lost.items()},
        "eliminated": chance_answer(lost[dice]),
    }


def chance(shots: Shots, holds: Any) -> Fraction:
    """The chance that something holds of how the attacks went."""
    return sum((p for (one, _), p in shots.items() if holds(one)), Fraction(0))


def modifiers(tables: Array, states: Array) -> list[dict[str, Any]]:
    """The modifiers of the first roll, each with its clause."""
    log = any_outcome(states, tables, NO_CHOICES)[0]
    found = []
    for row in log.rows[: log.count].tolist():
        if row[0] == BECAUSE:
            found.append({"label": REASONS[row[1]].label, "amount": row[2], "clause": REASONS[row[1]].clause})
        elif row[0] >= 0 and found:
            break
    return found


def range_tables(game: Game, stand: Circumstances, distance: Decimal, rules: ServerRules) -> Array:
    """The range for a question."""
    return tables_for(game, distance if stand.cover else None, **rules.options())


def check_traits(tables: Array, stand: Circumstances, *gears: int) -> None:
    """A scope is in use where there is one, and keeping still matters to a sniper's weapon.

    Raises:
        BadQuestion: none of the weapons is one of those.
    """
    weapons = [tables[0].gear[gear] for gear in gears]
    if stand.scope and not any(weapon.scope for weapon in weapons):
        raise BadQuestion("there is no scope on it (TPS-8.10): leave scope out")
    if stand.steady is not None and not any(weapon.sniper for weapon in weapons):
        raise BadQuestion("steady matters to sniper's weapons alone (TPS-17.3): leave it out")


def split_of(tables: Array, gear: int, to_hit: int | None, name: str = "to_hit") -> int:
    """The to-hit dice of a split pool; 0 for a weapon that has none."""
    dice = int(tables[0].gear[gear].split)
    if dice == 0:
        if to_hit is not None:
            raise BadQuestion(f"only a weapon that splits its dice has {name} dice to choose")
        return 0
    if to_hit is None:
        raise BadQuestion(f"it splits {dice} dice: say {name}=1 to {dice - 1}, or ask for split")
    if not 1 <= to_hit < dice:
        raise BadQuestion(f"{name} is between 1 and {dice - 1}, not {to_hit}")
    return to_hit
