"""A session that was put away does nothing more for anybody, and nothing that was kept is told with a gap."""

from __future__ import annotations

import asyncio

import pytest

from fireteam.core.errors import HeldElsewhere, LeaseLost, StoreUnavailable
from fireteam.server.campaigns.registry import CampaignRegistry
from fireteam.server.http.access import AccessControl
from fireteam.server.http.websockets import WebSockets
from fireteam.server.store.store import Store
from fireteam.server.tables.idempotency import without_key
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.tables.seats import Caller
from fireteam.server.tables.session import Session
from fireteam.server.tables.subscriber import FAULT, MOVED, Subscriber
from fireteam.server.tables.tasks import TableTasks
from fireteam.server.wire.messages import AskThreats, NewCampaign, Say
from tests.server.direct_sockets import Client, Closed, Wire
from tests.server.simulation import RED, World, table_of, with_server
from tests.server.test_failed_acts import Silent

LOST = LeaseLost("another process keeps this table now")


def lose(session: Session) -> None:
    """What a session hears when the lease of its table has been lost."""
    session.note_failure(LOST)


def everything(session: Session) -> list[asyncio.Future[object]]:
    """All that somebody may want of a session."""
    wishes = [
        session.act(RED, "wants-to-act", Say("here")),
        session.ask(RED, "asks", AskThreats("red", "1.recon.1")),
        session.now(RED),
        session.read_items(RED, "", 0),
        session.welcome(RED),
        session.moments(RED, 0, 9),
        session.subscribe(Subscriber(RED, Wire()), {}),
        session.change(lambda table: None),
        session.broadcast_in_turn(),
    ]
    return [asyncio.ensure_future(one) for one in wishes]


def test_whoever_waits_or_comes_is_refused_once_a_session_is_put_away(database):
    async def play(registry: TableRegistry, _: World) -> None:
        session = await table_of(registry)
        await session.turn.__aenter__()
        waiting = everything(session)
        await asyncio.sleep(0)
        lose(session)
        async with asyncio.timeout(60):
            found = await asyncio.gather(*waiting, return_exceptions=True)
        session.turn.release()
        found += await asyncio.gather(*everything(session), return_exceptions=True)
        assert [type(one).__mro__[1] for one in found] == [HeldElsewhere] * len(found), found
        assert not session.subscribers

    with_server(database, play)


