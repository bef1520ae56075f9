"""Bullets of an attack as things stand: what their rolls and hits come to, by the rules of play, in exact fractions.

A bullet needs to know of those before it only how many there were (recoil), and what their wounds take from rolls.
So rolls and hits are worked out once each, and a burst is a chain of bullets. `Harm` is what that chain keeps.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from ....core.chance.spread import Spread
from ....core.chance.ways import ways_of
from ....core.engine.record import Array, copy_of
from ....core.identity_cache import IdentityCache
from ....core.protocol.events import Log
from .. import choices as verbs
from ..events.words import FOR_ATTACK, FOR_DEFENCE
from ..rules.aboard import chart_of, pilot_of, victim_of
from ..rules.attack import does_hit, recoil_of
from ..rules.ground import band_of, place_of
from ..rules.hits import aimed_location, resolve_hit, roll_location
from ..rules.knockout import D100, last_failure
from ..rules.luck import use_declared
from ..rules.modifiers import attack_modifier, attack_rating, defence_modifier, defence_rating
from ..rules.rolls import roll_result, succeeds
from ..rules.vehicles import hurt_chance, roll_occupant_wounds, strike_inside
from ..rules.wounds import wound_points
from ..state import LUCK_ATTACK, LUCK_DEFENCE
from ..tables import COMBATANTS, NEAR_MISS
from .scatter import Scatter

MISSED, DODGED, NEARLY_MISSED, STOPPED = "miss", "dodged", "near miss", "stopped"


class Blow(NamedTuple):
    """What became of a bullet: a wound of a severity at a location, or how it did none (`kind`); points it takes."""

    kind: str
    location: int = NEAR_MISS
    severity: int = 0
    points: int = 0  # from the rolls of its victim


class Harm(NamedTuple):
    """What the bullets at a target have done to it so far."""

    wounds: int = 0
    points: int = 0
    pilot_points: int = 0

    def after(self, blow: Blow, pilot_points: int = 0) -> Harm:
        """With one bullet more, and what it takes from the rolls of a vehicle's pilot."""
        more = int(blow.severity > 0)
        return Harm(self.wounds + more, self.points + blow.points, self.pilot_points + pilot_points)


UNHURT = Harm()
KNOWN: IdentityCache[Spread[int]] = IdentityCache(10_000)
"""Rolls and locations by all that they follow from."""
MOST_POINTS = 300  # beyond this no modifier makes a difference to a roll (FS3-2.8)


