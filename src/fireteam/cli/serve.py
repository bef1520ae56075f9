"""`fireteam serve`: the table in the browser."""

from __future__ import annotations

import os
import socket
import webbrowser
from contextlib import suppress
from errno import EADDRINUSE
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from ..core.code_cache import is_compiled
from ..core.rooms import games
from .conventions import DONE, Database, Usage, say

PORT = 8420
NEXT = 20  # ports that are tried after it
EVERY = ("0.0.0.0", "::")
LOOPBACK = ("localhost", "127.0.0.1", "::1")


def serve(
    *,
    port: int | None = None,
    host: str = "127.0.0.1",
    database: Database = None,
    packs: Path | None = None,
    password: Annotated[str, Parameter(env_var="FIRETEAM_PASSWORD", show_env_var=True)] = "",
    name: Annotated[list[str] | None, Parameter(negative="")] = None,
    log: Literal["text", "json"] = "text",
    open: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Serve the table in the browser, for this computer alone unless --host says otherwise.

    Examples: fireteam serve. fireteam serve --port 9000 --database club.db. FIRETEAM_PASSWORD=... fireteam serve
    --host 0.0.0.0 --name table.example.org

    Parameters
    ----------
    port
        Where to listen; without, 8420 or the next one that is free.
    host
        The address to listen at; 0.0.0.0 lets others in.
    packs
        A folder whose folders are packs that tables may use.
    password
        What everybody has to say who comes; better given as FIRETEAM_PASSWORD than on the command line.
    name
        A name under which others reach this server, if it is not the host.
    log
        How the log is written to stderr.
    open
        Open a browser.
    """
    compile = os.environ.get("FIRETEAM_JIT", "1") != "0"
    if "FIRETEAM_JIT" not in os.environ:  # a table is there at once, even where everything is still to be compiled
        os.environ["FIRETEAM_JIT"] = str(int(all(map(is_compiled, games()))))

    from ..server.serving import run

    if packs is not None and not packs.is_dir():
        raise Usage(f"--packs {packs}: there is no such folder")
    alone = host in LOOPBACK
    listening = bound(host, port)
    at = listening.getsockname()[1]
    address = f"http://{'localhost' if alone else reached(host)}:{at}/"
    hosts = (*LOOPBACK, *(name or ())) if alone or name else ()

    def opened() -> None:
        say(f"The table is at {address} (Ctrl-C ends it)")
        if not alone and not password:
            say("Everybody who can reach this computer can come in; --password keeps others out.")
        if open and has_browser():
            webbrowser.open(address)

    run(listening, database, packs, password, hosts, log == "json", opened, compile)
    return DONE


def bound(host: str, port: int | None) -> socket.socket:
    """A socket that listens: at a port, or at the first that is free.

    Raises:
        Usage: it is taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for at in range(PORT, PORT + NEXT) if port is None else (port,):
        found = socket.socket(family)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, at))
            return found
        except OSError as error:
            found.close()
            if port is not None or error.errno != EADDRINUSE:
                raise Usage(f"cannot listen at {host}, port {at}: {error.strerror}") from None
        except OverflowError:
            raise Usage(f"--port {at}: ports go from 0 to 65535") from None
    raise Usage(f"the ports {PORT} to {PORT + NEXT - 1} are all taken; name another with --port")


def reached(host: str) -> str:
    """How others in the network write a host in an address: one that stands for all of them is told by its number."""
    if host in EVERY:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            asked.connect(("192.0.2.1", 9))  # nothing is sent: it only says by which address this computer goes out
            return str(asked.getsockname()[0])
    return f"[{host}]" if ":" in host else host


def has_browser() -> bool:
    """Whether there is a browser to be opened, as far as can be told."""
    if os.name == "nt" or os.uname().sysname == "Darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
