"""Making a table and sitting down."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from .words import PERSON, Name, Said


class Clock(Said, frozen=True, forbid_unknown_fields=True):
    """How long a decision may take: `none`, or so many seconds `each`; what then happens is the game's default."""

    kind: Annotated[str, Meta(pattern="^(none|each)$")] = "none"
    seconds: Annotated[int, Meta(ge=5, le=30 * 86_400)] = 60


class NewSeat(Said, frozen=True, forbid_unknown_fields=True):
    """A seat: its slots, and who decides: `person` (whoever has its link), `open` (whoever comes), or a bot."""

    name: Name
    slots: tuple[str, ...]
    by: Name = PERSON


class NewTable(Said, frozen=True, forbid_unknown_fields=True):
    """A table to be made. Without seats every slot is a seat: the first a person's, the others open.

    `options` are the game's; `packs` are names of folders that the server offers; a `listed` table stands in the lobby.
    """

    game: Name
    scenario: str = ""
    options: dict[str, str] = field(default_factory=dict)
    packs: tuple[Name, ...] = ()
    seats: tuple[NewSeat, ...] = ()
    clock: Clock = Clock()
    title: Annotated[str, Meta(max_length=60)] = ""
    listed: bool = False


class Made(Struct, frozen=True):
    """A table that was made: its id, the token of who made it, and that of every seat a person holds or may take."""

    table: str
    host: str
    seats: dict[str, str]


class Join(Said, frozen=True, forbid_unknown_fields=True):
    """Take an open seat, under a name."""

    seat: Name
    person: Name


class Joined(Struct, frozen=True):
    """The token of a seat that was taken."""

    table: str
    seat: str
    token: str


class Fork(Said, frozen=True, forbid_unknown_fields=True):
    """A table of one's own that goes on after an event of a match that is over, with new dice.

    Seats stay as they were: bots are bots, and every other seat has a link.
    """

    event: Annotated[int, Meta(ge=0)]
    title: Annotated[str, Meta(max_length=60)] = ""
    listed: bool = False


class Password(Said, frozen=True, forbid_unknown_fields=True):
    """The password of a server that has one."""

    password: Annotated[str, Meta(max_length=200)]


class SeatCard(Struct, frozen=True):
    """A seat as everybody sees it: its slots, who decides (`person`, `open` or a bot), and whether they are here."""

    name: str
    slots: tuple[str, ...]
    by: str
    person: str = ""
    present: bool = False
    referee: bool = False


class TableCard(Struct, frozen=True):
    """A table as everybody sees it."""

    table: str
    title: str
    game: str
    scenario: str
    scenario_title: str
    options: dict[str, str]
    packs: tuple[str, ...]
    seats: tuple[SeatCard, ...]
    clock: Clock
    listed: bool
    made: float
    dice: str  # the SHA-256 of the secret of the dice
    over: bool = False
    result: str = ""
