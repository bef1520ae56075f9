"""Section 23: victory."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.protocol.events import new_log
from fireteam.games.gunplay.events import BY_POINTS
from fireteam.games.gunplay.rules.end import finish
from fireteam.games.gunplay.state import DRAWN
from tests.games.gunplay.table import GAME, At, do, kinds, only, phase_of, table, who

HOLD: dict[str, Any] = {"victory": "hold", "markers": [(10, 10), (20, 10)], "radius": 3, "from_turn": 2, "vp_marker": 2}


def end_of_turn(*characters: str, turn: int = 8, scenario: dict[str, Any] | None = None) -> At:
    at = table(*characters, choose="A", turn=turn, scenario=scenario)
    at[1][0].phase = 13
    return at


@pytest.mark.clause("GUN-23.2", "GUN-23.1", "GUN-23.10")
def test_a_side_without_up_characters_loses_at_once() -> None:
    at = table("A1 5,5", "B1 15,5", "B2 15,9 down", act="A1", scenario={"vp_down": 1, "vp_leader_down": 2})
    told = do(*at, "shoot A1 B1", dice=[9, 1])
    end = only(told, "ended")
    assert (end.winner, end.why, end.points_a, end.points_b) == ("A wins", "eliminated", 2, 0)


@pytest.mark.clause("GUN-23.3", "GUN-9.11")
def test_a_side_breaks_with_so_many_down() -> None:
    scenario = {"victory": "break", "break_at": (3, 2)}
    at = table("A1 5,5", "B1 15,5", "B2 15,9 down", "B3 20,20", act="A1", scenario=scenario)
    assert only(do(*at, "shoot A1 B1", dice=[9, 1]), "ended").why == "broken"
    at = table("A1 5,5", "B1 15,5", "B3 20,20", act="A1", scenario=scenario)
    assert "ended" not in kinds(do(*at, "shoot A1 B1", dice=[9, 1]))


@pytest.mark.clause("GUN-23.13")
def test_eliminated_goes_before_broken_and_a_missing_number_is_0() -> None:
    scenario = {"victory": "break", "break_at": (1, 1)}
    end = only(do(*table("A1 5,5", "B1 15,5", act="A1", scenario=scenario), "shoot A1 B1", dice=[9, 1]), "ended")
    assert (end.why, end.points_a) == ("eliminated", 0)


@pytest.mark.clause("GUN-23.4", "GUN-23.5", "GUN-6.14")
@pytest.mark.parametrize(
    ("a", "b", "winner"), (("down", "up", "B wins"), ("up", "down", "A wins"), ("down", "down", "a draw"))
)
def test_after_the_last_turn_points_decide(a: str, b: str, winner: str) -> None:
    words = {"up": "", "down": "down"}
    at = end_of_turn(
        f"A1 5,5 {words[a]}", "A2 9,9", f"B1 25,5 {words[b]}", "B2 25,9", scenario={"turns": 8, "vp_down": 1}
    )
    end = only(do(*at), "ended")
    assert (end.winner, end.why) == (winner, "points")
    at = end_of_turn("A1 5,5", "B1 25,5", turn=7, scenario={"turns": 8})
    assert "ended" not in kinds(do(*at, dice=[1, 2]))


@pytest.mark.clause("GUN-23.5")
def test_leaders_down_count_even_with_traits_off() -> None:
    scenario = {"turns": 8, "vp_down": 1, "vp_leader_down": 3}
    at = end_of_turn("A1 5,5", "B1 25,5 down Leader", "B2 25,9 down", "B3 25,20", scenario=scenario)
    assert only(do(*at), "ended").points_a == 5


@pytest.mark.clause("GUN-23.6", "GUN-6.14")
def test_markers_score_for_who_has_more_characters_near() -> None:
    characters = ("A1 10,13.5", "A2 10,6.49", "B1 11,10", "B2 20,10", "B3 21,10 down")
    at = end_of_turn(*characters, turn=2, scenario={**HOLD, "turns": 9})
    told = do(*at, dice=[1, 2])
    assert [one.event.side for one in told if one.event.__struct_config__.tag == "scored"] == ["B"]  # type: ignore[attr-defined]
    assert tuple(at[1][0].points) == (0, 2), "A2 is too far: 3.51 less half a base"
    at = end_of_turn(*characters, turn=1, scenario={**HOLD, "turns": 9})
    assert "scored" not in kinds(do(*at, dice=[1, 2])), "from turn 2 on"
    down = ("A3 21,10 down", "A4 20,11 down")
    at = end_of_turn(
        "A1 10,10", "A2 11,9", "B1 9,10", "B2 20,10", "B3 19,10", *down, turn=3, scenario={**HOLD, "turns": 9}
    )
    do(*at, dice=[1, 2])
    assert tuple(at[1][0].points) == (2, 2), "two to one at the first, two to none at the second"
    at = end_of_turn("A1 20,10", "B1 25,25", turn=3, scenario={**HOLD, "turns": 9})
    do(*at, dice=[1, 2])
    assert tuple(at[1][0].points) == (2, 0)
    at = end_of_turn("A1 10,10", "B1 9,10", "B2 20,10", turn=8, scenario={**HOLD, "turns": 8})
    assert only(do(*at), "ended").winner == "B wins", "the last turn scores before the limit is checked"
    at = end_of_turn("A1 10,10", "B1 25,10", turn=3, scenario={**HOLD, "victory": "break", "turns": 9})
    assert "scored" not in kinds(do(*at, dice=[1, 2])), "markers are of `hold` alone"


@pytest.mark.clause("GUN-23.7")
@pytest.mark.parametrize(("y", "wins"), ((0.51, True), (0.52, False)))
def test_a_carrier_wins_at_its_exit_edge(y: float, wins: bool) -> None:
    scenario = {"victory": "extract", "exit_edge": ("south", "north")}
    at = table("A1 5,3 carrying", "B1 25,5", act="A1", scenario=scenario)
    told = do(*at, f"move A1 5,{y}")
    assert (only(told, "ended").why == "objective") if wins else (phase_of(at[1]) == "act")


@pytest.mark.clause("GUN-23.7")
@pytest.mark.parametrize(("words", "victory"), (("", "extract"), ("carrying", "break")))
def test_nobody_wins_at_an_edge_who_does_not_carry_or_does_not_play_for_it(words: str, victory: str) -> None:
    """Nor does a carrier at the other side's edge."""
    scenario = {"victory": victory, "exit_edge": ("south", "north")}
    at = table(f"A1 5,3 {words}", "B1 25,5", act="A1", scenario=scenario)
    do(*at, "move A1 5,0.5")
    assert phase_of(at[1]) == "act"
    scenario["victory"] = "extract"
    for name, start, end, wins in (("A1", 28, 29.5, False), ("B1", 3, 0.5, False), ("B1", 28, 29.5, True)):
        other = "A1 25,5" if name == "B1" else "B1 25,5"
        at = table(f"{name} 5,{start} carrying", other, act=name, scenario=scenario)
        do(*at, f"move {name} 5,{end}")
        assert phase_of(at[1]) == ("over" if wins else "act"), (name, end)


