"""Rows of the log of acts: from what an act made, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from .rows import ActItem, ActRow, AnswerRow, EventRow

COLUMNS = ("log", *ActRow.__struct_fields__[1:])
"""The columns of an act: the number of its table's log stands for the table, and the database gives it its `id`."""

MOST = 64  # rows in a statement
NO_ANSWER = AnswerRow("", "", "", b"")


class ActBody(NamedTuple):
    """What an act made: its events, and its items of the stream that everybody may read."""

    events: tuple[EventRow, ...]
    items: tuple[ActItem, ...]


encode_body = msgspec.msgpack.Encoder().encode
"""Encodes events and items of an act; an `ActBody` is what comes back."""
_decode = msgspec.msgpack.Decoder(ActBody).decode


def act_row(
    table: str,
    number: int,
    at: float,
    events: Sequence[EventRow] = (),
    items: Sequence[ActItem] = (),
    answer: AnswerRow = NO_ANSWER,
) -> ActRow:
    """Return the row of an act: events, items of the stream TABLE, and the answer if it was requested under a key.

    Raises:
        OverflowError: a number of an event or an item has more than 64 bits.
        UnicodeEncodeError: there is a lone surrogate in a text.
    """
    return ActRow(
        table,
        number,
        at,
        answer.principal,
        answer.key,
        answer.digest,
        answer.answer,
        len(events),
        encode_body((events, items)),
    )


def body_of(stored: bytes) -> ActBody:
    """Return what an act made, as it was stored."""
    return _decode(stored)


def item_bodies(act: ActBody) -> list[bytes]:
    """Return what the items of an act say: as JSON, or the Record of an event in MessagePack."""
    events = iter(act.events)
    return [item.body or next(events).record for item in act.items]


def insertion(count: int, placeholder: str) -> str:
    """Return the statement that inserts so many rows at once: one step of the database, however many they are."""
    columns = ", ".join(f'"{column}"' for column in COLUMNS)
    row = f"({', '.join([placeholder] * len(COLUMNS))})"
    return f"INSERT INTO acts ({columns}) VALUES {', '.join([row] * count)}"


def split(rows: Sequence[ActRow]) -> list[Sequence[ActRow]]:
    """Split rows into runs of few lengths (MOST, and powers of two below), so that few statements are prepared."""
    runs, done = [], 0
    while left := len(rows) - done:
        count = min(MOST, 1 << (left.bit_length() - 1))
        runs.append(rows[done : done + count])
        done += count
    return runs
