"""The numbers of a record, each a 64-bit word, however wide its field is: what hashes and positions go by.

So a field can become narrower, and games run faster by that, while matches keep their hashes.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import cache
from math import prod
from typing import Any

import numpy as np

from .compiled import compiled_short, either
from .record import Array, as_words


def numbers_of(records: Array) -> Array:
    """Every number of records, one row a record, in the order of their fields. It is not altered."""
    if not has_short_fields(records.dtype):
        return as_words(records)
    sources, shifts = halves_of(records.dtype)
    found: Array = records.view(np.int32).reshape(len(records), -1).take(sources, 1) >> shifts
    return found.view(np.int64)


@compiled_short
def write_set_numbers(record: Array, halves: Array, found: Array) -> int:
    """Write `set_numbers_of` a record in words of 32 bits, `halves` as in `halves_of`; return how many words they are.

    There is room in `found` for two words of 64 bits for each number.
    """
    count = 0
    for k in range(0, halves.shape[1], 2):
        count += int((record[halves[0, k]] | record[halves[0, k + 1]]) != 0)
    at = 0
    for k in range(0, halves.shape[1], 2):
        low, high = record[halves[0, k]], record[halves[0, k + 1]] >> halves[1, k + 1]
        if low | high:
            found[at] = k >> 1
            found[count + at] = (np.int64(high) << 32) | (np.int64(low) & 0xFFFFFFFF)
            at += 1
    return 2 * count


class _Room(threading.local):
    """For the numbers of records that are not zero, for each thread its own."""

    def __init__(self) -> None:
        self._found: dict[np.dtype[Any], Array] = {}

    def of(self, dtype: np.dtype[Any]) -> Array:
        """Two words of 64 bits for each number of a record."""
        found = self._found.get(dtype)
        if found is None:
            found = self._found[dtype] = np.zeros(halves_of(dtype).shape[1], np.int64)
        return found


_ROOM = _Room()


def plain_set_numbers(records: Array) -> bytes:
    """`set_numbers_of` by NumPy."""
    numbers = numbers_of(records)[0]
    places = numbers.nonzero()[0]
    raw: bytes = places.tobytes() + numbers[places].tobytes()
    return raw


def compiled_set_numbers(records: Array) -> bytes:
    """`set_numbers_of` by one compiled call, which takes a third of the time."""
    dtype = records.dtype
    found = _ROOM.of(dtype)
    raw: bytes = found[: write_set_numbers(records.view(np.int32), halves_of(dtype), found)].tobytes()
    return raw


set_numbers_of = either(plain_set_numbers, lambda: compiled_set_numbers)
"""The numbers of a record that are not zero: the places of all of them, counted from 0, and then they themselves."""


def write_number(records: Array, k: int, value: int) -> None:
    """Let the k-th number of the first record be another, that of a field of bits without a sign."""
    at, kind = _places(records.dtype)[k]
    np.ndarray(1, kind, records.view(np.uint8), at)[0] = value


@cache
def has_short_fields(dtype: np.dtype[Any]) -> bool:
    """Whether a field of a record has 32 bits."""
    return any(kind.itemsize == 4 for _, kind in _places(dtype))


@cache
def halves_of(dtype: np.dtype[Any]) -> Array:
    """For the lower and the upper half of each number which 32 bits of a record it is, and by how many it is shifted.

    The upper half of a field of 32 bits is its sign.
    """
    places = [(at // 4, kind.itemsize == 4) for at, kind in _places(dtype)]
    sources = [half for at, is_short in places for half in (at, at if is_short else at + 1)]
    shifts = [shift for _, is_short in places for shift in (0, 31 if is_short else 0)]
    return np.array((sources, shifts), np.int32)


@cache
def _places(dtype: np.dtype[Any]) -> list[tuple[int, np.dtype[Any]]]:
    """Where in a record each of its numbers stands, in bytes, and its kind, in order."""
    return list(_walk(dtype, 0))


def _walk(dtype: np.dtype[Any], at: int) -> Iterator[tuple[int, np.dtype[Any]]]:
    if dtype.subdtype is not None:
        inner, shape = dtype.subdtype
        for k in range(prod(shape)):
            yield from _walk(inner, at + k * inner.itemsize)
    elif dtype.fields is not None:
        for inner, offset, *_ in dtype.fields.values():
            yield from _walk(inner, at + offset)
    else:
        yield at, dtype
