"""What is said to one's own side alone: that side hears it, at once and afterwards, and nobody else ever does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.websockets import WebSocketDisconnect

from fireteam.registry import find_game
from fireteam.server.tables.seats import SeatState, groups_now, side_of
from fireteam.server.tables.subscriber import CHANGED_SIDES
from tests.server.databases import ON_BOTH
from tests.server.service import Guest, Visit, served

pytestmark = ON_BOTH
OURS, THEIRS = ("U1", "U2"), ("U3", "U4")
SECRET, THEIR_SECRET = "we go by the north lane", "we wait behind the wall"


@pytest.fixture
def guests(database) -> Iterator[dict[str, Guest]]:
    with served(database) as visit:
        yield seated(visit)


def seated(visit: Visit) -> dict[str, Guest]:
    """Two against two on a free table."""
    seats = [{"name": name, "slots": [name]} for name in (*OURS, *THEIRS)]
    made = visit.http.post(
        "/api/tables", json={"game": "tps", "scenario": "de_depot", "options": {"teams": "2v2"}, "seats": seats}
    )
    return visit.guests(made.json())


@pytest.mark.both_carriers
def test_what_is_said_to_a_side_is_heard_there_and_nowhere_else(guests):
    mate, enemy, onlooker = (guests[name] for name in ("U2", "U3", ""))
    with mate.listening() as near, enemy.listening() as far, onlooker.listening() as beside:
        for socket in (near, far, beside):
            socket.hears("now")
        guests["U1"].does(do="say", text=SECRET, side=True)
        guests["U1"].does(do="say", text="good luck, all")
        heard = [near.hears("news")["items"][0]["what"] for _ in range(2)]
        assert [one["text"] for one in heard] == [SECRET, "good luck, all"] and heard[0]["side"]
        for socket in (far, beside):
            assert socket.hears("news")["items"][0]["what"]["text"] == "good luck, all"
            assert not [frame for frame in socket.raw if SECRET in frame]


@pytest.mark.both_carriers
def test_a_sides_stream_is_read_by_that_side_alone_now_and_when_they_come_back(guests):
    guests["U1"].does(do="say", text=SECRET, side=True)
    [stream] = [name for name in guests["U2"].get("")["streams"] if name != "table"]
    assert [item["what"]["text"] for item in guests["U2"].get("/items", stream=stream)] == [SECRET]
    for name in ("U3", "", "host"):
        path = f"/api/tables/{guests[name].table}/items"
        refused = guests[name].server.http.get(path, params={"stream": stream}, headers=guests[name].headers)
        assert (refused.status_code, refused.json()["code"]) == (404, "E_STREAM")
        with guests[name].listening(**{stream: 0}) as socket:
            socket.hears("now")
            assert not [frame for frame in socket.raw if SECRET in frame]
    with guests["U2"].listening() as back:
        back.hears("now")
        assert [frame for frame in back.raw if SECRET in frame], "who comes back hears what was missed"


def test_player_characters_of_two_teams_are_on_two_sides():
    """A side is a team, though other groups cut across teams; who plays for both is on none of them."""
    setting = find_game("fs3").make_setting("loading_yard")
    one, mate, enemy, both = (
        side_of(groups_now(setting, setting.opening), SeatState(name, slots, "person"))
        for name, slots in (
            ("one", ("anna",)),
            ("mate", ("ben", "cara")),
            ("enemy", ("eva",)),
            ("both", ("anna", "eva")),
        )
    )
    assert (one, mate, enemy) == ("team1", "team1", "team2")
    assert both not in (one, enemy)


@pytest.mark.both_carriers
def test_who_changes_sides_is_heard_and_hears_there(database):
    """The side is that of now: a socket is closed, comes back, and reads the new side's stream in place of the old."""
    with served(database) as visit:
        seats = [{"name": name, "slots": [name]} for name in ("storyteller", "anna", "ben", "guard1", "joined1")]
        made = visit.make(seats, game="fs3", scenario="depot_raid", options={"desk": "storyteller"})
        desk, anna, ben, guard, guest = (Guest(visit, made["table"], made["seats"][one["name"]]) for one in seats)
        guard.does(do="say", text=THEIR_SECRET, side=True)
        assert guest.get("")["streams"] == ["table"]
        desk.does(do="choose", line="join marine team=1")
        assert guest.get("")["streams"] == ["table", "side team1"], "who joins later is on a side as well"
        ben.does(do="say", text="anna, go left", side=True)
        with anna.listening() as moved, ben.listening() as stays:
            for socket in (moved, stays):
                socket.hears("now")
            desk.does(do="choose", line="set_team anna 2")
            with pytest.raises(WebSocketDisconnect) as gone:
                moved.hears("never")
            assert gone.value.code == CHANGED_SIDES
            ben.does(do="say", text=SECRET, side=True)
            assert stays.hears("news")
        assert anna.get("")["streams"] == ["table", "side team2"]
        with anna.listening() as back:
            back.hears("now")
            assert not [frame for frame in back.raw if SECRET in frame or THEIR_SECRET in frame]
            guard.does(do="say", text="welcome", side=True)
            assert back.hears("news")["items"][0]["what"]["text"] == "welcome"
        assert messages_of(anna, "side team2") == ["welcome"] and messages_of(guard, "side team2") == [
            THEIR_SECRET,
            "welcome",
        ]
        desk.does(do="choose", line="set_team anna 1")
        ben.does(do="say", text="back again", side=True)
        assert messages_of(anna, "side team1") == ["anna, go left", "back again"]
        with anna.listening() as again:
            missed: list[int] = []
            while (frame := again.hears("news", "now"))["frame"] != "now":
                missed += [item["seq"] for item in frame["items"] if item["stream"] == "side team1"]
            assert not [frame for frame in again.raw if SECRET in frame] and missed == [1, 2, 3]


def messages_of(guest: Guest, stream: str) -> list[str]:
    """What somebody reads of the stream of their side."""
    return [item["what"]["text"] for item in guest.get("/items", stream=stream)]


def test_who_takes_a_seat_reads_what_their_side_is_told_from_then_on(database):
    """An open seat, or one that somebody else held; after a restart too. Who comes back by their token reads it all."""
    with served(database) as visit:
        seats = [{"name": name, "slots": [name], "by": by} for name, by in (("U1", "person"), ("U2", "open"))]
        made = visit.make(seats, game="tps", scenario="de_depot", options={"teams": "2v2"})
        first = Guest(visit, made["table"], made["seats"]["U1"])
        first.does(do="say", text=SECRET, side=True)
        taken = visit.http.post(f"/api/tables/{made['table']}/join", json={"seat": "U2", "person": "Kim"}).json()
        second = Guest(visit, made["table"], taken["token"])
        first.does(do="say", text="welcome, Kim", side=True)
    with served(database) as visit:
        first, second = (Guest(visit, each.table, each.token) for each in (first, second))
        [stream] = [name for name in second.get("")["streams"] if name != "table"]
        assert messages_of(first, stream) == [SECRET, "welcome, Kim"] and messages_of(second, stream) == [
            "welcome, Kim"
        ]
