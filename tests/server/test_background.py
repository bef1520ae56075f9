"""What goes on in the background of a server: it is guarded, and `/readyz` knows whether it lives."""

from __future__ import annotations

import ast
import asyncio
import logging
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

import fireteam.server
from fireteam.core.errors import StoreUnavailable
from fireteam.server.background import Background, sign_of_life
from fireteam.server.store.leases import Heartbeat
from fireteam.server.store.location import url_of
from fireteam.server.store.store import Store, open_store
from tests.server.databases import Postgresql, as_many_as_wanted
from tests.server.service import served
from tests.server.simulation import World, until

BEGINNERS = {"ensure_future", "create_task", "TaskGroup", "Thread", "Timer", "start_new_thread"}
"""Functions that begin a task or a thread."""
ROOM = Path(fireteam.server.__file__).parent
DRIVER = Exception("connection to server at 10.0.0.7, port 5432 failed")


def test_no_task_and_no_thread_is_begun_but_by_the_one_module_that_guards_them():
    found = []
    for path in sorted(ROOM.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                found += [f"{path.relative_to(ROOM)}:{node.lineno}: {name}"] * (name in BEGINNERS)
    assert found and {one.split(":")[0] for one in found} == {"background.py"}, found


def test_a_loop_that_has_ended_or_does_not_come_round_is_a_fault():
    async def play() -> None:
        world, background = World(), None
        background = Background(world.env)
        waits, stuck = asyncio.Event(), asyncio.Event()

        async def rests() -> None:
            await waits.wait()

        async def hangs() -> None:
            await stuck.wait()

        patient = background.loop("waiting for a guest", [rests])
        hanging = background.loop("looking round", [hangs], 2.0, limit=60.0)
        await world.passes(62)
        assert background.faults() == []
        await world.passes(1)
        (fault,) = background.faults()
        assert "'looking round'" in fault and "63 seconds" in fault
        stuck.set()
        await until(lambda: not background.faults())
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await until(lambda: len(background.faults()) == 2)
        assert all("has ended" in one for one in background.faults())
        await background.close(patient, hanging)
        assert background.faults() == []

    asyncio.run(play())


def test_a_loop_whose_step_has_many_parts_comes_round_with_each_of_them():
    async def play() -> None:
        world = World()
        background = Background(world.env)
        parts = asyncio.Queue[None]()

        async def opens_many() -> None:
            await background_part()

        async def background_part() -> None:
            while True:
                await parts.get()
                sign_of_life()

        loop = background.loop("opening tables", [opens_many], 1.0, limit=9.0)
        for _ in range(3):
            await world.passes(9)
            assert background.faults() == []
            parts.put_nowait(None)
            await until(parts.empty)
        await world.passes(11)
        assert len(background.faults()) == 1
        sign_of_life()
        assert len(background.faults()) == 1, "nobody else's sign counts for it"
        await background.close(loop)

    asyncio.run(play())


def test_a_failure_is_logged_once_for_each_reason(caplog):
    async def play() -> None:
        world = World()
        background = Background(world.env)
        reasons = ["full"] * 3 + ["away"] * 2

        async def fails() -> None:
            if reasons:
                raise StoreUnavailable(reasons.pop(0))

        loop = background.loop("trying", [fails], 1.0)
        await world.passes(9)
        assert not reasons
        await background.close(loop)

    caplog.set_level(logging.WARNING)
    asyncio.run(play())
    assert caplog.messages == ["trying: full; it is tried again", "trying: away; it is tried again"]


def test_readyz_tells_what_is_dead_or_stuck(database):
    with served(database) as visit:
        assert visit.http.get("/readyz").status_code == 200
        background, portal = visit.server.registry.background, visit.http.portal

        async def begin() -> object:
            return background.loop("a stuck task", [asyncio.Event().wait], limit=-1.0)

        loop = portal.call(begin)
        answer = visit.http.get("/readyz")
        assert answer.status_code == 503 and "'a stuck task'" in answer.json()["sentence"]
        portal.call(background.close, loop)
        assert visit.http.get("/readyz").status_code == 200


@pytest.fixture
def shared(postgresql: Postgresql):
    with as_many_as_wanted(postgresql) as made:
        yield made()


@pytest.mark.parametrize(
    "error",
    [
        PoolTimeout("QueuePool limit of size 5 overflow 10 reached"),
        OperationalError("SELECT 1", {}, DRIVER),
        InterfaceError("SELECT 1", {}, DRIVER),
        ConnectionResetError("reset by 10.0.0.7"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_whatever_the_database_does_whoever_asks_is_told_one_sentence_without_its_address(
    shared, error, monkeypatch, caplog
):
    store = open_store(shared)

    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(store._engine, "connect", fails)
    with pytest.raises(StoreUnavailable) as refused:
        store.whose("")
    monkeypatch.setattr("fireteam.server.store.commits.WriterConnection", fails)
    with pytest.raises(StoreUnavailable) as not_kept:
        store.release("a")
        store.write_new("a")
    monkeypatch.undo()
    for told in (str(refused.value), str(not_kept.value)):
        assert told == "the database does not answer now; try again in a moment"
    assert url_of(shared).database in caplog.text
    store.close()


def test_nothing_ends_the_signs_of_life(shared, monkeypatch):
    monkeypatch.setattr("fireteam.server.store.leases.BEAT", 0.001)
    again, faults = Event(), [RuntimeError("a fault"), PoolTimeout("none is free"), OSError("no network")]

    def beat(heartbeat: Heartbeat) -> None:
        if faults:
            raise faults.pop()
        again.set()
        real(heartbeat)

    real = Heartbeat._beat
    store = open_store(shared)
    monkeypatch.setattr(Heartbeat, "_beat", beat)
    assert again.wait(60)
    assert store.faults() == []
    store.close()


def test_a_store_whose_threads_have_ended_says_so(shared):
    store: Store = open_store(shared)
    store.close()
    assert len(store.faults()) == 2
