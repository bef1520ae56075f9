"""A fight of FS3 as somebody writes it in plain Python: people on foot, in the open, without a map, who hold and fire.

It goes through the turns as the rules do, with every modifier that such a fight can have, and keeps the books that they
ask for: wounds one by one, everybody's report, how each bullet came out, and a log of every die and modifier
(FS3-22.30). A test plays fights with the dice of the rules, and finds the same wounds, reports, counts, lines of log.
What nobody in such a fight has is left out: armour, cover, vehicles, explosives, luck, captives.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

RESULTS = {  # by rating, of those that are rolled here: the highest die of each Roll Result from -2 (FS3-2.10)
    3: (12, 21, 30, 72, 93, 100),
    5: (6, 12, 20, 52, 84, 100),
}
CHEST = ("LL", "RL", "LH", "RH", "LA", "RA", "AB", "HD", "NK", "AB", "CH", "CH", "CH", "CH", "CH")  # FS3-9.6
LOCATION_BONUS = {"HD": 30, "NK": 30, "CH": 15, "AB": 15}  # FS3-9.7
PENALTIES = {"light": 5, "moderate": 20, "serious": 50, "critical": 80}  # FS3-12.3
STANCES = {"normal": (0, 0), "banzai": (30, -50), "evade": (-50, 30), "cautious": (-15, 15)}  # FS3-8.10
BURST, MOST_SUPPRESSION, LAST_TURN, SECONDS = 3, 5, 30, 5
RAW_DEFENCE = 3  # against firearms (FS3-8.7)


@dataclass(frozen=True)
class Weapon:
    """A firearm; its range in metres."""

    name: str
    clip: int
    recoil: int
    effective: int
    accuracy: int = 0
    lethality: int = 0


@dataclass
class Wound:
    """A wound: where, how bad, by which weapon, and when."""

    location: str
    severity: str
    penalty: int  # what it takes from rolls
    weapon: str
    turn: int
    second: int


@dataclass
class Soldier:
    """Somebody in the fight, with one rating for all rolls, and what its report says."""

    name: str
    team: int
    weapon: Weapon
    rating: int = 5
    stance: str = "normal"
    rounds: int = 0
    suppression: int = 0
    aimed_at: Soldier | None = None
    is_up: bool = True
    is_hurt: bool = False  # since its last Knockout Roll
    initiative: int = 0
    order: tuple[str, Soldier | None] = ("pass", None)
    wounds: list[Wound] = field(default_factory=list)
    shots: int = 0
    hits: int = 0
    given: int = 0
    taken: int = 0
    knockouts: int = 0

    @property
    def penalty(self) -> int:
        """What all its wounds take from rolls (FS3-12.5)."""
        return sum(wound.penalty for wound in self.wounds)


RIFLE = Weapon("rifle", clip=20, recoil=20, effective=500)


class Fight:
    """A fight: so many riflemen a side, all of them equally far from one another."""

    def __init__(self, lots: random.Random, side: int, metres: int = 20) -> None:
        self.lots, self.metres = lots, metres
        self.soldiers = [Soldier(f"{team}.{k}", team, RIFLE, rounds=RIFLE.clip) for team in (1, 2) for k in range(side)]
        self.turn = self.clock = self.winner = 0
        self.outcomes: Counter[str] = Counter()
        self.log: list[tuple[Any, ...]] = []

    # Dice and modifiers

    def roll(self, sides: int, purpose: str) -> int:
        """A die."""
        face = self.lots.randint(1, sides)
        self.log.append(("die", purpose, sides, face))
        return face

    def add(self, **modifiers: int) -> int:
        """The sum of modifiers; each that is not 0 stands in the log."""
        for reason, amount in modifiers.items():
            if amount:
                self.log.append(("because", reason, amount))
        return sum(modifiers.values())

    def roll_ability(self, rating: int, modifier: int, purpose: str) -> int:
        """An ability roll: its Roll Result (FS3-2.8)."""
        die = min(max(self.roll(100, purpose) + modifier, 1), 100)
        return next(result for result, top in enumerate(RESULTS[rating], -2) if die <= top)

    # A turn

    def play(self) -> int:
        """Play to the end: the team that wins, or 0."""
        while not self.is_over():
            self.turn += 1
            self.log.append(("turn begun", self.turn))
            self.give_orders()
            for soldier in self.order_of_action():
                self.act(soldier)
            self.make_knockout_rolls()
            self.end_turn()
        self.log.append(("fight ended", self.turn, self.winner))
        for one in self.soldiers:
            self.log.append(("report", one.name, one.shots, one.hits, one.given, one.taken, one.knockouts))
        return self.winner

    def is_over(self) -> bool:
        """Whether at most one team is left, or the turns are over (FS3-21.2)."""
        teams = {soldier.team for soldier in self.soldiers if soldier.is_up}
        if len(teams) == 1:
            self.winner = teams.pop()
            return True
        return not teams or self.turn >= LAST_TURN

    def give_orders(self) -> None:
        """Everybody reloads an empty weapon, or fires at the nearest enemy within range (FS3-23.3)."""
        for soldier in self.soldiers:
            if soldier.is_up:
                target = self.nearest_enemy(soldier)
                if not soldier.rounds:
                    soldier.order = ("reload", None)
                elif target is None:
                    soldier.order = ("pass", None)
                else:
                    can_burst = soldier.rounds >= BURST and self.range_modifier(soldier.weapon) == 0
                    soldier.order = ("burst" if can_burst else "single", target)

    def nearest_enemy(self, soldier: Soldier) -> Soldier | None:
        """The first enemy who is up, for all are equally near, if the weapon reaches."""
        if self.metres > 2 * soldier.weapon.effective:
            return None
        return next((other for other in self.soldiers if other.is_up and other.team != soldier.team), None)

    def order_of_action(self) -> list[Soldier]:
        """Everybody rolls for initiative; equals are shuffled (FS3-6.21, FS3-6.22)."""
        ready = [soldier for soldier in self.soldiers if soldier.is_up]
        for soldier in ready:
            modifier = self.add(wounds=-soldier.penalty)
            soldier.initiative = self.roll_ability(soldier.rating, modifier, "initiative")
            self.log.append(("rolled initiative", soldier.name, soldier.initiative))
        ready.sort(key=lambda soldier: -soldier.initiative)
        order: list[Soldier] = []
        for _, group in groupby(ready, key=lambda soldier: soldier.initiative):
            equals = list(group)
            for last in range(len(equals) - 1, 0, -1):
                drawn = self.roll(last + 1, "shuffle") - 1
                equals[last], equals[drawn] = equals[drawn], equals[last]
            order += equals
            if len(equals) > 1:
                for place, soldier in enumerate(equals, len(order) - len(equals) + 1):
                    self.log.append(("drew place", soldier.name, place))
        self.order = order
        return order

    def act(self, soldier: Soldier) -> None:
        """Carry out an order."""
        action, target = soldier.order
        if action == "reload":
            soldier.rounds = soldier.weapon.clip
            self.log.append(("reloaded", soldier.name, soldier.weapon.name, soldier.rounds))
        elif target is not None:
            if not target.is_up:
                self.log.append(("fizzled", soldier.name))
                return
            bullets = min(BURST if action == "burst" else 1, soldier.rounds)
            soldier.rounds -= bullets
            if bullets > 1:
                self.log.append(("fired", soldier.name, target.name, bullets))
            for number in range(bullets):
                self.fire_bullet(soldier, target, number)
            target.suppression = min(target.suppression + 1, MOST_SUPPRESSION)
            self.log.append(("fired upon", target.name, target.suppression))

    # A bullet

    def range_modifier(self, weapon: Weapon) -> int:
        """Short range is half the effective one, long range twice (FS3-8.13, FS3-8.14)."""
        return 0 if self.metres <= weapon.effective / 2 else -15 if self.metres <= weapon.effective else -30

    def fire_bullet(self, shooter: Soldier, target: Soldier, number: int) -> None:
        """Attack against defence, and where a hit lands (FS3-8.1 to FS3-8.4)."""
        weapon = shooter.weapon
        modifier = self.add(
            stance=STANCES[shooter.stance][0],
            wounds=-shooter.penalty,
            suppression=-5 * shooter.suppression,
            accuracy=weapon.accuracy,
            recoil=-number * weapon.recoil,
            range=self.range_modifier(weapon),
            aim=30 if shooter.aimed_at is target else 0,
        )
        attack = self.roll_ability(shooter.rating, modifier, "attack")
        modifier = self.add(stance=STANCES[target.stance][1], wounds=-target.penalty)
        defence = self.roll_ability(RAW_DEFENCE, modifier, "defence")
        shooter.shots += 1
        if attack >= 1 and attack >= defence:
            outcome, location, damage = self.hit(shooter, target, attack - defence)
        else:
            outcome, location, damage = "dodged" if attack >= 1 else "missed", "", 0
        self.outcomes[outcome] += 1
        self.log.append(("attacked", shooter.name, target.name, attack, defence, location, damage, outcome))

    def hit(self, shooter: Soldier, target: Soldier, difference: int) -> tuple[str, str, int]:
        """A hit: its location, its damage and the wound (FS3-9.2, FS3-12.1)."""
        column = self.roll(8, "location") + self.roll(8, "location") + difference
        location = CHEST[min(max(column, 1), len(CHEST)) - 1]
        shooter.hits += 1
        modifier = self.add(location=LOCATION_BONUS.get(location, 0), lethality=shooter.weapon.lethality)
        damage = self.roll(100, "damage") + modifier
        severity = severity_of(damage)
        target.wounds.append(Wound(location, severity, PENALTIES[severity], shooter.weapon.name, self.turn, self.clock))
        target.is_hurt = True
        target.taken += 1
        shooter.given += 1
        return severity, location, damage

    # The end of a turn

    def make_knockout_rolls(self) -> None:
        """Who was wounded in the turn rolls against all wounds, in order of action (FS3-13.2)."""
        fallen = []
        for soldier in self.order:
            if soldier.is_hurt:
                soldier.is_hurt = False
                bonus = self.add(toughness=5 * (soldier.rating - 5))
                fails = self.roll(100, "knockout") + bonus < soldier.penalty
                self.log.append(("took knockout roll", soldier.name, soldier.penalty, fails))
                if fails:
                    soldier.is_up = False
                    soldier.knockouts += 1
                    fallen.append(soldier)
                    self.log.append(("knocked out", soldier.name))
        for soldier in fallen:
            self.log.append(("removed", soldier.name))

    def end_turn(self) -> None:
        """Suppression eases, aims are over, and the clock goes on (FS3-16.8)."""
        for soldier in self.soldiers:
            soldier.suppression = max(soldier.suppression - 2, 0)
            soldier.aimed_at = None
        self.clock += SECONDS


def severity_of(damage: int) -> str:
    """The severity of a wound (FS3-12.2)."""
    return "light" if damage <= 40 else "moderate" if damage <= 80 else "serious" if damage <= 105 else "critical"
