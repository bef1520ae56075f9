"""Backups are whole, as of one moment, and come back as they were, into either kind of database."""

from __future__ import annotations

import itertools
import os
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from fireteam.core.errors import BadStore, LeaseLost
from fireteam.server.store.backup import BackupCounts, back_up, restore
from fireteam.server.store.location import url_of
from fireteam.server.store.rows import StoredTable
from fireteam.server.store.store import Store, open_store
from tests.chance import STREAMS
from tests.server.store import rows
from tests.server.store.crash import ROOT

ALL = (
    rows.new("a", listed=True),
    rows.secret("a"),
    rows.seat("a", "red", "hash of red"),
    rows.seat("a", "blue"),
    *(rows.act("a", number) for number in range(1, 1201)),
    *(rows.item("a", seq, "side red") for seq in range(1, 1300)),
    rows.sealed("a", 1200, 0, "a hidden choice"),
    rows.plan("a", 1, "x", "y"),
    rows.proposal("a", 1, "blue"),
    rows.making("a", "key of making"),
    rows.clock("a"),
    rows.snapshot("a", 1199),
    rows.new("b"),
    rows.end("b"),
)


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return tmp_path / "tables.backup"


def everything(store: Store) -> tuple[object, ...]:
    """All that is kept of table `a`, the lobby and some keys."""
    answers = store.answer("a", 7), store.keys("a"), store.find_creation("key of making")
    return (
        store.load("a"),
        store.items("a", "table"),
        store.items("a", "side red"),
        store.lobby_tables(),
        answers,
        store.load("b"),
    )


def test_a_backup_comes_back_as_it_was_into_either_kind(
    store: Store, elsewhere: str, backup: Path, opened: Callable[[str], Store]
) -> None:
    store.write(*ALL)
    assert back_up(store.url, backup) == BackupCounts(2, 1200)
    assert restore(backup, url_of(elsewhere)) == BackupCounts(2, 1200)
    other = opened(elsewhere)
    assert everything(other) == everything(store)
    assert other.whose("hash of red") == store.whose("hash of red") is not None
    other.take("a")
    other.write(rows.act("a", 1201))
    store.write(rows.act("a", 1201))
    other.write(rows.new("c"), rows.act("c", 1))
    assert [row.table for row in other.items("c", "table")] == ["c"] and len(other.items("a", "table")) == 1201


def test_a_backup_is_one_file_for_its_owner_alone(store: Store, backup: Path) -> None:
    store.write(*ALL)
    back_up(store.url, backup)
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert [path.name for path in backup.parent.iterdir() if "backup" in path.name] == [backup.name]
    alone = backup.parent / "alone"
    alone.mkdir()
    (alone / "copy").write_bytes(backup.read_bytes())
    with sqlite3.connect(f"file:{alone}/copy?mode=ro&immutable=1", uri=True) as copy:
        assert copy.execute("SELECT count(*) FROM acts").fetchone() == (1200,)
        assert copy.execute("SELECT count(*) FROM leases").fetchone() == (0,)
    copy.close()


