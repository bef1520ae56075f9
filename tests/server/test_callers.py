"""Who is answered what: every question and every act for a slot, by its seat, another seat, the host and onlookers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from fireteam.server.tables.acts import ACTS
from fireteam.server.tables.questions import ASKS
from fireteam.server.wire.messages import PROTOCOL
from tests.server.campaigns import begun
from tests.server.service import Guest, Visit, served

OK, FORBIDDEN, CALLERS = (200, ""), (403, "E_NOT_YOURS"), ("mine", "other", "host", "")


class Duel(NamedTuple):
    """A table at which one owes a choice: that one, the other, the host, and somebody who looks on."""

    visit: Visit
    guests: dict[str, Guest]
    slot: str
    line: str
    unit: str


@pytest.fixture(scope="module")
def duel(lasting: str) -> Iterator[Duel]:
    with served(lasting) as visit:
        made = visit.make()
        guests = visit.guests(made)
        while not guests["anna"].now["scene"]["tokens"]:
            next(guests[name] for name in ("anna", "ben") if guests[name].now["decisions"]).chooses()
        mine, other = ("anna", "ben") if guests["anna"].now["decisions"] else ("ben", "anna")
        named = {"mine": guests[mine], "other": guests[other], "host": guests["host"], "": guests[""]}
        seen = named["mine"].now
        line = seen["decisions"][0]["options"][0]["notation"]
        tokens = seen["scene"]["tokens"]
        yield Duel(visit, named, {"anna": "red", "ben": "blue"}[mine], line, tokens[0]["unit"])


ASKED: dict[str, tuple[dict[str, Any], tuple[tuple[int, str], ...]]] = {
    "may": ({"line": "LINE", "slot": "SLOT"}, (OK, FORBIDDEN, FORBIDDEN, FORBIDDEN)),
    "sight": ({"unit": "UNIT", "x": 1, "y": 1}, (OK, OK, OK, OK)),
    "threats": ({"slot": "SLOT"}, (OK, FORBIDDEN, FORBIDDEN, FORBIDDEN)),
    "way": ({"slot": "SLOT", "x": 1, "y": 1}, ((422, "E_WAY"), FORBIDDEN, FORBIDDEN, FORBIDDEN)),
    "route": ({"slot": "SLOT", "unit": "", "x": 1, "y": 1}, ((422, "E_UNKNOWN"), FORBIDDEN, FORBIDDEN, FORBIDDEN)),
    "decision": ({"slot": "SLOT", "odds": False}, (OK, FORBIDDEN, FORBIDDEN, FORBIDDEN)),
    "odds": ({"slot": "SLOT", "options": [0]}, (OK, FORBIDDEN, FORBIDDEN, FORBIDDEN)),
    "forecast": ({"what": "look"}, ((403, "E_FORBIDDEN"),) * 4),
}
"""Each question, and how it is answered to CALLERS, who are in that order."""


def test_every_question_and_every_act_for_a_slot_is_tried():
    assert set(ASKED) == {str(ask.__struct_config__.tag) for ask in ASKS}  # type: ignore[attr-defined]
    with_slot = {str(act.__struct_config__.tag) for act in ACTS if "slot" in act.__struct_fields__}  # type: ignore[attr-defined]
    assert with_slot - {"stand_in"} == set(DONE)


def filled(duel: Duel, fields: dict[str, Any]) -> dict[str, Any]:
    """Fields with the line, the slot and a unit of the table."""
    text = json.dumps(fields)
    for name, word in {"LINE": duel.line, "SLOT": duel.slot, "UNIT": duel.unit}.items():
        text = text.replace(f'"{name}"', json.dumps(word))
    found: dict[str, Any] = json.loads(text)
    return found


@pytest.mark.parametrize("who", CALLERS)
@pytest.mark.parametrize("kind", ASKED)
def test_a_question_about_a_slot_is_answered_to_its_seat_alone(duel, kind, who):
    fields, answers = ASKED[kind]
    answer = duel.guests[who].ask(ask=kind, **filled(duel, fields))
    assert (answer.status_code, answer.json().get("code", "")) == answers[CALLERS.index(who)], answer.text


@pytest.mark.parametrize("kind", ["may", "threats", "way", "route", "decision", "odds"])
def test_a_slot_that_is_not_named_or_that_is_none_is_nobodys(duel, kind):
    for slot in ("", "green"):
        fields = {**filled(duel, ASKED[kind][0]), "slot": slot}
        answer = duel.guests["mine"].ask(ask=kind, **fields)
        assert (answer.status_code, answer.json()["code"]) == FORBIDDEN, slot


DONE: dict[str, dict[str, Any]] = {
    "choose": {"line": "LINE", "slot": "SLOT"},
    "withdraw": {"slot": "SLOT"},
    "plan": {"lines": ["LINE"], "slot": "SLOT"},
    "walk": {"slot": "SLOT", "x": 1, "y": 1},
}


@pytest.mark.parametrize("who", CALLERS[1:])
@pytest.mark.parametrize("act", DONE)
def test_nothing_is_done_for_a_slot_but_by_its_seat(duel, act, who):
    before = [duel.guests[name].now for name in CALLERS]
    answer = duel.guests[who].act(do=act, **filled(duel, DONE[act]))
    assert answer.status_code == (401 if who == "" else 403), answer.text
    assert [duel.guests[name].now for name in CALLERS] == before


@pytest.mark.both_carriers
def test_on_a_socket_everybody_is_who_their_token_says(database):
    with served(database) as visit:
        made, other = visit.make(), visit.make()
        campaign = begun(visit)
        path = f"/api/tables/{made['table']}/socket"

        def first(token: str, **more: Any) -> dict[str, Any]:
            with visit.connect(path) as session:
                session.send_text(json.dumps({"frame": "hello", "token": token, "protocol": PROTOCOL, **more}))
                found: dict[str, Any] = json.loads(session.receive_text())
                return found

        for name, token in {"": "", "anna": made["seats"]["anna"], "ben": made["seats"]["ben"]}.items():
            found = first(token)
            assert (found["frame"], found["you"], found.get("host", False)) == ("welcome", name, False)
        found = first(made["host"])
        assert (found["you"], found["host"]) == ("", True)
        for token in (other["host"], other["seats"]["anna"], campaign.token, "nobody", made["host"][:-1]):
            found = first(token)
            assert (found["frame"], found["code"]) == ("refusal", "E_TOKEN")
        for protocol in (PROTOCOL - 1, PROTOCOL + 1):
            assert first("", protocol=protocol)["code"] == "E_PROTOCOL"


@pytest.mark.both_carriers
def test_on_a_socket_nobody_does_or_asks_more_than_over_http(database):
    with served(database) as visit:
        guests = visit.guests(visit.make())
        mine, other = (guests[name] for name in ("anna", "ben"))
        if not mine.now["decisions"]:
            mine, other = other, mine
        slot = mine.now["owing"][0]
        line = mine.now["decisions"][0]["options"][0]["notation"]
        said = [
            {"frame": "doing", "key": "key-00001", "act": {"do": "choose", "line": line, "question": 0, "slot": slot}},
            {"frame": "doing", "key": "key-00002", "act": {"do": "choose", "line": line, "question": 0}},
            {"frame": "doing", "key": "key-00003", "act": {"do": "plan", "lines": [line], "question": 0, "slot": slot}},
            {"frame": "asking", "key": "key-00004", "ask": {"ask": "decision", "slot": slot, "odds": False}},
            {"frame": "asking", "key": "key-00005", "ask": {"ask": "may", "slot": slot, "line": line}},
        ]
        before = mine.now
        for guest in (other, guests["host"], guests[""]):
            with guest.listening() as socket:
                socket.hears("now")
                for frame in said:
                    socket.says(**frame)
                    refusal = socket.hears("refusal", "done", "answered")
                    assert (refusal["frame"], refusal["key"]) == ("refusal", frame["key"]), frame
        assert mine.now["event"] == before["event"] and mine.now["owing"] == [slot]
