"""A database of each kind for whatever test wants one."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.heavy.settings import heavy
from tests.server.databases import KINDS, Databases, Files, Postgresql, as_many_as_wanted
from tests.server.service import ASGI, CARRIERS, PICOWS


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that wants a database runs once for each kind, or on files alone where the kind does not matter."""
    if "kind_of_database" in metafunc.fixturenames:
        metafunc.parametrize("kind_of_database", KINDS if heavy() else KINDS[:1], indirect=True, scope="session")
    if metafunc.definition.get_closest_marker("both_carriers"):
        metafunc.fixturenames.append("carrier")
        metafunc.parametrize("carrier", [ASGI, PICOWS], indirect=True)


@pytest.fixture
def carrier(request: pytest.FixtureRequest) -> Iterator[str]:
    """What carries the sockets of a test."""
    CARRIERS.append(request.param)
    yield request.param
    CARRIERS.pop()


@pytest.fixture(autouse=True)
def quick_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choices are made quickly by plain rules too, where a server would wait until they are compiled."""
    monkeypatch.setattr("fireteam.server.tables.quick_choices.is_compiled", lambda: True)


@pytest.fixture(autouse=True)
def signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process counts as gone because a busy machine lets its sign of life wait, unless a test says that it has."""
    for patience in ("DOUBT", "SILENCE", "QUIET"):
        monkeypatch.setattr(f"fireteam.server.store.leases.{patience}", 3_600.0)


@pytest.fixture(autouse=True)
def patient_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    """No socket is told to wait, or sent away, because a busy machine is slow, unless a test says so."""
    for patience in ("HELLO", "SOON"):
        monkeypatch.setattr(f"fireteam.server.http.websockets.{patience}", 3_600.0)


@pytest.fixture(scope="session")
def kind_of_database(request: pytest.FixtureRequest) -> str:
    """Of which kind a test's databases are."""
    return str(request.param)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Postgresql]:
    """One PostgreSQL for all tests of a process."""
    with Postgresql() as server:
        yield server


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """A folder for databases that are files."""
    return Files(tmp_path_factory.mktemp("files"))


@pytest.fixture(scope="session")
def of_kind(request: pytest.FixtureRequest, kind_of_database: str) -> Postgresql | Files:
    """Where databases of a test's kind come from."""
    found: Postgresql | Files = request.getfixturevalue("files" if kind_of_database == "sqlite" else "postgresql")
    return found


@pytest.fixture
def databases(of_kind: Postgresql | Files) -> Iterator[Databases]:
    """As many databases as a test wants."""
    with as_many_as_wanted(of_kind) as made:
        yield made


@pytest.fixture
def database(databases: Databases) -> str:
    """The address of a database with nothing in it."""
    return databases()


@pytest.fixture(scope="module")
def lasting(of_kind: Postgresql | Files) -> Iterator[str]:
    """One database for all tests of a module."""
    with as_many_as_wanted(of_kind) as made:
        yield made()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(mounted, capture_output=True, check=False).returncode:
        pytest.skip("only root may make a small disk")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)
