"""Places of the options of a group, written as JSON by a compiled function."""

from __future__ import annotations

import msgspec
import numpy as np

from ...core.engine.compiled import compiled, compiled_short
from ...core.engine.record import Array
from ...core.space.units import COMMA, MOST_LETTERS, STEPS, put_decimal

OPEN, CLOSE, QUOTE = map(ord, '[]"')
MOST_BYTES = MOST_LETTERS + 24  # of a place with the number of its option


def write_places(places: Array) -> msgspec.Raw:
    """Return the column of places of a free table, a row of two numbers of steps for each option.

    It is one place for all, or the most frequent one, the first of those that are as frequent, and others with the
    numbers of their options: `["1,2",["3,4",1],["5,6",2,3]]`.
    """
    text = np.empty(2 + len(places) * MOST_BYTES, np.uint8)
    return msgspec.Raw(text[: put_places(places, text)].tobytes())


@compiled_short
def put_places(places: Array, text: Array) -> int:
    """Write the column of places; how many bytes. `text` has MOST_BYTES for each."""
    count, most, most_count = len(places), 0, 0
    for k in range(count):
        alike = _count_alike(places, k)
        if alike > most_count:
            most, most_count = k, alike
    if most_count == count:
        return _put_place(places, most, text, 0)
    text[0] = OPEN
    n = _put_place(places, most, text, 1)
    for k in range(count):
        if _is_alike(places, most, k) or _has_before(places, k):
            continue
        text[n], text[n + 1] = COMMA, OPEN
        n = _put_place(places, k, text, n + 2)
        for j in range(k, count):
            if _is_alike(places, k, j):
                text[n] = COMMA
                n = put_decimal(text, n + 1, STEPS * j)
        text[n] = CLOSE
        n += 1
    text[n] = CLOSE
    return n + 1


@compiled
def _put_place(places: Array, k: int, text: Array, n: int) -> int:
    text[n] = QUOTE
    n = put_decimal(text, n + 1, places[k, 0])
    text[n] = COMMA
    n = put_decimal(text, n + 1, places[k, 1])
    text[n] = QUOTE
    return n + 1


@compiled
def _is_alike(places: Array, one: int, other: int) -> bool:
    return bool(places[one, 0] == places[other, 0] and places[one, 1] == places[other, 1])


@compiled
def _count_alike(places: Array, k: int) -> int:
    """How many options have the place of option k."""
    count = 0
    for j in range(len(places)):
        count += _is_alike(places, k, j)
    return count


@compiled
def _has_before(places: Array, k: int) -> bool:
    """Whether an option before option k has its place."""
    for j in range(k):
        if _is_alike(places, k, j):
            return True
    return False
