"""Running the server: a socket that listens, until it is told to end."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import uvicorn

from .app import serving
from .guard import LARGEST
from .logs import logging_as
from .opening import Packs
from .reaching import Reaching
from .readying import Readying
from .store.store import open_store

LAST = 10  # seconds in which open requests may be finished


class Serving(uvicorn.Server):
    """A server that tells its sockets before it goes, and says when it can be asked."""

    def __init__(self, config: uvicorn.Config, begun: Callable[[], None], going: Callable[[], None]) -> None:
        super().__init__(config)
        self._begun, self._going = begun, going

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """From here on it can be asked."""
        await super().startup(sockets)
        if not self.should_exit:
            self._begun()

    async def listen(self, more: socket.socket) -> None:
        """Listen at one more socket, as at the first."""
        config = self.config

        def spoken_with() -> asyncio.Protocol:
            kind: Any = config.http_protocol_class
            made: asyncio.Protocol = kind(config=config, server_state=self.server_state, app_state=self.lifespan.state)
            return made

        loop = asyncio.get_running_loop()
        self.servers.append(await loop.create_server(spoken_with, sock=more, backlog=config.backlog))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell everybody, and go."""
        self._going()
        await super().shutdown(sockets)


def is_loopback(listening: socket.socket) -> bool:
    """Whether only this computer itself can come to a socket."""
    host = str(listening.getsockname()[0]).partition("%")[0]
    return ip_address(host).is_loopback


def run(
    listening: socket.socket,
    database: str | None,
    packs: Path | None,
    password: str,
    hosts: tuple[str, ...],
    as_json: bool,
    begun: Callable[[], None],
    compile: bool,
) -> None:
    """Serve until somebody ends it. `compile`: bots and odds shall be compiled, whatever this process is.

    Raises:
        BadStore: the database cannot be opened.
    """
    store = open_store(database)
    try:
        host, port = listening.getsockname()[:2]
        reaching = Reaching(host, port, bool(password))
        readying = Readying(wanted=compile)
        server = serving(store, None, Packs(packs), None, readying, password, hosts, reaching=reaching)
        config = uvicorn.Config(
            server.app,
            log_config=logging_as(as_json),
            access_log=False,
            ws_max_size=LARGEST,
            ws_per_message_deflate=not is_loopback(listening),  # on one computer it costs time and saves nothing
            ws_ping_interval=20,
            ws_ping_timeout=20,
            timeout_graceful_shutdown=LAST,
            server_header=False,
            date_header=False,
        )
        running = Serving(config, begun, server.sockets.close)
        reaching.listen = running.listen
        running.run([listening])
    finally:
        store.close()
