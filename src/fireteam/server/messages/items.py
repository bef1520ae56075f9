"""What happened: items of a stream, in order and for good."""

from __future__ import annotations

from msgspec import Struct

from ...core.briefing import Panel


class Fallen(Struct, frozen=True):
    """A die that fell: what for, of how many sides, and its face."""

    purpose: str
    sides: int
    face: int


class Why(Struct, frozen=True):
    """A modifier: why, by which clause, how much."""

    label: str
    clause: str
    amount: int


class Told(Struct, frozen=True):
    """One thing that happened, in words, with the dice and modifiers that made it and the clause it goes by.

    `closing`: it tells the end of the match; `heading`: nobody should overlook it.
    """

    says: str
    clause: str
    dice: tuple[Fallen, ...] = ()
    because: tuple[Why, ...] = ()
    closing: bool = False
    heading: bool = False


class Happened(Struct, frozen=True, tag_field="item", tag="happened"):
    """An event of the match, as the reader may know it; of the kinds of `match.record.KINDS`.

    `panels` are what the reader must not overlook in it.
    """

    event: int
    kind: str
    slots: tuple[str, ...]
    told: tuple[Told, ...]
    of: int = 0
    by: str = ""
    reason: str = ""
    panels: tuple[Panel, ...] = ()


class Spoken(Struct, frozen=True, tag_field="item", tag="spoken"):
    """Somebody said something; `side`: to their own side alone."""

    seat: str
    person: str
    text: str
    side: str = ""


class Sat(Struct, frozen=True, tag_field="item", tag="sat"):
    """Somebody else decides for a seat now: `person`, `open` or a bot; `why` where it was not asked for."""

    seat: str
    by: str
    person: str = ""
    why: str = ""


class Proposed(Struct, frozen=True, tag_field="item", tag="proposed"):
    """A seat would take something back (`undo`) or end without a winner (`draw`), or that was answered."""

    seat: str
    what: str
    agrees: bool | None = None


class Late(Struct, frozen=True, tag_field="item", tag="late"):
    """The time of some slots ran out: they did what the game states for that."""

    slots: tuple[str, ...]


class Ended(Struct, frozen=True, tag_field="item", tag="ended"):
    """The match is over: who won, why, and the secret of the dice by which anyone can check them."""

    winners: tuple[str, ...]
    says: str
    clause: str
    secret: str


class Item(Struct, frozen=True):
    """An item of a stream: `table`, which everybody reads, or `side NAME`, which that side reads."""

    stream: str
    seq: int
    at: float
    what: Happened | Spoken | Sat | Proposed | Late | Ended
