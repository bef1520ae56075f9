"""A fight of FS3 as somebody writes it in plain Python: riflemen who fire bursts at the first enemy who stands.

It is what the rules are measured against, and knows no more than such a fight needs: no map, no stances, no armour.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

RESULTS = {  # of rating 5 and of a raw 3: the highest face of each Roll Result from -2 (FS3-2.10)
    5: (6, 12, 20, 52, 84, 100),
    3: (12, 21, 30, 72, 93, 100),
}
CHEST = ["LL", "RL", "LH", "RH", "LA", "RA", "AB", "HD", "NK", "AB", "CH", "CH", "CH", "CH", "CH"]  # FS3-9.6
BONUS = {"HD": 30, "NK": 30, "CH": 15, "AB": 15}
PENALTIES = (5, 20, 50, 80)
CLIP, BURST, RECOIL, TURNS = 20, 3, 20, 30


@dataclass
class Soldier:
    """A rifleman."""

    team: int
    rating: int = 5
    rounds: int = CLIP
    wounds: list[int] = field(default_factory=list)  # what each takes from rolls
    suppression: int = 0
    is_up: bool = True
    is_hurt: bool = False

    @property
    def penalty(self) -> int:
        """What all wounds take."""
        return sum(self.wounds)


def roll(lots: random.Random, rating: int, modifier: int) -> int:
    """An ability roll: its Roll Result."""
    die = min(max(lots.randint(1, 100) + modifier, 1), 100)
    return next(result for result, top in enumerate(RESULTS[rating], -2) if die <= top)


def severity(total: int) -> int:
    """The number of a severity."""
    return 0 if total <= 40 else 1 if total <= 80 else 2 if total <= 105 else 3


def fire(lots: random.Random, shooter: Soldier, target: Soldier) -> None:
    """A burst, or the rounds that are left."""
    bullets = BURST if shooter.rounds >= BURST else 1
    shooter.rounds -= bullets
    for k in range(bullets):
        modifier = -shooter.penalty - 5 * shooter.suppression - k * RECOIL
        attack, defence = roll(lots, shooter.rating, modifier), roll(lots, 3, -target.penalty)
        if attack >= 1 and attack >= defence:
            column = lots.randint(1, 8) + lots.randint(1, 8) + attack - defence
            location = CHEST[min(max(column, 1), 15) - 1]
            target.wounds.append(PENALTIES[severity(lots.randint(1, 100) + BONUS.get(location, 0))])
            target.is_hurt = True
    target.suppression = min(target.suppression + 1, 5)


def fight(lots: random.Random, side: int) -> int:
    """A fight of so many against as many to its end: the team that wins, or 0."""
    soldiers = [Soldier(1 + k // side) for k in range(2 * side)]
    for _ in range(TURNS):
        standing = [one for one in soldiers if one.is_up]
        order = sorted(standing, key=lambda one: (-roll(lots, one.rating, -one.penalty), lots.random()))
        for one in order:
            enemies = [other for other in standing if other.team != one.team]
            if not one.rounds:
                one.rounds = CLIP
            elif enemies:
                fire(lots, one, enemies[0])
        for one in order:
            if one.is_hurt and lots.randint(1, 100) + 5 * (one.rating - 5) < one.penalty:
                one.is_up = False
            one.is_hurt = False
        for one in soldiers:
            one.suppression = max(one.suppression - 2, 0)
        teams = {one.team for one in soldiers if one.is_up}
        if len(teams) < 2:
            return teams.pop() if teams else 0
    return 0
