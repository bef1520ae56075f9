"""Addresses of databases, engines for writing and reading, and errors of a database in one sentence."""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import os
import sqlite3
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, NullPool, Pool, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ...core.errors import BadStore, StoreUnavailable
from ...data_home import data_home
from ...durable_files import has_room, is_full, make_folders, write_new_file
from .connection_limits import ConnectionLimits, limit_connections

VARIABLE = "FIRETEAM_DATABASE_URL"
PAGE = 2048  # bytes of a page of a new SQLite file: an act writes a page or two, whole, however little it changes
LOG_BYTES = 16 << 20  # of SQLite's log, from which it goes into the file: a page written often goes there once
PATIENCE = 5.0  # seconds to wait for a database that somebody else has locked
POOL = 5.0  # seconds to wait until somebody gives a connection for reading back
POSTGRESQL = "postgresql+psycopg"
KINDS = "write sqlite:///FILE or postgresql://USER@HOST/NAME"


def url_of(named: str | None = None) -> URL:
    """Return the URL of a database: an address or file, else that of FIRETEAM_DATABASE_URL, else the user's own file.

    Raises:
        BadStore: the address cannot be read or is of an unknown kind, or PostgreSQL lacks its package.
    """
    words = named or os.environ.get(VARIABLE) or str(data_home() / "table.db")
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
    """Return the file of a SQLite database; None for PostgreSQL."""
    return Path(url.database or "") if url.drivername == "sqlite" else None


def name_of(url: URL) -> str:
    """Return the name of a database for messages: never with a password."""
    return url.database or "" if path_of(url) else f"PostgreSQL {url.host or 'here'}/{url.database or ''}"


def make_file(path: Path) -> None:
    """Create an empty file that only its owner may read, with its folders, if there is none.

    Raises:
        BadStore: it cannot be created, or is no file.
    """
    try:
        make_folders(path.parent, 0o700)
        if not path.exists():
            with contextlib.suppress(FileExistsError):  # by now
                write_new_file(path, b"", 0o600)
        if not path.is_file():
            raise BadStore(f"{path} is no file")
    except OSError as error:
        why = "the disk is full; make room" if is_full(error) else f"the database cannot be made: {error.strerror}"
        raise BadStore(f"{path}: {why}") from None


def log_size(path: Path) -> int:
    """Return how many bytes the log of a SQLite file has."""
    try:
        return os.stat(f"{path}-wal").st_size
    except OSError:
        return 0


def free_bytes(folder: Path) -> int:
    """Return how many bytes a disk has left for whoever runs this; where the system does not say so, very many."""
    try:
        disk = os.statvfs(folder)
    except (AttributeError, OSError):
        return sys.maxsize
    return disk.f_bavail * disk.f_frsize


def create_writer_engine(url: URL, limits: ConnectionLimits | None = None, pool: type[Pool] = NullPool) -> Engine:
    """Return an engine for writing, whose commits return once they are on disk. Keep one connection of it only.

    With another `pool` it keeps a connection to PostgreSQL for the next time by itself.
    """
    path = path_of(url)
    if path is None:
        engine = create_engine(url, poolclass=pool, hide_parameters=True)
        limit_connections(engine, limits)
        return engine
    engine = _sqlite(path, "rw", NullPool)
    event.listen(engine, "connect", _on_writer_connect)
    event.listen(engine, "begin", _at_once)
    return engine


def create_reader_engine(url: URL, limits: ConnectionLimits | None = None) -> Engine:
    """Return an engine whose connections cannot write, and read a whole transaction as of one moment."""
    path = path_of(url)
    if path is None:
        engine = create_engine(
            url, pool_pre_ping=True, pool_timeout=POOL, hide_parameters=True, isolation_level="REPEATABLE READ"
        )
        limit_connections(engine, limits)
        return engine.execution_options(postgresql_readonly=True)
    engine = _sqlite(path, "ro", QueuePool)
    event.listen(engine, "connect", _on_reader_connect)
    event.listen(engine, "begin", _as_of_now)
    return engine


