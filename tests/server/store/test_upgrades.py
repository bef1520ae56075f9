"""A database that an older Fireteam has written is brought up to date, and nothing in it is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from alembic import command
from sqlalchemy import MetaData, insert

from fireteam.server.store.location import create_writer_engine, make_file, path_of, url_of
from fireteam.server.store.schema import _config, newest, prepare
from fireteam.server.store.store import Store
from tests.server.store import rows

SLOTS = '["red","red\'s other"]'
KEPT: dict[str, dict[str, Any]] = {
    "tables": {
        "table": "a",
        "made": rows.MADE,
        "listed": True,
        "host_hash": "host of a",
        "setup": b'{"game":"ttt"}',
        "head": "fireteam match 1\n\n",
    },
    "leases": {"table": "a", "owner": "somebody"},
    "secrets": {"table": "a", "secret": bytes(range(32))},
    "seats": {
        "table": "a",
        "name": "red",
        "slots": SLOTS,
        "by": "person",
        "person": "Änne ☃",
        "referee": False,
        "token_hash": "hash of red",
    },
    "events": {
        "table": "a",
        "number": 0,
        "body": "0 choice | red: end | d6=1 | abc",
        "record": bytes(range(256)),
    },
    "items": {"table": "a", "stream": "table", "seq": 1, "at": rows.MADE + 1 / 8, "body": b"item 1"},
    "sealed": {"table": "a", "number": 1, "slot": 0, "line": "advance u1"},
    "plans": {"table": "a", "slot": 1, "number": 7, "waiting": True, "lines": '["x","y | z"]'},
    "answers": {"table": "a", "principal": "red", "key": "key", "digest": "digest", "answer": b"\x00\xff"},
    "clocks": {"table": "a", "body": b"[1.5]"},
    "ends": {"table": "a", "at": rows.MADE, "result": "red wins"},
    "campaigns": {"campaign": "c", "made": rows.MADE, "game": "ttt", "name": "Winter", "head": b"{}"},
    "campaign_entries": {"campaign": "c", "number": 1, "at": rows.MADE, "body": b"{}"},
    "campaign_links": {"campaign": "c", "name": "storyteller", "storyteller": True, "token_hash": "c's"},
}
"""Rows as the first version wrote them, and of campaigns, the fourth."""


def written_by(address: str, version: str) -> None:
    """A database of an older version, with a row in every table."""
    url = url_of(address)
    if path := path_of(url):
        make_file(path)
    engine = create_writer_engine(url)
    with engine.begin() as connection:
        command.upgrade(_config(connection), version)
        there = MetaData()
        there.reflect(connection)
        for table in there.sorted_tables:
            if table.name in KEPT:
                connection.execute(insert(table), KEPT[table.name])
    engine.dispose()


@pytest.mark.parametrize("version", ["1", "2", "3", "4", "5"])
def test_nothing_of_an_old_database_is_lost(address: str, version: str, opened: Callable[[str], Store]) -> None:
    written_by(address, version)
    assert prepare(url_of(address), upgrade=True) == (version != newest())
    store = opened(address)
    kept = store.load("a")
    assert kept is not None
    assert kept.row == rows.new("a", listed=True) and kept.secret == rows.secret("a").secret
    assert kept.seats == (rows.seat("a", "red", "hash of red"),) and kept.events == (rows.event("a", 0),)
    assert kept.sealed == (rows.sealed("a", 1, 0),) and kept.plans == (rows.plan("a", 1, "x", "y | z"),)
    assert store.items("a", "table") == [rows.item("a", 1)] and kept.clock == rows.clock("a").body
    assert store.answer("a", "red", "key") == rows.answer("a", "key") and kept.end == rows.end("a")
    assert kept.proposals == () and kept.snapshots == ()
    store.take("a")
    store.write(rows.event("a", 1), rows.proposal("a", "draw", "red"), rows.making("a", "a key"))
    assert store.find_creation("a key") == rows.making("a", "a key")
    assert len(store.campaigns()) == (version >= "4")
    store.write(rows.campaign("new"), rows.campaign_entry("new", 1), rows.campaign_link("new", "storyteller", "hash"))
    assert store.campaign_entries("new") == [rows.campaign_entry("new", 1)]
