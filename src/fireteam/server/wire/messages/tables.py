"""Tables and their seats: creating, joining, forking."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from .words import PERSON, ClientMessage, Name


class Clock(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """The time for a decision: no limit (`none`), or `seconds` for `each`; then the game's default choice is made."""

    kind: Annotated[str, Meta(pattern="^(none|each)$")] = "none"
    seconds: Annotated[int, Meta(ge=5, le=30 * 86_400)] = 60


class NewSeat(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: its slots, and who decides.

    `by` is `person` (whoever has its token), `open` (whoever takes it), or the name of a bot.
    """

    name: Name
    slots: tuple[str, ...]
    by: Name = PERSON


class NewTable(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """A table to be created. Every slot that `seats` leaves out has an open seat of its own.

    Without any `seats` the first slot that is not the referee's is a person's. Without `scenario` it is the game's
    first. `options` are those of the game; `packs` are names of pack folders that the server offers. A `listed` table
    is in the lobby.
    """

    game: Name
    scenario: str = ""
    options: dict[str, str] = field(default_factory=dict)
    packs: tuple[Name, ...] = ()
    seats: tuple[NewSeat, ...] = ()
    clock: Clock = Clock()
    title: Annotated[str, Meta(max_length=60)] = ""
    listed: bool = False


class TableTokens(Struct, frozen=True):
    """A table that was created: its id, the host's token, and that of every seat a person holds or may take."""

    table: str
    host: str
    seats: dict[str, str]


class Join(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """Take an open seat under a name, or set the name of the caller's own seat."""

    seat: Name
    person: Name


class SeatToken(Struct, frozen=True):
    """The seat that was taken, and its token."""

    table: str
    seat: str
    token: str


class Fork(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """A new table that goes on after an event of a match that is over, with new dice; left out: the last event.

    A match whose table is closed need not be over: the rules and packs of now run over its events as far as they can.
    Seats stay as they were: bots remain, and every other seat has a new token.
    """

    event: Annotated[int, Meta(ge=0)] | None = None
    title: Annotated[str, Meta(max_length=60)] = ""
    listed: bool = False


class Password(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """The password of the server."""

    password: Annotated[str, Meta(max_length=200)]


class SeatCard(Struct, frozen=True):
    """A seat as everybody sees it: its slots, and who decides (`person`, `open` or a bot's name).

    `person` is the name of who holds it; `present`: whether somebody is connected with its token.
    """

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
