"""Dials of the kind that most games have: a number in some rows of a list of the State."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from .engine.record import Array, copy_of
from .game import Dial, Setting


def field_dial(
    name: str, meaning: str, values: Sequence[int], rows: tuple[str, Sequence[int]], field: str, more: int = 0
) -> Dial:
    """A dial that writes its value, and `more`, into a field of some rows: a list of the State, and which of it."""
    return Dial(name, meaning, tuple(values), partial(_write_field, rows, field, more))


def _write_field(
    rows: tuple[str, Sequence[int]], field: str, more: int, setting: Setting, states: Array, value: int
) -> tuple[Setting, Array]:
    states = copy_of(states)
    for number in rows[1]:
        states[0][rows[0]][number][field] = value + more
    return setting, states
