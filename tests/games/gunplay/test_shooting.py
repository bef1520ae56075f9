"""Sections 8, 9, 15 and 17 to 20: shots, hits, going Down, and weapons."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.games.gunplay.state import ACT
from tests.games.gunplay.table import (
    FULL,
    IDS,
    WEAPONS,
    do,
    is_down,
    kinds,
    of_kind,
    only,
    refused,
    rolled,
    table,
    who,
    why,
)


def shot(told: list[Any]) -> Any:
    return of_kind(told, "attacked")[0].event


@pytest.mark.clause("GUN-8.7", "GUN-8.8", "GUN-8.9", "GUN-9.7", "GUN-20.9")
def test_the_checks_of_a_shot_come_in_the_books_order() -> None:
    def code(shooter: str, *others: str, target: str = "B1", mode: str = "single", **options: Any) -> str:
        at = table(f"A1 5,5 {shooter}", *others, act="A1", **options)
        return refused(*at, f"shoot A1 {target} {mode}")

    charts = {"modules": "weapon_charts"}
    assert code("unarmed ran_now", "B1 6,5") == "WEAPON_NONE"
    assert code("ran_now", "B1 6,5") == "ENGAGED"
    assert code("smg_light ran_now empty", "B1 9,5", **charts) == "RAN_NO_SHOOT"
    assert code("smg_light empty", "B1 9,5", mode="auto", **charts) == "NOT_LOADED"
    assert code("rifle_light", "B1 9,5", mode="auto", target="B7") == "MODE_ILLEGAL"
    assert code("smg_light", "B1 9,5", mode="auto") == "MODE_ILLEGAL", "without charts there is no autofire"
    assert code("", "B1 9,5", target="B7") == "TARGET_UNKNOWN"
    assert code("", "A2 9,5 down", "B1 20,5", target="A2") == "TARGET_FRIEND"
    assert code("", "B1 9,5 down", "B2 20,5") == "TARGET_DOWN"
    assert code("", "A2 10,5", "B1 9,5") == "TARGET_ENGAGED"
    assert code("", "B1 15,5", pieces=[("tall", (9, 0, 10, 9))]) == "NO_LOS"
    assert code("pistol_light", "A2 25,5", "B1 26,5", pieces=[("tall", (9, 0, 10, 9))]) == "TARGET_ENGAGED"
    assert code("pistol_light", "B1 26,5", pieces=[("tall", (9, 0, 10, 9))]) == "NO_LOS"
    assert code("pistol_light", "B1 24.01,5") == "OUT_OF_RANGE"
    assert code("pistol_light", "B1 24,5") == "ok"


@pytest.mark.clause("GUN-20.4", "GUN-20.5")
def test_a_restricted_weapon_fires_once_a_turn() -> None:
    at = table("A1 5,5 bolt_medium", "B1 15,5", act="A1", modules="weapon_charts")
    do(*at, "shoot A1 B1", dice=[1])
    assert refused(*at, "shoot A1 B1") == refused(*at, "shoot A1 B9 auto") == "ROF_SPENT"
    at = table("A1 5,5 bolt_medium", "B1 15,5", act="A1", modules="weapon_charts", restricted_per_turn=2)
    do(*at, "shoot A1 B1", dice=[1])
    assert refused(*at, "shoot A1 B1") == "ok"
    at = table("A1 5,5 rifle_medium", "B1 15,5", act="A1", modules="weapon_charts")
    do(*at, "shoot A1 B1", dice=[1])
    assert refused(*at, "shoot A1 B1") == "ok", "of ROF 1 there is no limit"


@pytest.mark.clause("GUN-8.1", "GUN-8.2", "GUN-8.3", "GUN-8.4")
@pytest.mark.parametrize(("x", "level"), ((12, "Easy"), (12.01, "Moderate"), (29, "Moderate"), (29.01, "Hard")))
def test_the_range_band_shifts_the_level(x: float, level: str) -> None:
    at = table("A1 5,5 smg_light", f"B1 {x + (x > 20)},5", "B2 1,29", size=(60, 30), act="A1")
    assert shot(do(*at, "shoot A1 B1", dice=[1])).level == level


@pytest.mark.clause("GUN-8.6")
@pytest.mark.parametrize(("x", "level"), ((12, "Easy"), (12.01, "Hard")))
def test_a_prone_target_farther_than_six_inches_is_harder_to_hit(x: float, level: str) -> None:
    """Worked example 24; at six inches the range is still Close."""
    at = table("A1 5,5", f"B1 {x},5 prone", act="A1")
    assert shot(do(*at, "shoot A1 B1", dice=[1])).level == level


@pytest.mark.clause("GUN-8.13", "GUN-8.14", "GUN-8.15", "GUN-15.10", "GUN-15.11")
def test_dice_modifiers_of_a_shot() -> None:
    at = table("A1 5,5 braced moved Marksman", "B1 20,5 ran", act="A1", modules="traits")
    assert why(do(*at, "shoot A1 B1", dice=[1]), "attacked") == {
        "braced": 1,
        "moved": -1,
        "the target ran": -1,
        "Marksman": 1,
    }
    at = table("A1 5,5 PoorShot", "B1 20,5", act="A1", modules="traits")
    assert why(do(*at, "shoot A1 B1", dice=[1]), "attacked") == {"PoorShot": -1}
    at = table("A1 5,5 braced moved", "B1 20,5 ran", act="A1", brace_modifier=3, moved_modifier=-2, ran_modifier=0)
    assert why(do(*at, "shoot A1 B1", dice=[1]), "attacked") == {"braced": 3, "moved": -2}


@pytest.mark.clause("GUN-8.11", "GUN-8.12", "GUN-8.16", "GUN-8.19", "GUN-20.8", "GUN-20.9", "GUN-20.11")
def test_autofire_is_three_shots_alike_and_empties_the_weapon() -> None:
    at = table("A1 5,5 smg_medium", "B1 16,5", act="A1", modules="weapon_charts flinch")
    told = do(*at, "shoot A1 B1 auto", dice=[1, 1, 1])
    assert [(one.event.level, one.event.modifiers) for one in of_kind(told, "attacked")] == [("Moderate", "-1")] * 3  # type: ignore[attr-defined]
    assert who(at[1], "B1").markers == 3 and not who(at[1], "A1").loaded[0]
    assert (who(at[1], "A1").shot_now, who(at[1], "A1").fired[0]) == (1, 1)
    at = table("A1 5,5 smg_medium", "B1 16,5", act="A1", modules="weapon_charts")
    do(*at, "shoot A1 B1", dice=[1])
    assert who(at[1], "A1").loaded[0], "a single shot never empties it"


@pytest.mark.clause("GUN-8.17", "GUN-8.18", "GUN-12.4", "GUN-12.5")
def test_a_hit_is_resolved_before_the_next_shot_and_none_falls_after_going_down() -> None:
    at = table("A1 5,5 smg_medium", "B1 16,5", "B2 1,29", act="A1", modules="weapon_charts flinch")
    told = do(*at, "shoot A1 B1 auto", dice=[1, 9, 7, 9, 7])
    assert rolled(told) == [("shot", 1), ("shot", 9), ("Toughness", 7), ("shot", 9), ("Toughness", 7)]
    assert is_down(at[1], "B1") and who(at[1], "B1").wounds == 2 and who(at[1], "B1").markers == 0


@pytest.mark.clause("GUN-12.6", "GUN-12.1")
def test_a_hit_that_leaves_the_target_up_changes_no_markers() -> None:
    at = table("A1 5,5", "B1 16,5 markers=2", act="A1", modules="flinch")
    do(*at, "shoot A1 B1", dice=[9, 9])
    assert (who(at[1], "B1").markers, who(at[1], "B1").wounds) == (2, 1)


@pytest.mark.clause("GUN-12.7")
def test_with_flinch_off_there_are_no_markers_nor_for_who_is_down() -> None:
    at = table("A1 5,5", "B1 16,5", act="A1")
    do(*at, "shoot A1 B1", dice=[1])
    assert who(at[1], "B1").markers == 0
    at = table("A1 5,5 smg_medium", "B1 16,5", "B2 1,29", act="A1", modules="weapon_charts flinch")
    do(*at, "shoot A1 B1 auto", dice=[9, 1])
    assert is_down(at[1], "B1") and who(at[1], "B1").markers == 0


@pytest.mark.clause("GUN-9.4", "GUN-15.6", "GUN-15.7")
@pytest.mark.parametrize(
    ("trait", "base", "level"),
    (("", "Moderate", "Moderate"), ("Tough", "Moderate", "Easy"), ("Frail", "Moderate", "Hard"), ("", "Hard", "Hard")),
)
def test_toughness_goes_by_its_base_level_and_the_target(trait: str, base: str, level: str) -> None:
    at = table("A1 5,5", f"B1 16,5 {trait}", act="A1", modules="traits", toughness_base=base)
    told = do(*at, "shoot A1 B1", dice=[9, 10])
    assert only(told, "withstood").level == level and why(told, "withstood")["wounds"] == -1


@pytest.mark.clause("GUN-9.9", "GUN-9.10", "GUN-9.5")
def test_any_number_of_wounds_weighs_on_toughness_and_on_no_shot() -> None:
    at = table("A1 5,5 wounds=3", "B1 16,5 wounds=8", "B2 1,29", act="A1", toughness_base="Easy")
    told = do(*at, "shoot A1 B1", dice=[6, 10])
    assert shot(told).modifiers == "0" and only(told, "withstood").modifiers == "-9" and is_down(at[1], "B1")


@pytest.mark.clause("GUN-9.8", "GUN-9.7")
def test_who_goes_down_has_nothing_any_more() -> None:
    at = table("A1 5,5", "B1 16,5 ask braced markers=2 prone", "B2 1,29", act="A1", modules="overwatch flinch")
    do(*at, "shoot A1 B1", dice=[9, 1])
    down = who(at[1], "B1")
    assert (down.overwatch, down.braced, down.markers, down.posture) == (0, 0, 0, 0)
    assert refused(*at, "shoot A1 B1") == "TARGET_DOWN"


@pytest.mark.clause("GUN-9.11", "GUN-23.2")
def test_the_end_is_judged_at_once() -> None:
    at = table("A1 5,5 smg_medium", "B1 16,5", act="A1", modules="weapon_charts")
    told = do(*at, "shoot A1 B1 auto", dice=[9, 1])
    assert kinds(told)[-1] == "ended" and only(told, "ended").why == "eliminated"


@pytest.mark.clause("GUN-17.1", "GUN-17.3", "GUN-17.4", "GUN-20.1")
@pytest.mark.parametrize(
    ("modules", "wounds"),
    (("extra_damage weapon_charts", 3), ("extra_damage", 1), ("weapon_charts", 1), ("", 1)),
)
def test_wounds_go_by_the_damage_rating_where_it_counts(modules: str, wounds: int) -> None:
    at = table("A1 5,5 rifle_heavy braced", "B1 16,5", act="A1", modules=modules, toughness_base="Easy")
    do(*at, "shoot A1 B1", dice=[9, 10])
    assert who(at[1], "B1").wounds == wounds


@pytest.mark.clause("GUN-20.6", "GUN-20.7", "GUN-20.12", "GUN-20.13", "GUN-17.2", "GUN-20.14")
@pytest.mark.parametrize(
    ("weapon", "x", "damage"),
    (
        ("shotgun_heavy_double", 16, 3),
        ("shotgun_heavy_double", 10, 4),
        ("shotgun_heavy_double", 36, 2),
        ("shotgun_light", 23, 0),
        ("shotgun_medium", 36, 0),
    ),
)
def test_shotguns_do_more_close_and_less_far(weapon: str, x: int, damage: int) -> None:
    """Worked example 17."""
    at = table(f"A1 5,5 {weapon}", f"B1 {x},5", act="A1", modules="weapon_charts extra_damage", toughness_base="Easy")
    told = do(*at, "shoot A1 B1", dice=[9, 10])
    assert who(at[1], "B1").wounds == damage
    assert shot(told).level == ("Easy" if x == 10 else "Moderate"), "Extreme range is no harder for them"
    assert who(at[1], "A1").loaded[0] == (weapon != "shotgun_heavy_double")


@pytest.mark.clause("GUN-20.13", "GUN-20.4", "GUN-20.2")
def test_without_charts_a_weapon_is_loaded_after_each_shot_and_shoots_as_often_as_one_likes() -> None:
    """Nor is it too heavy for anybody, nor worse than another."""
    at = table("A1 5,5 shotgun_heavy_double Weak", "B1 16,5", act="A1", modules="extra_damage traits", actions=2)
    for _ in range(2):
        assert shot(do(*at, "shoot A1 B1", dice=[1])).level == "Moderate"
        assert who(at[1], "A1").loaded[0]
        at[1][0].active, at[1][0].actions, at[1][0].phase = 1, 2, ACT
    assert refused(*at, "shoot A1 B1 auto") == "MODE_ILLEGAL"


@pytest.mark.clause("GUN-20.6", "GUN-20.7")
@pytest.mark.parametrize(("x", "level"), ((10, "Easy"), (16, "Moderate"), (36, "Hard")))
def test_only_shotguns_go_by_range_in_what_they_do(x: int, level: str) -> None:
    modules = "weapon_charts extra_damage"
    at = table("A1 5,5 rifle_light", f"B1 {x},5", act="A1", modules=modules, toughness_base="Easy")
    assert shot(do(*at, "shoot A1 B1", dice=[10, 10])).level == level and who(at[1], "B1").wounds == 1


@pytest.mark.clause("GUN-8.4", "GUN-20.6")
def test_without_charts_a_shotgun_minds_extreme_range() -> None:
    at = table("A1 5,5 shotgun_medium", "B1 36,5", act="A1")
    assert shot(do(*at, "shoot A1 B1", dice=[1])).level == "Hard"


@pytest.mark.clause("GUN-18.1", "GUN-18.2", "GUN-18.4", "GUN-1.4")
@pytest.mark.parametrize(("modules", "wounds"), (("extra_damage extra_toughness", 0), ("extra_toughness", 1)))
def test_who_stays_up_takes_one_wound_less_but_not_without_extra_damage(modules: str, wounds: int) -> None:
    at = table("A1 5,5", "B1 16,5", act="A1", modules=modules)
    told = do(*at, "shoot A1 B1", dice=[9, 9])
    assert who(at[1], "B1").wounds == wounds and only(told, "withstood").modifiers == "-1"


@pytest.mark.clause("GUN-19.3", "GUN-19.5", "GUN-19.4")
def test_solid_hits() -> None:
    at = table("A1 5,5", "B1 16,5", act="A1", modules="solid_hits", toughness_base="Easy")
    told = do(*at, "shoot A1 B1", dice=[9, 10])
    assert shot(told).result == "hits solidly" and who(at[1], "B1").wounds == 2
    at = table("A1 5,5", "B1 16,5", act="A1", modules="solid_hits", toughness_base="Easy", solid_bonus=3)
    do(*at, "shoot A1 B1", dice=[9, 10])
    assert who(at[1], "B1").wounds == 4
    at = table("A1 5,5", "B1 16,5", act="A1", modules="solid_hits", pieces=[("woods", (15, 4, 17, 6))])
    assert shot(do(*at, "shoot A1 B1", dice=[10, 10])).result == "hits", "one level harder is Impossible"


@pytest.mark.clause("GUN-20.2", "GUN-20.3", "GUN-15.19", "GUN-15.4", "GUN-15.5")
@pytest.mark.parametrize(
    ("weapon", "words", "modules", "level"),
    (
        ("rifle_heavy", "", FULL, "Hard"),
        ("rifle_heavy", "braced", FULL, "Moderate"),
        ("rifle_heavy", "Strong", FULL, "Moderate"),
        ("rifle_heavy", "Strong", "weapon_charts", "Hard"),
        ("rifle_medium", "Weak", FULL, "Hard"),
        ("rifle_medium", "Weak braced", FULL, "Moderate"),
        ("rifle_medium", "Weak", "weapon_charts", "Moderate"),
        ("rifle_heavy", "", "traits", "Moderate"),
        ("smg_heavy", "Weak", FULL, "Moderate"),
    ),
)
def test_what_a_weapon_requires(weapon: str, words: str, modules: str, level: str) -> None:
    at = table(f"A1 5,5 {weapon} {words}", "B1 16,5", act="A1", modules=modules)
    assert shot(do(*at, "shoot A1 B1", dice=[1])).level == level


@pytest.mark.clause("GUN-15.12")
@pytest.mark.parametrize(("words", "level"), (("Sniper braced", "Moderate"), ("Sniper", "Hard"), ("braced", "Hard")))
def test_a_braced_sniper_does_not_mind_extreme_range(words: str, level: str) -> None:
    at = table(f"A1 1,5 {words}", "B1 39,5", act="A1", modules="traits")
    assert shot(do(*at, "shoot A1 B1", dice=[1])).level == level


@pytest.mark.clause("GUN-15.1", "GUN-15.19")
def test_with_traits_off_nobody_has_any() -> None:
    at = table("A1 5,5 Marksman", "B1 16,5 Tough", act="A1")
    told = do(*at, "shoot A1 B1", dice=[9, 9])
    assert why(told, "attacked") == {} and only(told, "withstood").level == "Moderate"


@pytest.mark.clause("GUN-20.1", "GUN-20.14")
def test_the_charts_have_every_class_and_weight() -> None:
    assert len(IDS) == 19 and all(each["close"] == 6 for each in WEAPONS.values())
    for weight in ("light", "medium", "heavy"):
        bolt, rifle = WEAPONS[f"bolt_{weight}"], WEAPONS[f"rifle_{weight}"]
        assert [bolt[key] for key in ("effective", "extreme", "requires")] == [
            rifle[key] for key in ("effective", "extreme", "requires")
        ]
    at = table("A1 1,5 rifle_light", "B1 26.01,5", "B2 39,29", act="A1", modules="weapon_charts")
    assert shot(do(*at, "shoot A1 B1", dice=[1])).level == "Hard", "its own bands, not those of its class"


@pytest.mark.clause("GUN-21.3")
def test_one_hit_goes_in_the_books_order() -> None:
    at = table("A1 5,5 rifle_medium", "B1 16,5", act="A1", modules=FULL)
    told = do(*at, "shoot A1 B1", dice=[9, 9])
    assert rolled(told) == [("shot", 9), ("Toughness", 9)]
    assert only(told, "withstood").wounds == 3 and who(at[1], "B1").wounds == 2
