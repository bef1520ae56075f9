"""The hash of a State, which says whether the rules have come to the same State again.

Nobody can choose a State to deceive it, for whoever verifies a match has the States from the rules. What might be
altered, the lines of a match file, is hashed by SHA-256.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from .compiled import compiled_short, either
from .numbers import halves_of, numbers_of
from .record import Array
from .splitmix import splitmix64

SHA_256, SPLITMIX64 = 1, 2
"""By what States are hashed: all numbers by SHA-256 in matches that began so, else those that are not zero."""
ALL_BITS = 2**64 - 1


@compiled_short
def hash_words(record: Array, halves: Array) -> Any:
    """Hash the numbers of a record in words of 32 bits, `halves` as in `halves_of`: 64 bits.

    From 0 on, each number that is not zero makes of the hash so far the splitmix64 of that hash XOR the number, as its
    key, and of the number's place.
    """
    found = np.uint64(0)
    for k in range(0, halves.shape[1], 2):
        low, high = record[halves[0, k]], record[halves[0, k + 1]] >> halves[1, k + 1]
        if low | high:
            number = (np.int64(high) << 32) | (np.int64(low) & 0xFFFFFFFF)
            found = splitmix64(found ^ np.uint64(number), k >> 1)
    return found


def hash_plainly(states: Array) -> int:
    """Hash a State as `hash_words` does, by plain Python."""
    numbers, found = numbers_of(states)[0], 0
    places = numbers.nonzero()[0]
    for place, number in zip(places.tolist(), numbers[places].tolist(), strict=True):
        found = int(splitmix64(np.uint64(found ^ number & ALL_BITS), place))
    return found


def _hash_quickly(states: Array) -> int:
    return int(hash_words(states.view(np.int32), halves_of(states.dtype)))


_hash = either(hash_plainly, lambda: _hash_quickly)


def hash_of(states: Array, version: int = SPLITMIX64) -> str:
    """The hash of a State, in hexadecimal."""
    if version == SHA_256:
        return hashlib.sha256(numbers_of(states).tobytes()).hexdigest()
    return hash_text(_hash(states))


def hash_text(found: int) -> str:
    """A hash of 64 bits in hexadecimal, with or without a sign."""
    return f"{found & ALL_BITS:016x}"
