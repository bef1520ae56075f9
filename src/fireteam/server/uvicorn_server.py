"""Run the server with uvicorn: serve a bound socket, and close every WebSocket before shutdown."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import socket
from collections.abc import Callable
from contextlib import closing
from functools import partial
from importlib.metadata import version
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import uvicorn

from .app import build_server
from .http.reachability import Reachability
from .http.websockets import WebSockets
from .logs import configure_logging
from .store.store import open_store
from .tables.creation import PackFolders
from .validation import MAX_BODY
from .workers.compilation import Compilation

LAST = 10  # seconds in which open requests may be finished
PICOWS = "2.3."  # the versions of picows that sockets are handed to


class UvicornServer(uvicorn.Server):
    """A server that reports when it accepts connections, and closes sockets and store before it ends.

    Args:
        on_start: called once connections are accepted.
        on_stop: called before the sockets are closed.
        after_stop: called after the shutdown, before a signal that was caught is raised again.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        on_start: Callable[[], None],
        on_stop: Callable[[], None],
        after_stop: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._on_start, self._on_stop, self._after_stop = on_start, on_stop, after_stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to accept connections, then call `on_start`, unless the server is already to exit."""
        await super().startup(sockets)
        if not self.should_exit:
            self._on_start()

    async def listen(self, more: socket.socket) -> None:
        """Accept connections on one more socket, in the same way as on the first."""
        config = self.config

        def create_protocol() -> asyncio.Protocol:
            kind: Any = config.http_protocol_class
            protocol: asyncio.Protocol = kind(
                config=config, server_state=self.server_state, app_state=self.lifespan.state
            )
            return protocol

        loop = asyncio.get_running_loop()
        self.servers.append(await loop.create_server(create_protocol, sock=more, backlog=config.backlog))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close sockets, shut down, and call `after_stop`; uvicorn then raises a signal that was caught again."""
        self._on_stop()
        await super().shutdown(sockets)
        self._after_stop()


def socket_protocol(sockets: WebSockets) -> Any:
    """Return what uvicorn is to carry sockets by: picows where it is there, else what it has itself, over ASGI."""
    if importlib.util.find_spec("picows") is None or not version("picows").startswith(PICOWS):
        return "auto"
    from .http.picows_sockets import UpgradedSocket

    return partial(UpgradedSocket, sockets)


def is_loopback(listening: socket.socket) -> bool:
    """Whether a socket is bound to a loopback address, so that only this computer can connect."""
    host = str(listening.getsockname()[0]).partition("%")[0]
    return ip_address(host).is_loopback


def spare_garbage_collection() -> None:
    """Collect garbage seldom, and never look again at what is there before anything is served.

    What of it is garbage, a few in a hundred, is not worth the look through all of it.
    """
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def run(
    listening: socket.socket,
    database: str | None,
    packs: Path | None,
    password: str,
    hosts: tuple[str, ...],
    as_json: bool,
    on_start: Callable[[], None],
    compile: bool,
    address: str = "",
) -> None:
    """Serve on a bound socket until the process is told to stop; then close the store.

    Args:
        listening: a bound socket.
        database: the database's URL or file; None for the default.
        packs: a folder whose folders are packs that tables may use.
        password: what callers need; empty for none.
        hosts: host names that are accepted besides IP addresses; empty accepts every name.
        as_json: whether the log is JSON, else text.
        on_start: called once connections are accepted.
        address: where this process is reached by those who come to others that share the database.
        compile: whether bots and odds are to be compiled, whatever this process is.

    Raises:
        BadStore: the database cannot be opened.
    """
    with closing(open_store(database, address)) as store:
        host, port = listening.getsockname()[:2]
        reaching = Reachability(host, port, bool(password))
        compilation = Compilation(wanted=compile)
        server = build_server(
            store, None, PackFolders(packs), None, compilation, password, hosts, reaching=reaching, apart=True
        )
        config = uvicorn.Config(
            server.app,
            log_config=configure_logging(as_json),
            access_log=False,
            ws=socket_protocol(server.sockets),
            ws_max_size=MAX_BODY,
            ws_per_message_deflate=not is_loopback(listening),  # on one computer it costs time and saves nothing
            ws_ping_interval=20,
            ws_ping_timeout=20,
            timeout_graceful_shutdown=LAST,
            server_header=False,
            date_header=False,
        )
        running = UvicornServer(config, on_start, server.sockets.close, store.close)
        reaching.listen = running.listen
        spare_garbage_collection()
        running.run([listening])
