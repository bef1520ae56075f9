"""What is written down: an accepted event with every face, what a seat may read of it, and who sits at the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from ..core.protocol.events import LoggedEvent, are_told_to_all, redact_event, without_private

PERSON = "person"
KINDS = ("opening", "choice", "free", "undo", "redo", "rewind", "pause", "resume")
OPENING, CHOICE, FREE, UNDO, REDO, REWIND, PAUSE, RESUME = KINDS
NON_DECISIONS = (FREE, PAUSE, RESUME)  # events that leave the decision open as it is


class Seat(NamedTuple):
    """A place at the table: a name, a bit for each slot it holds, and who decides: a person, or a bot's name.

    A seat without slots is a spectator's. A referee sees everything, and may rewind, stop the table,
    and let a slot do without its player.
    """

    name: str
    slots: int = 0
    controller: str = PERSON
    referee: bool = False

    @property
    def is_person(self) -> bool:
        """Whether a person decides for this seat."""
        return self.controller == PERSON

    def holds(self, slot: int) -> bool:
        """Whether a slot is this seat's."""
        return bool(self.slots >> slot & 1)


class Record(Struct, frozen=True, array_like=True, gc=False):
    """An accepted event: the truth from which state and story follow.

    Its number is never used again. `of` is the event whose choices and faces a redo repeats, or to which an undo or a
    rewind went back; `by` is the seat that did such a thing, or that stopped the table or let it go on.
    """

    number: int
    kind: str
    choices: tuple[tuple[int, str], ...]  # slot and notation
    sides: tuple[int, ...]
    faces: tuple[int, ...]
    events: Sequence[LoggedEvent]
    state_hash: str  # of the State (`core/engine/state_hash.py`)
    typed: bool = False
    of: int = 0
    by: str = ""
    reason: str = ""

    @property
    def slots(self) -> int:
        """A bit for each slot that chose."""
        return _slots_of(self.choices)


@lru_cache(1_000)
def _slots_of(choices: tuple[tuple[int, str], ...]) -> int:
    found = 0
    for slot, _ in choices:
        found |= 1 << slot
    return found


class RecordView(NamedTuple):
    """What a seat may read of an event."""

    number: int
    kind: str
    slots: int
    events: tuple[LoggedEvent, ...]
    of: int = 0
    by: str = ""
    reason: str = ""


def is_public(record: Record) -> bool:
    """Whether everybody reads the same of an event."""
    return are_told_to_all(record.events) and not is_silent(record)


def is_silent(record: Record) -> bool:
    """Whether a choice came to nothing that is told: its reason is for a referee alone."""
    return record.kind in (FREE, REDO) and not record.events


def has_private_part(record: Record) -> bool:
    """Whether a referee alone may read all of an event."""
    return is_silent(record) or any(one.event.is_private for one in record.events)


def is_private(record: Record) -> bool:
    """Whether nobody but a referee reads anything of an event."""
    return bool(record.events) and not is_public(record) and all(one.event.is_private for one in record.events)


def view_of(record: Record, seat: Seat, reads_private: bool | None = None) -> RecordView:
    """An event as a seat may read it. Choices and the State's hash stay with the record: they could give away much.

    What is private is for a referee alone, unless `reads_private` says otherwise, and so is the reason for what nobody
    else is told.
    """
    if is_public(record):
        events = tuple(record.events)
        return RecordView(record.number, record.kind, record.slots, events, record.of, record.by, record.reason)
    private = seat.referee if reads_private is None else reads_private
    visible_events = tuple([one for one in record.events if private or not one.event.is_private])
    events = tuple([redact_event(one, seat.slots, seat.referee) for one in visible_events])
    if not private:
        events = tuple([without_private(one) for one in events])
    reason = record.reason if private or visible_events else ""
    return RecordView(record.number, record.kind, record.slots, events, record.of, record.by, reason)
