"""Section 7c to 7f: bracing, weapons, items, aid, and the end of an activation."""

from __future__ import annotations

import pytest

from tests.games.gunplay.table import FULL, do, is_down, kinds, only, phase_of, posture_of, refused, table, who, why

ITEM = {"item": (6, 5), "victory": "extract", "exit_edge": ("south", "north")}


@pytest.mark.clause("GUN-7.26", "GUN-7.27", "GUN-7.30")
def test_bracing_is_an_action_with_checks_in_order() -> None:
    assert refused(*table("A1 5,5 unarmed ran_now", "B1 6,5", act="A1"), "brace A1") == "WEAPON_NONE"
    assert refused(*table("A1 5,5 ran_now", "B1 6,5", act="A1"), "brace A1") == "ENGAGED"
    assert refused(*table("A1 5,5 ran_now braced", "B1 9,5", act="A1"), "brace A1") == "RAN_NO_SHOOT"
    assert refused(*table("A1 5,5 braced", "B1 9,5", act="A1"), "brace A1") == "ALREADY_BRACED"


@pytest.mark.clause("GUN-7.31", "GUN-7.32", "GUN-7.33")
def test_another_firearm_can_be_readied_and_each_keeps_its_state() -> None:
    at = table("A1 5,5 shotgun_heavy_double pistol_light", "B1 25,5", act="A1", modules=FULL, actions=9)
    assert refused(*at, "ready A1 rifle_light") == refused(*at, "ready A1 blunderbuss") == "WEAPON_UNKNOWN"
    assert refused(*at, "ready A1 shotgun_heavy_double") == "ALREADY_WIELDED"
    do(*at, "shoot A1 B1", dice=[1])
    do(*at, "ready A1 pistol_light")
    first = who(at[1], "A1")
    assert (first.wielded, tuple(first.loaded), tuple(first.fired)) == (2, (0, 1), (1, 0))
    assert refused(*at, "shoot A1 B1") == "OUT_OF_RANGE", "the pistol's bands, not those of the weapon before"
    do(*at, "ready A1 shotgun_heavy_double")
    assert refused(*at, "shoot A1 B1") == "NOT_LOADED"


@pytest.mark.clause("GUN-7.34", "GUN-7.35", "GUN-7.36", "GUN-20.10")
def test_an_empty_weapon_can_be_reloaded_with_weapon_charts() -> None:
    at = table("A1 5,5 smg_light empty", "B1 15,5", act="A1", modules="weapon_charts")
    assert refused(*at, "shoot A1 B1") == refused(*at, "shoot A1 B1 auto") == "NOT_LOADED"
    do(*at, "reload A1")
    assert refused(*at, "shoot A1 B1 auto") == "ok" and refused(*at, "reload A1") == "ALREADY_LOADED"
    at = table("A1 5,5 unarmed", "B1 15,5", act="A1", modules="weapon_charts")
    assert refused(*at, "reload A1") == "WEAPON_NONE"
    assert refused(*table("A1 5,5", "B1 15,5", act="A1"), "reload A1") == "MODULE_OFF"


@pytest.mark.clause("GUN-7.37", "GUN-7.38", "GUN-7.39", "GUN-7.44")
def test_the_item_is_picked_up_within_an_inch() -> None:
    assert refused(*table("A1 5,5 carrying", "B1 6,5", act="A1", scenario=ITEM), "pick_up A1") == "CARRYING"
    assert refused(*table("A1 5,5", "B1 5,6", act="A1", scenario=ITEM), "pick_up A1") == "ENGAGED"
    assert refused(*table("A1 5,5", "B1 9,5", act="A1"), "pick_up A1") == "NO_ITEM"
    assert refused(*table("A1 4.99,5", "B1 9,5", act="A1", scenario=ITEM), "pick_up A1") == "ITEM_OUT_OF_REACH"
    at = table("A1 5,5", "A2 6,6", "B1 9,5", act="A1", scenario=ITEM)
    do(*at, "pick_up A1")
    assert who(at[1], "A1").carrying and not at[1][0].item_lies
    assert refused(*at, "pick_up A1") == "CARRYING"


@pytest.mark.clause("GUN-7.40", "GUN-7.43")
def test_the_item_is_dropped_where_the_carrier_stands_for_anybody_to_take() -> None:
    at = table("A1 5,5 carrying", "B1 6.2,5.5", act="A1", scenario=ITEM, actions=3)
    do(*at, "drop A1")
    assert (at[1][0].item_lies, at[1][0].item_x, at[1][0].item_y) == (1, 500, 500)
    assert refused(*at, "drop A1") == "NOT_CARRYING"
    do(*at, "end_activation A1")
    do(*at, "activate B1")
    do(*at, "move B1 5.9,5.5")
    assert refused(*at, "pick_up B1") == "ENGAGED", "now they are in contact"


@pytest.mark.clause("GUN-7.42", "GUN-9.8")
def test_a_carrier_that_goes_down_drops_the_item() -> None:
    at = table("A1 5,5", "A2 5,9", "B1 15,5 carrying braced", "B2 15,20", act="A1", scenario=ITEM)
    do(*at, "shoot A1 B1", dice=[6, 1])
    assert is_down(at[1], "B1") and not who(at[1], "B1").carrying
    assert (at[1][0].item_lies, at[1][0].item_x) == (1, 1500)


