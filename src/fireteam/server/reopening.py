"""The events of a table that is kept: run again by the rules, or recalled where a snapshot says what they came to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from threading import Lock
from typing import Any, NamedTuple, get_type_hints

import msgspec

from ..core.errors import BadFile, FireteamError
from ..core.events import Because, Event, Fell, Told
from ..match.line import Line
from ..match.record import Record
from .snapshots import EVERY, Snapshots
from .store.changes import EventRow, KeptTable
from .store.store import Store


class Written(NamedTuple):
    """A Record as it is kept."""

    number: int
    kind: str
    choices: tuple[tuple[int, str], ...]
    sides: tuple[int, ...]
    faces: tuple[int, ...]
    told: Any
    after: str
    typed: bool = False
    of: int = 0
    by: str = ""
    reason: str = ""


WRITTEN = msgspec.msgpack.Decoder(Written)
LEARNING = Lock()  # msgspec may not learn of a class in two threads at once


def reopened(line: Line, there: KeptTable, store: Store) -> None:
    """Let everything that is kept of a table stand on a line that is empty.

    Raises:
        BadFile: the rules of this Fireteam make something else of it.
    """
    snapshots = Snapshots(there.row.table, line.setting)
    records = _recalled(line, there, snapshots)
    for row in there.events[records:]:
        _rerun(line, record_of(row.record), there.row.table)
    if len(there.events) - records >= EVERY:
        store.send(*snapshots.along(line.steps))


def _recalled(line: Line, there: KeptTable, snapshots: Snapshots) -> int:
    """Recall as many events as the last snapshot knows of that counts; how many these are."""
    upto = max((row.number for row in there.snapshots), default=-1) + 1
    try:
        records = whole_records(there.events[:upto], line.setting.game.events)
    except msgspec.DecodeError:  # an older Fireteam told of them in other words
        return 0
    states = snapshots.sound(there.snapshots, records, line.start)
    upto = max(states, default=-1) + 1
    for record in records[:upto]:
        line.recall(record, states.get(record.number))
    return upto


def record_of(row: bytes) -> Record:
    """A Record that was kept, without its story: the rules tell it again."""
    return Record(*WRITTEN.decode(row)._replace(told=()))


def whole_records(rows: Sequence[EventRow], events: tuple[type[Event], ...]) -> list[Record]:
    """Records that were kept, with their stories.

    Raises:
        msgspec.DecodeError: they tell of what is no event of the game.
    """
    reader = _reader(events)
    found = (Record(*reader.decode(row.record)) for row in rows)
    return [record._replace(told=tuple(Told(*told) for told in record.told)) for record in found]


def _reader(events: tuple[type[Event], ...]) -> msgspec.msgpack.Decoder[Any]:
    with LEARNING:
        return _made_reader(events)


@lru_cache(64)
def _made_reader(events: tuple[type[Event], ...]) -> msgspec.msgpack.Decoder[Any]:
    any_of_them: Any = reduce(or_, events)
    told: Any = tuple[any_of_them, tuple[Fell, ...], tuple[Because, ...], tuple[str | None, ...]]
    fields = {**get_type_hints(Written), "told": tuple[told, ...]}
    return msgspec.msgpack.Decoder(NamedTuple("Whole", list(fields.items())))


def _rerun(line: Line, record: Record, id: str) -> None:
    """Let an event happen again; it must come to what it came to then."""
    try:
        line.rerun(record)
        true = line.records[-1].after == record.after and line.records[-1].faces == record.faces
    except FireteamError:
        true = False
    if not true:
        raise BadFile(f"table {id}: event {record.number} comes out otherwise by the rules of this Fireteam")
