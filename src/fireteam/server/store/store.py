"""The store of tables: what is kept is written by one thread and read by as many as want to."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Select, Table, func, select
from sqlalchemy.exc import DBAPIError

from ...core.errors import BadStore, StoreRefused
from .alone import Alone
from .changes import (
    HOST,
    AnswerRow,
    Change,
    EndRow,
    EventRow,
    Holder,
    ItemRow,
    KeptTable,
    Listed,
    MakingRow,
    NewTableRow,
    PlanRow,
    ProposalRow,
    SealedRow,
    SeatRow,
    SnapshotRow,
)
from .place import for_reading, url_of, why
from .schema import prepare
from .tables import (
    ANSWERS,
    CLOCKS,
    ENDS,
    EVENTS,
    ITEMS,
    MAKINGS,
    PLANS,
    PROPOSALS,
    SEALED,
    SEATS,
    SECRETS,
    SNAPSHOTS,
    TABLES,
)
from .writer import Taking, Writer

LOBBY = 200  # tables at most that the lobby shows: the newest

Row = TypeVar("Row")


class Store:
    """A database that is open.

    After a StoreRefused or a Conflict, what is kept of a table is what `load` says: go on from there.
    """

    def __init__(self, url: URL, held: Alone) -> None:
        self.url, self.owner, self._held = url, secrets.token_hex(8), held
        self.writer = Writer(url, self.owner)
        self._engine = for_reading(url)

    def write(self, *changes: Change) -> None:
        """Keep changes, all or none, and return when they are committed.

        Raises:
            Conflict: one of them has its place taken by something else.
            Ousted: a table is not this process's, or not any more.
            StoreRefused: the database keeps nothing now.
        """
        self.send(*changes).result()

    def send(self, *changes: Change) -> Future[None]:
        """As `write`, for those who do something else while it is committed: the result comes by the Future."""
        return self.writer.send(changes)

    def take(self, table: str) -> None:
        """From here on this process alone writes to a table that is kept: take it before it is loaded.

        Raises:
            Conflict: there is no such table.
            StoreRefused: the database keeps nothing now.
        """
        self.writer.send((Taking(table),)).result()

    def load(self, table: str) -> KeptTable | None:
        """All that is kept of a table, but the items of its streams; None if there is none.

        Raises:
            StoreRefused: the database cannot be read now, as all that follow may raise.
        """
        with self._reading() as connection:
            row = one(connection, NewTableRow, of(TABLES, table))
            if row is None:
                return None
            last = select(ITEMS.c.stream, func.max(ITEMS.c.seq)).where(ITEMS.c.table == table)
            return KeptTable(
                row,
                connection.scalar(select(SECRETS.c.secret).where(SECRETS.c.table == table)) or b"",
                in_order(every(connection, SeatRow, of(SEATS, table))),
                tuple(every(connection, EventRow, of(EVENTS, table).order_by(EVENTS.c.number))),
                tuple(every(connection, SealedRow, of(SEALED, table).order_by(SEALED.c.number, SEALED.c.slot))),
                tuple(every(connection, PlanRow, of(PLANS, table).order_by(PLANS.c.slot))),
                tuple(every(connection, ProposalRow, of(PROPOSALS, table).order_by(PROPOSALS.c.what))),
                {stream: seq for stream, seq in connection.execute(last.group_by(ITEMS.c.stream))},
                connection.scalar(select(CLOCKS.c.body).where(CLOCKS.c.table == table)),
                tuple(every(connection, SnapshotRow, of(SNAPSHOTS, table).order_by(SNAPSHOTS.c.number))),
                one(connection, EndRow, of(ENDS, table)),
            )

    def seated(self, table: str) -> Listed | None:
        """A table with its seats, and nothing of what happened there; None if there is none."""
        with self._reading() as connection:
            row = one(connection, NewTableRow, of(TABLES, table))
            return None if row is None else Listed(row, in_order(every(connection, SeatRow, of(SEATS, table))))

    def items(self, table: str, stream: str, since: int = 0) -> list[ItemRow]:
        """The items of a stream after `since`, in order."""
        wanted = of(ITEMS, table).where(ITEMS.c.stream == stream, ITEMS.c.seq > since).order_by(ITEMS.c.seq)
        with self._reading() as connection:
            return every(connection, ItemRow, wanted)

    def answer(self, table: str, principal: str, key: str) -> AnswerRow | None:
        """What somebody was answered under a key."""
        wanted = of(ANSWERS, table).where(ANSWERS.c.principal == principal, ANSWERS.c.key == key)
        with self._reading() as connection:
            return one(connection, AnswerRow, wanted)

    def made(self, key: str) -> MakingRow | None:
        """What was made under a key, by its SHA-256."""
        with self._reading() as connection:
            return one(connection, MakingRow, select(MAKINGS).where(MAKINGS.c.key == key))

    def keys(self, table: str) -> list[tuple[str, str]]:
        """Whoever was answered anything at a table, each time with the key."""
        with self._reading() as connection:
            found = select(ANSWERS.c.principal, ANSWERS.c.key).where(ANSWERS.c.table == table)
            return [(principal, key) for principal, key in connection.execute(found)]

    def whose(self, token_hash: str) -> Holder | None:
        """Whose a token is, by its SHA-256."""
        with self._reading() as connection:
            seat = select(SEATS.c.table, SEATS.c.name).where(SEATS.c.token_hash == token_hash)
            if found := connection.execute(seat).first():
                return Holder(found[0], found[1])
            made = connection.scalar(select(TABLES.c.table).where(TABLES.c.host_hash == token_hash))
            return None if made is None else Holder(made, HOST)

    def listed(self) -> list[Listed]:
        """The tables of the lobby, the newest first: listed ones that are not over."""
        wanted = select(TABLES).where(TABLES.c.listed, TABLES.c.table.not_in(select(ENDS.c.table)))
        with self._reading() as connection:
            rows = every(connection, NewTableRow, wanted.order_by(TABLES.c.made.desc()).limit(LOBBY))
            seats = select(SEATS).where(SEATS.c.table.in_([row.table for row in rows]))
            by_table: dict[str, list[SeatRow]] = {row.table: [] for row in rows}
            for seat in every(connection, SeatRow, seats):
                by_table[seat.table].append(seat)
        return [Listed(row, in_order(by_table[row.table])) for row in rows]

    def going_on(self) -> list[str]:
        """The tables that are not over, the oldest first."""
        wanted = select(TABLES.c.table).where(TABLES.c.table.not_in(select(ENDS.c.table))).order_by(TABLES.c.made)
        with self._reading() as connection:
            return list(connection.scalars(wanted))

    def close(self) -> None:
        """Keep what is waiting, and leave the database."""
        self._engine.dispose()  # before the writer, which folds the log into the file when it is the last to leave
        self.writer.close()
        self._held.leave()

    @contextlib.contextmanager
    def _reading(self) -> Iterator[Connection]:
        """A connection that reads everything as of one moment."""
        try:
            with self._engine.connect() as connection, connection.begin():
                yield connection
        except DBAPIError as error:
            raise StoreRefused(why(error, self.url)) from None


def open_store(named: str | None = None) -> Store:
    """Open a database by its address or as a file; without, that of FIRETEAM_DATABASE_URL, or everybody's own file.

    An empty one is made ready; a file of an older Fireteam is brought up to date, PostgreSQL only by `db upgrade`.

    Raises:
        BadStore: it cannot be opened, is of a newer Fireteam or of another program, or another run has the file open.
    """
    url = url_of(named)
    held = Alone(url)
    try:
        prepare(url)
    except BadStore:
        held.leave()
        raise
    return Store(url, held)


def of(table: Table, id: str) -> Select[Any]:
    """The rows that a table of the game has in a table of the database."""
    return select(table).where(table.c.table == id)


def every(connection: Connection, kind: type[Row], wanted: Select[Any]) -> list[Row]:
    """Rows as Structs."""
    return [kind(**row) for row in connection.execute(wanted).mappings()]


def in_order(seats: list[SeatRow]) -> tuple[SeatRow, ...]:
    """Seats by name: databases differ in how they sort words."""
    return tuple(sorted(seats, key=lambda seat: seat.name))


def one(connection: Connection, kind: type[Row], wanted: Select[Any]) -> Row | None:
    """A row as a Struct."""
    return next(iter(every(connection, kind, wanted)), None)
