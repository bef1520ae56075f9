"""Records read once, as plain Python numbers: a field of a NumPy record costs ten times as much each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
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
    places: dict[str, int | slice] = {}
    parts: dict[str, Callable[[Sequence[int]], PlainRecord]] = {}
    for name, (kind, offset, *_) in layout.fields.items():
        base, shape, place = kind.base, kind.shape, first + offset // WORD
        if base.names is not None and not shape:
            parts[name] = _reader(base, place)
        elif base.names is None and base.itemsize == WORD and base.kind == "i":
            places[name] = slice(place, place + kind.itemsize // WORD) if shape else place
        else:
            raise TypeError(f"{name} cannot be read as plain numbers")
    names, take = tuple(places), _taker(tuple(places.values()))

    def read(row: Sequence[int]) -> PlainRecord:
        found = PlainRecord()
        values = found.__dict__
        values.update(zip(names, take(row), strict=True))
        for name, part in parts.items():
            values[name] = part(row)
        return found

    return read


def _taker(places: tuple[int | slice, ...]) -> Callable[[Sequence[int]], Sequence[Any]]:
    """What takes the numbers of some places out of a row, and lists of them."""
    return itemgetter(*places) if len(places) > 1 else lambda row: [row[place] for place in places]
