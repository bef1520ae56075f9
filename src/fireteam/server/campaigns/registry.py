"""`CampaignRegistry`: all campaigns by id; identifies who comes with a link, opens campaigns and makes them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Any, TypeVar

from msgspec.structs import replace

from ...campaign.campaign import Campaign, LogLine, begin, campaign_rules
from ...campaign.entry import decode_command
from ...campaign.exchange import write_files
from ...campaign.journal import Journal
from ...campaign.named_packs import with_named_packs
from ...core.errors import BadNotation, FireteamError
from ...core.protocol.campaign import Actor, CampaignRules, Command
from ...core.protocol.sheets import SheetReport
from ..background import begin as begin_task
from ..errors import ApiError
from ..shield import shield
from ..store.campaigns import keep_campaign, open_campaign
from ..store.rows import CampaignFight as StoredFight
from ..store.rows import CampaignLinkRow
from ..tables.acts import take_seat
from ..tables.idempotency import Creation
from ..tables.registry import TableRegistry
from ..tables.table import Table
from ..validation import clean_text, hash_token, new_id
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
    NewCampaign,
    NewFight,
    NewLink,
    RecordMatch,
    SeatToken,
    SheetQuestion,
    UndoEntry,
)
from .archive import merge, pack_files, read_archive
from .fights import closed_tables, make_fight, record_fight, seat_in, what_waits
from .links import VOID, actor_of_link, cards_of, make_link, name_of_link, repeat_link, seat_token
from .session import CampaignSession, change_once, entry_key
from .view import (
    card_of,
    check_sheet_for,
    entry_of,
    fight_card,
    people_for,
    records_of,
    scenarios_of,
    sheet_for,
    tag_for,
    view_for,
)

Outcome = TypeVar("Outcome")

IDLE = 300.0  # seconds after which a campaign that nobody comes to is put away
MOST_LINES = 100  # entries that are told at once
Change = CampaignAct | AdvanceCampaign | UndoEntry


class CampaignRegistry:
    """All campaigns of a server, beside its tables."""

    def __init__(self, tables: TableRegistry) -> None:
        self.tables, self.store, self.env = tables, tables.store, tables.env
        self.began = tables.env.clock()
        self._brings: dict[str, tuple[int, bool]] = {}  # what tables that are over bring home, after which entry
        self.open: dict[str, CampaignSession] = {}
        self._opening: dict[str, asyncio.Task[CampaignSession]] = {}

    def rules_of(self, game: str) -> CampaignRules:
        """Return the rules of a game's campaigns, with the packs of this server by name.

        Raises:
            UnknownName: there is no such game, or it has no campaigns.
        """
        return with_named_packs(campaign_rules(game), self.tables.packs.paths)

    # Opening

    async def session(self, id: str) -> CampaignSession:
        """Return the session of a campaign that there is, which is opened if it is not open.

        Raises:
            FireteamError: it cannot be opened.
        """
        if id in self.open:
            self.open[id].used = self.env.clock()
            return self.open[id]
        if id not in self._opening:
            self._opening[id] = task = begin_task(self._open_session(id))
            task.add_done_callback(lambda _: self._opening.pop(id, None))
        return await shield(self._opening[id])

    async def _open_session(self, id: str) -> CampaignSession:
        return self._add(await self.tables.run(self._load, id))

    def _load(self, id: str) -> Campaign:
        return open_campaign(self.store, id, self.rules_of, self.env.entropy)

    def _add(self, campaign: Campaign) -> CampaignSession:
        id = campaign.head.campaign
        self.open[id] = CampaignSession(campaign, lambda: self._load(id), self.tables.run, self.env)
        return self.open[id]

    async def evict_idle(self, idle: float = IDLE) -> None:
        """Put away the campaigns that nobody has come to for `idle` seconds."""
        now = self.env.clock()
        for id, session in list(self.open.items()):
            if session.is_idle and now - session.used >= idle:
                del self.open[id]
                session.put_away()

    async def close(self) -> None:
        """Finish what is under way."""
        await asyncio.gather(*self._opening.values(), return_exceptions=True)
        for session in list(self.open.values()):
            await session.wait_until_idle()

    # Links

    async def identify(self, id: str, token: str) -> Actor | None:
        """Return who has a token of a campaign; None without a token.

        Raises:
            ApiError: this is no token of the campaign (401).
        """
        if not token:
            return None
        link = await self._link(token)
        if link.campaign != id:
            raise ApiError("E_TOKEN", VOID, 401)
        return Actor(link.name, link.storyteller)

    async def _link(self, token: str) -> CampaignLinkRow:
        link = await self.tables.run(self.store.campaign_link, hash_token(token))
        if link is None:
            raise ApiError("E_TOKEN", VOID, 401)
        return link

    async def cards(self, token: str) -> tuple[CampaignCard, ...]:
        """Return the campaigns that a token opens; none without one.

        Raises:
            ApiError: nobody has this token (401).
        """
        if not token:
            return ()
        link = await self._link(token)
        row = await self.tables.run(self.store.campaign, link.campaign)
        return (card_of(row, link),) if row else ()

    async def links(self, id: str) -> tuple[CampaignLink, ...]:
        """Return who may open a campaign, and who may no more."""
        return cards_of(await self.tables.run(self.store.campaign_links, id))

    async def make_link(self, id: str, new: NewLink, making: Creation) -> CampaignToken:
        """Make a link for somebody; one of the same name and kind is void then. Another name that is taken is numbered.

        Raises:
            ApiError: the name does not print, or has letters of several scripts (422).
        """
        session = await self.session(id)

        def make(campaign: Campaign) -> CampaignToken:
            if before := self._made_before(making):
                return before
            made, rows = make_link(id, actor_of_link(new, self.store.campaign_links(id)), making)
            self.store.write(*rows)
            return made

        return await session.read(make)

    async def revoke_link(self, id: str, name: str) -> tuple[CampaignLink, ...]:
        """Make a link void; return who may still open the campaign.

        Raises:
            ApiError: there is no such link (404), or nobody could open the campaign as its Storyteller then (409).
        """
        session = await self.session(id)

        def revoke(campaign: Campaign) -> tuple[CampaignLink, ...]:
            links = {link.name: link for link in self.store.campaign_links(id)}
            if name not in links:
                raise ApiError("E_UNKNOWN", f"There is no link of {name!r}; there is {', '.join(links)}.", 404)
            rest = [link for link in links.values() if link.storyteller and link.token_hash and link.name != name]
            if not rest:
                raise ApiError("E_LINK", "Nobody would have a Storyteller's link then; make another one first.", 409)
            self.store.write(CampaignLinkRow(id, name, links[name].storyteller))
            return cards_of(self.store.campaign_links(id))

        return await session.read(revoke)

    def _made_before(self, making: Creation) -> CampaignToken | None:
        row = self.store.find_campaign_creation(hash_token(making.words)) if making.words else None
        return repeat_link(row, making) if row else None

    # Making campaigns

    async def make(self, new: NewCampaign, making: Creation) -> CampaignToken:
        """Begin a campaign, and return the link of its Storyteller.

        Raises:
            FireteamError: no such campaign can be, or the database stores nothing now.
        """
        return await self.tables.run(self._make, new, making)

    def _make(self, new: NewCampaign, making: Creation) -> CampaignToken:
        if before := self._made_before(making):
            return before
        actor, name = Actor(name_of_link(new.by, "The Storyteller's name")), clean_text(new.name, "The name")
        at = round(self.env.clock(), 3)
        head = begin(new.game, name, actor, new.packs, new_id(self.env), at, new.seed, self.rules_of)
        campaign = Campaign(Journal(head), rules_of=self.rules_of, entropy=self.env.entropy)
        if new.start_day:
            campaign.do(advance_by(campaign, new.start_day), actor, "the day on which it begins")
        return self._store(campaign, actor, making)

    def _store(self, campaign: Campaign, actor: Actor, making: Creation) -> CampaignToken:
        made, rows = make_link(campaign.head.campaign, actor, making)
        keep_campaign(self.store, campaign, rows)
        return made

    async def bring(self, data: bytes, by: str, making: Creation) -> CampaignToken:
        """Take in a campaign from an archive: a new one, or entries of one that is here, if its Storyteller asks.

        Raises:
            FireteamError: it is no archive of a campaign, the rules refuse it, or to check it takes too long.
            ApiError: it is here already, and who asks is not its Storyteller (409).
        """
        actor = await self._bringer(by, making)
        campaign = await self.tables.run(read_archive, data, actor, self.rules_of, self.env.steady)
        id = campaign.head.campaign
        if await self.tables.run(self.store.campaign, id) is None:
            return await self.tables.run(self._store, campaign, actor, making)
        if before := await self.tables.run(self._made_before, making):
            return before
        link = await self._link(making.own) if making.own else None
        if link is None or link.campaign != id or not link.storyteller:
            reason = "This server has that campaign already; bring the archive with its Storyteller's link."
            raise ApiError("E_THERE", reason, 409)
        await (await self.session(id)).read(lambda own: merge(own, campaign))
        return CampaignToken(id, link.name, link.storyteller, making.own)

    async def _bringer(self, by: str, making: Creation) -> Actor:
        if making.own:
            link = await self._link(making.own)
            return Actor(link.name, link.storyteller)
        return Actor(name_of_link(by or "storyteller", "The Storyteller's name"))

    # Reading

    async def view(self, id: str, actor: Actor, known: Collection[str] = ()) -> tuple[str, CampaignView | None]:
        """Return a campaign as somebody may see it, after its tag; None if that is among the tags they know."""

        def view(campaign: Campaign) -> tuple[str, CampaignView | None]:
            links, ends = self.store.campaign_links(id), self.store.campaign_ends(id)
            tag = tag_for(campaign, actor, links, ends, self.began)
            if tag in known:
                return tag, None
            fights, scenarios = self.store.campaign_fights(id), scenarios_of(campaign.head, self.tables.packs)
            return tag, view_for(campaign, actor, links, fights, scenarios)

        session = await self.session(id)
        tag, found = await session.read(view)
        if found is not None and actor.is_storyteller:
            fights = [replace(fight, waits=await self._waits(session, fight)) for fight in found.fights]
            found = replace(found, fights=tuple(fights))
        return tag, found

    async def _waits(self, session: CampaignSession, fight: CampaignFight) -> bool:
        """Whether a fight is to be recorded, as one is of which this server cannot say what it brings."""
        if not fight.over or fight.recorded:
            return False
        number, brings = self._brings.get(fight.table, (-1, False))
        if number != session.campaign.number:
            try:
                fought = await (await self.tables.session(fight.table)).read(lambda own: own)
                number, brings = await session.read(what_waits, fought)
            except FireteamError:
                return True
            self._brings[fight.table] = number, brings
        return brings

    async def log(self, id: str, actor: Actor, since: int) -> tuple[CampaignEntry, ...]:
        """Return the entries after a number, `MOST_LINES` at most, as somebody may read them."""

        def log(campaign: Campaign) -> tuple[CampaignEntry, ...]:
            return tuple(map(entry_of, campaign.log(actor, since, MOST_LINES)))

        return await (await self.session(id)).read(log)

    async def sheet(self, id: str, actor: Actor, person: str) -> CampaignSheet:
        """Return a character's sheet, as somebody may know it.

        Raises:
            ApiError: there is no such character for them (404).
        """
        return await (await self.session(id)).read(sheet_for, actor, person)

    async def check_sheet(self, id: str, actor: Actor, person: str, asked: SheetQuestion) -> SheetReport:
        """Return what is to be told of a sheet for one of somebody's characters; nothing changes.

        Raises:
            ApiError: there is no such character (404), or it is another's (403).
        """
        return await (await self.session(id)).read(check_sheet_for, actor, person, asked)

    async def export(self, id: str) -> bytes:
        """Return the archive of a campaign's folder, its journal in it."""
        return await (await self.session(id)).read(lambda campaign: pack_files(write_files(campaign)))

    # Changing

    async def change(self, id: str, actor: Actor, key: str, digest: str, wish: Change) -> CampaignEntry:
        """Give a command, advance the calendar or undo an entry; a repeated request acts once.

        Raises:
            FireteamError: the rules refuse it, or it cannot be stored; nothing has changed.
        """
        if wish.preview and not actor.is_storyteller:
            raise ApiError("E_NOT_YOURS", "Only the Storyteller looks at what would come of it.", 403)
        mark = entry_key(actor, key, digest)

        def change(campaign: Campaign) -> CampaignEntry:
            does = self._deed(campaign, actor, mark, wish)
            return entry_of(change_once(campaign, actor, mark, wish.last, does))

        return await (await self.session(id)).read(change)

    def _deed(self, campaign: Campaign, actor: Actor, key: str, wish: Change) -> Callable[[], LogLine]:
        """Return the function that makes a change."""
        more: dict[str, Any] = {"key": key, "keep": not wish.preview}
        if isinstance(wish, UndoEntry):
            return lambda: campaign.undo(wish.number, actor, wish.reason, **more)
        if isinstance(wish, AdvanceCampaign):
            command = advance_by(campaign, wish.days)
        else:
            command = decode_command(campaign.rules, wish.command)
        return lambda: campaign.do(command, actor, wish.reason, **more)

    # Fights

    async def make_fight(self, id: str, actor: Actor, new: NewFight, making: Creation) -> CampaignFight:
        """Begin a match with characters of a campaign; a repeated request begins one.

        Raises:
            FireteamError: no such match can be, or the database stores nothing now.
        """
        session = await self.session(id)
        await self.tables.compilation.ensure_ready(session.campaign.head.game)
        closed = await closed_tables(id, self.tables)

        def make(campaign: Campaign) -> tuple[str, Table | None]:
            before = self.store.find_creation(hash_token(making.words)) if making.words else None
            if before is not None:
                return making.repeat_answer(before, joined=False).table, None
            table = make_fight(campaign, new, self.tables, making.own, making, closed)
            return table.id, table

        made, table = await session.read(make)
        if table is not None:
            self.tables.begin(table)
        return await session.read(self._fight_card, actor, made)

    def _fight_card(self, campaign: Campaign, actor: Actor, table: str) -> CampaignFight:
        """Return a fight of a campaign.

        Raises:
            ApiError: there is none at this table (404).
        """
        fight: StoredFight | None = next(
            (each for each in self.store.campaign_fights(campaign.head.campaign) if each.row.table == table), None
        )
        if fight is None:
            raise ApiError("E_UNKNOWN", f"The campaign has no fight at the table {table[:24]!r}.", 404)
        people = {person.id: person for person in people_for(campaign, actor)}
        return fight_card(fight, people, records_of(campaign), actor)

    async def take_seat(self, id: str, table: str, actor: Actor, seat: str, link: str) -> SeatToken:
        """Return the token of a seat in a fight, the same every time; who had another one has none any more.

        Raises:
            ApiError: there is no such fight or seat (404), or it is another's (403).
        """
        fight = await (await self.session(id)).read(self._fight_card, actor, table)
        token = seat_token(link, table, seat_in(fight, seat, actor))
        digest = hash_token(token)
        if not seat:
            holder = await self.tables.run(self.store.whose, digest)
            if holder is None or holder.table != table:
                raise ApiError("E_LINK", "Whoever began the fight hosts it, by the link with which they did.", 409)
            return SeatToken(table, seat, token)
        session = await self.tables.session(table)
        if session.table.seat_states[seat].token_hash != digest:
            await session.change(lambda own: take_seat(own, own.seat_states[seat], actor.name, digest))
        return SeatToken(table, seat, token)

    async def record(
        self, id: str, table: str, actor: Actor, key: str, digest: str, wish: RecordMatch
    ) -> tuple[CampaignEntry, ...]:
        """Carry the end of a fight into the campaign, once; return the entries.

        Raises:
            FireteamError: the fight goes on or is recorded, or the rules refuse it; nothing has changed.
        """
        session, mark = await self.session(id), entry_key(actor, key, digest)
        await session.read(self._fight_card, actor, table)
        fought = await (await self.tables.session(table)).read(lambda own: own)

        def record(campaign: Campaign) -> tuple[CampaignEntry, ...]:
            recorded = self._fight_card(campaign, actor, table).recorded
            lines = record_fight(campaign, fought, actor, mark, wish.reason, wish.last, recorded)
            return tuple(map(entry_of, lines))

        return await session.read(record)


def advance_by(campaign: Campaign, days: int) -> Command:
    """Return the command that lets days pass in a campaign.

    Raises:
        BadNotation: campaigns of this game have no calendar.
    """
    kind = campaign.rules.advance
    if kind is None:
        raise BadNotation(f"campaigns of {campaign.head.game} have no calendar")
    return decode_command(campaign.rules, {"command": str(kind.__struct_config__.tag), "days": days})
