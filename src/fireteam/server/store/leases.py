"""Leases: which of several processes over one database writes to a table, and where it is reached.

A process says that it lives by a row that it writes anew every second. Whoever wants a table whose process has not
said so for a while takes its lease over; each time, the lease's epoch rises. Where two have the same address, the later
one was started in place of the other, and need not wait for its silence, while the other takes nothing back; nor need a
later one wait for one that does not say where it is reached. A process checks owner and epoch in the transaction of
each commit, so that one which was thought dead, and lives, stores nothing any more. Times are those of the database. A
SQLite file belongs to one process, which asks nobody.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from typing import NamedTuple

from sqlalchemy import (
    URL,
    Connection,
    Double,
    Engine,
    QueuePool,
    Select,
    String,
    case,
    cast,
    delete,
    extract,
    func,
    literal_column,
    select,
)

from ..background import start_thread
from .connection_limits import HEARTBEAT
from .location import FAILURES, create_writer_engine, explain_error
from .tables import ENDS, LEASES, PROCESSES

BEAT = 1.0  # seconds between two signs of life
DOUBT = 2.5  # seconds without one after which nobody is sent to a process any more
QUIET = 3.5  # seconds after which it answers for no table any more itself, before others may take them
SILENCE = 4.0  # seconds after which it counts as gone
TOGETHER = 5  # beats after which two servers at one address are no restart
NOBODY = ""  # owner of a table that was given up: it does not go on until somebody asks for it
NEW = "new"  # owner of a table that nobody has been asked for yet; a blank and since when follow
LEFT = 4.0  # seconds for which a new table is left to the process that is asked for it
LOG = logging.getLogger(__name__)
NOW = cast(extract("epoch", func.clock_timestamp()), Double)
NEW_SINCE = literal_column(f"'{NEW} '", String).concat(cast(NOW, String))
"""Owner of a table that is new by now, by the clock of the database."""


class Lease(NamedTuple):
    """Who has the lease of a table, in which epoch, where they are reached (empty: not told), and whether they live.

    That is not sure if they have not said so lately: nobody is sent to them then, and nobody takes the table yet.
    """

    owner: str
    epoch: int
    address: str
    is_alive: bool
    is_sure: bool


def new_owner() -> str:
    """Return a name for this process that no other has: of two, that of the later one is the greater."""
    return f"{time.time_ns():016x}{secrets.token_hex(4)}"


def lease_of(connection: Connection, table: str) -> Lease | None:
    """Return the lease of a table in a database that processes share; None if nobody ever had one."""
    wanted = (
        select(LEASES.c.owner, LEASES.c.epoch, PROCESSES.c.address, NOW - PROCESSES.c.seen)
        .select_from(LEASES.outerjoin(PROCESSES, LEASES.c.owner == PROCESSES.c.owner))
        .where(LEASES.c.table == table)
    )
    found = connection.execute(wanted).first()
    if found is None:
        return None
    owner, epoch, address, silence = found
    if silence is None:
        return Lease(owner, epoch, "", is_alive=False, is_sure=False)
    return Lease(owner, epoch, address, is_alive=silence < SILENCE, is_sure=silence < DOUBT)


def orphans() -> Select[tuple[str, str]]:
    """Select the tables that are not over, and that nobody has, each with its last owner.

    Their process has gone, or they have been new for a while: both by the clock of the database.
    """
    owner = LEASES.c.owner
    since = case((owner.like(f"{NEW} %"), cast(func.substr(owner, len(NEW) + 2), Double)), else_=0.0)
    alive = select(PROCESSES.c.owner).where(NOW - PROCESSES.c.seen < SILENCE)
    is_over = LEASES.c.table.in_(select(ENDS.c.table))
    gone = select(LEASES.c.table, owner).where(owner != NOBODY, owner.not_in(alive), NOW - since >= LEFT)
    return gone.where(~is_over).order_by(LEASES.c.table)


def held(owner: str) -> Select[tuple[str]]:
    """Select the tables whose lease a process has."""
    return select(LEASES.c.table).where(LEASES.c.owner == owner)


def has_twin(connection: Connection, owner: str, address: str) -> bool:
    """Return whether another process over the database lives and says that it is reached at the same address."""
    is_other = (PROCESSES.c.owner != owner) & (PROCESSES.c.address == address) & (PROCESSES.c.address != "")
    wanted = select(PROCESSES.c.owner).where(is_other, NOW - PROCESSES.c.seen < DOUBT)
    return connection.execute(wanted).first() is not None


class TwinWatch:
    """Tells whoever runs a server, once, that another one has had its address for a while."""

    def __init__(self, address: str) -> None:
        self._address, self._beats = address, 0

    def note(self, has_twin: bool) -> None:
        """Take note of whether there is another one at this beat."""
        self._beats = self._beats + 1 if has_twin else 0
        if self._beats == TOGETHER:
            LOG.warning(
                "another server over this database says that it is reached at %s as well: the one that was started "
                "last has the tables, and nobody can play at the other; start each with an --address of its own",
                self._address,
            )


class Heartbeat:
    """Says that this process lives, every `BEAT` seconds until it is closed, over a connection of its own.

    The first time is before it returns. The connection stays as long as it is good: to make one for each beat would
    take long where much is going on. What the database does not take is tried again at the next beat.

    Raises:
        Exception: the driver's: the database takes not even the first.
    """

    def __init__(self, url: URL, owner: str, address: str) -> None:
        self._url, self._owner, self._address, self._watch = url, owner, address, TwinWatch(address)
        self._engine: Engine = create_writer_engine(url, HEARTBEAT, QueuePool)
        self._ended = threading.Event()
        self._stored = time.monotonic()  # when the last beat began that the database has taken
        self._fault = ""  # of the last beat
        try:
            self._beat()
            self._thread = start_thread("fireteam-heartbeat", self._run)
        except BaseException:
            self._engine.dispose()
            raise

    @property
    def is_silent(self) -> bool:
        """Whether others may soon take this process for gone: by its own steady clock, before that is so."""
        return time.monotonic() - self._stored > QUIET

    @property
    def is_alive(self) -> bool:
        """Whether it goes on."""
        return self._thread.is_alive()

    def close(self) -> None:
        """End, and let others take over at once what this process had."""
        self._ended.set()
        self._thread.join()
        try:
            with self._engine.begin() as connection:
                connection.execute(delete(PROCESSES).where(PROCESSES.c.owner == self._owner))
        except FAILURES:
            pass  # they wait until the last sign of life is old enough
        self._engine.dispose()

    def _run(self) -> None:
        while not self._ended.wait(BEAT):
            try:
                self._beat()
            except Exception as error:  # whatever it is, the next beat is tried
                self._note(explain_error(error, self._url))
            else:
                self._note("")

    def _note(self, fault: str) -> None:
        """Log that beats fail, and why, once; and that they do no more."""
        if fault and fault != self._fault:
            LOG.warning("the database does not hear that this server lives: %s", fault)
        elif self._fault and not fault:
            LOG.warning("the database hears again that this server lives")
        self._fault = fault

    def _beat(self) -> None:
        from sqlalchemy.dialects.postgresql import insert  # of which a server with a file has no use

        begun = time.monotonic()
        row = insert(PROCESSES).values(owner=self._owner, address=self._address, seen=NOW)
        with self._engine.begin() as connection:
            connection.execute(delete(PROCESSES).where(NOW - PROCESSES.c.seen > 100 * SILENCE))
            connection.execute(row.on_conflict_do_update(index_elements=["owner"], set_={"seen": NOW}))
            is_doubled = has_twin(connection, self._owner, self._address)
        self._stored = begun
        self._watch.note(is_doubled)
