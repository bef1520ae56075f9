"""Sections 11, 12 and 14: Activation tests, Flinch tests and flinch actions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.gunplay.table import decider, do, kinds, only, phase_of, place_of, posture_of, rolled, table, who, why


def activation(words: str, modules: str = "", face: int = 10, **options: Any) -> dict[str, int]:
    """The modifiers of an Activation test."""
    at = table(f"A1 5,5 {words}", "B1 25,5", choose="A", modules=f"activations {modules}", **options)
    return why(do(*at, "activate A1", dice=[face]), "tested")


@pytest.mark.clause("GUN-11.1", "GUN-11.2", "GUN-11.10", "GUN-11.15")
def test_one_die_is_drawn_before_the_character_acts_on_the_long_ladder_always() -> None:
    at = table("A1 5,5 Hardened", "B1 25,5", choose="A", modules="activations traits")
    told = do(*at, "activate A1", dice=[1])
    assert rolled(told) == [("Activation", 1)] and kinds(told) == ["activated", "tested"]
    at = table("A1 5,5 Timid wounds=1", "B1 25,5", choose="A", modules="activations traits")
    do(*at, "activate A1", dice=[3])
    assert posture_of(at[1], "A1") == "prone", "Trivial has become Easy: 3 - 1 fails it"


@pytest.mark.clause("GUN-11.11", "GUN-11.12", "GUN-11.16", "GUN-12.19")
def test_markers_and_wounds_modify_activations() -> None:
    assert activation("markers=2 wounds=1", "flinch") == {"Flinch markers": -2, "wounds": -1}
    assert activation("wounds=1") == {"wounds": -1}
    assert activation("markers=2") == {}, "markers are of `flinch` alone"
    assert activation("wounds=1", wounds_modify_activation=0) == {}
    assert activation("wounds=1", "flinch", wounds_modify_activation=0) == {"wounds": -1}


@pytest.mark.clause("GUN-14.1", "GUN-14.2", "GUN-14.3", "GUN-14.4", "GUN-14.6", "GUN-15.13")
def test_weapon_speed() -> None:
    """Worked example 8."""
    speed = "weapon_speed weapon_charts"
    assert activation("pistol_medium", speed) == {"pistol": 1}
    assert activation("rifle_heavy", speed) == {"heavy weapon": -1}
    assert activation("pistol_heavy", speed) == {"pistol": 1, "heavy weapon": -1}
    assert activation("pistol_heavy", "weapon_speed") == {"pistol": 1}
    assert activation("rifle_heavy", "weapon_speed") == {}
    assert activation("pistol_medium", "weapon_charts") == {}
    assert activation("unarmed", speed) == {}
    assert activation("pistol_light", speed, speed_modifier=3) == {"pistol": 3}
    assert activation("Quick", "traits") == {"Quick": 1}


@pytest.mark.clause("GUN-11.13", "GUN-11.14", "GUN-15.8", "GUN-15.9")
@pytest.mark.parametrize(
    ("trait", "face", "actions", "keeps"),
    (("Hardened", 6, 2, 1), ("Hardened", 5, 2, 0), ("Timid", 10, 2, 0), ("Timid", 6, 2, 0), ("Timid", 5, 1, 0)),
)
def test_all_three_thresholds_shift(trait: str, face: int, actions: int, keeps: int) -> None:
    at = table(f"A1 5,5 {trait}", "B1 25,5", choose="A", modules="activations traits")
    do(*at, "activate A1", dice=[face])
    assert (at[1][0].actions, at[1][0].keeps) == (actions, keeps)


@pytest.mark.clause("GUN-11.6", "GUN-11.7", "GUN-13.43", "GUN-21.1")
def test_failing_trivial_is_a_flinch_action_alone_with_flinch_off_too() -> None:
    at = table("A1 5,5 wounds=2", "A2 5,9", "B1 25,5", choose="A", modules="activations")
    do(*at, "activate A1", dice=[1])
    assert posture_of(at[1], "A1") == "prone" and (phase_of(at[1]), decider(at[1])) == ("choose", 1)


@pytest.mark.clause("GUN-11.17")
def test_with_activations_there_is_no_flinch_test_of_its_own() -> None:
    at = table("A1 5,5 markers=1", "B1 25,5", choose="A", modules="activations flinch")
    assert rolled(do(*at, "activate A1", dice=[5])) == [("Activation", 5)]


@pytest.mark.clause("GUN-12.8", "GUN-12.10", "GUN-12.16")
def test_only_who_has_a_marker_takes_a_flinch_test() -> None:
    at = table("A1 5,5 wounds=3", "B1 25,5", choose="A", modules="flinch")
    assert rolled(do(*at, "activate A1")) == []
    at = table("A1 5,5 markers=1 wounds=2", "B1 25,5", choose="A", modules="flinch")
    told = do(*at, "activate A1", dice=[6])
    assert why(told, "flinch_tested") == {"Flinch markers": -1, "wounds": -2}
    assert only(told, "flinch_tested").result == "holds out"


@pytest.mark.clause("GUN-12.11", "GUN-12.14", "GUN-12.15", "GUN-15.9")
@pytest.mark.parametrize(("trait", "level"), (("", "Easy"), ("Timid", "Moderate"), ("Hardened", "Automatic")))
def test_the_level_of_a_flinch_test(trait: str, level: str) -> None:
    at = table(f"A1 5,5 {trait} markers=1", "B1 25,5", choose="A", modules="flinch traits")
    told = do(*at, "activate A1", dice=[] if level == "Automatic" else [10])
    assert only(told, "flinch_tested").level == level


@pytest.mark.clause("GUN-12.18")
def test_after_a_failed_flinch_test_the_other_action_is_free() -> None:
    at = table("A1 5,5 markers=1", "B1 25,5", choose="A", modules="flinch")
    do(*at, "activate A1", dice=[1])
    assert (phase_of(at[1]), at[1][0].actions) == ("act", 1)
    do(*at, "shoot A1 B1", dice=[1])


@pytest.mark.clause("GUN-12.19", "GUN-12.20", "GUN-12.31")
def test_a_flinch_action_without_a_threat_or_in_contact() -> None:
    wall = [("tall", (15, 0, 16, 20)), ("low", (6, 4, 6.5, 6))]
    at = table("A1 5.4,5 markers=1 braced", "B1 25,5", choose="A", modules="flinch", pieces=wall)
    do(*at, "activate A1", dice=[1])
    assert posture_of(at[1], "A1") == "hiding" and not who(at[1], "A1").braced
    at = table("A1 3,5 markers=1", "B1 25,5", choose="A", modules="flinch", pieces=wall)
    do(*at, "activate A1", dice=[1])
    assert posture_of(at[1], "A1") == "standing" and at[1][0].actions == 1, "nothing changes; the action is spent"
    at = table("A1 5.4,5 markers=1", "B1 5.4,6", choose="A", modules="flinch", pieces=wall)
    do(*at, "activate A1", dice=[1])
    assert posture_of(at[1], "A1") == "standing" and place_of(at[1], "A1") == (5.4, 5) and at[1][0].actions == 1


@pytest.mark.clause("GUN-12.26", "GUN-12.28", "GUN-12.31", "GUN-7.28")
@pytest.mark.parametrize(
    ("me", "threat", "fence", "end"),
    (
        ("12,6", "4,6", (10.5, 7.15, 10.8, 12), (12, 7.5)),
        ("6,12", "6,4", (7.15, 10.5, 12, 10.8), (7.5, 12)),
    ),
)
def test_a_flinch_action_along_one_axis_that_ends_in_the_same_posture_is_a_walk(
    me: str, threat: str, fence: tuple[float, ...], end: tuple[float, float]
) -> None:
    at = table(f"A1 {me} markers=1 braced", f"B1 {threat}", choose="A", modules="flinch", pieces=[("low", fence)])
    do(*at, "activate A1", dice=[1])
    assert (place_of(at[1], "A1"), posture_of(at[1], "A1")) == (end, "standing")
    assert (who(at[1], "A1").moved, who(at[1], "A1").braced, at[1][0].actions) == (1, 0, 1)


@pytest.mark.clause("GUN-12.30", "GUN-12.31", "GUN-13.15")
def test_a_flinch_action_in_the_own_activation_triggers_overwatch_and_does_not_stop() -> None:
    pieces = [("low", (13, 4, 13.5, 8))]
    at = table("A1 12,6 markers=1", "B1 4,6 auto min=0", choose="A", modules="flinch overwatch", pieces=pieces)
    told = do(*at, "activate A1", dice=[1, 1])
    assert only(told, "attacked").char == "B1" and place_of(at[1], "A1") == (14, 6)
    assert who(at[1], "A1").moved and who(at[1], "A1").markers == 1
    at = table("A1 12,6 markers=1", "B1 4,6 auto min=0", choose="A", modules="flinch overwatch")
    told = do(*at, "activate A1", dice=[1, 1])
    assert only(told, "attacked").char == "B1" and posture_of(at[1], "A1") == "prone", "a posture does so too"
    assert not who(at[1], "A1").moved