@pytest.mark.clause("GUN-23.7", "GUN-23.8", "GUN-7.42")
@pytest.mark.parametrize(("victory", "points"), (("extract", (0, 3)), ("break", (0, 0))))
def test_only_a_carrier_that_is_up_and_plays_for_it_gives_points_at_the_limit(
    victory: str, points: tuple[int, int]
) -> None:
    scenario = {"victory": victory, "exit_edge": ("south", "north"), "vp_carry": 3, "turns": 8}
    at = end_of_turn("A1 5,5", "A2 5,9 down", "B1 25,5 carrying", scenario=scenario)
    end = only(do(*at), "ended")
    assert (end.points_a, end.points_b, end.why) == (*points, "points")


@pytest.mark.clause("GUN-23.10", "GUN-23.4", "GUN-22.4")
@pytest.mark.parametrize(
    ("winner", "reason"),
    (
        (0, "eliminated"),
        (1, "eliminated"),
        (0, "broken"),
        (1, "broken"),
        (1, "objective"),
        (1, "conceded"),
        (0, "objective"),
        (1, "points"),
        (-1, "draw"),
    ),
)
def test_the_result_names_who_wins_why_and_the_points(winner: int, reason: str) -> None:
    mine, theirs = ("A", "B") if winner < 1 else ("B", "A")
    if reason in ("points", "draw"):
        word = "down" if reason == "points" else ""
        at = end_of_turn("A1 5,5", "A2 5,9 " + word, "B1 25,5", "B2 25,9", scenario={"turns": 8, "vp_down": 2})
        do(*at)
    elif reason == "objective":
        goal = {"victory": "extract", "exit_edge": ("south", "south")}
        at = table(f"{mine}1 5,3 carrying", f"{theirs}1 25,5", act=f"{mine}1", scenario=goal)
        do(*at, f"move {mine}1 5,0.5")
    elif reason == "conceded":
        at = table("A1 5,5", "B1 25,5", choose="A")
        do(*at, "concede")
    else:
        others = [f"{theirs}2 20,20"] if reason == "broken" else []
        goal = {"victory": "break", "break_at": (1, 1), "vp_down": 2}
        at = table(f"{mine}1 5,5", f"{theirs}1 15,5", *others, act=f"{mine}1", scenario=goal)
        do(*at, f"shoot {mine}1 {theirs}1", dice=[9, 1])
    found = GAME.result(*at)
    assert (found.is_over, found.winners) == (True, (winner,) if winner >= 0 else ())
    assert reason in found.sentence and "victory points" in found.sentence