class Exchange:
    """One combatant attacks another, with what it has in hand or with a weapon named; where, if it calls a location."""

    def __init__(self, tables: Array, states: Array, attacker: int, target: int, weapon: int, called: int = 0) -> None:
        self.tables, self.states = tables, states
        self.table, self.state = tables[0], states[0]
        self.attacker, self.target, self.weapon, self.called = attacker, target, weapon, called
        self.victim = int(victim_of(self.state, target))
        self.band = int(band_of(self.state, self.table, attacker, target, weapon))
        self.attack_rolls, self.defence_rolls = cache(self._attack_rolls), cache(self._defence_rolls)
        self.results = cache(self._results)
        self.landings, self.blows = cache(self._landings), cache(self._blows)
        self.pilot_points = cache(self._pilot_points)

    # Rolls

    def recoil(self, fired: int, kind: int) -> int:
        """The recoil of a bullet after so many, 0 or less."""
        states = copy_of(self.states)
        attack = states[0].attack
        attack.kind, attack.weapon, attack.fired = kind, self.weapon, fired
        return int(recoil_of(states[0], self.table))

    def attack_modifier(self, log: Log | None, fired: int = 0, kind: int = verbs.ATTACK) -> int:
        """All that is added to the attack roll, declared luck too."""
        rating = attack_rating(self.state, self.table, self.attacker, self.weapon)
        modifier = attack_modifier(
            self.state,
            self.table,
            log,
            self.attacker,
            self.target,
            self.weapon,
            rating.ruling,
            self.band,
            self.recoil(fired, kind),
        )
        return int(modifier) + self._luck(self.attacker, LUCK_ATTACK, fired)

    def _luck(self, who: int, kind: int, before: int) -> int:
        """What declared luck adds to a roll of a kind after so many others, which may have used it (FS3-17.12)."""
        states = copy_of(self.states)
        if before:
            use_declared(states[0], self.table, None, who, kind)
        return int(use_declared(states[0], self.table, None, who, kind))

    def _attack_rolls(self, fired: int = 0, kind: int = verbs.ATTACK) -> Spread[int]:
        """The attack's Roll Results."""
        rating = attack_rating(self.state, self.table, self.attacker, self.weapon).rating
        modifier = self.attack_modifier(None, fired, kind)
        return self._rolls(rating, modifier, FOR_ATTACK)

    def _defence_rolls(self, points: int = 0, fired: int = 0) -> Spread[int]:
        """The defence's Roll Results, after wounds that take so much more from it."""
        rating = defence_rating(self.state, self.table, self.target, self.weapon)
        modifier = defence_modifier(self.state, self.table, None, self.target, self.weapon, rating.ruling) - points
        modifier += self._luck(self.target, LUCK_DEFENCE, fired)
        return self._rolls(rating.rating, modifier, FOR_DEFENCE)

    def _rolls(self, rating: int, modifier: int, purpose: int) -> Spread[int]:
        """The Roll Results of a rating: many bullets at many targets ask for the same ones."""
        return KNOWN.get(
            (),
            (int(self.table.options.natural_one), int(rating), modifier),
            lambda: ways_of(lambda dice, log: int(roll_result(self.table, dice, log, rating, modifier, purpose))),
        )

    def _results(self, fired: int = 0, points: int = 0, kind: int = verbs.ATTACK) -> Spread[tuple[int, int]]:
        """Both Roll Results, attack and defence."""
        defences = self.defence_rolls(points, fired)
        return self.attack_rolls(fired, kind).then(lambda attack: defences.by(lambda defence: (attack, defence)))

    def hit_chance(self, fired: int = 0, points: int = 0, kind: int = verbs.ATTACK) -> Fraction:
        """The chance to hit, or to suppress, subdue, escape, as the action has it (FS3-8.3)."""
        return self.results(fired, points, kind).chance(lambda rolls: does_hit(*rolls))

    # What hits do

    def _landings(self, difference: int, result: int) -> Spread[Blow]:
        """What a hit does, by the difference of the Roll Results and the attack's, which cover goes by."""
        return self._locations(difference).then(lambda location: self.blows(location, result))

    def _locations(self, difference: int) -> Spread[int]:
        """Where a hit lands, by its row of the chart."""
        number = int(chart_of(self.state, self.table, self.victim))
        aimed, chart = int(aimed_location(self.table, number, self.called)), self.table.charts[number]
        return KNOWN.get(
            (),
            (chart.rows[aimed].tobytes(), int(chart.default), difference),
            lambda: ways_of(lambda dice, log: int(roll_location(dice, log, self.table, number, aimed, difference))),
        )

    def _blows(self, location: int, result: int) -> Spread[Blow]:
        """What a hit at a location does: cover, armour, damage, and to the pilot of a vehicle."""
        if location == NEAR_MISS:
            return Spread.certain(Blow(NEARLY_MISSED))
        at = place_of(self.state, self.attacker)
        start, who, weapon = (at.x, at.y), self.attacker + 1, self.weapon + 1

        def strike(dice: Any, log: Any) -> int:
            state = copy_of(self.states)[0]
            hit = resolve_hit(
                state, self.table, dice, log, who, self.victim, location, weapon, 0, result, start[0], start[1]
            )
            return int(hit.severity)

        return ways_of(strike).by(lambda severity: self._wound(location, severity))

    def _wound(self, location: int, severity: int) -> Blow:
        """A wound of a severity; 0: the hit was stopped."""
        return (
            Blow("wound", location, severity, int(wound_points(severity, 0))) if severity else Blow(STOPPED, location)
        )

    def _pilot_points(self, location: int, severity: int) -> Spread[int]:
        """What the wounds take that a vehicle's wound gives its pilot (FS3-19.11 to FS3-19.14)."""
        vehicle = self.victim - COMBATANTS - 1
        pilot = int(pilot_of(self.state, vehicle)) if vehicle >= 0 and severity else 0
        if not pilot:
            return Spread.certain(0)
        chance = Fraction(int(hurt_chance(self.state, self.table, vehicle, location, severity)), D100)
        counts = ways_of(lambda dice, log: int(roll_occupant_wounds(dice, log, severity)))
        counts = Spread({count: chance * p for count, p in counts.items()} | {0: 1 - chance})

        def strike(place: int) -> Spread[int]:
            return ways_of(
                lambda dice, log: int(
                    strike_inside(copy_of(self.states)[0], self.table, dice, log, pilot - 1, place).severity
                )
            )

        scatter = Scatter(self.state, self.table, pilot, strike)
        return scatter.points(Spread.certain(-1), counts, MOST_POINTS).by(lambda points: max(points, 0))

    def bullet(self, fired: int = 0, harm: Harm = UNHURT, kind: int = verbs.ATTACK) -> Spread[Blow]:
        """What a bullet comes to, after so many others and what they did."""
        return self.results(fired, harm.points + harm.pilot_points, kind).then(self._blow)

    def _blow(self, rolls: tuple[int, int]) -> Spread[Blow]:
        attack, defence = rolls
        if does_hit(attack, defence):
            return self.landings(attack - defence, attack)
        return Spread.certain(Blow(DODGED if succeeds(attack) else MISSED))

    def bullets(self, count: int, fired: int = 0, kind: int = verbs.ATTACK, start: Harm = UNHURT) -> Spread[Harm]:
        """What so many bullets in a row do, the first of them after so many others (FS3-14.3)."""
        front = Spread.certain(start)
        for k in range(fired, fired + count):
            is_last = k == fired + count - 1
            front = front.then(lambda harm, k=k, is_last=is_last: self._harm_after(k, harm, kind, is_last))  # type: ignore[misc]
        return front

    def _harm_after(self, fired: int, harm: Harm, kind: int, is_last: bool) -> Spread[Harm]:
        """What one bullet more makes of harm; the pilot's wounds count only for bullets that follow."""
        blows = self.bullet(fired, harm, kind)
        if is_last or self.victim <= COMBATANTS:
            return blows.by(harm.after)
        return blows.then(
            lambda blow: self.pilot_points(blow.location, blow.severity).by(lambda more: harm.after(blow, more))
        )

    # Knockouts

    def knockout(self, harm: Harm) -> Fraction:
        """The chance that the victim fails its Knockout Roll at the end of the turn (FS3-13.1)."""
        if not harm.wounds:
            return Fraction(0)
        return knockout_chance(self.tables, self.states, self.victim, harm.points)


def knockout_chance(tables: Array, states: Array, victim: int, points: int) -> Fraction:
    """The chance that a Knockout Roll fails, with wounds that take so much more than those there are (FS3-13.2)."""
    state = copy_of(states)[0]
    state.penalties[victim] += points
    return Fraction(int(last_failure(state, tables[0], None, victim)), D100)
