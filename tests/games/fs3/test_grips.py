"""Section 7: the rolls of Subdue and Escape."""

from __future__ import annotations

import pytest

from fireteam.games.fs3 import state
from fireteam.games.fs3.state import KNOCKED_OUT
from tests.games.fs3.table import At, act, do, end_turn, events, of_kind, only, refused, table, who, why, wounds_of


def pair(captor: str = "Melee=5 Athletic=6 club", captive: str = "Melee=4 Athletic=4 rifle") -> At:
    return table(f"anna 5,5 {captor}", f"ben 6.5,5 team=2 {captive}", "cora 12,5 team=2 rifle")


@pytest.mark.clause("FS3-7.23", "FS3-7.30", "FS3-7.13")
def test_a_tie_subdues_and_wounds_nobody() -> None:
    """Worked example X25, turn 1."""
    at = pair()
    who(*at, "ben").aim, who(*at, "ben").aims = 1, 1
    event = only(act(*at, "anna: subdue ben", dice=[20, 5]), "grappled")
    assert (event.attack, event.defence, event.outcome) == ("+1", "+1", "subdued")
    assert (who(*at, "anna").captive, who(*at, "ben").subduer, who(*at, "ben").aim) == (2, 1, 0)
    assert (wounds_of(*at, "ben"), who(*at, "ben").suppression) == ([], 0)


@pytest.mark.clause("FS3-7.23")
def test_a_subdue_that_is_dodged_holds_nobody() -> None:
    at = pair()
    assert only(act(*at, "anna: subdue ben", dice=[20, 100]), "grappled").outcome == "in vain"
    assert (who(*at, "anna").captive, who(*at, "ben").subduer) == (0, 0)


@pytest.mark.clause("FS3-7.28", "FS3-7.31", "FS3-7.32", "FS3-7.34")
def test_subdue_hold_escape() -> None:
    """Worked example X25, turns 2 and 3: the captive attacks unarmed, since what it holds is no melee weapon."""
    at = pair()
    act(*at, "anna: subdue ben", dice=[20, 5])
    end_turn(*at)
    told = do(*at, "anna: subdue ben", "ben: escape", dice=[60, 40, 60, 1, 10, 25])
    assert of_kind(told, "held") and not of_kind(told, "grappled")
    event = only(told, "struggled")
    assert (event.attack, event.defence, event.outcome) == ("+1", "+2", "still held")
    assert (event.unit, event.target) == ("ben", "anna")
    assert why(told, "struggled")["defence: melee"] == 30
    told = do(*at, "anna: attack cora", "ben: escape", dice=[60, 40, 60, 1])
    assert of_kind(told, "released") and not of_kind(told, "struggled")
    assert who(*at, "ben").subduer == 0
    assert refused(*at, "ben: attack anna") == "ok"


@pytest.mark.clause("FS3-7.37", "FS3-7.33", "FS3-6.25")
def test_who_is_let_go_while_it_tries_to_escape_does_nothing_and_that_is_told() -> None:
    at = pair()
    act(*at, "anna: subdue ben", dice=[20, 5])
    end_turn(*at)
    told = do(*at, "anna: pass release=yes", "ben: escape", dice=[60, 40, 60, 1])
    assert [one.why for one in events(told, "fizzled")] == ["E-STATE"] and not of_kind(told, "struggled")
    end_turn(*at)
    assert refused(*at, "ben: attack anna") == "ok"


@pytest.mark.clause("FS3-6.28", "FS3-7.29", "FS3-7.36")
@pytest.mark.parametrize("stays", [0, 1])
def test_a_captive_who_is_removed_is_held_no_more(stays: int) -> None:
    at = table("anna 5,5 club captive=2", "ben 6.5,5 team=2 npc=4 subduer=1", npc_removed_on_ko=1 - stays)
    who(*at, "ben").status = KNOCKED_OUT
    told = end_turn(*at)
    assert bool(who(*at, "anna").captive) == bool(stays) == bool(who(*at, "ben").subduer)
    assert len(of_kind(told, "released")) == len(of_kind(told, "removed")) == 1 - stays


@pytest.mark.clause("FS3-7.31", "FS3-7.33")
def test_who_escapes_is_free() -> None:
    at = pair()
    act(*at, "anna: subdue ben", dice=[20, 5])
    end_turn(*at)
    assert refused(*at, "cora: escape") == "E-STATE"
    event = only(act(*at, "ben: escape", dice=[60, 1]), "struggled")
    assert event.outcome == "free"
    assert (who(*at, "anna").captive, who(*at, "ben").subduer) == (0, 0)


@pytest.mark.clause("FS3-7.32")
def test_a_captive_escapes_with_its_melee_weapon() -> None:
    at = pair(captive="Melee=4 Athletic=5 knife")
    act(*at, "anna: subdue ben", dice=[60, 5])
    end_turn(*at)
    at[0].tables[0].weapons[who(*at, "ben").weapons[0]].accuracy = -11
    assert why(act(*at, "ben: escape", dice=[60, 1]), "struggled")["attack: accuracy"] == -11


@pytest.mark.clause("FS3-7.24", "FS3-7.24a", "FS3-7.26")
def test_what_subdue_needs() -> None:
    at = pair(captor="rifle club")
    assert refused(*at, "anna: subdue ben") == "E-WEAPON-TYPE"
    assert refused(*at, "anna: subdue ben weapon=club") == "ok"
    assert of_kind(act(*at, "anna: subdue cora weapon=club"), "fizzled"), "no contact"
    act(*at, "anna: subdue ben", dice=[60, 5])
    told = act(*at, "cora: subdue ben friendly=yes weapon=unarmed path=8,5", judge=False)
    assert only(told, "fizzled").why.startswith("E-ALREADY-SUBDUED") and who(*at, "ben").subduer == 1
    who(*at, "ben").status = state.KNOCKED_OUT
    told = act(*at, "cora: subdue ben friendly=yes weapon=unarmed", judge=False)
    assert only(told, "fizzled").why.startswith("E-TARGET")


@pytest.mark.clause("FS3-7.27")
def test_who_is_subdued_before_it_acts_loses_its_order() -> None:
    at = pair()
    told = act(*at, "anna: subdue ben", "ben: escape", dice=[60, 5], judge=False)
    assert of_kind(told, "lost_order") and not of_kind(told, "struggled")
