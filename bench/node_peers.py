"""Servers of games that run on node, peers of the bench: fetched by npm into the user's cache, with matches in memory.

Each has a folder beside this file: `server.cjs` prints its port; `players.cjs PORT TABLES SECONDS` prints a line when
it begins to count, and then how many moves were made in how many seconds.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from fireteam.core.engine.code_cache import cache_home

from .measure import cpu_seconds


class NodePeer(NamedTuple):
    """A peer: what it is called, its packages with their versions, and the folder of its server and players."""

    title: str
    packages: tuple[str, ...]
    folder: str


BOARDGAME_IO = NodePeer("boardgame.io 0.50.2", ("boardgame.io@0.50.2",), "boardgame")
COLYSEUS = NodePeer(
    "Colyseus 0.16.26",
    ("@colyseus/core@0.16.26", "@colyseus/ws-transport@0.16.5", "@colyseus/schema@3.0.76", "colyseus.js@0.16.22"),
    "colyseus",
)


class Load(NamedTuple):
    """What a server did under load: moves or choices a second, and microseconds of its CPU, and of players', for each.

    What players use is 0 where it is not known.
    """

    rate: float
    cpu: float
    players: float = 0.0


class Running(NamedTuple):
    """A peer's server in a process of its own."""

    peer: NodePeer
    environment: dict[str, str]
    port: int
    process: int

    def load(self, tables: int, seconds: float) -> Load:
        """Let two people play at each of so many tables for so long, as fast as they can."""
        words = ["node", str(_sources(self.peer) / "players.cjs"), str(self.port), str(tables), str(seconds)]
        with subprocess.Popen(words, env=self.environment, stdout=subprocess.PIPE, text=True) as players:
            assert players.stdout is not None
            players.stdout.readline()
            before = cpu_seconds(self.process)
            made, took = map(float, players.stdout.readline().split())
            return Load(made / took, (cpu_seconds(self.process) - before) / made * 1e6)


@contextmanager
def server(peer: NodePeer) -> Iterator[Running | None]:
    """A peer's server; None, with a line on stderr, where node or the packages are not to be had."""
    packages = packages_path(peer)
    if packages is None:
        yield None
        return
    environment = {**os.environ, "NODE_PATH": str(packages), "NODE_ENV": "production"}
    words = ["node", str(_sources(peer) / "server.cjs")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment, text=True) as process:
        try:
            assert process.stdout is not None
            yield Running(peer, environment, int(process.stdout.readline()), process.pid)
        finally:
            process.terminate()


def packages_path(peer: NodePeer) -> Path | None:
    """Where a peer's packages are; None, with a line on stderr, where they are not and npm does not bring them."""
    home = cache_home() / "bench" / peer.title.replace(" ", "-").lower()
    packages = home / "node_modules"
    if (home / "complete").exists():
        return packages
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        print(f"skipped: {peer.title} needs node and npm, which are not here", file=sys.stderr)
        return None
    home.mkdir(parents=True, exist_ok=True)
    (home / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    words = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=dev", *peer.packages]
    done = subprocess.run([npm, *words], cwd=home, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"skipped: npm does not bring {peer.title}: {done.stderr.strip()[-200:]}", file=sys.stderr)
        return None
    (home / "complete").touch()
    return packages


def _sources(peer: NodePeer) -> Path:
    return Path(__file__).with_name(peer.folder)
