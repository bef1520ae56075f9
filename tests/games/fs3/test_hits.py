"""Sections 9 to 12: where a hit lands, armour, cover, damage and wounds."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.games.fs3 import state
from fireteam.games.fs3.rules import armour, hits, wounds
from tests.games.fs3.rulebook_tables import CHART_ROWS, CHARTS, LOCATIONS
from tests.games.fs3.table import act, number_of, of_kind, only, refused, rolled, table, who, why, wound, wounds_of

HIT = (60, 40)  # +2 against +1 of a raw 3
CHEST = (5, 5)  # 11 with the difference


def shoot(*dice: int, target: str = "", line: str = "anna: attack ben", weapon: str = "rifle", **options: Any) -> Any:
    """The event of Anna's attack on Ben, ten metres away."""
    at = table(f"anna 5,5 {weapon}", f"ben 15,5 team=2 {target}", **options)
    return only(act(*at, line, dice=dice), "attacked")


def shown(event: Any) -> tuple[str, str, str, str]:
    """What cover and armour did, the damage, and what came of it."""
    return event.cover, event.armour, event.damage, event.outcome


# Location


@pytest.mark.clause("FS3-9.6", "FS3-9.3", "FS3-9.8", "FS3-19.5")
@pytest.mark.parametrize("chart", CHARTS)
def test_every_row_of_every_chart_is_read_by_its_columns(chart: str) -> None:
    tab = table("anna 5,5", "ben 9,5")[0].tables[0]
    for row in CHART_ROWS:
        if row.chart == chart:
            for total in range(-3, 20):
                found = hits.location_at(tab, CHARTS.index(chart), LOCATIONS.index(row.aim), total)
                code = row.codes[min(max(total, 1), 15) - 1]
                assert found == (LOCATIONS.index(code) if code != "--" else -1), (row.aim, total)


@pytest.mark.clause("FS3-9.2", "FS3-9.5", "FS3-8.4", "FS3-8.1")
def test_two_dice_and_the_difference_tell_the_location() -> None:
    """Worked example X7: Kelly stabs Michael, who defends with Melee although he holds a pistol."""
    at = table("kelly 5,5 knife", "michael 6,5 pistol Melee=0 team=2")
    told = act(*at, "kelly: attack michael", dice=[10, 3, 2, 3, 50])
    event = only(told, "attacked")
    assert (event.attack, event.defence, event.location) == ("+1", "-1", "AB")
    assert why(told, "attacked") == {
        "attack: melee": 30,
        "defence: melee": 30,
        "damage: the location": 15,
        "damage: the weapon": -5,
    }
    assert [what for what, _ in rolled(told)] == ["attack", "defence", "hit location", "hit location", "damage"]


@pytest.mark.clause("FS3-9.1", "FS3-7.6", "FS3-7.7")
def test_the_default_location_is_aimed_at_unless_another_is_called() -> None:
    assert shoot(*HIT, *CHEST, 50).location == "CH"
    called = shoot(*HIT, *CHEST, 50, line="anna: attack ben called=HD")
    assert (called.location, called.attack, called.defence) == ("HD", "+2", "+1"), "a called shot has no modifier"


@pytest.mark.clause("FS3-7.7")
def test_a_location_that_the_chart_lacks_cannot_be_called() -> None:
    at = table("anna 5,5 rifle", "ben 15,5 team=2")
    assert refused(*at, "anna: attack ben called=TL") == "E-LOCATION"
    assert refused(*at, "anna: attack ben called=HD") == "ok"


@pytest.mark.clause("FS3-9.4", "FS3-16.1")
def test_a_dash_is_a_near_miss_that_still_suppresses() -> None:
    at = table("anna 5,5 rifle", "ben 15,5 team=2")
    told = act(*at, "anna: attack ben called=HD", dice=[*HIT, 1, 1])
    assert only(told, "attacked").outcome == "a Near Miss"
    assert wounds_of(*at, "ben") == []
    assert (who(*at, "ben").suppression, who(*at, "anna").hits, who(*at, "anna").shots) == (1, 0, 1)


@pytest.mark.clause("FS3-9.7", "FS3-12.1")
@pytest.mark.parametrize(("dice", "code", "bonus"), (((1, 2), "RH", 0), (CHEST, "CH", 15), ((4, 3), "HD", 30)))
def test_vital_and_critical_locations_add_to_damage(dice: tuple[int, ...], code: str, bonus: int) -> None:
    event = shoot(*HIT, *dice, 30)
    assert (event.location, event.damage) == (code, str(30 + bonus))


