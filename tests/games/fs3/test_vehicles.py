"""Section 19: vehicles that are hit, those in them, and the controls; worked example X28."""

from __future__ import annotations

import pytest

from fireteam.games.fs3 import state
from fireteam.games.fs3.rules.vehicles import hurt_chance
from tests.games.fs3.rulebook_tables import LOCATIONS
from tests.games.fs3.table import (
    At,
    act,
    end_turn,
    events,
    kinds,
    of_kind,
    only,
    refused,
    rolled,
    table,
    who,
    why,
    wound,
    wounds_of,
)

JET = ["v1 interceptor 40,20"]
GUNNER = "gunner 10,20 kinetic_cannon Gunnery=6"


def status(at: At, name: str) -> str:
    return state.STATUSES[who(*at, name).status]


def chance_of(at: At, code: str, severity: str) -> int:
    return int(hurt_chance(at[1][0], at[0].tables[0], 0, LOCATIONS.index(code), state.SEVERITIES.index(severity)))


@pytest.mark.clause(
    "FS3-19.1",
    "FS3-19.3",
    "FS3-19.5",
    "FS3-19.7",
    "FS3-19.11",
    "FS3-19.12",
    "FS3-19.14",
    "FS3-19.14b",
    "FS3-19.14c",
    "FS3-25.3",
    "FS3-12.9",
)
def test_a_vehicle_hit_in_full() -> None:
    """Worked example X28."""
    at = table(GUNNER, "pilot - in=v1 team=2 kinetic_cannon", "ally 5,5 team=2", vehicles=JET)
    dice = [60, 40, 3, 5, 55, 90, 3, 3, 12, 3, 33]
    told = act(*at, "gunner: attack pilot", dice=dice)
    assert wounds_of(*at, "v1") == [("CP", "Serious")]
    assert wounds_of(*at, "pilot") == [("HD", "Moderate"), ("LA", "Light")]
    shaken = only(told, "shaken")
    assert (shaken.unit, shaken.chance, shaken.outcome, shaken.wounds) == ("pilot", 90, "hurt, wounds:", "2")
    assert [one.damage for one in events(told, "struck")] == ["42", "33"]
    told = act(*at, "pilot: attack gunner", dice=[20, 1], judge=False)
    assert why(told, "attacked")["attack: wounds"] + why(told, "attacked")["attack: wounds of the vehicle"] == -75
    told = end_turn(*at, dice=[50, 24])
    assert [(one.victim, one.total) for one in events(told, "took_knockout_roll")] == [
        ("v1", 50),
        ("pilot", 25),
    ]
    assert (at[1][0].vehicles[0].out, status(at, "pilot")) == (0, "knocked out")


@pytest.mark.clause("FS3-19.11", "FS3-19.15", "FS3-19.15a")
def test_the_chance_to_be_hurt_goes_by_severity_and_is_higher_at_a_crew_location() -> None:
    at = table(GUNNER, "pilot - in=v1 team=2", vehicles=JET)
    grades = state.SEVERITIES[1:]
    assert [chance_of(at, "BD", severity) for severity in grades] == [2, 10, 25, 50]
    assert [chance_of(at, "CP", severity) for severity in grades] == [10, 50, 90, 90]
    at = table(GUNNER, "pilot - in=v1 team=2", vehicles=JET, crew_hit_multiplier=2, crew_hit_cap=60)
    assert [chance_of(at, "CP", severity) for severity in grades] == [4, 20, 50, 60]
    at = table(GUNNER, "pilot - in=v1 team=2", vehicles=["v1 command_shuttle 40,20"])
    assert [chance_of(at, code, "Serious") for code in ("CB", "CP", "EN")] == [90, 90, 25]


@pytest.mark.clause("FS3-19.13")
@pytest.mark.parametrize(("die", "outcome"), ((25, "hurt, wounds:"), (26, "unhurt")))
def test_a_roll_of_at_most_the_chance_hurts(die: int, outcome: str) -> None:
    """The vehicle takes a Serious wound in the Nose, where no crew is."""
    at = table(GUNNER, "pilot - in=v1 team=2", vehicles=JET)
    told = act(
        *at, "gunner: attack pilot called=NO", dice=[60, 40, 8, 5, 100, 90, die] + ([1, 1, 1] if die == 25 else [])
    )
    assert only(told, "shaken").outcome == outcome
    assert only(told, "shaken").chance == 25


