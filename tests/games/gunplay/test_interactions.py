"""Section 21, line by line, where the tests of the sections do not say it: what two modules make of one another."""

from __future__ import annotations

import pytest

from tests.games.gunplay.table import At, decider, do, kinds, of_kind, only, phase_of, rolled, table, who, why


def under_fire(words: str, modules: str) -> At:
    return table(f"A1 5,5 {words}", "A2 5,9", "B1 25,5", choose="A", modules=modules)


@pytest.mark.clause("GUN-11.6", "GUN-11.11", "GUN-11.17", "GUN-12.16")
@pytest.mark.parametrize(("face", "acts"), ((3, True), (2, False)))
def test_flinch_and_activations_are_one_die_and_only_failing_trivial_flinches(face: int, acts: bool) -> None:
    at = under_fire("markers=2 wounds=1", "flinch activations")
    told = do(*at, "activate A1", dice=[face])
    assert rolled(told) == [("Activation", face)] and who(at[1], "A1").markers == 0
    assert (phase_of(at[1]), decider(at[1])) == (("act", 0) if acts else ("choose", 1))
    assert bool(of_kind(told, "flinched")) != acts


@pytest.mark.clause("GUN-11.6", "GUN-11.12")
def test_activations_alone_flinch_without_markers() -> None:
    told = do(*under_fire("wounds=2", "activations"), "activate A1", dice=[1])
    assert why(told, "tested") == {"wounds": -2} and of_kind(told, "flinched")
    at = table("A1 5,5", "B1 16,5", act="A1", modules="activations")
    do(*at, "shoot A1 B1", dice=[1])
    assert who(at[1], "B1").markers == 0


@pytest.mark.clause("GUN-12.8", "GUN-12.18")
def test_flinch_alone_is_tested_before_the_first_action_and_then_there_are_two() -> None:
    at = under_fire("markers=1", "flinch")
    assert kinds(do(*at, "activate A1", dice=[4])) == ["activated", "flinch_tested"]
    assert (phase_of(at[1]), at[1][0].actions) == ("act", 2)


@pytest.mark.clause("GUN-11.10", "GUN-12.11", "GUN-12.14", "GUN-12.15", "GUN-16.3")
@pytest.mark.parametrize(
    ("trait", "longer", "level"),
    (
        ("Hardened", "", "Automatic"),
        ("Hardened", "extra_difficulties", "Trivial"),
        ("Timid", "", "Moderate"),
        ("Timid", "extra_difficulties", "Moderate"),
    ),
)
def test_a_separate_flinch_test_goes_by_the_ladder_in_force(trait: str, longer: str, level: str) -> None:
    at = under_fire(f"{trait} markers=1", f"flinch traits {longer}")
    assert only(do(*at, "activate A1", dice=[] if level == "Automatic" else [9]), "flinch_tested").level == level
    at = under_fire(f"{trait} wounds=1", f"activations traits {longer}")
    do(*at, "activate A1", dice=[1 if trait == "Hardened" else 4])
    assert at[1][0].actions == (2 if trait == "Hardened" else 1), "an Activation test has the longer one always"


@pytest.mark.clause("GUN-8.17", "GUN-18.1", "GUN-19.1", "GUN-19.7")
def test_in_autofire_each_shot_is_solid_or_not_and_spares_a_wound_by_itself() -> None:
    modules = "weapon_charts extra_damage extra_toughness solid_hits"
    at = table("A1 5,5 smg_medium", "B1 16,5", act="A1", modules=modules, toughness_base="Easy")
    told = do(*at, "shoot A1 B1 auto", dice=[10, 10, 7, 10, 10, 10])
    results = [one.event.result for one in of_kind(told, "attacked")]  # type: ignore[attr-defined]
    wounds = [one.event.wounds for one in of_kind(told, "withstood")]  # type: ignore[attr-defined]
    assert results == ["hits solidly", "hits", "hits solidly"]
    assert wounds == [2, 2, 3] and who(at[1], "B1").wounds == 2


@pytest.mark.clause("GUN-17.3", "GUN-17.4")
def test_extra_damage_without_charts_leaves_firearms_as_they_are() -> None:
    for modules in ("extra_damage", ""):
        at = table("A1 5,5 rifle_heavy", "B1 16,5", act="A1", modules=modules)
        do(*at, "shoot A1 B1", dice=[9, 10])
        assert who(at[1], "B1").wounds == 1
