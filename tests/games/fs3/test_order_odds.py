"""The odds of an order before it is given, from the information its player has."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fireteam.core.protocol.scene import Odds
from fireteam.games.fs3.game import GAME
from tests.games.fs3.table import At, number_of, read_line, table, who, wound


def odds_of(at: At, line: str) -> dict[str, Odds]:
    """The odds of an order, by what they are of."""
    slot, value = read_line(at[0], line)
    assert GAME.explain_option is not None
    return {each.of: each for each in GAME.explain_option(at[0], at[1], slot, value).odds}


def exact(at: At, line: str) -> dict[str, str]:
    return {of: each.exact for of, each in odds_of(at, line).items()}


@pytest.mark.clause("FS3-22.31", "FS3-8.3", "FS3-13.1")
def test_an_attack_says_what_it_may_do_with_its_modifiers() -> None:
    at = table("anna 5,5 rifle rating=5 suppression=1", "bob 15,5 npc=5")
    found = odds_of(at, "anna: attack bob stance=cautious")
    assert list(found) == ["wounds bob", "a Serious wound or worse", "hits", "knocks bob out by the end of the turn"]
    assert [(each.label, each.amount) for each in found["wounds bob"].modifiers] == [
        ("stance", -15),
        ("suppression", -5),
    ]
    at = table("anna 5,5 rifle rating=5", "bob 15,5 npc=5")
    assert exact(at, "anna: attack bob")["hits"] == "86/125"
    assert exact(at, "anna: attack bob")["knocks bob out by the end of the turn"] == "3247609/16000000"
    assert exact(at, "anna: attack bob burst=yes")["wounds bob"] == "347481757/390625000"


@pytest.mark.clause("FS3-22.31")
def test_the_order_is_looked_at_from_where_it_leads() -> None:
    at = table("anna 5,5 rifle rating=5", "bob 30,5 npc=5", features=[("10,0,2,8", "sight move")])
    assert exact(at, "anna: attack bob") == {"takes effect (the target is out of sight)": "0"}, "a wall is in the way"
    assert exact(at, "anna: attack bob path=5,12")["hits"] == "86/125"
    before = exact(at, "anna: attack bob path=5,12 act_first=yes")
    assert before == {"takes effect (the target is out of sight)": "0"}, "it acts before it moves"


@pytest.mark.clause("FS3-22.31", "FS3-6.25")
def test_an_order_that_would_come_to_nothing_says_why() -> None:
    at = table("anna 5,5 unarmed rating=5", "bob 30,5 npc=5", features=[("10,0,2,8", "sight move")])
    assert exact(at, "anna: attack bob path=12,12") == {"takes effect (the target is out of reach)": "0"}
    assert exact(at, "anna: aim bob") == {"takes effect (the target is out of sight)": "0"}
    assert exact(at, "anna: pass") == {}
    at = table("anna 5,5 rifle rating=5", "bob 15,5 npc=5")
    assert exact(at, "anna: aim bob") == {}
    who(*at, "anna").rounds[0] = 0
    assert exact(at, "anna: attack bob") == {"takes effect (too few rounds are left)": "0"}


@pytest.mark.clause("FS3-22.31", "FS3-7.15", "FS3-7.23", "FS3-14.5")
def test_other_actions_say_theirs() -> None:
    at = table("anna 5,5 rifle rating=5", "bob 15,5 npc=5", "cid 15,9 npc=5")
    assert exact(at, "anna: suppress bob")["2 Suppression Points or more on bob"] == str(Fraction(297, 625))
    found = exact(at, "anna: full_auto bob,cid")
    assert [of for of in found if of.startswith("wounds")] == ["wounds bob", "wounds cid"]
    told = odds_of(at, "anna: full_auto bob,cid")["wounds cid"].modifiers
    assert [(each.label, each.amount) for each in told] == [("recoil", -100)], "five bullets at bob come before"
    at = table("anna 5,5 unarmed rating=5", "bob 6,5 npc=5")
    assert exact(at, "anna: subdue bob") == {"holds bob": "1703/2500"}
    at = table("anna 5,5 grenade_frag rating=5", "bob 15,5 npc=5", "cid 15,50 npc=5", size=(60, 60))
    assert list(exact(at, "anna: explode bob")) == [
        "knocks bob out by the end of the turn",
        "knocks anna out by the end of the turn",
    ]


@pytest.mark.clause("FS3-22.31", "FS3-7.41", "FS3-7.38", "FS3-7.31")
def test_care_and_escape_say_theirs() -> None:
    at = table("anna 5,5 First_Aid=5 Technical=7", "bob 6,5 out", "cid 5,6 npc=5")
    wound(*at, "bob", "Critical")
    assert exact(at, "anna: treat bob") == {"the wound counts half": "21/25", "brings bob back": "1281/2500"}
    assert exact(at, "anna: rally bob") == {"brings bob back": "21/100"}
    captive, subduer = who(*at, "anna"), who(*at, "cid")
    captive.subduer, subduer.captive = number_of(at[0], "cid") + 1, number_of(at[0], "anna") + 1
    assert list(exact(at, "anna: escape")) == ["gets free"]
    assert exact(at, "anna: pass") == {}
