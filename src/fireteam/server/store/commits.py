"""`Committer`: stores units of changes by commits, over one connection; whoever has one decides on which thread.

First all units are tried together; if one of them cannot be stored, each is tried within a savepoint of its own, so
that a failed one affects no other. Nothing counts as stored before the commit has returned.
"""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import URL, Executable, Table, bindparam, delete, insert, literal_column, update

from ...core.errors import Conflict, LeaseLost, StoreUnavailable
from .leases import NEW, NEW_SINCE, NOBODY
from .location import (
    FAILURES,
    create_writer_engine,
    free_bytes,
    is_disk_full,
    log_size,
    path_of,
    unavailable,
)
from .rows import ActRow, CampaignChange, Change, NewTableRow, SealedRemoval
from .tables import AS_IT_IS, LEASES, LOGS, METADATA, ONCE, SEALED
from .writer_connection import WriterConnection

REMOVED = "the database has been removed or replaced; put it back"
TAKEN = "something else was kept in its place before"


class Claim(NamedTuple):
    """A claim of a table's lease: from its commit on, this process writes to the table and no other does.

    `epoch` is that of the lease as it is, 0 where there is none: who comes too late claims nothing.
    """

    table: str
    epoch: int


class Release(NamedTuple):
    """The lease of a table is given up, if `owner` has it: whoever wants it may take it. `to` is NOBODY or NEW."""

    table: str
    owner: str
    to: str = NOBODY


AnyChange = Change | Claim | Release


class WriteUnit(Struct, frozen=True, gc=False):
    """Changes that are stored together or not at all: rows of the log of acts, and all others."""

    acts: Sequence[ActRow]
    others: Sequence[AnyChange]

    @property
    def claims(self) -> bool:
        """Whether it claims a table."""
        return bool(self.others) and type(self.others[0]) is Claim


def unit_of(changes: Sequence[AnyChange]) -> WriteUnit:
    """Return changes as a unit."""
    if len(changes) == 1 and type(changes[0]) is ActRow:  # as of nearly every choice
        return WriteUnit((changes[0],), ())
    acts: list[ActRow] = []
    others: list[AnyChange] = []
    for change in changes:
        if type(change) is ActRow:
            acts.append(change)
        else:
            others.append(change)
    return WriteUnit(acts, others)


Rows = list[dict[str, Any]]


class Batch:
    """The changes of some units, sorted: rows of the log of acts, and statements for all other rows.

    `new` are the tables that they create or claim, `old` those whose lease this process must hold already.
    """

    def __init__(self, units: Sequence[WriteUnit]) -> None:
        self.acts = [row for unit in units for row in unit.acts]
        self.others = [change for unit in units for change in unit.others]
        self.new = {change.table for change in self.others if isinstance(change, (NewTableRow, Claim))}
        self.old = tables_of(self.acts, self.others) - self.new

    def store(self, connection: WriterConnection, owner: str, logs: Mapping[str, int]) -> dict[str, int]:
        """Write everything in the open transaction, and return `logs` with those of `new`.

        `logs` are the numbers of the logs of tables whose lease this process holds.

        Raises:
            LeaseLost: it does not hold that of one of the tables.
            Exception: that of the driver, for the database or a row.
        """
        if foreign := self.old - logs.keys():
            raise LeaseLost(f"table {min(foreign)} is kept by another process now")
        if self.others:
            for statement, rows in statements(self.others, owner, connection.is_sqlite):
                count = connection.execute(statement, rows)
                if statement in (CLAIMED, _claim_in_file()) and count == 0:
                    raise LeaseLost("another process was quicker to take the table")
        known = {**logs, **connection.logs(self.new)}
        connection.insert_acts(self.acts, known)
        return known


