"""What may be asked at a table of a choice that is not made yet: whether it is lawful, what it means, and its odds."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert, json

from fireteam.registry import find_game
from fireteam.server.wire.messages import DecisionMessage
from tests.server.menus import whole
from tests.server.service import Guest, Visit, served


@pytest.fixture
def visit(database):
    with served(database) as visit:
        yield visit


def may(guest: Guest, line: str, slot: str) -> dict[str, Any]:
    answer = guest.ask(ask="may", line=line, slot=slot)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def until_attack(visit: Visit) -> tuple[Guest, str]:
    """A duel, played until somebody may attack: who, and their slot."""
    one, other = visit.duel()
    for k in range(200):
        first = one if one.now["decisions"] else other
        decision = first.now["decisions"][0]
        if "attack" in decision["verbs"]:
            return first, first.now["owing"][0]
        first.chooses(3 * k)
    raise AssertionError("nobody came to attack")


def test_a_lawful_choice_is_answered_with_the_words_and_odds_of_the_menu(visit: Visit):
    guest, slot = until_attack(visit)
    sent = guest.ask(ask="decision", slot=slot).json()["decision"]
    offered = json.decode(json.encode(whole(convert(sent, DecisionMessage), find_game("ttt").verbs).options))
    attack = next(option for option in offered if option["verb"] == "attack")
    assert attack["odds"]
    for option in (attack, offered[-1]):
        answer = may(guest, option["notation"], slot)
        assert (answer["may"], answer["option"]) == (None, option)


def test_odds_are_told_by_the_number_of_the_option(visit: Visit):
    guest, slot = until_attack(visit)
    sent = convert(guest.ask(ask="decision", slot=slot).json()["decision"], DecisionMessage)
    options = whole(sent, find_game("ttt").verbs).options
    for numbers in ([k for k, one in enumerate(options) if one.verb == "attack"][:1], [*range(len(options)), 9_999]):
        answer = guest.ask(ask="odds", slot=slot, options=numbers).json()
        assert answer["decision"] is None, "no menu is sent twice"
        found = {one["option"]: json.encode(one["odds"]) for one in answer["odds"]}
        assert found == {k: json.encode(options[k].odds) for k in numbers if k < len(options) and options[k].odds}
        assert found
    stranger = Guest(guest.server, guest.table)
    assert stranger.ask(ask="odds", slot=slot, options=[0]).status_code == 403


def test_a_choice_that_is_refused_or_that_nobody_owes_comes_without_words(visit: Visit):
    one, other = visit.duel()
    slot = one.now["owing"][0]
    refused = may(one, "attack 1.recon.1 2.recon.1", slot)
    assert refused["may"]["code"] and refused["option"] is None
    resigns = may(one, "resign", slot)
    assert (resigns["may"], resigns["option"]) == (None, None)
    awaits = may(other, one.now["decisions"][0]["options"][0]["notation"], "blue" if slot == "red" else "red")
    assert awaits["may"] and awaits["option"] is None


def test_a_choice_that_is_not_on_the_menu_is_told_in_words_as_well(visit: Visit):
    options = {"teams": "1v1", "mp_maxrounds": "1"}
    seats = [{"name": "anna", "slots": ["U1"]}, {"name": "ben", "slots": ["U2"]}]
    guest = visit.guests(visit.make(seats=seats, game="tps", scenario="de_depot", options=options))["anna"]
    line = "buy vest,awp,sawnoff,vest"
    assert line not in {option["notation"] for option in guest.now["decisions"][0]["options"]}
    answer = may(guest, line, "U1")
    assert answer["may"] is None
    assert (answer["option"]["notation"], answer["option"]["verb"]) == (line, "buy")
    assert "no AWP: it is too dear" in answer["option"]["label"]
