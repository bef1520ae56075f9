"""States that are kept beside the events of a table, so that a long match is opened without all of it being run again.

A snapshot is never the truth. It counts only where the rules are to the letter those that made it, the match is played
with the same, and the State is the one that its event came to; otherwise the rules run over everything.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from ..core.code_cache import rules_hash
from ..core.game import Setting
from ..core.record import Array, from_bytes
from ..match.files import content_hash
from ..match.match import Match
from ..match.record import Record
from ..match.running import NOT_MADE, Step
from .store.changes import SnapshotRow

EVERY = 250  # events from one snapshot to the next: so many are run again at most to open a table, or to go back


class Snapshots:
    """What keeps States of one table, and knows those that count."""

    def __init__(self, table: str, setting: Setting) -> None:
        self._table, self._setting, self._last = table, setting, 0

    @cached_property
    def _rules(self) -> bytes:
        return f"{rules_hash()} {self._setting.game.rules} {content_hash(self._setting)} ".encode()

    def row(self, step: Step) -> SnapshotRow:
        """The State after a step, as it is kept."""
        raw = step.state.tobytes()
        return SnapshotRow(self._table, step.record.number, zlib.compress(raw, 1), self._hash(raw))

    def _hash(self, raw: bytes) -> str:
        return hashlib.sha256(self._rules + raw).hexdigest()

    def due(self, match: Match) -> list[SnapshotRow]:
        """What is to be kept of how a match stands: nothing, unless much has happened since something was kept."""
        step = match.steps[-1]
        if step.record.number < self._last + EVERY:
            return []
        self._last = step.record.number
        return [self.row(step)]

    def along(self, steps: Sequence[Step]) -> list[SnapshotRow]:
        """What is to be kept of many steps at once."""
        chosen: list[Step] = []
        for step in steps:
            if step.state is not NOT_MADE and step.record.number >= (chosen[-1].record.number if chosen else 0) + EVERY:
                chosen.append(step)
        return [self.row(step) for step in chosen]

    def sound(self, rows: Iterable[SnapshotRow], records: Sequence[Record], like: Array) -> Mapping[int, Array]:
        """The States that count, by the numbers of their events."""
        found = {}
        for row in rows:
            if (raw := _unpacked(row.state, like.nbytes)) is None or self._hash(raw) != row.hash:
                continue
            if row.number < len(records) and hashlib.sha256(raw).hexdigest() == records[row.number].after:
                found[row.number] = from_bytes(raw, like)
        return found


def _unpacked(packed: bytes, size: int) -> bytes | None:
    """So many bytes; None if it is anything else."""
    try:
        raw = zlib.decompressobj().decompress(packed, size + 1)
    except zlib.error:
        return None
    return raw if len(raw) == size else None
