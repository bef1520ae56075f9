"""A spread: a finite distribution in exact fractions, over whatever outcomes a question tells apart.

The exhauster (`distribution.py`) runs a rule over every way its dice can fall; a spread is what is read from its ends.
What is told of them together is their joint outcome: `ends.by(lambda state: (state.hit, state.place, state.wound))`
tells a hit with its place and its severity, `ends.by(lambda state: state.level)` one die against a ladder of levels.

A test that is taken again, each time as the last one left things, is a chain. With `ways(markers)` the spread of what
one test makes of so many markers:

    Spread.certain(3).after(ways, 2)               what two tests make of three
    Spread.certain(3).mean_times(ways, 0)          how many tests it takes in the mean until none is left

A spread counts in whole numbers over one denominator: chances are added and multiplied without a look for what divides
both parts of each, and are fractions when they are read.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import gcd, lcm
from typing import Any, TypeVar

K = TypeVar("K", bound=Hashable)
L = TypeVar("L", bound=Hashable)


class Spread(Mapping[K, Fraction]):
    """Outcomes, each with its chance. It is never altered.

    Attributes:
        weights: the chance of each outcome, a whole number.
        whole: of how many; the weights need not come to that together.
    """

    __slots__ = ("weights", "whole")

    def __init__(self, chances: Mapping[K, Fraction] | Iterable[tuple[K, Fraction]] = ()) -> None:
        found: dict[K, Fraction | int] = dict(chances)
        self.whole = lcm(*(p.denominator for p in found.values()))
        self.weights = {outcome: p.numerator * (self.whole // p.denominator) for outcome, p in found.items()}

    @classmethod
    def weighted(cls, weights: dict[K, int], whole: int) -> Spread[K]:
        """The spread of chances that are so many of a whole each."""
        found: Spread[K] = cls.__new__(cls)
        shared = gcd(whole, *weights.values())
        if shared > 1:
            weights, whole = {outcome: weight // shared for outcome, weight in weights.items()}, whole // shared
        found.weights, found.whole = weights, whole
        return found

    @classmethod
    def certain(cls, outcome: K) -> Spread[K]:
        """An outcome that is certain."""
        return cls.weighted({outcome: 1}, 1)

    @classmethod
    def total(cls, parts: Sequence[tuple[K, int, int]]) -> Spread[K]:
        """What comes about in several ways has the chances of all of them: so many of a whole each."""
        scale, weights = lcm(*{whole for _, _, whole in parts}), dict[K, int]()
        for outcome, weight, whole in parts:
            weights[outcome] = weights.get(outcome, 0) + weight * (scale // whole)
        return cls.weighted(weights, scale)

    @classmethod
    def merge(cls, parts: Iterable[tuple[K, Fraction]]) -> Spread[K]:
        """The same with chances that are fractions."""
        return cls.total([(outcome, p.numerator, p.denominator) for outcome, p in parts])

    @classmethod
    def mix(cls, parts: Iterable[tuple[int, Spread[K]]], whole: int = 1) -> Spread[K]:
        """Several spreads together, each with a weight: so many of a whole."""
        listed = list(parts)
        scale, weights = lcm(*{spread.whole for _, spread in listed}), dict[K, int]()
        for share, spread in listed:
            times = share * (scale // spread.whole)
            for outcome, weight in spread.weights.items():
                weights[outcome] = weights.get(outcome, 0) + times * weight
        return cls.weighted(weights, whole * scale)

    def __getitem__(self, outcome: K) -> Fraction:
        return Fraction(self.weights[outcome], self.whole)

    def __iter__(self) -> Iterator[K]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self.weights

    def __repr__(self) -> str:
        return f"Spread({dict(self)!r})"

    def chance(self, holds: Callable[[K], Any]) -> Fraction:
        """The chance that something holds."""
        return Fraction(sum(weight for outcome, weight in self.weights.items() if holds(outcome)), self.whole)

    def mean(self, amount: Callable[[K], Fraction | int]) -> Fraction:
        """The mean of an amount."""
        found: dict[int, int] = {}  # by the denominator of amounts: what they come to
        for outcome, weight in self.weights.items():
            one = amount(outcome)
            found[one.denominator] = found.get(one.denominator, 0) + weight * one.numerator
        return sum((Fraction(n, whole * self.whole) for whole, n in found.items()), Fraction(0))

    def by(self, key: Callable[[K], L]) -> Spread[L]:
        """Of outcomes only what a key tells."""
        weights: dict[L, int] = {}
        for outcome, weight in self.weights.items():
            value = key(outcome)
            weights[value] = weights.get(value, 0) + weight
        return Spread.weighted(weights, self.whole)

    def where(self, holds: Callable[[K], Any]) -> Spread[K]:
        """The outcomes of which something holds, each with the chance that it had."""
        return self.split(holds)[0]

    def split(self, holds: Callable[[K], Any]) -> tuple[Spread[K], Spread[K]]:
        """The outcomes of which something holds, and the others, each with the chance that it had."""
        ones, others = dict[K, int](), dict[K, int]()
        for outcome, weight in self.weights.items():
            (ones if holds(outcome) else others)[outcome] = weight
        return Spread.weighted(ones, self.whole), Spread.weighted(others, self.whole)

    def other_than(self, outcome: K) -> Spread[K]:
        """What comes in the end where it is tried again as long as this outcome comes, which is not certain."""
        if outcome not in self.weights:
            return self
        weights = dict(self.weights)
        return Spread.weighted(weights, self.whole - weights.pop(outcome))

    def then(self, ways: Callable[[K], Spread[L]]) -> Spread[L]:
        """What comes next, which depends on the outcome."""
        return Spread.mix(((weight, ways(outcome)) for outcome, weight in self.weights.items()), self.whole)

    def after(self, ways: Callable[[K], Spread[K]], times: int) -> Spread[K]:
        """The same, so many times in a row."""
        front = self
        for _ in range(times):
            front = front.then(ways)
        return front

    def mean_times(self, ways: Callable[[K], Spread[K]], goal: K) -> Fraction:
        """How often it goes `ways` in the mean until the goal is reached.

        They lead from an outcome to others or keep it as it is, but never back to what was left.

        Raises:
            ZeroDivisionError: an outcome short of the goal never changes any more.
        """

        @cache
        def times(outcome: K) -> Fraction:
            if outcome == goal:
                return Fraction(0)
            ends = ways(outcome)
            stays = ends.get(outcome, Fraction(0))
            return (1 + ends.where(lambda end: end != outcome).mean(times)) / (1 - stays)

        return self.mean(times)
