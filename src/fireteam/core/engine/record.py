"""Records: an annotated class that people and mypy read, and NumPy and Numba lay out.

Every field is a 64-bit integer (`int`), one of 32 bits (`Short`), a 64-bit field of bits (`Bits`), another record, or
an array of any of these: `Annotated[list[Unit], 64]`, `Annotated[Ints, 8]`, `Annotated[Grid, (16, 3)]`. Fields are
packed, so two equal records have equal bytes. What is not in use is zero. A real number (`float`, `Reals`) is for
Tables alone: a State holds none, for two roads to one position may differ in a last bit.

How wide a field is shows nowhere outside: hashes and positions go by numbers (`numbers.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Annotated, Any, Protocol, TypeAlias, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from .hints import hints_of

Bits: TypeAlias = np.uint64
Short: TypeAlias = Annotated[int, np.int32]
SHORT = "i4"
ZERO = np.int64(0)  # a number of 32 bits added to it has 64: six times faster than `np.int64` of it
Ints: TypeAlias = list[int]
Reals: TypeAlias = list[float]
Array: TypeAlias = NDArray[Any]


class Grid(Protocol):
    """A two-dimensional array of integers inside a record."""

    def __getitem__(self, at: tuple[int, int]) -> int: ...
    def __setitem__(self, at: tuple[int, int], value: int) -> None: ...


class NoTables:
    """The Tables of a game whose rules read nothing but its State."""

    unused: int


@cache
def layout(cls: type) -> np.dtype[Any]:
    """The NumPy layout of a record class.

    Raises:
        TypeError: a field is neither an integer, bits, a real, a record nor an array of these, or its name is taken.
    """
    fields: list[tuple[str, Any, tuple[int, ...]]] = []
    for name, hint in hints_of(cls).items():
        if hasattr(np.void, name):
            raise TypeError(f"{cls.__name__}.{name}: a NumPy record has something of that name already")
        shape: tuple[int, ...] = ()
        notes: list[Any] = []
        if get_origin(hint) is Annotated:
            hint, *notes = get_args(hint)  # sizes of arrays, and what others note of a field
            size = next((note for note in notes if isinstance(note, (int, tuple))), ())
            shape = size if isinstance(size, tuple) else (size,)
            hint = int if hint is Grid else get_args(hint)[0] if shape else hint
        if hint is int:
            fields.append((name, SHORT if np.int32 in notes else "i8", shape))
        elif hint is Bits:
            fields.append((name, "u8", shape))
        elif hint is float:
            fields.append((name, "f8", shape))
        elif isinstance(hint, type) and hints_of(hint):
            fields.append((name, layout(hint), shape))
        else:
            raise TypeError(
                f"{cls.__name__}.{name}: a record holds int, Bits, float, records and arrays of these, not {hint}"
            )
    return np.dtype((_accessor_code(cls.__name__, fields), fields))


def _accessor_code(name: str, fields: list[tuple[str, Any, tuple[int, ...]]]) -> type:
    """A NumPy record with its fields as attributes: several times faster, uncompiled, than `np.record`."""
    attributes: dict[str, Any] = {
        field: property(_getter(field, kind), _setter(field) if kind == "f8" else _whole_setter(name, field))
        for field, kind, _ in fields
    }
    return type(name, (np.void,), {"__slots__": (), **attributes})


def _getter(field: str, kind: Any) -> Callable[[Any], Any]:
    """Read a field, one of 32 bits as a number of 64, as compiled code does."""
    return (lambda record: ZERO + record[field]) if kind == SHORT else itemgetter(field)


def _setter(field: str) -> Callable[[Any, Any], None]:
    def put(record: Any, value: Any) -> None:
        record[field] = value

    return put


def _whole_setter(name: str, field: str) -> Callable[[Any, Any], None]:
    """Write a field of whole numbers; NumPy would cut a fraction off without a word."""

    def put(record: Any, value: Any) -> None:
        if isinstance(value, float):
            raise TypeError(
                f"{name}.{field} holds whole numbers, and was given {value!r}: divide by //, or round first"
            )
        record[field] = value

    return put


def blank(cls: type, count: int = 1) -> Array:
    """`count` records of zeros. `[0]` is the record; `branch` copies it; `.tobytes()` is its identity."""
    return np.zeros(count, layout(cls))


def as_words(records: Array) -> Array:
    """The same memory as rows of 64-bit words, one row a record: for comparing and copying."""
    return records.view(np.int64).reshape(len(records), records.dtype.itemsize // 8)


def copy_of(records: Array) -> Array:
    """The same records again, to be altered apart. `.copy()` goes field by field, and takes fifty times longer."""
    return from_bytes(records.tobytes(), records)


def from_bytes(raw: bytes, like: Array) -> Array:
    """Records from their bytes, of the kind of `like`."""
    return np.frombuffer(bytearray(raw), like.dtype)
