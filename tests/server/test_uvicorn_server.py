"""Running the server: it ends in good order, whoever tells it to."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from fireteam.server import app, uvicorn_server
from fireteam.server.store.store import open_store
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.workers.bots import BotPool
from fireteam.server.workers.compilation import Compilation
from tests.server.databases import Files, as_many_as_wanted
from tests.server.service import DUEL, TTT, patience
from tests.server.simulation import RED, World, table_of, with_server


@pytest.fixture
def run_for(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Runs a server in this process until a guest, who is told its address, has gone: then a signal ends it."""
    monkeypatch.setattr(
        uvicorn_server, "configure_logging", lambda as_json: {"version": 1, "disable_existing_loggers": False}
    )

    def run(database, guest, by=signal.SIGTERM, at_the_signal=lambda: None, packs=None, password="", hosts=()):
        came: list[Future[None]] = []
        with socket.create_server(("127.0.0.1", 0)) as listening, ThreadPoolExecutor(1) as threads:

            def comes() -> None:
                try:
                    guest(f"http://127.0.0.1:{listening.getsockname()[1]}/api")
                finally:
                    os.kill(os.getpid(), by)

            before = signal.signal(by, lambda *_: at_the_signal())
            try:
                with patience():
                    uvicorn_server.run(
                        listening,
                        database,
                        packs,
                        password,
                        hosts,
                        as_json=False,
                        on_start=lambda: came.append(threads.submit(comes)),
                        compile=False,
                    )
            finally:
                signal.signal(by, before)
        came[0].result()

    return run


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_whoever_ends_a_server_finds_all_of_its_database_in_one_file(files: Files, run_for, by):
    """Uvicorn lets the signal end the process once it has shut down: what is left to do then is never done."""
    left: list[list[str]] = []
    with as_many_as_wanted(files) as made:
        database = made()
        folder = Path(database.removeprefix("sqlite:///")).parent

        def makes_a_table(address: str) -> None:
            httpx.post(f"{address}/tables", json={**TTT, "seats": DUEL}).raise_for_status()
            assert (folder / "table.db-wal").exists()

        run_for(database, makes_a_table, by, lambda: left.append([path.name for path in folder.glob("*-wal")]))
    assert left == [[]]


def test_a_server_has_the_packs_the_password_and_the_names_that_it_was_given(database, tmp_path, run_for):
    (tmp_path / "yard").mkdir()

    def looks(address: str) -> None:
        knows = {"X-Fireteam-Password": "sesame"}
        assert httpx.get(f"{address}/packs").json()["code"] == "E_PASSWORD"
        assert httpx.get(f"{address}/packs", headers=knows).json() == ["yard"]
        assert httpx.get(f"{address}/reach", headers=knows).json()["password"] is True
        for name, status in (("table.example.org", 200), ("another.example.org", 421)):
            assert httpx.get(f"{address}/packs", headers={**knows, "Host": name}).status_code == status

    run_for(database, looks, packs=tmp_path, password="sesame", hosts=("127.0.0.1", "table.example.org"))


def test_a_server_that_ends_keeps_to_the_second_how_much_time_is_left(database):
    world, left = World(), []

    async def play() -> None:
        store, said, told = open_store(database), asyncio.Queue(), asyncio.Queue()
        server = app.build_server(store, world.env, bots=BotPool(1), compilation=Compilation(needed=False))
        living = asyncio.ensure_future(server.app({"type": "lifespan"}, said.get, told.put))
        said.put_nowait({"type": "lifespan.startup"})
        assert (await told.get())["type"] == "lifespan.startup.complete"
        ids.append((await table_of(server.registry, seconds=60)).table.id)
        await world.passes(3)
        said.put_nowait({"type": "lifespan.shutdown"})
        await living
        assert asyncio.all_tasks() == {asyncio.current_task()}, "nothing goes on here after that"
        store.close()

    async def look(registry: TableRegistry, world: World) -> None:
        left.append((await (await registry.session(ids[0])).now(RED)).deadline - world.now)

    ids: list[str] = []
    asyncio.run(play())
    with_server(database, look, world=world)
    assert left == [57]
