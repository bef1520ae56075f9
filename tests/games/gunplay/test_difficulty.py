"""Sections 2, 3 and 16: levels, shifts and dice; what a character begins with."""

from __future__ import annotations

import pytest

from fireteam.core.dice import tape
from fireteam.core.errors import BadNotation
from fireteam.core.protocol.events import new_log
from fireteam.games.gunplay.events import FOR_RUN
from fireteam.games.gunplay.names import read_inches
from fireteam.games.gunplay.rules.difficulty import good_faces, harder_level, least_face, roll_test, shift_level
from fireteam.games.gunplay.tables import (
    AUTOMATIC,
    EASY,
    EXTREME,
    HARD,
    IMPOSSIBLE,
    LEVELS,
    MODERATE,
    TRIVIAL,
)
from tests.games.gunplay.table import CLASSES, do, names_of, of_kind, refused, rolled, table, who, why

TABLES = table("A1 5,5")[0].tables[0]


@pytest.mark.clause("GUN-2.1", "GUN-2.11", "GUN-2.13")
def test_the_basic_ladder_has_five_levels_and_ends_at_impossible_and_automatic() -> None:
    assert [LEVELS[shift_level(MODERATE, shift, 0)] for shift in (-9, -2, -1, 0, 1, 2, 9)] == [
        "Impossible",
        "Impossible",
        "Hard",
        "Moderate",
        "Easy",
        "Automatic",
        "Automatic",
    ]
    assert [least_face(TABLES, level, 0) for level in (HARD, MODERATE, EASY)] == [9, 6, 3]


@pytest.mark.clause("GUN-16.1", "GUN-16.3")
def test_the_longer_ladder_has_extreme_and_trivial() -> None:
    assert [LEVELS[shift_level(MODERATE, shift, 1)] for shift in (-3, -2, 2, 3)] == [
        "Impossible",
        "Extreme",
        "Trivial",
        "Automatic",
    ]
    assert [least_face(TABLES, level, 0) for level in (EXTREME, TRIVIAL)] == [12, 0]


@pytest.mark.clause("GUN-2.14")
@pytest.mark.parametrize("level", (IMPOSSIBLE, AUTOMATIC))
def test_impossible_and_automatic_are_never_shifted(level: int) -> None:
    assert {shift_level(level, shift, long) for shift in (-2, 2) for long in (0, 1)} == {level}


@pytest.mark.clause("GUN-19.2", "GUN-19.3")
def test_one_level_harder_goes_up_the_ladder_in_force() -> None:
    assert harder_level(HARD, 0) == IMPOSSIBLE and harder_level(HARD, 1) == EXTREME
    assert harder_level(AUTOMATIC, 0) == EASY and harder_level(AUTOMATIC, 1) == TRIVIAL


@pytest.mark.clause("GUN-2.3", "GUN-2.8", "GUN-2.9", "GUN-2.16")
def test_face_and_modifiers_must_reach_the_number_without_limit() -> None:
    assert [good_faces(TABLES, MODERATE, modifiers) for modifiers in (-9, -5, -4, 0, 4, 5, 9)] == [
        0,
        0,
        1,
        5,
        9,
        10,
        10,
    ]


@pytest.mark.clause("GUN-2.4", "GUN-2.5", "GUN-2.15", "GUN-2.17", "GUN-16.2")
def test_modifiers_matter_at_extreme_but_not_at_the_ends() -> None:
    assert good_faces(TABLES, IMPOSSIBLE, 9) == 0 and good_faces(TABLES, AUTOMATIC, -9) == 10
    assert [good_faces(TABLES, EXTREME, modifiers) for modifiers in (0, 1, 2)] == [0, 0, 1]
    assert good_faces(TABLES, TRIVIAL, -2) == 9


@pytest.mark.clause("GUN-2.2", "GUN-2.6", "GUN-2.7")
def test_a_die_of_ten_faces_is_drawn_at_numbered_levels_alone() -> None:
    for level, faces in ((IMPOSSIBLE, []), (AUTOMATIC, []), (HARD, [10]), (EASY, [1])):
        dice, log = tape(faces), new_log()
        assert roll_test(TABLES, dice[0], log[0], level, 9 * int(level == EASY), FOR_RUN) == (level != IMPOSSIBLE)
        assert dice[0].used == len(faces)


