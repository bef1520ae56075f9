"""Two registries over one PostgreSQL, in a simulated world: which of them has a table, and when the other takes it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing

import pytest

from fireteam.core.errors import FireteamError, HeldElsewhere, LeaseLost, StoreUnavailable
from fireteam.server.store.store import open_store
from fireteam.server.tables.creation import PackFolders
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.tables.seats import Caller
from fireteam.server.tables.session import Session
from fireteam.server.tables.subscriber import MOVED, Subscriber
from fireteam.server.wire.messages import Clock, EventItem, NewSeat, NewTable, Say
from fireteam.server.workers.compilation import Compilation
from tests.server.databases import Postgresql, as_many_as_wanted
from tests.server.service import DUEL, TTT, served
from tests.server.simulation import MISSION, RED, World, bots_with, items, until


class Listener:
    """The outlet of somebody who looks on: why it was closed."""

    code = 0

    def send(self, frame: bytes) -> bool:
        """What is told does not matter here."""
        return True

    def close(self, code: int, why: str) -> None:
        self.code = code


Both = Callable[[TableRegistry, TableRegistry, World], Awaitable[None]]


@pytest.fixture
def database(postgresql: Postgresql) -> Iterator[str]:
    with as_many_as_wanted(postgresql) as made:
        yield made()


def with_two(database: str, play: Both) -> None:
    """Let something go on at two registries, and close them in good order."""

    async def open_and_close() -> None:
        world = World()
        with closing(open_store(database, "http://one/")) as one, closing(open_store(database, "http://two/")) as two:
            registries = [
                TableRegistry(store, world.env, PackFolders(), bots_with(), Compilation(needed=False))
                for store in (one, two)
            ]
            try:
                await play(*registries, world)
            finally:
                for registry in registries:
                    await registry.close()

    asyncio.run(open_and_close())


async def made_at(registry: TableRegistry, by: str = "person", seconds: int = 0) -> str:
    """A table for two, perhaps with so many seconds for each decision: its id."""
    seats = tuple(NewSeat(name, (name,), by) for name in ("red", "blue"))
    clock = Clock("each", seconds) if seconds else Clock()
    return (await registry.make(NewTable("ttt", MISSION, seats=seats, clock=clock))).table


async def looks_on(session: Session) -> Listener:
    """Somebody at a table without a seat."""
    listener = Listener()
    await session.subscribe(Subscriber(Caller(), listener), {})
    return listener


def test_who_is_asked_first_for_a_new_table_has_it_whoever_made_it(database):
    async def play(one: TableRegistry, two: TableRegistry, world: World) -> None:
        id = await made_at(one)
        assert not one.open
        session = await two.session(id)
        await session.act(RED, "a-first-word", Say("here"))
        with pytest.raises(HeldElsewhere) as refused:
            await one.session(id)
        assert refused.value.address == "http://two/"

    with_two(database, play)


def test_a_table_that_was_put_away_is_opened_by_who_is_asked_next(database):
    async def play(one: TableRegistry, two: TableRegistry, world: World) -> None:
        id = await made_at(one)
        session = await one.session(id)
        await session.act(RED, "a-first-word", Say("here"))
        await one.evict_idle(0)
        assert len(items(await two.session(id))) == 2

    with_two(database, play)


def test_a_new_table_is_left_to_who_comes_to_it_and_goes_on_by_itself_after_that(database, monkeypatch):
    async def play(one: TableRegistry, two: TableRegistry, world: World) -> None:
        quiet, timed, bots = await made_at(one), await made_at(one, seconds=60), await made_at(one, by="random")
        monkeypatch.setattr("fireteam.server.store.leases.LEFT", 3_600.0)
        world.now += 1e9  # whatever the clocks of servers say: it is the database's that counts
        await two.resume_orphans()
        assert not two.open
        monkeypatch.setattr("fireteam.server.store.leases.LEFT", 0.0)
        world.now -= 2e9
        await two.resume_orphans()
        assert sorted(two.open) == sorted([timed, bots])
        await until(lambda: any(isinstance(item, EventItem) for item in items(two.open[bots])))
        await until(lambda: not one.store.orphans())  # one that waits for people is not looked at again
        assert (await one.session(quiet)).table.id == quiet

    with_two(database, play)


def test_a_table_that_cannot_be_opened_now_keeps_no_other_from_going_on(database, monkeypatch):
    async def play(one: TableRegistry, two: TableRegistry, world: World) -> None:
        ids = [await made_at(one, seconds=60) for _ in range(4)]
        monkeypatch.setattr("fireteam.server.store.leases.LEFT", 0.0)
        take = two.store.take

        def locked(id: str) -> None:
            if id in ids[:2]:
                raise StoreUnavailable(f"{id} is locked")
            take(id)

        signs: list[str] = []
        with monkeypatch.context() as broken:
            broken.setattr(two.store, "take", locked)
            broken.setattr("fireteam.server.tables.registry.sign_of_life", lambda: signs.append("lives"))
            with pytest.raises(StoreUnavailable, match="is locked"):
                await two.resume_orphans()
            assert sorted(two.open) == sorted(ids[2:]) and len(signs) == 4
            for id in ids[2:]:
                await two.session(id)
            with pytest.raises(StoreUnavailable, match="is locked"):
                await two.resume()
        await two.resume()
        assert sorted(two.open) == sorted(ids)

    with_two(database, play)


def test_who_only_looks_on_is_sent_on_when_another_process_has_taken_the_table(database, monkeypatch):
    async def play(one: TableRegistry, two: TableRegistry, world: World) -> None:
        id, other = await made_at(one), await made_at(one)
        listener, stays = await looks_on(await one.session(id)), await looks_on(await one.session(other))
        with monkeypatch.context() as thought_dead:
            thought_dead.setattr("fireteam.server.store.leases.SILENCE", -1.0)
            await two.session(id)
        await one.leave_lost()
        await two.leave_lost()
        assert (listener.code, stays.code) == (MOVED, 0)
        assert list(one.open) == [other] and list(two.open) == [id]
        with pytest.raises(HeldElsewhere):
            await one.session(id)

    with_two(database, play)


def test_who_acts_where_the_table_is_no_more_is_refused_and_sent_on(database, monkeypatch):
    async def play(one: TableRegistry, two: TableRegistry, world: World) -> None:
        id = await made_at(one)
        session = await one.session(id)
        listener = await looks_on(session)
        with monkeypatch.context() as thought_dead:
            thought_dead.setattr("fireteam.server.store.leases.SILENCE", -1.0)
            await two.session(id)
        with pytest.raises(FireteamError) as refused:
            await session.act(RED, "a-first-word", Say("here"))
        assert isinstance(refused.value, (LeaseLost, HeldElsewhere)), refused.value
        assert listener.code == MOVED and not one.open
        assert len(items(two.open[id])) == 1

    with_two(database, play)


def test_a_server_that_the_database_does_not_hear_stands_down_and_comes_back_by_itself(database, monkeypatch):
    async def play(one: TableRegistry, two: TableRegistry, world: World) -> None:
        quiet, bots = await made_at(one), await made_at(one, by="random")
        session = await one.session(quiet)
        await one.session(bots)
        listener = await looks_on(session)
        await one.stand_down()
        assert len(one.open) == 2 and one.faults() == []
        with monkeypatch.context() as unheard:
            unheard.setattr("fireteam.server.store.leases.QUIET", -1.0)
            for refused in (session.now(RED), session.act(RED, "not-now-please", Say("here")), one.session(quiet)):
                if not one.open:
                    assert listener.code == MOVED
                with pytest.raises(StoreUnavailable) as told:
                    await refused
                assert not isinstance(told.value, HeldElsewhere) and "lost its database" in str(told.value)
                await one.stand_down()
            assert not one.open and "lost its database" in one.faults()[0]
            with pytest.raises(StoreUnavailable):
                await one.resume()
        assert one.faults() == []
        await one.resume()
        assert list(one.open) == [bots], "it goes on by itself"
        await (await one.session(quiet)).act(RED, "and-now-it-goes", Say("here"))

    with_two(database, play)


def test_what_several_servers_make_under_one_key_is_one_table(database, monkeypatch):
    """The second looks before the first has stored it, and is refused by the database: it looks again."""
    with served(database, apart=False) as one, served(database, apart=False) as two:
        headers, asked = {"Idempotency-Key": "made-at-both"}, {**TTT, "seats": DUEL}
        first = one.http.post("/api/tables", json=asked, headers=headers)
        store, looked = two.server.registry.store, []
        real = store.find_creation

        def find(key: str) -> object:
            looked.append(key)
            return real(key) if len(looked) > 1 else None

        monkeypatch.setattr(store, "find_creation", find)
        second = two.http.post("/api/tables", json=asked, headers=headers)
        assert first.status_code == second.status_code == 201, second.text
        assert first.json() == second.json() and len(looked) == 2
