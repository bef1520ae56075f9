"""Many units share a commit, and none shares the fate of another."""

from __future__ import annotations

import contextlib
import errno
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy
from hypothesis import given
from hypothesis import strategies as st

from fireteam.core.errors import Conflict, LeaseLost, StoreUnavailable
from fireteam.server.store.acts import act_row
from fireteam.server.store.commits import Claim, Committer, WriteUnit, unit_of
from fireteam.server.store.location import create_writer_engine, url_of
from fireteam.server.store.rows import ItemRow
from fireteam.server.store.store import Store, open_store
from fireteam.server.store.writer import Writer
from tests.server.store import rows

TABLES = 16
FULL = 2  # of SQLite's `synchronous`: a commit waits for the disk


@contextlib.contextmanager
def held(address: str) -> Iterator[sqlalchemy.Connection]:
    """Somebody else writes, and nobody can commit meanwhile."""
    engine = create_writer_engine(url_of(address))
    with engine.begin() as connection:
        if connection.dialect.name != "sqlite":
            connection.exec_driver_sql("LOCK TABLE leases IN ACCESS EXCLUSIVE MODE")
        yield connection
    engine.dispose()


def side(seq: int) -> ItemRow:
    """An item that not everybody may read: a row by itself."""
    return rows.item("a", seq, "side red")


def numbers(store: Store, table: str) -> list[int]:
    """The events that are kept of a table."""
    kept = store.load(table)
    assert kept is not None
    return [row.number for row in kept.events]


def test_units_of_many_threads_are_committed_together(store: Store) -> None:
    for table in range(TABLES):
        store.write(rows.new(f"{table}"))
    units, commits = store.writer.units, store.writer.commits

    def play(table: int) -> None:
        for number in range(25):
            store.write(rows.act(f"{table}", number), rows.item(f"{table}", number + 1, "side red"))

    with ThreadPoolExecutor(TABLES) as threads:
        list(threads.map(play, range(TABLES)))
    assert store.writer.units - units == 25 * TABLES
    assert store.writer.commits - commits < 25 * TABLES / 2
    assert all(numbers(store, f"{table}") == list(range(25)) for table in range(TABLES))


def test_whatever_waits_for_the_disk_is_one_commit(store: Store, address: str) -> None:
    store.write(rows.new("a"))
    commits = store.writer.commits
    with held(address):
        sent = [store.send(rows.act("a", number)) for number in range(200)]
        assert not sent[0].done()
    assert [one.result(10) for one in sent] == [None] * 200
    assert store.writer.commits - commits <= 2, "one has begun before the others came"
    assert numbers(store, "a") == list(range(200))


def test_nobody_reads_what_is_not_committed(store: Store, address: str) -> None:
    store.write(rows.new("a"))
    with held(address):
        sent = store.send(rows.act("a", 0))
        if not address.startswith("postgresql"):  # there, the lock keeps readers of `leases` alone away
            assert numbers(store, "a") == []
        assert not sent.done()
    sent.result(10)
    assert numbers(store, "a") == [0]


def test_a_unit_that_fails_takes_no_other_with_it(store: Store, address: str) -> None:
    store.write(rows.new("a"), rows.act("a", 0))
    with held(address):
        good = [store.send(rows.act("a", 1), side(1))]
        bad = [
            (Conflict, store.send(side(2), rows.act("a", 0))),
            (Conflict, store.send(side(3), rows.act("a", 1))),
            (LeaseLost, store.send(side(4), rows.act("b", 0))),
            (Exception, store.send(side(5), rows.act("a", 2**63))),
            (Exception, store.send(side(6), act_row("a", 2**70, rows.MADE))),
            (Exception, store.send(side(7), rows.item("a", 7, stream="\ud800"))),
            (Conflict, store.send(rows.new("d"), rows.act("d", 9), rows.act("a", 0))),
        ]
        good += [store.send(rows.act("a", 2), side(8))]
        good += [store.send(rows.new("c")), store.send(rows.act("c", 0)), store.send(rows.new("e"), rows.act("e", 0))]
    assert [one.result(10) for one in good] == [None] * 5
    for kind, one in bad:
        with pytest.raises(kind):
            one.result(10)
    assert numbers(store, "a") == [0, 1, 2] and numbers(store, "c") == numbers(store, "e") == [0]
    assert store.load("d") is None and store.items("a", "side red") == [side(1), side(8)]


def test_when_the_server_drops_the_connection_all_is_refused_and_the_next_is_kept(
    shared: str, opened: Callable[[str], Store]
) -> None:
    address = shared
    store = opened(address)
    store.write(rows.new("a"))
    with held(address) as other:
        sent = [store.send(rows.act("a", number)) for number in range(20)]
        wait_for_locks(other, 1)
        other.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
        with pytest.raises(StoreUnavailable, match="does not answer"):
            sent[0].result(10)
    fates = [one.exception(10) for one in sent]
    kept = [number for number, fate in enumerate(fates) if fate is None]
    assert all(fate is None or isinstance(fate, StoreUnavailable) for fate in fates)
    store.write(rows.act("a", 90))
    assert numbers(store, "a") == [*kept, 90]