class Committer:
    """Stores units over one connection, which is opened when it is needed, and anew after the database has failed.

    Args:
        url: the database.
        owner: the name under which this process holds leases.
    """

    def __init__(self, url: URL, owner: str) -> None:
        self._url, self._owner = url, owner
        self._engine = create_writer_engine(url)
        self._path = path_of(url)
        self._file = _identity(self._path)
        self.connection: WriterConnection | None = None
        self._epochs: dict[str, int] = {}  # of the leases that this process has taken, as it knows

    def commit(self, units: Sequence[WriteUnit]) -> list[Exception | None]:
        """Store units with one commit; return for each why it was not stored, or None. It raises nothing.

        That is Conflict, LeaseLost, StoreUnavailable, or the error of a value that the database cannot take.
        """
        refusals, is_full = self._try_commit(units)
        if is_full and self._fold():  # the log was what filled the disk, and has gone into the file: once more
            refusals, _ = self._try_commit(units)
        return refusals

    def close(self) -> None:
        """Close the connection. Of a SQLite file the last that is closed folds the log into the file."""
        if self.connection is None and self._path is not None:
            with contextlib.suppress(Exception):  # another process may have written; else there is nothing to fold
                self.connection = WriterConnection(self._engine, self._owner, self._epochs)
        self._disconnect()
        self._engine.dispose()

    def _try_commit(self, units: Sequence[WriteUnit]) -> tuple[list[Exception | None], bool]:
        """Store units as `commit` does; return what it returns, and whether the disk was full."""
        try:
            return self._commit(units), False
        except Exception as error:  # whatever it is, who waits must hear it, and the next group has its turn
            refusal = self._refusal(error)
            self._disconnect()
            return [refusal] * len(units), is_disk_full(error, self._url)

    def _commit(self, units: Sequence[WriteUnit]) -> list[Exception | None]:
        """Store units with one commit; return for each why it was not stored, or None.

        Raises:
            StoreUnavailable: the database file was removed or replaced.
            Exception: the driver's: the database failed; nothing is stored.
        """
        if _identity(self._path) != self._file:
            raise StoreUnavailable(REMOVED)
        connection = self.connection = self.connection or WriterConnection(self._engine, self._owner, self._epochs)
        refusal = self._commit_together(connection, units)
        if refusal is None or len(units) == 1:
            refusals = [refusal] * len(units)
        else:
            refusals = self._commit_each(connection, units)
        self._keep_room()
        return refusals

    def _fold(self) -> bool:
        """Write the log of a SQLite file into the file, and give its room back; return whether there was any."""
        if self._path is None or not (size := log_size(self._path)):
            return False
        with contextlib.suppress(Exception):  # it cannot be now: readers need it, or the file finds no room
            connection = self.connection = self.connection or WriterConnection(self._engine, self._owner, self._epochs)
            connection.fold_log()
        return log_size(self._path) < size

    def _keep_room(self) -> None:
        """Fold the log as long as the disk has room for that: the file grows by no more than the log has."""
        if self._path is not None and log_size(self._path) > free_bytes(self._path.parent):
            self._fold()

    def _note_leases(self, connection: WriterConnection, units: Iterable[WriteUnit]) -> None:
        """Note the epochs of the leases that units have brought or given up, now that they are committed."""
        for change in [change for unit in units if unit.others for change in unit.others]:
            if isinstance(change, NewTableRow):
                connection.epochs[change.table] = 1
            elif isinstance(change, Claim):
                connection.epochs[change.table] = change.epoch + 1
            elif isinstance(change, Release) and change.owner == self._owner:
                connection.epochs.pop(change.table, None)

    def _commit_together(self, connection: WriterConnection, units: Sequence[WriteUnit]) -> Exception | None:
        """Store all of these units and return None, or none of them and return why."""
        batch = Batch(units)
        connection.begin()
        try:
            batch.store(connection, self._owner, connection.leased(batch.old))
        except Exception as error:
            if connection.is_failure(error):
                raise  # disk, network or lock: the fault is no unit's, and the transaction may be gone already
            connection.roll_back()
            return self._refusal(error)
        connection.commit()
        self._note_leases(connection, units)
        return None

    def _commit_each(self, connection: WriterConnection, units: Sequence[WriteUnit]) -> list[Exception | None]:
        """Store what can be stored of these units with one commit; return for each why it was not, or None."""
        connection.begin()
        whole = Batch(units)
        logs = connection.leased(whole.old | whole.new)
        refusals: list[Exception | None] = []
        for unit in units:
            connection.set_savepoint()
            try:
                known = Batch([unit]).store(connection, self._owner, logs)
            except Exception as error:
                if connection.is_failure(error):
                    raise
                connection.roll_back_to_savepoint()
                refusals.append(self._refusal(error))
            else:
                connection.release_savepoint()
                logs = known
                refusals.append(None)
        connection.commit()
        self._note_leases(connection, [unit for unit, why in zip(units, refusals, strict=True) if why is None])
        return refusals

    def _disconnect(self) -> None:
        """Close the connection; the next group opens a new one."""
        connection, self.connection = self.connection, None
        if connection is not None:
            connection.close()

    def _refusal(self, error: Exception) -> Exception:
        """Return what who waits is told of an error."""
        if self.connection is not None and self.connection.is_conflict(error):
            return Conflict(TAKEN)
        dbapi: Any = self._engine.dialect.loaded_dbapi
        if isinstance(error, (*FAILURES, dbapi.Error)):
            return unavailable(error, self._url)
        return error


def tables_of(acts: Iterable[ActRow], others: Iterable[AnyChange]) -> set[str]:
    """Return the tables that acts and other changes write to."""
    return {row.table for row in acts} | {
        change.table for change in others if not isinstance(change, (CampaignChange, Release))
    }