@pytest.mark.clause("FS3-19.12", "FS3-19.14b", "FS3-25.3")
@pytest.mark.parametrize(
    ("severity", "damage", "d4", "wounds"),
    (
        ("Light", 1, [], 1),
        ("Moderate", 45, [], 1),
        ("Serious", 90, [2], 1),
        ("Serious", 90, [3], 2),
        ("Critical", 106, [4], 4),
    ),
)
def test_a_hurt_occupant_takes_wounds_by_the_severity(severity: str, damage: int, d4: list[int], wounds: int) -> None:
    at = table(f"gunner 10,20 kinetic_cannon Gunnery=6 lethality={damage - 65}", "pilot - in=v1 team=2", vehicles=JET)
    told = act(*at, "gunner: attack pilot", dice=[60, 40, 8, 8, 100, 50, 1, *d4] + [1, 1] * wounds)
    assert wounds_of(*at, "v1") == [("BD", severity)]
    assert len(wounds_of(*at, "pilot")) == wounds == len(of_kind(told, "struck"))


@pytest.mark.clause("FS3-19.12", "FS3-11.9", "FS3-22.15a", "FS3-12.8")
def test_wounds_inside_count_body_armour_but_not_cover_nor_what_the_attacker_adds() -> None:
    at = table(
        "gunner 10,20 kinetic_cannon Gunnery=6 lethality=-20", "pilot - in=v1 team=2 light_vest cover", vehicles=JET
    )
    told = act(*at, "gunner: attack pilot", dice=[60, 40, 3, 5, 75, 90, 4, 1, 30, 11, 80])
    struck = [(one.what, one.location, one.armour, one.damage) for one in events(told, "struck")]
    assert struck == [("wreckage", "AB", "stops it", ""), ("wreckage", "RL", "", "80")]
    assert at[1][0].wounds[1].stun == 0 and at[1][0].wounds[1].weapon == 0


@pytest.mark.clause("FS3-19.14", "FS3-19.14a", "FS3-13.10")
def test_the_pilot_comes_first_then_the_others_and_who_is_out_is_looked_at_too() -> None:
    at = table(
        GUNNER,
        "driver - in=v1 team=2",
        "a - in=v1 team=2 out",
        "b - in=v1 team=2",
        "gone - in=v1 team=2 npc=5 status=4",
        vehicles=["v1 command_shuttle 40,20"],
    )
    who(*at, "driver").role, who(*at, "b").role = state.PASSENGER, state.PILOT_ROLE
    told = act(*at, "gunner: attack b", dice=[60, 40, 3, 5, 55, 100, 100, 1, 1, 1, 40])
    assert [one.unit for one in events(told, "shaken")] == ["b", "driver", "a"]
    assert len(wounds_of(*at, "a")) == 1
    assert [row[0] for row in rolled(end_turn(*at, dice=[60]))] == ["knockout"], "the vehicle alone rolls"


@pytest.mark.clause("FS3-19.8", "FS3-19.9", "FS3-19.7", "FS3-6.27", "FS3-13.4")
def test_with_the_vehicle_all_in_it_are_out() -> None:
    at = table(
        GUNNER,
        "driver - in=v1 team=2",
        "rider - in=v1 team=2",
        "robot - in=v1 team=2 npc=5",
        "ally 5,5 team=2",
        vehicles=JET,
    )
    wound(*at, "v1", "Serious", "BD")
    wound(*at, "driver", "Critical")
    at[1][0].vehicles[0].hurt = 1
    told = end_turn(*at, dice=[49])
    assert [status(at, name) for name in ("driver", "rider", "robot")] == [*["out with the vehicle"] * 2, "removed"]
    assert "vehicle_out" in kinds(told) and at[1][0].vehicles[0].out
    assert refused(*at, "gunner: attack driver") == "E-TARGET"
    assert refused(*at, "driver: pass") != "ok"
    assert refused(*at, "gunner: rally driver") == "E-TARGET"
    assert rolled(end_turn(*at)) == []


