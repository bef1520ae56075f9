"""A socket from its first frame to its last: how it begins, what it waits for, how much goes on, how it ends."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from fireteam.core.errors import StoreUnavailable
from fireteam.server.http import websockets
from fireteam.server.http.access import Limits
from fireteam.server.store.receipt import Receipt
from fireteam.server.store.rows import Change
from fireteam.server.store.store import Store
from fireteam.server.tables import session
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.tables.session import Session
from fireteam.server.tables.subscriber import Subscriber
from fireteam.server.wire.messages import ActCommitted
from tests.server.service import ANY_PACE, served
from tests.server.simulation import until

pytestmark = pytest.mark.both_carriers
FREE, SLOW = ANY_PACE.asks, 0.001


def test_a_socket_has_a_pace_as_well_and_goes_on_after_it(database):
    with served(database, limits=Limits((SLOW, 4), FREE, FREE)) as visit:
        guest = visit.guests(visit.make())["anna"]
        with guest.listening() as socket:
            socket.hears("now")
            for k in range(6):
                socket.says(frame="doing", key=f"talking-{k}", act={"do": "say", "text": "again"})
            heard = [socket.hears("done", "refusal") for _ in range(6)]
            assert [one["frame"] for one in heard].count("done") == 4
            assert {one["code"] for one in heard if one["frame"] == "refusal"} == {"E_TOO_OFTEN"}


class Withheld:
    """A store that says what has become of a unit only when it is told to."""

    def __init__(self, store: Store) -> None:
        self.asked: list[tuple[tuple[Change, ...], Receipt]] = []
        self._send = store.send
        store.send = self.send  # type: ignore[method-assign]

    def send(self, *changes: Change) -> Receipt:
        self.asked.append((changes, Receipt()))
        return self.asked[-1][1]

    def keeps(self) -> None:
        changes, kept = self.asked.pop()
        self._send(*changes).result()
        kept.end()

    def refuses(self) -> None:
        self.asked.pop()[1].end(StoreUnavailable("the disk is full"))


def test_nobody_hears_that_anything_is_done_before_it_is_kept(database):
    with served(database) as visit:
        guests = visit.guests(visit.make())
        with guests["anna"].listening() as mine, guests["ben"].listening() as other:
            mine.hears("now")
            other.hears("now")
            store = Withheld(visit.server.registry.store)
            for key, text, ends in (("never-kept-1", "lost", store.refuses), ("kept-late-1", "kept", store.keeps)):
                mine.says(frame="doing", key=key, act={"do": "say", "text": text})
                visit.http.portal.call(until, lambda: bool(store.asked))
                visit.http.portal.call(ends)
                heard = mine.hears("done", "refusal")
                assert (heard["frame"], heard["key"]) == ("done" if text == "kept" else "refusal", key)
            assert [item["what"]["text"] for item in other.hears("news")["items"]] == ["kept"]


def test_hello_is_said_once(database):
    with served(database) as visit, visit.guests(visit.make())["anna"].listening() as socket:
        socket.hears("now")
        socket.says(frame="hello", token="", since={})
        assert socket.hears("refusal")["code"] == "E_HELLO"


def test_who_says_nothing_is_not_waited_for(database, monkeypatch):
    monkeypatch.setattr(websockets, "HELLO", 0.05)
    with served(database) as visit:
        path = f"/api/tables/{visit.make()['table']}/socket"
        with visit.connect(path) as silent:
            assert json.loads(silent.receive_text())["code"] == "E_HELLO"
            with pytest.raises(WebSocketDisconnect):
                silent.receive_text()


def test_a_server_that_goes_tells_every_socket_to_come_back(database):
    with served(database) as visit, visit.guests(visit.make())["anna"].listening() as socket:
        socket.hears("now")
        visit.http.portal.call(visit.server.sockets.close)
        with pytest.raises(WebSocketDisconnect) as gone:
            socket.session.receive_text()
        assert gone.value.code == websockets.GOING


def test_while_a_table_is_opened_that_is_told_and_then_that_it_is_there(database, monkeypatch):
    monkeypatch.setattr(websockets, "SOON", 0.02)
    opened = TableRegistry.session

    go = asyncio.Event()

    async def slowly(registry: TableRegistry, id: str) -> Session:
        await go.wait()
        return await opened(registry, id)

    with served(database) as visit:
        guest = visit.guests(visit.make())["anna"]
        monkeypatch.setattr(TableRegistry, "session", slowly)
        with guest.listening() as socket:
            heard = [socket.hears()]
            socket.session.send_text(websockets.PING)
            assert socket.hears() == {"frame": "pong", "time": 1_000_000_000}
            visit.http.portal.call(go.set)
            heard += [socket.hears() for _ in range(2)]
        assert [frame["frame"] for frame in heard] == ["wait", "wait", "welcome"]
        assert heard[0]["says"] and heard[1]["says"] == ""


def test_a_ping_is_answered_before_what_waits_and_however_it_is_written(database, monkeypatch):
    """While as much goes on as may, and a further question waits; but the first frame says hello."""
    go, asked = asyncio.Event(), Session.ask

    async def slowly(*words: Any) -> Any:
        await go.wait()
        return await asked(*words)

    monkeypatch.setattr(Session, "ask", slowly)
    with served(database) as visit:
        guest = visit.guests(visit.make())["anna"]
        with guest.listening() as socket:
            socket.hears("now")
            socket.says(frame="ping")
            assert socket.hears()["frame"] == "pong"
            for k in range(websockets.MOST_DOING):
                socket.says(frame="asking", key=f"asked-{k}", ask={"ask": "decision", "slot": "anna"})
            socket.session.send_text(websockets.PING)
            assert socket.hears()["frame"] == "pong"
            visit.http.portal.call(go.set)
            assert {socket.hears()["frame"] for _ in range(websockets.MOST_DOING)} <= {"answered", "refusal"}
        with visit.connect(f"/api/tables/{guest.table}/socket") as session:
            session.send_text(websockets.PING)
            assert json.loads(session.receive_text())["code"] == "E_HELLO"


def test_the_time_comes_with_the_welcome_and_with_every_change(database):
    """A clock of 90 s: who comes 40 s later, and who hears of a change, is told what time it is."""
    time = [1_000_000.0]
    with served(database, clock=lambda: time[0]) as visit:
        guests = visit.guests(visit.make())
        with guests["ben"].listening() as early:
            early.hears("now")
            time[0] += 40
            with guests["anna"].listening() as late:
                assert late.hears("welcome")["terms"]["time"] == 1_000_040_000
                late.hears("now")
                time[0] += 2.5
                guests["anna"].does(do="say", text="here")
                late.hears("news")
                early.hears("news")
            for socket in (early, late):
                assert json.loads(socket.raw[-1])["time"] == 42_500, socket.raw[-1]


def test_of_what_one_socket_says_only_so_much_goes_on_at_once(database, monkeypatch):
    monkeypatch.setattr(websockets, "MOST_DOING", 2)
    under_way: list[tuple[str, Any]] = []

    def begin_act(at: Session, who: Any, key: str, act: Any, end: Any, subscriber: Subscriber) -> None:
        under_way.append((key, end))

    def finish_first() -> None:
        key, end = under_way.pop(0)
        end(ActCommitted(key, 0), None)

    with served(database) as visit, visit.guests(visit.make())["anna"].listening() as socket:
        socket.hears("now")
        monkeypatch.setattr(Session, "begin_act", begin_act)
        for k in range(7):
            socket.says(frame="doing", key=f"at-once-{k}", act={"do": "undo", "event": 1})
        for k in range(7):
            visit.http.portal.call(until, lambda k=k: len(under_way) == min(2, 7 - k))
            visit.http.portal.call(finish_first)
        assert not under_way


def test_who_missed_much_is_told_all_of_it_in_frames_of_so_many(database, monkeypatch):
    monkeypatch.setattr(session, "AT_ONCE", 3)
    with served(database) as visit:
        guest = visit.guests(visit.make())["anna"]
        for k in range(7):
            guest.does(do="say", text=f"line {k}")
        with guest.listening() as socket:
            frames = [socket.hears() for _ in range(5)]
        assert [frame["frame"] for frame in frames] == ["welcome", "news", "news", "news", "now"]
        assert [item["seq"] for frame in frames[1:4] for item in frame["items"]] == list(range(1, 9))
