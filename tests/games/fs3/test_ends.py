"""Section 21: how a fight ends, who wins, and points."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.games.fs3 import state, tables
from fireteam.games.fs3.game import GAME
from tests.games.fs3.table import (
    At,
    act,
    do,
    end_turn,
    kinds,
    of_kind,
    only,
    phase_of,
    table,
    values,
    who,
    wound,
    wounds_of,
)

LAST = {"kind": tables.LAST_TEAM}
LIMIT = {"kind": tables.TURN_LIMIT, "number": 1}


def fight(*conditions: dict[str, int], points: tuple[dict[str, int], ...] = (), **more: Any) -> At:
    return table(
        "anna 10,10", "ben 11.5,10", "cora 30,10 npc=5", "dan 30,20 npc=5", conditions=conditions, points=points, **more
    )


def outcome(at: At) -> tuple[int, int]:
    return int(at[1][0].winner), int(at[1][0].why)


@pytest.mark.clause("FS3-21.2", "FS3-21.4")
def test_the_last_team_wins() -> None:
    at = fight(LAST)
    end_turn(*at)
    assert phase_of(at[1]) == "orders"
    who(*at, "cora").status, who(*at, "dan").status = state.REMOVED, state.WITHDRAWN
    told = end_turn(*at)
    assert outcome(at) == (1, state.BY_LAST_TEAM)
    assert only(told, "fight_ended").winner == "team 1"


@pytest.mark.clause("FS3-21.4")
def test_with_nobody_left_it_is_a_draw() -> None:
    at = fight(LAST)
    for name in ("anna", "ben", "cora", "dan"):
        who(*at, name).status = state.KNOCKED_OUT
    end_turn(*at)
    assert outcome(at) == (state.DRAWN, state.BY_LAST_TEAM)
    ended = GAME.result(*at)
    assert ended.sentence == "a draw: no team is left"
    assert ended.line == "a draw: no other team is left", "what match files state stays as it is"


@pytest.mark.clause("FS3-21.2", "FS3-7.25")
def test_a_captive_is_active() -> None:
    at = fight(LAST)
    who(*at, "cora").status = state.REMOVED
    who(*at, "dan").subduer, who(*at, "anna").captive = 1, 4
    who(*at, "dan").x, who(*at, "dan").y = 1000, 1150
    end_turn(*at)
    assert phase_of(at[1]) == "orders"


@pytest.mark.clause("FS3-21.3")
def test_who_could_recover_is_asked_once_before_the_end() -> None:
    at = fight(LAST)
    for name in ("anna", "ben"):
        who(*at, name).status = state.KNOCKED_OUT
    who(*at, "ben").luck = 1
    end_turn(*at)
    assert (phase_of(at[1]), at[1][0].owing) == ("last_stand", 0b10)
    again = at[0], at[1].copy()
    do(*again, "ben: recover")
    assert (phase_of(again[1]), who(*again, "ben").status, who(*again, "ben").luck) == ("orders", state.READY, 0)
    do(*at, "ben: stay_down")
    assert outcome(at) == (2, state.BY_LAST_TEAM)


@pytest.mark.clause("FS3-21.3")
def test_who_has_comrades_left_is_not_asked_before_the_end() -> None:
    at = fight(LAST)
    who(*at, "ben").status, who(*at, "ben").luck = state.KNOCKED_OUT, 1
    who(*at, "cora").status = who(*at, "dan").status = state.REMOVED
    end_turn(*at)
    assert outcome(at) == (1, state.BY_LAST_TEAM)


@pytest.mark.clause("FS3-21.3", "FS3-21.11")
def test_an_end_by_something_else_asks_nobody_whether_it_recovers() -> None:
    at = fight({**LIMIT, "winner": 2}, LAST)
    for name in ("anna", "ben"):
        who(*at, name).status, who(*at, name).luck = state.KNOCKED_OUT, 1
    end_turn(*at)
    assert outcome(at) == (2, state.BY_TURN_LIMIT)


@pytest.mark.clause("FS3-21.4")
@pytest.mark.parametrize("conditions", (({**LIMIT, "number": 40}, LAST), (LAST, {**LIMIT, "number": 40})))
def test_a_limit_that_is_said_takes_the_place_of_the_usual_one(conditions: tuple[dict[str, int], ...]) -> None:
    at = fight(*conditions)
    at[1][0].turn = 39
    end_turn(*at)
    assert phase_of(at[1]) == "orders" and at[1][0].turn == 40
    end_turn(*at)
    assert outcome(at) == (state.DRAWN, state.BY_TURN_LIMIT)


@pytest.mark.clause("FS3-21.4")
def test_without_a_limit_a_fight_has_thirty_turns() -> None:
    at = fight(LAST)
    at[1][0].turn = 29
    end_turn(*at)
    assert phase_of(at[1]) == "orders" and at[1][0].turn == 30
    end_turn(*at)
    assert outcome(at) == (state.DRAWN, state.BY_TURN_LIMIT)


@pytest.mark.clause("FS3-21.10")
def test_a_turn_limit_is_a_draw_unless_something_else_is_said() -> None:
    at = fight(LIMIT)
    end_turn(*at)
    assert outcome(at) == (state.DRAWN, state.BY_TURN_LIMIT)
    at = fight({**LIMIT, "winner": 2})
    end_turn(*at)
    assert outcome(at) == (2, state.BY_TURN_LIMIT)


@pytest.mark.clause("FS3-21.10", "FS3-21.5")
@pytest.mark.parametrize(("points", "winner"), [((3, 2), 1), ((2, 3), 2), ((2, 2), state.DRAWN)])
def test_by_points_the_team_with_more_wins(points: tuple[int, int], winner: int) -> None:
    at = fight({**LIMIT, "by_points": 1})
    at[1][0].points[1], at[1][0].points[2] = points
    end_turn(*at)
    assert outcome(at) == (winner, state.BY_POINTS)


@pytest.mark.clause("FS3-21.10")
@pytest.mark.parametrize(("points", "winner"), [(12, 1), (11, 2)])
def test_a_threshold_reached_wins_and_else_the_other_team(points: int, winner: int) -> None:
    at = fight({**LAST, "by_points": 1, "threshold_team": 1, "threshold": 12})
    at[1][0].points[1], at[1][0].points[2] = points, 20
    who(*at, "anna").status = who(*at, "ben").status = state.KNOCKED_OUT
    end_turn(*at)
    assert outcome(at) == (winner, state.BY_POINTS)


@pytest.mark.clause("FS3-21.10", "FS3-21.5")
def test_only_teams_of_the_fight_win_by_points_or_because_a_threshold_is_missed() -> None:
    """Nobody is of team 3, and of a team that has left nobody is any more."""
    at = fight({**LIMIT, "by_points": 1})
    at[1][0].points[2] = -2
    end_turn(*at)
    assert outcome(at) == (1, state.BY_POINTS)
    for item in ({"by_points": 1}, {"threshold_team": 2, "threshold": 5}):
        at = fight({**LIMIT, **item}, points=({"event": tables.ENEMY_KO, "value": 1},))
        who(*at, "anna").team, who(*at, "anna").status = 3, 0
        who(*at, "cora").status = state.REMOVED
        told = end_turn(*at)
        assert outcome(at) == (1, state.BY_POINTS)
        assert values(told, "scored", "team") == [1]


@pytest.mark.clause("FS3-21.4", "FS3-21.10")
@pytest.mark.parametrize("item", ({"by_points": 1}, {"threshold_team": 1, "threshold": 3}))
def test_the_usual_limit_names_the_winner_as_the_other_ends_do(item: dict[str, int]) -> None:
    at = fight({**LAST, **item})
    at[1][0].turn, at[1][0].points[1] = 30, 3
    end_turn(*at)
    assert outcome(at) == (1, state.BY_POINTS)


@pytest.mark.clause("FS3-21.11", "FS3-21.2")
def test_of_several_ends_the_first_in_file_order_counts() -> None:
    knocked_out = {"kind": tables.KNOCKED_OUT_UNIT, "team": 2, "number": 1, "target_team": 1}
    at = fight({**LIMIT, "winner": 1}, knocked_out)
    who(*at, "anna").status = state.KNOCKED_OUT
    end_turn(*at)
    assert outcome(at) == (1, state.BY_TURN_LIMIT)
    at = fight(knocked_out, {**LIMIT, "winner": 1})
    who(*at, "anna").status = state.KNOCKED_OUT
    end_turn(*at)
    assert outcome(at) == (2, state.BY_OBJECTIVE)


@pytest.mark.clause("FS3-21.11")
def test_the_end_is_judged_after_removals_of_the_same_turn() -> None:
    at = table("anna 10,10", "ben 30,10 npc=5", conditions=(LAST,))
    wound(*at, "ben", "Critical")
    who(*at, "ben").hurt = 1
    told = end_turn(*at, dice=[1])
    assert kinds(told)[:4] == ["took_knockout_roll", "knocked_out", "removed", "fight_ended"]
    assert outcome(at) == (1, state.BY_LAST_TEAM)


@pytest.mark.clause("FS3-21.9")
@pytest.mark.parametrize("status", [state.KNOCKED_OUT, state.VEHICLE_OUT, state.REMOVED])
def test_an_objective_to_knock_somebody_out(status: int) -> None:
    at = fight({"kind": tables.KNOCKED_OUT_UNIT, "team": 2, "number": 2, "target_team": 1})
    end_turn(*at)
    assert phase_of(at[1]) == "orders"
    who(*at, "ben").status = status
    end_turn(*at)
    assert outcome(at) == (2, state.BY_OBJECTIVE)


@pytest.mark.clause("FS3-21.9", "FS3-20.19")
def test_an_objective_to_withdraw_somebody() -> None:
    at = fight({"kind": tables.WITHDRAWN_UNIT, "team": 1, "number": 1})
    who(*at, "ben").status = state.WITHDRAWN
    end_turn(*at)
    assert phase_of(at[1]) == "orders"
    who(*at, "anna").status = state.WITHDRAWN
    end_turn(*at)
    assert outcome(at) == (1, state.BY_OBJECTIVE)


@pytest.mark.clause("FS3-21.9")
def test_an_objective_to_leave_from_a_zone() -> None:
    at = fight({"kind": tables.WITHDRAW_FROM, "team": 1, "zone": 0, "number": 2}, zones=((0, 0, 10, 40),))
    told = end_turn(*at)
    assert values(told, "got_away", "unit") == ["anna"]
    assert who(*at, "anna").status == state.WITHDRAWN and phase_of(at[1]) == "orders"
    who(*at, "ben").x = 900
    end_turn(*at)
    assert outcome(at) == (1, state.BY_OBJECTIVE)


ITEMS = {
    "enemy_ko": tables.ENEMY_KO,
    "enemy_ko_stun": tables.ENEMY_KO_STUN,
    "enemy_ko_physical": tables.ENEMY_KO_PHYSICAL,
    "enemy_subdued": tables.ENEMY_SUBDUED,
    "own_ko": tables.OWN_KO,
    "withdrawn": tables.WITHDRAWN_POINT,
    "in_zone_end": tables.IN_ZONE_END,
}


@pytest.mark.clause("FS3-21.5")
@pytest.mark.parametrize(
    ("item", "points"),
    [
        ("enemy_ko", (10, 5)),
        ("enemy_ko_stun", (5, 0)),
        ("enemy_ko_physical", (5, 5)),
        ("enemy_subdued", (0, 5)),
        ("own_ko", (5, 10)),
        ("withdrawn", (5, 0)),
        ("in_zone_end", (5, 0)),
    ],
)
def test_points_for_how_everybody_stands_at_the_end(item: str, points: tuple[int, int]) -> None:
    at = table(
        "anna 10,10 out",
        "ben 20,10 subduer=7",
        "cora 20,11",
        "dora 55,10",
        "eric 30,10 npc=5",
        "fred 30,12 npc=5",
        "gus 21,10 npc=5 captive=2",
        conditions=(LIMIT,),
        points=({"event": ITEMS[item], "value": 5},),
        zones=((19, 10.5, 22, 12),),
    )
    wound(*at, "anna", "Light", stun=1, second=0)
    wound(*at, "anna", "Light", stun=0, second=1)
    wound(*at, "eric", "Light", stun=1, second=0)
    who(*at, "dora").status = state.WITHDRAWN
    who(*at, "eric").status, who(*at, "fred").status = state.REMOVED, state.VEHICLE_OUT
    end_turn(*at)
    assert tuple(int(points) for points in at[1][0].points[1:3]) == points


@pytest.mark.clause("FS3-21.5")
@pytest.mark.parametrize(("item", "points"), [("enemy_ko_stun", (0, 0)), ("enemy_ko_physical", (0, 5))])
def test_of_two_wounds_of_one_second_the_later_one_says_what_knocked_out(item: str, points: tuple[int, int]) -> None:
    at = table(
        *("anna 10,10 out", "ben 20,10", "eric 30,10 npc=5"),
        conditions=(LIMIT,),
        points=({"event": ITEMS[item], "value": 5},),
    )
    wound(*at, "anna", "Light", stun=1, second=3)
    wound(*at, "anna", "Light", stun=0, second=3)
    end_turn(*at)
    assert tuple(int(points) for points in at[1][0].points[1:3]) == points


@pytest.mark.clause("FS3-21.5")
@pytest.mark.parametrize(
    ("own", "vehicles", "stuns"),
    (
        (((3, 1),), (), 1),
        (((5, 1), (3, 0)), (), 1),
        (((3, 1), (5, 0)), (), 0),
        ((), (1,), 1),
        (((3, 0),), (1,), 0),
        ((), (), 0),
    ),
)
def test_the_latest_wound_says_what_knocked_somebody_out_its_own_before_its_vehicles(
    own: tuple[tuple[int, int], ...], vehicles: tuple[int, ...], stuns: int
) -> None:
    """Wounds are (second, stun)."""
    at = table(
        *("anna 10,10", "eric - in=v1 npc=5"),
        vehicles=("v1 interceptor 30,10",),
        conditions=(LIMIT,),
        points=({"event": tables.ENEMY_KO_STUN, "value": 1}, {"event": tables.ENEMY_KO_PHYSICAL, "value": 10}),
    )
    for second, stun in own:
        wound(*at, "eric", "Light", second=second, stun=stun)
    for stun in vehicles:
        wound(*at, "v1", "Light", "BD", second=9, stun=stun)
    who(*at, "eric").status = state.REMOVED
    end_turn(*at)
    assert at[1][0].points[1] == (1 if stuns else 10)


@pytest.mark.clause("FS3-21.5")
def test_points_at_the_end_may_be_for_one_team_and_a_captive_who_is_out_is_no_captive() -> None:
    at = table(
        *("anna 10,10 captive=2", "bob 11,10 npc=5 subduer=1", "cora 30,10 captive=4", "dan 30,11 npc=5 subduer=3"),
        *("eva 5,5 out", "fay 5,9"),
        conditions=(LIMIT,),
        points=(
            {"event": tables.ENEMY_SUBDUED, "value": 1},
            {"event": tables.ENEMY_KO, "value": 10, "team": 1},
            {"event": tables.OWN_KO, "value": 100, "team": 2},
        ),
    )
    who(*at, "dan").status = state.KNOCKED_OUT
    at[0].tables[0].options.npc_removed_on_ko = 0
    end_turn(*at)
    assert [int(points) for points in at[1][0].points[1:3]] == [11, 100]


@pytest.mark.clause("FS3-21.9", "FS3-7.29", "FS3-7.36")
@pytest.mark.parametrize("leaver", ("anna", "eric"))
def test_who_leaves_from_a_zone_holds_nobody_and_nobody_holds_it(leaver: str) -> None:
    at = table(
        *("anna 5,10 captive=3", "ben 30,10", "eric 5,11 npc=5 subduer=1"),
        conditions=({"kind": tables.WITHDRAW_FROM, "team": 1 if leaver == "anna" else 2, "zone": 0, "number": 2},),
        zones=((0, 0, 10, 40),),
    )
    end_turn(*at)
    assert [name for name in ("anna", "eric") if who(*at, name).status == state.WITHDRAWN] == [leaver]
    assert (who(*at, "anna").captive, who(*at, "eric").subduer) == (0, 0)


@pytest.mark.clause("FS3-21.5", "FS3-21.9")
def test_who_left_from_the_zone_of_an_objective_gives_no_points_for_an_exit() -> None:
    """Points of `withdrawn` are for who went over an exit; of another team's zone the mark means nothing."""
    at = fight(
        {"kind": tables.WITHDRAW_FROM, "team": 1, "zone": 0, "number": 1},
        points=({"event": tables.WITHDRAWN_POINT, "value": 5},),
        zones=((0, 0, 10, 40),),
    )
    who(*at, "ben").status = who(*at, "cora").status = state.WITHDRAWN
    at[1][0].left[1] = 0b100
    end_turn(*at)
    assert outcome(at) == (1, state.BY_OBJECTIVE) and who(*at, "anna").status == state.WITHDRAWN
    assert [int(points) for points in at[1][0].points[1:3]] == [5, 5], "for Ben and Cora alone"


