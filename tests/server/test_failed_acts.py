"""Whatever fails leaves a table as it was; where nobody knows what the store has, the store is asked."""

from __future__ import annotations

import asyncio

import pytest

from fireteam.core.errors import Conflict, IllegalChoice, StoreUnavailable
from fireteam.server.errors import ApiError
from fireteam.server.store.receipt import Receipt
from fireteam.server.store.rows import Change
from fireteam.server.tables.match_files import export_match
from fireteam.server.tables.readers import Delivery
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.wire.messages import Choose, Hand, OfferDraw, Say, SeatItem
from tests.server.simulation import BLUE, RED, World, items, next_choice, refuse_for_room, table_of, with_server


class Silent:
    """A store that keeps what it is sent, and then says that it has not: its answer was lost."""

    def __init__(self, registry: TableRegistry, error: Exception) -> None:
        self.registry, self.send, self.error = registry, registry.store.send, error
        registry.store.send = self.lose  # type: ignore[method-assign]

    def lose(self, *changes: Change) -> Receipt:
        self.send(*changes).result()
        lost = Receipt()
        lost.end(self.error)
        return lost

    def answers(self) -> None:
        self.registry.store.send = self.send  # type: ignore[method-assign]


def test_between_acts_nothing_changes_a_table(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        with pytest.raises(AssertionError, match="only an act changes a table"):
            _ = session.table.unit
        await session.act(RED, "the-first-word", Say("come in"))
        with pytest.raises(AssertionError, match="only an act changes a table"):
            _ = session.table.unit

    with_server(database, play)


def test_who_comes_to_an_open_seat_and_is_refused_has_not_sat_down(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry, blue="open")
        before = await session.now(BLUE)
        for line in ("dance with me", "end_turn"):
            with pytest.raises(IllegalChoice):
                await session.act(BLUE, f"refused-{line[:3]}", Choose(line, session.table.match.question))
        assert await session.now(BLUE) == before and session.table.seat_states["blue"].by == "open"
        assert not [one for one in items(session) if isinstance(one, SeatItem)]
        await session.act(RED, "and-then-this", Say("come in"))
        assert [item.seq for item in session.items("", "table", 0)] == [1, 2]

    with_server(database, play)


def test_what_cannot_be_kept_has_not_happened_to_anything(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        who, line = await next_choice(session)
        before = await session.now(who)
        send = registry.store.send

        registry.store.send = refuse_for_room  # type: ignore[method-assign]
        for k, act in enumerate((Choose(line, session.table.match.question), Hand("open"), OfferDraw(), Say("hello"))):
            with pytest.raises(StoreUnavailable):
                await session.act(who, f"no-room-{k}", act)
            assert await session.now(who) == before
        registry.store.send = send  # type: ignore[method-assign]
        await session.act(who, "no-room-0", Choose(line, session.table.match.question))
        assert (await session.now(who)).event == before.event + 1

    with_server(database, play)


@pytest.mark.parametrize("error", [StoreUnavailable("the answer was lost"), Conflict("something else was kept before")])
def test_where_it_is_not_sure_what_was_kept_the_table_is_as_the_store_has_it(database, error):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        who, line = await next_choice(session)
        act, silent = Choose(line, session.table.match.question), Silent(registry, error)
        with pytest.raises(type(error)):
            await session.act(who, "lost-on-its-way", act)
        silent.answers()
        event = (await session.now(who)).event
        assert event == 2, "it is kept, and so it has happened"
        done = await session.act(who, "lost-on-its-way", act)
        assert done.seq == 2 and (await session.now(who)).event == event, "the same again is done once"
        with pytest.raises(ApiError, match="under this key"):
            await session.act(who, "lost-on-its-way", Say("hello"))

    with_server(database, play)


def test_what_is_begun_is_done_even_where_who_asked_for_it_has_gone(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        who, line = await next_choice(session)
        acting = asyncio.ensure_future(session.act(who, "gone-meanwhile", Choose(line, session.table.match.question)))
        await asyncio.sleep(0)
        acting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await acting
        await session.wait_until_idle()
        assert (await session.now(who)).event == 2

    with_server(database, play)


def test_what_is_not_committed_is_in_no_replay_and_no_match_file(database):
    """An act that the store refuses at last has never happened to whoever read the match meanwhile."""

    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        who, line = await next_choice(session)
        before = await session.moments(who, 0, 99), await session.read(export_match)
        pending = Receipt()
        send, registry.store.send = registry.store.send, lambda *changes: pending  # type: ignore[method-assign]
        acting = asyncio.ensure_future(session.act(who, "not-in-the-end", Choose(line, session.table.match.question)))
        while len(session.table.match.records) == 1:
            await asyncio.sleep(0)
        reading = [asyncio.ensure_future(one) for one in (session.moments(who, 0, 99), session.read(export_match))]
        await asyncio.wait(reading, timeout=0.05)
        pending.end(StoreUnavailable("the disk is full"))
        with pytest.raises(StoreUnavailable):
            await acting
        registry.store.send = send  # type: ignore[method-assign]
        assert (*(await asyncio.gather(*reading)),) == before

    with_server(database, play)


@pytest.mark.parametrize("quick", [True, False], ids=["on the loop", "on a thread"])
def test_what_nobody_can_be_told_of_is_kept_if_the_store_has_it(database, monkeypatch, quick):
    """A fault in what is told comes after the change was sent: memory and store agree on it nevertheless."""

    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        registry.store.write_apart()  # whose receipts the loop itself ends, and so cannot wait for
        who, line = await next_choice(session)
        session.recent.add(-1e9 if quick else 1e9)

        act = Choose(line, session.table.match.question)

        def broken(*_: object) -> list[Delivery]:
            raise RuntimeError("a fault of this test")

        with monkeypatch.context() as patch:
            patch.setattr(session, "deliveries", broken)
            with pytest.raises(RuntimeError, match="a fault of this test"):
                await session.act(who, "nobody-hears", act)
        assert session.table.match.next_number == 2 and not session.table.stale
        again = await session.act(who, "nobody-hears", act)
        assert again.seq == session.table.seq and session.table.match.next_number == 2
        who, line = await next_choice(session)
        await session.act(who, "all-hear-it", Choose(line, session.table.match.question))
        assert session.table.match.next_number == 3
        await registry.close()
        registry.store.write_here()

    with_server(database, play)