# Armour


@pytest.mark.clause("FS3-10.4", "FS3-10.2", "FS3-10.5", "FS3-22.24")
@pytest.mark.parametrize(
    ("penetration", "protection", "chance"),
    (
        (4, 4, 35),
        (8, 5, 16),
        (4, 75, 922),
        (20, 5, -3),
        (10, 3, 0),
        (0, 4, 100),
        (5, 0, 0),
        (0, 0, 0),
        (1, 4, 185),
        (3, 4, 51),
        (4, 5, 47),
    ),
)
def test_the_stop_chance(penetration: int, protection: int, chance: int) -> None:
    """Worked examples X8 to X10."""
    assert armour.stop_chance(penetration, protection) == chance


@pytest.mark.clause("FS3-10.7", "FS3-10.8", "FS3-10.9", "FS3-10.10")
def test_armour_stops_reduces_or_is_bypassed() -> None:
    """Worked example X8."""
    body = {"target": "heavy_body"}
    assert shown(shoot(*HIT, *CHEST, 35, **body)) == ("", "stops it", "", "stopped")
    assert shown(shoot(*HIT, *CHEST, 36, 21, 70, **body)) == ("", "-20", "65", "Moderate wound")
    assert shown(shoot(*HIT, *CHEST, 36, 1, 70, **body)) == ("", "", "85", "Serious wound")
    assert shown(shoot(*HIT, *CHEST, 36, 36, 70, **body)) == ("", "-35", "50", "Moderate wound")
    assert shown(shoot(*HIT, *CHEST, 100, 70, **body)) == ("", "bypassed", "85", "Serious wound")


@pytest.mark.clause("FS3-10.10")
def test_the_second_roll_may_be_a_capped_die() -> None:
    capped = {"target": "heavy_body", "armour_reduction": "capped"}
    assert shown(shoot(*HIT, *CHEST, 36, 90, 70, **capped))[1:3] == ("-35", "50")
    assert shown(shoot(*HIT, *CHEST, 36, 7, 70, **capped))[1:3] == ("-7", "78")


@pytest.mark.clause("FS3-10.1", "FS3-10.6")
def test_armour_rolls_no_dice_elsewhere_or_without_a_chance() -> None:
    assert shoot(*HIT, 1, 2, 30, target="heavy_body").location == "RH"
    at = table("anna 5,5 rifle_ap", "ben 15,5 team=2 light_vest")
    at[0].tables[0].weapons[at[1][0].combatants[0].weapons[0]].penetration = 10
    assert only(act(*at, "anna: attack ben", dice=[*HIT, *CHEST, 30]), "attacked").damage == "35"


@pytest.mark.clause("FS3-10.11")
def test_a_chance_of_99_or_more_always_stops_but_for_100() -> None:
    near = table("anna 5,5 stun_gun", "ben 8,5 team=2 heavy_body")
    told = act(*near, "anna: attack ben", dice=[90, 1, 1, 4, 99])
    assert only(told, "attacked").armour == "stops it"
    near = table("anna 5,5 stun_gun", "ben 8,5 team=2 heavy_body")
    told = act(*near, "anna: attack ben", dice=[90, 1, 1, 4, 100, 10])
    assert only(told, "attacked").armour == "bypassed"


@pytest.mark.clause("FS3-10.3", "FS3-10.3a")
def test_armour_of_any_class_protects_what_it_lists() -> None:
    at = table(
        "anna 5,5 rifle", "ben 15,5 team=2 robot_trooper", "cora - in=v1 team=2", vehicles=["v1 interceptor 30,5"]
    )
    tab, now = at[0].tables[0], at[1][0]
    assert armour.protection_of(now, tab, 2, LOCATIONS.index("LH")) == 5
    assert armour.protection_of(now, tab, 25, LOCATIONS.index("TL")) == 10
    assert armour.protection_of(now, tab, 25, LOCATIONS.index("CP")) == 0


@pytest.mark.clause("FS3-10.12")
def test_a_stopped_attack_is_no_damage_but_suppresses() -> None:
    at = table("anna 5,5 rifle", "ben 15,5 team=2 heavy_body")
    act(*at, "anna: attack ben", dice=[*HIT, *CHEST, 35])
    ben = who(*at, "ben")
    assert (wounds_of(*at, "ben"), ben.hurt, ben.suppression, who(*at, "anna").hits) == ([], 0, 1, 1)


