"""The routes of campaigns."""

from __future__ import annotations

from ...campaign.markdown import markdown_of
from ...core.protocol.campaign import STORYTELLER
from ...core.protocol.sheets import SheetReport
from ..campaigns.archive import MAX_ARCHIVE
from ..validation import message_digest
from ..wire.messages import (
    AdvanceCampaign,
    CampaignAct,
    CampaignCard,
    CampaignEntry,
    CampaignFight,
    CampaignLink,
    CampaignSheet,
    CampaignToken,
    CampaignView,
    FightSeat,
    NewCampaign,
    NewFight,
    NewLink,
    RecordMatch,
    RevokeLink,
    SeatToken,
    SheetQuestion,
    UndoEntry,
)
from .route_types import ANYBODY, MEMBERS, Query, Route, RouteRequest, Tagged, TextBody

ARCHIVE = TextBody("application/zip", MAX_ARCHIVE)
MARKDOWN = TextBody("text/markdown")


async def make_campaign(request: RouteRequest) -> CampaignToken:
    """Begin a campaign. The link of its Storyteller is in this response alone, so store it.
    A repeat under the same Idempotency-Key returns the same campaign and token.
    """
    return await request.campaigns.make(request.body, request.creation)


async def my_campaigns(request: RouteRequest) -> tuple[CampaignCard, ...]:
    """List the campaigns that the caller's token opens; without a token, none."""
    return await request.campaigns.cards(request.creation.own)


async def import_campaign(request: RouteRequest) -> CampaignToken:
    """Take in a campaign from the zip archive of its folder, at most 4 MiB: with its journal as it was, files edited by
    hand as one more entry. With the Storyteller's token of the same campaign, what it has besides is joined to that.
    """
    return await request.campaigns.bring(request.body, request.query["by"], request.creation)


async def see_campaign(request: RouteRequest) -> Tagged:
    """Return a campaign as the caller may see it: report, people, what waits, commands as forms, fights, links."""
    return Tagged(*await request.campaigns.view(request.campaign, request.actor, request.known_tags))


async def campaign_log(request: RouteRequest) -> tuple[CampaignEntry, ...]:
    """Return the entries after number `since`, redacted for the caller, 100 at most."""
    return await request.campaigns.log(request.campaign, request.actor, request.query["since"])


async def give_command(request: RouteRequest) -> CampaignEntry:
    """Give a command of the campaign; the response comes once it is committed.
    The same under the same Idempotency-Key is carried out once, and answered alike.
    """
    return await change(request)


async def advance_campaign(request: RouteRequest) -> CampaignEntry:
    """Let days pass in the campaign; the sentences of the entry tell what happened to whom."""
    return await change(request)


async def undo_entry(request: RouteRequest) -> CampaignEntry:
    """Leave out an entry of the campaign, wherever it stands; an undoing can be undone too."""
    return await change(request)


async def change(request: RouteRequest) -> CampaignEntry:
    """Make a change of the campaign in the path."""
    digest = message_digest(request.body)
    return await request.campaigns.change(request.campaign, request.actor, request.key, digest, request.body)


async def character_sheet(request: RouteRequest) -> CampaignSheet:
    """Return a character's sheet, as the caller may know it, with the notice of the game."""
    return await request.campaigns.sheet(request.campaign, request.actor, request.request.path_params["person"])


async def sheet_markdown(request: RouteRequest) -> str:
    """Return a character's sheet as Markdown, with the notice of the game."""
    return markdown_of((await character_sheet(request)).sections)


async def check_character_sheet(request: RouteRequest) -> SheetReport:
    """Return what a sheet for one of the caller's characters costs, and what is wrong with it; nothing changes."""
    person = request.request.path_params["person"]
    return await request.campaigns.check_sheet(request.campaign, request.actor, person, request.body)


async def export_campaign(request: RouteRequest) -> bytes:
    """Return the zip archive of the campaign's folder: readable files and the whole journal."""
    return await request.campaigns.export(request.campaign)


async def campaign_links(request: RouteRequest) -> tuple[CampaignLink, ...]:
    """List who may open the campaign, and who may no more."""
    return await request.campaigns.links(request.campaign)


async def make_link(request: RouteRequest) -> CampaignToken:
    """Make a link for a player or another Storyteller. An earlier one of the same name is void from then on.
    A repeat under the same Idempotency-Key returns the same token.
    """
    return await request.campaigns.make_link(request.campaign, request.body, request.creation)


async def revoke_link(request: RouteRequest) -> tuple[CampaignLink, ...]:
    """Make a link void; return all links as they are then."""
    return await request.campaigns.revoke_link(request.campaign, request.body.name)


