"""Snapshots of States stored beside events, so that a long match opens without replaying all of it.

A snapshot is never authoritative. It is valid only if the rules are to the letter those that made it, the match is
played with the same content, and the State has the hash that its event recorded; otherwise all events are replayed.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from ...core.engine.code_cache import rules_hash
from ...core.engine.record import Array, from_bytes
from ...core.engine.state_hash import hash_of
from ...core.game import Setting
from ...match.apply import UNKNOWN_STATE, Moment
from ...match.file.format import content_hash
from ...match.match import Match
from ...match.record import Record
from ..store.rows import SnapshotRow

EVERY = 250  # events from one snapshot to the next: so many are run again at most to open a table, or to go back


class Snapshots:
    """Makes the snapshots of one table, and checks stored ones. The next is due after event `due`."""

    def __init__(self, table: str, setting: Setting) -> None:
        self._table, self._setting, self.due = table, setting, EVERY

    @cached_property
    def _rules(self) -> bytes:
        return f"{rules_hash()} {self._setting.game.rules_version} {content_hash(self._setting)} ".encode()

    def row(self, step: Moment) -> SnapshotRow:
        """Return the snapshot of the State after a step."""
        raw = step.state.tobytes()
        return SnapshotRow(self._table, step.record.number, zlib.compress(raw, 1), self._hash(raw))

    def _hash(self, raw: bytes) -> str:
        return hashlib.sha256(self._rules + raw).hexdigest()

    def rows_due(self, number: int, match: Match) -> list[SnapshotRow]:
        """Return the snapshot of the last State if one is due, else nothing.

        `number` is that of the last event that stands.
        """
        if number < self.due:
            return []
        self.due = number + EVERY
        return [self.row(match.moments[-1])]

    def rows_for(self, steps: Sequence[Moment]) -> list[SnapshotRow]:
        """Return snapshots for many steps at once, at least `EVERY` events apart, where the State is known."""
        chosen: list[Moment] = []
        for step in steps:
            if (
                step.state is not UNKNOWN_STATE
                and step.record.number >= (chosen[-1].record.number if chosen else 0) + EVERY
            ):
                chosen.append(step)
        return [self.row(step) for step in chosen]

    def valid_states(self, rows: Iterable[SnapshotRow], records: Sequence[Record], like: Array) -> Mapping[int, Array]:
        """Return the States of the valid snapshots, by event number. `like` is a State of the same shape."""
        found = {}
        for row in rows:
            if (raw := _unpack(row.state, like.nbytes)) is None or self._hash(raw) != row.hash:
                continue
            state = from_bytes(raw, like)
            if row.number >= len(records):
                continue
            if hash_of(state, self._setting.hash_version) == records[row.number].state_hash:
                found[row.number] = state
        return found


def _unpack(packed: bytes, size: int) -> bytes | None:
    """Decompress `size` bytes; None if the data is damaged or of another size."""
    try:
        raw = zlib.decompressobj().decompress(packed, size + 1)
    except zlib.error:
        return None
    return raw if len(raw) == size else None
