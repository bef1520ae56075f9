"""Section 7a and 7b: moves, crawls and runs."""

from __future__ import annotations

import pytest

from tests.games.gunplay.table import do, is_down, kinds, of_kind, only, place_of, posture_of, refused, table, who

WALL = [("low", (6, 3, 6.5, 7))]


@pytest.mark.clause("GUN-7.4", "GUN-7.12")
@pytest.mark.parametrize("path", ("5,5", "6,5>6,5", "6,5>7,5>7,5"))
def test_points_of_a_path_differ_from_the_one_before(path: str) -> None:
    at = table("A1 5,5", "B1 25,5", act="A1")
    assert refused(*at, f"move A1 {path}") == refused(*at, f"run A1 {path}") == "BAD_PATH"


@pytest.mark.clause("GUN-7.4")
def test_a_path_has_sixteen_waypoints_at_most() -> None:
    at = table("A1 5,5", "B1 25,5", act="A1")
    points = [f"5,{5 + 0.1 * (k % 2 + 1):.1f}" for k in range(16)]
    assert refused(*at, f"move A1 {'>'.join(points)}") == "ok"
    with pytest.raises(Exception, match="16 entries"):
        refused(*at, f"move A1 {'>'.join([*points, '5,5.4'])}")


@pytest.mark.clause("GUN-7.5", "GUN-3.4", "GUN-15.2", "GUN-15.3")
@pytest.mark.parametrize(("trait", "speed"), (("", 3), ("Fast", 4), ("Slow", 2)))
def test_a_walk_costs_up_to_the_speed(trait: str, speed: int) -> None:
    at = table(f"A1 5,5 {trait}", "B1 25,5", act="A1", modules="traits")
    assert refused(*at, f"move A1 {5 + speed},5") == "ok"
    assert refused(*at, f"move A1 {5 + speed}.01,5") == "PATH_TOO_LONG"
    assert refused(*at, f"run A1 {5 + 2 * speed},5") == "ok"
    assert refused(*at, f"run A1 {5 + 2 * speed}.01,5") == "PATH_TOO_LONG"


@pytest.mark.clause("GUN-7.6", "GUN-7.12")
def test_a_crawl_is_half_as_far_prone_throughout_and_under_no_fence() -> None:
    at = table("A1 5,5 prone", "B1 25,5", act="A1", pieces=[("low", (4, 6.2, 6, 6.3))])
    assert refused(*at, "move A1 6.5,5 prone crawl") == refused(*at, "move A1 6.5,5 - crawl") == "ok"
    assert refused(*at, "move A1 6.51,5 - crawl") == "PATH_TOO_LONG"
    assert refused(*at, "move A1 6.5,5 standing crawl") == "POSTURE_ILLEGAL"
    assert refused(*at, "move A1 5,6.45 - crawl") == "PATH_BLOCKED"
    at = table("A1 5,5", "B1 25,5", act="A1")
    assert refused(*at, "move A1 6,5 prone crawl") == "POSTURE_ILLEGAL"


@pytest.mark.clause("GUN-7.7")
def test_walking_out_of_prone_costs_an_inch_and_out_of_hiding_nothing() -> None:
    at = table("A1 5,5 prone", "B1 25,5", act="A1")
    assert (refused(*at, "move A1 7,5"), refused(*at, "move A1 7.01,5")) == ("ok", "PATH_TOO_LONG")
    at = table("A1 5.4,5 hiding", "B1 25,5", act="A1", pieces=WALL)
    assert refused(*at, "move A1 2.4,5") == "ok"


@pytest.mark.clause("GUN-7.8", "GUN-7.10", "GUN-7.53", "GUN-7.13")
def test_a_walk_ends_in_any_posture_hiding_only_at_cover() -> None:
    for posture, code in (("standing", "ok"), ("prone", "ok"), ("hiding", "POSTURE_ILLEGAL"), ("-", "ok")):
        at = table("A1 5,5", "B1 25,5", act="A1", pieces=WALL)
        assert refused(*at, f"move A1 3,5 {posture}") == code
    assert refused(*table("A1 5.4,7", "B1 25,5", act="A1", pieces=WALL), "move A1 5.4,8 hiding") == "POSTURE_ILLEGAL"
    do(*at, "move A1 5.5,5 hiding")
    assert posture_of(at[1], "A1") == "hiding" and who(at[1], "A1").moved
    do(*at, "move A1 5,5", dice=[])
    assert posture_of(at[1], "A1") == "standing", "left out, a walk ends standing"