@pytest.mark.clause("GUN-2.10", "GUN-2.12", "GUN-2.18")
def test_dice_are_told_with_purpose_face_modifiers_level_and_result() -> None:
    at = table("A1 5,5 rifle_medium braced", "B1 15,5", modules="extra_difficulties", act="A1")
    told = do(*at, "shoot A1 B1", dice=[3])
    assert rolled(told) == [("shot", 3)] and why(told, "attacked") == {"braced": 1}
    (shot,) = of_kind(told, "attacked")
    assert shot.sentence() == "A1 fires at B1, Moderate with +1: it misses"


@pytest.mark.clause("GUN-2.12", "GUN-8.3", "GUN-8.5", "GUN-8.6")
def test_shifts_are_added_before_they_are_applied() -> None:
    """Worked example 2: close, in cover, prone at 5 inches."""
    at = table("A1 5,5", "B1 11,5 prone", pieces=[("woods", (10.5, 4, 12, 6))], act="A1")
    told = do(*at, "shoot A1 B1", dice=[1])
    assert why(told, "attacked") == {"shift: close range": 1, "shift: cover": -1}
    assert of_kind(told, "attacked")[0].event.level == "Moderate"  # type: ignore[attr-defined]


# Characters


@pytest.mark.clause("GUN-3.1", "GUN-3.2", "GUN-3.5", "GUN-3.6", "GUN-3.7", "GUN-3.10", "GUN-5.3")
def test_characters_begin_alike_up_and_loaded_with_their_first_firearm() -> None:
    _, states = table("A1 5,5 pistol_light rifle_light", "B1 25,5 unarmed hiding")
    first, second = who(states, "A1"), who(states, "B1")
    assert (first.status, first.wielded, tuple(first.loaded), first.posture) == (2, 1, (1, 1), 0)
    assert (first.wounds, first.markers, first.braced, first.carrying) == (0, 0, 0, 0)
    assert second.wielded == 0


@pytest.mark.clause("GUN-3.14", "GUN-22.6")
def test_ids_are_a_side_and_a_number_in_the_order_of_their_numbers() -> None:
    names = names_of(*table("A1 5,5", "A2 5,8", "A10 5,11", "B1 25,5"))
    assert [names.find_unit(name) for name in ("A2", "a10", "B1", "B9")] == [1, 9, 12, -1]
    for wrong in ("C1", "A0", "A01", "A100"):
        with pytest.raises(BadNotation):
            names.find_unit(wrong)


@pytest.mark.clause("GUN-4.2")
def test_places_are_hundredths_halves_away_from_zero() -> None:
    assert [read_inches(text) for text in ("1.005", "-1.005", "1.0049", "12")] == [101, -101, 100, 1200]


@pytest.mark.clause("GUN-3.11", "GUN-8.1", "GUN-8.4")
@pytest.mark.parametrize(
    "weapon", ("pistol_heavy", "rifle_light", "bolt_heavy", "shotgun_light", "carbine_light", "smg_heavy")
)
def test_without_charts_a_firearm_has_the_bands_of_its_class(weapon: str) -> None:
    close, effective, extreme = CLASSES[weapon.partition("_")[0]]
    for far, level in ((close, "Easy"), (effective, "Moderate"), (extreme, "Hard")):
        if far:
            at = table(f"A1 1,5 {weapon}", f"B1 {far + 2},5", "B2 1,29", size=(90, 30), act="A1")
            told = do(*at, "shoot A1 B1", dice=[1])
            assert of_kind(told, "attacked")[0].event.level == level  # type: ignore[attr-defined]
    at = table(f"A1 1,5 {weapon}", f"B1 {(extreme or effective) + 2.01},5", size=(90, 30), act="A1")
    assert refused(*at, "shoot A1 B1") == "OUT_OF_RANGE"


@pytest.mark.clause("GUN-3.3", "GUN-6.8", "GUN-6.9")
def test_an_activated_character_has_two_actions() -> None:
    at = table("A1 5,5", "B1 25,5", choose="A")
    do(*at, "activate A1")
    assert at[1][0].actions == 2 and who(at[1], "A1").activated
