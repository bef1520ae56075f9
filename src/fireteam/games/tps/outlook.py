"""What an attack may be expected to do, in floats: what bots weigh. `forecast.py` makes it for a catalogue.

`reach` is the chance that a to-hit pool reaches a roll; `lost` how many dice of Defense a damage pool that has hit
takes in the mean, and `out` the chance that it takes them all. Looking it up costs a bot less than the sums each time.
"""

from __future__ import annotations

from typing import Annotated

from ...core.compiled import compiled
from ...core.record import Reals

WILD, PLAIN = 3, 16  # dice of a pool that are told apart
ROLLS = 64  # rolls that are told apart: no pool of these reaches farther with a chance worth counting
DICE = 6  # dice of Defense that are told apart, from none: more count as the most


class Outlook:
    """Chances by pool and roll, and by pool and Defense, row after row."""

    reach: Annotated[Reals, WILD * PLAIN * ROLLS]
    lost: Annotated[Reals, WILD * PLAIN * DICE * DICE]
    out: Annotated[Reals, WILD * PLAIN * DICE * DICE]


@compiled
def reach_at(wild: int, plain: int, roll: int) -> int:
    """Where the chance stands that a pool reaches a roll."""
    return (min(wild, WILD - 1) * PLAIN + min(plain, PLAIN - 1)) * ROLLS + min(roll, ROLLS - 1)


@compiled
def harm_at(wild: int, plain: int, left: int, against: int) -> int:
    """Where it stands what a pool does to so many dice, of which so many defend against a headshot."""
    pool = min(wild, WILD - 1) * PLAIN + min(plain, PLAIN - 1)
    beyond = max(0, left - DICE + 1)
    return (pool * DICE + left - beyond) * DICE + max(0, against - beyond)
