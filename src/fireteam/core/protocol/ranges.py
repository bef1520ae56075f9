"""Ranges of the numbers of a State, declared where its fields are: what a position that somebody wrote may say.

    class Unit:
        health: Annotated[int, Range(0, 9)]
        cash: Annotated[int, Range(0, "options.mp_maxmoney")]
        orders: Annotated[Grid, (10, 3), Range(-STEP, STEP)]

A bound is a number, or the name of one: of a number that the game gives, or of a field of its Tables. A field without a
range is 0 wherever somebody decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np

from ..engine.record import Array, as_words
from .position import field_paths

Bounds = Mapping[str, tuple[int, int]]


@dataclass(frozen=True)
class Range:
    """The least and the greatest value of a field."""

    low: int | str
    high: int | str


FLAG = Range(0, 1)


def bounds_of(state: type, tables: Any, numbers: Mapping[str, int]) -> Bounds:
    """The bounds of every field of a State class that has a range, by path; places in lists are written #."""
    return dict(_bounds(state, tables, numbers, ""))


def _bounds(record: type, tables: Any, numbers: Mapping[str, int], path: str) -> Iterator[tuple[str, tuple[int, int]]]:
    for name, hint in get_type_hints(record, include_extras=True).items():
        notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        range = next((note for note in notes if isinstance(note, Range)), None)
        sizes = next(
            (note if isinstance(note, tuple) else (note,) for note in notes if not isinstance(note, Range)), ()
        )
        where = f"{path}{name}{'.#' * len(sizes)}"
        inner = get_args(hint)[0] if notes else hint
        inner = get_args(inner)[0] if get_origin(inner) is list else inner
        if range:
            yield where, (_number(range.low, tables, numbers), _number(range.high, tables, numbers))
        elif isinstance(inner, type) and inner.__module__ != "builtins" and get_type_hints(inner):
            yield from _bounds(inner, tables, numbers, f"{where}.")


def _number(bound: int | str, tables: Any, numbers: Mapping[str, int]) -> int:
    """A bound as a number."""
    if isinstance(bound, int):
        return bound
    return numbers[bound] if bound in numbers else int(reduce(getattr, bound.split("."), tables))


def range_faults(states: Array, bounds: Bounds) -> Iterator[str]:
    """A sentence for every number of a State that is out of its range."""
    names, row = list(field_paths(states.dtype)), as_words(states)[0]
    for k in np.flatnonzero(row).tolist():
        low, high = bounds.get(re.sub(r"\.\d+", ".#", names[k]), (0, 0))
        if not low <= row[k] <= high:
            asked = f"{low} to {high}" if high > low else f"{high}"
            yield f"{names[k]}={row[k]} cannot be: write {asked}"