@pytest.mark.clause("GUN-7.45", "GUN-7.46", "GUN-7.47", "GUN-7.48", "GUN-9.10", "GUN-15.16")
@pytest.mark.parametrize(("face", "helps"), ((5, True), (4, False)))
def test_a_medic_helps_a_friend_up(face: int, helps: bool) -> None:
    """Easy by the Medic's shift, less two wounds."""
    at = table("A1 5,5 Medic", "A2 6,5 down wounds=2", "B1 25,5", act="A1", modules="traits", aid=1)
    told = do(*at, "aid A1 A2", dice=[face])
    assert why(told, "aided") == {"shift: Medic": 1, "wounds": -2} and only(told, "aided").level == "Easy"
    second = who(at[1], "A2")
    assert is_down(at[1], "A2") != helps
    if helps:
        assert (second.wounds, second.activated, posture_of(at[1], "A2")) == (2, 1, "prone")
    assert refused(*table("A1 5,5", "A2 6,5 down", "B1 25,5", act="A1"), "aid A1 A2") == "MODULE_OFF"


@pytest.mark.clause("GUN-7.47", "GUN-15.16", "GUN-15.19")
@pytest.mark.parametrize(
    ("words", "patient", "modules", "level"),
    (("", "Medic", "traits", "Moderate"), ("Medic", "", "", "Moderate"), ("Medic", "", "traits", "Easy")),
)
def test_only_who_gives_aid_has_to_be_a_medic(words: str, patient: str, modules: str, level: str) -> None:
    """The helper's own wounds do not matter."""
    at = table(
        f"A1 5,5 wounds=2 {words}", f"A2 6,5 down wounds=1 {patient}", "B1 25,5", act="A1", modules=modules, aid=1
    )
    told = only(do(*at, "aid A1 A2", dice=[10]), "aided")
    assert (told.char, told.target, told.level, told.modifiers) == ("A1", "A2", level, "-1")


@pytest.mark.clause("GUN-7.48", "GUN-7.28", "GUN-10.9")
@pytest.mark.parametrize(("face", "helps"), ((10, True), (1, False)))
def test_who_is_beside_a_friend_that_gets_up_is_engaged_with_it(face: int, helps: bool) -> None:
    """A braced enemy is unbraced and a hiding one stands, once Aid has the patient up."""
    at = table("A1 5,5", "A2 6,5 down", "B1 7,5 braced", "B2 6,6 hiding", "B3 25,5 braced", act="A1", aid=1)
    told = do(*at, "aid A1 A2", dice=[face])
    assert (who(at[1], "B1").braced, posture_of(at[1], "B2")) == ((0, "standing") if helps else (1, "hiding"))
    assert ("posture_changed" in kinds(told)) == helps and who(at[1], "B3").braced


@pytest.mark.clause("GUN-7.48", "GUN-9.10")
def test_who_gets_up_is_neither_braced_nor_on_overwatch_and_cannot_act_this_turn() -> None:
    at = table("A1 5,5", "A2 6,5 down wounds=1", "B1 25,5", act="A1", aid=1, actions=2)
    do(*at, "aid A1 A2", dice=[10])
    second = who(at[1], "A2")
    assert (second.braced, second.overwatch, second.wounds, second.activated) == (0, 0, 1, 1)
    do(*at, "end_activation A1")
    assert refused(*at, "activate A2") != "ok"


@pytest.mark.clause("GUN-7.49", "GUN-7.50")
def test_the_checks_of_aid_come_in_the_books_order() -> None:
    def code(target: str, *others: str) -> str:
        return refused(*table("A1 5,5", *others, act="A1", aid=1), f"aid A1 {target}")

    assert code("A7", "B1 25,5") == "TARGET_UNKNOWN"
    assert code("B1", "B1 6,5 down") == "TARGET_ENEMY"
    assert code("A2", "A2 6,5", "B1 25,5") == "TARGET_NOT_DOWN"
    assert code("A2", "A2 8,5 down", "B1 5,6") == "ENGAGED"
    assert code("A2", "A2 6.06,5 down", "B1 25,5") == "NOT_IN_CONTACT"
    assert code("A2", "A2 5.98,5 down", "B1 25,5") == "END_OVERLAP"
    assert code("A2", "A2 6,5 down", "B1 6.5,5.5") == "END_OVERLAP"
    assert code("A2", "A2 5.99,5 down", "A3 6.4,5 down", "B1 25,5") == "ok", "nobody Down is in the way"


@pytest.mark.clause("GUN-7.1", "GUN-7.2", "GUN-7.51")
def test_an_action_may_be_repeated_and_the_rest_forfeited() -> None:
    at = table("A1 5,5", "B1 25,5", act="A1", actions=3)
    do(*at, "move A1 6,5", "move A1 7,5", dice=[])
    assert at[1][0].actions == 1
    do(*at, "end_activation A1")
    assert phase_of(at[1]) == "choose"
