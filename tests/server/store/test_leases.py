"""Which of several processes has a table: it keeps it as long as it lives, and nobody else stores anything there."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from threading import enumerate as all_threads

import pytest

from fireteam.core.errors import HeldElsewhere, LeaseLost, StoreUnavailable
from fireteam.server.store.connection_limits import ConnectionLimits
from fireteam.server.store.leases import NEW, TOGETHER, TwinWatch, has_twin
from fireteam.server.store.location import create_reader_engine
from fireteam.server.store.store import Store
from fireteam.server.store.writer_connection import WriterConnection
from tests.server.databases import Files, as_many_as_wanted
from tests.server.store import rows

Opened = Callable[..., Store]


def test_a_process_that_lives_keeps_its_tables(shared: str, opened: Opened) -> None:
    one, other = opened(shared, "http://one/"), opened(shared, "http://two/")
    one.write(rows.new("a"))
    with pytest.raises(HeldElsewhere, match="at http://one/") as refused:
        other.take("a")
    assert refused.value.address == "http://one/"
    one.take("a")
    one.write(rows.act("a", 0))
    assert one.orphans() == other.orphans() == []
    assert (one.held(), other.held()) == ({"a"}, set())


def test_nobody_is_sent_to_a_process_that_has_been_silent_for_a_while(
    shared: str, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = opened(shared, "http://one/"), opened(shared, "http://two/")
    one.write(rows.new("a"))
    monkeypatch.setattr("fireteam.server.store.leases.DOUBT", -1.0)
    with pytest.raises(HeldElsewhere) as refused:
        other.take("a")
    assert refused.value.address == ""


def test_a_table_that_is_given_up_may_be_taken(shared: str, opened: Opened) -> None:
    one, other = opened(shared, "http://one/"), opened(shared, "http://two/")
    one.write(rows.new("a"))
    one.release("a")
    one.write()  # what is sent after it is stored after it
    one.write(rows.new("b"))
    assert other.orphans() == [], "it goes on when somebody asks for it"
    other.take("a")
    other.write(rows.act("a", 0))
    with pytest.raises(LeaseLost):
        one.write(rows.act("a", 1))
    other.release("b")
    other.write(rows.act("a", 1))
    one.write(rows.act("b", 0))


def test_of_two_servers_at_one_address_the_later_has_the_tables_and_the_other_takes_none_back(
    shared: str, opened: Opened
) -> None:
    """So they do not take a table from each other for ever."""
    one, other = opened(shared, "http://one/"), opened(shared, "http://one/")
    one.write(rows.new("a"))
    other.take("a")
    with pytest.raises(HeldElsewhere):
        one.take("a")
    other.take("a")
    other.write(rows.act("a", 0))


def test_whoever_runs_two_servers_at_one_address_is_told_once(
    shared: str, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    one, other, third = opened(shared, "http://one/"), opened(shared, "http://two/"), opened(shared, "http://two/")
    nowhere, _ = opened(shared), opened(shared)
    with create_reader_engine(one.url).connect() as connection:
        found = [has_twin(connection, each.owner, each.address) for each in (one, other, third, nowhere)]
    assert found == [False, True, True, False]
    watch = TwinWatch("http://two/")
    for there in [True] * (TOGETHER - 1) + [False] + [True] * (TOGETHER - 1):
        watch.note(there)
    assert not caplog.messages, "one was started in place of the other"
    for _ in range(3):
        watch.note(True)
    assert [text for text in caplog.messages if "http://two/" in text and "--address" in text] == caplog.messages
    assert len(caplog.messages) == 1


def test_a_store_that_cannot_be_opened_leaves_nothing_behind_that_says_it_lives(
    shared: str, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    for broken in ("store.Writer", "leases.start_thread", "leases.Heartbeat._beat"):
        with monkeypatch.context() as patch:

            def fail(*_: object) -> None:
                raise RuntimeError("can't start new thread")

            patch.setattr(f"fireteam.server.store.{broken}", fail)
            with pytest.raises(RuntimeError):
                opened(shared)
        assert not [one for one in all_threads() if one.name == "fireteam-heartbeat"]


@pytest.mark.parametrize("address", ["", "http://one/"])
def test_a_server_that_is_started_again_has_its_tables_at_once(shared: str, opened: Opened, address: str) -> None:
    killed = opened(shared, address)
    killed.write(rows.new("a"))
    again = opened(shared, address)
    again.take("a")
    again.write(rows.act("a", 0))
    with pytest.raises(LeaseLost):
        killed.write(rows.act("a", 1))


def test_tables_of_a_process_that_has_gone_are_orphans_until_they_are_taken(shared: str, opened: Opened) -> None:
    one, other = opened(shared, "http://one/"), opened(shared, "http://two/")
    one.write(rows.new("a"), rows.new("b"), rows.new("c"), rows.end("c"))
    assert other.orphans() == []
    one.close()
    assert other.orphans() == [("a", one.owner), ("b", one.owner)]
    other.take("a")
    assert other.orphans() == [("b", one.owner)]
    other.release("b", one.owner)
    other.release("a", one.owner)
    other.write(rows.act("a", 0))  # the lease of "a" was not that one's any more
    assert other.orphans() == []


def test_a_new_table_is_of_who_is_asked_for_it_first(
    shared: str, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = opened(shared, "http://one/"), opened(shared, "http://two/")
    one.write_new("a", rows.new("a"))
    assert one.held() == set() and one.orphans() == other.orphans() == []
    monkeypatch.setattr("fireteam.server.store.leases.LEFT", -1.0)
    ((table, owner),) = one.orphans()
    assert table == "a" and owner.startswith(NEW) and other.orphans() == [(table, owner)]
    with pytest.raises(LeaseLost):
        one.write(rows.act("a", 0))
    other.take("a")
    other.write(rows.act("a", 0))
    with pytest.raises(HeldElsewhere):
        one.take("a")


def test_of_a_file_a_new_table_is_of_who_made_it(files: Files, opened: Opened) -> None:
    with as_many_as_wanted(files) as made:
        one = opened(made())
        one.write_new("a", rows.new("a"))
        one.write(rows.act("a", 0))
        assert one.orphans() == []
        one.close()


def test_a_process_that_stops_in_the_middle_of_a_commit_does_not_keep_its_tables_for_long(
    shared: str, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fireteam.server.store.leases.SILENCE", -1.0)
    monkeypatch.setattr("fireteam.server.store.connection_limits.LIMITS", ConnectionLimits(locks=0.2))
    one, other = opened(shared, "http://one/"), opened(shared, "http://two/")
    one.write(rows.new("a"))
    stopped, wakes = Event(), Event()

    def stop(connection: WriterConnection) -> None:
        stopped.set()
        assert wakes.wait(60)
        commit(connection)

    commit = WriterConnection.commit
    monkeypatch.setattr(WriterConnection, "commit", stop)
    kept = one.send(rows.act("a", 0))
    assert stopped.wait(60)
    monkeypatch.setattr(WriterConnection, "commit", commit)
    other.take("a")
    other.write(rows.act("a", 0))
    wakes.set()
    with pytest.raises(StoreUnavailable):
        kept.result()
    with pytest.raises(LeaseLost):
        one.write(rows.act("a", 1))


def test_who_was_thought_dead_stores_nothing_even_when_it_has_the_table_again(
    shared: str, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fireteam.server.store.leases.SILENCE", -1.0)
    one, other = opened(shared), opened(shared)
    one.write(rows.new("a"))
    other.take("a")
    other.write(rows.act("a", 0))
    with pytest.raises(LeaseLost):
        one.write(rows.act("a", 0))
    one.take("a")
    with pytest.raises(LeaseLost):
        other.write(rows.act("a", 1))
    one.write(rows.act("a", 1))
    kept = other.load("a")
    assert kept is not None and [row.number for row in kept.events] == [0, 1]


def test_of_two_that_take_a_table_at_once_one_has_it(
    shared: str, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = opened(shared), opened(shared)
    third = opened(shared)
    third.write(rows.new("a"))
    third.close()
    epoch = one._epoch_to_take("a")
    monkeypatch.setattr(one, "_epoch_to_take", lambda table: epoch)  # it looked before the other took the table
    other.take("a")
    with pytest.raises(HeldElsewhere):
        one.take("a")
    other.write(rows.act("a", 0))
