"""Explosions once more, in plain Python from the rulebook and from nothing else, occupants of vehicles included."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal, getcontext

from tests.games.fs3.naive_attack import (
    STANCES,
    Draw,
    Fighter,
    pass_layer,
    range_modifier,
    read_result,
    severity_of,
    stop_chance,
)
from tests.games.fs3.rulebook_tables import ARMOURS, ATTRIBUTES, CHART_ROWS, CREW, VEHICLES, WEAPONS, WeaponRow, number

getcontext().prec = 60
ZONES = {0: 50, 1: 0, 2: -25, 3: -50, 4: -100}
CHANCES = {"Light": 2, "Moderate": 10, "Serious": 25, "Critical": 50}


@dataclass
class Body:
    """What an explosion can strike: somebody on foot, or a vehicle of a kind with its crew, the pilot first."""

    name: str
    x: int
    y: int
    crew: list[Fighter]
    names: list[str]
    kind: str = ""
    hull: Fighter = field(default_factory=Fighter)

    def struck(self) -> Fighter:
        """Whose wounds those of this body are."""
        return self.hull if self.kind else self.crew[0]

    def codes(self) -> list[str]:
        """The locations of its chart."""
        return [row.aim for row in CHART_ROWS if row.chart == (self.kind or "soldier")]


@dataclass
class Rules:
    """Options that matter here."""

    per_target: bool = False
    half_down: bool = False
    relief: int = 0
    no_cover: bool = False


@dataclass
class Blast:
    """What somebody meets: from which zone, and in which."""

    name: str
    start: int
    zone: int


def roll(draw: Draw, fighter: Fighter, skill: str, more: int) -> int:
    """A Roll Result; an attribute and an NPC's rating have no ruling attribute."""
    rating = fighter.rating if fighter.is_npc or skill not in ATTRIBUTES else fighter.attribute
    ruling = 0 if fighter.is_npc or skill in ATTRIBUTES else 2 * (fighter.attribute - 5)
    return read_result(rating, draw(100) + ruling + fighter.modifier - fighter.penalty() + more)


def edge(body: Body, x: int, y: int) -> Decimal:
    """How far the nearest edge of a base is from a point."""
    radius = next((int(row[8]) for row in VEHICLES if row[0] == body.kind), 50)
    return max(Decimal(0), Decimal((body.x - x) ** 2 + (body.y - y) ** 2).sqrt() - radius)


def explode(draw: Draw, bodies: list[Body], weapon_id: str, x: int, y: int, rules: Rules) -> list[Blast]:
    """The first of the bodies lets an explosive go off at a point."""
    weapon = next(row for row in WEAPONS if row.id == weapon_id)
    radius = 100 * int(weapon.blast)
    reached = []
    for k, body in enumerate(bodies):
        away = edge(body, x, y)
        if away <= 2 * radius:
            reached.append((int(away > radius), away, k))
    thrower, result, met = bodies[0].crew[0], 0, []
    if not rules.per_target or not reached:
        result = throw(draw, bodies[0], weapon, x, y)
    for start, _, k in sorted(reached):
        body = bodies[k]
        if rules.per_target:
            result = throw(draw, bodies[0], weapon, x, y)
        pilot = body.crew[0]
        more = STANCES[pilot.stance][1] - (body.hull.penalty() if body.kind else 0)
        defence = roll(draw, pilot, weapon.skills.split(" / ")[1], more)
        zone = min(4, start + max(0, -result) + max(0, defence - result))
        met.append(Blast(body.name, start, zone))
        harm(draw, thrower, body, weapon, zone, rules)
        if k:
            pilot.suppression = min(5, pilot.suppression + 1)
    return met


def throw(draw: Draw, body: Body, weapon: WeaponRow, x: int, y: int) -> int:
    """The attack roll."""
    one = body.crew[0]
    metres = float(Decimal((body.x - x) ** 2 + (body.y - y) ** 2).sqrt() / 100)
    more = STANCES[one.stance][0] - 5 * one.suppression + range_modifier(weapon, metres)
    return roll(draw, one, weapon.skills.split(" / ")[0], more)


def harm(draw: Draw, thrower: Fighter, body: Body, weapon: WeaponRow, zone: int, rules: Rules) -> None:
    """Concussion, then shrapnel."""
    more = ZONES[zone] + thrower.lethality
    centre = "BD" if body.kind else "HD"
    lethality = number(weapon.lethality)
    strike(draw, body, centre, number(weapon.penetration), more + lethality - rules.relief, rules)
    pieces = 0
    if weapon.shrapnel == "yes":
        if zone == 0:
            pieces = sum(draw(4) for _ in range(4))
        elif zone in (1, 2):
            pieces = draw({1: 6, 2: 4}[zone])
        elif zone == 3:
            four = draw(4)
            pieces = four // 2 if rules.half_down else four - four // 2
    left: list[str] = []
    for _ in range(pieces):
        left = left or body.codes()
        strike(draw, body, left.pop(draw(len(left)) - 1), 3, more, rules)


def strike(draw: Draw, body: Body, code: str, penetration: int, more: int, rules: Rules) -> None:
    """A hit on a body: cover, armour, damage; then those inside a vehicle."""
    less, pilot = 0, body.crew[0]
    if pilot.stance == "cover" and pilot.cover and not rules.no_cover and draw(100) <= 75:
        cut = pass_layer(draw, stop_chance(penetration, pilot.cover))
        if cut is None:
            return
        less += cut
    severity = wound(draw, body.struck(), body.kind or body.struck().armour, body.kind, code, penetration, more - less)
    if severity and body.kind:
        crew = CREW.get(body.kind, "").split()
        chance = min(90, 5 * CHANCES[severity]) if code in crew else CHANCES[severity]
        for fighter in body.crew:
            shake(draw, fighter, chance, severity)


def shake(draw: Draw, fighter: Fighter, chance: int, severity: str) -> None:
    """Somebody in a vehicle that has taken a wound."""
    if draw(100) > chance:
        return
    count = {"Serious": 2, "Critical": 1}.get(severity, 0)
    wounds = -(-draw(4) // count) if count else 1
    left = [row.aim for row in CHART_ROWS if row.chart == "soldier"]
    for _ in range(wounds):
        wound(draw, fighter, fighter.armour, "", left.pop(draw(len(left)) - 1), 3, 0)


def wound(draw: Draw, fighter: Fighter, armour: str, kind: str, code: str, penetration: int, more: int) -> str:
    """Armour and damage; the severity, empty if armour stops it."""
    for _, _, places, protection, _ in (row for row in ARMOURS if row[0] == armour):
        if places == "all 12" or code in places.split():
            cut = pass_layer(draw, stop_chance(penetration, int(protection)))
            if cut is None:
                return ""
            more -= cut
    critical = ("WP",) if kind == "aa_battery" else ("HD", "NK", "CP", "CT")
    vital = ("CT", "BD") if kind == "aa_battery" else ("CH", "AB", "BD", "EN")
    severity = severity_of(draw(100) + more + (30 if code in critical else 15 if code in vital else 0))
    fighter.wounds.append((code, severity, False))
    return severity
