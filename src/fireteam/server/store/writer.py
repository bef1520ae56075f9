"""`Writer`: the one thread that writes. Whatever waits is committed together: many tables share the time of one disk.

First all units are tried together; if one of them cannot be stored, each is tried within a savepoint of its own, so
that a failed one affects no other. Nothing is reported as stored before the commit has returned.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import URL, Connection, Executable, Table, bindparam, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from ...core.errors import Conflict, LeaseLost, StoreUnavailable
from .location import create_writer_engine, explain_error, name_of, path_of
from .rows import CampaignChange, Change, NewTableRow, SealedRemoval
from .tables import AS_IT_IS, LEASES, METADATA, ONCE, SEALED

CLOSED = "the table is closing"
TAKEN = "something else was kept in its place before"


class Claim(NamedTuple):
    """A claim of a table's lease: from its commit on, this process writes to the table and no other does."""

    table: str


class WriteUnit(NamedTuple):
    """Changes that are stored together or not at all, and the Future that reports the outcome."""

    changes: Sequence[Change | Claim]
    done: Future[None]

    @property
    def new(self) -> set[str]:
        """The tables that it creates or claims."""
        return {change.table for change in self.changes if isinstance(change, (NewTableRow, Claim))}

    @property
    def old(self) -> set[str]:
        """The tables it writes to whose lease this process must hold already."""
        return {change.table for change in self.changes if not isinstance(change, CampaignChange)} - self.new


class Writer:
    """A queue of units from any thread, committed in order, as many at once as are waiting."""

    def __init__(self, url: URL, owner: str) -> None:
        self.units = self.commits = 0  # how many were kept, and by how many commits
        self._url, self._owner = url, owner
        self._engine = create_writer_engine(url)
        self._file = _identity(path_of(url))
        self._connection: Connection | None = None
        self._waiting: deque[WriteUnit] = deque()
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="fireteam-store", daemon=True)
        self._thread.start()

    def send(self, changes: Sequence[Change | Claim]) -> Future[None]:
        """Queue changes to be stored together. The Future is done when they are committed, or has the reason why not.

        That is Conflict, Ousted, StoreRefused, or the error of a value that the database cannot take.
        """
        unit = WriteUnit(changes, Future())
        with self._changed:
            if not changes:
                unit.done.set_result(None)
            elif self._closing:
                unit.done.set_exception(StoreUnavailable(CLOSED))
            else:
                self._waiting.append(unit)
                self._changed.notify()
        return unit.done

    def close(self) -> None:
        """Commit what is waiting, refuse anything more, and end the thread."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while units := self._next():
            units = [unit for unit in units if unit.done.set_running_or_notify_cancel()]
            try:
                refusals = self._commit(units)
            except Exception as error:  # whatever it is, who waits must hear it, and the next group has its turn
                self._disconnect()
                refusals = [self._refusal(error)] * len(units)
            else:
                self.commits += 1
                self.units += refusals.count(None)
            for unit, refusal in zip(units, refusals, strict=True):
                if refusal is None:
                    unit.done.set_result(None)
                else:
                    unit.done.set_exception(refusal)
        self._disconnect()
        self._engine.dispose()

    def _next(self) -> list[WriteUnit]:
        """Wait for units and return all that can be committed together; none when the writer is closed.

        A unit that claims a table goes alone, so that no two processes wait for each other (a deadlock).
        """
        units: list[WriteUnit] = []
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closing)
            while self._waiting:
                alone = isinstance(self._waiting[0].changes[0], Claim)
                if alone and units:
                    break
                units.append(self._waiting.popleft())
                if alone:
                    break
        return units

    def _commit(self, units: Sequence[WriteUnit]) -> list[Exception | None]:
        """Store units with one commit; return for each why it was not stored, or None.

        Raises:
            StoreUnavailable: the database file was removed or replaced.
            DBAPIError: the database failed; nothing is stored.
        """
        if _identity(path_of(self._url)) != self._file:
            raise StoreUnavailable(f"{name_of(self._url)}: the database has been removed or replaced; put it back")
        self._connection = self._connection or self._engine.connect()
        with self._connection.begin():
            owned = self._leased_tables(self._connection, set().union(*(unit.old for unit in units)))
            fate = self._keep(self._connection, units, owned)
            if fate is None or len(units) == 1:
                return [fate] * len(units)
            return [self._keep(self._connection, [unit], owned) for unit in units]

    def _leased_tables(self, connection: Connection, tables: set[str]) -> set[str]:
        """Return which of these tables this process holds the lease of; no other can claim them before the commit."""
        leases = select(LEASES.c.table).where(LEASES.c.table.in_(sorted(tables)), LEASES.c.owner == self._owner)
        return set(connection.scalars(leases.with_for_update(read=True))) if tables else set()

    def _keep(self, connection: Connection, units: Sequence[WriteUnit], owned: set[str]) -> Exception | None:
        """Write all of these units in the open transaction and return None, or none of them and return why.

        Raises:
            DBAPIError: the database failed, through no fault of a unit.
        """
        new = set().union(*(unit.new for unit in units))
        if foreign := set().union(*(unit.old for unit in units)) - owned - new:
            return LeaseLost(f"table {min(foreign)} is kept by another process now")
        savepoint = connection.begin_nested()
        try:
            for statement, rows in statements(units, self._owner, connection.dialect.name):
                connection.execute(statement, rows)
            savepoint.commit()
        except DBAPIError as error:
            if not isinstance(error, (IntegrityError, DataError)):
                raise  # disk, network or lock: the fault is no unit's, and the transaction may be gone already
            savepoint.rollback()
            return Conflict(TAKEN) if isinstance(error, IntegrityError) else self._refusal(error)
        except Exception as error:  # a value that no database takes
            savepoint.rollback()
            return error
        owned |= new
        return None

    def _disconnect(self) -> None:
        """Close the connection; the next group opens a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(DBAPIError):
                connection.close()

    def _refusal(self, error: Exception) -> Exception:
        return StoreUnavailable(explain_error(error, self._url)) if isinstance(error, DBAPIError) else error


