"""Items of a table as they are stored, for who may read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..store.rows import ItemRow
from ..wire.messages import ChatItem, Item
from .restoration import decode_record
from .seats import streams_of
from .table import Table
from .unit_of_work import SIDE_CHAT, TABLE, WHAT, event_placeholder

UNHEARD = ChatItem("", "", "")
"""What somebody reads in place of what their side was told before they were on it."""


def items_since(table: Table, last: Mapping[str, int]) -> list[Item]:
    """Return the stored items of all streams of a table after the `last` ones of each."""
    readers = {stream: seat.name for seat in table.seat_states.values() for stream in streams_of(table.groups, seat)}
    item_lists = (stored_items(table, stream, last.get(stream, 0), seat) for stream, seat in readers.items())
    return [item for items in item_lists for item in items]


def stored_items(table: Table, stream: str, since: int, seat: str) -> tuple[Item, ...]:
    """Return the items of a stream of a table after number `since`, as they are stored, for who holds a seat.

    What was said to a side before they were on it is `UNHEARD`, so that no number is left out.
    """
    last = table.last.get(stream, 0)
    rows = table.store.items(table.id, stream, since) if since < last else []
    key = table.seat_states[seat].key if stream != TABLE else ""
    return tuple(stored_item(row, key, table.setting.slots) for row in rows if row.seq <= last)


def stored_item(row: ItemRow, key: str, slots: Sequence[str]) -> Item:
    """Return an item of the store, as the holder of a seat's key may read it.

    An item of the table's stream is for everybody; `slots` are the names of the slots in it.
    """
    if row.stream == TABLE:
        is_json = row.body.startswith(b"{")
        what = WHAT.decode(row.body) if is_json else event_placeholder(decode_record(row.body), slots)
        return Item(row.stream, row.seq, row.at, what)
    message = SIDE_CHAT.decode(row.body)
    if message.heard_by is not None and key not in message.heard_by:
        return Item(row.stream, row.seq, 0.0, UNHEARD)
    return Item(row.stream, row.seq, row.at, ChatItem(message.seat, message.person, message.text, message.side))
