"""Attacks, bursts, suppression and grips by their numbers (section 27)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from ....core.chance.answers import chance_answer, mean_answer, spread_answer
from ....core.chance.spread import Spread
from ....core.errors import BadQuestion
from ....core.game import Game
from ....core.protocol.questions import FlagPart, NumberPart, WordPart, question
from .. import choices as verbs
from ..rules.attack import AUTO_ROUNDS, BURST_ROUNDS, bullets_of, does_hit, rounds_needed, rounds_of, suppression_of
from ..rules.gear import NO_LIMIT
from ..rules.suppression import MOST_POINTS
from ..state import SERIOUS, SEVERITIES, STANCES, TARGETS
from ..tables import AUTO, BURST, DEFENSIVE, EXPLOSIVE, MELEE
from .encounter import Encounter
from .exchange import DODGED, MISSED, NEARLY_MISSED, STOPPED, UNHURT, Blow, Exchange, Harm
from .parts import Attacker, Defender, Modifier, Rating, Result, Stance

OUTCOMES = (MISSED, DODGED, NEARLY_MISSED, STOPPED, *SEVERITIES[1:])
Rounds = Annotated[int, NumberPart("rounds loaded; 0: a full burst", 0, 1000)]


@question("whether an attack hits", example="attack=5 defence=3 aim=true")
def hit(
    game: Game,
    attack: Rating,
    defence: Rating,
    stance: Stance = STANCES[0],
    defence_stance: Stance = STANCES[0],
    melee: Annotated[bool, FlagPart("true: with a melee weapon")] = False,
    aim: Annotated[bool, FlagPart("true: it aimed last turn")] = False,
    range: Annotated[str, WordPart("range", "short", "medium", "long")] = "short",
    suppression: Annotated[int, NumberPart("its Suppression Points", 0, 5)] = 0,
    modifier: Modifier = 0,
    difference: Result = None,
) -> dict[str, Any]:
    """The chance to hit, to miss, to be dodged; of a difference of the Roll Results, or each (FS3-8.3, FS3-8.6)."""
    fight = Encounter()
    weapon = fight.content.weapons["unarmed" if melee else "rifle"]
    attacker = Attacker(weapon, attack, stance, aim, "", range, suppression, modifier)
    rolls = fight.exchange(attacker, Defender(defence, defence_stance)).results()
    hits = rolls.where(lambda both: does_hit(*both)).by(lambda both: both[0] - both[1])
    missed = rolls.chance(lambda both: both[0] < 1)
    total = sum(hits.values(), Fraction(0))
    if difference is not None:
        return {"chance": chance_answer(hits.get(difference, Fraction(0)))}
    return {
        "hit": chance_answer(total),
        "missed": chance_answer(missed),
        "dodged": chance_answer(1 - total - missed),
        "difference": spread_answer(Spread(sorted(hits.items()))),
    }


def outcome(blow: Blow) -> str:
    """What became of a bullet, in one word."""
    return SEVERITIES[blow.severity] if blow.severity else blow.kind


def check_kind(attacker: Attacker, kinds: tuple[int, ...], what: str, fight: Encounter) -> None:
    """Refuse a weapon of a type that cannot do it.

    Raises:
        BadQuestion: it is of such a type.
    """
    row = fight.table.weapons[list(fight.content.weapons).index(attacker.weapon.id)]
    if row.type in kinds:
        raise BadQuestion(f"{attacker.weapon.id} cannot {what} (FS3-7.4)")


@question("one attack, to its wound", example="weapon=rifle attack=5 defence=3 armour=heavy_body")
def attack(game: Game, attacker: Attacker, defender: Defender) -> dict[str, Any]:
    """The chance of every outcome, of a knockout at the turn's end, and where wounds come to be (FS3-8.4, FS3-13.1)."""
    fight = Encounter()
    check_kind(attacker, (EXPLOSIVE, DEFENSIVE), "attack", fight)
    exchange = fight.exchange(attacker, defender)
    blows, codes = exchange.bullet(), list(fight.content.location_names)
    found = blows.by(outcome)
    wounds = blows.where(lambda blow: blow.severity).by(lambda blow: codes[blow.location])
    return {
        "outcomes": {name: chance_answer(found.get(name, Fraction(0))) for name in OUTCOMES},
        "wound": chance_answer(blows.chance(lambda blow: blow.severity)),
        "serious_or_worse": chance_answer(blows.chance(lambda blow: blow.severity >= SERIOUS)),
        "knocked_out": chance_answer(blows.mean(lambda blow: exchange.knockout(UNHURT.after(blow)))),
        "locations": spread_answer(Spread(sorted(wounds.items(), key=lambda each: -each[1]))),
    }


