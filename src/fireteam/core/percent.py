"""A chance in words: every face writes it by these functions, the page by the same in `web/src/percent.ts`."""

from __future__ import annotations

import math
from fractions import Fraction


def percent(chance: Fraction | float) -> str:
    """Write a chance as percents, to a tenth; 0% and 100% only for what cannot be or must be."""
    if 0 < chance < 0.001:
        return "below 0.1%"
    if 0.999 < chance < 1:
        return "above 99.9%"
    return f"{math.floor(float(chance) * 1000 + 0.5) / 10:g}%"


def short_percent(chance: Fraction | float) -> str:
    """Write a chance as whole percents, for a place with room for no more than `>99%`."""
    if 0 < chance < 0.01:
        return "<1%"
    if 0.99 < chance < 1:
        return ">99%"
    return f"{math.floor(float(chance) * 100 + 0.5)}%"


def chance_float(chance: Fraction) -> float:
    """Return the nearest float that is 0 or 1 only where the chance is."""
    if chance in (0, 1):
        return float(chance)
    return min(max(float(chance), math.ulp(0.0)), math.nextafter(1.0, 0.0))
