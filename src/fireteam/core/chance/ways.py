"""Every way the dice of a single rule can fall: for rules that are asked about alone, with no match around them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from ..dice import exhaustive, first_outcome, next_outcome
from ..protocol.events import new_log
from .spread import Spread

K = TypeVar("K", bound=Hashable)


def ways_of(run: Callable[[Any, Any], K]) -> Spread[K]:
    """What a function of dice and log comes to, each result with its chance: it is run once for every way they fall.

    What it changes besides, such as a State, it must change on a copy of its own.
    """
    dice, log = exhaustive(), new_log()
    die, found, goes_on = dice[0], list[tuple[K, int, int]](), True
    first_outcome(die)
    while goes_on:
        die.used = log[0].count = 0
        result = run(die, log[0])
        found.append((result, int(die.weight[die.used]), int(die.whole[die.used])))
        goes_on = next_outcome(die)
    return Spread.total(found)
