"""`WriterConnection`: the one connection that writes, by plain statements of its driver, alike for both databases."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from msgspec.structs import astuple
from sqlalchemy import Dialect, Engine, Executable
from sqlalchemy.exc import DBAPIError

from .acts import COLUMNS, insertion, split
from .location import PATIENCE
from .rows import ActRow
from .tables import words_text

MANY = 10_000  # leases that are remembered
LEASED = 'SELECT leases."table", number, epoch FROM leases JOIN logs ON logs."table" = leases."table"'


class Statement(NamedTuple):
    """A statement in the words of a driver. `order` has the names of its parameters, if it takes them by place."""

    text: str
    order: tuple[str, ...] | None


class WriterConnection:
    """A connection of the writer. Its transactions begin with `begin`, and are on disk when `commit` returns.

    Of SQLite, it remembers which leases this process holds, with the logs of their tables: they are read again when
    another connection has written to the file, which SQLite counts (`data_version`). PostgreSQL is asked each time, and
    keeps them locked, though not for long if this process stops in the middle (`connection_limits`). There, `epochs`
    says in which epoch this process has the lease of a table.
    """

    def __init__(self, engine: Engine, owner: str, epochs: dict[str, int]) -> None:
        self.epochs = epochs
        self._pooled = engine.raw_connection()
        raw: Any = self._pooled.driver_connection
        self._raw = raw
        self._dialect, self._owner = engine.dialect, owner
        self.is_sqlite = engine.dialect.name == "sqlite"
        self._dbapi: Any = engine.dialect.loaded_dbapi
        self._placeholder = "?" if self.is_sqlite else "%s"
        self._begin = "BEGIN IMMEDIATE" if self.is_sqlite else "BEGIN"  # writers wait for one another there
        self._remembered: dict[str, int] = {}
        self._data_version = -1
        if not self.is_sqlite:
            raw.autocommit = True  # transactions begin and end where they are said to

    def begin(self) -> None:
        """Begin a transaction."""
        self._raw.execute(self._begin)

    def commit(self) -> None:
        """Commit the transaction."""
        self._raw.execute("COMMIT")

    def roll_back(self) -> None:
        """Undo the transaction. What is remembered was true before it, and is true after it."""
        self._raw.execute("ROLLBACK")

    def set_savepoint(self) -> None:
        """Set the savepoint to which `roll_back_to_savepoint` goes back."""
        self._raw.execute("SAVEPOINT unit")

    def release_savepoint(self) -> None:
        """Let what was done since the savepoint stand with the rest."""
        self._raw.execute("RELEASE SAVEPOINT unit")

    def roll_back_to_savepoint(self) -> None:
        """Undo what was done since the savepoint."""
        self._raw.execute("ROLLBACK TO SAVEPOINT unit")
        self._raw.execute("RELEASE SAVEPOINT unit")

    def leased(self, tables: set[str]) -> dict[str, int]:
        """Return the numbers of the logs of those of these tables that this process holds the lease of.

        No other can claim them before the commit.
        """
        if not tables:
            return {}
        if not self.is_sqlite:
            asked = f'{LEASED} WHERE leases."table" = ANY(%s) AND owner = %s FOR SHARE OF leases'
            found = self._raw.execute(asked, (sorted(tables), self._owner))
            return {table: log for table, log, epoch in found if self.epochs.get(table) == epoch}
        version = self._raw.execute("PRAGMA data_version").fetchone()[0]
        if version != self._data_version or len(self._remembered) > MANY:
            self._remembered.clear()
            self._data_version = version
        known = self._remembered
        for table in [table for table in tables if table not in known]:  # a difference of sets goes through all of them
            asked = f'{LEASED} WHERE leases."table" = ? AND owner = ?'
            known |= {table: log for table, log, _ in self._raw.execute(asked, (table, self._owner))}
        return {table: known[table] for table in tables if table in known}

    def logs(self, tables: Iterable[str]) -> dict[str, int]:
        """Return the numbers of the logs of those of these tables that are there."""
        asked = f'SELECT number FROM logs WHERE "table" = {self._placeholder}'
        found = {table: self._raw.execute(asked, (table,)).fetchone() for table in tables}
        return {table: row[0] for table, row in found.items() if row}

    def insert_acts(self, rows: Sequence[ActRow], logs: Mapping[str, int]) -> None:
        """Insert rows into the log of acts, many by one statement; `logs` are the numbers of their tables' logs."""
        for run in split(rows):
            values = list(chain.from_iterable(map(astuple, run)))
            values[:: len(COLUMNS)] = [logs[row.table] for row in run]
            self._raw.execute(_insertion(len(run), self._placeholder), values)

    def execute(self, statement: Executable, rows: Iterable[Mapping[str, Any]]) -> int:
        """Carry out a statement once for each row of parameters; return how many rows of the database it concerned."""
        made = _statement(statement, self._dialect)
        plain = [{name: _plain(value) for name, value in row.items()} for row in rows]
        values: list[Any] = plain if made.order is None else [tuple(row[name] for name in made.order) for row in plain]
        cursor = self._raw.cursor()
        cursor.executemany(made.text, values)
        return int(cursor.rowcount)

    def is_failure(self, error: Exception) -> bool:
        """Whether it is the database that failed, and not that it refused a row (which is the fault of the row)."""
        return isinstance(error, self._dbapi.Error) and not self.is_conflict(error) and not self.is_bad_value(error)

    def is_conflict(self, error: Exception) -> bool:
        """Whether a row was refused because it contradicts what is stored."""
        return isinstance(error, self._dbapi.IntegrityError)

    def is_bad_value(self, error: Exception) -> bool:
        """Whether a row was refused because of a value that the database cannot take."""
        return isinstance(error, self._dbapi.DataError)

    def fold_log(self) -> None:
        """Write SQLite's log into the file and empty it; nobody is waited for who reads."""
        self._raw.execute("PRAGMA busy_timeout=0")
        try:
            self._raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            self._raw.execute(f"PRAGMA busy_timeout={round(PATIENCE * 1000)}")

    def close(self) -> None:
        """Close it; what is not committed is undone."""
        with contextlib.suppress(DBAPIError, self._dbapi.Error):
            self._pooled.close()


_insertion = cache(insertion)


@cache
def _statement(statement: Executable, dialect: Dialect) -> Statement:
    made: Any = statement.compile(dialect=dialect)  # type: ignore[attr-defined]
    return Statement(str(made), tuple(made.positiontup) if made.positional else None)


def _plain(value: Any) -> Any:
    """Return a value as drivers take it."""
    return words_text(value) if isinstance(value, tuple) else value
