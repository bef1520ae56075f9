"""What an attack may be expected to do, in floats: what bots weigh. `forecast.py` makes it for a catalogue.

`reach` is the chance that a to-hit pool reaches a roll; `lost` how many dice of Defense a damage pool that has hit
takes in the mean, and `out` the chance that it takes them all. Looking it up costs a bot less than the sums each time.
"""

from __future__ import annotations

from typing import Annotated

from ...core.engine.compiled import compiled
from ...core.engine.record import Reals

WILD, NORMAL_DICE = 3, 16  # dice of a pool that are told apart
ROLLS = 64  # rolls that are told apart: no pool of these reaches farther with a chance worth counting
DICE = 6  # dice of Defense that are told apart, from none: more count as the most


class OddsCache:
    """Chances by pool and roll, and by pool and Defense, row after row."""

    reach: Annotated[Reals, WILD * NORMAL_DICE * ROLLS]
    lost: Annotated[Reals, WILD * NORMAL_DICE * DICE * DICE]
    out: Annotated[Reals, WILD * NORMAL_DICE * DICE * DICE]


@compiled
def reach_at(wild: int, plain: int, roll: int) -> int:
    """Where the chance stands that a pool reaches a roll."""
    return (min(wild, WILD - 1) * NORMAL_DICE + min(plain, NORMAL_DICE - 1)) * ROLLS + min(roll, ROLLS - 1)


@compiled
def damage_at(wild: int, plain: int, left: int, against: int) -> int:
    """Where it stands what a pool does to so many dice, of which so many defend against a headshot."""
    pool = min(wild, WILD - 1) * NORMAL_DICE + min(plain, NORMAL_DICE - 1)
    beyond = max(0, left - DICE + 1)
    return (pool * DICE + left - beyond) * DICE + max(0, against - beyond)
