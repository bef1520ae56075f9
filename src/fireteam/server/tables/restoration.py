"""Restoring a stored match: from the last valid snapshot, then event by event by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import starmap
from operator import or_
from threading import Lock
from typing import Any, NamedTuple, get_type_hints

import msgspec
from msgspec.structs import replace

from ...core.engine.record import Array
from ...core.errors import BadFile, FireteamError
from ...core.game import Setting
from ...core.protocol.events import DieRoll, Event, LoggedEvent, ModifierRow
from ...match.event_rows import EventRows
from ...match.quick_play import reader_of
from ...match.record import Record
from ...match.timeline import Timeline
from ..store.rows import EventRow, StoredTable
from ..store.store import Store
from .snapshots import EVERY, Snapshots


class StoredRecord(NamedTuple):
    """A Record as it is stored. Its story (`events`) is read as plain values, whatever events it consists of."""

    number: int
    kind: str
    choices: tuple[tuple[int, str], ...]
    sides: tuple[int, ...]
    faces: tuple[int, ...]
    events: Any
    state_hash: str
    typed: bool = False
    of: int = 0
    by: str = ""
    reason: str = ""


STORED_RECORD = msgspec.msgpack.Decoder(StoredRecord)
LEARNING = Lock()  # msgspec may not learn of a class in two threads at once


def restore(line: Timeline, there: StoredTable, store: Store) -> None:
    """Restore all stored events of a table on an empty line. If many had to be run again, new snapshots are stored.

    Raises:
        BadFile: an event comes out differently by the rules of this Fireteam.
    """
    snapshots = Snapshots(there.row.table, line.setting)
    records = _restore_from_snapshot(line, there, snapshots)
    for row in there.events[records:]:
        _replay_event(line, decode_record(row.record), there.row.table)
    if len(there.events) - records >= EVERY:
        store.send(*snapshots.rows_for(line.moments))


def _restore_from_snapshot(line: Timeline, there: StoredTable, snapshots: Snapshots) -> int:
    """Restore the events up to the last valid snapshot without running them; return how many these are."""
    upto = max((row.number for row in there.snapshots), default=-1) + 1
    try:
        records = decode_records(there.events[:upto], line.setting.game.events)
    except msgspec.DecodeError:  # an older Fireteam told of them in other words
        return 0
    states = snapshots.valid_states(there.snapshots, records, line.start)
    upto = max(states, default=-1) + 1
    for record in with_words(records[:upto], states, line.setting):
        if isinstance(record.events, bytes):
            _replay_event(line, replace(record, events=()), there.row.table)
        else:
            line.restore(record, states.get(record.number))
    return upto


def with_words(records: Sequence[Record], states: Mapping[int, Array], setting: Setting) -> Iterable[Record]:
    """Return Records whose stories can be read, where that is sure: those of quick choices go by names.

    A quick choice alters no names, so that those hold which hold after the next State that is known if there are only
    quick choices until then.
    """
    names, found = None, []
    for record in reversed(records):
        if record.number in states:
            names = setting.game.names(setting, states[record.number])
        if not isinstance(record.events, bytes):
            names = None
        elif names is not None:
            record = replace(record, events=EventRows(record.events, reader_of(setting, names)))
        found.append(record)
    return reversed(found)


def decode_record(row: bytes) -> Record:
    """Decode a stored Record without its story, which the rules produce again."""
    return Record(*STORED_RECORD.decode(row)._replace(events=()))


def decode_records(rows: Sequence[EventRow], events: tuple[type[Event], ...]) -> list[Record]:
    """Decode stored Records with their stories; those of quick choices are rows of a log as bytes.

    Raises:
        msgspec.DecodeError: a story contains something that is no event of the game.
    """
    reader = _reader(events)
    found = (Record(*reader.decode(row.record)) for row in rows)
    return [
        record
        if isinstance(record.events, bytes)
        else replace(record, events=tuple(starmap(LoggedEvent, record.events)))
        for record in found
    ]


def _reader(events: tuple[type[Event], ...]) -> msgspec.msgpack.Decoder[Any]:
    with LEARNING:
        return _build_reader(events)


@lru_cache(64)
def _build_reader(events: tuple[type[Event], ...]) -> msgspec.msgpack.Decoder[Any]:
    any_of_them: Any = reduce(or_, events)
    logged_event: Any = tuple[any_of_them, tuple[DieRoll, ...], tuple[ModifierRow, ...], tuple[str | None, ...]]
    fields = {**get_type_hints(StoredRecord), "events": tuple[logged_event, ...] | bytes}
    return msgspec.msgpack.Decoder(NamedTuple("Whole", list(fields.items())))


def _replay_event(line: Timeline, record: Record, id: str) -> None:
    """Run the rules on a stored event, and compare dice and hash of the State with those stored.

    Raises:
        BadFile: they differ, or the rules do not allow the event.
    """
    try:
        line.rerun(record)
        true = line.records[-1].state_hash == record.state_hash and line.records[-1].faces == record.faces
    except FireteamError:
        true = False
    if not true:
        raise BadFile(f"table {id}: event {record.number} comes out otherwise by the rules of this Fireteam")
