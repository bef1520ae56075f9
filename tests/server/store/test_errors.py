"""A disk that is full, a database that is locked, gone, foreign or of another version: a sentence, and nothing lost."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from fireteam.core.errors import BadStore, FireteamError, StoreUnavailable
from fireteam.server.store import location
from fireteam.server.store.rows import ItemRow
from fireteam.server.store.schema import MIGRATIONS, newest, prepare
from fireteam.server.store.store import Store, open_store
from tests.server.store import rows


def big(seq: int) -> ItemRow:
    return ItemRow("a", "side red", seq, 0.0, bytes(50_000))


def fill(store: Store) -> int:
    """Write until the disk is full; how many were kept."""
    for seq in range(1, 1000):
        try:
            store.write(rows.act("a", seq), big(seq))
        except StoreUnavailable as refused:
            assert "the disk is full; make room" in str(refused)
            return seq - 1
    raise AssertionError("the disk never filled up")


def seqs(store: Store) -> list[int]:
    kept = store.load("a")
    assert kept is not None
    found = [item.seq for item in store.items("a", "side red")]
    assert [row.number for row in kept.events] == found, "half a unit is kept"
    return found


def test_a_full_disk_refuses_politely_and_goes_on_when_there_is_room(
    small_disk: Path, opened: Callable[[str], Store]
) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(500_000))
    store = opened(f"{small_disk}/table.db")
    store.write(rows.new("a"))
    count = fill(store)
    for seq in (900, 901):
        with pytest.raises(StoreUnavailable, match="full"):
            store.write(rows.act("a", seq), big(seq))
    assert count > 3 and seqs(store) == list(range(1, count + 1))
    ballast.unlink()
    store.write(rows.act("a", 950), big(950))
    store.close()
    assert seqs(opened(f"{small_disk}/table.db")) == [*range(1, count + 1), 950]


def test_a_file_that_may_not_grow_refuses_and_later_goes_on(tmp_path: Path, opened: Callable[[str], Store]) -> None:
    file = f"{tmp_path}/table.db"
    prepare(location.url_of(file))

    def limit(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA max_page_count=100")

    event.listen(Engine, "connect", limit)
    try:
        store = opened(file)
        store.write(rows.new("a"))
        count = fill(store)
    finally:
        event.remove(Engine, "connect", limit)
    assert count > 0 and seqs(store) == list(range(1, count + 1))
    store.write(rows.act("a", 950), big(950))
    assert seqs(store) == [*range(1, count + 1), 950]


def test_a_locked_file_refuses_and_later_goes_on(
    tmp_path: Path, opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(location, "PATIENCE", 0.2)
    file = f"{tmp_path}/table.db"
    store = opened(file)
    store.write(rows.new("a"))
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    sent = [store.send(rows.act("a", number), big(number)) for number in (1, 2, 3)]
    for one in sent:
        assert isinstance(one.exception(10), StoreUnavailable) and "is locked by another program" in str(
            one.exception()
        )
    with pytest.raises(BadStore, match="is locked by another program"):
        open_store(file)
    other.execute("ROLLBACK")
    other.close()
    store.write(rows.act("a", 1), big(1))
    assert seqs(store) == [1]


def test_a_file_that_has_gone_or_is_another_now_refuses_until_it_is_back(
    tmp_path: Path, opened: Callable[[str], Store]
) -> None:
    file = tmp_path / "table.db"
    store = opened(str(file))
    store.write(rows.new("a"))
    file.rename(tmp_path / "elsewhere")
    with pytest.raises(StoreUnavailable, match="removed or replaced; put it back"):
        store.write(rows.act("a", 1), big(1))
    assert not file.exists()
    shutil.copy(tmp_path / "elsewhere", file)
    with pytest.raises(StoreUnavailable, match="removed or replaced; put it back"):
        store.write(rows.act("a", 1), big(1))
    (tmp_path / "elsewhere").replace(file)
    store.write(rows.act("a", 2), big(2))
    assert seqs(store) == [2]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"This is a letter to my aunt.\n" * 99, "is no database"),
        (b"SQLite format 3\0" + bytes(range(256)) * 40, "is no database"),
    ],
)
def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path, content: bytes, complaint: str) -> None:
    file = tmp_path / "letter.txt"
    file.write_bytes(content)
    with pytest.raises(BadStore, match=complaint):
        open_store(str(file))
    assert file.read_bytes() == content


def test_a_folder_or_a_place_without_permission_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="is no file"):
        open_store(str(tmp_path))
    (tmp_path / "file").write_text("")
    with pytest.raises(BadStore, match="cannot be made"):
        open_store(f"{tmp_path}/file/table.db")


def test_a_database_of_another_program_is_left_alone(address: str) -> None:
    url = location.url_of(address)
    path = location.path_of(url)
    if path is not None:
        location.make_file(path)
    run(address, "CREATE TABLE recipes (dish TEXT)")
    with pytest.raises(BadStore, match="another program"):
        open_store(address)


def test_a_database_of_a_newer_fireteam_is_left_alone(address: str) -> None:
    open_store(address).close()
    run(address, "UPDATE fireteam_version SET version_num = '999'")
    with pytest.raises(BadStore, match="newer Fireteam"):
        open_store(address)


def test_an_older_file_is_brought_up_to_date_and_a_shared_database_when_somebody_says_so(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(address)
    store.write(rows.new("a"))
    store.close()
    monkeypatch.setattr("fireteam.server.store.schema.MIGRATIONS", with_another_version(tmp_path))
    if address.startswith("postgresql"):
        with pytest.raises(BadStore, match=r"older Fireteam.* db upgrade"):
            open_store(address)
        assert prepare(location.url_of(address), upgrade=True)
    store = open_store(address)
    assert store.load("a") is not None
    store.close()
    run(address, "INSERT INTO omens VALUES (1)")
    assert not prepare(location.url_of(address), upgrade=True)


def test_an_upgrade_that_fails_changes_nothing(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_store(address).close()
    with monkeypatch.context() as patch:
        patch.setattr(
            "fireteam.server.store.schema.MIGRATIONS", with_another_version(tmp_path, "op.execute('nonsense')")
        )
        with pytest.raises(BadStore):
            prepare(location.url_of(address), upgrade=True)
    open_store(address).close()
    run(address, "CREATE TABLE omens (omen INTEGER)")


def test_the_database_is_called_by_a_name_without_its_password() -> None:
    url = location.url_of("postgresql://anna:swordfish@127.0.0.1:1/tables?connect_timeout=2")
    assert location.name_of(url) == "PostgreSQL 127.0.0.1/tables"
    with pytest.raises(BadStore, match=r"PostgreSQL 127\.0\.0\.1/tables") as refused:
        open_store("postgresql://anna:swordfish@127.0.0.1:1/tables?connect_timeout=2")
    assert "swordfish" not in str(refused.value)


@pytest.mark.parametrize(
    "address",
    ["mysql://anna:swordfish@here/x", "postgresql://anna:swordfish@here:port/x", "sqlite://", "sqlite:///:memory:"],
)
def test_an_address_that_cannot_be_used_is_told_without_its_password(address: str) -> None:
    with pytest.raises(FireteamError, match="sqlite:///FILE or postgresql://USER@HOST/NAME") as refused:
        open_store(address)
    assert "swordfish" not in str(refused.value)


def test_without_an_address_the_database_is_in_the_folder_of_whoever_runs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv(location.VARIABLE, raising=False)
    assert location.path_of(location.url_of()) == tmp_path / "fireteam" / "table.db"
    monkeypatch.setenv(location.VARIABLE, "postgres://here/x")
    assert location.url_of().drivername == "postgresql+psycopg"
    assert location.path_of(location.url_of("my.db")) == Path.cwd() / "my.db"


def run(address: str, statement: str) -> None:
    """Carry out a statement that Fireteam would not."""
    engine = location.create_writer_engine(location.url_of(address))
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


OMENS = "op.create_table('omens', sa.Column('omen', sa.Integer, primary_key=True))"
LATER = """
import sqlalchemy as sa
from alembic import op

revision = "later"
down_revision = NEWEST


def upgrade():
    op.create_table("half", sa.Column("x", sa.Integer))
    """


def with_another_version(folder: Path, does: str = OMENS) -> Path:
    """The migrations, and one that is to come."""
    made = folder / "migrations"
    shutil.copytree(MIGRATIONS, made)
    (made / "versions" / "later.py").write_text(LATER.replace("NEWEST", repr(newest())) + does)
    return made
