"""The server in a process of its own, to be measured: python -m bench.serving DATABASE [asgi]. It prints its port.

With `asgi`, sockets are carried over plain ASGI, as where picows is missing.
"""

from __future__ import annotations

import socket
import sys

import uvicorn

from fireteam.compilation.program import compile_game
from fireteam.core.engine.compiled import JIT
from fireteam.server.app import build_server
from fireteam.server.http.access import LIMITS, Limits
from fireteam.server.store.store import open_store
from fireteam.server.uvicorn_server import socket_protocol, spare_garbage_collection
from fireteam.server.workers.compilation import Compilation

GAMES = ("ttt", "tps")
NO_LIMIT = Limits(*((1e9, 10**9) for _ in LIMITS))  # one computer stands here for hundreds of people


def main() -> None:
    """Serve until stdin is closed or somebody ends the process."""
    store = open_store(sys.argv[1])
    listening = socket.create_server(("127.0.0.1", 0))
    if JIT:
        for game in GAMES:
            compile_game(game)
    here = Compilation(needed=False, wanted=False)  # it is ready, and nothing else shall be compiled meanwhile
    server = build_server(store, compilation=here, limits=NO_LIMIT, apart=True)
    carrier = "auto" if sys.argv[2:] == ["asgi"] else socket_protocol(server.sockets)
    spare_garbage_collection()
    print(listening.getsockname()[1], flush=True)
    uvicorn.Server(uvicorn.Config(server.app, log_level="warning", access_log=False, ws=carrier)).run([listening])
    store.close()


if __name__ == "__main__":
    main()
