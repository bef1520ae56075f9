"""Frames on the socket, /api/tables/ID/socket: text, one message each."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct, field

from .acts import Act, Done, Refusal
from .asks import Answered, Ask
from .items import Item
from .standing import Now
from .tables import TableCard
from .verbs import VerbForm
from .words import Said


class Hello(Said, frozen=True, forbid_unknown_fields=True, tag_field="frame", tag="hello"):
    """The first frame: who this is (without token: who looks on), and the last item known of each stream."""

    token: Annotated[str, Meta(max_length=64)] = ""
    since: dict[str, int] = field(default_factory=dict)


class Doing(Said, frozen=True, forbid_unknown_fields=True, tag_field="frame", tag="doing"):
    """Do something, under a key of its own."""

    key: Annotated[str, Meta(min_length=8, max_length=64)]
    act: Act


class Asking(Said, frozen=True, forbid_unknown_fields=True, tag_field="frame", tag="asking"):
    """Ask something; the answer comes under the same key."""

    key: Annotated[str, Meta(min_length=1, max_length=64)]
    ask: Ask


class Welcome(Struct, frozen=True, tag_field="frame", tag="welcome"):
    """The first answer: the table, and the reader's seat; `host` for who made it.

    `slots` names them in order of the numbers that Scenes and Decisions have; `verbs` are all that the game knows.
    """

    card: TableCard
    you: str
    host: bool
    streams: tuple[str, ...]
    slots: tuple[str, ...] = ()
    verbs: tuple[VerbForm, ...] = ()


class News(Struct, frozen=True, tag_field="frame", tag="news"):
    """Items, in order."""

    items: tuple[Item, ...]


class Wait(Struct, frozen=True, tag_field="frame", tag="wait"):
    """Something takes long: what, and for whom; empty words when it is done."""

    says: str


FromClient: TypeAlias = Hello | Doing | Asking
FromServer: TypeAlias = Welcome | News | Now | Done | Refusal | Answered | Wait
