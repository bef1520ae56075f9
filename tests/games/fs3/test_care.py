"""Sections 7, 17 and 18: Rally, Treat, Healing Points, recovery by luck; worked example X26."""

from __future__ import annotations

import pytest

from fireteam.core.protocol.events import new_log
from fireteam.games.fs3 import state
from fireteam.games.fs3.rules.care import can_recover, heal_wound, is_treatable, tenths_needed
from fireteam.games.fs3.rules.wounds import wound_total
from tests.games.fs3.table import (
    At,
    act,
    chance,
    do,
    end_turn,
    kinds,
    number_of,
    only,
    refused,
    rolled,
    table,
    values,
    who,
    why,
    wound,
    wounds_of,
)

MEDIC = "anna 5,5 First_Aid=5 Technical=7 Repair=5"


def status(at: At, name: str) -> str:
    return state.STATUSES[who(*at, name).status]


def total(at: At, name: str) -> int:
    return int(wound_total(at[1][0], number_of(at[0], name) + 1))


# Treat


@pytest.mark.clause("FS3-7.41", "FS3-7.42", "FS3-12.6", "FS3-25.5", "FS3-7.44")
def test_a_treated_patient_is_back_on_its_feet() -> None:
    """Worked example X26."""
    at = table(MEDIC, "bob 6,5 out", "cal 20,5 team=2")
    wound(*at, "bob", "Critical")
    told = act(*at, "anna: treat bob", dice=[17, 40])
    assert (why(told, "treated"), only(told, "treated").result) == ({"ruling attribute": 4}, "+1")
    assert rolled(told) == [("First Aid", 17), ("knockout", 40)]
    assert total(at, "bob") == 40 and at[1][0].wounds[0].points == 10 and status(at, "bob") == "ready"


@pytest.mark.clause("FS3-7.42", "FS3-7.43", "FS3-7.47")
def test_a_failed_treat_is_the_only_one() -> None:
    at = table(MEDIC, "bob 6,5 out", "cal 20,5 team=2")
    wound(*at, "bob", "Critical")
    assert rolled(act(*at, "anna: treat bob", dice=[16])) == [("First Aid", 16)], "16 + 4 = 20: a failure"
    assert total(at, "bob") == 80 and status(at, "bob") == "knocked out"
    end_turn(*at)
    assert refused(*at, "anna: treat bob") == "E-NO-WOUND"
    assert refused(*at, "anna: treat bob wound=1") == "E-TREATED"


@pytest.mark.clause("FS3-7.47")
def test_an_option_gives_the_knockout_roll_after_a_failure_too() -> None:
    at = table(MEDIC, "bob 6,5 out", "cal 20,5 team=2", treat_ko_on_failure=1)
    wound(*at, "bob", "Serious")
    act(*at, "anna: treat bob", dice=[1, 50])
    assert status(at, "bob") == "ready"


@pytest.mark.clause("FS3-7.42")
def test_who_is_on_its_feet_makes_no_knockout_roll() -> None:
    at = table(MEDIC, "bob 6,5", "cal 20,5 team=2")
    wound(*at, "bob", "Moderate")
    assert rolled(act(*at, "anna: treat bob", dice=[17])) == [("First Aid", 17)]
    assert total(at, "bob") == 10


@pytest.mark.clause("FS3-7.42", "FS3-7.41")
def test_the_chances_of_a_treat() -> None:
    """Vectors `treat.fa5.technical7` and `treat.revive.critical.t5` of section 27."""
    at = table(MEDIC, "bob 6,5 out", "cal 20,5 team=2")
    wound(*at, "bob", "Critical")
    healed = chance(*at, "anna: treat bob", lambda now: now.wounds[0].has_healed)
    revived = chance(*at, "anna: treat bob", lambda now: now.combatants[1].status == state.READY)
    assert (str(healed), str(revived)) == ("21/25", "1281/2500")


