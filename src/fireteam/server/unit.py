"""One act at a table: everything that it changes is gathered here and kept together, or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from ..core.game import Result, Setting
from ..match.dice import Secret
from ..match.files import body_of
from ..match.journal import Journal
from ..match.match import STILL
from ..match.record import Record
from .messages import Ended, Happened, Item, Late, Proposed, Sat, Spoken
from .store.changes import Change, EndRow, EventRow, ItemRow, PlanRow, SealedRow, Unsealed

TABLE = "table"
"""The stream that everybody reads."""

What: TypeAlias = Happened | Spoken | Sat | Proposed | Late | Ended
WHAT = msgspec.json.Decoder(What)  # made here, by one thread: msgspec may not learn of a class in two at once


class Unit:
    """What an act changes: rows for the store, and the items that are told once they are kept."""

    def __init__(self, table: str, at: float, last: Mapping[str, int]) -> None:
        self.table, self.at = table, at
        self.last = dict(last)
        self.rows: list[Change] = []
        self.items: list[Item] = []

    def tell(self, what: What, stream: str = TABLE) -> None:
        """Something happened that the readers of a stream are told."""
        self.last[stream] = seq = self.last.get(stream, 0) + 1
        self.items.append(Item(stream, seq, self.at, what))
        self.rows.append(ItemRow(self.table, stream, seq, self.at, msgspec.json.encode(what)))


class TableJournal(Journal):
    """What a match writes down goes into the unit of the act that is being carried out."""

    def __init__(self, setting: Setting) -> None:
        self.slots = setting.slots
        self.unit: Unit | None = None

    @property
    def _unit(self) -> Unit:
        assert self.unit is not None, "a match changed and nobody acted"
        return self.unit

    def keep(self, records: Sequence[Record]) -> None:
        """Events happened; what was sealed for them waits no longer."""
        unit = self._unit
        for record in records:
            row = msgspec.msgpack.encode(record)
            unit.rows.append(EventRow(unit.table, record.number, body_of(record, self.slots), row))
            unit.tell(told_later(record, self.slots))
            if record.kind not in STILL:
                unit.rows.append(Unsealed(unit.table))

    def seal(self, number: int, slot: int, line: str) -> None:
        """A choice waits, instead of an earlier one of that slot."""
        self._unit.rows += [Unsealed(self._unit.table, slot), SealedRow(self._unit.table, number, slot, line)]

    def unseal(self, number: int, slot: int) -> None:
        """It waits no longer."""
        self._unit.rows.append(Unsealed(self._unit.table, slot))

    def plan(self, number: int, slot: int, waiting: bool, lines: Sequence[str]) -> None:
        """A slot has a plan, or none any more."""
        self._unit.rows.append(PlanRow(self._unit.table, slot, number, waiting, tuple(lines)))

    def close(self, result: Result, secret: Secret) -> None:
        """The match has ended: the secret is told."""
        winners = tuple(self.slots[slot] for slot in result.winners)
        end_with(self._unit, Ended(winners, result.sentence, result.clause, secret.value.hex()))


def end_with(unit: Unit, ended: Ended) -> None:
    """The table is over."""
    unit.rows.append(EndRow(unit.table, unit.at, ended.says))
    unit.tell(ended)


def told_later(record: Record, slots: Sequence[str]) -> Happened:
    """An event as it stands in a stream: what a reader may know of it is put in as it is read."""
    chose = tuple(slots[slot] for slot in range(len(slots)) if record.slots >> slot & 1)
    return Happened(record.number, record.kind, chose, (), record.of, record.by, record.reason)
