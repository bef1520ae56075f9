"""`fireteam serve`: the table in the browser."""

from __future__ import annotations

import os
import re
import socket
import webbrowser
from errno import EADDRINUSE
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from cyclopts import Parameter

from ..core.engine.code_cache import MODE_VARIABLE, PLAIN, PLAIN_FIRST
from ..registry import find_game, games
from ..server.http.network import EVERY, NO_NETWORK, address_url, bind_socket, network_address
from .conventions import EXIT_OK, Database, Usage, print_note

PORT = 8420
MAX_PORTS = 20  # ports that are tried after it
ADDRESS = re.compile(r"https?://[^/\s?#@]+/?")
LOOPBACK = ("localhost", "127.0.0.1", "::1")


def serve(
    *,
    port: int | None = None,
    host: str | None = None,
    lan: Annotated[bool, Parameter(negative="")] = False,
    database: Database = None,
    packs: Path | None = None,
    password: Annotated[str, Parameter(env_var="FIRETEAM_PASSWORD", show_env_var=True)] = "",
    name: Annotated[list[str] | None, Parameter(negative="")] = None,
    address: str | None = None,
    log: Literal["text", "json"] = "text",
    open: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Serve the table in the browser, for this computer alone unless --lan or --host says otherwise.

    Examples: fireteam serve. fireteam serve --lan. fireteam serve --port 9000 --database club.db. FIRETEAM_PASSWORD=...
    fireteam serve --host 0.0.0.0 --name table.example.org

    Parameters
    ----------
    port
        Where to listen; without, 8420 or the next one that is free.
    host
        The address to listen at; 0.0.0.0 lets others in. Without, this computer's own.
    lan
        Let others on your network in, and say by which address they come.
    packs
        A folder whose folders are packs that tables may use.
    password
        What everybody has to say who comes; better given as FIRETEAM_PASSWORD than on the command line.
    name
        A name under which others reach this server, if it is not the host.
    address
        Where browsers reach this server, such as https://one.example.org, if others share its PostgreSQL: who comes to
        one of those with a link to a table that is played here is sent there. Without, the address that it says.
    log
        How the log is written to stderr.
    open
        Open a browser.
    """
    compile = os.environ.setdefault(MODE_VARIABLE, PLAIN_FIRST) != PLAIN  # a table is there at once

    from ..server.uvicorn_server import run

    for id in games():
        find_game(id)  # a package whose game cannot be loaded is told now, not to somebody who comes
    if packs is not None and not packs.is_dir():
        raise Usage(f"--packs {packs}: there is no such folder")
    if lan and host is not None:
        raise Usage("--lan listens at every address of this computer; leave --host away")
    network = network_address() if lan else ""
    host = ("::" if ":" in network else EVERY[0]) if lan else host or LOOPBACK[1]
    listening = bind_port(host, port)
    at = listening.getsockname()[1]
    here = address_url("localhost" if lan or host in LOOPBACK else reachable_address(host), at)
    if address is not None and not ADDRESS.fullmatch(address):
        raise Usage(f"--address {address}: write where browsers come, like https://one.example.org")

    def show_start() -> None:
        for line in start_lines(here, at, network, lan, others=lan or host not in LOOPBACK, password=password):
            print_note(line)
        if open and has_browser():
            webbrowser.open(here)

    own_address = f"{(address or here).rstrip('/')}/"
    called = names(host, lan, name or [], address or "")
    run(listening, database, packs, password, called, log == "json", show_start, compile, own_address)
    return EXIT_OK


def start_lines(here: str, port: int, address: str, lan: bool, others: bool, password: str) -> list[str]:
    """What is said once the table can be reached: where, by whom, and who keeps others out."""
    lines = [f"The table is at {here} (Ctrl-C ends it)"]
    if lan and address:
        lines.append(f"Others on your network come by {address_url(address, port)}; the invite page has their links.")
    elif lan:
        lines.append(f"{NO_NETWORK} As soon as it is on one, the invite page says by which address they come.")
    if others and not password:
        lines.append("Everybody who can reach this computer can come in; --password keeps others out.")
    return lines


def names(host: str, lan: bool, more: list[str], address: str = "") -> tuple[str, ...]:
    """The names that browsers may call this server by, besides addresses in numbers; none: by any.

    That of its own `address` is one of them.
    """
    address_names = [name for name in [urlsplit(address).hostname] if name]
    if lan:
        own = socket.gethostname()
        return (*LOOPBACK, own, f"{own.partition('.')[0]}.local", *more, *address_names)
    return (*LOOPBACK, *more, *address_names) if host in LOOPBACK or more else ()


def bind_port(host: str, port: int | None) -> socket.socket:
    """A socket that listens: at a port, or at the first that is free.

    Raises:
        Usage: it is taken.
    """
    for at in range(PORT, PORT + MAX_PORTS) if port is None else (port,):
        try:
            return bind_socket(host, at)
        except OSError as error:
            if port is not None or error.errno != EADDRINUSE:
                raise Usage(f"cannot listen at {host}, port {at}: {error.strerror}") from None
        except OverflowError:
            raise Usage(f"--port {at}: ports go from 0 to 65535") from None
    raise Usage(f"the ports {PORT} to {PORT + MAX_PORTS - 1} are all taken; name another with --port")


def reachable_address(host: str) -> str:
    """By which address others reach a host: one that stands for all of this computer's, by that of the network."""
    return (network_address() or host) if host in EVERY else host


def has_browser() -> bool:
    """Whether there is a browser to be opened, as far as can be told."""
    if os.name == "nt" or os.uname().sysname == "Darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