def _sqlite(path: Path, mode: str, pool: type[Any]) -> Engine:
    address = f"file:{quote(str(path))}?mode={mode}"  # never makes a file: one that has gone is not made anew, empty

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(address, uri=True, timeout=PATIENCE, check_same_thread=False)
        connection.isolation_level = None  # transactions begin and end where they are said to
        return connection

    return create_engine("sqlite://", creator=connect, poolclass=pool, hide_parameters=True)


def _on_writer_connect(connection: sqlite3.Connection, _: Any) -> None:
    """Set up the one connection that writes: every commit is synced, and it alone checkpoints."""
    connection.execute(f"PRAGMA page_size={PAGE}")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    page = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.execute(f"PRAGMA wal_autocheckpoint={LOG_BYTES // page}")
    connection.execute("PRAGMA fullfsync=ON")  # where the system has such a thing
    connection.execute("PRAGMA foreign_keys=ON")


def _on_reader_connect(connection: sqlite3.Connection, _: Any) -> None:
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute("PRAGMA query_only=ON")


def _at_once(connection: Connection) -> None:
    """Lock at the beginning of a transaction, so that writers wait for each other there, not in the middle."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _as_of_now(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


FAILURES = (DBAPIError, PoolTimeout, OSError)
"""What reading and writing raises when the database does not answer as it should."""
PRIMARY = 0xFF  # of a result code of SQLite: the kind of an error, without its details
FULL = frozenset({"53100", sqlite3.SQLITE_FULL})
LOCKED = frozenset({"55P03", "40P01", sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
READ_ONLY = frozenset({"25006", sqlite3.SQLITE_READONLY})
DAMAGED = frozenset({sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT})
PERHAPS_FULL = frozenset({sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN})
"""What SQLite says where its log, the index of that or a temporary file finds no room, or a quota is used up."""
LOG = logging.getLogger(__name__)


def unavailable(error: Exception, url: URL) -> StoreUnavailable:
    """Return what whoever asks is told when the database fails; where it is, and the driver's words, are logged."""
    LOG.warning("%s", explain_error(error, url))
    return StoreUnavailable(known_cause(error, url) or "the database does not answer now; try again in a moment")


def known_cause(error: Exception, url: URL) -> str:
    """Return what is wrong with a database as far as its error tells; empty if that is not known."""
    code = code_of(error)
    if is_disk_full(error, url):
        return "the disk is full; make room"
    if code in LOCKED:
        return "the database is locked by another program; end that, or try again"
    if code in READ_ONLY:
        return "the database may only be read"
    if code in DAMAGED:
        return "is no database, or is damaged; restore a backup"
    return ""


def explain_error(error: Exception, url: URL) -> str:
    """Return an error of the database as one sentence for who runs it: where, and what to do; without passwords.

    Args:
        error: of the driver, as it is or as SQLAlchemy wraps it.
    """
    name = name_of(url)
    if cause := known_cause(error, url):
        return f"{name}: {cause}"
    if path_of(url) is not None:
        return f"{name}: the database cannot be read or written: {_message(error)}"
    return f"{name}: the database does not answer as it should: {_first_line(_message(error), url)}"


def _message(error: Exception) -> str:
    return str(error.orig if isinstance(error, DBAPIError) else error)


def is_disk_full(error: Exception, url: URL) -> bool:
    """Return whether an error of the database, of the system or of SQLAlchemy says that its disk is full."""
    if is_full(error) or code_of(error) in FULL:
        return True
    path = path_of(url)
    return path is not None and code_of(error) in PERHAPS_FULL and path.exists() and not has_room(path.parent)


def code_of(error: Exception) -> int | str | None:
    """Return the kind of an error as its driver numbers it: a primary result code of SQLite, or an SQLSTATE."""
    of_driver = error.orig if isinstance(error, DBAPIError) else error
    number = getattr(of_driver, "sqlite_errorcode", None)
    state: str | None = getattr(of_driver, "sqlstate", None)
    return state if number is None else int(number) & PRIMARY


def _first_line(message: str, url: URL) -> str:
    line = message.strip().partition("\n")[0] or "no reason given"
    return line.replace(str(url.password), "***") if url.password else line