# Cover

CRATE = [("13.2,4,0.6,2", "move protection=2 covers=LL,RL,LF,RF")]
BRICK = [("13.2,4,0.6,2", "move protection=5")]


@pytest.mark.clause("FS3-11.1", "FS3-11.3", "FS3-11.4")
def test_cover_that_lists_what_it_covers_needs_no_die() -> None:
    """Worked example X11."""
    chest, leg = (30, 30, 5, 6), (30, 31, 1, 1)
    assert shoot(*chest, 50, target="cover", features=CRATE).cover == ""
    on_leg = shoot(*leg, 10, target="cover", features=CRATE)
    assert (on_leg.location, on_leg.cover) == ("RL", "stops it")
    assert shoot(*leg, 50, features=CRATE).cover == "", "not in Cover stance"


@pytest.mark.clause("FS3-11.3")
def test_a_result_of_three_hits_an_exposed_part() -> None:
    event = shoot(90, 40, 5, 5, 50, target="cover", features=BRICK)
    assert (event.attack, event.cover, event.damage) == ("+3", "", "65")


@pytest.mark.clause("FS3-11.5", "FS3-11.6")
def test_otherwise_a_die_says_whether_cover_applies() -> None:
    behind = {"target": "cover", "features": BRICK}
    assert shoot(*HIT, *CHEST, 75, 47, **behind).outcome == "stopped"
    assert shoot(*HIT, *CHEST, 76, 47, **behind).damage == "62"
    assert shoot(*HIT, *CHEST, 75, 48, 1, 47, **behind).cover == ""
    assert shoot(*HIT, *CHEST, 75, 47, cover_chance=74, **behind).damage == "62"


@pytest.mark.clause("FS3-11.2", "FS3-20.20")
def test_the_organizer_may_grant_cover() -> None:
    assert shoot(*HIT, *CHEST, 10, 20, target="stance=4 cover=4").cover == "stops it"
    assert shoot(*HIT, *CHEST, 50, target="cover=4").cover == "", "nobody has taken it"


@pytest.mark.clause("FS3-11.7", "FS3-11.8")
def test_cover_and_armour_add_up() -> None:
    """Worked example X12."""
    at = table("anna 5,5 rifle Reactive=7", "ben 15,5 team=2 heavy_body cover", features=BRICK)
    told = act(*at, "anna: attack ben", dice=[48, 25, 4, 6, 60, 80, 13, 50, 10, 88])
    assert shown(only(told, "attacked")) == ("-12", "-9", "82", "Serious wound")
    purposes = [what for what, _ in rolled(told)][4:]
    assert purposes == ["cover applies", "cover", "cover reduction", "armour", "armour reduction", "damage"]
    assert shown(shoot(*HIT, *CHEST, 60, 47, target="heavy_body cover", features=BRICK))[0] == "stops it"


@pytest.mark.clause("FS3-11.9")
def test_cover_of_a_vehicle_is_its_pilots() -> None:
    at = table("anna 5,5 rifle", "cora - in=v1 team=2 stance=4 cover=20", vehicles=["v1 interceptor 30,5"])
    told = act(*at, "anna: attack cora", dice=[60, 40, 5, 5, 20, 90])
    assert only(told, "attacked").cover == "stops it"


# Damage and wounds


@pytest.mark.clause("FS3-12.2")
def test_damage_borders() -> None:
    """Worked example X13."""
    severities = [state.SEVERITIES[wounds.severity_of(total)] for total in (40, 41, 80, 81, 105, 106, -30)]
    assert severities == ["Light", "Moderate", "Moderate", "Serious", "Serious", "Critical", "Light"]


@pytest.mark.clause("FS3-12.1", "FS3-22.15", "FS3-8.17")
def test_what_is_added_to_damage() -> None:
    assert shoot(*HIT, *CHEST, 50, weapon="shotgun").damage == "75"
    at = table("anna 5,5 hmg lethality=4", "ben 15,5 team=2", vehicle_on_person=3)
    assert why(act(*at, "anna: attack ben", dice=[*HIT, *CHEST, 50]), "attacked") == {
        "damage: the location": 15,
        "damage: the weapon": -10,
        "damage: a weapon of another class": 3,
        "damage: organizer": 4,
    }
    assert shoot(*HIT, *CHEST, 50, weapon="rifle lethality=-30").damage == "35"
    hmg = shoot(*HIT, *CHEST, 50, weapon="hmg", vehicle_on_person=40)
    assert hmg.damage == str(50 + 15 - 10 + 40)
    at = table("anna 5,5 rifle", "cora - in=v1 team=2", vehicles=["v1 robot_fighter 30,5"], personal_on_vehicle=-20)
    assert only(act(*at, "anna: attack cora", dice=[60, 40, 1, 2, 90, 1, 80, 100]), "attacked").damage == "60"