def statements(changes: Sequence[AnyChange], owner: str, is_sqlite: bool) -> Iterator[tuple[Executable, Rows]]:
    """Yield the statements that store changes, each with all its consecutive rows: a call for each would take longer.

    The order is kept within a table of the database. Between them it does not matter, except that `tables` comes first.
    """
    runs: dict[Table, list[tuple[Executable, Rows]]] = {}
    for change in changes:
        for table, statement, row in _statements(change, owner, is_sqlite):
            of_table = runs.setdefault(table, [])
            if not of_table or of_table[-1][0] is not statement:
                of_table.append((statement, []))
            of_table[-1][1].append(row)
    for table in METADATA.sorted_tables:
        yield from runs.get(table, ())


def _statements(change: AnyChange, owner: str, is_sqlite: bool) -> Iterator[tuple[Table, Executable, dict[str, Any]]]:
    """Yield the statements that store a change: database table, statement and row."""
    if isinstance(change, SealedRemoval):
        every = change.slot is None
        yield SEALED, OPENED if every else WITHDRAWN, {"of": change.table, **({} if every else {"by": change.slot})}
    elif isinstance(change, Claim):
        if is_sqlite:
            yield LEASES, _claim_in_file(), {"table": change.table, "owner": owner, "epoch": change.epoch + 1}
        elif change.epoch:
            yield (
                LEASES,
                CLAIMED,
                {
                    "of": change.table,
                    "seen": change.epoch,
                    "next": change.epoch + 1,
                    "by": owner,
                },
            )
        else:
            yield LEASES, _first(LEASES), {"table": change.table, "owner": owner, "epoch": 1}
    elif isinstance(change, Release):
        if change.to == NEW:
            yield LEASES, LEFT_NEW, {"of": change.table, "by": change.owner}
        else:
            yield LEASES, RELEASED, {"of": change.table, "by": change.owner, "to": change.to}
    else:
        kind: type[Struct] = type(change)
        if kind in ONCE:
            yield ONCE[kind], _first(ONCE[kind]), asdict(change)
        else:
            yield AS_IT_IS[kind], _latest(AS_IT_IS[kind], is_sqlite), asdict(change)
        if isinstance(change, NewTableRow):
            yield LEASES, _first(LEASES), {"table": change.table, "owner": owner, "epoch": 1}
            yield LOGS, NEW_LOG, {"of": change.table}


CLAIMED = (
    update(LEASES)
    .where(LEASES.c.table == bindparam("of"), LEASES.c.epoch == bindparam("seen"))
    .values(owner=bindparam("by"), epoch=bindparam("next"))
)
RELEASED = (
    update(LEASES)
    .where(LEASES.c.table == bindparam("of"), LEASES.c.owner == bindparam("by"))
    .values(owner=bindparam("to"))
)
LEFT_NEW = (
    update(LEASES).where(LEASES.c.table == bindparam("of"), LEASES.c.owner == bindparam("by")).values(owner=NEW_SINCE)
)
NEW_LOG = insert(LOGS).values(table=bindparam("of")).inline()  # the database numbers it
OPENED = delete(SEALED).where(SEALED.c.table == bindparam("of"))
WITHDRAWN = OPENED.where(SEALED.c.slot == bindparam("by"))


@cache
def _first(table: Table) -> Executable:
    """Return the statement that inserts a row; it fails if there is one with its key."""
    return insert(table).inline()


@cache
def _claim_in_file() -> Executable:
    """Return the statement that claims a lease in a SQLite file, unless another process has since.

    Of one that this process has already it alters nothing that matters: units that may be the first claim it each.
    """
    dialect: Any = importlib.import_module("sqlalchemy.dialects.sqlite")
    row = dialect.insert(LEASES).inline()
    taken = {"owner": row.excluded.owner, "epoch": row.excluded.epoch}
    is_free = (LEASES.c.owner == row.excluded.owner) | (LEASES.c.epoch == row.excluded.epoch - literal_column("1"))
    statement: Executable = row.on_conflict_do_update(index_elements=["table"], set_=taken, where=is_free)
    return statement


@cache
def _latest(table: Table, is_sqlite: bool) -> Executable:
    """Return the statement that inserts a row, or replaces the one with the same key."""
    dialect: Any = importlib.import_module(f"sqlalchemy.dialects.{'sqlite' if is_sqlite else 'postgresql'}")
    row = dialect.insert(table).inline()
    keys = [column.name for column in table.primary_key]
    rest = {column.name: row.excluded[column.name] for column in table.columns if column.name not in keys}
    statement: Executable = row.on_conflict_do_update(index_elements=keys, set_=rest)
    return statement


def _identity(path: Path | None) -> tuple[int, int] | None:
    """Return which file is at a path, as device and inode; None if there is none."""
    if path is None:
        return None
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
