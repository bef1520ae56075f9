"""What somebody may see of a campaign: the whole page, entries, sheets and fights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ...campaign.campaign import Campaign, LogLine
from ...campaign.entry import Head, effective
from ...campaign.forms import commands_for, forms_for
from ...core.errors import FireteamError
from ...core.protocol.campaign import Actor, PersonCard
from ...core.protocol.sheets import SheetReport
from ...match.file.format import dice_of
from ...registry import find_game
from ..errors import ApiError, forbidden
from ..store.rows import CampaignFight as StoredFight
from ..store.rows import CampaignFightRow, CampaignLinkRow, CampaignRow
from ..tables.creation import PackFolders
from ..tables.table import SETUP
from ..validation import message_digest
from ..wire.messages import (
    CampaignCard,
    CampaignDifference,
    CampaignEntry,
    CampaignFight,
    CampaignPerson,
    CampaignSheet,
    CampaignView,
    FightOffer,
    FightSeatCard,
    SheetQuestion,
)
from .links import cards_of


def card_of(row: CampaignRow, link: CampaignLinkRow) -> CampaignCard:
    """Return a campaign in a list, as a link opens it."""
    return CampaignCard(row.campaign, row.game, row.name, row.made, link.name, link.storyteller)


def entry_of(line: LogLine) -> CampaignEntry:
    """Return an entry as a message."""
    fields = {name: getattr(line, name) for name in CampaignEntry.__struct_fields__}
    differences = tuple(CampaignDifference(*each) for each in line.differences)
    command = None if line.command is None else dict(line.command)
    return CampaignEntry(**{**fields, "differences": differences, "command": command})


def scenarios_of(head: Head, packs: PackFolders) -> Mapping[str, str]:
    """Return the titles of the scenarios of a campaign's game and packs, by id; none where packs are gone or faulty."""
    try:
        return find_game(head.game).scenarios(packs.paths(head.packs))
    except FireteamError:
        return {}


def view_for(
    campaign: Campaign,
    actor: Actor,
    links: Sequence[CampaignLinkRow],
    fights: Sequence[StoredFight],
    scenarios: Mapping[str, str],
) -> CampaignView:
    """Return a campaign as somebody may see it. `scenarios` are titles by id, for the Storyteller."""
    rules, head, state, game = campaign.rules, campaign.head, campaign.state_for(actor), find_game(campaign.head.game)
    kinds, is_storyteller = list(commands_for(rules, actor)), actor.is_storyteller
    people = people_for(campaign, actor)
    own, words = {person.id for person in people if person.mine}, {str(kind.__struct_config__.tag) for kind in kinds}
    return CampaignView(
        head.campaign,
        head.game,
        head.name,
        head.packs,
        head.at,
        campaign.number,
        rules.day(state),
        actor.name,
        is_storyteller,
        game.notice,
        rules.report(state),
        people,
        tuple(
            msgspec.structs.replace(
                request, answers=tuple(each for each in request.answers if each["command"] in words)
            )
            for request in rules.requests(state)
            if request.person in own
        ),
        forms_for(campaign, actor),
        str(rules.advance.__struct_config__.tag) if rules.advance in kinds else "",
        rules.sheet_form,
        tuple(FightOffer(id, title, room) for id, title in scenarios.items() if (room := rules.room(state, id)))
        if is_storyteller
        else (),
        dict(rules.table_options),
        fights_for(campaign, actor, people, fights),
        cards_of(links) if is_storyteller else (),
    )


def tag_for(
    campaign: Campaign,
    actor: Actor,
    links: Sequence[CampaignLinkRow],
    ends: Iterable[tuple[CampaignFightRow, bool]],
    began: float,
) -> str:
    """Return a tag that is another one whenever somebody's view may be: of its entries, links and fights.

    A server that began at another time makes other tags.
    """
    own = {person.id for person in campaign.rules.people(campaign.state) if is_own(person, actor)}
    fights = [
        (fight.table, has_ended)
        for fight, has_ended in ends
        if actor.is_storyteller or not own.isdisjoint(word.split("=", 1)[1] for word in fight.people)
    ]
    cards = cards_of(links) if actor.is_storyteller else ()
    parts = began, campaign.head.campaign, campaign.number, actor.name, actor.is_storyteller, cards, fights
    return message_digest(parts)


