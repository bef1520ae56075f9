"""Perft: how many ways a position can go on, to a depth. Two programs of the same rules count the same.

A way is a choice of every slot that owes one, from its menu, and one end that dice can bring it to, so many times in a
row. Ends of one choice with equal bytes are one end; ways that meet in one position by different choices stay apart.
A match that is over goes no further.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import product

from ..core.calls import is_over_at, to_act_at
from ..core.chance.distribution import certain, outcomes_of, run_all_to_decision
from ..core.chance.outcomes import TooManyOutcomes
from ..core.engine.record import Array, from_bytes
from ..core.errors import BadQuestion
from ..core.game import Setting
from ..core.protocol.choices import decode, new_choices, notation
from ..core.run import is_at_decision
from ..core.slot_choices import menu_choices

CountCache = dict[tuple[bytes, int], int]
MAX_POSITIONS = 1_000_000  # positions that are kept to be counted once: what takes minutes, and a few hundred megabytes


def perft(setting: Setting, states: Array, depth: int) -> int:
    """The ways `states[0]` can go on for so many rounds of choices. What is not settled settles first, each way apart.

    Raises:
        BadQuestion: one choice can end in too many ways to be counted, or there are too many positions.
    """
    return _count_ways(setting, states, depth, {})


def divide(setting: Setting, states: Array, depth: int) -> dict[str, int]:
    """The same for each first choice, by its notation; where several slots choose together, `slot: choice` of each."""
    cache: CountCache = {}
    counts: dict[str, int] = {}
    for start in _states_at_decision(setting, states):
        for choices, line in _joint_choices(setting, start):
            ways = sum(_count_ways(setting, end, depth - 1, cache) for end in _outcomes(setting, start, choices))
            counts[line] = counts.get(line, 0) + ways
    return counts


def _count_ways(setting: Setting, states: Array, depth: int, cache: CountCache) -> int:
    """Positions met before, known by a digest, are not counted anew."""
    key = blake2b(states.tobytes(), digest_size=16).digest(), depth
    if key not in cache:
        if len(cache) >= MAX_POSITIONS:
            raise BadQuestion(f"more than {MAX_POSITIONS:,} positions lie within that depth: count less deep")
        if not is_at_decision(states[0]):
            cache[key] = sum(
                _count_ways(setting, start, depth, cache) for start in _states_at_decision(setting, states)
            )
        elif depth == 0:
            cache[key] = 1
        else:
            ends = (
                end for choices, _ in _joint_choices(setting, states) for end in _outcomes(setting, states, choices)
            )
            cache[key] = sum(_count_ways(setting, end, depth - 1, cache) for end in ends)
    return cache[key]


def _joint_choices(setting: Setting, states: Array) -> Iterator[tuple[Array, str]]:
    """Every way the owing slots can choose together, with its words."""
    if is_over_at(states, 0):
        return
    owing, game = to_act_at(states, 0), setting.game
    slots = [slot for slot in range(owing.bit_length()) if owing >> slot & 1]
    names = game.names(setting, states)
    for picks in product(*(menu_choices(setting, states, slot)[0] for slot in slots)):
        choices, lines = new_choices(), []
        for slot, choice in zip(slots, picks):
            choices[slot] = choice
            line = notation(decode(choices[slot], game.verbs, names))
            lines.append(line if len(slots) == 1 else f"{setting.slots[slot]}: {line}")
        yield choices, "; ".join(lines)


def _outcomes(setting: Setting, states: Array, choices: Array) -> Iterator[Array]:
    try:
        for raw in outcomes_of(states, setting.tables, choices):
            yield from_bytes(raw, states)
    except TooManyOutcomes:
        raise BadQuestion("a choice of this position can end in too many ways to be counted") from None


def _states_at_decision(setting: Setting, states: Array) -> Iterator[Array]:
    """The states from which somebody chooses first."""
    if is_at_decision(states[0]):
        yield states
        return
    front, _ = run_all_to_decision(certain(states), states, setting.tables)
    for raw in front:
        yield from_bytes(raw, states)