@pytest.mark.clause("GUN-23.2", "GUN-23.3", "GUN-23.4", "GUN-23.9", "GUN-22.4")
def test_points_decide_nothing_where_a_game_ends_otherwise() -> None:
    """Each time B has more of them."""
    points = {"vp_down": 1, "vp_leader_down": 5}
    behind = ("A1 5,5", "A2 5,9 down Leader")
    at = table(*behind, "B1 25,5", choose="B", scenario=points)
    assert only(do(*at, "concede"), "ended").winner == "A wins"
    at = table(*behind, "B1 15,5", act="A1", scenario=points)
    end = only(do(*at, "shoot A1 B1", dice=[9, 1]), "ended")
    assert (end.winner, end.points_a, end.points_b) == ("A wins", 1, 6)
    at = table(*behind, "B1 15,5", "B2 20,20", act="A1", scenario={**points, "victory": "break", "break_at": (9, 1)})
    assert only(do(*at, "shoot A1 B1", dice=[9, 1]), "ended").winner == "A wins"
    assault = {"victory": "assault", "attacker": 0, "zone": (2, 2, 6, 6), "turns": 8}
    assert only(do(*end_of_turn(*behind, "B1 25,5", scenario={**points, **assault})), "ended").winner == "A wins"


@pytest.mark.clause("GUN-23.2", "GUN-23.3", "GUN-9.11")
@pytest.mark.parametrize(
    ("goal", "why"), (({}, ""), ({"victory": "break", "break_at": (2, 9)}, "broken"), ({"break_at": (2, 9)}, ""))
)
def test_whoever_goes_down_in_whatever_way_it_is_judged(goal: dict[str, Any], why: str) -> None:
    """By a counter-attack, here, for the side that acts; only where breaking is what is played for."""
    at = table("A1 5,5", "A2 9,9 down", "A3 20,20", "B1 6,5", act="A1", scenario={"victory": "assault", **goal})
    told = do(*at, "fight A1 B1", dice=[1, 9, 1])
    assert [one.event.why for one in told if one.event.__struct_config__.tag == "ended"] == [why] * bool(why)  # type: ignore[attr-defined]