async def make_fight(request: RouteRequest) -> CampaignFight:
    """Begin a match with characters of the campaign, each in a seat with its wounds and gear.
    A repeat under the same Idempotency-Key begins one.
    """
    return await request.campaigns.make_fight(request.campaign, request.actor, request.body, request.creation)


async def take_fight_seat(request: RouteRequest) -> SeatToken:
    """Return the token of the caller's seat in a fight, the same every time; whoever had another one has none now."""
    table, seat = request.table, request.body.seat
    return await request.campaigns.take_seat(request.campaign, table, request.actor, seat, request.creation.own)


async def record_fight(request: RouteRequest) -> tuple[CampaignEntry, ...]:
    """Carry the end of a fight into the campaign: wounds and whatever else its characters bring home.
    None of a mock fight that cost nothing.
    """
    digest = message_digest(request.body)
    return await request.campaigns.record(
        request.campaign, request.table, request.actor, request.key, digest, request.body
    )


CAMPAIGNS = "/api/campaigns"
CAMPAIGN_ID = CAMPAIGNS + "/{campaign}"
PERSON = CAMPAIGN_ID + "/sheets/{person}"
FIGHT = CAMPAIGN_ID + "/fights/{table}"
STORYTELLERS, COMERS = (STORYTELLER,), (ANYBODY, *MEMBERS)
ENTRIES, LINKS = tuple[CampaignEntry, ...], tuple[CampaignLink, ...]

CAMPAIGN_ROUTES: tuple[Route, ...] = (
    Route("GET", CAMPAIGNS, "The campaigns that one may open", COMERS, tuple[CampaignCard, ...], my_campaigns),
    Route("POST", CAMPAIGNS, "Begin a campaign", COMERS, CampaignToken, make_campaign, NewCampaign, creates=True),
    Route(
        "POST",
        CAMPAIGNS + "/import",
        "Bring a campaign",
        COMERS,
        CampaignToken,
        import_campaign,
        ARCHIVE,
        query=(Query("by", "the name of its Storyteller, where the caller has no link"),),
        creates=True,
    ),
    Route("GET", CAMPAIGN_ID, "A campaign", MEMBERS, CampaignView, see_campaign, has_tag=True),
    Route(
        "GET",
        CAMPAIGN_ID + "/log",
        "What was changed",
        MEMBERS,
        ENTRIES,
        campaign_log,
        query=(Query("since", "after which entry", int),),
    ),
    Route(
        "POST",
        CAMPAIGN_ID + "/commands",
        "Give a command",
        MEMBERS,
        CampaignEntry,
        give_command,
        CampaignAct,
        needs_key=True,
    ),
    Route(
        "POST",
        CAMPAIGN_ID + "/advance",
        "Let days pass",
        STORYTELLERS,
        CampaignEntry,
        advance_campaign,
        AdvanceCampaign,
        needs_key=True,
    ),
    Route(
        "POST",
        CAMPAIGN_ID + "/undo",
        "Undo an entry",
        STORYTELLERS,
        CampaignEntry,
        undo_entry,
        UndoEntry,
        needs_key=True,
    ),
    Route("GET", PERSON, "A character's sheet", MEMBERS, CampaignSheet, character_sheet),
    Route("GET", PERSON + "/markdown", "A character's sheet as a text", MEMBERS, MARKDOWN, sheet_markdown),
    Route(
        "POST",
        PERSON + "/check",
        "What is to be told of a sheet",
        MEMBERS,
        SheetReport,
        check_character_sheet,
        SheetQuestion,
    ),
    Route("GET", CAMPAIGN_ID + "/export", "The archive of a campaign", STORYTELLERS, ARCHIVE, export_campaign),
    Route("GET", CAMPAIGN_ID + "/links", "Who may open a campaign", STORYTELLERS, LINKS, campaign_links),
    Route(
        "POST",
        CAMPAIGN_ID + "/links",
        "Make a link",
        STORYTELLERS,
        CampaignToken,
        make_link,
        NewLink,
        creates=True,
    ),
    Route(
        "POST",
        CAMPAIGN_ID + "/revoke",
        "Make a link void",
        STORYTELLERS,
        LINKS,
        revoke_link,
        RevokeLink,
        needs_key=True,
    ),
    Route(
        "POST",
        CAMPAIGN_ID + "/fights",
        "Begin a fight",
        STORYTELLERS,
        CampaignFight,
        make_fight,
        NewFight,
        creates=True,
    ),
    Route("POST", FIGHT + "/seat", "Take a seat in a fight", MEMBERS, SeatToken, take_fight_seat, FightSeat),
    Route(
        "POST", FIGHT + "/record", "Record a fight", STORYTELLERS, ENTRIES, record_fight, RecordMatch, needs_key=True
    ),
)
"""All routes of campaigns, in the order in which Starlette tries them."""
