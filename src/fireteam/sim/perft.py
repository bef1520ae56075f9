"""Perft: how many ways a position can go on, to a depth. Two programs of the same rules count the same.

A way is a choice of every slot that owes one, from its menu, and one end that dice can bring it to, so many times in a
row. Ends of one choice with equal bytes are one end; ways that meet in one position by different choices stay apart.
A match that is over goes no further.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from hashlib import blake2b
from itertools import product

from ..core.choices import decode, new_choices, notation
from ..core.entry import count, kth, over, to_act
from ..core.errors import BadQuestion
from ..core.exhaust import ends_of, settle_all
from ..core.game import Setting
from ..core.play import settled
from ..core.record import Array, from_bytes
from ..core.spread import TooMany

Known = dict[tuple[bytes, int], int]
MOST = 1_000_000  # positions that are kept to be counted once: what takes minutes, and a few hundred megabytes


def perft(setting: Setting, states: Array, depth: int) -> int:
    """The ways `states[0]` can go on for so many rounds of choices. What is not settled settles first, each way apart.

    Raises:
        BadQuestion: one choice can end in too many ways to be counted, or there are too many positions.
    """
    return _ways(setting, states, depth, {})


def divide(setting: Setting, states: Array, depth: int) -> dict[str, int]:
    """The same for each first choice, by its notation; where several slots choose together, `slot: choice` of each."""
    known: Known = {}
    found: dict[str, int] = {}
    for start in _settled(setting, states):
        for choices, said in _rounds(setting, start):
            ways = sum(_ways(setting, end, depth - 1, known) for end in _ends(setting, start, choices))
            found[said] = found.get(said, 0) + ways
    return found


def _ways(setting: Setting, states: Array, depth: int, known: Known) -> int:
    """Positions met before, known by a digest, are not counted anew."""
    key = blake2b(states.tobytes(), digest_size=16).digest(), depth
    if key not in known:
        if len(known) >= MOST:
            raise BadQuestion(f"more than {MOST:,} positions lie within that depth: count less deep")
        if not settled(states[0]):
            known[key] = sum(_ways(setting, start, depth, known) for start in _settled(setting, states))
        elif depth == 0:
            known[key] = 1
        else:
            ends = (end for choices, _ in _rounds(setting, states) for end in _ends(setting, states, choices))
            known[key] = sum(_ways(setting, end, depth - 1, known) for end in ends)
    return known[key]


def _rounds(setting: Setting, states: Array) -> Iterator[tuple[Array, str]]:
    """Every way the owing slots can choose together, with its words."""
    if over(states[0]):
        return
    owing, tables, game = int(to_act(states[0])), setting.tables[0], setting.game
    slots = [slot for slot in range(owing.bit_length()) if owing >> slot & 1]
    names = game.names(setting, states)
    for picks in product(*(range(count(states[0], tables, slot)) for slot in slots)):
        choices, said = new_choices(), []
        for slot, k in zip(slots, picks):
            kth(states[0], tables, slot, k, choices[slot])
            line = notation(decode(choices[slot], game.verbs, names))
            said.append(line if len(slots) == 1 else f"{setting.slots[slot]}: {line}")
        yield choices, "; ".join(said)


def _ends(setting: Setting, states: Array, choices: Array) -> Iterator[Array]:
    try:
        for raw in ends_of(states, setting.tables, choices):
            yield from_bytes(raw, states)
    except TooMany:
        raise BadQuestion("a choice of this position can end in too many ways to be counted") from None


def _settled(setting: Setting, states: Array) -> Iterator[Array]:
    """The states from which somebody chooses first."""
    if settled(states[0]):
        yield states
        return
    front, _ = settle_all({states.tobytes(): Fraction(1)}, states, setting.tables)
    for raw in front:
        yield from_bytes(raw, states)