@pytest.mark.clause("GUN-7.9", "GUN-7.53", "GUN-7.12")
def test_an_empty_path_changes_posture_in_place() -> None:
    at = table("A1 5,5", "B1 25,5", act="A1")
    assert refused(*at, "move A1 -") == refused(*at, "move A1 - standing") == "NO_CHANGE"
    assert refused(*at, "move A1 - hiding") == "POSTURE_ILLEGAL"
    told = do(*at, "move A1 - prone crawl")
    assert kinds(told)[0] == "posture_changed" and not who(at[1], "A1").moved and at[1][0].actions == 1
    assert refused(*at, "run A1 -") == "BAD_PATH"


@pytest.mark.clause("GUN-7.9", "GUN-7.53")
@pytest.mark.parametrize(("posture", "other"), (("standing", "prone"), ("prone", "standing"), ("hiding", "prone")))
def test_left_out_the_posture_in_place_is_the_present_one(posture: str, other: str) -> None:
    """Whatever the Speed, and wherever it has come to stand: only postures are checked."""
    at = table(f"A1 6.2,5 {posture} Slow", "B1 25,5", act="A1", modules="traits", pieces=WALL)
    for line in ("", " -", f" {posture}", f" {posture} crawl"):
        assert refused(*at, f"move A1 -{line}") == "NO_CHANGE", line
    for line in (other, f"{other} crawl"):
        assert refused(*at, f"move A1 - {line}") == "ok", line


@pytest.mark.clause("GUN-7.54")
def test_nobody_hides_where_it_would_be_engaged() -> None:
    at = table("A1 5,5", "B1 5.4,7", act="A1", pieces=WALL)
    assert refused(*at, "move A1 5.4,6 hiding") == "POSTURE_ILLEGAL" and refused(*at, "move A1 5.4,6") == "ok"


@pytest.mark.clause("GUN-7.12", "GUN-4.25", "GUN-4.26", "GUN-4.27", "GUN-4.28")
def test_the_checks_of_a_path_come_in_the_books_order() -> None:
    at = table("A1 2,5", "A2 2,7", "B1 25,5", "B2 3,5 down", act="A1", pieces=[*WALL, ("tall", (0, 1, 4, 2))])
    assert refused(*at, "move A1 0.4,5") == "PATH_OFF_TABLE"
    assert refused(*at, "move A1 2,2.2") == "PATH_BLOCKED"
    assert refused(*at, "move A1 2,8") == "PATH_BLOCKED", "a friend stands in the way"
    assert refused(*at, "move A1 5.6,5") == "PATH_TOO_LONG"
    assert refused(*at, "move A1 5,5") == "ok", "who is Down hinders nobody"
    at = table("A1 5,5", "B1 25,5", act="A1", pieces=WALL)
    assert refused(*at, "move A1 6,5") == "END_OVERLAP"


@pytest.mark.clause("GUN-7.17", "GUN-7.20", "GUN-7.21", "GUN-7.18")
def test_a_run_is_twice_as_far_and_sets_its_flags_whether_or_not_it_succeeds() -> None:
    at = table("A1 5.4,5 hiding", "B1 25,25", act="A1", pieces=WALL)
    told = do(*at, "run A1 1,1", dice=[3])
    assert place_of(at[1], "A1") == (1, 1) and posture_of(at[1], "A1") == "standing"
    first = who(at[1], "A1")
    assert (first.moved, first.ran_now, first.ran, only(told, "ran").result) == (1, 1, 1, "as far as it wants")


@pytest.mark.clause("GUN-7.18", "GUN-9.10")
@pytest.mark.parametrize(("face", "result"), ((3, "as far as it wants"), (2, "it stumbles")))
def test_nothing_modifies_the_test_of_a_run(face: int, result: str) -> None:
    words = "wounds=3 markers=2 moved braced Quick Hardened Strong pistol_light"
    at = table(f"A1 5,5 {words}", "B1 25,25", act="A1", modules="traits flinch weapon_speed activations")
    assert only(do(*at, "run A1 10,5", dice=[face]), "ran").result == result


