"""Campaigns: links that open them, what they are, commands and entries, sheets, and fights."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct, field

from ....campaign.forms import CommandForm
from ....core.protocol.campaign import PersonCard, Request, Section
from .words import ClientMessage, Name

Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
LinkName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=60)]
Reason: TypeAlias = Annotated[str, Meta(max_length=1000)]


class NewCampaign(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """A campaign to be begun, on a day of its calendar. `by` is the name of its Storyteller, who gets a link.

    With a `seed` all its dice follow from that. `packs` are names of pack folders that the server offers.
    """

    game: Name
    name: LinkName
    packs: tuple[Name, ...] = ()
    start_day: Number = 0
    seed: Number | None = None
    by: LinkName = "storyteller"


class CampaignToken(Struct, frozen=True):
    """A link to a campaign: whose it is, and its token, which is told once."""

    campaign: str
    name: str
    storyteller: bool
    token: str


class CampaignCard(Struct, frozen=True):
    """A campaign, and as whom a token opens it: under which name, and whether as the Storyteller."""

    campaign: str
    game: str
    title: str
    made: float
    who: str
    storyteller: bool


class NewLink(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """A link to be made for somebody: of a player, the name that owns the characters. An earlier one is void then."""

    name: LinkName
    storyteller: bool = False


class RevokeLink(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """A link that is not to open the campaign any more."""

    name: LinkName


class CampaignLink(Struct, frozen=True):
    """Who may open a campaign; not `open`: the link was revoked."""

    name: str
    storyteller: bool
    open: bool


class CampaignAct(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """A command to be given, as `{"command": word, field: value}`.

    `last` is the last entry that who gives it knows of: if there are later ones, nothing happens. With `preview`, which
    is the Storyteller's, nothing changes either: only what would come of it is told.
    """

    command: dict[str, Any]
    reason: Reason = ""
    last: Number | None = None
    preview: bool = False


class AdvanceCampaign(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """Days that are to pass; the rest as for a command."""

    days: Number
    reason: Reason = ""
    last: Number | None = None
    preview: bool = False


class UndoEntry(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """An entry that is to be left out; the rest as for a command."""

    number: Number
    reason: Reason = ""
    last: Number | None = None
    preview: bool = False


class RecordMatch(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """The end of a match is to be carried into the campaign; the rest as for a command."""

    reason: Reason = ""
    last: Number | None = None


class CampaignDifference(Struct, frozen=True):
    """A value that changed: the file, the path in it, and the value before and after; null: it was not there."""

    file: str
    path: str
    before: Any
    after: Any


class CampaignEntry(Struct, frozen=True):
    """An entry as its reader may know it: what it was, what was said of it, and what differs by it.

    `command` is null where it is none, or is not for the reader.
    """

    number: int
    at: float
    by: str
    reason: str
    word: str
    undone: bool
    command: dict[str, Any] | None
    sentences: tuple[str, ...]
    differences: tuple[CampaignDifference, ...]


class CampaignPerson(PersonCard, frozen=True):
    """A character in a list; `mine`: who reads it owns it, or is the Storyteller."""

    mine: bool = False


class FightSeatCard(Struct, frozen=True):
    """A seat in a fight: which character sits there (empty: the Storyteller's), and whether it is the reader's."""

    seat: str
    person: str
    name: str
    mine: bool


class CampaignFight(Struct, frozen=True):
    """A match that characters of a campaign fight at a table; `recorded` is the entry that took its end, or 0.

    `waits`: it is over, its end has something that the campaign keeps, and the reader may record it.
    """

    table: str
    title: str
    scenario: str
    made: float
    over: bool
    result: str
    recorded: int
    seats: tuple[FightSeatCard, ...]
    waits: bool = False


class NewFight(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """A match to be begun with characters of the campaign, by their ids in the order of the seats.

    `options` are those of the game that do not follow from the campaign.
    """

    scenario: Annotated[str, Meta(min_length=1, max_length=200)]
    people: Annotated[tuple[Name, ...], Meta(max_length=40)]
    options: dict[str, str] = field(default_factory=dict)
    title: Annotated[str, Meta(max_length=60)] = ""


class FightSeat(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """A seat to be taken in a fight; without a name, the host's place, which is the Storyteller's who began it."""

    seat: Annotated[str, Meta(max_length=40)] = ""


class CampaignSheet(Struct, frozen=True):
    """A character's sheet in sections, the notice of the game last, and as `value` of the game's `sheet` to edit it,
    of which a campaign sets `fields`.

    `value` is null where it is not the reader's. `can_take`: the reader may set it anew now.
    """

    person: str
    name: str
    mine: bool
    sections: tuple[Section, ...]
    sheet: str
    fields: tuple[str, ...]
    value: dict[str, Any] | None
    can_take: bool


class FightOffer(Struct, frozen=True):
    """A scenario that characters may fight, and how many it has seats for."""

    id: str
    title: str
    room: int


class CampaignView(Struct, frozen=True):
    """A campaign as its reader may know it.

    `number` is that of its last entry, `day` that of the calendar; `who` reads it. `requests` wait for the Storyteller.
    `commands` are those that the reader may give, `advance` the one that moves the calendar on, empty if the reader may
    not. `sheet` is the game's form of a character's sheet. `options` are those that its fights are played with, unless
    something else is said. `links` and `scenarios` are told to the Storyteller alone.
    """

    campaign: str
    game: str
    title: str
    packs: tuple[str, ...]
    made: float
    number: int
    day: int
    who: str
    storyteller: bool
    notice: str
    report: tuple[Section, ...]
    people: tuple[CampaignPerson, ...]
    requests: tuple[Request, ...]
    commands: tuple[CommandForm, ...]
    advance: str
    sheet: str
    scenarios: tuple[FightOffer, ...]
    options: dict[str, str]
    fights: tuple[CampaignFight, ...]
    links: tuple[CampaignLink, ...]
