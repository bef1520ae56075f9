"""A process of its own writes for an event loop: what becomes of each unit is as where a thread writes."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fireteam.core.errors import BadStore, Conflict, LeaseLost, StoreUnavailable
from fireteam.server.store.acts import act_row
from fireteam.server.store.location import url_of
from fireteam.server.store.rows import ActItem
from fireteam.server.store.store import Store, open_store
from fireteam.server.store.writer_process import WriterProcess
from tests.heavy.settings import many
from tests.server.store import rows
from tests.server.store.crash import lost

HOLDS = """
import sys
from fireteam.server.store.file_lock import lock_of_writer
from fireteam.server.store.location import url_of
with lock_of_writer(url_of(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"{tmp_path}/table.db"


@contextlib.contextmanager
def written_apart(store: Store) -> Iterator[asyncio.AbstractEventLoop]:
    """A process writes for the store meanwhile, on the event loop of a thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def on_loop(function: Callable[[], None]) -> None:
        async def call() -> None:
            function()

        asyncio.run_coroutine_threadsafe(call(), loop).result(30)

    on_loop(store.write_apart)
    try:
        yield loop
    finally:
        on_loop(store.write_here)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def process_of(store: Store) -> int:
    assert isinstance(store.writer, WriterProcess) and store.writer.number
    return store.writer.number


def events(store: Store, table: str) -> list[int]:
    kept = store.load(table)
    assert kept is not None
    return [row.number for row in kept.events]


def test_each_unit_has_its_own_fate(address: str, opened: Callable[[str], Store]) -> None:
    store = opened(address)
    store.write(rows.new("a"), rows.act("a", 0))
    with written_apart(store):
        good = [store.send(rows.act("a", 1), rows.seat("a", "red"))]
        bad = [
            (Conflict, store.send(rows.act("a", 0))),
            (LeaseLost, store.send(rows.act("b", 0))),
            (OverflowError, store.send(rows.act("a", 2**63))),
            (OverflowError, store.send(act_row("a", 2**70, rows.MADE))),
            (UnicodeEncodeError, store.send(rows.item("a", 7, stream="\ud800"))),
        ]
        good += [store.send(rows.act("a", 2)), store.send(rows.new("c")), store.send(rows.act("c", 0)), store.send()]
        assert [one.exception(30) for one in good] == [None] * 5
        for kind, one in bad:
            with pytest.raises(kind):
                one.result(30)
        assert store.writer.units == 4
    assert events(store, "a") == [0, 1, 2] and events(store, "c") == [0]
    store.write(rows.act("a", 3))
    assert events(store, "a") == [0, 1, 2, 3]


def test_what_waits_for_the_end_is_committed_and_nothing_after_it(address: str, opened: Callable[[str], Store]) -> None:
    store = opened(address)
    store.write(rows.new("a"))
    with written_apart(store):
        writer = store.writer
        sent = [store.send(rows.act("a", number)) for number in range(50)]
    assert [one.exception() for one in sent] == [None] * 50
    assert isinstance(writer.send([rows.act("a", 50)]).exception(), StoreUnavailable)
    assert events(store, "a") == list(range(50))


def test_more_than_a_pipe_holds_waits_until_there_is_room(address: str, opened: Callable[[str], Store]) -> None:
    store = opened(address)
    store.write(rows.new("a"))
    with written_apart(store):
        store.write(rows.act("a", 0))
        os.kill(process_of(store), signal.SIGSTOP)
        big = bytes(100_000)
        sent = [store.send(act_row("a", k, rows.MADE, (rows.event(k),), (ActItem(k, big),))) for k in range(1, 40)]
        assert not any(one.done() for one in sent)
        os.kill(process_of(store), signal.SIGCONT)
        assert [one.exception(30) for one in sent] == [None] * 39
    assert events(store, "a") == list(range(40))


def test_of_a_process_that_is_ended_nothing_counts_as_stored_and_another_takes_its_place(
    address: str, opened: Callable[[str], Store]
) -> None:
    store = opened(address)
    store.write(rows.new("a"))
    with written_apart(store):
        store.write(rows.act("a", 0))
        first = process_of(store)
        os.kill(first, signal.SIGSTOP)
        sent = [store.send(rows.act("a", number)) for number in range(1, 9)]
        os.kill(first, signal.SIGKILL)
        for one in sent:
            with pytest.raises(StoreUnavailable, match="has been ended; try again"):
                one.result(30)
        store.write(rows.act("a", 1))
        assert process_of(store) != first
    assert events(store, "a") == [0, 1]


def test_signals_for_the_server_do_not_end_who_writes(address: str, opened: Callable[[str], Store]) -> None:
    store = opened(address)
    store.write(rows.new("a"))
    with written_apart(store):
        store.write(rows.act("a", 0))
        first = process_of(store)
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(first, number)
        store.write(rows.act("a", 1))
        assert process_of(store) == first


def test_the_loop_does_not_wait_for_itself(address: str, opened: Callable[[str], Store]) -> None:
    store = opened(address)

    async def wait() -> None:
        store.write_apart()
        writer = store.writer
        with pytest.raises(RuntimeError, match="has to do itself"):
            store.write(rows.new("a"))
        store.write_here()
        await asyncio.sleep(0)  # what was to be done soon has been
        assert isinstance(writer, WriterProcess) and writer.number == 0, "nothing is started after the end"

    asyncio.run(wait())
    assert events(store, "a") == []


def test_a_server_waits_for_who_still_writes(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fireteam.server.store.file_lock.PATIENCE", 0.0)
    open_store(address).close()
    words = [sys.executable, "-c", HOLDS, str(url_of(address).database)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None and other.stdout.readline() == b"held\n"
        with pytest.raises(BadStore, match="is open in another run"):
            open_store(address)
        other.communicate()
    open_store(address).close()


def test_kills_of_a_server_whose_writer_is_a_process_lose_nothing(address: str) -> None:
    assert lost(f"sqlite:///{address}", many(3, 6), 3, "apart") == []


def test_a_process_that_is_stuck_is_ended_and_another_goes_on(
    address: str, opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(address)
    store.write(rows.new("a"))
    with written_apart(store) as loop:
        store.write(rows.act("a", 0))
        os.kill(process_of(store), signal.SIGSTOP)
        waiting = store.send(rows.act("a", 1))
        loop.call_soon_threadsafe(store.end_stuck_writer)
        monkeypatch.setattr("fireteam.server.store.writer_process.STUCK", -1.0)
        loop.call_soon_threadsafe(store.end_stuck_writer)
        assert isinstance(waiting.exception(60), StoreUnavailable)
        monkeypatch.undo()
        store.write(rows.act("a", 1))
    assert events(store, "a") == [0, 1]
