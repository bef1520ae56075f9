"""Rows of the log of acts as the database has them, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from .rows import ActItem, ActRow, AnswerRow, EventRow

COLUMNS = ("table", "number", "at", "principal", "key", "digest", "answer", "events", "body")
"""The columns of an act, in the order of `values_of`; the database gives it its `id`."""

MOST = 64  # rows in a statement
NO_ANSWER = AnswerRow("", "", "", b"")


class ActBody(NamedTuple):
    """What an act made: its events, and its items of the stream that everybody may read."""

    events: tuple[EventRow, ...]
    items: tuple[ActItem, ...]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(ActBody).decode


def values_of(act: ActRow) -> tuple[Any, ...]:
    """Return the values of a row, in the order of COLUMNS.

    Raises:
        OverflowError: a number has more than 64 bits.
        UnicodeEncodeError: there is a lone surrogate in a text.
    """
    answer = act.answer or NO_ANSWER
    return (
        act.table,
        act.number,
        act.at,
        answer.principal,
        answer.key,
        answer.digest,
        answer.answer,
        len(act.events),
        _encode((act.events, act.items)),
    )


def body_of(stored: bytes) -> ActBody:
    """Return what an act made, as it was stored."""
    return _decode(stored)


def insertion(count: int, placeholder: str) -> str:
    """Return the statement that inserts so many rows at once: one step of the database, however many they are."""
    columns = ", ".join(f'"{column}"' for column in COLUMNS)
    row = f"({', '.join([placeholder] * len(COLUMNS))})"
    return f"INSERT INTO acts ({columns}) VALUES {', '.join([row] * count)}"


def split(rows: Sequence[Sequence[Any]]) -> list[Sequence[Sequence[Any]]]:
    """Split rows into runs of few lengths (MOST, and powers of two below), so that few statements are prepared."""
    runs, done = [], 0
    while left := len(rows) - done:
        count = min(MOST, 1 << (left.bit_length() - 1))
        runs.append(rows[done : done + count])
        done += count
    return runs
