"""Run the server with uvicorn: serve a bound socket, and close every WebSocket before shutdown."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import closing
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import uvicorn

from .app import build_server
from .http.reachability import Reachability
from .http.validation import MAX_BODY
from .logs import configure_logging
from .store.store import open_store
from .tables.creation import PackFolders
from .workers.compilation import Compilation

LAST = 10  # seconds in which open requests may be finished


class UvicornServer(uvicorn.Server):
    """A server that reports when it accepts connections, and closes sockets and store before it ends.

    Args:
        begun: called once connections are accepted.
        going: called before the sockets are closed.
        gone: called after the shutdown, before a signal that was caught is raised again.
    """

    def __init__(
        self, config: uvicorn.Config, begun: Callable[[], None], going: Callable[[], None], gone: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._begun, self._going, self._gone = begun, going, gone

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to accept connections, then call `begun`, unless the server is already to exit."""
        await super().startup(sockets)
        if not self.should_exit:
            self._begun()

    async def listen(self, more: socket.socket) -> None:
        """Accept connections on one more socket, in the same way as on the first."""
        config = self.config

        def spoken_with() -> asyncio.Protocol:
            kind: Any = config.http_protocol_class
            made: asyncio.Protocol = kind(config=config, server_state=self.server_state, app_state=self.lifespan.state)
            return made

        loop = asyncio.get_running_loop()
        self.servers.append(await loop.create_server(spoken_with, sock=more, backlog=config.backlog))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close sockets, shut down, and call `gone`; uvicorn then raises a signal that was caught again."""
        self._going()
        await super().shutdown(sockets)
        self._gone()


def is_loopback(listening: socket.socket) -> bool:
    """Whether a socket is bound to a loopback address, so that only this computer can connect."""
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
    """Serve on a bound socket until the process is told to stop; then close the store.

    Args:
        listening: a bound socket.
        database: the database's URL or file; None for the default.
        packs: a folder whose folders are packs that tables may use.
        password: what callers need; empty for none.
        hosts: host names that are accepted besides IP addresses; empty accepts every name.
        as_json: whether the log is JSON, else text.
        begun: called once connections are accepted.
        compile: whether bots and odds are to be compiled, whatever this process is.

    Raises:
        BadStore: the database cannot be opened.
    """
    with closing(open_store(database)) as store:
        host, port = listening.getsockname()[:2]
        reaching = Reachability(host, port, bool(password))
        compilation = Compilation(wanted=compile)
        server = build_server(store, None, PackFolders(packs), None, compilation, password, hosts, reaching=reaching)
        config = uvicorn.Config(
            server.app,
            log_config=configure_logging(as_json),
            access_log=False,
            ws_max_size=MAX_BODY,
            ws_per_message_deflate=not is_loopback(listening),  # on one computer it costs time and saves nothing
            ws_ping_interval=20,
            ws_ping_timeout=20,
            timeout_graceful_shutdown=LAST,
            server_header=False,
            date_header=False,
        )
        running = UvicornServer(config, begun, server.sockets.close, store.close)
        reaching.listen = running.listen
        running.run([listening])
