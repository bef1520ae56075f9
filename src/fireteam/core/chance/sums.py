"""Sums of dice as tables: what stands at a place is in how many ways, or how likely, the dice come to that number.

What a die tells beside its number (that it exploded, or where it hit) can be part of the number, each part with a unit
of its own: since places are added, one table then has the joint outcome of all dice. Two dice of eight sides:

    eight = even_die(8)
    add_die(add_die(no_dice(17), eight), eight)     the ways of 2 to 16
    sum_at_least(...)                               of each number or more

Integers are exact, floats are for bots. A step of the rules needs none of this: it rolls (`core/dice.py`). It is for
dice without an end, which a step reads as one node, and for tables of chances made beforehand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.compiled import compiled, compiled_with_arrays
from ..engine.record import Array


@compiled_with_arrays
def no_dice(size: int) -> Any:
    """The sum of no dice, 0 in the one way there is: a table of so many places, for dice to be added to."""
    ways = np.zeros(size, np.int64)
    ways[0] = 1
    return ways


@compiled_with_arrays
def even_die(sides: int) -> Any:
    """A die of so many sides, each in one way."""
    die = np.ones(sides + 1, np.int64)
    die[0] = 0
    return die


@compiled_with_arrays
def add_die(ways: Any, die: Any) -> Any:
    """A table with one more die, as long as it was: sums beyond its end are left out."""
    found = np.zeros(len(ways), np.int64)
    for k in range(min(len(die), len(ways))):
        if die[k] != 0:
            found[k:] += die[k] * ways[: len(ways) - k]
    return found


@compiled
def sum_at_least(table: Array) -> None:
    """Make each place of a table tell of its number or more."""
    for at in range(len(table) - 1, 0, -1):
        table[at - 1] += table[at]