def test_a_backup_under_load_is_a_moment_between_units(store: Store, tmp_path: Path) -> None:
    names = [f"{k}" for k in range(4)]
    ended = threading.Event()

    def write(table: str) -> None:
        store.write(rows.new(table))
        for number in itertools.count():
            store.write(rows.act(table, number + 1), rows.item(table, number + 1, "side red"))
            if ended.is_set() and number > 20:
                return

    threads = [threading.Thread(target=write, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    try:
        backups = []
        for k in range(5):
            back_up(store.url, tmp_path / f"{k}.backup")
            backups.append(tmp_path / f"{k}.backup")
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    lengths = []
    for path in backups:
        restored = open_store(str(path))
        kept = [(restored.load(name), restored.items(name, "side red")) for name in names]
        restored.close()
        lengths.append([must_be_a_moment(name, *one) for name, one in zip(names, kept, strict=True)])
    assert all(
        before <= after for one, two in itertools.pairwise(lengths) for before, after in zip(one, two, strict=True)
    )
    assert sum(lengths[-1]) > sum(lengths[0])


def must_be_a_moment(name: str, kept: StoredTable | None, items: list[object]) -> int:
    """How many events there are of a table: no gap, and an item for each."""
    events = list(kept.events) if kept else []
    assert events == [rows.event(number + 1) for number in range(len(events))]
    assert items == [rows.item(name, number + 1, "side red") for number in range(len(events))]
    return len(events)


def test_a_database_that_is_not_empty_is_kept_unless_it_shall_be_replaced(
    store: Store, elsewhere: str, backup: Path, opened: Callable[[str], Store]
) -> None:
    store.write(*ALL)
    back_up(store.url, backup)
    other = opened(elsewhere)
    other.write(rows.new("a"), rows.new("c"), rows.act("c", 0))
    before = everything(other)
    with pytest.raises(BadStore, match="not empty; with --replace"):
        restore(backup, other.url)
    assert everything(other) == before
    restore(backup, other.url, replace=True)
    assert everything(other) == everything(store) and other.load("c") is None
    with pytest.raises(LeaseLost):
        other.write(rows.act("a", 1201))


def test_a_restore_that_fails_in_the_middle_changes_nothing(
    store: Store, elsewhere: str, backup: Path, opened: Callable[[str], Store]
) -> None:
    store.write(*ALL)
    back_up(store.url, backup)
    with sqlite3.connect(backup) as edited:
        edited.execute("UPDATE items SET at = 'no time' WHERE seq = 1299")
    edited.close()
    other = opened(elsewhere)
    other.write(rows.new("c"), rows.act("c", 0))
    kept = other.load("c")
    with pytest.raises(BadStore, match="the backup is damaged"):
        restore(backup, other.url, replace=True)
    assert other.load("c") == kept and other.load("a") is None


def test_a_damaged_backup_is_noticed_before_anything_happens(
    store: Store, backup: Path, elsewhere: str, opened: Callable[[str], Store]
) -> None:
    store.write(*ALL)
    back_up(store.url, backup)
    whole = backup.read_bytes()
    other = opened(elsewhere)
    other.write(rows.new("c"))
    middle = len(whole) // 2
    for damaged in (
        b"",
        b"no database",
        whole[:middle],
        whole[:middle] + STREAMS.entropy(4096) + whole[middle + 4096 :],
    ):
        backup.write_bytes(damaged)
        with pytest.raises(BadStore, match=r"damaged|empty|no database"):
            restore(backup, other.url, replace=True)
        assert other.load("c") is not None


def test_backups_of_other_versions_are_told(store: Store, backup: Path, tmp_path: Path) -> None:
    store.write(*ALL)
    back_up(store.url, backup)
    for version, complaint in (("999", "newer Fireteam"), ("", "damaged|newer|another")):
        with sqlite3.connect(backup) as edited:
            edited.execute("UPDATE fireteam_version SET version_num = ?", (version,))
        edited.close()
        with pytest.raises(BadStore, match=complaint):
            restore(backup, url_of(f"{tmp_path}/new.db"))
        assert not (tmp_path / "new.db").exists()


def test_no_file_is_written_over_and_no_database_made_up(store: Store, backup: Path, tmp_path: Path) -> None:
    backup.write_text("mine")
    with pytest.raises(BadStore, match="is there already"):
        back_up(store.url, backup)
    assert backup.read_text() == "mine"
    with pytest.raises(BadStore, match="no such file"):
        back_up(url_of(f"{tmp_path}/nothing.db"), tmp_path / "x")
    with pytest.raises(BadStore, match="no such file"):
        restore(tmp_path / "x", store.url)
    with pytest.raises(BadStore, match="cannot be written"):
        back_up(store.url, tmp_path / "no folder" / "x")
    assert not (tmp_path / "x").exists() and not (tmp_path / "nothing.db").exists()


def test_a_file_that_another_run_has_open_is_backed_up_but_not_restored_or_opened(
    tmp_path: Path, opened: Callable[[str], Store], backup: Path
) -> None:
    file = f"{tmp_path}/table.db"
    store = opened(file)
    store.write(*ALL)
    script = """
import sys
from pathlib import Path
from fireteam.cli import run
file, backup = sys.argv[1:]
print(*(run(["db", *words, "--database", file]) for words in (["backup", backup], ["restore", backup], ["upgrade"])))
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    words = [sys.executable, "-c", script, file, str(backup)]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["0", "1", "1"], done.stderr
    assert done.stderr.count("is open in another run of Fireteam; end that one") == 2
    store.close()
    done = subprocess.run(words[:-1] + [f"{backup}2"], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["0", "1", "0"] and "not empty" in done.stderr, done.stderr