@pytest.mark.clause("FS3-7.43", "FS3-7.50")
@pytest.mark.parametrize(("age", "code"), ((3600, "ok"), (3601, "E-TREAT-LATE")))
def test_a_wound_can_be_treated_for_an_hour(age: int, code: str) -> None:
    at = table(MEDIC, "bob 6,5", "cal 20,5 team=2")
    wound(*at, "bob", "Serious", second=100)
    at[1][0].clock = 100 + age
    assert refused(*at, "anna: treat bob wound=1") == code
    assert is_treatable(at[1][0], at[0].tables[0], 0) == (code == "ok")
    assert refused(*at, "anna: treat bob") == ("ok" if code == "ok" else "E-NO-WOUND")


@pytest.mark.clause("FS3-7.50", "FS3-18.3")
def test_a_healed_wound_cannot_be_treated() -> None:
    at = table(MEDIC, "bob 6,5", "cal 20,5 team=2")
    wound(*at, "bob", "healed")
    assert refused(*at, "anna: treat bob") == "E-NO-WOUND"


@pytest.mark.clause("FS3-7.45")
def test_without_a_name_the_worst_and_then_the_oldest_wound_is_treated() -> None:
    at = table(MEDIC, "bob 6,5", "cal 20,5 team=2")
    at[1][0].clock = 50
    wound(*at, "bob", "Moderate", "CH", second=10)
    wound(*at, "bob", "Serious", "HD", second=20)
    wound(*at, "bob", "Serious", "LA", second=15)
    wound(*at, "bob", "Critical", "RA", second=15, is_treated=1)
    wound(*at, "bob", "Critical", "LL", second=1, has_healed=1)
    treated = []
    for line in ("treat bob", "treat bob wound=1", "treat bob", "treat bob"):
        treated.append(only(act(*at, f"anna: {line}", dice=[50]), "treated").location)
        end_turn(*at)
    assert treated == ["LA", "CH", "HD", "LL"]


@pytest.mark.clause("FS3-7.45")
def test_of_two_wounds_as_grave_and_as_old_the_first_in_the_list_is_treated() -> None:
    at = table(MEDIC, "bob 6,5", "cal 20,5 team=2")
    for location in ("HD", "LA", "RA"):
        wound(*at, "bob", "Serious", location, second=10)
    assert only(act(*at, "anna: treat bob", dice=[50]), "treated").location == "HD"


@pytest.mark.clause("FS3-7.45", "FS3-7.42")
def test_by_an_option_one_treat_looks_after_all_wounds_with_one_knockout_roll() -> None:
    at = table(MEDIC, "bob 6,5 out", "cal 20,5 team=2", treat_scope="all_wounds")
    for severity in ("Moderate", "Serious", "Light"):
        wound(*at, "bob", severity)
    wound(*at, "anna", "Light", is_treated=1)
    wound(*at, "cal", "Light")
    told = act(*at, "anna: treat bob", dice=[50, 1, 50, 30])
    assert [row[0] for row in rolled(told)] == ["First Aid"] * 3 + ["knockout"]
    assert [one.is_treated for one in at[1][0].wounds[:5]] == [1, 1, 1, 1, 0] and total(at, "bob") == 20 + 25 + 2
    at = table(MEDIC, "bob 6,5 out", "cal 20,5 team=2", treat_scope="all_wounds")
    wound(*at, "bob", "Light")
    assert rolled(act(*at, "anna: treat bob", dice=[1])) == [("First Aid", 1)], "none succeeded"


@pytest.mark.clause("FS3-7.46", "FS3-6.28")
def test_who_can_be_a_patient() -> None:
    at = table(
        MEDIC,
        "foe 7,5 out team=2",
        "far 7.01,5",
        "gone 5,6 npc=5 status=4",
        "rider - in=v1 passenger",
        "driver - in=v1 team=2",
        vehicles=["v1 interceptor 20,20"],
    )
    for name in ("anna", "foe", "far", "gone", "rider", "driver"):
        wound(*at, name, "Serious")
    codes = {name: refused(*at, f"anna: treat {name}") for name in ("anna", "foe", "gone")}
    assert codes == {"anna": "ok", "foe": "ok", "gone": "E-TARGET"}
    assert "treated" in kinds(act(*at, "anna: treat anna", dice=[50])), "with the wound that it has"
    end_turn(*at)
    event = only(act(*at, "rider: treat driver", dice=[50]), "treated")
    assert (event.unit, event.victim) == ("rider", "driver"), "in one vehicle"
    end_turn(*at)
    assert "treated" in kinds(act(*at, "anna: treat foe", dice=[70, 100]))
    end_turn(*at)
    assert "treated" not in kinds(act(*at, "anna: treat far")), "out of reach: it comes to nothing"
    assert not at[1][0].wounds[2].is_treated


