"""The numbers of a record, each a 64-bit word, however wide its field is: what hashes and positions go by.

So a field can become narrower, and games run faster by that, while matches keep their hashes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import prod
from typing import Any

import numpy as np

from .record import Array, as_words


def numbers_of(records: Array) -> Array:
    """Every number of records, one row a record, in the order of their fields. It is not altered."""
    if not has_short_fields(records.dtype):
        return as_words(records)
    sources, shifts = halves_of(records.dtype)
    found: Array = records.view(np.int32).reshape(len(records), -1).take(sources, 1) >> shifts
    return found.view(np.int64)


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
