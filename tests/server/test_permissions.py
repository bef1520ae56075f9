"""Who may ask what: the whole matrix of routes and principals, as the routes declare it, and of acts and phases."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from starlette.routing import Route as Served
from starlette.routing import WebSocketRoute

from fireteam.core.protocol.campaign import PLAYER, STORYTELLER
from fireteam.server.http.route_types import ANYBODY, HOST, MEMBERS, PRINCIPALS, SEAT, Route
from fireteam.server.http.routes import ROUTES
from fireteam.server.http.websockets import PATH
from fireteam.server.tables.acts import ACTS
from fireteam.server.wire import messages
from tests.server.service import DUEL, TTT, Visit, served

BODIES: dict[str, Any] = {
    "check_sheet": {"value": {"id": "mine"}},
    "check_character_sheet": {"value": {"id": "mine"}},
    "make_table": TTT,
    "join_table": {"seat": "anna", "person": "Anna"},
    "act": {"do": "say", "text": "hello"},
    "ask": {"ask": "may", "line": "end_turn", "slot": "red"},
    "fork_match": {"event": 0},
    "go_on_learning": {"line": "again"},
    "enter": {"password": ""},
    "make_campaign": {"game": "fs3", "name": "Winter"},
    "give_command": {"command": {"command": "add_person", "id": "kim", "name": "Kim"}},
    "advance_campaign": {"days": 1},
    "undo_entry": {"number": 1},
    "make_link": {"name": "eve"},
    "revoke_link": {"name": "eve"},
    "make_fight": {"scenario": "sparring", "people": []},
    "take_fight_seat": {"seat": "anna"},
    "record_fight": {},
}
"""Something that can be said to each route that wants anything said."""
REFUSED = {("join_table", ANYBODY): 403, ("join_table", HOST): 403, ("ask", ANYBODY): 403, ("ask", HOST): 403}
"""What a route itself keeps to who has a seat."""


@pytest.fixture(scope="module")
def world(lasting):
    with served(lasting) as visit:
        made = visit.make()
        lesson = visit.http.post("/api/lessons/ttt").json()["lesson"]
        campaign = visit.http.post("/api/campaigns", json=BODIES["make_campaign"]).json()
        bearer = {"Authorization": f"Bearer {campaign['token']}"}
        link = visit.http.post(f"/api/campaigns/{campaign['campaign']}/links", json={"name": "pia"}, headers=bearer)
        made |= {"campaign": campaign["campaign"], STORYTELLER: campaign["token"], PLAYER: link.json()["token"]}
        yield visit, made, lesson


def asked(visit: Visit, made: dict[str, Any], lesson: str, route: Route, token: str) -> Any:
    game = "gunplay" if "{sheet}" in route.path else "ttt"
    there = {"clause": "TTT-1.1", "lesson": lesson, "sheet": "band", "person": "kim", "hash": "0" * 64}
    path = route.path.format(table=made["table"], campaign=made["campaign"], game=game, **there)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"Idempotency-Key": f"{route.name}-{token[:6]}"} if route.needs_key else {}
    said: dict[str, Any] = {"json": BODIES.get(route.name)}
    if route.body is not None and route.name not in BODIES:
        said, headers = {"content": "no file"}, {**headers, "Content-Type": "text/plain"}
    answer = visit.http.request(route.method, path, headers=headers, **said)
    assert answer.headers.get("cache-control") == ("no-store" if path.startswith("/api/") else None)
    return answer


def who_asks(route: Route) -> tuple[str, ...]:
    """Everybody who may come to a route: to those of campaigns by their links."""
    return (ANYBODY, *MEMBERS) if route.path.startswith("/api/campaigns") else PRINCIPALS


@pytest.mark.parametrize(
    ("route", "principal"),
    [(route, principal) for route in ROUTES for principal in who_asks(route)],
    ids=lambda value: getattr(value, "name", value),
)
def test_a_route_lets_in_whom_it_declares_and_nobody_else(world, route, principal):
    visit, made, lesson = world
    tokens = {ANYBODY: "", SEAT: made["seats"]["anna"], HOST: made["host"]}
    token = {**tokens, **{each: made[each] for each in MEMBERS}}[principal]
    answer = asked(visit, made, lesson, route, token)
    if principal == PLAYER and principal not in route.callers:
        assert (answer.status_code, answer.json()["code"]) == (403, "E_NOT_YOURS")
    elif principal not in route.callers:
        assert (answer.status_code, answer.json()["code"]) == (401, "E_TOKEN")
    elif (route.name, principal) in REFUSED:
        assert answer.status_code == REFUSED[route.name, principal]
    else:
        assert answer.status_code not in (401, 403) and answer.status_code < 500


OF_ONE = [route for route in ROUTES if "{table}" in route.path or "{campaign}" in route.path]


@pytest.mark.parametrize("route", OF_ONE, ids=lambda route: route.name)
@pytest.mark.parametrize("token", ["another table's", "another campaign's", "nobody's", "too long", "no bearer"])
def test_no_route_of_a_table_or_campaign_takes_a_token_that_is_not_its_own(world, route, token):
    visit, made, _ = world
    if token == "another table's":
        words = f"Bearer {visit.make()['host']}"
    elif token == "another campaign's":
        words = f"Bearer {visit.http.post('/api/campaigns', json=BODIES['make_campaign']).json()['token']}"
    else:
        words = {"nobody's": f"Bearer {'n' * 32}", "too long": f"Bearer {'n' * 65}", "no bearer": "Basic abc"}[token]
    path = route.path.format(table=made["table"], campaign=made["campaign"], person="kim", hash="0" * 64)
    answer = visit.http.request(route.method, path, headers={"Authorization": words}, json=BODIES.get(route.name))
    assert (answer.status_code, answer.json()["code"]) == (401, "E_TOKEN")


def test_nothing_is_served_that_is_not_declared(world):
    visit, _, _ = world
    app = visit.server.app._app  # type: ignore[attr-defined]
    served_paths = {(one.path, method) for one in app.routes if isinstance(one, Served) for method in one.methods or ()}
    declared = {(route.path, method) for route in ROUTES for method in (route.method, "HEAD")}
    assert {one for one in served_paths if one[0] != "/{path:path}"} <= declared
    assert [one.path for one in app.routes if isinstance(one, WebSocketRoute)] == [PATH]


def test_every_act_that_can_be_said_can_be_done():
    assert set(ACTS) == set(get_args(messages.Act))


ACTS_SAID: dict[str, dict[str, Any]] = {
    "choose": {"line": "end_turn"},
    "withdraw": {},
    "plan": {"lines": []},
    "walk": {"slot": "red", "x": 1, "y": 1},
    "undo": {},
    "redo": {},
    "answer": {"proposal": 1, "agrees": True},
    "retract": {"proposal": 1},
    "offer_draw": {},
    "resign": {},
    "say": {"text": "hello"},
    "hand": {"to": "absent"},
    "pause": {"reason": "tea"},
    "unpause": {},
    "rewind": {"event": 0, "reason": "a wrong die"},
    "stand_in": {"slot": "red"},
}
HOST_MAY = {"say"}
REFEREE_MAY = {"pause", "unpause", "rewind", "stand_in"}


@pytest.mark.parametrize("phase", ["open", "over"])
@pytest.mark.parametrize("act", ACTS_SAID)
def test_who_holds_no_seat_changes_nothing_and_who_plays_does_not_referee(database, act, phase):
    with served(database) as visit:
        guests = visit.guests(visit.make(seats=DUEL))
        if phase == "over":
            guests["anna"].does(do="resign")
        before = guests[""].get("/items")
        for name in ("", "host", "anna") if act in REFEREE_MAY else ("", "host"):
            answer = guests[name].act(do=act, **ACTS_SAID[act])
            if name == "host" and act in HOST_MAY:
                assert answer.status_code == 200
            else:
                assert answer.status_code in (401, 403, 409, 422), answer.text
        heard = guests[""].get("/items")
        assert [item for item in heard if item["what"]["item"] != "spoken"] == before


def test_the_acts_above_are_all_there_are():
    assert set(ACTS_SAID) == {str(act.__struct_config__.tag) for act in ACTS}  # type: ignore[attr-defined]
