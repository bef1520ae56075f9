"""Where compiled code is kept on the disk, and what has been compiled whole. Nothing here waits for Numba."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import platform
import shutil
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

SOURCES = Path(__file__).parents[2]
COMPILED_SOURCES = (
    "core/**/*.py",
    "games/**/*.py",
    "bots/*.py",
    "sim/*.py",
)  # the sources that hold compiled functions
GAME_ENTRY_POINTS = "fireteam.games"  # the group by which packages name the games they bring (fireteam.registry)
EXTRA_SOURCES_VARIABLE = "FIRETEAM_SOURCES"  # folders of rules outside Fireteam, such as the tests' own games
CACHE_DIR_VARIABLE = "NUMBA_CACHE_DIR"  # says where, if not under the user's caches
MODE_VARIABLE = "FIRETEAM_JIT"  # how the rules run
PLAIN, COMPILED, PLAIN_FIRST = "0", "1", "auto"  # what it may say; without it they are compiled
MAX_FOLDERS = 6  # folders of compiled code to keep, newest first


def cache_home() -> Path:
    """Where things that can be made again are kept (XDG_CACHE_HOME, or ~/.cache)."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fireteam"


@cache
def code_folder() -> Path:
    """The folder of the code compiled from the sources as they are."""
    return (
        Path(os.environ[CACHE_DIR_VARIABLE])
        if CACHE_DIR_VARIABLE in os.environ
        else folder_for(metadata.version("numba"))
    )


def folder_for(version: str) -> Path:
    """Compiled code is kept by sources, Numba's version and processor: Numba alone misses edits to callees."""
    key = hashlib.sha256(f"{version} {platform.machine()} {platform.processor()}".encode())
    for path in _sources(COMPILED_SOURCES):
        key.update(path.read_bytes())
    home = cache_home() / "compiled"
    folder = home / key.hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for old in sorted(home.iterdir(), key=lambda p: p.stat().st_mtime, reverse=True)[MAX_FOLDERS:]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        pass  # a home that cannot be written: Numba falls back to compiling anew
    return folder


def _sources(patterns: tuple[str, ...]) -> list[Path]:
    folders = list(game_packages())
    if EXTRA_SOURCES_VARIABLE in os.environ:
        folders += map(Path, os.environ[EXTRA_SOURCES_VARIABLE].split(os.pathsep))
    more = (path for folder in folders for path in folder.glob("**/*.py"))
    return sorted({*(path for pattern in patterns for path in SOURCES.glob(pattern)), *more})


def game_packages() -> Iterator[Path]:
    """Yield the folders of the packages outside Fireteam that bring games."""
    for name in sorted({entry.module.partition(".")[0] for entry in metadata.entry_points(group=GAME_ENTRY_POINTS)}):
        spec = importlib.util.find_spec(name) if name != __name__.partition(".")[0] else None
        yield from map(Path, (spec and spec.submodule_search_locations) or ())


@cache
def rules_hash() -> str:
    """The rules, and how a match goes by them, to the letter: another hash wherever anything in them is."""
    key = hashlib.sha256()
    for path in _sources((*COMPILED_SOURCES, "match/**/*.py")):
        key.update(path.read_bytes())
    return key.hexdigest()


def is_marked(what: str) -> bool:
    """Whether something has been noted of the code in the folder."""
    return (code_folder() / f"{what}.ran").exists()


def mark(what: str) -> None:
    """Note something of the code in the folder; a folder that cannot be written keeps no compiled rules either."""
    with contextlib.suppress(OSError):
        code_folder().mkdir(parents=True, exist_ok=True)
        (code_folder() / f"{what}.ran").touch()


def is_compiled(game: str) -> bool:
    """Whether all of a game's rules that play needs have been compiled here, as they are."""
    return is_marked(f"{game}-compiled")


def mark_compiled(game: str) -> None:
    """From now on they are."""
    mark(f"{game}-compiled")
