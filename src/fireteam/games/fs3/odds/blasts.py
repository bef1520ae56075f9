"""Explosions, hits on vehicles, and care by their numbers (section 27).

The wounds of an explosion change no roll of it, so what they take from a victim is a sum: concussion, then piece after
piece. The points past which every Knockout Roll fails are all one.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Annotated, Any

from ....core.chance.answers import chance_answer, mean_answer, spread_answer
from ....core.chance.distribution import run_with_marks
from ....core.chance.spread import Spread
from ....core.chance.ways import ways_of
from ....core.engine.record import Array, copy_of, from_bytes
from ....core.errors import BadQuestion
from ....core.game import Game
from ....core.protocol.events import new_log
from ....core.protocol.questions import FlagPart, NumberPart, WordPart, question
from .. import choices as verbs
from ..events.words import FOR_ATTACK, FOR_DEFENCE
from ..rules.aboard import chart_of, victim_of
from ..rules.blast import ZONE_DAMAGE, cover_result, final_zone, roll_pieces
from ..rules.care import begin_treatment
from ..rules.hits import resolve_hit
from ..rules.knockout import D100, knock_out
from ..rules.modifiers import attack_modifier, attack_rating, defence_modifier, defence_rating
from ..rules.rolls import roll_result
from ..rules.vehicles import hurt_chance, roll_occupant_wounds
from ..rules.wounds import add_wound, wound_points
from ..state import READY, SEVERITIES
from ..tables import EXPLOSIVE
from .encounter import ATTACKER, TARGET, Encounter
from .exchange import knockout_chance
from .parts import Attacker, Defender, Rating, Toughness, Vehicle
from .scatter import Scatter

DODGER = Defender(5)


class Blast:
    """What an explosion does to somebody in each zone, as things stand."""

    def __init__(self, tables: Array, states: Array, attacker: int, who: int, weapon: int, x: int, y: int) -> None:
        self.tables, self.states, self.table, self.state = tables, states, tables[0], states[0]
        self.attacker, self.who, self.weapon, self.at = attacker, who, weapon, (x, y)
        self.victim = int(victim_of(self.state, who))
        self.chart = self.table.charts[int(chart_of(self.state, self.table, self.victim))]
        self.strikes, self.harm = cache(self._strikes), cache(self._harm)

    def zones(self, start: int, attack: int) -> Spread[int]:
        """Where the victim ends up that starts in a zone, by the attack's Roll Result (FS3-15.6, FS3-15.7)."""
        rating = defence_rating(self.state, self.table, self.who, self.weapon)
        modifier = defence_modifier(self.state, self.table, None, self.who, self.weapon, rating.ruling)
        rolls = ways_of(lambda dice, log: int(roll_result(self.table, dice, log, rating.rating, modifier, FOR_DEFENCE)))
        return rolls.by(lambda defence: int(final_zone(self.table, start, attack, defence)))

    def _strikes(self, location: int, zone: int, is_shrapnel: bool) -> Spread[int]:
        """The severity of what strikes at a location; 0: it was stopped (FS3-15.10, FS3-15.11)."""
        weapon, relief = (0, 0) if is_shrapnel else (self.weapon + 1, int(self.table.options.concussion_relief))
        extra, result = ZONE_DAMAGE[zone] - relief, int(cover_result(self.table))

        def strike(dice: Any, log: Any) -> int:
            state, by = copy_of(self.states)[0], self.attacker + 1
            x, y = self.at
            hit = resolve_hit(state, self.table, dice, log, by, self.victim, location, weapon, extra, result, x, y)
            return int(hit.severity)

        return ways_of(strike)

    def concussion(self, zone: int) -> Spread[int]:
        """The severity of the concussion wound."""
        return self.strikes(int(self.chart.concussion), zone, False)

    def pieces(self, zone: int) -> Spread[int]:
        """How many pieces of shrapnel strike (FS3-15.9)."""
        if not self.table.weapons[self.weapon].shrapnel:
            return Spread.certain(0)
        return ways_of(lambda dice, log: int(roll_pieces(self.table, dice, log, zone)))

    def _harm(self, zone: int, most: int) -> Spread[int]:
        """What all wounds of the explosion take together, -1: there is none; more than `most` counts as that."""
        first = self.concussion(zone).by(lambda severity: int(wound_points(severity, 0)) if severity else -1)
        scatter = Scatter(self.state, self.table, self.victim, lambda location: self.strikes(location, zone, True))
        return scatter.points(first, self.pieces(zone), most)

    def knockout(self, zone: int) -> Fraction:
        """The chance that the victim fails its Knockout Roll at the end of the turn."""
        step = min(wound_points(severity, 0) for severity in range(1, len(SEVERITIES)))
        most = 0
        while knockout_chance(self.tables, self.states, self.victim, most) < 1:
            most += int(step)
        found = self.harm(zone, most)
        return found.mean(
            lambda points: knockout_chance(self.tables, self.states, self.victim, points) if points >= 0 else 0
        )


def blast_of(fight: Encounter, attacker: Attacker, defender: Defender) -> Blast:
    """An explosion by the parts of a question.

    Raises:
        BadQuestion: the weapon is no explosive.
    """
    exchange = fight.exchange(attacker, defender)
    if fight.table.weapons[exchange.weapon].type != EXPLOSIVE:
        raise BadQuestion(f"{attacker.weapon.id} does not explode (FS3-7.4)")
    return Blast(fight.tables, fight.states, ATTACKER, TARGET, exchange.weapon, 0, 0)