@pytest.mark.clause("GUN-7.19", "GUN-7.55", "GUN-7.56")
@pytest.mark.parametrize("posture", ("standing", "hiding"))
def test_a_failed_run_may_end_where_it_began_in_the_old_posture(posture: str) -> None:
    pieces = [("low", (2.6, 0, 5.2, 10))]
    at = table(f"A1 2,5 {posture}", "B1 25,5", act="A1", pieces=pieces)
    do(*at, "run A1 7,5", dice=[2])
    assert place_of(at[1], "A1") == (2, 5) and posture_of(at[1], "A1") == posture and who(at[1], "A1").moved


@pytest.mark.clause("GUN-7.22", "GUN-7.23", "GUN-7.24", "GUN-7.25", "GUN-7.29", "GUN-7.41")
def test_who_may_not_run() -> None:
    for words, code in (
        ("prone", "POSTURE_ILLEGAL"),
        ("carrying", "CARRYING"),
        ("ran_now", "RUN_LIMIT"),
        ("shot_now", "SHOT_NO_RUN"),
    ):
        assert refused(*table(f"A1 5,5 {words}", "B1 25,5", act="A1"), "run A1 8,5") == code
    at = table("A1 5,5 carrying ran_now shot_now", "B1 6,5", act="A1")
    assert refused(*at, "run A1 5,8") == "ENGAGED", "the first of the book's list"
    at = table("A1 5,5", "B1 25,5", act="A1")
    do(*at, "run A1 8,5", dice=[9])
    assert refused(*at, "shoot A1 B1") == refused(*at, "brace A1") == "RAN_NO_SHOOT"
    assert refused(*table("A1 5,5 carrying", "B1 25,5", act="A1"), "move A1 8,5") == "ok"


@pytest.mark.clause("GUN-7.25", "GUN-4.26", "GUN-4.28")
def test_the_checks_of_a_run_s_path_come_in_the_books_order() -> None:
    pieces = [("tall", (0, 1, 4, 2)), ("low", (7, 4, 8, 6))]
    at = table("A1 2,5", "A2 2,7", "B1 25,5", "B2 3,5 down", act="A1", pieces=pieces)
    for path, code in (
        ("0.4,5>0.4,20", "PATH_OFF_TABLE"),
        ("2,2.2>2,20", "PATH_BLOCKED"),
        ("2,10", "PATH_BLOCKED"),
        ("7.5,5>7.5,12>7.5,5", "PATH_TOO_LONG"),
        ("7.4,5", "END_OVERLAP"),
        ("6,5", "ok"),
    ):
        assert refused(*at, f"run A1 {path}") == code, path
    at = table("A1 5.4,5 prone carrying ran_now shot_now", "B1 6,5", act="A1")
    assert (refused(*at, "run A1 -"), refused(*at, "run A1 3,5")) == ("BAD_PATH", "POSTURE_ILLEGAL")
    for words, code in (("carrying ran_now shot_now", "CARRYING"), ("ran_now shot_now", "RUN_LIMIT")):
        assert refused(*table(f"A1 5,5 {words}", "B1 25,5", act="A1"), "run A1 0,5") == code
    assert refused(*table("A1 5,5 shot_now", "B1 25,5", act="A1"), "run A1 0,5") == "SHOT_NO_RUN"


@pytest.mark.clause("GUN-7.28")
@pytest.mark.parametrize("line", ("move A1 6,5", "move A1 - prone", "run A1 6,5", "ready A1 pistol_light"))
def test_bracing_ends_with_whatever_moves(line: str) -> None:
    at = table("A1 5,5 rifle_light pistol_light braced", "B1 25,5", act="A1")
    do(*at, line, dice=[9] if line.startswith("run") else [])
    assert not who(at[1], "A1").braced


@pytest.mark.clause("GUN-7.28")
def test_bracing_lasts_over_shots_and_turns() -> None:
    at = table("A1 5,5 braced", "B1 25,5 activated", act="A1", actions=1)
    do(*at, "shoot A1 B1", dice=[1, 5, 6])
    assert at[1][0].turn == 2 and who(at[1], "A1").braced


