"""Attacks once more, in plain Python from the rulebook and from nothing else: what the rules are compared with.

A fighter is what its sheet and the table say; `attack` draws dice as it needs them and tells what happened.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.games.fs3.rulebook_tables import ARMOURS, CHART_ROWS, WEAPONS, WeaponRow, number, rows_after

Draw = Callable[[int], int]
CHART = {row.aim: row.codes for row in CHART_ROWS if row.chart == "soldier"}
RESULTS = [
    [tuple(map(int, (cell.split("-") * 2)[:2])) if cell != "-" else (101, 0) for cell in row[1:]]
    for row in rows_after("Rating | -2 Terrible")
]
STANCES = {"normal": (0, 0), "banzai": (30, -50), "evade": (-50, 30), "cautious": (-15, 15), "cover": (0, 0)}
PENALTIES = {"Light": 5, "Moderate": 20, "Serious": 50, "Critical": 80}


@dataclass
class Fighter:
    """Somebody on foot; a rating of its skills, and its attributes."""

    rating: int = 5
    attribute: int = 5
    is_npc: bool = False
    stance: str = "normal"
    armour: str = ""
    cover: int = 0
    suppression: int = 0
    modifier: int = 0
    lethality: int = 0
    luck_attack: bool = False
    luck_defence: bool = False
    wounds: list[tuple[str, str, bool]] = field(default_factory=list)  # location, severity, has begun to heal

    def penalty(self) -> int:
        """What its wounds take from a roll (FS3-12.5 to 12.7)."""
        return sum(PENALTIES[severity] // (2 if healing else 1) for _, severity, healing in self.wounds)


@dataclass
class Bullet:
    """What became of a bullet."""

    attack: int
    defence: int
    location: str = ""
    damage: int | None = None
    severity: str = ""


def read_result(rating: int, face: int) -> int:
    """The Roll Result in the table of FS3-2.10."""
    face = 1 if face < 1 else 100 if face > 100 else face
    return next(k for k, (low, high) in enumerate(RESULTS[rating]) if low <= face <= high) - 2


def ability(fighter: Fighter, skill: str) -> tuple[int, int]:
    """Rating and ruling modifier for what a weapon's list of skills names."""
    if skill.rstrip("s").isdigit():
        return int(skill.rstrip("s")), 0
    return fighter.rating, 0 if fighter.is_npc else 2 * fighter.attribute - 10


def stop_chance(penetration: int, protection: int) -> int:
    """FS3-10.4 and 10.5."""
    if not protection:
        return 0
    return 100 if not penetration else 50 * protection // penetration - 15


def pass_layer(draw: Draw, chance: int) -> int | None:
    """What a layer takes off; None: it stops the attack (FS3-10.6 to 10.10)."""
    if chance <= 0:
        return 0
    die = draw(100)
    if die == 100:
        return 0
    if die <= chance:
        return None
    return draw(chance + 1) - 1


def range_modifier(weapon: WeaponRow, metres: float) -> int:
    """FS3-8.6 and 8.14."""
    if weapon.type.startswith("Melee"):
        return 0
    effective = float(weapon.range)
    return 0 if metres <= effective / 2 else -15 if metres <= effective else -30


def severity_of(total: int) -> str:
    """FS3-12.2."""
    tops = {"Light": 40, "Moderate": 80, "Serious": 105}
    return next((name for name, top in tops.items() if total <= top), "Critical")


def attack(
    draw: Draw, one: Fighter, other: Fighter, weapon_id: str, metres: float, bullets: int, called: str, aimed: bool
) -> list[Bullet]:
    """So many bullets, or a blow, of one at the other, who has what it does to it afterwards."""
    weapon = next(row for row in WEAPONS if row.id == weapon_id)
    skill, defence_skill = (text.strip() for text in weapon.skills.split("/"))
    is_melee = weapon.type.startswith("Melee")
    done = []
    for k in range(bullets):
        rating, ruling = ability(one, skill)
        sum_ = ruling + STANCES[one.stance][0] - one.penalty() - 5 * one.suppression + one.modifier
        sum_ += 30 * is_melee - k * number(weapon.recoil) + range_modifier(weapon, metres) + 30 * aimed
        if one.luck_attack:
            sum_, one.luck_attack = sum_ + 50, False
        result = read_result(rating, draw(100) + sum_)
        rating, ruling = ability(other, defence_skill)
        sum_ = ruling + STANCES[other.stance][1] - other.penalty() + other.modifier + 30 * is_melee
        if other.luck_defence:
            sum_, other.luck_defence = sum_ + 50, False
        defence = read_result(rating, draw(100) + sum_)
        bullet = Bullet(result, defence)
        done.append(bullet)
        if result >= 1 and result >= defence:
            land(draw, one, other, weapon, called, bullet)
    if weapon.type.startswith("Ranged"):
        other.suppression = min(5, other.suppression + 1)
    return done


def land(draw: Draw, one: Fighter, other: Fighter, weapon: WeaponRow, called: str, bullet: Bullet) -> None:
    """A hit: location, cover, armour, damage (FS3-8.4)."""
    column = draw(8) + draw(8) + bullet.attack - bullet.defence
    code = CHART[called or "CH"][min(column, 15) - 1]
    if code == "--":
        bullet.location = "near miss"
        return
    bullet.location = code
    less = 0
    penetration = number(weapon.penetration)
    if other.stance == "cover" and other.cover and bullet.attack < 3 and draw(100) <= 75:
        cut = pass_layer(draw, stop_chance(penetration, other.cover))
        if cut is None:
            return
        less += cut
    for _, _, places, protection, _ in (row for row in ARMOURS if row[0] == other.armour):
        if places == "all 12" or code in places.split():
            cut = pass_layer(draw, stop_chance(penetration, int(protection)))
            if cut is None:
                return
            less += cut
    bonus = 30 if code in ("HD", "NK") else 15 if code in ("CH", "AB") else 0
    bullet.damage = draw(100) + number(weapon.lethality) + bonus + one.lethality - less
    bullet.severity = severity_of(bullet.damage)
    other.wounds.append((code, bullet.severity, False))
