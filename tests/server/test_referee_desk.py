"""A referee who commands: orders for anybody, all who idle, private acts that reach nobody, and a file that is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.databases import ON_BOTH
from tests.server.service import Guest, Visit, served

pytestmark = ON_BOTH
RAID = {"game": "fs3", "scenario": "depot_raid", "options": {"desk": "storyteller"}}


@pytest.fixture
def visit(database):
    with served(database) as visit:
        yield visit


def raid(visit: Visit, **options: str) -> tuple[Guest, Guest, Guest]:
    """The referee, a player, and somebody who looks on."""
    seats: list[dict[str, Any]] = [
        {"name": "desk", "slots": ["storyteller"]},
        {"name": "anna", "slots": ["anna"]},
        {"name": "others", "slots": ["ben", "cara", "dan"]},
    ]
    made = visit.make(seats, **{**RAID, "options": {**RAID["options"], **options}})
    people = [Guest(visit, made["table"], made["seats"][name]) for name in ("desk", "anna")]
    return people[0], people[1], Guest(visit, made["table"])


def test_referee_orders_for_anybody_and_reads_what_is_sealed(visit: Visit):
    """A decision of anybody, an order for them, and everybody's sealed choices; players know their own alone."""
    desk, anna, onlooker = raid(visit)
    desk.does(do="choose", line="begin_fight")
    assert desk.now["commands"]
    assert not anna.now.get("commands")
    asked = desk.ask(ask="decision", slot="ben").json()
    assert "Ben" in asked["decision"]["prompt"]
    quick = desk.ask(ask="decision", slot="ben", odds=False).json()
    assert quick["decision"]["prompt"] == asked["decision"]["prompt"]
    assert not quick["decision"].get("odds")
    assert anna.ask(ask="decision", slot="ben").status_code == 403
    desk.does(do="choose", line="attack guard1", slot="ben")
    anna.does(do="choose", line="pass stance=evade")
    assert {one["slot"]: one["line"] for one in desk.now["sealed"]} == {
        "anna": "pass stance=evade",
        "ben": "attack guard1",
    }
    assert [one["slot"] for one in anna.now["sealed"]] == ["anna"]
    assert not onlooker.now.get("sealed")
    assert anna.act(do="choose", line="pass", slot="ben").status_code == 403
    weighed = desk.ask(ask="may", line="attack guard1", slot="ben").json()
    assert weighed["option"]["odds"], "what is sealed is weighed as before it was chosen"
    assert anna.ask(ask="may", line="attack guard1", slot="ben").status_code == 403


def test_open_orders_are_read_by_all(visit: Visit):
    """Where choices are open, everybody reads them while they wait."""
    desk, anna, onlooker = raid(visit, orders="open")
    desk.does(do="choose", line="begin_fight")
    anna.does(do="choose", line="pass stance=evade")
    assert [one["line"] for one in onlooker.now["sealed"]] == ["pass stance=evade"]


def test_referee_goes_on_without_who_idles(visit: Visit):
    """Without a slot, all who are awaited do what the game states for that; a player may not."""
    desk, anna, _ = raid(visit)
    desk.does(do="choose", line="begin_fight")
    assert anna.act(do="stand_in").status_code == 403
    desk.does(do="stand_in")
    assert [row["text"] for row in desk.now["scene"]["standing"] if row["label"] == "turn"][0].startswith("2 ")


def test_acts_of_the_referee_are_offered_to_the_referee(visit: Visit):
    """Those with a reason and those without; a player is offered none of them."""
    desk, anna, _ = raid(visit)
    offered = {one["verb"]: one for one in desk.now["free"]}
    assert {"join", "set_modifier", "note", "stop"} <= set(offered)
    assert offered["note"]["reasoned"]
    assert not offered["set_modifier"]["reasoned"]
    assert all(one["refereed"] for one in offered.values())
    assert {one["verb"] for one in anna.now["free"]} == {"roll", "move_wound", "luck_windows"}


def test_private_acts_reach_nobody_else(visit: Visit):
    """Neither by items nor views, file nor replay, now or when the match is over."""
    desk, anna, onlooker = raid(visit)
    desk.does(do="choose", line="note anna", reason="a traitor, alas")
    desk.does(do="choose", line="set_modifier anna -137")
    desk.does(do="choose", line="begin_fight")
    for over in (False, True):
        told = [json.dumps([who.now, who.get("/items")]) for who in (anna, onlooker)]
        assert not any("traitor" in text or "-137" in text for text in told)
        assert "traitor" in json.dumps(desk.get("/items"))
        for who in (anna, onlooker):
            refused = visit.http.get(f"/api/tables/{who.table}/match", headers=who.headers)
            assert refused.status_code == 403
        if not over:
            desk.does(do="choose", line="stop", reason="supper")
    for who, knows in ((anna, False), (onlooker, False), (desk, True)):
        moments = json.dumps(who.get("/moments", first=0, last=5))
        assert ("traitor" in moments) == knows
    assert visit.http.get(f"/api/tables/{desk.table}/match", headers=desk.headers).status_code == 200


def test_reason_of_what_comes_to_nothing_is_the_referees(visit: Visit):
    """An act that nothing is told of keeps its reason, now and in the file when the match is over."""
    made = visit.make([], game="fs3", scenario="sparring", options={"desk": "storyteller"})
    desk, anna = (Guest(visit, made["table"], made["seats"][name]) for name in ("storyteller", "anna"))
    onlooker = Guest(visit, made["table"])
    desk.does(do="choose", line="begin_fight")
    hides = [visit.http.get(f"/api/tables/{who.table}/match", headers=who.headers).json() for who in (anna, onlooker)]
    desk.does(do="choose", line="retarget", reason="Ben is the traitor")
    assert "traitor" in json.dumps(desk.get("/items"))
    for who in (anna, onlooker):
        item = who.get("/items")[-1]
        assert item["what"]["kind"] == "free" and not {"told", "events", "reason"} & {
            k for k, v in item["what"].items() if v
        }
    asked = [visit.http.get(f"/api/tables/{who.table}/match", headers=who.headers).json() for who in (anna, onlooker)]
    assert asked == hides, "nothing is given away by what is refused"
    desk.does(do="choose", line="stop", reason="supper")
    for who in (anna, onlooker):
        assert visit.http.get(f"/api/tables/{who.table}/match", headers=who.headers).status_code == 403
        assert "traitor" not in json.dumps(who.get("/moments", first=0, last=5))


def test_match_asks_for_a_clock(visit: Visit):
    """The time that a match asks for is that of its table."""
    desk, _, _ = raid(visit, order_timer_s="90")
    desk.does(do="choose", line="begin_fight")
    assert desk.now["deadline"] > 0
