"""Items of a table's streams: what happened, in order. They never change."""

from __future__ import annotations

from msgspec import Struct

from ....core.protocol.briefing import Panel


class RolledDie(Struct, frozen=True):
    """A die that was rolled: its purpose, its number of sides, and the face that it shows."""

    purpose: str
    sides: int
    face: int


class EventModifier(Struct, frozen=True):
    """A modifier: why it applies, by which clause, and its amount."""

    label: str
    clause: str
    amount: int


class EventText(Struct, frozen=True):
    """One thing that happened, in words, with the dice and modifiers behind it and the clause it follows.

    `closing`: it tells the end of the match. `heading`: nobody should overlook it.
    """

    says: str
    clause: str
    dice: tuple[RolledDie, ...] = ()
    because: tuple[EventModifier, ...] = ()
    closing: bool = False
    heading: bool = False


class EventItem(Struct, frozen=True, tag_field="item", tag="happened"):
    """An event of the match, as the reader may know it.

    `kind` is one of opening, choice, free, undo, redo, rewind, pause, resume. `slots` are those that chose. `of` is the
    event that a redo repeats, or to which an undo or rewind went back; `by` is the seat that did so, or that stopped
    the table or let it go on. `panels` are what the reader must not overlook in it.
    """

    event: int
    kind: str
    slots: tuple[str, ...]
    told: tuple[EventText, ...]
    of: int = 0
    by: str = ""
    reason: str = ""
    panels: tuple[Panel, ...] = ()


class ChatItem(Struct, frozen=True, tag_field="item", tag="spoken"):
    """A chat message; `side` is the only side that reads it, empty if all do."""

    seat: str
    person: str
    text: str
    side: str = ""


class SeatItem(Struct, frozen=True, tag_field="item", tag="sat"):
    """Somebody else decides for a seat from now on: a `person`, nobody yet (`open`), or a bot.

    `why` is the reason if it was not asked for, such as a bot that failed.
    """

    seat: str
    by: str
    person: str = ""
    why: str = ""


class ProposalItem(Struct, frozen=True, tag_field="item", tag="proposed"):
    """A seat proposes to take something back (`undo`) or a draw (`draw`).

    With `agrees`, a seat answers the proposal of that `number`; if it `retracts`, it takes its own back.
    """

    seat: str
    what: str
    agrees: bool | None = None
    number: int = 0
    retracts: bool = False


class RematchItem(Struct, frozen=True, tag_field="item", tag="rematch"):
    """A seat plays again: its `table` is the one that follows from this one, for all who sit here.

    Without `seat` it is the host who made it. Who sits here comes to it by `POST .../rematch`.
    """

    seat: str
    table: str


class TimeoutItem(Struct, frozen=True, tag_field="item", tag="late"):
    """The time of some slots ran out: the game's default choice is made for them."""

    slots: tuple[str, ...]


class ResultItem(Struct, frozen=True, tag_field="item", tag="ended", omit_defaults=True):
    """The match is over: which slots won, how it ended, and the secret of the dice, by which anyone can check them.

    `record` is how the match file states the end, where that is not what is said.
    """

    winners: tuple[str, ...]
    says: str
    clause: str
    secret: str
    record: str = ""


class Item(Struct, frozen=True):
    """An item of a stream: of `table`, which everybody reads, or of `side NAME`, which only that side reads."""

    stream: str
    seq: int
    at: float
    what: EventItem | ChatItem | SeatItem | ProposalItem | RematchItem | TimeoutItem | ResultItem