@given(st.lists(st.lists(st.integers(0, 12), min_size=1, max_size=4), min_size=1, max_size=12))
def test_whatever_is_sent_the_events_are_those_of_the_units_that_were_kept(
    store_of_all: Store, sent: list[list[int]]
) -> None:
    table = f"table {store_of_all.writer.units} {store_of_all.writer.commits}"
    store_of_all.write(rows.new(table))
    fates = [store_of_all.send(*(rows.act(table, number) for number in unit)) for unit in sent]
    there: list[int] = []
    for unit, fate in zip(sent, fates, strict=True):
        if len(set(unit)) == len(unit) and not set(unit) & set(there):
            there += unit
            assert fate.exception(10) is None
        else:
            assert isinstance(fate.exception(10), Conflict)
    assert numbers(store_of_all, table) == sorted(there)


@pytest.fixture(scope="module")
def store_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A file that all examples share."""
    from fireteam.server.store.store import open_store

    store = open_store(f"{tmp_path_factory.mktemp('store')}/table.db")
    yield store
    store.close()


def test_what_is_committed_is_on_the_disk(store: Store, address: str) -> None:
    """A kill does not show what a power cut would: so the connection that writes is asked how it commits."""
    if address.startswith("postgresql"):
        with held(address) as other:
            other.exec_driver_sql(
                "ALTER DATABASE " + (other.engine.url.database or "") + " SET synchronous_commit TO off"
            )
        engine = create_writer_engine(url_of(address))
        with engine.connect() as connection:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
        engine.dispose()
        return
    store.write(rows.new("a"))
    assert store.writer.committer.connection is not None
    connection = store.writer.committer.connection._raw
    settings = ("journal_mode", "synchronous", "fullfsync", "foreign_keys")
    found = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in settings]
    assert found == ["wal", FULL, 1, 1]


@contextlib.contextmanager
def locked(address: str, table: str) -> Iterator[sqlalchemy.Connection]:
    """Nobody can write to a table of a shared database meanwhile."""
    engine = sqlalchemy.create_engine(url_of(address))
    with engine.begin() as connection:
        connection.exec_driver_sql(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        yield connection
    engine.dispose()


def wait_for_locks(connection: sqlalchemy.Connection, many: int) -> None:
    """Wait until so many others wait for what is locked."""
    asked = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    while connection.scalar(sqlalchemy.text(asked)) < many:
        threading.Event().wait(0.01)


def test_who_takes_a_table_goes_alone(store: Store, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for table in ("a", "b"):
        store.write(rows.new(table))
    groups: list[list[bool]] = []  # of each commit, which units claim a table
    assert isinstance(store.writer, Writer)
    commit = store.writer.committer.commit

    def note(units: Sequence[WriteUnit]) -> list[Exception | None]:
        groups.append([unit.claims for unit in units])
        return commit(units)

    monkeypatch.setattr(store.writer.committer, "commit", note)
    with held(address):
        sent = [store.send(rows.act("a", number)) for number in (0, 1, 2)]
        sent += [store.writer.send((Claim("b", 1),)), store.send(rows.act("a", 3)), store.send(rows.act("b", 0))]
    assert [one.result(10) for one in sent] == [None] * 6
    *before, takes, after = groups
    assert (takes, after) == ([True], [False, False]), "who takes, then those after"
    assert [one for group in before for one in group] == [False] * 3 and len(before) <= 2, (
        "those before; the first perhaps by itself"
    )


def test_two_who_take_each_others_tables_do_not_wait_in_a_ring(shared: str, opened: Callable[[str], Store]) -> None:
    stores = {"a": opened(shared), "b": opened(shared)}
    for table, store in stores.items():
        store.write(rows.new(table))
    sent = []
    with locked(shared, "acts") as acts:
        with locked(shared, "items") as items:
            sent += [store.send(rows.item(mine, 1, "side")) for mine, store in stores.items()]
            wait_for_locks(items, 2)
            for (mine, store), theirs in zip(stores.items(), ("b", "a"), strict=True):
                sent += [store.send(rows.act(mine, 1)), store.writer.send((Claim(theirs, 1),))]
        wait_for_locks(acts, 2)
        assert [one.exception(10) for one in sent[:2]] == [None] * 2
    assert [one.exception(30) for one in sent] == [None] * 6
    for theirs, store in zip(("b", "a"), stores.values(), strict=True):
        store.write(rows.act(theirs, 2))


def test_nothing_to_keep_is_kept_at_once_and_the_next_unit_has_its_turn(store: Store) -> None:
    commits = store.writer.commits
    store.write()
    assert store.writer.commits == commits
    store.write(rows.new("a"))
    assert numbers(store, "a") == []


def test_a_full_disk_is_tried_once_more_when_the_log_has_been_folded_and_then_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with contextlib.closing(open_store(f"sqlite:///{tmp_path}/table.db")) as store:
        committer = Committer(store.url, "a process")
        tries: list[int] = []

        def fail(self: Committer, units: Sequence[WriteUnit]) -> list[Exception | None]:
            tries.append(len(units))
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(Committer, "_commit", fail)
        monkeypatch.setattr(Committer, "_fold", lambda self: True)
        (refused,) = committer.commit([unit_of([rows.act("a", 0)])])
        assert isinstance(refused, StoreUnavailable) and "the disk is full; make room" in str(refused)
        assert tries == [1, 1]
        committer.close()
