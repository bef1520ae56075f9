"""Sections 7, 19 and 20: paths carried out, vehicles boarded and left, holds parted, and tables without a map."""

from __future__ import annotations

import pytest

from fireteam.games.fs3 import state
from tests.games.fs3.table import (
    act,
    choices_of,
    end_turn,
    kinds,
    only,
    place_of,
    refused,
    table,
    values,
    who,
)

SHUTTLE = ("v1 command_shuttle 30,20",)


@pytest.mark.clause("FS3-20.11", "FS3-20.11a", "FS3-20.12")
def test_a_free_move_of_ten_metres() -> None:
    at = table("anna 10,10", "ben 40,30 npc=5")
    assert refused(*at, "anna: pass path=20,10") == "ok"
    assert refused(*at, "anna: pass path=20.01,10") == "E-MOVE"
    assert refused(*at, "anna: pass path=13,10>13,14>16,14") == "ok"
    assert refused(*at, "anna: pass path=10,10") == "E-BLOCKED"
    act(*at, "anna: pass path=13,10>13,14>16,14")
    assert place_of(*at, "anna") == (16, 14)


@pytest.mark.clause("FS3-20.14", "FS3-20.7")
def test_a_path_passes_others_and_ends_on_free_ground() -> None:
    at = table("anna 10,10", "ben 13,10 npc=5", "cora 16,10 out")
    assert refused(*at, "anna: pass path=18,10") == "ok"
    assert refused(*at, "anna: pass path=13.5,10") == "E-BLOCKED"
    assert refused(*at, "anna: pass path=14,10") == "ok"
    assert refused(*at, "anna: pass path=16,10") == "ok"


@pytest.mark.clause("FS3-20.15")
def test_who_finds_its_end_taken_stops_at_the_last_legal_point() -> None:
    at = table("anna 10,10", "ben 20,12 npc=5", "cora 5,5")
    told = act(*at, "ben: pass path=18,10", "anna: pass path=18,10")
    assert place_of(*at, "anna") == (17, 10)
    assert values(told, "moved", "short") == ["", "no farther: the end is taken"]


@pytest.mark.clause("FS3-20.16", "FS3-7.29")
def test_captives_and_passengers_are_moved_by_others() -> None:
    at = table("anna - in=v1", "ben - in=v1", "cora 5,5 subduer=4", "dan 6,5 npc=5 captive=3", vehicles=SHUTTLE)
    assert refused(*at, "ben: pass path=35,20") == "E-MOVE"
    assert refused(*at, "cora: pass path=6,6") == "E-MOVE"
    told = act(*at, "anna: pass path=40,20")
    assert kinds(told) == ["drove"] and int(at[1][0].vehicles[0].x) == 4000


@pytest.mark.clause("FS3-8.12")
def test_who_ends_away_from_cover_is_in_normal_stance_at_once() -> None:
    wall = (("12,8,1,4", "move protection=2"),)
    at = table("anna 11,10 cover", "ben 30,10 npc=5", features=wall)
    assert kinds(act(*at, "anna: pass path=10.5,10")) == ["moved"]
    assert who(*at, "anna").stance == state.COVER
    assert kinds(act(*at, "anna: pass path=5,10")) == ["moved", "lost_cover"]
    assert who(*at, "anna").stance == state.NORMAL


# Holds


@pytest.mark.clause("FS3-7.29")
def test_a_hold_ends_where_a_move_parts_the_two() -> None:
    at = table("anna 10,10 club captive=2", "ben 11.5,10 npc=5 subduer=1", "cora 30,30 npc=5")
    assert kinds(act(*at, "anna: pass path=10.5,10.5")) == ["moved"]
    assert who(*at, "ben").subduer == 1
    told = act(*at, "anna: pass path=5,10")
    assert only(told, "released").how == "is parted from" and who(*at, "ben").subduer == 0


@pytest.mark.clause("FS3-7.28", "FS3-7.34", "FS3-7.35")
@pytest.mark.parametrize(
    ("line", "how"),
    [
        ("anna: subdue ben", ""),
        ("anna: subdue ben weapon=rifle", ""),
        ("anna: pass", ""),
        ("cora: pass", ""),
        ("anna: aim cora", "acts, and lets go of"),
        ("anna: reload weapon=rifle", "acts, and lets go of"),
        ("anna: pass release=yes", "lets go of"),
        ("anna: subdue ben release=yes", "lets go of"),
        ("anna: subdue dan", "acts, and lets go of"),
    ],
)
def test_only_another_action_releases(line: str, how: str) -> None:
    at = table("anna 10,10 club rifle captive=2", "ben 11.5,10 npc=5 subduer=1", "cora 30,30 npc=5", "dan 30,35 npc=5")
    told = act(*at, line, dice=[1, 100] if "ben release" in line else [])
    assert values(told, "released", "how") == ([how] if how else [])
    assert bool(who(*at, "ben").subduer) == (how == "")
    assert ("held" in kinds(told)) == (line.startswith("anna: subdue ben") and how == "")
    assert who(*at, "ben").freed == int(how != "")


