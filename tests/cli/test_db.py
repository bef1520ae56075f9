"""`fireteam db`: one sentence for whatever is done or cannot be, and never a password."""

from __future__ import annotations

import pytest

from fireteam.server.store.acts import act_row
from fireteam.server.store.rows import EventRow, NewTableRow
from fireteam.server.store.store import open_store

HIDDEN = "postgresql://anna:swordfish@127.0.0.1:1/club?connect_timeout=2"


@pytest.fixture
def club(tmp_path) -> str:
    """A database with a table of three events."""
    path = f"{tmp_path}/club.db"
    store = open_store(path)
    events = tuple(EventRow(number, f"{number}", b"record") for number in range(3))
    acts = act_row("a", 1, 0.0, events[:2]), act_row("a", 2, 0.0, events[2:])
    store.write(NewTableRow("a", 0.0, True, "host", b"{}", ""), *acts)
    store.close()
    return path


def test_a_backup_is_made_and_restored(fireteam, club, tmp_path):
    backup, other = f"{tmp_path}/club.backup", f"{tmp_path}/other.db"
    assert fireteam("db", "backup", backup, "--database", club) == (
        0, "", f"{backup}: backed up 1 table with 3 events\n"
    )  # fmt: skip
    assert fireteam("db", "restore", backup, "--database", other) == (
        0, "", f"{other}: restored 1 table with 3 events\n"
    )  # fmt: skip
    code, out, err = fireteam("db", "restore", backup, "--database", other)
    assert (code, out) == (1, "") and "--replace" in err
    assert fireteam("db", "restore", backup, "--database", other, "--replace")[0] == 0
    store = open_store(other)
    kept = store.load("a")
    store.close()
    assert kept is not None and [row.number for row in kept.events] == [0, 1, 2]


def test_the_database_may_come_from_the_environment(fireteam, club, monkeypatch, tmp_path):
    monkeypatch.setenv("FIRETEAM_DATABASE_URL", f"sqlite:///{club}")
    assert fireteam("db", "backup", f"{tmp_path}/x")[0] == 0
    assert fireteam("db", "upgrade") == (0, "", f"{club}: the database is up to date already\n")
    assert fireteam("db", "upgrade", "--database", f"{tmp_path}/new.db")[2].endswith("is up to date now\n")


@pytest.mark.parametrize("words", [("upgrade",), ("backup", "x"), ("restore", "{club}", "--replace")])
def test_a_database_out_of_reach_is_told_in_one_sentence_without_its_password(
    fireteam, club, words, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    words = [word.format(club=club) for word in words]
    monkeypatch.setenv("FIRETEAM_DATABASE_URL", HIDDEN)
    for options in ((), ("--database", HIDDEN), ("--database", HIDDEN.replace("postgresql", "mysql"))):
        code, out, err = fireteam("db", *words, *options)
        assert (code, out) == (1, "") and len(err.splitlines()) == 1 and "swordfish" not in err
    assert "swordfish" not in fireteam("db", words[0], "--help")[1]
    assert not (tmp_path / "x").exists()
