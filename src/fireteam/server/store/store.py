"""`Store`: the database of all tables and campaigns. One thread or process writes to it, any thread may read."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any, TypeVar

from sqlalchemy import URL, BindParameter, Connection, ScalarSelect, Select, Table, bindparam, func, select

from ...core.errors import BadStore, HeldElsewhere, LeaseLost, StoreUnavailable
from .acts import body_of, item_bodies
from .commits import Claim, Release, tables_of
from .file_lock import FileLock
from .leases import NEW, Heartbeat, held, lease_of, new_owner, orphans
from .location import FAILURES, create_reader_engine, explain_error, path_of, unavailable, url_of
from .receipt import Receipt
from .rows import (
    HOST,
    TABLE,
    AnswerRow,
    CampaignCreationRow,
    CampaignEntryRow,
    CampaignFight,
    CampaignFightRow,
    CampaignLinkRow,
    CampaignRow,
    CampaignStateRow,
    Change,
    CreationRow,
    EndRow,
    EventRow,
    Holder,
    ItemRow,
    LobbyTable,
    NewTableRow,
    PlanRow,
    ProposalRow,
    SealedRow,
    SeatRow,
    SnapshotRow,
    StoredTable,
)
from .schema import prepare
from .tables import (
    ACTS,
    CAMPAIGN_ENTRIES,
    CAMPAIGN_FIGHTS,
    CAMPAIGN_LINKS,
    CAMPAIGN_MAKINGS,
    CAMPAIGN_STATES,
    CAMPAIGNS,
    CLOCKS,
    ENDS,
    ITEMS,
    LEASES,
    LOGS,
    MAKINGS,
    PLANS,
    PROPOSALS,
    SEALED,
    SEATS,
    SECRETS,
    SNAPSHOTS,
    TABLES,
)
from .writer import Writer
from .writer_process import WriterProcess

TRIES = 3  # to take a table that others take at the same time
LOBBY = 200  # tables at most that the lobby shows: the newest
FIRST_LOOK = 16  # acts that are read first where the last items of a table are wanted; four times as many each time

LAST = (1 << 63) - 1  # no act has a greater number


def log_of(table: str | BindParameter[str]) -> ScalarSelect[int]:
    """Select the number of the log of a table."""
    return select(LOGS.c.number).where(LOGS.c.table == table).scalar_subquery()


# Statements that are made once: to make one takes longer than to carry it out.
LOG = (
    select(ACTS.c.number, ACTS.c.at, ACTS.c.body)
    .where(ACTS.c.log == log_of(bindparam("of")), ACTS.c.number < bindparam("before"))
    .order_by(ACTS.c.number.desc())
    .limit(bindparam("look"))
)
SEAT_OF = select(SEATS.c.table, SEATS.c.name).where(SEATS.c.token_hash == bindparam("token"))
HOST_OF = select(TABLES.c.table).where(TABLES.c.host_hash == bindparam("token"))

Row = TypeVar("Row")


class Store:
    """An open database.

    After a StoreRefused or a Conflict, what is stored of a table is what `load` returns: go on from that.
    """

    def __init__(self, url: URL, held: FileLock, address: str = "") -> None:
        self.url, self.owner, self.address, self._held = url, new_owner(), address, held
        self.is_shared = path_of(url) is None  # by several processes, perhaps
        self._unclaimed: dict[str, Claim] = {}  # of tables in a file that were opened while it could not be written
        self._engine = create_reader_engine(url)
        self._heartbeat = Heartbeat(url, self.owner, address) if self.is_shared else None
        try:
            self.writer: Writer | WriterProcess = Writer(url, self.owner)
        except BaseException:
            if self._heartbeat is not None:
                self._heartbeat.close()
            raise

    @property
    def is_cut_off(self) -> bool:
        """Whether the database has not heard of this process for so long that others may have taken its tables."""
        return self._heartbeat is not None and self._heartbeat.is_silent

    def faults(self) -> list[str]:
        """Return what is wrong with the threads of this store, a sentence for each."""
        lives = {
            "says that this server lives": self._heartbeat is None or self._heartbeat.is_alive,
            "writes to the database": self.writer.is_alive,
        }
        return [f"The background task that {does} has ended." for does, is_alive in lives.items() if not is_alive]

    def write(self, *changes: Change) -> None:
        """Store changes, all or none, and return once they are committed.

        Raises:
            Conflict: one of them contradicts what is stored, such as a row with the same key.
            LeaseLost: this process does not hold the lease of a table, or no longer does.
            StoreUnavailable: the database cannot be written now.
        """
        self.send(*changes).result()

    def send(self, *changes: Change) -> Receipt:
        """Store changes as `write` does, without waiting; the Receipt ends as `write` would."""
        if not self._unclaimed:
            return self.writer.send(changes)
        claims = [self._unclaimed[id] for id in tables_of((), changes) if id in self._unclaimed]
        receipt = self.writer.send((*claims, *changes))
        receipt.add_done_callback(lambda ended: self._note_claims(claims, ended))
        return receipt

    def _note_claims(self, claims: list[Claim], ended: Receipt) -> None:
        if ended.error is None:
            for claim in claims:
                self._unclaimed.pop(claim.table, None)

    def write_apart(self) -> None:
        """Let a process of its own write from here on, for the running event loop; `write_here` ends that.

        That is for a file, on systems whose loops wait for pipes; else a thread goes on writing.
        """
        path = path_of(self.url)
        if path is not None and os.name == "posix":
            self.writer.close()
            self.writer = WriterProcess(path, self.owner)

    def end_stuck_writer(self) -> None:
        """End a process that writes, if it is stuck: who waits is told, and the next change starts another."""
        if isinstance(self.writer, WriterProcess):
            self.writer.end_if_stuck()

    def write_here(self) -> None:
        """Let a thread write from here on."""
        if isinstance(self.writer, WriterProcess):
            self.writer.close()
            self.writer = Writer(self.url, self.owner)

    def take(self, table: str) -> None:
        """Claim the lease of a stored table, before it is loaded: from now on only this process writes to it.

        A file that cannot be written, as on a full disk, can still be read: there the first change claims it.

        Raises:
            Conflict: there is no such table.
            HeldElsewhere: another process has it, and lives.
            StoreUnavailable: the database cannot be written now.
        """
        for _ in range(TRIES):
            epoch = self._epoch_to_take(table)
            claim = Claim(table, epoch)
            try:
                self.writer.send((claim,)).result()
                self._unclaimed.pop(table, None)
                return
            except LeaseLost:  # somebody was quicker: look again who
                continue
            except StoreUnavailable:
                if self.is_shared or self.lobby_table(table) is None:
                    raise
                self._unclaimed[table] = claim
                return
        raise HeldElsewhere("")

    def _epoch_to_take(self, table: str) -> int:
        """Return the epoch of a lease that may be taken, 0 if there is none yet."""
        with self._read_transaction() as connection:
            if not self.is_shared:
                return connection.scalar(select(LEASES.c.epoch).where(LEASES.c.table == table)) or 0
            lease = lease_of(connection, table)
        if lease is None:
            return 0
        is_replaced = lease.address in ("", self.address) and lease.owner <= self.owner
        if lease.is_alive and not is_replaced:
            raise HeldElsewhere(lease.address if lease.is_sure else "")
        return lease.epoch

    def write_new(self, table: str, *changes: Change) -> None:
        """Store a new table, as `write` does. Where processes share the database, who is asked for it first takes it.

        So a proxy decides where a table is played, and not which process was asked to make it.
        """
        self.writer.send((*changes, *([Release(table, self.owner, NEW)] if self.is_shared else []))).result()

    def release(self, table: str, owner: str = "") -> None:
        """Give up the lease of a table that is open nowhere, without waiting: whoever wants the table may take it.

        `owner` is who has it: this process, or one that has gone.
        """
        if self.is_shared:
            self.writer.send((Release(table, owner or self.owner),))

    def orphans(self) -> list[tuple[str, str]]:
        """Return the tables that are not over and that nobody has, each with its last owner."""
        if not self.is_shared:
            return []
        with self._read_transaction() as connection:
            return [(row.table, row.owner) for row in connection.execute(orphans())]

    def held(self) -> set[str]:
        """Return the tables whose lease this process has, in a database that processes share."""
        with self._read_transaction() as connection:
            return set(connection.scalars(held(self.owner)))

    def load(self, table: str) -> StoredTable | None:
        """Return all that is stored of a table except the items of its streams; None if there is no such table.

        Raises:
            StoreUnavailable: the database cannot be read now; all methods below raise it too.
        """
        with self._read_transaction() as connection:
            row = one(connection, NewTableRow, of(TABLES, table))
            if row is None:
                return None
            events: list[EventRow] = []
            last, acts = {}, 0
            log = select(ACTS.c.number, ACTS.c.body).where(ACTS.c.log == log_of(table)).order_by(ACTS.c.number)
            for acts, body in connection.execute(log):  # noqa: B007 - the last number is wanted
                happened, items = body_of(body)
                events += happened
                if items:
                    last[TABLE] = items[-1].seq
            others = select(ITEMS.c.stream, func.max(ITEMS.c.seq)).where(ITEMS.c.table == table)
            last |= {stream: seq for stream, seq in connection.execute(others.group_by(ITEMS.c.stream))}
            return StoredTable(
                row,
                connection.scalar(select(SECRETS.c.secret).where(SECRETS.c.table == table)) or b"",
                in_order(every(connection, SeatRow, of(SEATS, table))),
                tuple(events),
                tuple(every(connection, SealedRow, of(SEALED, table).order_by(SEALED.c.number, SEALED.c.slot))),
                tuple(every(connection, PlanRow, of(PLANS, table).order_by(PLANS.c.slot))),
                tuple(every(connection, ProposalRow, of(PROPOSALS, table).order_by(PROPOSALS.c.number))),
                last,
                connection.scalar(select(CLOCKS.c.body).where(CLOCKS.c.table == table)),
                tuple(every(connection, SnapshotRow, of(SNAPSHOTS, table).order_by(SNAPSHOTS.c.number))),
                one(connection, EndRow, of(ENDS, table)),
                acts,
            )

    def lobby_table(self, table: str) -> LobbyTable | None:
        """Return a table with its seats, and nothing of its match; None if there is no such table."""
        with self._read_transaction() as connection:
            row, seats = one(connection, NewTableRow, of(TABLES, table)), every(connection, SeatRow, of(SEATS, table))
            has_time = connection.scalar(select(of(CLOCKS, table).exists()))
            return None if row is None else LobbyTable(row, in_order(seats), bool(has_time))

    def items(self, table: str, stream: str, since: int = 0) -> list[ItemRow]:
        """Return the items of a stream after `since`, in order."""
        with self._read_transaction() as connection:
            if stream == TABLE:
                return last_items(connection, table, since)
            wanted = of(ITEMS, table).where(ITEMS.c.stream == stream, ITEMS.c.seq > since).order_by(ITEMS.c.seq)
            return every(connection, ItemRow, wanted)

    def answer(self, table: str, number: int) -> AnswerRow | None:
        """Return the answer to act `number` of a table; None if there was none."""
        wanted = select(ACTS.c.principal, ACTS.c.key, ACTS.c.digest, ACTS.c.answer)
        with self._read_transaction() as connection:
            found = one(connection, AnswerRow, wanted.where(ACTS.c.log == log_of(table), ACTS.c.number == number))
            return found if found and found.key else None

    def keys(self, table: str) -> dict[tuple[str, str], int]:
        """Return every principal and idempotency key to which an answer at a table is stored: to which act."""
        wanted = select(ACTS.c.principal, ACTS.c.key, ACTS.c.number).where(
            ACTS.c.log == log_of(table), ACTS.c.key != ""
        )
        with self._read_transaction() as connection:
            return {(principal, key): number for principal, key, number in connection.execute(wanted)}

    def find_creation(self, key: str) -> CreationRow | None:
        """Return what was created under an idempotency key, by the SHA-256 of the key; None if nothing was."""
        with self._read_transaction() as connection:
            return one(connection, CreationRow, select(MAKINGS).where(MAKINGS.c.key == key))

    def whose(self, token_hash: str) -> Holder | None:
        """Return the holder of a token, by its SHA-256; None if there is none."""
        with self._read_transaction() as connection:
            if found := connection.execute(SEAT_OF, {"token": token_hash}).first():
                return Holder(found[0], found[1])
            made = connection.scalar(HOST_OF, {"token": token_hash})
            return None if made is None else Holder(made, HOST)

    def lobby_tables(self) -> list[LobbyTable]:
        """Return the tables of the lobby, the newest first: those that are listed and not over, at most LOBBY."""
        wanted = select(TABLES).where(TABLES.c.listed, TABLES.c.table.not_in(select(ENDS.c.table)))
        with self._read_transaction() as connection:
            rows = every(connection, NewTableRow, wanted.order_by(TABLES.c.made.desc()).limit(LOBBY))
            seats = select(SEATS).where(SEATS.c.table.in_([row.table for row in rows]))
            by_table: dict[str, list[SeatRow]] = {row.table: [] for row in rows}
            for seat in every(connection, SeatRow, seats):
                by_table[seat.table].append(seat)
        return [LobbyTable(row, in_order(by_table[row.table])) for row in rows]

    def unfinished_tables(self) -> list[str]:
        """Return the ids of the tables that are not over, the oldest first."""
        wanted = select(TABLES.c.table).where(TABLES.c.table.not_in(select(ENDS.c.table))).order_by(TABLES.c.made)
        with self._read_transaction() as connection:
            return list(connection.scalars(wanted))

    def campaign(self, campaign: str) -> CampaignRow | None:
        """Return a campaign; None if there is no such."""
        with self._read_transaction() as connection:
            return one(connection, CampaignRow, of_campaign(CAMPAIGNS, campaign))

    def campaigns(self) -> list[CampaignRow]:
        """Return all campaigns, the newest first."""
        with self._read_transaction() as connection:
            return every(connection, CampaignRow, select(CAMPAIGNS).order_by(CAMPAIGNS.c.made.desc()))

    def campaign_entries(self, campaign: str, since: int = 0) -> list[CampaignEntryRow]:
        """Return the entries of a campaign's journal after `since`, in order."""
        number = CAMPAIGN_ENTRIES.c.number
        wanted = of_campaign(CAMPAIGN_ENTRIES, campaign).where(number > since).order_by(number)
        with self._read_transaction() as connection:
            return every(connection, CampaignEntryRow, wanted)

    def campaign_state(self, campaign: str) -> CampaignStateRow | None:
        """Return what a campaign is after its last entry; None if there is no entry yet."""
        with self._read_transaction() as connection:
            return one(connection, CampaignStateRow, of_campaign(CAMPAIGN_STATES, campaign))

    def campaign_links(self, campaign: str) -> list[CampaignLinkRow]:
        """Return who may open a campaign, sorted by name."""
        with self._read_transaction() as connection:
            links = every(connection, CampaignLinkRow, of_campaign(CAMPAIGN_LINKS, campaign))
        return sorted(links, key=lambda link: link.name)

    def campaign_link(self, token_hash: str) -> CampaignLinkRow | None:
        """Return who has a token, by its SHA-256; None if nobody does."""
        with self._read_transaction() as connection:
            return one(
                connection, CampaignLinkRow, select(CAMPAIGN_LINKS).where(CAMPAIGN_LINKS.c.token_hash == token_hash)
            )

    def find_campaign_creation(self, key: str) -> CampaignCreationRow | None:
        """Return the link that was made under an idempotency key, by the SHA-256 of the key; None if none was."""
        with self._read_transaction() as connection:
            return one(connection, CampaignCreationRow, select(CAMPAIGN_MAKINGS).where(CAMPAIGN_MAKINGS.c.key == key))

    def campaign_fights(self, campaign: str) -> list[CampaignFight]:
        """Return the matches that characters of a campaign fight, the newest first."""
        fights = of_campaign(CAMPAIGN_FIGHTS, campaign).order_by(CAMPAIGN_FIGHTS.c.made.desc())
        with self._read_transaction() as connection:
            return [
                CampaignFight(row, table, one(connection, EndRow, of(ENDS, row.table)))
                for row in every(connection, CampaignFightRow, fights)
                if (table := one(connection, NewTableRow, of(TABLES, row.table))) is not None
            ]

    def campaign_ends(self, campaign: str) -> list[tuple[CampaignFightRow, bool]]:
        """Return the fights of a campaign, sorted by table, each with whether it has ended: without their tables."""
        ended = select(CAMPAIGN_FIGHTS, ENDS.c.table.label("ended")).outerjoin(
            ENDS, ENDS.c.table == CAMPAIGN_FIGHTS.c.table
        )
        with self._read_transaction() as connection:
            rows = connection.execute(ended.where(CAMPAIGN_FIGHTS.c.campaign == campaign)).mappings().all()
        found = [
            (CampaignFightRow(row["campaign"], row["table"], row["made"], row["people"]), row["ended"]) for row in rows
        ]
        return sorted(((fight, end is not None) for fight, end in found), key=lambda each: each[0].table)

    def close(self) -> None:
        """Commit what is waiting, then close the database and release its lock."""
        self._engine.dispose()  # before the writer, which folds the log into the file when it is the last to leave
        self.writer.close()
        if self._heartbeat is not None:
            self._heartbeat.close()
        self._held.leave()

    @contextlib.contextmanager
    def _read_transaction(self) -> Iterator[Connection]:
        """Open a connection that reads everything as of one moment."""
        try:
            with self._engine.connect() as connection, connection.begin():
                yield connection
        except FAILURES as error:
            raise unavailable(error, self.url) from None


