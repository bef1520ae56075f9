"""Two browsers play and a third watches, and the server is killed on the way: they go on as if nothing had been."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.people import People, Person, play_on
from tests.web.served import Served

TABLES: dict[str, tuple[str, dict[str, str], tuple[str, str], int]] = {
    "ttt": ("besiege_the_bunker", {"force": "preset", "seats": "fixed"}, ("red", "blue"), 8),
    "tps": ("de_depot", {"teams": "2v2"}, ("U1", "U2"), 4),
    "gunplay": ("main_street", {}, ("a", "b"), 4),
    "fs3": ("sparring", {}, ("anna", "ben"), 4),
}
"""Scenario, options, the slots of the two people, and how often they choose between two deaths of the server; bots
decide for all other slots."""


def make_table(person: Person, game: str) -> dict[str, Any]:
    """A table for two people: its id, and the tokens of its seats."""
    scenario, options, slots, _ = TABLES[game]
    seats: list[dict[str, Any]] = [{"name": slot, "slots": [slot]} for slot in slots]
    if game == "tps":
        seats.append({"name": "bots", "slots": ["U3", "U4"], "by": "random"})
    asked = {"game": game, "scenario": scenario, "options": options, "seats": seats}
    answer = person.page.request.post(f"{person.served.address}api/tables", data=asked)
    assert answer.ok, answer.text()
    made: dict[str, Any] = answer.json()
    return made


def sees_what_is_kept(person: Person, table: str, token: str) -> None:
    """Wait until the page of somebody is where the server is: as many events, and the last sentence that they may read.

    Bots may choose meanwhile, so that what is kept is asked again until both agree; and a panel may open by what waited
    behind the one before it, so that panels are read each time.
    """
    log = person.page.get_by_role("region", name="Log")
    last = ""
    for _ in range(40):
        last = last_sentence(person, table, token)
        person.reads_on()
        with suppress(AssertionError):
            expect(log).to_contain_text(last, timeout=2_000)
            return
    person.shot(f"not-seen-by-{person.name}")
    page = " / ".join(person.page.locator("body").inner_text().split("\n"))
    raise AssertionError(f"{person.name} does not see {last!r}, but: {page}; and in the browser: {person.faults}")


def last_sentence(person: Person, table: str, token: str) -> str:
    """The last sentence at a table that somebody may read; where another server has the table, of that, as the page."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    address = person.served.address
    for _ in range(40):
        answer = person.page.request.get(f"{address}api/tables/{table}/items?stream=table&since=0", headers=headers)
        if answer.ok:
            return [text["says"] for item in answer.json() for text in item["what"].get("told", ())][-1]
        assert answer.status in {421, 502, 503}, answer.text()  # a server behind a proxy comes or goes
        address = answer.json()["address"] if answer.status == 421 else person.served.address
        person.page.wait_for_timeout(250)
    raise AssertionError(f"no server has the table: {answer.text()}")


@pytest.mark.parametrize("game", ["ttt", *(pytest.param(game, marks=pytest.mark.heavy) for game in list(TABLES)[1:])])
def test_two_play_on_and_a_third_watches_after_the_server_was_killed(people: People, served: Served, game: str) -> None:
    luck = Random(game)
    ann, ben, cleo = people.come("Ann"), people.come("Ben"), people.come("Cleo")
    made = make_table(ann, game)
    tokens = dict(zip(people.all, [*(made["seats"][slot] for slot in TABLES[game][2]), ""], strict=True))
    for person, token in tokens.items():
        person.goes(f"#/t/{made['table']}/{token}" if token else f"#/t/{made['table']}")
    for person in people.all:
        person.sits()
    for death in range(2):
        assert play_on([ann, ben], luck, TABLES[game][3]) or ann.is_over
        served.kill()
        for person in people.all:
            person.sees("The line is down")
        cleo.shot(f"killed-{game}-{death}")
        served.start()
    play_on([ann, ben], luck, TABLES[game][3])
    for person, token in tokens.items():
        sees_what_is_kept(person, made["table"], token)
        person.shot(f"killed-{game}-{person.name.lower()}")


def test_who_waits_long_is_told_what_happens_and_what_to_do_and_the_table_comes_back(
    people: People, served: Served
) -> None:
    """At the table, and where the page is opened anew while no server answers."""
    ann, ben = people.come("Ann"), people.come("Ben")
    made = make_table(ann, "ttt")
    ann.goes(f"#/t/{made['table']}/{made['seats']['red']}").sits()
    ben.goes()
    served.kill()
    ben.page.evaluate(f"location.hash = '#/t/{made['table']}'")
    for person in (ann, ben):
        person.sees("The server does not answer. Nothing is lost")
    ann.page.wait_for_timeout(3_500)
    expect(ben.page.get_by_text("does not open")).to_have_count(0)
    served.start()
    for person in (ann, ben):
        expect(person.page.get_by_text("The server does not answer")).to_have_count(0, timeout=60_000)
        person.sits()