@pytest.mark.clause("FS3-21.5")
def test_points_for_one_team_only_and_turn_after_turn() -> None:
    zone = {"event": tables.IN_ZONE_TURN, "value": 2, "team": 1, "zone": 0}
    at = fight(LAST, points=(zone,), zones=((0, 0, 40, 40),))
    for turn in range(1, 3):
        told = end_turn(*at)
        assert [int(points) for points in at[1][0].points[1:3]] == [4 * turn, 0]
        assert only(told, "scored").points == "+4"


@pytest.mark.clause("FS3-21.5", "FS3-21.9", "FS3-20.5")
@pytest.mark.parametrize(
    ("anna", "counts"),
    (
        *((place, 1) for place in ("20,30", "30,30", "20,35", "30,35", "- in=v1")),
        *((place, 0) for place in ("19.99,30", "30.01,30", "20,29.99", "20,35.01", "20,30 out", "20,30 observer")),
        ("20,30 subduer=2", 1),
    ),
)
def test_who_is_in_a_zone(anna: str, counts: int) -> None:
    at = table(
        *(f"anna {anna}", "cora 20,31 npc=5", "dan 50,10"),
        points=({"event": tables.IN_ZONE_TURN, "value": 1, "team": 1},),
        zones=((20, 30, 30, 35),),
        vehicles=("v1 interceptor 25,33",),
    )
    end_turn(*at)
    assert at[1][0].points[1] == counts


