"""Fights: matches at tables with characters of a campaign, the seats of their players, and the way back."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from ...campaign.campaign import Campaign, LogLine
from ...core.errors import BadFile, HeldElsewhere, IllegalChoice
from ...core.game import Setting
from ...core.protocol.campaign import Actor, Command
from ...match.judge import MatchStart
from ..errors import ApiError, ClosedTable, forbidden
from ..store.rows import CampaignFightRow, Change
from ..store.store import Store
from ..tables.creation import create_table, setup_and_seats
from ..tables.idempotency import Creation, issue_tokens
from ..tables.registry import TableRegistry
from ..tables.seats import SeatState
from ..tables.table import SETUP, Setup, Table, TableRecord
from ..validation import clean_text, hash_token, new_id
from ..wire.messages import CampaignFight, NewFight, NewSeat, NewTable
from .links import seat_token
from .session import change, done_before

SCENARIO = "scenario"  # among the options of a fight, it says where it is fought
NPCS = "greedy"  # the bot that plays whom nobody of the campaign plays, where there is no referee


class Placement(msgspec.Struct, frozen=True):
    """A fight that is laid out: what its table is made with, and who sits where."""

    setup: Setup
    found: MatchStart
    seat_states: list[SeatState]
    people: Mapping[str, str]


async def closed_tables(id: str, registry: TableRegistry) -> set[str]:
    """Return the tables of a campaign's fights that are not over and cannot be opened, so that they never will."""
    fights, found = await registry.run(registry.store.campaign_fights, id), set[str]()
    for fight in fights:
        if fight.end is None:
            try:
                await registry.session(fight.row.table)
            except HeldElsewhere:  # it goes on at another server
                pass
            except (BadFile, ClosedTable):
                found.add(fight.row.table)
    return found


def running_fights(campaign: Campaign, store: Store, closed: Collection[str] = ()) -> list[Mapping[str, str]]:
    """Return the options of the campaign's matches that are not over, but for `closed` tables, which cannot go on."""
    fights = store.campaign_fights(campaign.head.campaign)
    going = [fight for fight in fights if fight.end is None and fight.row.table not in closed]
    return [SETUP.decode(fight.table.setup).asked.options for fight in going]


def lay_out(campaign: Campaign, new: NewFight, registry: TableRegistry, closed: Collection[str] = ()) -> Placement:
    """Return what the table of a fight is made with: characters in seats of their own, the rest the referee's.

    Raises:
        FireteamError: there is no such scenario or character, or no such match can be.
    """
    rules, head = campaign.rules, campaign.head
    options = dict(campaign.fight(new.scenario, new.people, running_fights(campaign, registry.store, closed)))
    scenario = options.pop(SCENARIO, new.scenario)
    if settled := sorted({*options, SCENARIO} & {*new.options}):
        raise ApiError("E_OPTION", f"The campaign itself says who fights where: leave out {', '.join(settled)}.")
    options = {**rules.table_options, **new.options, **options}
    title = clean_text(new.title, "The title") if new.title.strip() else head.name[:60]
    table = NewTable(head.game, scenario, options, head.packs, title=title)
    _, found, _ = setup_and_seats(table, registry.packs)
    people = rules.members(found.setting)
    seats = seats_of(found.setting, people)
    setup, found, seat_states = setup_and_seats(msgspec.structs.replace(table, seats=seats), registry.packs)
    return Placement(setup, found, seat_states, people)


def seats_of(setting: Setting, people: Mapping[str, str]) -> tuple[NewSeat, ...]:
    """Return the seats of a fight: one for each character, and who is left to a referee or, without one, to a bot."""
    rest = [slot for slot in setting.slots if slot not in people]
    own = tuple(NewSeat(slot, (slot,)) for slot in setting.slots if slot in people)
    if setting.referee < 0:
        return (*own, *(NewSeat(slot, (slot,), NPCS) for slot in rest))
    referee = setting.slots[setting.referee]
    if setting.referee_commands:
        return (*own, NewSeat(referee, tuple(rest)))
    others = (NewSeat(slot, (slot,), NPCS) for slot in rest if slot != referee)
    return (*own, *others, NewSeat(referee, (referee,)))


def make_fight(
    campaign: Campaign, new: NewFight, registry: TableRegistry, link: str, making: Creation, closed: Collection[str]
) -> Table:
    """Make the table of a fight and store it; `link` is the token of the Storyteller who begins it and hosts it.

    Raises:
        FireteamError: no such fight can be, or the database stores nothing now.
    """
    placed = lay_out(campaign, new, registry, closed)
    id, now = new_id(registry.env), registry.env.clock()
    answer = issue_tokens(id, placed.seat_states, making)
    record = TableRecord(id, now, placed.setup, "", False)
    people = tuple(f"{seat}={person}" for seat, person in placed.people.items())
    rows: list[Change] = [*making.rows(answer), CampaignFightRow(campaign.head.campaign, id, now, people)]
    host = hash_token(seat_token(link, id, ""))
    return create_table(record, placed.found, placed.seat_states, host, registry.store, registry.env, rows)


def seat_in(fight: CampaignFight, seat: str, actor: Actor) -> str:
    """Return a seat of a fight that somebody may take: their own characters', of the Storyteller all.

    Raises:
        ApiError: there is no such seat (404), or it is another's (403).
    """
    card = next((each for each in fight.seats if each.seat == seat), None)
    if card is None and not (actor.is_storyteller and not seat):
        there = ", ".join(each.seat for each in fight.seats)
        raise ApiError("E_SEATS", f"No seat {seat[:40]!r}; there is {there}.", 404)
    if card is not None and not card.mine and not actor.is_storyteller:
        raise forbidden(f"{seat} is another's seat.")
    return seat


def commands_after(campaign: Campaign, table: Table) -> tuple[Command, ...]:
    """Return the commands that carry the end of a fight into its campaign.

    Raises:
        ApiError: the fight goes on (409).
    """
    if not table.over:
        raise ApiError("E_NOT_OVER", "The fight goes on; record it once it is over.", 409)
    return campaign.commands_after(table.setting, table.match.state, table.id, table.match.commitment)


def what_waits(campaign: Campaign, table: Table) -> tuple[int, bool]:
    """Return the number of a campaign's last entry, and whether the end of a fight could be recorded after it.

    Raises:
        ApiError: the fight goes on (409).
    """
    commands = commands_after(campaign, table)
    try:
        for command in commands:
            campaign.do(command, Actor(campaign.head.by), keep=False)
    except IllegalChoice:
        return campaign.number, False
    return campaign.number, bool(commands)


def record_fight(
    campaign: Campaign, table: Table, actor: Actor, key: str, reason: str, last: int | None, recorded: int
) -> list[LogLine]:
    """Carry the end of a fight into its campaign, once; return the entries.

    Raises:
        ApiError: the fight goes on, is recorded already by entry `recorded`, or `last` is not the last entry (409).
        FireteamError: the rules refuse it, or the database stores nothing now.
    """
    if before := done_before(campaign, actor, key):
        return before
    if recorded:
        raise ApiError("E_RECORDED", f"Entry {recorded} has recorded this fight; undo that first.", 409)
    lines: list[LogLine] = []
    why = reason or f"the match {table.record.setup.asked.title}"
    for command in commands_after(campaign, table):
        known = last if not lines else None
        lines.append(change(campaign, known, lambda what=command: campaign.do(what, actor, why, key=key)))  # type: ignore[misc]
    return lines
