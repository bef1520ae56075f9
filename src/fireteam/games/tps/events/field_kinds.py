"""Kinds of fields that only these events have: places, lengths, pools, armour."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ....core.protocol.field_kinds import Kind, Names, Point, Target, Thing, Word
from ..dice.pool import pool_name


class Place(Point):
    """A place, kept to the step; sentences say it to the hundredth of a MU."""

    def sentence_text(self, value: str) -> str:
        """`12.38,21` for `12.382683,21`."""
        return round_point(value)


def round_point(point: str) -> str:
    """A point to the hundredth of a MU: `12.38,21` for `12.382683,21`."""
    return ",".join(f"{float(part):.2f}".rstrip("0").rstrip(".") for part in point.split(","))


class Length(Kind):
    """A length in steps, shown in MU."""

    def show(self, row: Sequence[int], names: Names) -> str:
        """The length with four decimals at most."""
        return length_text(row[0])


def length_text(steps: int) -> str:
    """A length in MU with four decimals at most: `9.8332`."""
    return f"{steps / 1_000_000:.4f}".rstrip("0").rstrip(".")


class ThingOrNothing(Thing):
    """A thing, or the word `nothing`."""

    def sentence_text(self, value: str) -> str:
        """The thing as people call it."""
        return "nothing" if value == "-" else value


class StepLength(Kind):
    """The length of a step from its two numbers, with so many decimals that it is seen to be too long."""

    width = 2

    def show(self, row: Sequence[int], names: Names) -> str:
        """The length in MU."""
        return f"{math.hypot(row[0], row[1]) / 1_000_000:.6f}".rstrip("0").rstrip(".")


class SignedNumber(Kind):
    """A whole number that may be negative."""


class Pool(Kind):
    """A pool of dice: `1W+3D`."""

    width = 2

    def show(self, row: Sequence[int], names: Names) -> str:
        """Wild dice, then normal ones."""
        return pool_name(row[0], row[1])


class Armour(Kind):
    """Helmet, vest and health: `0/1/3`."""

    width = 3

    def show(self, row: Sequence[int], names: Names) -> str:
        """The three, as the rulebook writes them."""
        return f"{row[0]}/{row[1]}/{row[2]}"


class Shares(Kind):
    """Dice set apart for one target: nothing, or in words."""

    width = 2

    def show(self, row: Sequence[int], names: Names) -> str:
        """The shares of an attack that splits its dice."""
        return f" ({pool_name(row[0], row[1])})" if row[0] or row[1] else ""


class OptionalUnit(Target):
    """Who did it: in a sentence with words before its name, and nothing for nobody."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def sentence_text(self, value: str) -> str:
        """The words and the name."""
        return "" if value == "-" else f"{self.prefix} {value}"


class OverItem(Thing):
    """What lies over a weapon: in a sentence nothing for nothing."""

    def sentence_text(self, value: str) -> str:
        """The thing, and where it lies."""
        return "" if value == "-" else f" with {value} over it"


class Phrase(Word):
    """One of a few words, which a sentence says in others."""

    def __init__(self, words: Sequence[str], phrases: Sequence[str]) -> None:
        super().__init__(*words)
        self.phrases = dict(zip(words, phrases, strict=True))

    def sentence_text(self, value: str) -> str:
        """The phrase for the word."""
        return self.phrases[value]
