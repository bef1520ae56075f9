"""`fireteam odds tps`: chances, by the playing rules run over every outcome of their dice."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from ....core.chance.distribution import any_outcome
from ....core.engine.record import Array
from ....core.errors import BadQuestion, UnknownName
from ....core.game import Game
from ....core.protocol.events import BECAUSE
from ....core.protocol.odds_args import chance_answer, mean_answer, read_decimal, read_flag, read_number
from ..content import load
from ..dice.contest import at_least, mean_sum, net_chance
from ..dice.pool import ADD, CHECK, REPLACE, pool_name, read_pool
from ..events.words import REASONS
from ..tables import FRAG
from .shooting_range import (
    MAX_DISTANCE,
    NO_CHOICES,
    Circumstances,
    Shooter,
    Shots,
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
ARMOUR_CLASSES, SPECIAL_CLASSES = ("vest", "helmet"), ("kit", "bomb")  # kinds that attack nobody


def pool_odds(game: Game, pool_: Any, **parts: Any) -> dict[str, Any]:
    """A pool of dice: the chance of a sum; without one, its mean and its nets."""
    dice, ones = read_pool_argument(pool_, "pool"), ones_of(parts.get("ones", "check"))
    if "at_least" in parts:
        return chance_answer(at_least(dice, None, read_number(parts["at_least"], "at_least", 0, 300), ones))
    if "exactly" in parts:
        sum_ = read_number(parts["exactly"], "exactly", 0, 300)
        return chance_answer(at_least(dice, None, sum_, ones) - at_least(dice, None, sum_ + 1, ones))
    net = chance_answer(net_chance(dice[0]) if dice[0] else Fraction(0))
    return mean_answer(mean_sum(dice, ones), **{"net Good": net, "net Bad": net})


def throw_odds(game: Game, dice: Any, at_least_: Any) -> dict[str, Any]:
    """The chance that a thrown grenade goes so far."""
    most = int(tables_for(game)[0].constants.throw)
    return pool_odds(game, pool_name(1, read_number(dice, "dice", 1, most) - 1), at_least=at_least_)


def read_pool_argument(value: Any, name: str, most: int = 15) -> tuple[int, int]:
    """A pool of dice, such as `1W+3D`: its wild and its normal dice."""
    found = read_pool(str(value))
    if found is None or not 1 <= sum(found) <= most:
        raise BadQuestion(f"{name} is a pool of 1 to {most} dice such as 1W+3D, 2W or 4D, not {value!r}")
    return found


def ones_of(ones: Any) -> int:
    """What a second throw after a 1 is (TPS-4.5)."""
    if str(ones) not in ONES:
        raise UnknownName("value of ones", str(ones), ONES)
    return ONES[str(ones)]


def hit_odds(game: Game, to_hit: Any, distance: Any, **parts: Any) -> dict[str, Any]:
    """One to-hit roll of a pool: whether it reaches, and whether it goes astray."""
    stand, far = circumstances_of(parts), distance_of(distance)
    tables = range_tables(game, stand, far, parts)
    states = line_up(tables, stand, Shooter(add_rifle(tables, read_pool_argument(to_hit, "to_hit"), ANY_DAMAGE), far))
    shots = resolve(tables, states)
    more: dict[str, Any] = {"modifiers": modifiers(tables, states)}
    if stand.bystander is not None:
        more["strays and hits the bystander"] = chance_answer(chance(shots, lambda shot: shot.strayed))
    return chance_answer(chance(shots, lambda shot: shot.hit), **more)


def damage_odds(game: Game, damage: Any, armour: Any = "0/0/3", **parts: Any) -> dict[str, Any]:
    """A damage pool that has hit: how many hits it scores on a unit, and how many dice that takes."""
    stand = circumstances_of({**parts, "armour": armour})
    tables = range_tables(game, stand, CONTACT, parts)
    states = line_up(tables, stand, Shooter(add_rifle(tables, (1, 0), read_pool_argument(damage, "damage")), CONTACT))
    return outcome(resolve(tables, states), stand, states)


def shot_odds(game: Game, weapon: Any, distance: Any = 1, **parts: Any) -> dict[str, Any]:
    """An attack, or several in one step: everything it may do, jointly."""
    stand, far = circumstances_of(parts), distance_of(distance)
    tables = range_tables(game, stand, far, parts)
    gear = gear_of(tables, weapon)
    check_traits(tables, parts, gear)
    shooter = Shooter(gear, far, split_of(tables, gear, parts))
    states = line_up(tables, stand, *[shooter] * read_number(parts.get("times", 1), "times", 1, 4))
    shots = resolve(tables, states)
    more: dict[str, Any] = {}
    if gear != tables[0].knife:
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


def joint_odds(
    game: Game, weapon: Any, second: Any, distance: Any = 1, second_distance: Any = None, **parts: Any
) -> dict[str, Any]:
    """Two units attack one target with weapons of their own, in one step or in two as the rules have it."""
    stand, far = circumstances_of(parts), distance_of(distance)
    tables = range_tables(game, stand, far, parts)
    one, other = gear_of(tables, weapon), gear_of(tables, second)
    check_traits(tables, parts, one, other)
    away = far if second_distance is None else distance_of(second_distance, "second_distance")
    states = line_up(
        tables,
        stand,
        Shooter(one, far, split_of(tables, one, parts)),
        Shooter(other, away, split_of(tables, other, parts, "second_to_hit")),
    )
    return outcome(resolve(tables, states), stand, states)


def attacks_needed(game: Game, weapon: Any, distance: Any = 1, **parts: Any) -> dict[str, Any]:
    """How many attacks eliminate a unit: their mean, or the chance within so many. Ammunition is not looked at."""
    stand, far = circumstances_of(parts), distance_of(distance)
    tables = range_tables(game, stand, far, parts)
    gear = gear_of(tables, weapon)
    check_traits(tables, parts, gear)
    shooter = Shooter(gear, far, split_of(tables, gear, parts))
    ways: dict[tuple[int, int, int], dict[tuple[int, int, int], Fraction]] = {}

    def after(armour: tuple[int, int, int]) -> dict[tuple[int, int, int], Fraction]:
        if armour not in ways:
            states = line_up(tables, stand._replace(armour=armour), shooter)
            found: dict[tuple[int, int, int], Fraction] = {}
            for (_, raw), p in resolve(tables, states).items():
                left = armour_left(raw, states)
                found[left] = found.get(left, Fraction(0)) + p
            ways[armour] = found
        return ways[armour]

    if "within" in parts:
        front = {stand.armour: Fraction(1)}
        for _ in range(read_number(parts["within"], "within", 1, 50)):
            ahead: dict[tuple[int, int, int], Fraction] = {}
            for armour, p in front.items():
                for left, q in ({NO_ARMOUR: Fraction(1)} if armour == NO_ARMOUR else after(armour)).items():
                    ahead[left] = ahead.get(left, Fraction(0)) + p * q
            front = ahead
        return chance_answer(front.get(NO_ARMOUR, Fraction(0)))

    def expected(armour: tuple[int, int, int]) -> Fraction:
        if armour == NO_ARMOUR:
            return Fraction(0)
        onward = sum((q * expected(left) for left, q in after(armour).items() if left != armour), Fraction(1))
        stays = after(armour).get(armour, Fraction(0))
        if stays == 1:
            raise BadQuestion("that attack never does any harm")
        return onward / (1 - stays)

    return mean_answer(expected(stand.armour))


def split_odds(game: Game, weapon: Any, distance: Any, **parts: Any) -> dict[str, Any]:
    """Every split of a weapon's pool against a unit, and the best for each of three aims."""
    if "to_hit" in parts:
        raise BadQuestion("split tries every to_hit: leave it out, or ask for shot")
    stand, far = circumstances_of(parts), distance_of(distance)
    tables = range_tables(game, stand, far, parts)
    gear = gear_of(tables, weapon)
    dice = int(tables[0].gear[gear].split)
    if not dice:
        raise BadQuestion(f"{weapon} has no pool to split")
    check_traits(tables, parts, gear)
    make = place_frag if tables[0].gear[gear].effect == FRAG else line_up
    ways: dict[str, Any] = {}
    for to_hit in range(1, dice):
        states = make(tables, stand, Shooter(gear, far, to_hit))
        ways[f"{to_hit}/{dice - to_hit}"] = outcome(resolve(tables, states), stand, states)

    def best(aim: str) -> str:
        return max(ways, key=lambda name: Fraction(ways[name][aim]["exact"]))

    return {f"best for {aim}": best(aim) for aim in ("eliminated", "mean dice lost", "at least one hit")} | ways


