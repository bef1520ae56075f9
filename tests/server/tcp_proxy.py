"""A proxy in front of PostgreSQL that can cut, stall and swallow what goes through it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

CHUNK = 1 << 16
PASSES, STALLS, SWALLOWS_COMMITS = "passes", "stalls", "swallows commits"
"""What it does: all goes through; nothing goes on, either way; who commits hears nothing of it, and is cut off."""


class TcpProxy:
    """A proxy on a thread of its own, from a port here to the socket of a PostgreSQL."""

    def __init__(self, database: str) -> None:
        parts = urlsplit(database)
        host = parse_qs(parts.query)["host"][0]
        self._path, self._name, self._user = f"{host}/.s.PGSQL.5432", parts.path, parts.username or "postgres"
        self.mode = PASSES
        self.lost_commits = 0
        self._open: set[asyncio.StreamWriter] = set()
        self._flows = asyncio.Event()
        self._flows.set()
        self._loop = asyncio.new_event_loop()
        self.port = 0

    @property
    def address(self) -> str:
        """The address of the database behind it."""
        return f"postgresql://{self._user}@127.0.0.1:{self.port}{self._name}"

    def set_mode(self, mode: str) -> None:
        """Change what it does, from any thread."""

        def change() -> None:
            self.mode = mode
            if mode == STALLS:
                self._flows.clear()
            else:
                self._flows.set()

        self._call(change)

    def cut(self) -> None:
        """Break off every connection."""

        def close() -> None:
            for writer in list(self._open):
                writer.transport.abort()

        self._call(close)

    def _call(self, function: Callable[[], None]) -> None:
        done = Event()

        def call() -> None:
            function()
            done.set()

        self._loop.call_soon_threadsafe(call)
        assert done.wait(60)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            into, out = await asyncio.open_unix_connection(self._path)
            self._open |= {writer, out}
            swallowed = Event()
            ways = [
                asyncio.ensure_future(self._pump(reader, out, swallowed, is_asking=True)),
                asyncio.ensure_future(self._pump(into, writer, swallowed, is_asking=False)),
            ]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            self._open -= {writer, out}
            out.transport.abort()
        writer.transport.abort()

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, swallowed: Event, is_asking: bool
    ) -> None:
        while data := await reader.read(CHUNK):
            await self._flows.wait()
            if is_asking and self.mode == SWALLOWS_COMMITS and b"COMMIT" in data:
                swallowed.set()
            elif not is_asking and swallowed.is_set():
                self.lost_commits += 1
                return
            writer.write(data)
            await writer.drain()

    def _run(self, started: Event) -> None:
        asyncio.set_event_loop(self._loop)

        async def listen() -> Any:
            server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
            self.port = server.sockets[0].getsockname()[1]
            started.set()
            return server

        server = self._loop.run_until_complete(listen())
        self._loop.run_forever()
        server.close()
        left = asyncio.all_tasks(self._loop)
        for task in left:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self._loop.close()


@contextmanager
def proxied(database: str) -> Iterator[TcpProxy]:
    """A proxy in front of a database, until it is done with."""
    proxy, started = TcpProxy(database), Event()
    thread = Thread(target=proxy._run, args=(started,), daemon=True)
    thread.start()
    assert started.wait(60)
    try:
        yield proxy
    finally:
        proxy.cut()
        proxy._loop.call_soon_threadsafe(proxy._loop.stop)
        thread.join(60)
