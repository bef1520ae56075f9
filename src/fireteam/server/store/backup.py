"""Backups: a database of either kind, while in use, to one SQLite file; and back into an empty database of either.

A backup holds everything, the secrets of dice and sealed choices too: only its owner may read the file. Leases are left
out: after a restore every process has to claim its tables again.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import URL, Connection, Engine, Select, Table, delete, func, insert, select, text
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, StatementError

from ...core.errors import BadStore
from ...durable_files import new_file
from ...program_name import program_name
from .connection_limits import PATIENT, ConnectionLimits
from .file_lock import exclusive
from .location import (
    FAILURES,
    create_reader_engine,
    create_writer_engine,
    explain_error,
    is_disk_full,
    name_of,
    path_of,
    url_of,
)
from .schema import newest, prepare, version
from .tables import ACTS, CAMPAIGNS, LEASES, METADATA, PROCESSES, TABLES

ROWS = 500  # that are copied at a time

NEXT_LOG = "SELECT setval(pg_get_serial_sequence('logs', 'number'), coalesce(max(number), 0) + 1, false) FROM logs"
"""Lets PostgreSQL number the next table after those that were copied, as SQLite does by itself."""

BACKUP_TABLES = [table for table in METADATA.sorted_tables if table not in (LEASES, PROCESSES)]


class BackupCounts(NamedTuple):
    """How many tables and events a backup holds."""

    tables: int
    events: int


def back_up(url: URL, file: Path) -> BackupCounts:
    """Write a backup of a database, as of one moment; others may go on using it.

    Raises:
        BadStore: the database cannot be read, is empty or of another version, or the file exists or cannot be written.
    """
    if file.exists():
        raise BadStore(f"{file} is there already; name another file")
    _must_be_there(url)
    try:
        with new_file(file, 0o600) as part:
            _copy_out(url, part)
            counted = examine(part)
    except FileExistsError:
        raise BadStore(f"{file} is there already; name another file") from None
    except OSError as error:
        raise BadStore(f"{file}: cannot be written: {error.strerror}") from None
    return counted


def _copy_out(url: URL, part: Path) -> None:
    """Copy a database into an empty file."""
    target = url_of(str(part))
    with _transaction(create_reader_engine, url) as source:
        have = version(source, name_of(url))
        if not have:
            raise BadStore(f"{name_of(url)}: the database is empty")
        if path_of(url) is not None:
            _copy_file(source, part)
        elif have != newest():
            raise BadStore(f"{name_of(url)}: the database is of an older Fireteam; use that one to back it up")
        else:
            prepare(target)
            with _transaction(create_writer_engine, target) as backup:
                _copy_rows(source, backup)
    _make_whole(part)


def _copy_file(source: Connection, part: Path) -> None:
    """Copy a SQLite database with SQLite's own backup, while others write."""
    with _as_bad_store(part), contextlib.closing(sqlite3.connect(part)) as backup:
        own = source.connection.driver_connection
        assert isinstance(own, sqlite3.Connection)
        own.backup(backup)


def _make_whole(part: Path) -> None:
    """Make a backup one file, without a write-ahead log beside it, and delete the leases."""
    with _as_bad_store(part), contextlib.closing(sqlite3.connect(part)) as backup, backup:
        backup.execute("PRAGMA journal_mode=DELETE")
        backup.execute("DELETE FROM leases")


@contextlib.contextmanager
def _as_bad_store(part: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        why = "the disk is full; make room" if is_disk_full(error, url_of(str(part))) else str(error)
        raise BadStore(f"{part.parent}: the backup cannot be written: {why}") from None


def restore(file: Path, url: URL, replace: bool = False) -> BackupCounts:
    """Write a backup into an empty database; with `replace`, in place of all that it holds. All or nothing.

    Raises:
        BadStore: the backup is damaged, of another version or none; the database is not empty, is in use, is the backup
            itself, or cannot be written.
    """
    counted = examine(file)
    path = path_of(url)
    if path is not None and path.exists() and path.samefile(file):
        raise BadStore(f"{file} is the database itself")
    with exclusive(url):
        prepare(url)
        with (
            _transaction(create_reader_engine, url_of(str(file))) as source,
            _transaction(create_writer_engine, url) as target,
        ):
            _replace(source, target, name_of(url), replace)
    return counted


def _replace(source: Connection, target: Connection, name: str, may: bool) -> None:
    if target.dialect.name != "sqlite":
        target.execute(text("LOCK TABLE tables, campaigns IN EXCLUSIVE MODE"))  # none is made meanwhile
    if not may and any(target.scalar(select(func.count()).select_from(each)) for each in (TABLES, CAMPAIGNS)):
        raise BadStore(f"{name}: the database is not empty; with --replace the backup takes the place of all in it")
    for table in reversed(METADATA.sorted_tables):
        target.execute(delete(table))
    _copy_rows(source, target)
    if target.dialect.name != "sqlite":
        target.execute(text(NEXT_LOG))


def _copy_rows(source: Connection, target: Connection) -> None:
    try:
        for table in BACKUP_TABLES:
            for rows in source.execute(_every_row(table)).mappings().partitions(ROWS):
                target.execute(insert(table), [dict(row) for row in rows])
    except StatementError as error:
        if isinstance(error, DBAPIError) and not isinstance(error, (DataError, IntegrityError)):
            raise
        raise BadStore("the backup is damaged: there are values in it that Fireteam does not write") from None


def _every_row(table: Table) -> Select[Any]:
    """Select all rows of a table; acts in their order, without the `id` that each database gives them itself."""
    if table is not ACTS:
        return select(table)
    return select(*(column for column in ACTS.columns if column is not ACTS.c.id)).order_by(ACTS.c.id)


def examine(file: Path) -> BackupCounts:
    """Check that a backup is whole and of this version, and count what it holds.

    Raises:
        BadStore: it is not.
    """
    url = url_of(str(file))
    _must_be_there(url)
    with _transaction(create_reader_engine, url) as connection:
        have = version(connection, str(file))
        if not have:
            raise BadStore(f"{file} is no backup: it is empty")
        faults = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all() != ["ok"]
        if faults or connection.exec_driver_sql("PRAGMA foreign_key_check").first():
            raise BadStore(f"{file} is damaged; use another backup")
        if have != newest():
            raise BadStore(
                f"{file} is of an older Fireteam; first write `{program_name()} db upgrade --database {file}`"
            )
        tables = connection.scalar(select(func.count()).select_from(TABLES))
        events = connection.scalar(select(func.sum(ACTS.c.events)))
    return BackupCounts(tables or 0, events or 0)


def _must_be_there(url: URL) -> None:
    path = path_of(url)
    if path is not None and not path.is_file():
        raise BadStore(f"{path}: there is no such file")


@contextlib.contextmanager
def _transaction(way: Callable[[URL, ConnectionLimits], Engine], url: URL) -> Iterator[Connection]:
    """Open a database for one transaction: read as of one moment, or written as a whole or not at all."""
    engine = way(url, PATIENT)
    try:
        with engine.begin() as connection:
            yield connection
    except FAILURES as error:
        raise BadStore(explain_error(error, url)) from None
    finally:
        engine.dispose()
