"""Records read once, as plain Python numbers: a field of a NumPy record costs ten times as much each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from .record import Array, as_words

WORD = 8  # bytes of a number


class PlainRecord:
    """A record as it was read: its numbers, arrays of them as lists, and records in it likewise. Nobody alters it."""


def read_plain(records: Array, k: int) -> Any:
    """Record k of a list in which all numbers have 64 bits."""
    return _reader(records.dtype.base, 0)(as_words(records)[k].tolist())


@cache
def _reader(layout: Any, first: int) -> Callable[[Sequence[int]], PlainRecord]:
    """What reads a record that begins at the number `first`.

    Raises:
        TypeError: a number has not 64 bits.
    """
    places: dict[str, int] = {}
    parts: dict[str, Callable[[Sequence[int]], Any]] = {}
    for name, (kind, offset, *_) in layout.fields.items():
        base, shape, place = kind.base, kind.shape, first + offset // WORD
        if base.names is not None and not shape:
            parts[name] = _reader(base, place)
        elif base.names is None and base.itemsize == WORD and base.kind == "i":
            if not shape:
                places[name] = place
            else:
                parts[name] = _part(place, kind.itemsize // WORD)
        else:
            raise TypeError(f"{name} cannot be read as plain numbers")
    names, numbers = tuple(places), tuple(places.values())

    def read(row: Sequence[int]) -> PlainRecord:
        found = PlainRecord()
        values = found.__dict__
        values.update(zip(names, map(row.__getitem__, numbers), strict=True))
        for name, part in parts.items():
            values[name] = part(row)
        return found

    return read


def _part(first: int, count: int) -> Callable[[Sequence[int]], Sequence[int]]:
    """What reads so many numbers."""
    return lambda row: row[first : first + count]
