"""A silent database is not waited for without an end: who asks is told, and the next connection is a new one."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest

from fireteam.core.errors import BadStore, StoreUnavailable
from fireteam.server.store.commits import Committer, unit_of
from fireteam.server.store.connection_limits import KEEPALIVE, UNANSWERED, ConnectionLimits
from fireteam.server.store.leases import Heartbeat
from fireteam.server.store.location import create_reader_engine, url_of
from fireteam.server.store.store import Store, open_store
from tests.server.store import rows
from tests.server.tcp_proxy import PASSES, STALLS, SWALLOWS_COMMITS, proxied

SHORT = ConnectionLimits(connect=2, answer=1.0)  # seconds: ample for what is answered at all


@pytest.fixture(autouse=True)
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fireteam.server.store.connection_limits.LIMITS", SHORT)
    monkeypatch.setattr("fireteam.server.store.leases.HEARTBEAT", SHORT)
    monkeypatch.setattr("fireteam.server.store.schema.PATIENT", SHORT)


def test_who_is_not_answered_is_told_and_goes_on_over_a_new_connection(shared: str) -> None:
    with proxied(shared) as proxy:
        store = open_store(proxy.address)
        store.write(rows.new("a"))
        assert store.load("a") is not None
        proxy.set_mode(STALLS)
        for does in (lambda: store.write(rows.act("a", 0)), lambda: store.load("a"), lambda: store.load("a")):
            with pytest.raises(StoreUnavailable) as refused:
                does()
            assert "127.0.0.1" not in str(refused.value)
        proxy.set_mode(PASSES)
        store.write(rows.act("a", 0))
        kept = store.load("a")
        assert kept is not None and [row.number for row in kept.events] == [0]
        store.close()


def test_a_commit_whose_answer_is_lost_is_not_told_for_kept_and_is_found_again(shared: str) -> None:
    with proxied(shared) as proxy:
        store = open_store(proxy.address)
        store.write(rows.new("a"))
        proxy.set_mode(SWALLOWS_COMMITS)
        with pytest.raises(StoreUnavailable):
            store.write(rows.act("a", 0))
        assert proxy.lost_commits
        proxy.set_mode(PASSES)
        kept = store.load("a")
        assert kept is not None and [row.number for row in kept.events] == [0]
        store.close()


def test_a_database_that_accepts_a_connection_and_says_nothing_is_away(shared: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(BadStore, match="does not answer"):
        open_store(f"postgresql://anna@127.0.0.1:{silent.getsockname()[1]}/tables")


def test_a_server_whose_first_sign_of_life_is_not_taken_does_not_begin(
    shared: str, opened: Callable[..., Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(shared).close()

    def fails(heartbeat: Heartbeat) -> None:
        raise OSError("no network")

    monkeypatch.setattr(Heartbeat, "_beat", fails)
    with pytest.raises(BadStore, match="no network"):
        open_store(shared)


def test_the_database_gives_up_what_takes_too_long(shared: str) -> None:
    engine = create_reader_engine(url_of(shared))
    with engine.connect() as connection:
        asked = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
        found = [connection.exec_driver_sql(f"SHOW {name}").scalar() for name in asked]
    assert found == ["8s", "5s", "5s"]
    engine.dispose()


def test_the_system_finds_out_that_the_other_end_has_gone(shared: str) -> None:
    with proxied(shared) as proxy:
        engine = create_reader_engine(url_of(proxy.address))
        with engine.connect() as connection:
            told = connection.connection.driver_connection.info.get_parameters()  # type: ignore[union-attr]
        engine.dispose()
    wanted = {**KEEPALIVE, "tcp_user_timeout": UNANSWERED, "connect_timeout": SHORT.connect}
    assert {name: told[name] for name in wanted} == {name: str(value) for name, value in wanted.items()}


def test_of_a_group_of_units_what_is_kept_is_led_on_where_another_is_refused(shared: str, opened) -> None:
    """The lease of a new table is noted, though the unit beside it was refused, and that of the refused one is not."""
    opened(shared).close()
    committer = Committer(url_of(shared), "somebody")
    refused = unit_of((rows.new("b"), rows.act("nobody's", 0)))
    first, second = committer.commit([unit_of((rows.new("a"),)), refused])
    assert first is None and second is not None
    assert committer.commit([unit_of((rows.act("a", 0),))]) == [None]
    assert committer.commit([unit_of((rows.act("b", 0),))]) != [None]
    assert committer.connection is not None and set(committer.connection.epochs) == {"a"}
    committer.close()