@pytest.mark.clause("GUN-23.13")
def test_when_the_game_ends_nothing_is_left_under_way() -> None:
    at = table("A1 5,5", "B1 25,5", act="A1")
    state, under_way = at[1][0], ("doing", "attack", "reaction")
    for name in ("active", "actions", "keeps", "may_pass", "placing"):
        setattr(state, name, 1)
    state.declared[:] = 1
    for name in under_way:
        at[1][name].view("i8")[:] = 1
    finish(state, at[0].tables[0], new_log()[0], DRAWN, BY_POINTS)
    assert [state.active, state.actions, state.keeps, state.may_pass, state.placing, *state.declared] == [0] * 7
    assert not any(any(at[1][name].tobytes()) for name in under_way)


@pytest.mark.clause("GUN-23.7", "GUN-7.16")
@pytest.mark.parametrize("edge", ("north", "east", "west"))
def test_each_edge_may_be_an_exit_but_not_by_standing_there(edge: str) -> None:
    places = {"north": ("5,28", "5,29.5"), "east": ("38,5", "39.5,5"), "west": ("2,5", "0.5,5")}
    start, end = places[edge]
    scenario = {"victory": "extract", "exit_edge": (edge, "south")}
    at = table(f"A1 {start} carrying", "B1 25,5", act="A1", scenario=scenario)
    assert only(do(*at, f"move A1 {end}"), "ended").winner == "A wins"
    at = table(f"A1 {end} carrying", "B1 25,5", act="A1", scenario=scenario)
    do(*at, "move A1 - prone")
    assert phase_of(at[1]) == "act", "a posture is no movement"


@pytest.mark.clause("GUN-23.7")
def test_a_carrier_shot_down_at_the_edge_does_not_win() -> None:
    scenario = {"victory": "extract", "exit_edge": ("south", "north")}
    at = table(
        "A1 5,3 carrying",
        "A2 30,20",
        "B1 10,0.5 auto min=0 region=0,0,9,0.6",
        act="A1",
        modules="overwatch",
        scenario=scenario,
    )
    do(*at, "move A1 5,0.5", dice=[9, 1])
    assert phase_of(at[1]) != "over" and not who(at[1], "A1").carrying


@pytest.mark.clause("GUN-23.8")
def test_a_carrier_at_the_turn_limit_gives_points() -> None:
    scenario = {"victory": "extract", "exit_edge": ("south", "north"), "vp_carry": 3, "vp_down": 1, "turns": 8}
    at = end_of_turn("A1 5,9 down", "A2 5,5 carrying", "B1 25,5 down", "B2 25,9", scenario=scenario)
    end = only(do(*at), "ended")
    assert (end.winner, end.points_a, end.points_b) == ("A wins", 4, 1)


@pytest.mark.clause("GUN-23.9")
@pytest.mark.parametrize(("places", "winner"), ((("5,5", "6,6"), "B wins"), (("5,5", "16,6"), "A wins")))
def test_an_assault_goes_by_who_has_more_in_the_zone(places: tuple[str, str], winner: str) -> None:
    scenario = {"victory": "assault", "attacker": 1, "zone": (0, 0, 6, 6), "turns": 8}
    at = end_of_turn("A1 1,1", "A2 30,20", *(f"B{k + 1} {place}" for k, place in enumerate(places)), scenario=scenario)
    end = only(do(*at), "ended")
    assert (end.winner, end.why) == (winner, "objective")


@pytest.mark.clause("GUN-23.9")
@pytest.mark.parametrize(
    ("characters", "wins"),
    (
        (("A1 6,6", "B1 6.01,5"), True),
        (("A1 6,6", "B1 5,6"), False),
        (("A1 6,6", "A2 3,3 down", "B1 5,6"), False),
        (("A1 6,6", "B1 5,6 down", "B2 20,20"), True),
        (("A1 6.01,6", "B1 20,20"), False),
        (("A1 6,6.01", "B1 20,20"), False),
        (("A1 2,2", "B1 1.99,5", "B2 5,1.99"), True),
    ),
)
def test_up_characters_whose_centre_is_inside_or_on_the_zone_count(characters: tuple[str, ...], wins: bool) -> None:
    at = end_of_turn(*characters, scenario={"victory": "assault", "attacker": 0, "zone": (2, 2, 6, 6), "turns": 8})
    assert only(do(*at), "ended").winner == ("A wins" if wins else "B wins")