Rows = list[dict[str, Any]]


def statements(units: Sequence[WriteUnit], owner: str, dialect: str) -> Iterator[tuple[Executable, Rows]]:
    """Yield the statements that store units, each with all its consecutive rows: a call for each row would take longer.

    The order is kept within a table of the database. Between them it does not matter, except that `tables` comes first.
    """
    runs: dict[Table, list[tuple[Executable, Rows]]] = {}
    for unit in units:
        for change in unit.changes:
            for table, statement, row in _statements(change, owner, dialect):
                of_table = runs.setdefault(table, [])
                if not of_table or of_table[-1][0] is not statement:
                    of_table.append((statement, []))
                of_table[-1][1].append(row)
    for table in METADATA.sorted_tables:
        yield from runs.get(table, ())


def _statements(change: Change | Claim, owner: str, dialect: str) -> Iterator[tuple[Table, Executable, dict[str, Any]]]:
    """Yield the statements that store a change: database table, statement and row."""
    if isinstance(change, SealedRemoval):
        every = change.slot is None
        yield SEALED, OPENED if every else WITHDRAWN, {"of": change.table, **({} if every else {"by": change.slot})}
    elif isinstance(change, Claim):
        yield LEASES, _latest(LEASES, dialect), {"table": change.table, "owner": owner}
    else:
        kind: type[Struct] = type(change)
        if kind in ONCE:
            yield ONCE[kind], _first(ONCE[kind]), asdict(change)
        else:
            yield AS_IT_IS[kind], _latest(AS_IT_IS[kind], dialect), asdict(change)
        if isinstance(change, NewTableRow):
            yield LEASES, _first(LEASES), {"table": change.table, "owner": owner}


OPENED = delete(SEALED).where(SEALED.c.table == bindparam("of"))
WITHDRAWN = OPENED.where(SEALED.c.slot == bindparam("by"))


@cache
def _first(table: Table) -> Executable:
    """Return the statement that inserts a row; it fails if there is one with its key."""
    return insert(table)


@cache
def _latest(table: Table, dialect: str) -> Executable:
    """Return the statement that inserts a row, or replaces the one with the same key."""
    row = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    keys = [column.name for column in table.primary_key]
    rest = {column.name: row.excluded[column.name] for column in table.columns if column.name not in keys}
    return row.on_conflict_do_update(index_elements=keys, set_=rest)


def _identity(path: Path | None) -> tuple[int, int] | None:
    """Return which file is at a path, as device and inode; None if there is none."""
    if path is None or not path.exists():
        return None
    found = path.stat()
    return found.st_dev, found.st_ino