@pytest.mark.clause("FS3-21.5")
def test_each_wound_to_an_enemy_gives_points_at_once() -> None:
    item = {"event": tables.WOUND_GIVEN, "value": 1}
    at = table("anna 10,10 knife", "ben 11.5,10 npc=5", "cora 10,11.5", conditions=(LAST,), points=(item,))
    act(*at, "anna: attack ben", dice=[60, 1, 8, 8, 10])
    act(*at, "anna: attack cora friendly=yes", dice=[60, 1, 8, 8, 10])
    assert [int(points) for points in at[1][0].points[1:3]] == [1, 0]


@pytest.mark.clause("FS3-21.7")
def test_the_report_says_what_everybody_did() -> None:
    at = fight(LIMIT)
    who(*at, "anna").shots, who(*at, "anna").hits, who(*at, "cora").taken = 3, 2, 2
    told = end_turn(*at)
    assert values(told, "reported", "unit") == ["anna", "ben", "cora", "dan"]
    counts = values(told, "reported", "shots"), values(told, "reported", "hits"), values(told, "reported", "taken")
    assert counts == ([3, 0, 0, 0], [2, 0, 0, 0], [0, 0, 2, 0])


@pytest.mark.clause("FS3-21.7", "FS3-21.5")
def test_the_report_says_what_points_the_teams_have() -> None:
    at = fight(LIMIT, points=({"event": tables.OWN_KO, "value": -2},))
    who(*at, "anna").status = state.KNOCKED_OUT
    told = end_turn(*at)
    assert values(told, "counted_points", "points") == [-2, 0]
    assert not of_kind(end_turn(*fight(LIMIT)), "counted_points")


@pytest.mark.clause("FS3-6.11", "FS3-6.11a")
def test_wounds_of_a_mock_combat_are_erased_at_its_end_and_luck_stays_spent() -> None:
    at = fight(LIMIT, mock=1)
    who(*at, "anna").luck, who(*at, "ben").luck = 0, 1
    wound(*at, "anna", "Light", is_mock=1)
    wound(*at, "ben", "Serious")
    end_turn(*at)
    assert (wounds_of(*at, "anna"), wounds_of(*at, "ben")) == ([], [("CH", "Serious")])
    assert (who(*at, "anna").luck, who(*at, "ben").luck) == (0, 1)
