"""Playing again: one table follows from a table, told there, and everybody comes to it with the token they have."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.server.service import Guest, Visit, served


@pytest.fixture
def visit(database) -> Iterator[Visit]:
    with served(database) as visit:
        yield visit


def again(guest: Guest) -> dict[str, Any]:
    """Ask for the rematch; what the server says."""
    answer = guest.server.http.post(f"/api/tables/{guest.table}/rematch", headers=guest.headers)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def seat_there(guest: Guest, found: dict[str, Any]) -> Guest:
    """Somebody at the table that follows."""
    (token,) = found["seats"].values()
    return Guest(guest.server, found["table"], token)


def refused(guest: Guest) -> tuple[int, str]:
    answer = guest.server.http.post(f"/api/tables/{guest.table}/rematch", headers=guest.headers)
    return answer.status_code, answer.json()["code"]


def test_both_who_play_again_come_to_one_table_each_in_their_seat(visit: Visit):
    guests = visit.guests(visit.make())
    anna, ben = guests["anna"], guests["ben"]
    visit.http.post(f"/api/tables/{anna.table}/join", json={"seat": "anna", "person": "Anna"}, headers=anna.headers)
    assert refused(anna) == (409, "E_NOT_OVER")
    anna.does(do="resign")
    with ben.listening() as socket:
        socket.hears("now")
        first = again(anna)
        told = socket.hears("news")["items"][-1]["what"]
        assert told == {"item": "rematch", "seat": "anna", "table": first["table"]}
    second = again(ben)
    assert first["table"] == second["table"] != anna.table
    assert set(first["seats"]) == {"anna"} and set(second["seats"]) == {"ben"} and first["host"] and not second["host"]
    mine, theirs = seat_there(anna, first), seat_there(ben, second)
    assert (mine.now["you"], theirs.now["you"]) == ("anna", "ben")
    cards = {one["name"]: (one["by"], one["person"]) for one in mine.now["seats"]}
    assert cards == {"anna": ("person", "Anna"), "ben": ("person", "")}
    assert not mine.now["over"] and (mine if mine.now["decisions"] else theirs).chooses()
    items = [item["what"]["item"] for item in ben.get("/items")]
    assert items.count("rematch") == 1, "it is told once"


def test_who_asks_again_is_answered_alike_and_after_a_restart(database):
    with served(database) as visit:
        guests = visit.guests(visit.make())
        guests["anna"].does(do="resign")
        first = again(guests["anna"])
        assert again(guests["anna"]) == first
        other = again(guests["ben"])
    with served(database) as visit:
        anna, ben = (Guest(visit, guests[name].table, guests[name].token) for name in ("anna", "ben"))
        assert again(anna) == first and again(ben) == other
        assert [item["what"]["item"] for item in ben.get("/items")].count("rematch") == 1


def test_of_many_who_press_at_once_one_makes_the_table(visit: Visit):
    guests = visit.guests(visit.make())
    guests["anna"].does(do="resign")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(again, [guests["anna"], guests["ben"], guests["host"], guests["anna"]]))
    assert len({one["table"] for one in found}) == 1


def test_the_host_stays_the_host_and_who_looks_on_makes_nothing(visit: Visit):
    guests = visit.guests(visit.make())
    guests["anna"].does(do="resign")
    assert refused(guests[""])[0] == 401
    found = again(guests["host"])
    assert found["seats"] == {} and found["host"]
    host = Guest(visit, found["table"], found["host"])
    host.does(do="hand", to="greedy", seat="ben")
    mine = seat_there(guests["anna"], again(guests["anna"]))
    assert {one["name"]: one["by"] for one in mine.now["seats"]} == {"anna": "person", "ben": "greedy"}


def test_a_bot_stays_a_bot_and_who_resigned_to_one_has_their_seat_back(visit: Visit):
    seats = [{"name": name, "slots": [name], "by": by} for name, by in (("U1", "person"), ("U2", "absent"))]
    made = visit.make(seats, game="tps", scenario="de_depot", options={"teams": "1v1"})
    guests = visit.guests(made)
    guests["U1"].does(do="resign")
    table = visit.server.registry.open[made["table"]].table
    table.ended = "as this test wants it"
    mine = seat_there(guests["U1"], again(guests["U1"]))
    assert {one["name"]: one["by"] for one in mine.now["seats"]} == {"U1": "person", "U2": "absent"}
