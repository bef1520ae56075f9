"""`fireteam odds tps`: chances, by the playing rules run over every outcome of their dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from ....core.chance.answers import chance_answer, mean_answer
from ....core.chance.spread import Spread
from ....core.errors import BadQuestion
from ....core.game import Game
from ....core.protocol.questions import LengthPart, NamePart, NumberPart, PartKind, question
from ..content import load
from ..dice.chances import at_least as chance_of_sum
from ..dice.chances import mean_sum, net_chance
from ..dice.pool import ADD, CHECK, REPLACE
from ..tables import FRAG
from .parts import (
    DEFAULT_RULES,
    HEALTHY,
    MAX_DISTANCE,
    ORDINARY,
    Armour,
    Circumstances,
    Cover,
    Distance,
    Pool,
    ServerRules,
    Smoke,
    Split,
    Weapon,
    weapon_part,
)
from .shooting_range import CONTACT, NO_ARMOUR, Aim, ArmourDice, ShootingRange

ONES = {"check": CHECK, "replace": REPLACE, "add": ADD}
ANY_DAMAGE = (0, 1)  # damage for questions that ask only whether a shot hits
STRAYS = "strays and hits the bystander"

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
    ones: Annotated[
        int, NamePart("what a 1 thrown again is: check, replace or add", "value of ones", lambda: ONES)
    ] = CHECK,
) -> dict[str, Any]:
    """A pool of dice: the chance of a sum; without one, its mean and its nets."""
    if at_least is not None:
        return chance_answer(chance_of_sum(pool, None, at_least, ones))
    if exactly is not None:
        return chance_answer(chance_of_sum(pool, None, exactly, ones) - chance_of_sum(pool, None, exactly + 1, ones))
    net = chance_answer(net_chance(pool[0]) if pool[0] else Fraction(0))
    return mean_answer(mean_sum(pool, ones), **{"net Good": net, "net Bad": net})


@question("one to-hit roll of a pool", example="to_hit=1W+3D distance=20 scope=true crouch=true", name="hit")
def hit_odds(
    game: Game,
    to_hit: Pool,
    distance: Distance,
    stand: Circumstances = ORDINARY,
    rules: ServerRules = DEFAULT_RULES,
) -> dict[str, Any]:
    """One to-hit roll of a pool: whether it reaches, and whether it goes astray."""
    lane = ShootingRange(rules, stand, distance)
    shot = lane.attack(Aim(lane.add_rifle(to_hit, ANY_DAMAGE), distance))
    strays = {} if stand.bystander is None else {STRAYS: shot.answer(lambda one: one.strayed)}
    return {**shot.answer(lambda one: one.hit), "modifiers": shot.modifiers(), **strays}


@question("a damage pool that has hit, against Defense", example="damage=1W+3D armour=0/1/3", name="harm")
def damage_odds(
    game: Game, damage: Pool, armour: Armour = HEALTHY, rules: ServerRules = DEFAULT_RULES
) -> dict[str, Any]:
    """A damage pool that has hit: how many hits it scores on a unit, and how many dice that takes."""
    lane = ShootingRange(rules)
    return lane.attack(Aim(lane.add_rifle((1, 0), damage), CONTACT), armour=armour).outcome()


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
    lane = ShootingRange(rules, stand, distance)
    shots = lane.attack(*[Aim(weapon, distance, to_hit)] * times, armour=armour)
    rolled = {"modifiers": shots.modifiers(), "hits the target": shots.answer(lambda one: one.hit)}
    return {
        **({} if weapon == lane.tables[0].knife else rolled),
        **shots.outcome(),
        "headshot": shots.answer(lambda one: one.headshot),
        "out of ammo": shots.out_of_ammo(),
        **({} if stand.bystander is None else {STRAYS: shots.answer(lambda one: one.strayed)}),
    }


@question(
    "two units that attack one target with weapons of their own: what it loses, and whether it is eliminated",
    example="weapon=mp5 distance=8 second=p90 second_distance=12",
    name="together",
)
def joint_odds(
    game: Game,
    weapon: Weapon,
    second: Annotated[int, weapon_part("the weapon of another unit")],
    distance: Distance = CONTACT,
    second_distance: Annotated[int | None, LengthPart("in MU; the same if left out", 1, MAX_DISTANCE)] = None,
    armour: Armour = HEALTHY,
    to_hit: Split = None,
    second_to_hit: Split = None,
    stand: Circumstances = ORDINARY,
    rules: ServerRules = DEFAULT_RULES,
) -> dict[str, Any]:
    """Two units attack one target with weapons of their own, in one step or in two as the rules have it."""
    first = Aim(weapon, distance, to_hit)
    other = Aim(second, second_distance or distance, second_to_hit, "second_to_hit")
    return ShootingRange(rules, stand, distance).attack(first, other, armour=armour).outcome()


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
    lane = ShootingRange(rules, stand, distance)
    known: dict[ArmourDice, Spread[ArmourDice]] = {NO_ARMOUR: Spread.certain(NO_ARMOUR)}

    def after(left: ArmourDice) -> Spread[ArmourDice]:
        if left not in known:
            known[left] = lane.attack(Aim(weapon, distance, to_hit), armour=left).armour_left()
        return known[left]

    attacked = Spread.certain(armour)
    if within is not None:
        return chance_answer(attacked.after(after, within).get(NO_ARMOUR, Fraction(0)))
    try:
        return mean_answer(attacked.mean_times(after, NO_ARMOUR))
    except ZeroDivisionError:
        raise BadQuestion("that attack never does any harm") from None


@question(
    "every split of a pool between to-hit and damage, and the best", example="weapon=spas12 distance=8", name="split"
)
def split_odds(
    game: Game,
    weapon: Annotated[int, weapon_part("a shotgun or a frag grenade")],
    distance: Distance,
    armour: Armour = HEALTHY,
    stand: Circumstances = ORDINARY,
    rules: ServerRules = DEFAULT_RULES,
) -> dict[str, Any]:
    """Every split of a weapon's pool against a unit, and the best for each of three aims."""
    lane = ShootingRange(rules, stand, distance)
    gear = lane.tables[0].gear[weapon]
    dice = int(gear.split)
    if not dice:
        raise BadQuestion(f"{list(load().catalogue)[weapon]} has no pool to split")
    lane.check_traits(Aim(weapon, distance))
    ways: dict[str, Any] = {}
    for to_hit in range(1, dice):
        aim = Aim(weapon, distance, to_hit)
        shots = lane.explode_frag(aim, armour) if gear.effect == FRAG else lane.attack(aim, armour=armour)
        ways[f"{to_hit}/{dice - to_hit}"] = shots.outcome()

    def best(aim: str) -> str:
        return max(ways, key=lambda name: Fraction(ways[name][aim]["exact"]))

    return {f"best for {aim}": best(aim) for aim in ("eliminated", "mean dice lost", "at least one hit")} | ways