@pytest.mark.clause("FS3-7.46", "FS3-12.9a", "FS3-2.18")
def test_the_roll_counts_the_healers_own_wounds_only_and_rating_0_will_do() -> None:
    at = table(
        "anna - in=v1 First_Aid=0 suppression=5 banzai modifier=9",
        "bob - in=v1",
        "cal 50,5 team=2",
        vehicles=["v1 interceptor 20,20"],
    )
    wound(*at, "anna", "Light", is_treated=1)
    wound(*at, "v1", "Serious", "BD", is_treated=1)
    wound(*at, "bob", "Light")
    told = act(*at, "anna: treat bob", dice=[70])
    assert why(told, "treated") == {"wounds": -5} and only(told, "treated").result == "0"


@pytest.mark.clause("FS3-7.44", "FS3-18.17", "FS3-19.18", "FS3-19.18a")
def test_a_vehicle_is_jury_rigged_through_its_pilot_and_may_come_back() -> None:
    at = table(
        "anna 14.5,20 Repair=8 First_Aid=1 Technical=5",
        "driver - in=v1 status=3",
        "rider - in=v1 status=3",
        "cal 50,5 team=2",
        vehicles=["v1 interceptor 20,20"],
    )
    at[1][0].vehicles[0].out = 1
    wound(*at, "v1", "Serious", "BD")
    wound(*at, "v1", "Light", "LW")
    wound(*at, "driver", "Light", is_treated=1)
    assert refused(*at, "anna: treat rider") == "E-NO-WOUND", "a vehicle is treated through its pilot"
    told = act(*at, "anna: treat driver", dice=[20, 30])
    event = only(told, "treated")
    assert (event.victim, event.result, event.location) == ("v1", "+1", "BD"), "rolled with Repair"
    assert [status(at, name) for name in ("driver", "rider")] == ["ready", "ready"] and not at[1][0].vehicles[0].out
    end_turn(*at)
    act(*at, "anna: treat driver wound=2", dice=[20])
    assert wounds_of(*at, "v1")[1] == ("LW", "healed"), "0.8 points are enough"


@pytest.mark.clause("FS3-19.18", "FS3-7.45")
def test_the_wound_that_is_named_tells_whether_pilot_or_vehicle_is_treated() -> None:
    at = table(
        "anna 14.5,20 Repair=8 First_Aid=1", "driver - in=v1", "cal 50,5 team=2", vehicles=["v1 interceptor 20,20"]
    )
    wound(*at, "v1", "Moderate", "BD")
    wound(*at, "driver", "Moderate", "HD")
    assert only(act(*at, "anna: treat driver wound=2", dice=[20]), "treated").victim == "driver"
    end_turn(*at)
    assert only(act(*at, "anna: treat driver wound=1", dice=[20]), "treated").victim == "v1"


# Healing Points


@pytest.mark.clause("FS3-18.1", "FS3-18.4", "FS3-18.5", "FS3-19.16")
def test_the_points_that_a_level_needs() -> None:
    at = table("anna 5,5", "driver - in=v1", vehicles=["v1 interceptor 20,20"])
    for stun in (0, 1):
        for name in ("anna", "v1"):
            for severity in state.SEVERITIES[1:]:
                wound(*at, name, severity, "BD", stun=stun)
    needed = [int(tenths_needed(at[1][0].wounds[k])) for k in range(16)]
    assert needed == [40, 60, 80, 120] + [8, 12, 16, 24] * 3


