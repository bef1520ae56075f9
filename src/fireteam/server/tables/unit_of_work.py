"""`UnitOfWork`: all rows and items of one change of a table, stored together or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import TypeAlias

import msgspec

from ...core.game import Result, Setting
from ...match.dice import Secret
from ...match.file.journal import Journal
from ...match.record import NON_DECISIONS, Record
from ..store.acts import NO_ANSWER, act_row
from ..store.rows import TABLE as TABLE
from ..store.rows import (
    ActItem,
    AnswerRow,
    Change,
    EndRow,
    EventRow,
    ItemRow,
    PlanRow,
    SealedRemoval,
    SealedRow,
)
from ..wire.messages import ChatItem, EventItem, Item, ProposalItem, RematchItem, ResultItem, SeatItem, TimeoutItem

What: TypeAlias = EventItem | ChatItem | SeatItem | ProposalItem | RematchItem | TimeoutItem | ResultItem
WHAT = msgspec.json.Decoder(What)  # made here, by one thread: msgspec may not learn of a class in two at once


class SideChat(ChatItem, frozen=True, tag_field="item", tag="spoken"):
    """A chat message to a side as it is stored: `heard_by` has the keys of the seats that were on it, if that is known.

    A seat that somebody else holds since, by another token, has another key.
    """

    heard_by: tuple[str, ...] | None = None


SIDE_CHAT = msgspec.json.Decoder(SideChat)


class UnitOfWork:
    """One change of a table: rows for the store, and the items to broadcast once they are committed.

    `at` is when, in seconds since 1970, to the millisecond; `last` has the number of each stream's last item, and
    `acts` is the number of the last act in the table's log.
    """

    def __init__(self, table: str, at: float, last: Mapping[str, int], acts: int) -> None:
        self.table, self.at, self.acts = table, round(at, 3), acts
        self.last = dict(last)
        self.rows: list[Change] = []
        self.items: list[Item] = []
        self.events: list[EventRow] = []
        self._act_items: list[ActItem] = []

    def tell_side(self, message: ChatItem, stream: str, heard_by: tuple[str, ...]) -> None:
        """Add a chat message to the stream of a side, for those who are on it now."""
        body = msgspec.json.encode(SideChat(**msgspec.structs.asdict(message), heard_by=heard_by))
        self.last[stream] = seq = self.last.get(stream, 0) + 1
        self.items.append(Item(stream, seq, self.at, message))
        self.rows.append(ItemRow(self.table, stream, seq, self.at, body))

    def tell(self, what: What) -> None:
        """Add an item to the stream of the table, with the next number."""
        self.last[TABLE] = seq = self.last.get(TABLE, 0) + 1
        self.items.append(Item(TABLE, seq, self.at, what))
        self._act_items.append(ActItem(seq, b"" if isinstance(what, EventItem) else msgspec.json.encode(what)))

    def changes(self, answer: AnswerRow = NO_ANSWER) -> list[Change]:
        """Return all that is to be stored: what happened and its answer as one act, numbered next, and the rows."""
        if not (self.events or self._act_items or answer.key):
            return self.rows
        self.acts += 1
        return [*self.rows, act_row(self.table, self.acts, self.at, self.events, self._act_items, answer)]


class TableJournal(Journal):
    """The journal of a table's match: it writes to the unit of work of the change under way.

    `may_be_sealed`: whether the store may have sealed choices of the table.
    """

    def __init__(self, setting: Setting) -> None:
        self.slots = setting.slots
        self.may_be_sealed = True
        self.unit: UnitOfWork | None = None

    @property
    def _unit(self) -> UnitOfWork:
        assert self.unit is not None, "a match changed and nobody acted"
        return self.unit

    def append(self, records: Sequence[Record]) -> None:
        """Add events and their items. An event that changes the open decision also removes the sealed choices."""
        unit = self._unit
        for record in records:
            unit.events.append(event_row(record))
            unit.tell(event_placeholder(record, self.slots))
            if record.kind not in NON_DECISIONS and self.may_be_sealed:
                unit.rows.append(SealedRemoval(unit.table))
                self.may_be_sealed = False

    def seal(self, number: int, slot: int, line: str) -> None:
        """Add a sealed choice, in place of an earlier one of the slot."""
        self.may_be_sealed = True
        self._unit.rows += [SealedRemoval(self._unit.table, slot), SealedRow(self._unit.table, number, slot, line)]

    def unseal(self, number: int, slot: int) -> None:
        """Remove the sealed choice of a slot."""
        self._unit.rows.append(SealedRemoval(self._unit.table, slot))

    def plan(self, number: int, slot: int, waiting: bool, lines: Sequence[str]) -> None:
        """Add the plan of a slot; no lines end it."""
        self._unit.rows.append(PlanRow(self._unit.table, slot, number, waiting, tuple(lines)))

    def close(self, result: Result, secret: Secret) -> None:
        """End the table with the result of the match and the secret of the dice."""
        winners = tuple(self.slots[slot] for slot in result.winners)
        ended = ResultItem(winners, result.sentence, result.clause, secret.value.hex(), result.record)
        end_table(self._unit, ended)


def end_table(unit: UnitOfWork, ended: ResultItem) -> None:
    """Add the end of the table, and its item."""
    unit.rows.append(EndRow(unit.table, unit.at, ended.says))
    unit.tell(ended)


def event_row(record: Record) -> EventRow:
    """Return an event as a row of the store."""
    return EventRow(record.number, "", encode_record(record))


encode_record = msgspec.msgpack.Encoder(enc_hook=attrgetter("log")).encode
"""The story of a quick choice, `EventRows`, is stored as the rows that it follows from."""


def event_placeholder(record: Record, slots: Sequence[str]) -> EventItem:
    """Return an event as an item of a stream, without its story: a reader gets that on reading, redacted."""
    chose = tuple([slots[slot] for slot, _ in sorted(record.choices)])
    return EventItem(record.number, record.kind, chose, (), record.of, record.by, record.reason)