def attack_rolls(blast: Blast) -> Spread[int]:
    """The Roll Results of the attack roll of an explosion (FS3-15.5)."""
    rating = attack_rating(blast.state, blast.table, blast.attacker, blast.weapon)
    modifier = attack_modifier(
        blast.state, blast.table, None, blast.attacker, blast.who, blast.weapon, rating.ruling, 0, 0
    )
    return ways_of(lambda dice, log: int(roll_result(blast.table, dice, log, rating.rating, modifier, FOR_ATTACK)))


@question("an explosion", example="weapon=grenade_frag attack=5 defence=5 start=0")
def blast(
    game: Game,
    attacker: Attacker,
    defender: Defender = DODGER,
    start: Annotated[int, NumberPart("the starting zone", 0, 1)] = 0,
    zone: Annotated[int | None, NumberPart("the final zone, if it is known", 0, 4)] = None,
    victims: Annotated[int, NumberPart("how many alike it reaches", 1, 10)] = 1,
) -> dict[str, Any]:
    """Final zones, that of all victims together where there are several, pieces, concussion, knockout (section 15)."""
    found = blast_of(Encounter(), attacker, defender)
    rolls = attack_rolls(found)
    zones = Spread.certain(zone) if zone is not None else rolls.then(lambda result: found.zones(start, result))
    answer: dict[str, Any] = {"zones": spread_answer(Spread(sorted(zones.items())))}
    if zone is None and victims > 1:
        together = rolls.mean(lambda result: found.zones(start, result).get(start, Fraction(0)) ** victims)
        answer["all_stay"] = chance_answer(together)
    pieces = zones.then(found.pieces)
    concussion = zones.then(found.concussion)
    return {
        **answer,
        "pieces": spread_answer(Spread(sorted(pieces.items()))),
        "mean_pieces": mean_answer(pieces.mean(lambda count: count)),
        "concussion": {SEVERITIES[each] if each else "stopped": chance_answer(p) for each, p in concussion.items()},
        "knocked_out": chance_answer(zones.mean(found.knockout)),
    }


@question("what a wound of a vehicle does to one inside", example="severity=critical crew=true")
def occupant(
    game: Game,
    severity: Annotated[str, WordPart("the severity of its wound", *(word.lower() for word in SEVERITIES[1:]))],
    crew: Annotated[bool, FlagPart("true: it was hit at a crew location")] = False,
    vehicle: Vehicle = None,
) -> dict[str, Any]:
    """The chance to be hurt, and the wounds in the mean (FS3-19.11 to FS3-19.15a)."""
    fight = Encounter()
    number = list(fight.content.vehicles).index(vehicle.id if vehicle else "interceptor")
    fight.state.vehicles[0].type = number + 1
    chart = fight.table.charts[int(fight.table.types[number].chart)]
    places = [int(each) for each in chart.locations[: chart.n] if (int(chart.crew) >> int(each) & 1) == crew]
    if not places:
        raise BadQuestion(f"{vehicle.id} has no crew location (FS3-C.5)")
    level = [word.lower() for word in SEVERITIES].index(severity)
    hurt = Fraction(int(hurt_chance(fight.state, fight.table, 0, places[0], level)), D100)
    wounds = ways_of(lambda dice, log: int(roll_occupant_wounds(dice, log, level)))
    return {"hurt": chance_answer(hurt), "mean_wounds": mean_answer(hurt * wounds.mean(lambda count: count))}


@question("a Treat action", example="rating=5 ruling=7 wound=critical toughness=5")
def treat(
    game: Game,
    rating: Rating,
    ruling: Annotated[int, NumberPart("the ruling attribute of First Aid", 1, 12)] = 5,
    wound: Annotated[str, WordPart("the wound", *(word.lower() for word in SEVERITIES[1:]))] = "serious",
    toughness: Toughness = 5,
    knocked_out: Annotated[bool, FlagPart("true: the patient is knocked out")] = True,
) -> dict[str, Any]:
    """The chance of success, and that a knocked-out patient is back in the fight (FS3-7.41, FS3-7.42)."""
    fight = Encounter()
    aid = int(fight.table.first_aid)
    being = fight.table.beings[0]
    being.ratings[aid] = rating
    being.ruling[aid] = 1 + next(k for k in range(fight.table.n_attributes) if k != fight.table.toughness)
    being.ratings[being.ruling[aid] - 1] = ruling
    fight.toughen(toughness)
    level = [word.lower() for word in SEVERITIES].index(wound)
    add_wound(fight.state, fight.table, new_log()[0], TARGET + 1, 0, 0, 0, level, 0)
    if knocked_out:
        knock_out(fight.state, new_log()[0], TARGET + 1)
    fight.state.combatants[ATTACKER].order.verb = verbs.TREAT
    begin_treatment(fight.state, fight.table, ATTACKER, TARGET)
    ends = run_with_marks(
        fight.states, fight.tables, None, lambda mark, before, after: mark, lambda state: state.attack.kind == 0
    )

    def end_of(end: tuple[None, bytes]) -> Any:
        return from_bytes(end[1], fight.states)[0]

    success = ends.chance(lambda end: end_of(end).wounds[0].has_healed)
    back = ends.chance(lambda end: end_of(end).combatants[TARGET].status == READY)
    answer = {"success": chance_answer(success)}
    return {**answer, "revived": chance_answer(back)} if knocked_out else answer