@pytest.mark.clause("FS3-7.35")
def test_only_who_holds_somebody_can_release() -> None:
    assert refused(*table("anna 10,10 club", "ben 11.5,10 npc=5"), "anna: pass release=yes") == "E-STATE"


@pytest.mark.clause("FS3-7.36", "FS3-7.26")
def test_who_is_subdued_lets_its_own_captive_go() -> None:
    at = table("anna 10,10 club captive=2", "ben 11.5,10 npc=5 subduer=1", "cora 10,11.5 npc=9 club")
    told = act(*at, "cora: subdue anna", dice=[60, 1])
    assert only(told, "released").unit == "anna"
    assert (who(*at, "ben").subduer, who(*at, "anna").captive, who(*at, "anna").subduer) == (0, 0, 3)


# Vehicles


@pytest.mark.clause("FS3-19.21", "FS3-6.4")
def test_getting_in_is_free_in_contact_with_a_vehicle_that_stood_still() -> None:
    at = table("anna 30,28", "ben 30,31 npc=5", "cora - in=v1", vehicles=(*SHUTTLE, "v2 interceptor 50,35"))
    assert refused(*at, "ben: pass board=v1") == "E-RANGE"
    assert refused(*at, "anna: pass board=v2") == "E-RANGE"
    assert refused(*at, "anna: pass board=v9") == "E-NO-VEHICLE"
    told = act(*at, "anna: pass board=v1")
    assert only(told, "boarded").role == "passenger" and who(*at, "anna").vehicle == 1
    end_turn(*at)
    assert refused(*at, "anna: pass board=v1") == "E-PILOT-TAKEN"
    assert refused(*at, "anna: pass board=v2") == "E-STATE", "one gets out first"
    assert refused(*at, "anna: attack ben weapon=unarmed") == "E-WEAPON-TYPE"


@pytest.mark.clause("FS3-8.11", "FS3-19.21")
@pytest.mark.parametrize(("pilot", "stance"), (("cora - in=v1", state.NORMAL), ("cora 5,5", state.EVADE)))
def test_a_passenger_has_no_stance_and_a_pilot_keeps_it(pilot: str, stance: int) -> None:
    at = table("anna 30,28 evade", "ben 5,9 npc=5", pilot, vehicles=SHUTTLE)
    act(*at, "anna: pass board=v1")
    assert who(*at, "anna").vehicle == 1 and who(*at, "anna").stance == stance


@pytest.mark.clause("FS3-19.10", "FS3-19.21")
def test_who_boards_an_empty_vehicle_has_its_controls_and_may_drive() -> None:
    at = table("anna 30,28", "ben 5,5 npc=5", vehicles=SHUTTLE)
    told = act(*at, "anna: pass board=v1 path=35,20")
    assert kinds(told) == ["boarded", "drove"]
    assert (who(*at, "anna").role, int(at[1][0].vehicles[0].x)) == (state.PILOT_ROLE, 3500)


@pytest.mark.clause("FS3-19.10")
def test_a_passenger_takes_the_controls_from_a_pilot_who_is_out() -> None:
    at = table("anna - in=v1 out", "ben - in=v1", "cora 5,5 npc=5 rifle", vehicles=SHUTTLE)
    assert refused(*at, "cora: attack anna") == "E-TARGET"
    assert refused(*at, "cora: attack ben") == "E-TARGET"
    told = act(*at, "ben: pass board=v1 path=35,20")
    assert kinds(told) == ["took_controls", "drove"]
    assert (who(*at, "ben").role, who(*at, "anna").role) == (state.PILOT_ROLE, state.PASSENGER)
    end_turn(*at)
    assert refused(*at, "cora: attack ben") == "ok"


@pytest.mark.clause("FS3-19.23", "FS3-19.21")
def test_who_gets_out_stands_on_a_free_point_in_contact() -> None:
    at = table("anna - in=v1", "ben - in=v1", "cora 22.4,20 npc=5", vehicles=SHUTTLE)
    assert refused(*at, "ben: pass leave=yes leave_to=30,27.4") == "E-MOVE"
    assert refused(*at, "ben: pass leave=yes leave_to=30,28.51") == "E-MOVE"
    assert refused(*at, "ben: pass leave=yes leave_to=22.5,20") == "E-MOVE"
    assert refused(*at, "cora: pass leave=yes leave_to=22.5,20") == "E-NO-VEHICLE"
    told = act(*at, "ben: pass leave=yes leave_to=30,27.5 path=30,35")
    assert kinds(told) == ["got_out", "moved"]
    assert (who(*at, "ben").role, who(*at, "ben").vehicle, place_of(*at, "ben")) == (state.SOLDIER, 0, (30, 35))
    at[1][0].vehicles[0].has_moved = 1
    assert refused(*at, "anna: pass leave=yes leave_to=30,27.5") == "E-STATE"


