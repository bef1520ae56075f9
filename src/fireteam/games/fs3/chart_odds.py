"""Exact chances of a hit location chart: which location a hit lands on, by the aim and the difference (FS3-9.21)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from ...core.chance.ways import ways_of
from ...core.engine.record import blank
from .rules.hits import roll_location
from .tables import NEAR_MISS, Tables

MISS = "--"
DIFFERENCES = range(6)
MAX_ROWS = 4096  # of which the chances are kept: every pack that is checked holds the rows of the usual charts
GREEN, YELLOW, RED = slice(0, 5), slice(5, 10), slice(10, 15)  # FS3-9.15


def row_chances(row: Sequence[str], difference: int) -> Mapping[str, Fraction]:
    """How likely each location of a row is, and a Near Miss, as the rules roll it (FS3-9.2, FS3-9.3)."""
    return _row_chances(tuple(row), difference)


@lru_cache(MAX_ROWS)
def _row_chances(row: tuple[str, ...], difference: int) -> Mapping[str, Fraction]:
    codes, table = sorted({*row} - {MISS}), blank(Tables)[0]
    table.charts[0].rows[0] = [NEAR_MISS if code == MISS else codes.index(code) for code in row]
    places = ways_of(lambda dice, log: int(roll_location(dice, log, table, 0, 0, difference)))
    return MappingProxyType(dict(places.by(lambda place: MISS if place == NEAR_MISS else codes[place])))


def exact_chance(row: Sequence[str], aimed: str, difference: int = 0) -> Fraction:
    """How likely a hit lands just where it was aimed (FS3-9.17)."""
    return row_chances(row, difference).get(aimed, Fraction(0))
