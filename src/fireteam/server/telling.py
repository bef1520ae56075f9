"""What a reader is told: every item of a stream as far as that seat may know it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..core.briefing import Panel
from ..core.events import Told as Event
from ..match.record import Account, Record, Seat, account
from .messages import Fallen, Happened, Item, Told, Why

LOOKS_ON = Seat("")


def told(event: Event) -> Told:
    """One thing that happened, in words."""
    return Told(
        event.sentence(),
        event.event.clause,
        tuple(Fallen(*die) for die in event.dice),
        tuple(Why(*row) for row in event.because),
        event.event.closing,
        event.event.heading,
    )


def happened(known: Account, slots: Sequence[str], panels: tuple[Panel, ...] = ()) -> Happened:
    """An event as its reader may know it."""
    chose = tuple(name for slot, name in enumerate(slots) if known.slots >> slot & 1)
    events = tuple(told(one) for one in known.told)
    return Happened(known.number, known.kind, chose, events, known.of, known.by, known.reason, panels)


def read_by(
    seat: Seat,
    item: Item,
    records: Sequence[Record],
    slots: Sequence[str],
    panels: Callable[[Sequence[Event]], tuple[Panel, ...]],
) -> Item:
    """An item as a seat may read it; `panels` says what its holder must not overlook in what happened."""
    if not isinstance(item.what, Happened):
        return item
    known = account(records[item.what.event], seat)
    return Item(item.stream, item.seq, item.at, happened(known, slots, panels(known.told)))