def harm_answer(exchange: Exchange, harm: Spread[Harm]) -> dict[str, Any]:
    """What several bullets do to one target."""
    count = harm.by(lambda each: each.wounds)
    return {
        "any_wound": chance_answer(1 - count.get(0, Fraction(0))),
        "mean_wounds": mean_answer(count.mean(lambda wounds: wounds)),
        "wounds": spread_answer(Spread(sorted(count.items()))),
        "knocked_out": chance_answer(harm.mean(exchange.knockout)),
    }


@question("a short burst", example="weapon=rifle attack=5 defence=3")
def burst(game: Game, attacker: Attacker, defender: Defender, rounds: Rounds = 0) -> dict[str, Any]:
    """How many wounds a burst gives, and the chance of a knockout at the turn's end (FS3-14.1 to FS3-14.4)."""
    fight = Encounter()
    exchange = fight.exchange(attacker, defender)
    if not fight.table.weapons[exchange.weapon].modes & BURST:
        raise BadQuestion(f"{attacker.weapon.id} fires no bursts (FS3-14.1)")
    count = int(rounds_of(verbs.ATTACK, 1, 1, rounds or BURST_ROUNDS))
    return harm_answer(exchange, exchange.bullets(count))


@question("full automatic fire", example="weapon=lmg_bipod attack=5 defence=3 targets=1")
def full_auto(
    game: Game,
    attacker: Attacker,
    defender: Defender,
    targets: Annotated[int, NumberPart("how many alike it is spread over", 1, TARGETS)] = 1,
    rounds: Rounds = 0,
) -> dict[str, Any]:
    """What it does to each target in the order given; recoil runs on from one to the next (FS3-14.5 to FS3-14.10)."""
    fight = Encounter()
    exchange = fight.exchange(attacker, defender)
    if not fight.table.weapons[exchange.weapon].modes & AUTO:
        raise BadQuestion(f"{attacker.weapon.id} has no full automatic fire (FS3-14.1)")
    used = int(rounds_of(verbs.FULL_AUTO, 0, targets, rounds or NO_LIMIT))
    if used < rounds_needed(verbs.FULL_AUTO, targets):
        raise BadQuestion(f"{used} rounds are too few for {targets} targets (FS3-14.10)")
    found, fired = [], 0
    for k in range(targets):
        bullets = int(bullets_of(used, targets, k))
        answer = harm_answer(exchange, exchange.bullets(bullets, fired, verbs.FULL_AUTO))
        found.append({"bullets": bullets, **answer})
        fired += bullets
    return {"rounds": min(used, AUTO_ROUNDS), "targets": found} if targets > 1 else found[0]


@question("Suppress at one target", example="weapon=rifle attack=5 defence=3")
def suppress(
    game: Game,
    attacker: Attacker,
    defender: Defender,
    before: Annotated[int, NumberPart("Suppression Points that it has", 0, MOST_POINTS)] = 0,
    at_least: Annotated[int | None, NumberPart("so many points or more", 0, MOST_POINTS)] = None,
) -> dict[str, Any]:
    """The Suppression Points of the target afterwards (FS3-7.15, FS3-16.4, FS3-16.7)."""
    fight = Encounter()
    check_kind(attacker, (EXPLOSIVE,), "suppress", fight)
    exchange = fight.exchange(attacker, defender)
    points = exchange.results(0, 0, verbs.SUPPRESS).by(
        lambda rolls: min(before + int(suppression_of(fight.table, exchange.weapon, *rolls)), MOST_POINTS)
    )
    if at_least is not None:
        return {"chance": chance_answer(points.chance(lambda many: many >= at_least))}
    return {
        "points": spread_answer(Spread(sorted(points.items()))),
        "mean": mean_answer(points.mean(lambda many: many)),
    }


def grip_chance(attack: int, defence: int, stance: str, modifier: int, kind: int) -> Fraction:
    """The chance of Subdue or Escape with bare hands."""
    fight = Encounter()
    attacker = Attacker(fight.content.weapons["unarmed"], attack, stance, modifier=modifier)
    exchange = fight.exchange(attacker, Defender(defence))
    assert fight.table.weapons[exchange.weapon].type == MELEE
    return exchange.hit_chance(0, 0, kind)


@question("whether Subdue holds its target", example="attack=5 defence=4")
def subdue(
    game: Game, attack: Rating, defence: Rating, stance: Stance = STANCES[0], modifier: Modifier = 0
) -> dict[str, Any]:
    """The chance to hold the target (FS3-7.23)."""
    return {"held": chance_answer(grip_chance(attack, defence, stance, modifier, verbs.SUBDUE))}


@question("whether a captive escapes", example="attack=4 defence=6 turns=2")
def escape(
    game: Game,
    attack: Rating,
    defence: Rating,
    turns: Annotated[int, NumberPart("turns in which it tries", 1, 30)] = 1,
    modifier: Modifier = 0,
) -> dict[str, Any]:
    """The chance to be free after at most so many turns (FS3-7.31, FS3-7.32)."""
    held = 1 - grip_chance(attack, defence, STANCES[0], modifier, verbs.ESCAPE)
    return {"free": chance_answer(1 - held**turns)}