@pytest.mark.clause("FS3-18.1", "FS3-18.2", "FS3-18.3", "FS3-18.5", "FS3-18.14", "FS3-12.7")
@pytest.mark.parametrize(
    ("severity", "stun", "tenths", "after", "left", "counts"),
    (
        ("Critical", 0, [119], "Critical", 119, 40),
        ("Critical", 0, [119, 1], "Serious", 0, 25),
        ("Critical", 0, [125], "Serious", 5, 25),
        ("Critical", 0, [300], "healed", 0, 0),
        ("Critical", 0, [261], "Light", 1, 2),
        ("Moderate", 0, [70], "Light", 10, 2),
        ("Light", 1, [7], "Light", 7, 2),
        ("Light", 1, [10], "healed", 0, 0),
        ("Critical", 1, [60], "healed", 0, 0),
        ("Serious", 0, [-10], "Serious", 0, 50),
        ("Serious", 0, [0], "Serious", 0, 50),
        ("Serious", 0, [5, -10], "Serious", 0, 25),
        ("healed", 0, [50], "healed", 0, 0),
    ),
)
def test_healing_points_add_up(severity: str, stun: int, tenths: list[int], after: str, left: int, counts: int) -> None:
    at = table("anna 5,5", "bob 20,5 team=2")
    wound(*at, "anna", severity, stun=stun)
    log = new_log()
    for part in tenths:
        heal_wound(at[1][0], log[0], 0, part)
    record = at[1][0].wounds[0]
    assert (state.SEVERITIES[record.severity], record.points, total(at, "anna")) == (after, left, counts)
    assert log[0].count == int(after != severity)


# Rally


@pytest.mark.clause("FS3-7.38", "FS3-7.39", "FS3-7.40")
def test_rally_lets_a_knocked_out_character_try_again_and_again() -> None:
    at = table("anna 5,5", "bob 25,5 out team=2", "cal 30,5 team=2", features=[("10,0,1,20", "sight")])
    wound(*at, "bob", "Serious")
    told = act(*at, "anna: rally bob", dice=[49])
    assert rolled(told) == [("knockout", 49)] and status(at, "bob") == "knocked out"
    end_turn(*at)
    told = act(*at, "anna: rally bob", dice=[50])
    assert status(at, "bob") == "ready" and kinds(told) == ["rallied", "took_knockout_roll", "revived"]
    assert total(at, "bob") == 50, "wounds are unchanged"


@pytest.mark.clause("FS3-7.39", "FS3-6.28", "FS3-19.9")
def test_whom_one_can_rally() -> None:
    at = table(
        "anna 5,5",
        "far 25.01,5 out",
        "up 6,5",
        "npc 7,5 npc=5 status=2",
        "inside - in=v1 status=3",
        "cal 30,5 team=2",
        vehicles=["v1 interceptor 10,20"],
    )
    codes = [refused(*at, f"anna: rally {name}") for name in ("up", "npc", "inside")]
    assert codes == ["E-TARGET"] * 3
    assert "rallied" not in kinds(act(*at, "anna: rally far"))


@pytest.mark.clause("FS3-7.39", "FS3-7.46", "FS3-6.25", "FS3-6.28")
def test_care_goes_to_the_first_alternate_that_it_can_be_for() -> None:
    at = table(
        *("anna 5,5 First_Aid=5", "bob 7,5 out", "up 5,7", "far 5,25.01 out", "cal 40,5 team=2"),
        *("npc 6,7 npc=5 team=1 out", "dora 5,20 out", "watch 6,5 observer", "gone 6,4 status=5"),
        npc_removed_on_ko=0,
    )
    for name in ("bob", "npc", "dora", "watch", "gone"):
        wound(*at, name, "Serious")
    told = act(*at, "up: rally bob", "anna: rally bob alternates=up,npc,dora", dice=[100, 100])
    assert values(told, "rallied", "target") == ["bob", "dora"], "who is up already and NPCs are passed over"
    told = act(*at, "anna: rally bob alternates=up,npc,far", judge=False)
    assert only(told, "fizzled").why.startswith("E-TARGET"), "the reason is that of who was named"
    told = act(*at, "anna: treat up alternates=watch,gone,dora", judge=False)
    assert only(told, "fizzled").why.startswith("E-NO-WOUND")
    told = act(*at, "anna: treat up alternates=gone,dora,bob", dice=[50], judge=False)
    assert (only(told, "treated").victim, only(told, "treated").unit) == ("bob", "anna")


