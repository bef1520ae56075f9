"""Wounds at locations that are drawn one after another: shrapnel, and what hurts those in a vehicle (FS3-15.12).

Locations that are alike, of one kind and as well protected, stand for one another: so few draws are told apart.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from ....core.chance.spread import Spread
from ....core.chance.ways import ways_of
from ..events.words import FOR_SPLINTER
from ..rules.aboard import chart_of
from ..rules.armour import protection_of
from ..rules.vehicles import draw_location
from ..rules.wounds import location_bonus, wound_points


class Strewn(NamedTuple):
    """Pieces that have struck: the locations drawn, bits in the chart's order, and the points that wounds take so far.

    Points are -1 as long as there is no wound.
    """

    drawn: int
    points: int


class Scatter:
    """Pieces that strike a victim, each at a location of its own; `strike(location)` is the severity, 0: stopped."""

    def __init__(self, state: Any, table: Any, victim: int, strike: Callable[[int], Spread[int]]) -> None:
        self.state, self.table, self.victim = state, table, victim
        self.number = int(chart_of(state, table, victim))
        chart = table.charts[self.number]
        self.locations = [int(each) for each in chart.locations[: chart.n]]
        self.kinds = [self._kind_of(each) for each in self.locations]
        self.strike, self.next_piece = cache(strike), cache(self._next_piece)

    def _kind_of(self, location: int) -> tuple[int, ...]:
        """What makes a location like another: what it adds to damage, armour, and what of it features cover."""
        terrain = self.table.terrain
        features = [each for each in terrain.features[: terrain.n] if each.lists_locations]
        bonus = location_bonus(self.table.charts[self.number].kinds[location])
        protection = protection_of(self.state, self.table, self.victim, location)
        return int(bonus), int(protection), *(int(each.covered) >> location & 1 for each in features)

    def _settle(self, drawn: int) -> int:
        """The locations drawn, as if of those alike the first had been drawn."""
        taken = [kind for place, kind in enumerate(self.kinds) if drawn >> place & 1]
        found = 0
        for place, kind in enumerate(self.kinds):
            if kind in taken:
                taken.remove(kind)
                found |= 1 << place
        return found

    def _next_piece(self, drawn: int) -> Spread[Strewn]:
        """Where the next piece strikes, and the points of its wound; -1: it was stopped."""
        draws = ways_of(
            lambda dice, log: tuple(map(int, draw_location(self.table, dice, log, self.number, drawn, FOR_SPLINTER)))
        )
        alike = draws.by(lambda draw: (self._first_like(draw[0]), self._settle(draw[1])))

        def struck(end: tuple[int, int]) -> Spread[Strewn]:
            wounds = self.strike(end[0])
            return wounds.by(lambda severity: Strewn(end[1], int(wound_points(severity, 0)) if severity else -1))

        return alike.then(struck)

    def _first_like(self, location: int) -> int:
        """The first location of the chart that is like this one."""
        return self.locations[self.kinds.index(self.kinds[self.locations.index(location)])]

    def points(self, first: Spread[int], counts: Spread[int], most: int) -> Spread[int]:
        """What all wounds take together: those before, then as many pieces; more than `most` counts as that.

        -1 is no wound at all.
        """
        found, front = list[tuple[int, Spread[int]]](), first.by(lambda points: Strewn(0, points))
        for count in range(max(counts) + 1):
            if count in counts:
                found.append((counts.weights[count], front.by(lambda strewn: strewn.points)))
            if count < max(counts):
                front = front.then(lambda strewn: self.next_piece(strewn.drawn).by(adding(strewn.points, most)))
        return Spread.mix(found, counts.whole)


def adding(before: int, most: int) -> Callable[[Strewn], Strewn]:
    """What one piece more makes of the points before it."""

    def added(piece: Strewn) -> Strewn:
        if piece.points < 0 or before < 0:
            return Strewn(piece.drawn, max(piece.points, before))
        return Strewn(piece.drawn, min(before + piece.points, most))

    return added