@pytest.mark.clause("GUN-7.28", "GUN-10.9", "GUN-10.12")
def test_who_becomes_engaged_is_not_braced_and_hides_no_more() -> None:
    at = table("A1 5,5", "B1 8,5 braced", "B2 8,6.02 hiding", act="A1", pieces=[("low", (7, 6.6, 9, 7))])
    told = do(*at, "move A1 7.1,5.5", dice=[])
    assert not who(at[1], "B1").braced and posture_of(at[1], "B2") == "standing"
    assert only(told, "posture_changed").char == "B2"


@pytest.mark.clause("GUN-10.8", "GUN-7.16", "GUN-21.4")
def test_who_walks_away_from_enemies_is_struck_first() -> None:
    at = table("A1 5,5", "A2 20,20", "B1 6,5", act="A1")
    told = do(*at, "move A1 4,5", dice=[6, 1])
    assert kinds(told)[:2] == ["attacked", "withstood"]
    assert place_of(at[1], "A1") == (5, 5), "who goes Down does not move"
    at = table("A1 5,5", "B1 6,5", act="A1")
    assert kinds(do(*at, "move A1 - prone")) == ["posture_changed"], "a posture in place is none"


@pytest.mark.clause("GUN-7.11", "GUN-13.17")
def test_a_walker_stands_from_its_first_step_and_a_crawler_lies() -> None:
    at = table("A1 13,1 auto min=0", "B1 10,7 prone", "B2 30,25", act="B1", modules="overwatch")
    told = do(*at, "move B1 12,7 prone", dice=[1])
    assert of_kind(told, "attacked")[0].event.level == "Easy"  # type: ignore[attr-defined]
    assert posture_of(at[1], "B1") == "prone"


@pytest.mark.clause("GUN-7.6", "GUN-7.8", "GUN-7.11", "GUN-13.17", "GUN-13.18")
@pytest.mark.parametrize(
    ("orders", "line", "level", "place"),
    (
        ("min=0", "move B1 12,7 prone", "Hard", (10, 7)),
        ("min=50", "move B1 12,7 prone", "Moderate", (10.5, 7)),
        ("min=0 region=11.9,6,13,8", "move B1 12,7 prone", "Hard", (12, 7)),
        ("min=0 region=10.4,6,13,8", "move B1 11,7 - crawl", "Hard", (10.5, 7)),
        ("min=0", "move B1 - standing", "Hard", (10, 7)),
        ("min=50", "move B1 - standing", "Moderate", (10, 7)),
    ),
)
def test_a_mover_is_shot_at_in_the_posture_that_it_has_at_the_point(
    orders: str, line: str, level: str, place: tuple[float, float]
) -> None:
    """Prone at its start, standing on a walk, prone at its end and on a crawl; A1 is too far off to mind nothing."""
    at = table(f"A1 10,20 auto {orders}", "B1 10,7 prone", "B2 39,29", act="B1", modules="overwatch")
    told = do(*at, line, dice=[10, 1])
    assert of_kind(told, "attacked")[0].event.level == level  # type: ignore[attr-defined]
    assert is_down(at[1], "B1") and place_of(at[1], "B1") == place


@pytest.mark.clause("GUN-7.16", "GUN-13.23")
def test_who_is_shot_down_on_its_way_lies_there_legal_stop_or_not() -> None:
    fence, band = ("low", (11.2, 6, 11.7, 8)), ("A1 13,1 auto min=0 region=11.3,6,14,8", "B1 10,7 carrying", "B2 39,29")
    at = table(*band, act="B1", modules="overwatch", pieces=[fence])
    do(*at, "move B1 12.4,7 - walk stop", dice=[9, 1])
    assert is_down(at[1], "B1") and place_of(at[1], "B1") == (11.5, 7)
    assert (at[1][0].item_lies, at[1][0].item_x, at[1][0].item_y) == (1, 1150, 700)


@pytest.mark.clause("GUN-15.17")
def test_difficult_ground_costs_a_scout_no_more() -> None:
    for trait, code in (("", "PATH_TOO_LONG"), ("Scout", "ok")):
        at = table(f"A1 4,5 {trait}", "B1 25,5", act="A1", modules="traits", pieces=[("rough", (5, 0, 10, 10))])
        assert refused(*at, "move A1 6.5,5") == code
