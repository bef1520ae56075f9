"""Frames of the WebSocket /api/tables/ID/socket: text, one JSON message each."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct, field

from .acts import Act, ActCommitted, Refusal
from .asks import Ask, AskReply
from .changes import Change, QuickChoice, Terms
from .tables import TableCard
from .verbs import VerbForm
from .words import ClientMessage, Key


class Hello(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="frame", tag="hello"):
    """The first frame of a client: its token (none for a spectator), and the last `seq` that it has of each stream.

    `protocol` is the version that it speaks: that of the server is in its refusal of any other.
    """

    token: Annotated[str, Meta(max_length=64)] = ""
    since: dict[str, int] = field(default_factory=dict)
    protocol: int = 1


class ActFrame(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="frame", tag="doing"):
    """Do an act, under an idempotency key of its own."""

    key: Key
    act: Act


class AskFrame(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="frame", tag="asking"):
    """Ask a question; its answer has the same key."""

    key: Annotated[str, Meta(min_length=1, max_length=64)]
    ask: Ask


class Ping(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="frame", tag="ping"):
    """Is anybody there? It is answered at once by `Pong`, also while a table is opened or much is under way."""


class Pong(Struct, frozen=True, tag_field="frame", tag="pong"):
    """The answer to `Ping`, with the server's time in milliseconds since 1970."""

    time: int


class Welcome(Struct, frozen=True, tag_field="frame", tag="welcome"):
    """The answer to `hello`: the table, the caller's seat (`you`, empty if none), and whether the caller is the host.

    `streams` are those the caller may read. `slots` are the names of the slots, in the order of the numbers that Scenes
    and Decisions use. `verbs` are all that the game has. `threats` and `sight`:
    whether the game can answer AskThreats and AskSight. On a socket `terms` are what later frames are read
    by.
    """

    card: TableCard
    you: str
    host: bool
    streams: tuple[str, ...]
    slots: tuple[str, ...] = ()
    verbs: tuple[VerbForm, ...] = ()
    threats: bool = False
    sight: bool = False
    terms: Terms | None = None


class Wait(Struct, frozen=True, tag_field="frame", tag="wait"):
    """Something takes long: `says` what; empty once it is done."""

    says: str


FromClient: TypeAlias = Hello | ActFrame | AskFrame | Ping
FromServer: TypeAlias = Welcome | Change | QuickChoice | ActCommitted | Refusal | AskReply | Wait | Pong
