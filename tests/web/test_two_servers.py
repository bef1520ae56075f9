"""Browsers at two servers over one PostgreSQL: the page goes where its table is, and is back when a server has gone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser, expect

from tests.server.databases import Postgresql, as_many_as_wanted
from tests.server.proxies import addresses, behind, need
from tests.server.test_crash_recovery import free_port
from tests.web.people import People, Person, play_on
from tests.web.served import Served
from tests.web.test_killed_server import make_table, sees_what_is_kept

SLOTS = ("red", "blue")


@pytest.fixture(scope="module")
def postgresql() -> Iterator[Postgresql]:
    with Postgresql() as server:
        yield server


@pytest.fixture
def database(postgresql: Postgresql) -> Iterator[str]:
    with as_many_as_wanted(postgresql) as made:
        yield made()


@contextmanager
def two_servers(database: str, folder: Path, *told: str) -> Iterator[list[Served]]:
    """Two servers over one database, perhaps with addresses that others are told."""
    options = [("--address", address) for address in told] or [(), ()]
    for name in ("one", "two"):
        (folder / name).mkdir()
    with ExitStack() as running:
        servers: list[Served] = []
        for k, name in enumerate(("one", "two")):
            servers.append(Served(folder / name, "", database, options[k]))
            running.callback(servers[-1].kill)
        yield servers


def leave(people: People) -> None:
    """Let everybody leave; that a table is elsewhere is written down by browsers, and is no fault."""
    for person in people.all:
        person.faults[:] = [fault for fault in person.faults if not re.search(r"status of (421|50[234])", fault)]
    people.leave()


def all_sit(people: list[Person], table: str, tokens: list[str]) -> None:
    """Let everybody come to a table, by their own links."""
    for person, token in zip(people, tokens, strict=True):
        person.goes(f"#/t/{table}/{token}" if token else f"#/t/{table}")
    for person in people:
        person.sits()


@pytest.mark.heavy
def test_who_comes_to_the_wrong_server_is_at_the_right_one_at_once(
    page_built: None, database: str, browser: Browser, tmp_path: Path
) -> None:
    with two_servers(database, tmp_path) as (one, two):
        people = People(one, browser)
        ann, ben, cleo, dan = (people.come(name) for name in ("Ann", "Ben", "Cleo", "Dan"))
        made = make_table(ann, "ttt")
        there = f"http://localhost:{two.port}/"
        assert ann.page.request.get(f"{two.address}api/tables/{made['table']}").ok, "who is asked first has it"
        all_sit([ann, ben, cleo], made["table"], [*(made["seats"][slot] for slot in SLOTS), ""])
        dan.goes(f"#/replay/{made['table']}")
        for person in people.all:
            expect(person.page).to_have_url(re.compile(re.escape(there)))
        expect(ann.page).to_have_url(f"{there}#/t/{made['table']}")
        assert play_on([ann, ben], Random("two servers"), 4)
        leave(people)


@pytest.mark.heavy
def test_behind_a_proxy_the_page_is_back_by_itself_when_its_server_has_gone(
    page_built: None, database: str, browser: Browser, tmp_path: Path
) -> None:
    need("haproxy")
    port, luck = free_port(), Random("behind a proxy")
    with (
        two_servers(database, tmp_path, *addresses(port)) as servers,
        behind("haproxy", port, [served.port for served in servers], tmp_path),
    ):
        here = f"http://127.0.0.1:{port}/"
        people = People(SimpleNamespace(address=here), browser)  # type: ignore[arg-type]
        ann, ben, _ = (people.come(name) for name in ("Ann", "Ben", "Cleo"))
        made = make_table(ann, "ttt")
        tokens = [*(made["seats"][slot] for slot in SLOTS), ""]
        all_sit(people.all, made["table"], tokens)
        assert all(person.page.url.startswith(here) for person in people.all)
        for served in servers:  # one of which has the table
            assert play_on([ann, ben], luck, 4) or ann.is_over
            served.kill()
            for person in people.all:
                person.page.wait_for_timeout(500)
                expect(person.page.get_by_text("The line is down")).to_have_count(0)
            assert play_on([ann, ben], luck, 4) or ann.is_over
            served.start()
        for person, token in zip(people.all, tokens, strict=True):
            person.reads_on()
            sees_what_is_kept(person, made["table"], token)
        leave(people)
