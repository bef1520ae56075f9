"""Two registries over one PostgreSQL, in a simulated world: which of them has a table, and when the other takes it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing

import pytest

from fireteam.core.errors import FireteamError, HeldElsewhere, LeaseLost
from fireteam.server.store.leases import SILENCE
from fireteam.server.store.store import open_store
from fireteam.server.tables.creation import PackFolders
from fireteam.server.tables.registry import MOVED, TableRegistry
from fireteam.server.tables.seats import Caller
from fireteam.server.tables.session import Session
from fireteam.server.tables.subscriber import Subscriber
from fireteam.server.wire.messages import Clock, EventItem, NewSeat, NewTable, Say
from fireteam.server.workers.compilation import Compilation
from tests.server.databases import Postgresql, as_many_as_wanted
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


def test_a_new_table_is_left_to_who_comes_to_it_and_goes_on_by_itself_after_that(database):
    async def play(one: TableRegistry, two: TableRegistry, world: World) -> None:
        quiet, timed, bots = await made_at(one), await made_at(one, seconds=60), await made_at(one, by="random")
        await two.resume_orphans()
        assert not two.open
        world.now += SILENCE
        await two.resume_orphans()
        assert sorted(two.open) == sorted([timed, bots])
        await until(lambda: any(isinstance(item, EventItem) for item in items(two.open[bots])))
        await until(lambda: not one.store.orphans())  # one that waits for people is not looked at again
        assert (await one.session(quiet)).table.id == quiet

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
