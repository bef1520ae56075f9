"""Turns at a table: one after another, whoever gives up; what threads hand over comes to the event loop once woken."""

from __future__ import annotations

import asyncio
from threading import Thread, get_ident

import pytest

from fireteam.core.errors import IllegalChoice, StoreUnavailable
from fireteam.server.store.receipt import Receipt
from fireteam.server.tables.change import QUICK, RecentTime
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.tables.turn import Inbox, Turn
from fireteam.server.wire.messages import Choose, Say
from tests.server.databases import ON_BOTH
from tests.server.simulation import RED, World, next_choice, refuse_for_room, table_of, with_server


def test_turns_come_in_the_order_in_which_they_were_asked_for():
    async def play() -> list[str]:
        turn, had = Turn(), list[str]()

        async def has(name: str) -> None:
            async with turn:
                had.append(name)
                await asyncio.sleep(0)

        turn.take(lambda: had.append("first"), had.append)
        others = [asyncio.ensure_future(has("second"))]
        await asyncio.sleep(0)
        turn.take(lambda: (had.append("third"), turn.release()), had.append)
        others.append(asyncio.ensure_future(has("fourth")))
        assert had == ["first"]
        turn.release()
        await asyncio.gather(*others)
        assert not turn.is_taken
        return had

    assert asyncio.run(play()) == ["first", "second", "third", "fourth"]


def test_who_no_longer_waits_for_the_turn_holds_nobody_up():
    async def play() -> None:
        turn, came = Turn(), list[str]()
        await turn.__aenter__()

        async def has(name: str) -> None:
            async with turn:
                came.append(name)

        waiting, others = asyncio.ensure_future(has("gone")), asyncio.ensure_future(has("there"))
        await asyncio.sleep(0)
        waiting.cancel()
        turn.release()
        await others
        assert came == ["there"] and not turn.is_taken
        await turn.__aenter__()
        waiting = asyncio.ensure_future(has("too late"))
        await asyncio.sleep(0)
        turn.release()
        await asyncio.sleep(0)  # the turn is given, and not yet had
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert not turn.is_taken

    asyncio.run(play())


def test_what_threads_hand_over_is_done_on_the_loop_in_order_and_one_fault_stops_nothing(caplog):
    async def play() -> list[int]:
        inbox, done, kept = Inbox(), list[int](), [Receipt(thread) for thread in (0, 0, get_ident(), 0, 0)]
        here, finished = get_ident(), asyncio.Event()

        def does(k: int) -> None:
            assert get_ident() == here
            done.append(k)
            if k == 4:
                finished.set()
            if k in (1, 2):
                raise ValueError(f"number {k} broke")

        for k, one in enumerate(kept):
            inbox.when_done(one, lambda _, k=k: does(k))
        kept[2].end()
        assert done == [2], "what this thread ends is done at once"
        thread = Thread(target=lambda: [one.end() for one in kept if one is not kept[2]])
        thread.start()
        await finished.wait()
        thread.join()
        return done

    assert asyncio.run(play()) == [2, 0, 1, 3, 4]
    assert "number 1 broke" in caplog.text and "number 2 broke" in caplog.text


def test_a_table_is_quick_once_its_last_changes_were():
    recent = RecentTime()
    assert not recent.is_quick, "nothing is known of it"
    recent.add(1.0)
    assert not recent.is_quick
    for _ in range(100):
        recent.add(QUICK / 4)
    assert recent.is_quick
    recent.add(QUICK * 100)
    assert not recent.is_quick


def test_how_long_changes_took_is_known_at_the_next_table_of_the_scenario(database):
    async def play(registry: TableRegistry, world: World) -> None:
        first, other = await table_of(registry), await table_of(registry)
        assert first.recent is other.recent and not other.recent.is_quick
        first.recent.add(-1e9)
        assert other.recent.is_quick

    with_server(database, play)


@ON_BOTH
@pytest.mark.parametrize("quick", [True, False], ids=["on the loop", "on a thread"])
def test_a_change_is_made_alike_on_the_loop_and_on_a_thread(database, quick):
    """It is refused, kept or not kept; then the next one has its turn."""

    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        session.recent.add(-1e9 if quick else 1e9)
        threads, run = list[str](), session.run
        session.run = lambda function, *values: (threads.append(function.__name__), run(function, *values))[1]
        who, line = await next_choice(session)
        await session.act(who, "first-of-all", Say("hello"))  # which keys are known is read once, on a thread
        threads.clear()
        acts = [session.act(who, f"in-a-row-{k}", Say(f"line {k}")) for k in range(3)]
        with pytest.raises(IllegalChoice):
            await session.act(who, "nonsense-1", Choose("nonsense", session.table.match.question))
        assert [done.seq for done in await asyncio.gather(*acts)] == [3, 4, 5]
        assert ("_run" in threads) != quick
        send = registry.store.send

        registry.store.send = refuse_for_room  # type: ignore[method-assign]
        with pytest.raises(StoreUnavailable):
            await session.act(who, "no-room-for-it", Choose(line, session.table.match.question))
        registry.store.send = send  # type: ignore[method-assign]
        assert session.is_idle
        await session.act(who, "there-is-room", Choose(line, session.table.match.question))
        assert (await session.now(who)).event == 2

    with_server(database, play)


def test_the_store_is_never_read_on_the_event_loop(database, monkeypatch):
    """It may not answer for a while: everybody at every table would wait for that."""

    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        id = session.table.id
        await session.act(RED, "once-and-again", Say("here"))
        await registry.evict_idle(-1.0)
        session = await registry.session(id)
        session.recent.add(-1e9)
        here, threads = get_ident(), []
        for name in ("keys", "answer"):
            real = getattr(registry.store, name)
            reads = lambda *values, real=real: (threads.append(get_ident()), real(*values))[1]  # noqa: E731
            monkeypatch.setattr(registry.store, name, reads)
        for key in ("first-after-that", "once-and-again"):
            await session.act(RED, key, Say("here"))
        assert len(threads) == 2 and here not in threads

    with_server(database, play)