def open_store(named: str | None = None, address: str = "") -> Store:
    """Open a database by its address or file; without one, that of FIRETEAM_DATABASE_URL, or the user's own file.

    `address` is where this process is reached by those who come to others that share the database.

    An empty database is set up, and a file of an older Fireteam upgraded; PostgreSQL is upgraded only by `db upgrade`.

    Raises:
        BadStore: it cannot be opened, is of a newer Fireteam or of another program, has to be upgraded first, or is a
            file that another process has open.
    """
    url = url_of(named)
    held = FileLock(url)
    try:
        prepare(url)
        return Store(url, held, address)
    except BaseException as error:
        held.leave()
        if isinstance(error, FAILURES):
            raise BadStore(explain_error(error, url)) from None
        raise


def last_items(connection: Connection, table: str, since: int) -> list[ItemRow]:
    """Return the items after `since` of the stream that everybody may read; the log is read from its end."""
    found: list[ItemRow] = []
    look, before = FIRST_LOOK, LAST
    while acts := connection.execute(LOG, {"of": table, "before": before, "look": look}).fetchall():
        for number, at, body in acts:
            before, act = number, body_of(body)
            items = [
                ItemRow(table, TABLE, item.seq, at, says)
                for item, says in zip(act.items, item_bodies(act), strict=True)
            ]
            found += [item for item in reversed(items) if item.seq > since]
            if items and items[0].seq <= since + 1:
                return found[::-1]
        look *= 4
    return found[::-1]


def of(table: Table, id: str) -> Select[Any]:
    """Select the rows of one table (a match) in a table of the database."""
    return select(table).where(table.c.table == id)


def of_campaign(table: Table, id: str) -> Select[Any]:
    """Select the rows of one campaign in a table of the database."""
    return select(table).where(table.c.campaign == id)


def every(connection: Connection, kind: type[Row], wanted: Select[Any]) -> list[Row]:
    """Return the selected rows as Structs."""
    return [kind(**row) for row in connection.execute(wanted).mappings()]


def in_order(seats: list[SeatRow]) -> tuple[SeatRow, ...]:
    """Return seats sorted by name here, since databases differ in how they sort text."""
    return tuple(sorted(seats, key=lambda seat: seat.name))


def one(connection: Connection, kind: type[Row], wanted: Select[Any]) -> Row | None:
    """Return the first selected row as a Struct; None if there is none."""
    return next(iter(every(connection, kind, wanted)), None)