def frag_odds(game: Game, to_hit: Any, distance: Any, **parts: Any) -> dict[str, Any]:
    """A frag grenade that explodes so far from a unit."""
    stand, far = circumstances_of(parts), distance_of(distance)
    tables = range_tables(game, stand, far, parts)
    gear = gear_of(tables, parts.get("grenade", "frag"))
    if tables[0].gear[gear].effect != FRAG:
        raise BadQuestion(f"{parts['grenade']} is no frag grenade")
    states = place_frag(tables, stand, Shooter(gear, far, split_of(tables, gear, {"to_hit": to_hit})))
    shots = resolve(tables, states)
    return {"hits the target": chance_answer(chance(shots, lambda one: one.hit)), **outcome(shots, stand, states)}


def blast_odds(game: Game, where: Any, armour: Any = "0/0/3", **parts: Any) -> dict[str, Any]:
    """The bomb explodes: what it does to a unit in its zone, in an adjacent one, or elsewhere."""
    stand = circumstances_of({**parts, "armour": armour})
    tables, states = blast_position(game, str(where), stand, options_of(parts))
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


# The parts of a question


FLAG_PARTS = ("crouch", "scope", "steady", "cover", "flash", "smoke")


def circumstances_of(parts: dict[str, Any]) -> Circumstances:
    """How shooter and target stand."""
    given = {name: read_flag(parts[name], name) for name in FLAG_PARTS if name in parts}
    near = parts.get("bystander")
    bystander = None if near is None else read_decimal(near, "bystander", 1, MAX_DISTANCE)
    return Circumstances(armour=armour_of(parts.get("armour", "0/0/3")), bystander=bystander, **given)


