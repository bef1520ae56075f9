"""Ranges of the numbers of a State, declared where its fields are: what a position that somebody wrote may say.

    class Unit:
        health: Annotated[int, Range(0, 9)]
        cash: Annotated[int, Range(0, "options.mp_maxmoney")]
        orders: Annotated[Grid, (10, 3), Range(-STEP, STEP)]
        target: Annotated[int, Range(0, "n_units - 1")]

A bound is a number, or the name of one, perhaps with a number added: of a number that the game gives, or of a field of
its Tables. A field without a range is 0 wherever somebody decides.

What counts a list says so, so that the list is filled to there and no farther, each record by its first field:

    n_ground: Annotated[int, Range(0, 192), Counts("ground")]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Annotated, Any, get_args, get_origin

import numpy as np

from ..engine.hints import hints_of
from ..engine.numbers import numbers_of
from ..engine.record import Array
from .position import field_paths

Bounds = Mapping[str, tuple[int, int]]


@dataclass(frozen=True)
class Range:
    """The least and the greatest value of a field."""

    low: int | str
    high: int | str


@dataclass(frozen=True)
class Counts:
    """The field says how many records of a list of the same record are in use."""

    list: str


FLAG = Range(0, 1)


def bounds_of(state: type, tables: Any, numbers: Mapping[str, int]) -> Bounds:
    """The bounds of every field of a State class that has a range, by path; places in lists are written #."""
    return dict(_bounds(state, tables, numbers, ""))


def _bounds(record: type, tables: Any, numbers: Mapping[str, int], path: str) -> Iterator[tuple[str, tuple[int, int]]]:
    for name, hint in hints_of(record).items():
        notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        range = next((note for note in notes if isinstance(note, Range)), None)
        sizes = next(
            (note if isinstance(note, tuple) else (note,) for note in notes if isinstance(note, int | tuple)), ()
        )
        where = f"{path}{name}{'.#' * len(sizes)}"
        inner = get_args(hint)[0] if notes else hint
        inner = get_args(inner)[0] if get_origin(inner) is list else inner
        if range:
            yield where, (_number(range.low, tables, numbers), _number(range.high, tables, numbers))
        elif isinstance(inner, type) and inner.__module__ != "builtins" and hints_of(inner):
            yield from _bounds(inner, tables, numbers, f"{where}.")


def _number(bound: int | str, tables: Any, numbers: Mapping[str, int]) -> int:
    """A bound as a number."""
    if isinstance(bound, int):
        return bound
    name, *shift = bound.split(" ", 1)
    number = numbers[name] if name in numbers else int(reduce(getattr, name.split("."), tables))
    return number + (int(shift[0].replace(" ", "")) if shift else 0)


def range_faults(states: Array, bounds: Bounds) -> Iterator[str]:
    """A sentence for every number of a State that is out of its range."""
    names, row = list(field_paths(states.dtype)), numbers_of(states)[0]
    for k in np.flatnonzero(row).tolist():
        low, high = bounds.get(re.sub(r"\.\d+", ".#", names[k]), (0, 0))
        if not low <= row[k] <= high:
            asked = f"{low} to {high}" if high > low else f"{high}"
            yield f"{names[k]}={row[k]} cannot be: write {asked}"


def count_faults(states: Array, state: type) -> Iterator[str]:
    """A sentence for every field of a State that does not count its list."""
    for name, hint in hints_of(state).items():
        counted = next((note.list for note in get_args(hint)[1:] if isinstance(note, Counts)), "")
        filled = [bool(one[0]) for one in states[0][counted]] if counted else []
        number = int(states[0][name]) if counted else 0
        if filled != [True] * number + [False] * (len(filled) - number):
            yield f"{name}={number} does not count {counted}"
