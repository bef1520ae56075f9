"""boardgame.io's server, a peer of the bench: fetched by npm into the user's cache, with matches in memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fireteam.core.engine.code_cache import cache_home

VERSION = "0.50.2"
SOURCES = Path(__file__).with_name("boardgame")


def packages_path() -> Path | None:
    """Where its packages are; None, with a line on stderr, where they are not and npm does not bring them."""
    home = cache_home() / "bench" / f"boardgame.io-{VERSION}"
    packages = home / "node_modules"
    if (packages / "boardgame.io" / "package.json").exists():
        return packages
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        print("skipped: boardgame.io needs node and npm, which are not here", file=sys.stderr)
        return None
    home.mkdir(parents=True, exist_ok=True)
    (home / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    words = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=dev", f"boardgame.io@{VERSION}"]
    done = subprocess.run([npm, *words], cwd=home, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"skipped: npm does not bring boardgame.io: {done.stderr.strip()[-200:]}", file=sys.stderr)
        return None
    return packages


@contextmanager
def server(packages: Path) -> Iterator[int]:
    """Its server in a process of its own; the port."""
    words = ["node", str(SOURCES / "server.cjs")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, env=_env(packages), text=True) as process:
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline())
        finally:
            process.terminate()


def moves(packages: Path, port: int, tables: int, seconds: float) -> float:
    """Moves a second at so many tables at once."""
    words = ["node", str(SOURCES / "players.cjs"), str(port), str(tables), str(seconds)]
    done = subprocess.run(words, env=_env(packages), capture_output=True, text=True, check=True)
    made, took = map(float, done.stdout.split())
    return made / took


def _env(packages: Path) -> dict[str, str]:
    return {**os.environ, "NODE_PATH": str(packages), "NODE_ENV": "production"}
