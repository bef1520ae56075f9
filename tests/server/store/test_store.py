"""What is kept is what was written: all of a unit or nothing, and nothing twice."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from fireteam.core.errors import Conflict, LeaseLost, StoreUnavailable
from fireteam.server.store.acts import act_row
from fireteam.server.store.rows import (
    HOST,
    ActItem,
    Change,
    EventRow,
    Holder,
    LobbyTable,
    PlanRow,
    SealedRemoval,
    StoredTable,
)
from fireteam.server.store.store import Store
from tests.server.store import rows


def test_a_table_is_loaded_as_it_was_written(store: Store) -> None:
    seats = (rows.seat("a", "blue"), rows.seat("a", "red", "hash of red"), rows.seat("a", "referee", "hash of referee"))
    acts = [rows.act("a", number) for number in range(1, 13)]
    store.write(rows.new("a"), rows.secret("a"), *reversed(seats), rows.clock("a"))
    store.write(*reversed(acts), rows.item("a", 1, "side red"), act_row("a", 13, rows.MADE))
    store.write(rows.sealed("a", 12, 1), rows.plan("a", 0, "x", "y | z"), rows.snapshot("a", 11), rows.end("a"))
    store.write(rows.proposal("a", 2, "blue"), rows.proposal("a", 1), rows.snapshot("a", 5))
    assert store.load("a") == StoredTable(
        rows.new("a"),
        rows.secret("a").secret,
        seats,
        tuple(rows.event(number) for number in range(1, 13)),
        (rows.sealed("a", 12, 1),),
        (rows.plan("a", 0, "x", "y | z"),),
        (rows.proposal("a", 1), rows.proposal("a", 2, "blue")),
        {"table": 12, "side red": 1},
        rows.clock("a").body,
        (rows.snapshot("a", 5), rows.snapshot("a", 11)),
        rows.end("a"),
        13,
    )


def test_what_is_kept_outlives_the_store(address: str, opened: Callable[[str], Store]) -> None:
    first = opened(address)
    first.write(rows.new("a"), rows.act("a", 1))
    first.close()
    kept = opened(address).load("a")
    assert kept is not None and kept.events == (rows.event(1),)


def test_a_table_that_nobody_made_is_none(store: Store) -> None:
    assert store.load("a") is None
    assert store.items("a", "table") == []
    with pytest.raises(LeaseLost):
        store.write(rows.act("a", 0))
    with pytest.raises(Conflict):
        store.take("a")


@pytest.mark.parametrize("stream", ["table", "side red"])
def test_a_stream_goes_on_after_the_last_item_one_knows(store: Store, stream: str) -> None:
    store.write(rows.new("a"), rows.new("b"))
    if stream == "table":
        store.write(*(rows.act("a", seq) for seq in (3, 1, 2)), rows.act("b", 4), rows.item("a", 9, "side red"))
    else:
        store.write(*(rows.item("a", seq, stream) for seq in (3, 1, 2)), rows.item("b", 4, stream), rows.act("a", 1))
    assert store.items("a", stream) == [rows.item("a", seq, stream) for seq in (1, 2, 3)]
    assert store.items("a", stream, 2) == [rows.item("a", 3, stream)]
    assert store.items("a", stream, 3) == store.items("a", "side blue") == []


def test_a_long_stream_is_read_from_anywhere_whatever_acts_have_no_item_or_many(store: Store) -> None:
    store.write(rows.new("a"))
    told, number = [rows.item("a", seq) for seq in range(1, 301)], 0
    left, acts = list(told), []
    while left:
        number += 1
        some, left = left[: number % 4], left[number % 4 :]
        items = tuple(ActItem(item.seq, item.body) for item in some)
        acts.append(act_row("a", number, rows.MADE, (), items))
    store.write(*acts)
    for since in (0, 1, 2, 150, 298, 299, 300, 400):
        found = store.items("a", "table", since)
        assert [(item.seq, item.body) for item in found] == [(item.seq, item.body) for item in told[since:]]


def test_items_of_events_say_what_the_events_record_in_their_order(store: Store) -> None:
    items = ActItem(1, b"{}"), ActItem(2), ActItem(3, b"[]"), ActItem(4)
    events = tuple(EventRow(number, "", f"record {number}".encode()) for number in range(2))
    store.write(rows.new("a"), act_row("a", 1, rows.MADE, events, items))
    assert [item.body for item in store.items("a", "table")] == [b"{}", b"record 0", b"[]", b"record 1"]


@pytest.mark.parametrize(
    "twice",
    [
        rows.new("a"),
        rows.secret("a"),
        rows.act("a", 3),
        rows.item("a", 3, "side red"),
        rows.sealed("a", 3, 1),
        rows.making("a", "key"),
        rows.end("a"),
    ],
    ids=lambda row: type(row).__name__,
)
def test_nothing_is_kept_twice_and_nothing_that_came_with_it(store: Store, twice: Change) -> None:
    store.write(rows.new("a"))
    if not isinstance(twice, type(rows.new("a"))):
        store.write(twice)
    before = store.load("a")
    with pytest.raises(Conflict):
        store.write(rows.item("a", 90, "side red"), rows.act("a", 90), twice, rows.act("a", 91))
    assert store.load("a") == before


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        (rows.seat("a", "red", "old"), rows.seat("a", "red", "new", by="greedy")),
        (rows.plan("a", 0, "x"), rows.plan("a", 0, "y", "z")),
        (rows.proposal("a", 1), rows.proposal("a", 1, "blue", is_open=False)),
        (rows.clock("a", b"1"), rows.clock("a", b"2")),
        (rows.snapshot("a", 1), rows.snapshot("a", 1, "another hash")),
    ],
    ids=lambda row: type(row).__name__,
)
def test_what_changes_takes_the_place_of_what_was(store: Store, earlier: Change, later: Change) -> None:
    store.write(rows.new("a"), earlier)
    store.write(later)
    kept = store.load("a")
    assert kept is not None
    found = [*kept.seats, *kept.plans, *kept.proposals, *kept.snapshots, rows.clock("a", kept.clock or b"")]
    assert later in found and earlier not in found


def test_a_plan_without_lines_says_that_there_is_none(store: Store) -> None:
    store.write(rows.new("a"), rows.plan("a", 0, "x"))
    store.write(PlanRow("a", 0, 9, False, ()))
    kept = store.load("a")
    assert kept is not None and kept.plans == (PlanRow("a", 0, 9, False, ()),)


def test_a_sealed_choice_is_withdrawn_alone_and_all_are_opened_together(store: Store) -> None:
    store.write(rows.new("a"), rows.new("b"), rows.sealed("b", 3, 1))
    store.write(*(rows.sealed("a", 3, slot) for slot in (0, 1, 2)))
    store.write(SealedRemoval("a", 1))
    kept = store.load("a")
    assert kept is not None and [row.slot for row in kept.sealed] == [0, 2]
    store.write(SealedRemoval("a", 0), rows.sealed("a", 4, 0, "another"))
    kept = store.load("a")
    assert kept is not None and [(row.slot, row.number) for row in kept.sealed] == [(2, 3), (0, 4)]
    store.write(SealedRemoval("a"), rows.act("a", 4))
    kept, other = store.load("a"), store.load("b")
    assert kept is not None and kept.sealed == ()
    assert other is not None and other.sealed == (rows.sealed("b", 3, 1),)


def test_a_key_finds_its_answer(store: Store) -> None:
    store.write(rows.new("a"), rows.new("b"), rows.act("a", 1, "key"), act_row("a", 2, rows.MADE), rows.act("b", 1))
    assert store.keys("a") == {("red", "key"): 1} and store.keys("b") == {("red", "1"): 1}
    assert store.answer("a", 1) == rows.answer("key")
    assert store.answer("a", 2) is store.answer("a", 3) is store.answer("c", 1) is None


def test_a_token_is_known_by_its_hash_until_the_seat_has_another(store: Store) -> None:
    store.write(rows.new("a"), rows.seat("a", "red", "hash"), rows.seat("a", "blue"), rows.seat("a", "green"))
    assert store.whose("hash") == Holder("a", "red")
    assert store.whose("host of a") == Holder("a", HOST)
    store.write(rows.seat("a", "red", "another"))
    assert store.whose("hash") is None is store.whose("")
    with pytest.raises(Conflict):
        store.write(rows.seat("a", "blue", "another"))


def test_the_lobby_shows_listed_tables_that_are_not_over(store: Store) -> None:
    store.write(rows.new("old", 1.0, listed=True), rows.new("young", 2.0, listed=True), rows.new("hidden", 3.0))
    store.write(rows.new("over", 4.0, listed=True), rows.seat("old", "red"), rows.end("over"))
    assert store.lobby_tables() == [
        LobbyTable(rows.new("young", 2.0, listed=True), ()),
        LobbyTable(rows.new("old", 1.0, listed=True), (rows.seat("old", "red"),)),
    ]
    assert store.unfinished_tables() == ["old", "young", "hidden"]


def test_only_the_process_that_took_a_table_last_writes_to_it(
    store: Store, address: str, opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fireteam.server.store.leases.SILENCE", -1.0)  # nobody is heard of in time
    other = opened(address)
    store.write(rows.new("a"), rows.new("b"))
    with pytest.raises(LeaseLost):
        other.write(rows.act("a", 0))
    other.take("a")
    with pytest.raises(LeaseLost, match="another process"):
        store.write(rows.act("b", 0), rows.act("a", 0))
    other.write(rows.act("a", 0))
    store.write(rows.act("b", 0))
    store.take("a")
    store.write(rows.act("a", 1))
    with pytest.raises(LeaseLost):
        other.write(rows.act("a", 2))
    kept = store.load("a")
    assert kept is not None and [row.number for row in kept.events] == [0, 1]


def test_two_processes_that_make_an_empty_database_ready_come_to_the_same(
    address: str, opened: Callable[[str], Store]
) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(4) as threads:
        stores = list(threads.map(opened, [address] * 4))
    stores[0].write(rows.new("a"))
    assert all(store.load("a") for store in stores)


def test_a_closed_store_keeps_what_was_sent_and_refuses_what_comes_later(
    store: Store, address: str, opened: Callable[[str], Store]
) -> None:
    store.write(rows.new("a"))
    sent = [store.send(rows.act("a", number)) for number in range(50)]
    store.close()
    assert all(one.result(0) is None for one in sent)
    with pytest.raises(StoreUnavailable, match="closing"):
        store.write(rows.act("a", 50))
    kept = opened(address).load("a")
    assert kept is not None and len(kept.events) == 50


def test_only_its_owner_may_read_the_file(tmp_path: Path, opened: Callable[[str], Store]) -> None:
    mask = os.umask(0)
    try:
        store = opened(f"{tmp_path}/deep/folder/table.db")
        store.write(rows.new("a"))
    finally:
        os.umask(mask)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "deep/folder").iterdir()}
    assert modes == {0o600}
    assert stat.S_IMODE((tmp_path / "deep/folder").stat().st_mode) == 0o700
