"""What one seat hides nobody else can tell: two runs that differ in a hidden choice alone are the same bytes to all."""

from __future__ import annotations

import json

import pytest

from tests.server.databases import ON_BOTH
from tests.server.service import Guest, Socket, Visit, served

pytestmark = ON_BOTH
SHOOTER = {"game": "tps", "scenario": "de_depot", "options": {"teams": "2v2", "mp_maxrounds": "1"}}
HIDDEN = {"ttt": {"game": "ttt", "scenario": "hold_the_hill", "options": {}}, "tps": SHOOTER}
SEATS = {
    "ttt": [{"name": "red", "slots": ["red"]}, {"name": "blue", "slots": ["blue"]}],
    "tps": [{"name": f"seat{k}", "slots": [f"U{k}"]} for k in range(1, 5)],
}
WAYS = ("choose", "plan")


def heard(database: str, game: str, way: str, which: int) -> dict[str, list[str]]:
    """What each of the others hears and is told while the first seat hides one of its choices."""
    with served(database, seed=game) as visit:
        made = visit.make(seats=SEATS[game], **HIDDEN[game])
        guests = visit.guests(made)
        names = [name for name in guests if name not in ("host", "")]
        owner = guests[names[0]]
        others = [guests[name] for name in (*names[1:], "host", "")]
        options = [option["notation"] for option in owner.now["decisions"][0]["options"]]
        slot = owner.now["owing"][0]
        told: dict[str, list[str]] = {}
        for number, guest in enumerate(others):
            with guest.listening() as socket:
                socket.hears("now")
                act = {"do": "choose", "line": options[which], "slot": slot}
                if way == "plan":
                    act = {"do": "plan", "lines": [options[0], options[which]], "slot": slot}
                owner.act(f"hidden-key-{number}", **act)
                guest_of(visit, guests, names[1]).act(f"hello-key-{number}", do="say", text="are you ready?")
                until_spoken(socket)
                told[guest.token[:0] + str(number)] = [*socket.raw, *answers(guest)]
        told["the lobby"] = [visit.http.get("/api/tables").text, counted(visit.http.get("/metrics").text)]
        return told


def guest_of(visit: Visit, guests: dict[str, Guest], name: str) -> Guest:
    return guests[name]


def until_spoken(socket: Socket) -> None:
    """Read on until what was said last has been shown."""
    while not any('"spoken"' in raw for raw in socket.raw[-2:]):
        socket.hears()
    socket.hears("now")


def answers(guest: Guest) -> list[str]:
    """Everything that can be asked."""
    paths = ("", "/now", "/items", "/moments", "/match")
    return [guest.server.http.get(f"/api/tables/{guest.table}{path}", headers=guest.headers).text for path in paths]


def counted(numbers: str) -> str:
    """The numbers of the server, but for how long things took."""
    return "\n".join(line for line in numbers.split("\n") if "seconds" not in line)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", HIDDEN)
def test_a_hidden_choice_alters_no_byte_that_others_are_told(databases, game, way):
    one, other = (heard(databases(), game, way, which) for which in (0, 1))
    assert one == other
    assert all(len(frames) > 3 for name, frames in one.items() if name != "the lobby")


def test_two_hidden_choices_do_differ_for_who_made_them_and_after_the_reveal(databases):
    shown = []
    for which in (0, 1):
        with served(databases(), seed="same") as visit:
            guests = visit.guests(visit.make(seats=SEATS["ttt"], **HIDDEN["ttt"]))
            guests["red"].chooses(which)
            own = guests["red"].now["sealed"]
            guests["blue"].chooses()
            shown.append((own, json.dumps(guests[""].get("/items"))))
    assert shown[0][0] != shown[1][0] and shown[0][1] != shown[1][1]


@pytest.mark.clause("TPS-11.4")
def test_while_targets_are_called_nobody_talks(database):
    """From the last count until the targets are revealed all chat is closed."""
    seats = [{"name": f"seat{k}", "slots": [f"U{k}"]} for k in range(1, 5)]
    with served(database, seed="silence") as visit:
        guests = visit.guests(visit.make(seats=seats, **SHOOTER))
        players = [guest for name, guest in guests.items() if name.startswith("seat")]
        for _ in range(60):
            prompts = {decision["prompt"] for guest in players for decision in guest.now["decisions"]}
            if any("target" in prompt.lower() for prompt in prompts):
                break
            for guest in players:
                if decisions := guest.now["decisions"]:
                    stays = [one for one in decisions[0]["options"] if one["notation"] == "stay"]
                    guest.does(do="choose", line=(stays or decisions[0]["options"])[0]["notation"])
        for name, side in (("seat1", False), ("seat1", True), ("host", False)):
            refused = guests[name].act(do="say", text="shoot that one", side=side)
            assert (refused.status_code, refused.json()["clause"]) == (422, "TPS-11.4")
        for guest in players:
            guest.does(do="choose", line=guest.now["decisions"][0]["options"][0]["notation"])
        players[0].does(do="say", text="well shot", side=True)
        streams = [[item["what"]["text"] for item in read(guest, "side t")] for guest in players]
        assert streams == [["well shot"], ["well shot"], [], []]


def read(guest: Guest, stream: str) -> list[dict]:
    """The items of a stream, nothing where it is closed to a seat."""
    answer = guest.server.http.get(f"/api/tables/{guest.table}/items", params={"stream": stream}, headers=guest.headers)
    return answer.json() if answer.status_code == 200 else []
