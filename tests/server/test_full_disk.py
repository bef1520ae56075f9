"""A server on a disk that is full: it says so, everything can still be read, and its log does not fill the disk."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from fireteam import durable_files
from fireteam.core.errors import StoreUnavailable
from fireteam.server.store import location
from fireteam.server.store.store import Store, open_store
from tests.server.service import served
from tests.server.store import rows


def fill(disk: Path) -> Path:
    """Fill a disk to the last byte, by a file that can be removed."""
    ballast = disk / "ballast"
    with ballast.open("ab", buffering=0) as file:
        for size in (65_536, 4096, 1):
            try:
                while file.write(bytes(size)):
                    continue
            except OSError:
                continue
    return ballast


def kill(disk: Path, database: Path) -> None:
    """Leave the files of a database as a server that is killed does, and a server that is up works on others."""
    for path in list(database.parent.glob(f"{database.name}*")):
        (disk / path.name).write_bytes(path.read_bytes())


def test_a_server_that_starts_on_a_full_disk_answers_whoever_reads_and_goes_on_when_there_is_room(
    small_disk: Path, tmp_path: Path
) -> None:
    database = tmp_path / "table.db"
    with served(f"sqlite:///{database}") as before:
        made = before.make()
        red = before.guests(made)["anna"]
        red = red if red.now["decisions"] else before.guests(made)["ben"]
        red.chooses()
        now, items = red.now, red.get("/items")
        kill(small_disk, database)
    ballast = fill(small_disk)
    with served(f"sqlite:///{small_disk}/table.db") as server:
        guests = server.guests(made)
        for name, guest in guests.items():
            assert guest.get("/items"), name
        one = next(guest for guest in (guests["anna"], guests["ben"]) if guest.token == red.token)
        assert one.now["event"] == now["event"] and one.get("/items") == items
        assert server.http.get("/api/tables").status_code == 200
        for _ in range(50):  # as long as the log can be folded there is room for a few acts more
            acting = next(guest for guest in guests.values() if guest.token and guest.now["decisions"])
            event, notation = acting.now["event"], acting.now["decisions"][0]["options"][0]["notation"]
            answer = acting.act(do="choose", line=notation)
            if answer.status_code != 200:
                break
            fill(small_disk)
        assert answer.status_code == 503 and "the disk is full; make room" in answer.text
        assert one.now["event"] == event
        ballast.unlink()
        acting.does(do="choose", line=notation)
        assert one.now["event"] > event


def test_the_log_does_not_take_the_room_that_its_folding_wants(small_disk: Path) -> None:
    path = small_disk / "table.db"
    with closing(open_store(str(path))) as store:
        fill_by_acts(store, path)


def fill_by_acts(store: Store, path: Path) -> None:
    small_disk = path.parent
    store.write(rows.new("a"))
    (small_disk / "ballast").write_bytes(bytes(800_000))
    number, biggest = 0, 0
    while number < 10_000:
        try:
            store.write(rows.act("a", number + 1), rows.item("a", number + 1, "side red"))
        except StoreUnavailable as refused:
            assert "the disk is full; make room" in str(refused)
            break
        number += 1
        biggest = max(biggest, location.log_size(path))
    kept = store.load("a")
    assert kept is not None and len(kept.events) == number
    assert path.stat().st_size > 800_000 and location.log_size(path) < 200_000 < biggest


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (SimpleNamespace(sqlite_errorcode=sqlite3.SQLITE_FULL), "the disk is full; make room"),
        (SimpleNamespace(sqlite_errorcode=sqlite3.SQLITE_BUSY_SNAPSHOT), "is locked by another program"),
        (SimpleNamespace(sqlite_errorcode=sqlite3.SQLITE_READONLY_DBMOVED), "may only be read"),
        (SimpleNamespace(sqlite_errorcode=sqlite3.SQLITE_CORRUPT_INDEX), "restore a backup"),
        (SimpleNamespace(sqlstate="53100"), "the disk is full; make room"),
        (SimpleNamespace(sqlstate="55P03"), "is locked by another program"),
        (SimpleNamespace(sqlstate="25006"), "may only be read"),
        (SimpleNamespace(errno=28), "the disk is full; make room"),
        (SimpleNamespace(errno=122), "the disk is full; make room"),
    ],
)
def test_errors_are_told_by_their_codes_and_not_by_words(tmp_path: Path, error: SimpleNamespace, words: str) -> None:
    class Driver(OSError if hasattr(error, "errno") else Exception):  # type: ignore[misc]
        pass

    found = Driver("Festplatte?")
    for name, value in vars(error).items():
        setattr(found, name, value)
    assert words in location.explain_error(found, location.url_of(str(tmp_path / "table.db")))


@pytest.mark.parametrize("number", [28, 122])
def test_an_error_of_the_disk_is_told_as_full_where_the_disk_takes_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    url = location.url_of(str(tmp_path / "table.db"))
    location.make_file(tmp_path / "table.db")
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    assert "the disk is full" not in location.explain_error(error, url)

    def full(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(durable_files.os, "write", full)
    assert "the disk is full; make room" in location.explain_error(error, url)
