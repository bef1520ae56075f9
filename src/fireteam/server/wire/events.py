"""Match events as messages, redacted to what a seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...core.protocol.briefing import Panel
from ...core.protocol.events import LoggedEvent as Event
from ...match.record import Record, RecordView, Seat, view_of
from .messages import EventItem, EventModifier, EventText, Item, RolledDie

SPECTATOR = Seat("")


def event_message(event: Event) -> EventText:
    """Return one thing that happened, in words."""
    return EventText(
        event.sentence(),
        event.event.clause,
        tuple(RolledDie(*die) for die in event.dice),
        tuple(EventModifier(*row[:3]) for row in event.modifiers),
        event.event.closing,
        event.event.heading,
    )


def event_item(known: RecordView, slots: Sequence[str], panels: tuple[Panel, ...] = ()) -> EventItem:
    """Return an event of the match as its reader may know it.

    Args:
        known: what the reader may know of the event.
        slots: the names of all slots, by number.
        panels: what the reader must not overlook in it.
    """
    chose = tuple(name for slot, name in enumerate(slots) if known.slots >> slot & 1)
    events = tuple(event_message(one) for one in known.events)
    return EventItem(known.number, known.kind, chose, events, known.of, known.by, known.reason, panels)


def redact_item(
    seat: Seat,
    item: Item,
    records: Sequence[Record],
    slots: Sequence[str],
    panels: Callable[[Sequence[Event]], tuple[Panel, ...]],
) -> Item:
    """Return an item as a seat may read it.

    Args:
        seat: the reader.
        item: an item as it is stored.
        records: the records of the match, by event number.
        slots: the names of all slots, by number.
        panels: returns what the holder of the seat must not overlook in what happened.
    """
    if not isinstance(item.what, EventItem):
        return item
    known = view_of(records[item.what.event], seat)
    return Item(item.stream, item.seq, item.at, event_item(known, slots, panels(known.events)))