def test_sockets_of_a_session_that_is_put_away_are_closed_and_come_to_the_next_one(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        sockets = WebSockets(registry, AccessControl(world.env))
        client, again = (Client(sockets, session.table.id, "", "") for _ in range(2))
        await client.hello()
        lose(session)
        with pytest.raises(Closed) as closed:
            await client.answer()
        assert closed.value.args[0] == MOVED
        await again.hello()
        assert await registry.session(session.table.id) is not session
        await client.leaves()
        await again.leaves()

    with_server(database, play)


def test_a_session_that_fails_late_leaves_the_one_after_it_alone(database):
    async def play(registry: TableRegistry, _: World) -> None:
        session = await table_of(registry)
        lose(session)
        later = await registry.session(session.table.id)
        assert later is not session
        lose(session)
        assert list(registry.open.values()) == [later]
        await later.act(RED, "goes-on-here", Say("here"))

    with_server(database, play)


def test_a_table_is_not_opened_again_before_its_last_session_has_ended(database, monkeypatch):
    held, taken = [], []

    def take(store: Store, table: str) -> None:
        taken.append(list(held))
        real(store, table)

    async def play(registry: TableRegistry, _: World) -> None:
        session = await table_of(registry)
        taken.clear()
        await session.turn.__aenter__()
        held.append("the turn at the first session")
        lose(session)
        opening = asyncio.ensure_future(registry.session(session.table.id))
        for _ in range(100):
            await registry.run(lambda: None)
        held.clear()
        session.turn.release()
        assert await opening is not session
        assert taken == [[]]

    real = Store.take
    monkeypatch.setattr(Store, "take", take)
    with_server(database, play)


def test_a_server_that_ends_while_its_tables_are_taken_ends_in_good_order(database, monkeypatch):
    """As at the end of a server that others have thought dead: tables go while it closes them one by one."""

    async def play(registry: TableRegistry, _: World) -> None:
        sessions = [await table_of(registry) for _ in range(4)]

        async def close(tasks: TableTasks) -> None:
            for session in sessions:
                if session is not tasks.session:
                    lose(session)
            await real(tasks)

        real = TableTasks.close
        with monkeypatch.context() as patch:
            patch.setattr(TableTasks, "close", close)
            await registry.close()
        assert not registry.open
        with pytest.raises(StoreUnavailable):
            await registry.session(sessions[0].table.id)

    with_server(database, play)


def told(client: Client) -> list[int]:
    """The numbers of the items that a client has heard."""
    import json

    frames = [json.loads(frame) for frame in client.wire.heard]
    client.wire.heard.clear()
    return [row[1] for frame in frames for row in frame.get("items", ())]


@pytest.mark.parametrize("breaks", ["reading", "telling"])
def test_what_was_kept_after_all_is_told_without_a_gap_whatever_fails_meanwhile(database, monkeypatch, breaks):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        client = Client(WebSockets(registry, AccessControl(world.env)), session.table.id, "", "")
        await client.hello()
        told(client)
        silent = Silent(registry, StoreUnavailable("the answer was lost"))
        with pytest.raises(StoreUnavailable):
            await session.act(RED, "lost-on-its-way", Say("kept all the same"))
        silent.answers()

        def broken(*_: object) -> None:
            raise StoreUnavailable("the database does not answer")

        with monkeypatch.context() as patch:
            patch.setattr(*((registry.store, "items") if breaks == "reading" else (session, "deliveries")), broken)
            with pytest.raises(StoreUnavailable):
                await session.now(RED)
        await session.act(RED, "and-then-this", Say("come in"))
        heard = told(client)
        if breaks == "telling":
            assert client.wire.closed == (FAULT, client.wire.closed[1]) and heard == []
        else:
            assert client.wire.closed is None and heard == [2, 3]
        await client.leaves()

    with_server(database, play)


def test_what_was_kept_after_all_is_told_though_nobody_asks(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        client = Client(WebSockets(registry, AccessControl(world.env)), session.table.id, "", "")
        await client.hello()
        told(client)
        silent = Silent(registry, StoreUnavailable("the answer was lost"))
        with pytest.raises(StoreUnavailable):
            await session.act(RED, "lost-on-its-way", Say("kept all the same"))
        silent.answers()
        await registry.tell_uncertain()
        assert told(client) == [2]
        await client.leaves()

    with_server(database, play)


def test_who_leaves_while_their_subscription_waits_is_not_there_afterwards(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        await session.turn.__aenter__()
        subscriber = Subscriber(Caller(), Wire())
        coming = asyncio.ensure_future(session.subscribe(subscriber, {}))
        await asyncio.sleep(0)
        coming.cancel()
        subscriber.close(1000, "")
        session.turn.release()
        await session.wait_until_idle()
        assert not session.subscribers and session.is_idle

    with_server(database, play)


def test_a_campaign_that_was_put_away_is_asked_for_again(database):
    async def play(registry: TableRegistry, world: World) -> None:
        campaigns = CampaignRegistry(registry)
        id = (await campaigns.make(NewCampaign("fs3", "Winter"), without_key(world.env))).campaign
        session = await campaigns.session(id)
        await campaigns.evict_idle(-1.0)
        with pytest.raises(StoreUnavailable, match="put away"):
            await session.read(lambda campaign: campaign)
        later = await campaigns.session(id)
        assert later is not session and (await later.read(lambda campaign: campaign.head.name)) == "Winter"

    with_server(database, play)


def test_a_table_that_cannot_be_opened_again_keeps_no_other_from_being_told(database, monkeypatch):
    async def play(registry: TableRegistry, _: World) -> None:
        sessions = [await table_of(registry) for _ in range(3)]
        told: list[Session] = []

        async def catch_up(self: Session) -> None:
            told.append(self)
            if self is not sessions[2]:
                raise StoreUnavailable(f"table {sessions.index(self)}")

        monkeypatch.setattr(Session, "catch_up_in_turn", catch_up)
        with pytest.raises(StoreUnavailable, match="table 0"):
            await registry.tell_uncertain()
        assert told == sessions

    with_server(database, play)


def test_who_leaves_while_the_server_loses_its_database_leaves_quietly(database):
    async def play(registry: TableRegistry, _: World) -> None:
        session = await table_of(registry)
        subscriber = Subscriber(Caller(), Wire())
        await session.subscribe(subscriber, {})
        await session.turn.__aenter__()
        leaving = asyncio.ensure_future(session.unsubscribe(subscriber))
        await asyncio.sleep(0)
        session.put_away(StoreUnavailable("this server has lost its database"))
        session.turn.release()
        await leaving
        assert not session.subscribers

    with_server(database, play)
