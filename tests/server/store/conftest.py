"""The store's own tests run on a database of each kind, always."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from fireteam.server.store.store import Store, open_store
from tests.server.databases import KINDS, Files, Postgresql, as_many_as_wanted


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database that is empty yet."""
    yield from empty_one(request, request.param)


@pytest.fixture(params=["of another kind", pytest.param("of the same kind", marks=pytest.mark.heavy)])
def elsewhere(request: pytest.FixtureRequest, address: str) -> Iterator[str]:
    """That of another one."""
    at = KINDS.index("postgresql" if address.startswith("postgresql") else "sqlite")
    yield from empty_one(request, KINDS[at if request.param == "of the same kind" else 1 - at])


@pytest.fixture
def shared(postgresql: Postgresql) -> Iterator[str]:
    """That of one which several processes may share."""
    with as_many_as_wanted(postgresql, ready=False) as made:
        yield made()


def empty_one(request: pytest.FixtureRequest, kind: str) -> Iterator[str]:
    """A database without any table."""
    of_kind: Postgresql | Files = request.getfixturevalue("files" if kind == "sqlite" else "postgresql")
    with as_many_as_wanted(of_kind, ready=False) as made:
        yield made()


@pytest.fixture
def opened() -> Iterator[Callable[..., Store]]:
    """Open a store; it is closed at the end."""
    stores: list[Store] = []

    def open_one(address: str, reached: str = "") -> Store:
        stores.append(open_store(address, reached))
        return stores[-1]

    yield open_one
    for store in stores:
        store.close()


@pytest.fixture
def store(address: str, opened: Callable[[str], Store]) -> Store:
    """A store of each kind."""
    return opened(address)
