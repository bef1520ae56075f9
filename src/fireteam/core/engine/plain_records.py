"""Records read once, as plain Python numbers: a field of a NumPy record costs ten times as much each time."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from functools import cache, partial
from operator import itemgetter
from typing import Any

from .record import Array, as_words

WORD = 8  # bytes of a number


def read_plain(records: Array, k: int) -> Any:
    """Record k of a list, as a tuple with the names of its fields: arrays of numbers are lists.

    Raises:
        TypeError: a number has not 64 bits, or there is an array of records in it.
    """
    return _reader(records.dtype.base, 0)(as_words(records)[k].tolist())


@cache
def _reader(layout: Any, first: int) -> Callable[[Sequence[int]], Any]:
    """What reads a record that begins at the number `first`."""
    places: dict[str, int | slice] = {}
    parts: dict[str, Callable[[Sequence[int]], Any]] = {}
    for name, (kind, offset, *_) in layout.fields.items():
        base, shape, place = kind.base, kind.shape, first + offset // WORD
        if base.names is not None and not shape:
            parts[name] = _reader(base, place)
        elif base.names is None and base.itemsize == WORD and base.kind == "i":
            places[name] = slice(place, place + kind.itemsize // WORD) if shape else place
        else:
            raise TypeError(f"{name} cannot be read as plain numbers")
    take, inner = _taker(tuple(places.values())), tuple(parts.values())
    record: Any = namedtuple(layout.type.__name__, (*places, *parts))  # type: ignore[misc]
    new = partial(tuple.__new__, record)  # without a step of Python
    if not inner:
        return lambda row: new(take(row))
    return lambda row: new((*take(row), *[read(row) for read in inner]))


def _taker(places: tuple[int | slice, ...]) -> Callable[[Sequence[int]], Sequence[Any]]:
    """What takes the numbers of some places out of a row, and lists of them."""
    return itemgetter(*places) if len(places) > 1 else lambda row: [row[place] for place in places]