@pytest.mark.clause("FS3-7.40", "FS3-6.31")
def test_who_is_rallied_has_no_order_this_turn_and_may_be_shot_at_once() -> None:
    at = table("anna 5,5 npc=5 team=1", "bob 15,5 out", "cal 30,5 npc=5 rifle team=2")
    wound(*at, "bob", "Light")
    dice = [90, 10, 50, 60, 40, 5, 6, 10, 60]
    told = do(*at, "anna: rally bob", "cal: attack anna alternates=bob", dice=dice)
    assert kinds(told).index("revived") < kinds(told).index("attacked")
    assert [row[0] for row in rolled(told)].count("knockout") == 2
    assert refused(*at, "bob: pass") == "ok"


# Recover


@pytest.mark.clause("FS3-17.7", "FS3-17.10", "FS3-17.14")
def test_a_luck_point_undoes_a_knockout_and_the_character_then_orders() -> None:
    at = table("anna 5,5 out luck=2 rifle", "bob 20,5 team=2")
    wound(*at, "anna", "Critical")
    told = do(*at, "anna: recover", "bob: pass")
    assert rolled(told) == [] and status(at, "anna") == "ready" and who(*at, "anna").luck == 1
    assert not who(*at, "anna").has_modified
    told = do(*at, "anna: attack bob", dice=[50, 20, 1, 1])
    assert "attacked" in kinds(told)


@pytest.mark.clause("FS3-17.10", "FS3-17.17", "FS3-17.14", "FS3-17.15")
def test_who_may_recover() -> None:
    at = table(
        "down 5,5 out luck=1",
        "poor 6,5 out",
        "npc 7,5 npc=5 status=2 luck=3",
        "up 9,5 luck=1",
        "driver - in=v1 status=3 luck=1",
        "rider - in=v1 status=3 luck=1",
        vehicles=["v1 interceptor 10,20"],
    )
    now, tab = at[1][0], at[0].tables[0]
    assert [can_recover(now, tab, k) for k in range(6)] == [True, False, False, False, True, False]
    tab.options.luck_mode = 2
    assert not can_recover(now, tab, 0)


@pytest.mark.clause("FS3-17.15", "FS3-19.9")
def test_a_pilot_brings_the_vehicle_back_and_those_who_were_out_because_of_it() -> None:
    at = table(
        "driver - in=v1 status=3 luck=1",
        "rider - in=v1 status=3",
        "down - in=v1 out",
        "robot - in=v1 npc=5 status=4",
        "bob 50,5 team=2",
        vehicles=["v1 interceptor 10,20"],
    )
    at[1][0].vehicles[0].out = 1
    told = do(*at, "driver: recover")
    assert [status(at, name) for name in ("driver", "rider", "down", "robot")] == [
        "ready",
        "ready",
        "knocked out",
        "removed",
    ]
    assert not at[1][0].vehicles[0].out and only(told, "recovered").vehicle == "v1"
    assert at[1][0].owing == 1 << 0 | 1 << 1, "both give orders now"


@pytest.mark.clause("FS3-17.7", "FS3-17.15", "FS3-19.9")
def test_who_recovers_inside_a_wreck_is_out_with_it_still() -> None:
    at = table("driver - in=v1 out luck=1", "bob 50,5 team=2", vehicles=["v1 interceptor 10,20"])
    at[1][0].vehicles[0].out = 1
    told = do(*at, "driver: recover", dice=[50])
    assert only(told, "recovered").vehicle == "-", "it alone"
    assert status(at, "driver") == "out with the vehicle"


@pytest.mark.clause("FS3-19.18a")
def test_a_vehicle_without_pilot_is_treated_through_anybody_aboard() -> None:
    at = table(
        "anna 14.5,20 Repair=8", "driver - in=v1 npc=5 status=4", "rider - in=v1", vehicles=["v1 interceptor 20,20"]
    )
    wound(*at, "v1", "Serious", "BD")
    assert only(act(*at, "anna: treat rider", dice=[20]), "treated").victim == "v1"