@pytest.mark.clause("FS3-7.29", "FS3-19.21")
def test_who_gets_in_or_out_lets_go_of_whom_it_leaves_behind() -> None:
    at = table("anna 22.5,20 captive=2", "ben 21.4,20 npc=5 subduer=1", "cora 5,5 npc=5", vehicles=SHUTTLE)
    told = act(*at, "anna: pass board=v1")
    assert kinds(told) == ["boarded", "released"] and only(told, "released").how == "is parted from"
    assert (who(*at, "anna").captive, who(*at, "ben").subduer) == (0, 0)
    for path, kept in (("", True), (" path=30,35", False)):
        at = table("anna - in=v1", "ben - in=v1 captive=3", "cora - in=v1 npc=5 subduer=2", vehicles=SHUTTLE)
        told = act(*at, f"ben: pass leave=yes leave_to=30,27.5{path}")
        assert kinds(told) == (["got_out"] if kept else ["got_out", "moved", "released"]), "beside it, both still touch"
        assert (who(*at, "ben").captive, who(*at, "cora").subduer) == ((3, 2) if kept else (0, 0))


@pytest.mark.clause("FS3-7.29", "FS3-7.36")
@pytest.mark.parametrize(
    ("captor", "path", "told"),
    (
        ("30,27.5", "31,20", []),
        ("30,27.5", "40,20", ["is parted from"]),
        ("30,27.5", "60.5,20", ["is parted from"]),
        ("- in=v1", "40,20", []),
    ),
)
def test_a_vehicle_that_takes_a_captive_away_parts_it_from_its_captor(captor: str, path: str, told: list[str]) -> None:
    at = table(
        *("anna - in=v1", "cora - in=v1 team=2 subduer=3", f"ben {captor} captive=2", "dan 5,5 npc=5"),
        vehicles=SHUTTLE,
        exits=2,
    )
    at[0].tables[0].types[at[1][0].vehicles[0].type - 1].speed = 4000
    assert values(act(*at, f"anna: pass path={path}"), "released", "how") == told
    assert (who(*at, "ben").captive, who(*at, "cora").subduer) == ((0, 0) if told else (2, 3))


@pytest.mark.clause("FS3-20.19")
def test_a_vehicle_takes_all_aboard_over_an_exit() -> None:
    at = table("anna - in=v1", "ben - in=v1", "cora 5,5 npc=5", vehicles=("v1 command_shuttle 50,20",), exits=2)
    told = act(*at, "anna: pass path=60.5,20")
    assert kinds(told) == ["drove", "withdrew", "withdrew"]
    assert [who(*at, name).status for name in ("anna", "ben")] == [state.WITHDRAWN] * 2


@pytest.mark.clause("FS3-20.19")
def test_who_is_out_of_the_fight_does_not_withdraw_with_the_vehicle() -> None:
    """Nor does somebody in another vehicle, or beside it."""
    at = table(
        "anna - in=v1",
        "ben - in=v1 out",
        "cora 5,5 npc=5",
        "dan - in=v2",
        "eva 48,20",
        vehicles=("v1 command_shuttle 50,20", "v2 interceptor 50,30"),
        exits=2,
    )
    told = act(*at, "anna: pass path=60.5,20")
    assert kinds(told) == ["drove", "withdrew"]
    stays = [int(who(*at, name).status) for name in ("anna", "ben", "cora", "dan", "eva")]
    assert stays == [state.WITHDRAWN, state.KNOCKED_OUT, state.READY, state.READY, state.READY]


# Without a map


@pytest.mark.clause("FS3-20.20")
def test_without_a_map_one_engages_and_draws_back() -> None:
    at = table("anna - knife", "ben - npc=5", "cora -", size=None, default_distance_cm=900)
    assert refused(*at, "anna: pass path=1,1") == "E-MOVE"
    assert refused(*at, "anna: pass engage=ben disengage=yes") == "E-MOVE"
    told = act(*at, "anna: attack ben engage=ben", dice=[1, 90])
    assert kinds(told)[:2] == ["engaged", "attacked"]
    assert int(at[1][0].distances[0, 1]) == int(at[1][0].distances[1, 0]) == 200
    assert kinds(act(*at, "ben: pass disengage=yes")) == ["disengaged"]
    assert int(at[1][0].distances[0, 1]) == 1000 and int(at[1][0].distances[1, 2]) == 900
    far = table("anna - knife", "ben - npc=5", size=None)
    assert refused(*far, "anna: pass engage=ben") == "E-MOVE"
    assert refused(*table("anna 1,1", "ben 5,5 npc=5"), "anna: pass engage=ben") == "E-MOVE"