def people_for(campaign: Campaign, actor: Actor) -> tuple[CampaignPerson, ...]:
    """Return the characters that somebody may know of."""
    return tuple(
        CampaignPerson(**msgspec.structs.asdict(person), mine=is_own(person, actor))
        for person in campaign.rules.people(campaign.state_for(actor))
    )


def is_own(person: PersonCard, actor: Actor) -> bool:
    """Whether a character is somebody's; the Storyteller has all."""
    return actor.is_storyteller or person.owner == actor.name


def fights_for(
    campaign: Campaign, actor: Actor, people: Iterable[CampaignPerson], fights: Sequence[StoredFight]
) -> tuple[CampaignFight, ...]:
    """Return the fights of a campaign in which somebody has a seat; to the Storyteller, all."""
    by_id, recorded = {person.id: person for person in people}, records_of(campaign)
    found = (fight_card(fight, by_id, recorded, actor) for fight in fights)
    return tuple(card for card in found if actor.is_storyteller or any(seat.mine for seat in card.seats))


def fight_card(
    fight: StoredFight, people: Mapping[str, CampaignPerson], recorded: Mapping[str, int], actor: Actor
) -> CampaignFight:
    """Return a fight as somebody may see it."""
    setup, sitting = SETUP.decode(fight.table.setup), dict(word.split("=", 1) for word in fight.row.people)
    seats = []
    for seat in setup.seats:
        person = people.get(sitting.get(seat, ""))
        is_mine = person.mine if person else actor.is_storyteller
        seats.append(FightSeatCard(seat, person.id if person else "", person.name if person else "", is_mine))
    table, end = fight.row.table, fight.end
    return CampaignFight(
        table,
        setup.asked.title,
        setup.scenario_title,
        fight.row.made,
        end is not None,
        end.result if end else "",
        recorded.get(table) or recorded.get(dice_of(fight.table.head), 0),
        tuple(seats),
    )


def records_of(campaign: Campaign) -> dict[str, int]:
    """Return the entries that carried matches into a campaign, by the match and the dice that their command names.

    A match that came home as a file is known by its dice alone.
    """
    found = dict[str, int]()
    for entry in effective(campaign.timeline.entries):
        for name in ("match", "dice"):
            if known := (entry.command or {}).get(name):
                found[str(known)] = entry.number
    return found


def sheet_for(campaign: Campaign, actor: Actor, person: str) -> CampaignSheet:
    """Return a character's sheet, as somebody may know it.

    Raises:
        ApiError: there is no such character for them (404).
    """
    rules, state = campaign.rules, campaign.state_for(actor)
    card = person_of(campaign, actor, person)
    is_mine = card.mine
    value: Any = rules.sheet_value(state, person) if is_mine and rules.sheet_form else None
    can_take = is_mine and (actor.is_storyteller or card.is_draft)
    fields = rules.sheet_fields(state, person)
    return CampaignSheet(
        person, card.name, is_mine, rules.sheet(state, person), rules.sheet_form, fields, value, can_take
    )


def check_sheet_for(campaign: Campaign, actor: Actor, person: str, asked: SheetQuestion) -> SheetReport:
    """Return what is to be told of a sheet for one of somebody's characters; nothing changes.

    Raises:
        ApiError: there is no such character (404), or it is another's (403).
    """
    if campaign.rules.check_sheet is None:
        raise ApiError("E_UNKNOWN", f"Characters of {campaign.head.game} have no sheets to edit.", 404)
    if not person_of(campaign, actor, person).mine:
        raise forbidden("That character is another's.")
    return campaign.rules.check_sheet(campaign.state, person, asked.value, asked.file.encode())


def person_of(campaign: Campaign, actor: Actor, person: str) -> CampaignPerson:
    """Return a character of a campaign that somebody may know of.

    Raises:
        ApiError: there is none (404).
    """
    card = next((each for each in people_for(campaign, actor) if each.id == person), None)
    if card is None:
        raise ApiError("E_UNKNOWN", f"There is no character {person[:40]!r} here.", 404)
    return card
