"""Healing told once more, from the rulebook alone: points as fractions, wounds as words, dice as a list of faces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

LADDER = ["healed", "Light", "Moderate", "Serious", "Critical"]
NEED = {"Light": 4, "Moderate": 6, "Serious": 8, "Critical": 12}
PENALTY = {"healed": 0, "Light": 5, "Moderate": 20, "Serious": 50, "Critical": 80}
LAST_FAILURE = [65, 40, 35, 30, 25, 20, 15, 10, 8, 7, 3, 2, 1]
"""By rating, the highest modified die that fails."""


@dataclass
class Hurt:
    """A wound."""

    severity: str
    fifth: bool = False
    points: Fraction = Fraction(0)
    begun: bool = False

    def gain(self, points: Fraction) -> None:
        """Healing Points, or a loss of them."""
        if self.severity == "healed":
            return
        self.points += points
        self.points = max(self.points, Fraction(0))
        self.begun = self.begun or self.points > 0
        while self.severity != "healed":
            need = Fraction(NEED[self.severity], 5 if self.fifth else 1)
            if self.points < need:
                return
            self.points -= need
            self.severity = LADDER[LADDER.index(self.severity) - 1]
        self.points = Fraction(0)

    @property
    def penalty(self) -> int:
        """What it takes from rolls."""
        full = PENALTY[self.severity]
        return int(full / 2) if self.begun else full


@dataclass
class Patient:
    """Somebody, or a vehicle, with wounds."""

    wounds: list[Hurt] = field(default_factory=list)
    toughness: int = 5
    vehicle: bool = False
    hospital: bool = False
    doctor: tuple[int, int] | None = None
    """The rating of who helps, and what modifies its roll."""

    def day(self, advanced: bool, die: Callable[[], int]) -> None:
        """A day passes; nothing is rolled for who is well."""
        if all(wound.severity == "healed" for wound in self.wounds):
            return
        points = self.advanced_points(die) if advanced else self.simple_points()
        for wound in self.wounds:
            wound.gain(points)

    def simple_points(self) -> Fraction:
        """One a day, in care one more; a vehicle one while somebody repairs it."""
        return Fraction(int(not self.vehicle) + int(self.doctor is not None))

    def advanced_points(self, die: Callable[[], int]) -> Fraction:
        """By rolls."""
        points = Fraction(0)
        if not self.vehicle:
            made = succeeds(self.toughness, die() - sum(wound.penalty for wound in self.wounds))
            points += 1 if made else Fraction(1, 2)
        if self.doctor is not None:
            rating, modifier = self.doctor
            points += 2 if succeeds(rating, die() + modifier) else -1
        return points + (Fraction(1, 2) if self.hospital and not self.vehicle else 0)


def succeeds(rating: int, die: int) -> bool:
    """Whether a modified die is a success."""
    return min(max(die, 1), 100) > LAST_FAILURE[rating]
