"""Ability rolls by their numbers: simple, opposed, initiative; locations, armour, damage, knockouts (section 27)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from ....core.chance.answers import chance_answer, mean_answer, spread_answer
from ....core.chance.distribution import run_with_marks
from ....core.chance.spread import Spread
from ....core.chance.ways import ways_of
from ....core.errors import BadQuestion
from ....core.game import Game
from ....core.protocol.questions import NumberPart, WordPart, question
from ..events.words import FOR_ABILITY
from ..layer_odds import cuts_of, layers_of, severities_of
from ..rules.armour import Layer, stop_chance
from ..rules.hits import aimed_location, roll_location
from ..rules.initiative import begin_initiative
from ..rules.luck import LUCK_MODIFIER
from ..rules.rolls import BOTH_FAIL, DRAW, SECOND_BY_A_LITTLE, oppose, roll_result
from ..rules.wounds import location_bonus
from ..state import ACTIONS, SEVERITIES
from ..tables import NEAR_MISS
from .encounter import ATTACKER, TARGET, Encounter
from .exchange import NEARLY_MISSED, STOPPED, knockout_chance
from .parts import KINDS, ChartName, Lethality, Location, Modifier, Number, Rating, Result, Toughness, WoundList

LUCK = ("none", "before", "reroll")
WINNERS = ("a", "b", "draw", "neither")
MARGINS = ("any", "a little", "a lot")
DIFFERENCE = Annotated[int, NumberPart("the difference of the Roll Results", 0, 5)]


def roll_spread(rating: int, modifier: int = 0, luck: str = LUCK[0]) -> Spread[int]:
    """The Roll Results of an ability roll; rolled again after it, the better counts (FS3-17.1, FS3-17.3)."""
    table, added = Encounter().table, LUCK_MODIFIER if luck == "before" else 0
    once = ways_of(lambda dice, log: int(roll_result(table, dice, log, rating, modifier + added, FOR_ABILITY)))
    return once.then(lambda first: once.by(lambda again: max(first, again))) if luck == "reroll" else once


@question("an ability roll", example="rating=5 modifier=-50 at_least=1")
def roll(
    game: Game,
    rating: Rating,
    modifier: Modifier = 0,
    at_least: Result = None,
    is_: Result = None,
    luck: Annotated[str, WordPart("a luck point", *LUCK)] = LUCK[0],
) -> dict[str, Any]:
    """The chance of a Roll Result, of at least one, or of each (FS3-2.8 to FS3-2.11, FS3-17.1, FS3-17.3)."""
    found = roll_spread(rating, modifier, luck)
    if is_ is not None:
        return {"chance": chance_answer(found.get(is_, Fraction(0)))}
    if at_least is not None:
        return {"chance": chance_answer(found.chance(lambda result: result >= at_least))}
    return {"results": spread_answer(Spread(sorted(found.items())))}


@question("an opposed roll", example="a=6 b=4")
def opposed(
    game: Game,
    a: Rating,
    b: Rating,
    a_modifier: Modifier = 0,
    b_modifier: Modifier = 0,
    by: Annotated[str, WordPart("by how much a side wins", *MARGINS)] = MARGINS[0],
) -> dict[str, Any]:
    """Who wins, or that it is a draw or both fail (FS3-2.15)."""
    first, second = roll_spread(a, a_modifier), roll_spread(b, b_modifier)
    ends = first.then(lambda mine: second.by(lambda other: int(oppose(mine, other))))

    def winner(end: int) -> str:
        if end in (BOTH_FAIL, DRAW):
            return "neither" if end == BOTH_FAIL else "draw"
        margin = MARGINS[1 + (end - 1 - DRAW) % 2]
        return ("b" if end >= SECOND_BY_A_LITTLE else "a") if by in (MARGINS[0], margin) else "otherwise"

    found = ends.by(winner)
    return {name: chance_answer(found.get(name, Fraction(0))) for name in WINNERS}


@question("who of two acts first", example="a=6 b=4")
def initiative(game: Game, a: Rating, b: Rating, a_wounds: WoundList = [], b_wounds: WoundList = []) -> dict[str, Any]:  # noqa: B006
    """The chance that each acts first: the higher Roll Result, ties by lot (FS3-6.21, FS3-6.22)."""
    fight = Encounter()
    for who, rating, wounds in ((ATTACKER, a, a_wounds), (TARGET, b, b_wounds)):
        fight.rate(who, rating)
        fight.hurt(who + 1, wounds)
    begin_initiative(fight.state)
    ends = run_with_marks(
        fight.states,
        fight.tables,
        -1,
        lambda mark, before, after: int(after.sequence[0]),
        lambda state: state.phase == ACTIONS,
    )
    first = ends.chance(lambda end: end[0] == ATTACKER + 1)
    return {"a_first": chance_answer(first), "b_first": chance_answer(1 - first)}


@question("where a hit lands", example="chart=soldier aim=HD difference=0")
def location(game: Game, chart: ChartName, aim: Location = "", difference: DIFFERENCE = 0, is_: Location = "") -> Any:
    """The chance of each location and of a Near Miss, or of one (FS3-9.1 to FS3-9.5)."""
    fight = Encounter()
    codes, number = list(fight.content.location_names), list(fight.content.charts).index(chart.id)
    if aim and not fight.table.charts[number].has >> codes.index(aim) & 1:
        raise BadQuestion(f"the chart {chart.id} has no {aim}; it has {', '.join(chart.locations)}")
    aimed = int(aimed_location(fight.table, number, codes.index(aim) + 1 if aim else 0))
    places = ways_of(lambda dice, log: int(roll_location(dice, log, fight.table, number, aimed, difference)))
    found = places.by(lambda place: NEARLY_MISSED if place == NEAR_MISS else codes[place])
    if is_:
        return {"chance": chance_answer(found.get(is_, Fraction(0)))}
    return {"locations": spread_answer(Spread(sorted(found.items(), key=lambda each: -each[1])))}


@question("what armour or cover does to a hit", example="penetration=4 protection=4")
def armour(game: Game, penetration: Number, protection: Number) -> dict[str, Any]:
    """Stop Chance; the chance to stop, to be bypassed; what it subtracts in the mean if not (FS3-10.4 to FS3-10.11)."""
    table = Encounter().table
    layers = layers_of(table, penetration, protection)
    stopped = layers.chance(lambda layer: layer.stopped)
    mean = layers.mean(lambda layer: 0 if layer.stopped else cuts_of(table, layer).mean(lambda cut: cut))
    return {
        "stop_chance": int(stop_chance(penetration, protection)),
        "stopped": chance_answer(stopped),
        "bypassed": chance_answer(layers.chance(lambda layer: layer.bypassed)),
        "mean_subtracted": mean_answer(mean / (1 - stopped)),
    }


@question("the severity of a hit", example="lethality=0 location=vital penetration=4 protection=4")
def damage(
    game: Game,
    lethality: Lethality = 0,
    location: Annotated[str, WordPart("the kind of location", *KINDS)] = KINDS[0],
    penetration: Number = 0,
    protection: Number = 0,
    cover: Annotated[int, NumberPart("Protection of cover that applies", 0, 99)] = 0,
) -> dict[str, Any]:
    """The chance of each severity, and that armour or cover stops it (FS3-12.1, FS3-12.2, FS3-11.8)."""
    table = Encounter().table
    modifier = lethality + int(location_bonus(KINDS.index(location)))

    def through(first: Layer) -> Spread[str]:
        if first.stopped:
            return Spread.certain(STOPPED)
        return layers_of(table, penetration, protection).then(lambda second: wound(first, second))

    def wound(first: Layer, second: Layer) -> Spread[str]:
        if second.stopped:
            return Spread.certain(STOPPED)
        return severities_of(table, modifier, first, second).by(lambda severity: SEVERITIES[severity])

    found = layers_of(table, penetration, cover).then(through)
    return {name: chance_answer(found.get(name, Fraction(0))) for name in (*SEVERITIES[1:], STOPPED)}


def knockout_of(wounds: list[int], toughness: int) -> Fraction:
    """The chance that a Knockout Roll fails, by the points that wounds take."""
    fight = Encounter()
    fight.toughen(toughness)
    fight.hurt(TARGET + 1, wounds)
    return knockout_chance(fight.tables, fight.states, TARGET + 1, 0)


@question("a Knockout Roll", example="wounds=serious,moderate toughness=8")
def knockout(game: Game, wounds: WoundList, toughness: Toughness = 5) -> dict[str, Any]:
    """The chance to be knocked out at the end of a turn in which there was a wound (FS3-13.2, FS3-13.3)."""
    return {"knocked_out": chance_answer(knockout_of(wounds, toughness))}


@question("whether Rally brings somebody back", example="wounds=critical/treated toughness=5")
def rally(game: Game, wounds: WoundList, toughness: Toughness = 5) -> dict[str, Any]:
    """The chance to be back in the fight: one Knockout Roll that does not fail (FS3-7.38)."""
    return {"revived": chance_answer(1 - knockout_of(wounds, toughness))}
