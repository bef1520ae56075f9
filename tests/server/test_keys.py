"""A key is that of one caller, at one path, for one request: over every route that takes one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from fireteam.server.http.routes import ROUTES
from tests.server.campaigns import with_jo
from tests.server.service import DUEL, Visit, served

SPARRING: dict[str, Any] = {"scenario": "sparring", "people": ["jo"]}


class Said(NamedTuple):
    """A request under a key: its path, its body as `json` or `content`, and the tokens of two who may send it."""

    path: str
    more: dict[str, Any]
    tokens: tuple[str, str]


class World(NamedTuple):
    """A server with a table whose match is over, one that is open, and a campaign."""

    visit: Visit
    over: dict[str, Any]
    match: str
    campaign: str
    sam: str
    kit: str
    archive: bytes

    def sends(self, route: str, said: Said, token: str, key: str = "once-12345", **more: Any) -> Any:
        """Send a request under a key; the answer, whatever it is."""
        headers = {"Idempotency-Key": key} | ({"Authorization": f"Bearer {token}"} if token else {})
        headers |= {"Content-Type": "application/zip"} if "content" in said.more else {}
        method = next(one.method for one in ROUTES if one.name == route)
        return self.visit.http.request(method, said.path, headers=headers, **{**said.more, **more})


@pytest.fixture(scope="module")
def world(lasting: str) -> Iterator[World]:
    with served(lasting) as visit:
        over = visit.make()
        guests = visit.guests(over)
        guests["anna"].does(do="resign")
        match = visit.http.get(f"/api/tables/{over['table']}/match").text
        sam, _, _ = with_jo(visit)
        kit = sam.link("kit", storyteller=True)
        archive = sam.ask("GET", "/export").content
        yield World(visit, over, match, sam.campaign, sam.token, kit.token, archive)


def open_table(world: World) -> tuple[str, dict[str, str]]:
    """A new table with an open seat, and the tokens of its others."""
    made = world.visit.make(seats=[DUEL[0], {**DUEL[1], "by": "open"}])
    return f"/api/tables/{made['table']}", {"host": made["host"], **made["seats"]}


def wanted_fight(world: World) -> Said:
    """A fight with somebody of a new campaign, who is in none yet, as two Storytellers may want it."""
    sam, _, _ = with_jo(world.visit)
    kit = sam.link("kit", storyteller=True)
    return Said(f"/api/campaigns/{sam.campaign}/fights", {"json": SPARRING}, (sam.token, kit.token))


def fight_to_record(world: World) -> Said:
    """A fight of a new campaign, to be recorded."""
    wanted = wanted_fight(world)
    made = world.sends("make_fight", wanted, wanted.tokens[0])
    assert made.status_code == 201, made.text
    return Said(f"{wanted.path}/{made.json()['table']}/record", {"json": {}}, wanted.tokens)


def said_at_a_table(world: World) -> Said:
    made = world.visit.make()
    seats = made["seats"]
    return Said(
        f"/api/tables/{made['table']}/acts", {"json": {"do": "say", "text": "hello"}}, (seats["anna"], seats["ben"])
    )


def taken_seat(world: World) -> Said:
    path, tokens = open_table(world)
    return Said(f"{path}/join", {"json": {"seat": "ben", "person": "Ben"}}, ("", tokens["anna"]))


def of_campaign(path: str, **body: Any) -> Callable[[World], Said]:
    """What two Storytellers of one campaign may both ask."""
    return lambda world: Said(f"/api/campaigns/{world.campaign}{path}", {"json": body}, (world.sam, world.kit))


CREATIONS: dict[str, Callable[[World], Said]] = {
    "make_table": lambda world: Said("/api/tables", {"json": {"game": "ttt"}}, ("", world.over["host"])),
    "join_table": taken_seat,
    "import_match": lambda world: Said("/api/tables/import", {"content": world.match}, ("", world.over["host"])),
    "fork_match": lambda world: Said(
        f"/api/tables/{world.over['table']}/fork", {"json": {"event": 0}}, ("", world.over["seats"]["anna"])
    ),
    "begin_lesson": lambda world: Said("/api/lessons/ttt", {}, ("", world.over["host"])),
    "make_campaign": lambda world: Said("/api/campaigns", {"json": {"game": "fs3", "name": "W"}}, ("", world.sam)),
    "import_campaign": lambda world: Said(
        "/api/campaigns/import?by=Sam", {"content": world.archive}, (world.sam, world.kit)
    ),
    "make_link": of_campaign("/links", name="eve"),
    "make_fight": wanted_fight,
}
"""A request for every route that creates something."""

CHANGES: dict[str, Callable[[World], Said]] = {
    "act": said_at_a_table,
    "give_command": of_campaign("/commands", command={"command": "set_note", "text": "a"}),
    "advance_campaign": of_campaign("/advance", days=1),
    "undo_entry": of_campaign("/undo", number=1),
    "revoke_link": of_campaign("/revoke", name="nobody"),
    "record_fight": fight_to_record,
}
"""A request for every route that changes something under a key."""


def test_every_route_with_a_key_is_tried_here():
    without_key = {"rematch"}  # whoever asks again comes to the same one: test_rematch.py
    assert set(CREATIONS) | without_key == {route.name for route in ROUTES if route.creates}
    assert set(CHANGES) == {route.name for route in ROUTES if route.needs_key}


def words_of(found: Any) -> set[str]:
    """All tokens and ids that an answer gives."""
    if isinstance(found, dict):
        return {word for name, value in found.items() if name in GIVEN for word in words_of(value)}
    return {found} if isinstance(found, str) and found else set()


GIVEN = ("table", "host", "seats", "token", "lesson", "campaign", "red", "blue", "anna", "ben")


@pytest.mark.parametrize("name", CREATIONS)
def test_what_another_made_under_my_key_is_not_told_to_me_nor_is_mine_to_them(world, name):
    said = CREATIONS[name](world)
    first, second = (world.sends(name, said, token) for token in said.tokens)
    again = [world.sends(name, said, token) for token in said.tokens]
    assert first.status_code == 201, first.text
    assert [one.json() for one in again] == [first.json(), second.json()], "and each is answered alike again"
    if second.status_code == 201:
        of_both = words_of(first.json()) & words_of(second.json())
        assert of_both <= {world.campaign} and words_of(first.json()) > of_both
    else:
        assert first.json().get("token", "no token") not in second.text and second.status_code in (403, 409, 422)


@pytest.mark.parametrize("name", CREATIONS)
def test_a_key_is_for_one_request_only_and_a_malformed_one_for_none(world, name):
    said = CREATIONS[name](world)
    world.sends(name, said, said.tokens[0], "one-request")
    if said.more.get("json"):
        changed: dict[str, Any] = {"json": OTHERWISE[name]}
    else:
        changed = (
            {"content": said.more["content"] + said.more["content"][-1:]} if said.more else {"params": {"step": 2}}
        )
    other = world.sends(name, said, said.tokens[0], "one-request", **changed)
    assert (other.status_code, other.json()["code"]) == (409, "E_KEY")
    for key in ("short", "x" * 65, "with blank1"):
        answer = world.sends(name, said, said.tokens[0], key)
        assert (answer.status_code, answer.json()["code"]) == (400, "E_KEY"), key


OTHERWISE: dict[str, dict[str, Any]] = {
    "make_table": {"game": "ttt", "title": "Another"},
    "join_table": {"seat": "ben", "person": "Bert"},
    "fork_match": {"event": 1},
    "make_campaign": {"game": "fs3", "name": "X"},
    "make_link": {"name": "eva"},
    "make_fight": {**SPARRING, "title": "Another"},
}


def test_a_key_that_made_something_at_one_table_makes_something_at_another(world):
    said = [taken_seat(world) for _ in range(2)]
    taken = [world.sends("join_table", one, "").json() for one in said]
    assert len({one["token"] for one in taken}) == 2 == len({one["table"] for one in taken})


def test_what_two_do_under_one_key_is_done_for_both_and_for_each_once(world):
    said = said_at_a_table(world)
    answers = [world.sends("act", said, token) for token in (*said.tokens, *said.tokens)]
    assert [one.status_code for one in answers] == [200] * 4
    assert [one.json()["seq"] for one in answers] == [2, 3, 2, 3]
    table = said.path.removesuffix("/acts")
    spoken = [one["what"]["seat"] for one in world.visit.http.get(f"{table}/items").json()[1:]]
    assert spoken == ["anna", "ben"]
    answer = world.sends("act", said, said.tokens[0], json={"do": "say", "text": "other"})
    assert (answer.status_code, answer.json()["code"]) == (409, "E_KEY")


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_without_a_key_or_with_a_malformed_one_is_not_made(world, name):
    said = CHANGES[name](world)
    for key in ("", "short", "x" * 65, "with blank1"):
        answer = world.sends(name, said, said.tokens[0], key)
        assert (answer.status_code, answer.json()["code"]) == (400, "E_KEY"), key


def test_what_two_storytellers_change_under_one_key_is_changed_twice(world):
    said = CHANGES["advance_campaign"](world)
    entries = [world.sends("advance_campaign", said, token).json() for token in (*said.tokens, *said.tokens)]
    assert [one["number"] for one in entries[2:]] == [one["number"] for one in entries[:2]]
    assert entries[1]["number"] == entries[0]["number"] + 1
