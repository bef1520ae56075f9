"""A database that an older Fireteam has written is brought up to date, and nothing in it is lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest
from sqlalchemy import MetaData, insert

from fireteam.server.store.location import create_writer_engine, make_file, path_of, url_of
from fireteam.server.store.rows import AnswerRow, EventRow, ProposalRow
from fireteam.server.store.schema import migrate, newest, prepare
from fireteam.server.store.store import Store
from fireteam.server.wire.messages import ActCommitted, ChatItem, EventItem, ResultItem
from tests.server.store import rows

SLOTS = '["red","red\'s other"]'
KEPT: dict[str, Any] = {
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
    "items": [
        {"table": "a", "stream": stream, "seq": 1, "at": rows.MADE + 1 / 8, "body": b"item 1"}
        for stream in ("table", "side red")
    ],
    "sealed": {"table": "a", "number": 1, "slot": 0, "line": "advance u1"},
    "plans": {"table": "a", "slot": 1, "number": 7, "waiting": True, "lines": '["x","y | z"]'},
    "answers": {"table": "a", "principal": "red", "key": "key", "digest": "digest", "answer": b"\x00\xff"},
    "acts": {
        "table": "a",
        "number": 1,
        "at": rows.MADE + 1 / 8,
        "principal": "red",
        "key": "key",
        "digest": "digest",
        "answer": b"\x00\xff",
        "events": 1,
        "body": msgspec.msgpack.encode(
            [[[0, "0 choice | red: end | d6=1 | abc", bytes(range(256))]], [[1, b"item 1"]]]
        ),
    },
    "proposals": [
        {"table": "a", "what": "draw", "seat": "red", "event": 0, "waiting": '["blue"]'},
        {"table": "a", "what": "undo", "seat": "blue", "event": 7, "waiting": "[]"},
    ],
    "clocks": {"table": "a", "body": b"[1.5]"},
    "ends": {"table": "a", "at": rows.MADE, "result": "red wins"},
    "campaigns": {"campaign": "c", "made": rows.MADE, "game": "ttt", "name": "Winter", "head": b"{}"},
    "campaign_entries": {"campaign": "c", "number": 1, "at": rows.MADE, "body": b"{}"},
    "campaign_links": {"campaign": "c", "name": "storyteller", "storyteller": True, "token_hash": "c's"},
}
"""Rows as the first version wrote them, and of campaigns, the fourth. The sixth has a log of acts instead of some."""


def written_by(address: str, version: str, kept: Mapping[str, Any] = KEPT) -> None:
    """A database of an older version, with a row in every table, or with what is `kept`."""
    url = url_of(address)
    if path := path_of(url):
        make_file(path)
    engine = create_writer_engine(url)
    with engine.begin() as connection:
        migrate(connection, version)
        there = MetaData()
        there.reflect(connection)
        for table in there.sorted_tables:
            if table.name in kept:
                connection.execute(insert(table), kept[table.name])
    engine.dispose()


@pytest.mark.parametrize("version", ["1", "2", "3", "4", "5", "6", "7", "8"])
def test_nothing_of_an_old_database_is_lost(address: str, version: str, opened: Callable[[str], Store]) -> None:
    written_by(address, version)
    assert prepare(url_of(address), upgrade=True) == (version != newest())
    store = opened(address)
    kept = store.load("a")
    assert kept is not None
    assert kept.row == rows.new("a", listed=True) and kept.secret == rows.secret("a").secret
    assert kept.seats == (rows.seat("a", "red", "hash of red"),) and kept.events == (rows.event(0),)
    assert kept.sealed == (rows.sealed("a", 1, 0),) and kept.plans == (rows.plan("a", 1, "x", "y | z"),)
    assert store.items("a", "table") == [rows.item("a", 1)] and kept.clock == rows.clock("a").body
    assert store.items("a", "side red") == [rows.item("a", 1, "side red")]
    assert kept.last == {"table": 1, "side red": 1}
    number = store.keys("a")["red", "key"]
    assert store.answer("a", number) == rows.answer("key") and kept.end == rows.end("a")
    assert kept.snapshots == ()
    proposed = [ProposalRow("a", 1, "draw", "red", 0, (), True), ProposalRow("a", 2, "undo", "blue", 7, (), False)]
    assert list(kept.proposals) == (proposed if version >= "2" else []), "those that waited are asked for anew"
    store.take("a")
    store.write(rows.act("a", kept.acts + 1), rows.proposal("a", 3, "blue"), rows.making("a", "a key"))
    assert store.find_creation("a key") == rows.making("a", "a key")
    assert len(store.campaigns()) == (version >= "4")
    store.write(rows.campaign("new"), rows.campaign_entry("new", 1), rows.campaign_link("new", "storyteller", "hash"))
    assert store.campaign_entries("new") == [rows.campaign_entry("new", 1)]


HAPPENED = (  # what was told at a table, in this order, each with the key under which it was done
    [EventItem(0, "opening", (), ())],
    [ChatItem("red", "Anna", "hello")],
    [EventItem(1, "choice", ("red",), ()), EventItem(2, "choice", ("red",), ())],
    [],  # a choice that is sealed tells nobody
    [],
    [EventItem(3, "choice", ("red", "blue"), ()), ResultItem(("red",), "red wins", "TTT-1", "00")],
)


def test_what_belonged_together_is_one_act_of_the_log(address: str, opened: Callable[[str], Store]) -> None:
    """A match as the fifth version stored it, with several events in an act, and acts that tell nothing."""
    kept: dict[str, list[dict[str, Any]]] = {"events": [], "items": [], "answers": []}
    for k, told in enumerate(HAPPENED):
        for what in told:
            seq = len(kept["items"]) + 1
            kept["items"] += [
                {"table": "a", "stream": "table", "seq": seq, "at": rows.MADE + k, "body": msgspec.json.encode(what)}
            ]
            if isinstance(what, EventItem):
                kept["events"] += [{"table": "a", "number": what.event, "body": f"{what.event}", "record": b"record"}]
        if k:
            answer = msgspec.json.encode(ActCommitted(f"key {k}", len(kept["items"])))
            kept["answers"] += [
                {"table": "a", "principal": "seat red", "key": f"key {k}", "digest": f"{k}", "answer": answer}
            ]
    written_by(address, "5", {"tables": KEPT["tables"], "leases": KEPT["leases"], **kept})
    assert prepare(url_of(address), upgrade=True)
    store = opened(address)
    loaded = store.load("a")
    assert loaded is not None
    assert loaded.events == tuple(EventRow(number, f"{number}", b"record") for number in range(4))
    told = [what for each in HAPPENED for what in each]
    items = store.items("a", "table")
    assert [(row.seq, row.body) for row in items] == [(k, msgspec.json.encode(what)) for k, what in enumerate(told, 1)]
    assert [row.at for row in items] == [rows.MADE + k for k, each in enumerate(HAPPENED) for _ in each]
    keys = store.keys("a")
    assert set(keys) == {("seat red", f"key {k}") for k in range(1, len(HAPPENED))}
    assert {key: store.answer("a", number) for (_, key), number in keys.items()} == {
        row["key"]: AnswerRow(row["principal"], row["key"], row["digest"], row["answer"]) for row in kept["answers"]
    }
    assert loaded.acts == len(told) + 2, "an act for each item with its event and answer, and for two answers more"
