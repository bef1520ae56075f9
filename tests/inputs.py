"""Tests that run only when what they look at has changed since they last passed: those that start whole programs.

A browser, a terminal, PostgreSQL, the compiler, the site's builder: each takes seconds to start, and tells of little
but its own. `./check` leaves a group out whose inputs are, to the byte, those with which it last passed here, and says
so. Under --heavy, and where a file of a group is named, nothing is left out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PASSED = ROOT / ".pytest_cache" / "inputs.json"
NOT_READ = {"__pycache__", "node_modules", "static", "made", "_build"}


class Group(NamedTuple):
    """Files and folders of tests, and those that they look at."""

    tests: tuple[str, ...]
    inputs: tuple[str, ...]


SEEN = ("src/fireteam/core/protocol", "src/fireteam/core/decision.py", "src/fireteam/match")
GROUPS = {
    "the page in a browser": Group(("tests/web",), ("web", "src/fireteam/server", "tests/web", *SEEN)),
    "screens and tmux": Group(
        ("tests/terminal/screen", "tests/terminal/test_tmux.py", "tests/terminal/test_free_table.py"),
        ("src/fireteam/terminal", "src/fireteam/learn", "tests/terminal", *SEEN),
    ),
    "stores, and processes that share one": Group(
        (
            "tests/server/store",
            "tests/server/test_processes.py",
            "tests/server/test_crash_recovery.py",
            "tests/server/test_hostile_frames.py",
            "tests/server/test_openapi.py",
            "tests/campaign/test_crash.py",
            "tests/cli/test_db.py",
        ),
        (
            "src/fireteam/server",
            "src/fireteam/campaign",
            "src/fireteam/durable_files.py",
            "src/fireteam/core/errors.py",
            "src/fireteam/match",
            "tests/server",
            "tests/campaign",
            "tests/chance.py",
            "tests/processes.py",
        ),
    ),
    "compiling": Group(
        (
            "tests/core/test_jit_parity.py",
            "tests/core/test_numba_setup.py",
            "tests/core/test_cache.py",
            "tests/compilation",
        ),
        ("src/fireteam/core", "src/fireteam/compilation", "src/fireteam/sim", "tests/games", "tests/compilation"),
    ),
    "the site": Group(
        ("tests/docs/test_pages.py",),
        ("docs", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "src/fireteam/cli", "src/fireteam/games"),
    ),
}
COMMON = ("pyproject.toml", "constraints.txt", "tests/conftest.py", "tests/inputs.py")


def group_of(path: Path) -> str | None:
    """The group that a file of tests belongs to."""
    return next(
        (name for name, group in GROUPS.items() for root in group.tests if path.is_relative_to(ROOT / root)), None
    )


def digest_of(name: str) -> str:
    """A hash of all that a group looks at."""
    found = hashlib.sha256()
    for path in sorted({*_files(GROUPS[name].inputs), *_files(GROUPS[name].tests), *_files(COMMON)}):
        found.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()


def unchanged() -> dict[str, str]:
    """The groups that have passed with the inputs of now, with the hashes of these."""
    return {name: said for name, said in _passed().items() if name in GROUPS and digest_of(name) == said}


def note_passed(digests: dict[str, str]) -> None:
    """Note that groups have passed with inputs of these hashes."""
    PASSED.parent.mkdir(exist_ok=True)
    PASSED.write_text(json.dumps({**_passed(), **digests}, indent=1))


def _passed() -> dict[str, str]:
    try:
        return dict(json.loads(PASSED.read_text()))
    except (OSError, ValueError):
        return {}


def _files(names: tuple[str, ...]) -> Iterator[Path]:
    """The files of folders and files, but for what is made from them."""
    for name in names:
        root = ROOT / name
        for path in [root] if root.is_file() else root.rglob("*"):
            if path.is_file() and not NOT_READ.intersection(path.relative_to(ROOT).parts) and path.suffix != ".pyc":
                yield path