def armour_of(value: Any) -> tuple[int, int, int]:
    """`0/1/3`: helmet, vest, health."""
    words = str(value).split("/")
    if len(words) != 3:
        raise BadQuestion(f"armour is helmet/vest/health such as 0/1/3, not {value!r}")
    helmet, vest, health = (read_number(word, "armour", 0, 9) for word in words)
    if health < 1:
        raise BadQuestion("a living unit has 1 health die at least")
    return helmet, vest, health


def distance_of(value: Any, name: str = "distance") -> Decimal:
    """A distance in MU, of two tokens that do not overlap."""
    return read_decimal(value, name, 1, MAX_DISTANCE)


def options_of(parts: dict[str, Any]) -> dict[str, str]:
    """The server's rules that a question changes."""
    return {name: str(value) for name, value in parts.items() if name[:3] in ("sv_", "mp_")}


def range_tables(game: Game, stand: Circumstances, distance: Decimal, parts: dict[str, Any]) -> Array:
    """The range for a question, once its parts are known to be parts."""
    return tables_for(game, distance if stand.cover else None, **options_of(parts))


def gear_of(tables: Array, name: Any) -> int:
    """The number of a thing of the catalogue that attacks."""
    return _number_of(
        "weapon",
        name,
        [id for id, gear in load().catalogue.items() if gear.kind not in (*ARMOUR_CLASSES, *SPECIAL_CLASSES)],
    )


def over_of(tables: Array, name: Any) -> int:
    """The number of a thing that is called on top of a weapon."""
    known = [id for id, gear in load().catalogue.items() if gear.kind in ("grenade", *SPECIAL_CLASSES)]
    return _number_of("grenade, bomb or kit", name, known)


def _number_of(what: str, name: Any, known: list[str]) -> int:
    if str(name) not in known:
        raise UnknownName(what, str(name), known)
    return list(load().catalogue).index(str(name))


def check_traits(tables: Array, parts: dict[str, Any], *gears: int) -> None:
    """A scope is in use where there is one, and keeping still matters to a sniper's weapon.

    Raises:
        BadQuestion: none of the weapons is one of those.
    """
    weapons = [tables[0].gear[gear] for gear in gears]
    if read_flag(parts.get("scope", False), "scope") and not any(weapon.scope for weapon in weapons):
        raise BadQuestion("there is no scope on it (TPS-8.10): leave scope out")
    if "steady" in parts and not any(weapon.sniper for weapon in weapons):
        raise BadQuestion("steady matters to sniper's weapons alone (TPS-17.3): leave it out")


def split_of(tables: Array, gear: int, parts: dict[str, Any], name: str = "to_hit") -> int:
    """The to-hit dice of a split pool; 0 for a weapon that has none."""
    dice = int(tables[0].gear[gear].split)
    if dice == 0:
        if name in parts:
            raise BadQuestion(f"only a weapon that splits its dice has {name} dice to choose")
        return 0
    if name not in parts:
        raise BadQuestion(f"it splits {dice} dice: say {name}=1 to {dice - 1}, or ask for split")
    return read_number(parts[name], name, 1, dice - 1)