@pytest.mark.clause("FS3-8.17", "FS3-8.16")
def test_a_weapon_for_the_other_class_is_marked() -> None:
    at = table("anna 5,5 hmg", "ben 15,5 team=2")
    assert of_kind(act(*at, "anna: attack ben", dice=[1, 1]), "mismatched")
    at = table("anna 5,5 hmg", "ben 15,5 team=2", class_mismatch="allow")
    assert not of_kind(act(*at, "anna: attack ben", dice=[1, 1]), "mismatched")
    at = table("anna 5,5 hmg", "ben 15,5 team=2", class_mismatch="forbid")
    assert refused(*at, "anna: attack ben") == "E-CLASS"


@pytest.mark.clause("FS3-12.4")
def test_a_wound_is_written_down_whole() -> None:
    at = table("anna 5,5 stun_gun", "ben 8,5 team=2 Melee=5", mock=1)
    at[1][0].turn, at[1][0].clock = 3, 10
    act(*at, "anna: attack ben", dice=[60, 1, 3, 2, 50])
    made = at[1][0].wounds[0]
    weapon = at[1][0].combatants[0].weapons[0] + 1
    assert (made.victim, LOCATIONS[made.location], made.weapon, made.stun) == (2, "LL", weapon, 1) or made.victim == 2
    assert (made.initial, made.severity) == (state.CRITICAL_WOUND, state.CRITICAL_WOUND)
    assert (made.points, made.is_treated, made.has_healed, made.is_mock) == (0, 0, 0, 1)
    assert (made.second, made.turn, at[1][0].n_wounds) == (10, 3, 1)
    assert (who(*at, "anna").given, who(*at, "ben").taken, who(*at, "ben").hurt) == (1, 1, 1)


@pytest.mark.clause("FS3-12.3", "FS3-12.5", "FS3-12.6", "FS3-12.7", "FS3-12.8")
def test_what_wounds_take_from_rolls() -> None:
    """Worked example X22; stun counts in full."""
    at = table("anna 5,5", "ben 8,5 team=2")
    for severity, healed, stun in (("Light", 1, 0), ("Moderate", 1, 0), ("Serious", 1, 0), ("Critical", 1, 0)):
        wound(*at, "anna", severity, has_healed=healed, stun=stun)
    assert wounds.wound_total(at[1][0], 1) == 2 + 10 + 25 + 40
    for severity in ("Light", "Moderate", "Serious", "Critical"):
        wound(*at, "ben", severity, stun=1)
    assert wounds.wound_total(at[1][0], 2) == 5 + 20 + 50 + 80, "without a limit"
    assert wounds.wound_penalty(at[1][0], number_of(at[0], "ben"), True) == 155


@pytest.mark.clause("FS3-12.4")
def test_a_fight_with_more_wounds_than_places_forgets_the_lightest() -> None:
    at = table("anna 5,5", "ben 8,5 team=2")
    for _ in range(state.WOUNDS - 1):
        wound(*at, "anna", "Serious")
    wound(*at, "ben", "Light")
    place = wounds.add_wound(at[1][0], at[0].tables[0], None, 1, 0, 0, 0, state.CRITICAL_WOUND, 0)
    assert (place, wounds.wound_total(at[1][0], 2)) == (state.WOUNDS - 1, 0)


@pytest.mark.clause("FS3-22.30", "FS3-12.2")
@pytest.mark.parametrize(("face", "damage"), [(9, "-1"), (10, "0"), (11, "1")])
def test_a_damage_total_of_nothing_is_told_as_any_other(face: int, damage: str) -> None:
    at = table("anna 5,5 shotgun lethality=-35", "ben 15,5 team=2")
    (told,) = of_kind(act(*at, "anna: attack ben", dice=[*HIT, *CHEST, face]), "attacked")
    assert told.sentence().endswith(f", damage {damage}: Light wound") and told.event.outcome == "Light wound"