@pytest.mark.clause("FS3-19.10", "FS3-6.4")
def test_a_passenger_takes_the_controls_of_who_is_out() -> None:
    at = table("gunner 10,20 rifle", "driver - in=v1 team=2 out", "rider - in=v1 team=2", vehicles=JET)
    assert refused(*at, "gunner: attack driver") == "E-TARGET" == refused(*at, "gunner: attack rider")
    told = act(*at, "rider: pass board=v1")
    assert "took_controls" in kinds(told)
    assert (who(*at, "rider").role, who(*at, "driver").role) == (state.PILOT_ROLE, state.PASSENGER)
    end_turn(*at)
    assert refused(*at, "gunner: attack rider") == "ok"


@pytest.mark.clause("FS3-19.10", "FS3-6.4")
def test_who_may_take_the_controls() -> None:
    at = table("foot 10,20", "driver - in=v1 team=2", "rider - in=v1 team=2", vehicles=JET)
    codes = {name: refused(*at, f"{name}: pass board=v1") for name in ("foot", "driver", "rider")}
    assert codes == {"foot": "E-RANGE", "driver": "E-PILOT-TAKEN", "rider": "E-PILOT-TAKEN"}
    who(*at, "driver").status = state.REMOVED
    assert refused(*at, "rider: pass board=v1") == "ok"
    at[1][0].vehicles[0].out = 1
    assert refused(*at, "rider: pass board=v1") == "E-NO-VEHICLE"


@pytest.mark.clause("FS3-19.20", "FS3-8.11")
def test_occupants_fire_their_own_weapons_out_of_the_vehicle() -> None:
    at = table("foe 30,20", "driver - in=v1 team=2", "rider - in=v1 team=2 pistol banzai", vehicles=JET)
    told = act(*at, "rider: attack foe", dice=[60, 40, 5, 6, 50])
    assert "attack: stance" not in why(told, "attacked") and wounds_of(*at, "foe")


@pytest.mark.clause("FS3-19.4")
@pytest.mark.parametrize("dodge", (-10, 15))
def test_the_dodge_bonus_is_added_to_the_pilots_defence(dodge: int) -> None:
    at = table(GUNNER, "pilot - in=v1 team=2", "ally 5,5 team=2", vehicles=JET)
    at[0].tables[0].types[at[1][0].vehicles[0].type - 1].dodge = dodge
    told = act(*at, "gunner: attack pilot", dice=[1, 50])
    assert why(told, "attacked")["defence: dodge of the vehicle"] == dodge


@pytest.mark.clause("FS3-19.11", "FS3-19.12")
def test_the_chances_inside() -> None:
    """Vectors `occupant.serious.any` and `occupant.critical.crew.mean` of section 27."""
    at = table(GUNNER, "pilot - in=v1 team=2", vehicles=JET)
    assert chance_of(at, "BD", "Serious") == 25
    assert chance_of(at, "CP", "Critical") * (1 + 2 + 3 + 4) / 4 / 100 == 9 / 4


@pytest.mark.clause("FS3-19.19", "FS3-10.3a")
def test_robots_are_soldiers_in_plating_or_vehicles_with_an_npc_at_the_controls() -> None:
    at = table("anna 5,5 rifle rating=12", "trooper 15,5 npc=4 robot_trooper", "drone - in=v1 npc=0", vehicles=JET)
    told = act(*at, "anna: attack trooper", dice=[60, 10, 5, 6, 1])
    assert events(told, "attacked")[0].armour == "stops it"
    end_turn(*at)
    act(*at, "anna: attack drone", dice=[60, 10, 5, 6, 100, 60, 100])
    assert wounds_of(*at, "v1") == [("BD", "Moderate")]
    end_turn(*at, dice=[1])
    assert status(at, "drone") == "removed"
