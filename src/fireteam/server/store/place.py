"""Where the database is, and how it is opened: for writing by one connection, for reading by others."""

from __future__ import annotations

import importlib.util
import os
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, NullPool, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from ...core.errors import BadStore
from ...home import home

VARIABLE = "FIRETEAM_DATABASE_URL"
PATIENCE = 5.0  # seconds to wait for a database that somebody else has locked
POSTGRESQL = "postgresql+psycopg"
KINDS = "write sqlite:///FILE or postgresql://USER@HOST/NAME"


def url_of(named: str | None = None) -> URL:
    """The database that was named by an address or as a file; else by the environment; else everybody's own file.

    Raises:
        BadStore: an address of no kind that is known.
    """
    words = named or os.environ.get(VARIABLE) or str(home() / "table.db")
    if "://" not in words:
        return URL.create("sqlite", database=os.path.abspath(words))
    try:
        url = make_url(words)
    except (ArgumentError, ValueError):
        raise BadStore(f"the database's address cannot be read: {KINDS}") from None
    if url.drivername in ("postgres", "postgresql", POSTGRESQL):
        if importlib.util.find_spec("psycopg") is None:
            raise BadStore("PostgreSQL needs the package psycopg: pip install 'fireteam[postgresql]'")
        return url.set(drivername=POSTGRESQL)
    if url.drivername != "sqlite" or not url.database or url.database == ":memory:":
        raise BadStore(f"the database's address is of no kind that can be kept in: {KINDS}")
    return URL.create("sqlite", database=os.path.abspath(url.database))


def path_of(url: URL) -> Path | None:
    """The file of a database, if it is one."""
    return Path(url.database or "") if url.drivername == "sqlite" else None


def name_of(url: URL) -> str:
    """What a database is called when one speaks of it: never with a password."""
    return url.database or "" if path_of(url) else f"PostgreSQL {url.host or 'here'}/{url.database or ''}"


def make_file(path: Path) -> None:
    """Make an empty file that its owner alone may read, if there is none.

    Raises:
        BadStore: that cannot be.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        if not path.is_file():
            raise BadStore(f"{path} is no file")
    except OSError as error:
        raise BadStore(f"{path}: the database cannot be made: {error.strerror}") from None


def for_writing(url: URL) -> Engine:
    """Connections that write, and wait for a commit until it is on the disk. Keep one of them only."""
    path = path_of(url)
    if path is None:
        engine = create_engine(url, poolclass=NullPool, hide_parameters=True)
        event.listen(engine, "connect", _lasting)
        return engine
    engine = _sqlite(path, "rw", NullPool)
    event.listen(engine, "connect", _own)
    event.listen(engine, "begin", _at_once)
    return engine


def for_reading(url: URL) -> Engine:
    """Connections that cannot write, and read all of a transaction as of one moment."""
    path = path_of(url)
    if path is None:
        engine = create_engine(url, pool_pre_ping=True, hide_parameters=True, isolation_level="REPEATABLE READ")
        return engine.execution_options(postgresql_readonly=True)
    engine = _sqlite(path, "ro", QueuePool)
    event.listen(engine, "connect", _foreign)
    event.listen(engine, "begin", _as_of_now)
    return engine


def _sqlite(path: Path, mode: str, pool: type[Any]) -> Engine:
    address = f"file:{quote(str(path))}?mode={mode}"  # never makes a file: one that has gone is not made anew, empty

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(address, uri=True, timeout=PATIENCE, check_same_thread=False)
        connection.isolation_level = None  # transactions begin and end where they are said to
        return connection

    return create_engine("sqlite://", creator=connect, poolclass=pool, hide_parameters=True)


def _own(connection: sqlite3.Connection, _: Any) -> None:
    """The one connection that writes: it alone checkpoints."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA fullfsync=ON")  # where the system has such a thing
    connection.execute("PRAGMA foreign_keys=ON")


def _foreign(connection: sqlite3.Connection, _: Any) -> None:
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute("PRAGMA query_only=ON")


def _at_once(connection: Connection) -> None:
    """Writers wait for each other when they begin, not in the middle."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _as_of_now(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _lasting(connection: Any, _: Any) -> None:
    """What is committed is on the disk, whatever the server is set to."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
        )
    connection.commit()


FULL = ("disk is full", "No space left", "disk full")
LOCKED = ("locked", "lock timeout")
READ_ONLY = ("readonly database", "read-only")


def why(error: DBAPIError, url: URL) -> str:
    """What the database complains of, in one sentence: where, and what to do; no password, no value."""
    said = str(error.orig)
    name = name_of(url)
    if any(word in said for word in FULL):
        return f"{name}: the disk is full; make room"
    if any(word in said for word in LOCKED):
        return f"{name}: the database is locked by another program; end that, or try again"
    if any(word in said for word in READ_ONLY):
        return f"{name}: the database may only be read"
    if "not a database" in said or "malformed" in said:
        return f"{name}: is no database, or is damaged; restore a backup"
    if path_of(url) is not None:
        return f"{name}: the database cannot be read or written: {said}"
    return f"{name}: the database does not answer as it should: {_first_line(said, url)}"


def _first_line(said: str, url: URL) -> str:
    line = said.strip().partition("\n")[0] or "no reason given"
    return line.replace(str(url.password), "***") if url.password else line
