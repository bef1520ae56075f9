"""Answers and items of events are read as this version stores them, and as earlier ones did."""

from __future__ import annotations

import msgspec
import pytest

from fireteam.match.record import Record
from fireteam.server.store.rows import TABLE, AnswerRow, ItemRow
from fireteam.server.tables.stored_items import stored_item
from fireteam.server.tables.table import answer_of
from fireteam.server.tables.unit_of_work import event_row
from fireteam.server.wire.messages import ActCommitted, EventItem, Item

ANSWER = ActCommitted("the-key-1", 7)
RECORD = Record(4, "redo", ((1, "end"), (0, "end")), (6,), (3,), (), "00", of=2, by="red", reason="so")
EVENT = EventItem(4, "redo", ("red", "blue"), (), 2, "red", "so")


@pytest.mark.parametrize("stored", [b"7", msgspec.json.encode(ANSWER)], ids=["now", "before"])
def test_an_answer_is_the_number_of_its_last_item_or_the_whole_message(stored: bytes) -> None:
    assert answer_of(AnswerRow("seat red", "the-key-1", "", stored)) == ANSWER


@pytest.mark.parametrize("stored", [event_row(RECORD).record, msgspec.json.encode(EVENT)], ids=["now", "before"])
def test_an_item_of_an_event_is_its_record_or_the_whole_message(stored: bytes) -> None:
    found = stored_item(ItemRow("a", TABLE, 9, 1.5, stored), "", ("red", "blue"))
    assert found == Item(TABLE, 9, 1.5, EVENT)