@pytest.mark.clause("FS3-20.20", "FS3-19.21", "FS3-19.23")
@pytest.mark.parametrize(("line", "moves"), (("engage=cora", True), ("disengage=yes", True), ("stance=evade", False)))
def test_a_vehicle_that_closes_in_or_draws_back_has_moved(line: str, moves: bool) -> None:
    """In the next turn nobody gets out of it, in the turn after that one may."""
    at = table("anna - in=v1", "ben - in=v1", "cora - npc=5", vehicles=SHUTTLE, size=None, default_distance_cm=900)
    act(*at, f"anna: pass {line}")
    end_turn(*at)
    assert refused(*at, "ben: pass leave=yes") == ("E-STATE" if moves else "ok")
    end_turn(*at)
    assert refused(*at, "ben: pass leave=yes") == "ok"


@pytest.mark.clause("FS3-20.20", "FS3-20.6")
def test_who_is_in_contact_already_comes_no_nearer_and_no_farther() -> None:
    at = table("anna - knife", "ben - npc=5", size=None)
    at[1][0].distances[0, 1] = at[1][0].distances[1, 0] = 150
    act(*at, "anna: pass engage=ben")
    assert int(at[1][0].distances[0, 1]) == 150


@pytest.mark.clause("FS3-20.20", "FS3-20.11a")
def test_whom_one_closes_with_may_have_drawn_back_too_far_by_then() -> None:
    at = table("anna - knife", "ben - in=v1 npc=5", vehicles=SHUTTLE, size=None, default_distance_cm=150)
    assert refused(*at, "anna: attack ben engage=ben") == "ok"
    told = act(*at, "ben: pass disengage=yes", "anna: attack ben engage=ben")
    assert kinds(told) == ["disengaged", "engaged", "fizzled"] and only(told, "engaged").short
    assert int(at[1][0].distances[0, 1]) == int(at[1][0].distances[1, 0]) == 12000
    assert not who(*at, "anna").moved


@pytest.mark.clause("FS3-20.20", "FS3-19.21", "FS3-19.23", "FS3-20.5")
def test_who_gets_out_without_a_map_is_beside_its_vehicle_and_as_far_from_others() -> None:
    at = table("anna - in=v1", "ben - in=v1", "cora - npc=5", "dan -", vehicles=SHUTTLE, size=None)
    for name, apart in ((2, 700), (3, 900)):
        at[1][0].distances[0, name] = at[1][0].distances[name, 0] = apart
    assert kinds(act(*at, "ben: pass leave=yes")) == ["got_out"]
    apart = at[1][0].distances
    assert [int(apart[1, k]) for k in (0, 2, 3)] == [int(apart[k, 1]) for k in (0, 2, 3)] == [750, 700, 900]
    assert who(*at, "ben").role == state.SOLDIER
    end_turn(*at)
    assert refused(*at, "ben: pass board=v1") == "ok"


@pytest.mark.clause("FS3-20.20", "FS3-7.29")
def test_who_draws_back_from_its_captive_lets_go() -> None:
    at = table("anna - captive=2", "ben - npc=5 subduer=1", "cora - npc=5", size=None)
    at[1][0].distances[0, 1] = at[1][0].distances[1, 0] = 150
    assert kinds(act(*at, "anna: pass disengage=yes")) == ["disengaged", "released"]


@pytest.mark.clause("FS3-6.15", "FS3-7.1")
def test_the_menu_offers_moves_actions_and_vehicles() -> None:
    at = table("anna 10,10 rifle knife", "ben 30,10 npc=5", "cora - in=v1", vehicles=("v1 interceptor 10,14",))
    menu = choices_of(*at, "anna")
    for line in (
        "pass",
        "pass stance=evade",
        "attack ben",
        "attack ben burst=yes",
        "full_auto ben",
        "attack ben weapon=knife",
        "subdue ben weapon=knife",
        "pass path=20,10",
        "attack ben path=20,10",
        "pass board=v1",
    ):
        assert line in menu, line
    assert len(set(menu)) == len(menu)
    assert not any(line.startswith(("attack cora", "escape", "explode")) for line in menu)
    assert all(refused(*at, f"anna: {line}") == "ok" for line in menu)
