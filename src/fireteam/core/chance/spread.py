"""A spread: a finite distribution in exact fractions, over whatever outcomes a question tells apart.

The exhauster (`distribution.py`) runs a rule over every way its dice can fall; a spread is what is read from its ends.
What is told of them together is their joint outcome: `ends.by(lambda state: (state.hit, state.place, state.wound))`
tells a hit with its place and its severity, `ends.by(lambda state: state.level)` one die against a ladder of levels.

A test that is taken again, each time as the last one left things, is a chain. With `ways(markers)` the spread of what
one test makes of so many markers:

    Spread.certain(3).after(ways, 2)               what two tests make of three
    Spread.certain(3).mean_times(ways, 0)          how many tests it takes in the mean until none is left
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

K = TypeVar("K", bound=Hashable)
L = TypeVar("L", bound=Hashable)


class Spread(dict[K, Fraction]):
    """Outcomes, each with its chance."""

    @classmethod
    def certain(cls, outcome: K) -> Spread[K]:
        """An outcome that is certain."""
        return cls({outcome: Fraction(1)})

    @classmethod
    def merge(cls, parts: Iterable[tuple[K, Fraction]]) -> Spread[K]:
        """What comes about in several ways has the chances of all of them."""
        found: Spread[K] = cls()
        for outcome, p in parts:
            found.add(outcome, p)
        return found

    def add(self, outcome: K, p: Fraction) -> None:
        """One more way to an outcome."""
        self[outcome] = self[outcome] + p if outcome in self else p

    def chance(self, holds: Callable[[K], Any]) -> Fraction:
        """The chance that something holds."""
        return sum((p for outcome, p in self.items() if holds(outcome)), Fraction(0))

    def mean(self, amount: Callable[[K], Fraction | int]) -> Fraction:
        """The mean of an amount."""
        return sum((p * amount(outcome) for outcome, p in self.items()), Fraction(0))

    def by(self, key: Callable[[K], L]) -> Spread[L]:
        """Of outcomes only what a key tells."""
        return Spread.merge((key(outcome), p) for outcome, p in self.items())

    def then(self, ways: Callable[[K], Spread[L]]) -> Spread[L]:
        """What comes next, which depends on the outcome."""
        return Spread.merge((end, p * q) for outcome, p in self.items() for end, q in ways(outcome).items())

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
            onward = Spread(ways(outcome))
            stays = onward.pop(outcome, Fraction(0))
            return (1 + onward.mean(times)) / (1 - stays)

        return self.mean(times)
