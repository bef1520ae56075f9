"""The expected worth of a choice, in floats: what bots ask. `exhaust` gives the same exactly."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..engine.compiled import compiled, has_same_bytes
from ..engine.dispatch import evaluate
from ..engine.record import Array, as_words
from ..errors import Overflow
from ..run import MAX_STEPS, is_at_decision
from .outcomes import MAX_LEAVES, Workspace, enumerate_outcomes, float_share


class Buffers(NamedTuple):
    """Room for `expect`: the state a step starts from, the states still under way, and their chances."""

    source: Array
    source_words: Array
    states: Array
    chances: Array


def new_buffers(states: Array, room: int = 1024) -> Buffers:
    """Room for so many states under way."""
    source = np.zeros(1, states.dtype)
    return Buffers(source, as_words(source), np.zeros(room, states.dtype), np.zeros(room, np.float64))


@compiled
def expected_value(states: Array, tables: Array, slot: int, choices: Array, desk: Workspace, fronts: Buffers) -> float:
    """The expected worth, to a slot, of applying `choices` to `states[0]`, in floats: what bots ask.

    States under way that find no room, or are not settled after STEPS steps, count as they stand.
    """
    total, chance, waiting, steps = 0.0, 1.0, 0, 0
    fronts.source[0] = states[0]
    while True:
        first, room = steps == 0, len(fronts.chances) if steps < MAX_STEPS else 0
        ends, leaves = enumerate_outcomes(fronts.source, 0, tables, choices, first, desk, MAX_LEAVES)
        if ends < 0 or leaves < 0:
            raise Overflow
        again = -1
        for i in range(ends):
            if not first and ends > 1 and has_same_bytes(desk.ends_words, i, fronts.source_words, 0):
                again = i
        if again >= 0:
            chance /= 1.0 - float_share(desk, again)
        for i in range(ends):
            part = chance * float_share(desk, i)
            if i != again and not is_at_decision(desk.ends[i]) and waiting < room:
                fronts.states[waiting] = desk.ends[i]
                fronts.chances[waiting] = part
                waiting += 1
            elif i != again:
                total += part * evaluate(desk.ends[i], tables[0], slot)
        if waiting == 0:
            return total
        waiting -= 1
        fronts.source[0] = fronts.states[waiting]
        chance = fronts.chances[waiting]
        steps += 1