@question("a frag grenade that explodes near a unit", example="to_hit=2 distance=5 armour=0/1/3", name="frag")
def frag_odds(
    game: Game,
    to_hit: Annotated[int, NumberPart("to-hit dice of the split")],
    distance: Annotated[int, LengthPart("from the grenade, in MU", 1, MAX_DISTANCE)],
    armour: Armour = HEALTHY,
    cover: Cover = False,
    smoke: Smoke = False,
    grenade: Annotated[int | None, weapon_part("which one, if there are several")] = None,
    rules: ServerRules = DEFAULT_RULES,
) -> dict[str, Any]:
    """A frag grenade that explodes so far from a unit."""
    lane = ShootingRange(rules, Circumstances(cover=cover, smoke=smoke), distance)
    ids = list(load().catalogue)
    gear = ids.index("frag") if grenade is None else grenade
    if lane.tables[0].gear[gear].effect != FRAG:
        raise BadQuestion(f"{ids[gear]} is no frag grenade")
    shots = lane.explode_frag(Aim(gear, distance, to_hit), armour)
    return {"hits the target": shots.answer(lambda one: one.hit), **shots.outcome()}


@question("what the bomb does to a unit", example="where=adjacent armour=0/1/3", name="blast")
def blast_odds(
    game: Game,
    where: Annotated[str, PartKind("same, adjacent or elsewhere: the unit's zone")],
    armour: Armour = HEALTHY,
    rules: ServerRules = DEFAULT_RULES,
) -> dict[str, Any]:
    """The bomb explodes: what it does to a unit in its zone, in an adjacent one, or elsewhere."""
    return ShootingRange(rules).explode_bomb(where, armour).outcome()


@question("how far a grenade flies", example="dice=2 at_least=8", name="throw")
def throw_odds(
    game: Game,
    dice: Annotated[int, NumberPart("dice of the throw, one of them wild")],
    at_least: Annotated[int, NumberPart("in MU", 0, 300)],
) -> dict[str, Any]:
    """The chance that a thrown grenade goes so far."""
    most = int(load().constants["throw"])
    if not 1 <= dice <= most:
        raise BadQuestion(f"dice is between 1 and {most}, not {dice}")
    return pool_odds(game, (1, dice - 1), at_least)
