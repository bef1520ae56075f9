"""What each slot is offered, and what is chosen for one whose time is up."""

from __future__ import annotations

import pytest

from fireteam.core.protocol.choices import notation
from fireteam.core.slot_choices import default_choice_of
from tests.games.fs3.table import At, choices_of, do, end_turn, number_of, phase_of, refused, table, who


def by_default(at: At, name: str) -> str:
    return notation(default_choice_of(*at, number_of(at[0], name)))


def all_lawful(at: At, name: str) -> bool:
    lines = choices_of(*at, name)
    return len(set(lines)) == len(lines) > 0 and all(refused(*at, f"{name}: {line}") == "ok" for line in lines)


@pytest.mark.clause("FS3-6.19", "FS3-7.48")
def test_whose_time_is_up_passes_and_an_npc_goes_by_its_behaviour() -> None:
    at = table("anna 10,10 rifle", "ben 30,10 npc=5 rifle", "cora 12,10 luck=1 out", storyteller=True)
    assert by_default(at, "storyteller") == "begin_fight"
    do(*at)
    assert by_default(at, "storyteller") == "next_turn"
    assert by_default(at, "anna") == "pass"
    assert by_default(at, "ben").startswith("attack anna")
    assert by_default(at, "cora") == "stay_down"


@pytest.mark.clause("FS3-7.25", "FS3-7.31")
def test_a_captive_is_offered_to_pass_and_to_escape() -> None:
    at = table("anna 10,10 club captive=2", "ben 11.5,10 rifle npc=5 subduer=1")
    assert {line.split()[0] for line in choices_of(*at, "ben")} == {"pass", "escape"}
    assert "subdue ben" in choices_of(*at, "anna") and "pass release=yes" in choices_of(*at, "anna")
    assert all_lawful(at, "ben") and all_lawful(at, "anna")


@pytest.mark.clause("FS3-6.15", "FS3-15.3", "FS3-7.38", "FS3-7.41")
def test_explosives_and_care_are_offered() -> None:
    at = table("anna 10,10 grenade_frag", "ben 30,10 npc=5", "cora 11.5,10 luck=1 out", "dan 12,12 rifle")
    menu = choices_of(*at, "anna")
    assert {"explode ben", "aim ben", "rally cora", "attack ben weapon=unarmed"} <= set(menu)
    assert not any(line.startswith("treat") for line in menu)
    assert all_lawful(at, "anna")


@pytest.mark.clause("FS3-20.20", "FS3-6.15")
def test_without_a_map_closing_and_drawing_back_are_offered() -> None:
    at = table("anna - knife", "ben - npc=5", "cora -", size=None, default_distance_cm=900)
    menu = choices_of(*at, "anna")
    assert {"pass engage=ben", "attack ben engage=ben", "pass engage=cora", "pass disengage=yes"} <= set(menu)
    assert "attack cora engage=cora" not in menu and all_lawful(at, "anna")


@pytest.mark.clause("FS3-19.21", "FS3-19.23", "FS3-19.10")
def test_vehicles_are_offered_to_those_beside_and_in_them() -> None:
    at = table("anna - in=v1 out", "ben - in=v1", "cora 30,28", "dan 5,5 npc=5", vehicles=("v1 command_shuttle 30,20",))
    assert "pass board=v1" in choices_of(*at, "ben") and "pass board=v1" in choices_of(*at, "cora")
    assert any(line.startswith("pass leave=yes") for line in choices_of(*at, "ben"))
    assert all_lawful(at, "ben") and all_lawful(at, "cora")


@pytest.mark.clause("FS3-17.13", "FS3-17.13b", "FS3-17.13c")
def test_a_luck_window_offers_what_can_be_answered() -> None:
    at = table("anna 10,10 rifle luck=1", "ben 30,10 npc=5", luck_mode="windows")
    do(*at)
    assert phase_of(at[1]) == "window"
    assert choices_of(*at, "anna") == ["decline", "push +50"]
    assert by_default(at, "anna") == "decline" and refused(*at, "anna: pass") == "E-STATE"


@pytest.mark.clause("FS3-21.3")
def test_a_last_stand_offers_to_recover() -> None:
    at = table("anna 10,10 luck=1 out", "ben 30,10 npc=5", conditions=({"kind": 1},))
    end_turn(*at)
    assert phase_of(at[1]) == "last_stand"
    assert choices_of(*at, "anna") == ["recover", "stay_down"] and by_default(at, "anna") == "stay_down"
    who(*at, "anna").luck = 0
    assert choices_of(*at, "anna") == ["stay_down"]
    who(*at, "anna").status = 1
    assert choices_of(*at, "anna") == ["stay_down"] and all_lawful(at, "anna")


@pytest.mark.clause("FS3-6.18")
def test_who_owes_nothing_is_offered_nothing() -> None:
    at = table("anna 10,10", "ben 30,10 npc=5 out")
    assert choices_of(*at, "ben") == []
