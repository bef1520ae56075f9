"""Section 13b to 13f: trigger points, reactions and answers; section 21 where modules meet."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.games.gunplay.choices import React
from fireteam.games.gunplay.decision import DECISION
from fireteam.games.gunplay.rules.overwatch import reaction_faces
from fireteam.games.gunplay.rules.shooting import sees_character
from fireteam.games.gunplay.state import SINGLE
from tests.games.gunplay.table import (
    FULL,
    INITIATIVE,
    At,
    decider,
    do,
    is_down,
    kinds,
    number_of,
    of_kind,
    only,
    phase_of,
    place_of,
    posture_of,
    refused,
    rolled,
    table,
    view_of_slot,
    who,
)


def walk(first: str = "auto min=0", second: str = "", modules: str = "overwatch", **options: Any) -> At:
    """B1 acts before the eyes of A1, whose words are given, and A2 if it has any."""
    others = [f"A2 14,1 {second}"] if second else []
    return table(f"A1 13,1 {first}", *others, "B1 10,7", "B2 39,29", act="B1", modules=modules, **options)


@pytest.mark.clause("GUN-13.9", "GUN-13.11", "GUN-13.12", "GUN-13.13", "GUN-13.14")
def test_a_reaction_is_one_shoot_action_at_the_mover_and_then_it_has_been_activated() -> None:
    at = walk("smg_medium auto min=0 mode=auto", modules="overwatch weapon_charts")
    told = do(*at, "move B1 11,7", dice=[1, 1, 1])
    assert [one.event.target for one in of_kind(told, "attacked")] == ["B1"] * 3  # type: ignore[attr-defined]
    first = who(at[1], "A1")
    assert (first.activated, first.overwatch, first.ow_actions, first.loaded[0]) == (1, 0, 1, 0)


@pytest.mark.clause("GUN-13.15", "GUN-13.45")
@pytest.mark.parametrize(
    ("line", "dice", "reacts"),
    (
        ("move B1 11,7", [1], True),
        ("move B1 - prone", [1], True),
        ("run B1 11,7", [9, 1], True),
        ("shoot B1 A2", [1, 1], True),
        ("brace B1", [], False),
        ("end_activation B1", [], False),
    ),
)
def test_what_triggers_a_reaction(line: str, dice: list[int], reacts: bool) -> None:
    at = walk(second="hold")
    told = do(*at, line, dice=dice)
    assert ("A1" in [one.event.char for one in of_kind(told, "attacked")]) == reacts  # type: ignore[attr-defined]


@pytest.mark.clause("GUN-20.5", "GUN-20.8", "GUN-20.10", "GUN-13.20")
@pytest.mark.parametrize(("words", "dice"), (("bolt_medium", [1]), ("smg_medium mode=auto", [1, 1, 1])))
def test_what_a_reaction_takes_of_a_weapon_it_lacks_for_the_next(words: str, dice: list[int]) -> None:
    """A shot of ROF R counts for the turn, and autofire leaves the weapon empty; A1 is still on Overwatch."""
    modules = "overwatch activations weapon_charts"
    at = table(f"A1 13,1 auto min=0 {words}", "B1 10,7", "B2 39,29", act="B1", modules=modules)
    do(*at, "move B1 11,7", dice=[10, *dice])
    assert who(at[1], "A1").overwatch and who(at[1], "A1").fired[0] == 1
    do(*at, "move B1 12,7")
    at = table("A1 10,7 bolt_medium", "A2 30,7", "B1 16,7 auto min=0", act="A1", modules="overwatch weapon_charts")
    who(at[1], "B1").fired[0] = 1
    do(*at, "move A1 11,7", dice=[1])
    assert not who(at[1], "B1").overwatch, "of ROF 1 it may fire again"


@pytest.mark.clause("GUN-13.20", "GUN-13.49", "GUN-13.50", "GUN-20.11")
@pytest.mark.parametrize(
    ("orders", "dice", "phase"),
    (("ask mode=auto", [], "react"), ("auto min=0 mode=auto", [], "act"), ("auto min=0", [1], "act")),
)
def test_the_chance_is_that_of_the_order_s_mode_to_fire_by_itself_and_of_a_single_shot_to_ask(
    orders: str, dice: list[int], phase: str
) -> None:
    """At Extreme, 12, with 2 for a braced Marksman one face hits; on autofire none does."""
    at = table(
        f"A1 5,5 smg_light braced Marksman {orders}",
        "B1 23,5",
        "B2 39,29",
        act="B1",
        modules="overwatch weapon_charts traits extra_difficulties",
        pieces=[("woods", (22, 3, 24, 8))],
    )
    do(*at, "move B1 23,5.5", dice=dice)
    assert phase_of(at[1]) == phase
    if phase == "react":
        assert (refused(*at, "react A1"), refused(*at, "react A1 auto")) == ("ok", "MODE_ILLEGAL")


@pytest.mark.clause("GUN-13.24", "GUN-13.48")
def test_a_mover_is_asked_once_a_point_after_all_its_reactions() -> None:
    band = ("A1 13,1 auto min=0", "A2 12,1 auto min=0", "A3 14,1 auto min=100")
    at = table(*band, "B1 10,7", "B2 39,29", act="B1", modules="overwatch")
    told = do(*at, "move B1 12.9,7 - walk ask", dice=[1, 1])
    assert phase_of(at[1]) == "resume" and len(of_kind(told, "attacked")) == 2
    do(*at, "continue")
    assert phase_of(at[1]) == "act" and place_of(at[1], "B1") == (12.9, 7)


@pytest.mark.clause("GUN-7.14", "GUN-7.15", "GUN-7.21", "GUN-7.55")
@pytest.mark.parametrize(("words", "region", "end"), (("", "", 10), ("hiding", "region=10.9,6,14,8", 11)))
def test_a_run_may_stop_when_it_was_shot_at_and_has_been_one(words: str, region: str, end: float) -> None:
    at = table(f"A1 13,1 auto min=0 {region}", f"B1 10,7 {words}", "B2 39,29", act="B1", modules="overwatch")
    do(*at, "run B1 14,7 stop", dice=[9, 1])
    first = who(at[1], "B1")
    assert place_of(at[1], "B1") == (end, 7) and posture_of(at[1], "B1") == "standing"
    assert (first.moved, first.ran, first.ran_now) == (1, 1, 1)


@pytest.mark.clause("GUN-7.19", "GUN-13.17", "GUN-13.33")
def test_a_failed_run_ends_where_it_stops_for_who_waits_too() -> None:
    at = walk("ask", step="1.0")
    do(*at, "run B1 15,7", "wait A1", dice=[1])
    assert phase_of(at[1]) == "react" and place_of(at[1], "B1") == (13, 7)
    do(*at, "wait A1")
    assert phase_of(at[1]) == "act" and place_of(at[1], "B1") == (13, 7)


@pytest.mark.clause("GUN-13.46")
@pytest.mark.parametrize("answer", ("wait", "pass"))
def test_after_a_shot_to_wait_is_to_pass(answer: str) -> None:
    at = table("A1 13,1 ask", "A2 10,1", "B1 10,7", act="B1", modules="overwatch")
    do(*at, "shoot B1 A2", f"{answer} A1", dice=[1])
    assert (phase_of(at[1]), at[1][0].actions) == ("act", 1) and who(at[1], "A1").overwatch


@pytest.mark.clause("GUN-13.47", "GUN-13.34")
def test_where_a_mover_stops_those_alone_are_asked_again_who_waited_and_still_can() -> None:
    """A1 waits, A2 passes, A3 waits and cannot fire any more; A4 has fired."""
    band = ("A1 13,1 ask", "A2 12,1 ask", "A3 9,1 ask", "A4 11,1 auto min=0 region=10.4,6,14,8")
    at = table(*band, "B1 10,7", "B2 39,29", act="B1", modules="overwatch")
    do(*at, "move B1 12.9,7 - walk stop", "wait A1", "pass A2", "wait A3", dice=[1])
    assert (int(at[1][0].doing.offered), place_of(at[1], "B1")) == (0b101, (10.5, 7))
    who(at[1], "A3").loaded[0] = 0
    do(*at, "pass A1")
    assert phase_of(at[1]) == "act" and place_of(at[1], "B1") == (10.5, 7)


@pytest.mark.clause("GUN-13.15", "GUN-13.16")
def test_nothing_done_as_a_reaction_triggers_anything_and_one_attempt_is_made() -> None:
    at = table("A1 13,1 auto min=0", "A2 1,1", "B1 10,7", "B2 12,7 auto min=0", act="B1", modules="overwatch")
    told = do(*at, "move B1 10,9", dice=[1])
    assert [one.event.char for one in of_kind(told, "attacked")] == ["A1"]  # type: ignore[attr-defined]
    assert who(at[1], "B2").overwatch


@pytest.mark.clause("GUN-13.16", "GUN-13.26", "GUN-13.33", "GUN-13.34", "GUN-13.46")
@pytest.mark.parametrize(("mine", "theirs"), (("A", "B"), ("B", "A")))
def test_either_side_attempts_once_an_action_and_is_asked_by_what_it_answered(mine: str, theirs: str) -> None:
    movers = (f"{theirs}1 10,7", f"{theirs}2 39,29")
    band, act = (f"{mine}1 13,1 hold", f"{mine}2 12,1 auto min=0"), f"{theirs}1"
    at = table(*band, *movers, act=act, modules="overwatch activations")
    told = do(*at, f"move {theirs}1 12.9,7", dice=[10, 1])
    assert len(of_kind(told, "attacked")) == 1 and who(at[1], f"{mine}2").overwatch
    band = (f"{mine}1 13,1 ask", f"{mine}2 12,1 ask")
    at = table(*band, *movers, act=act, modules="overwatch")
    do(*at, f"move {theirs}1 12.9,7", f"wait {mine}1", f"pass {mine}2")
    assert (int(at[1][0].doing.offered), place_of(at[1], f"{theirs}1")) == (0b1, (12.9, 7))
    assert refused(*at, f"react {mine}2") == refused(*at, f"react {theirs}2") == "NOT_OFFERED"
    told = do(*at, f"react {mine}1", dice=[1])
    assert only(told, "attacked").char == f"{mine}1" and phase_of(at[1]) == "act"
    assert not who(at[1], f"{mine}1").overwatch and who(at[1], f"{mine}2").overwatch


@pytest.mark.clause("GUN-13.19", "GUN-8.20", "GUN-13.10")
def test_a_shot_triggers_once_after_its_last_shot() -> None:
    at = walk(second="hold")
    told = do(*at, "shoot B1 A2", dice=[9, 9, 1])
    assert kinds(told)[:3] == ["attacked", "withstood", "attacked"]


@pytest.mark.clause("GUN-13.18")
def test_a_posture_change_is_seen_before_and_after() -> None:
    at = walk("ask")
    do(*at, "move B1 - prone")
    assert posture_of(at[1], "B1") == "standing" and phase_of(at[1]) == "react"
    do(*at, "wait A1")
    assert posture_of(at[1], "B1") == "prone" and phase_of(at[1]) == "react", "asked once more at the end"


@pytest.mark.clause("GUN-13.17", "GUN-13.44")
@pytest.mark.parametrize(("step", "end"), (("0.25", 10.5), ("0.5", 10.5), ("1.0", 11)))
def test_trigger_points_are_a_step_apart(step: str, end: float) -> None:
    """It is out of sight at the start."""
    at = walk("ask", pieces=[("tall", (8, 4, 12, 4.5))], step=step)
    do(*at, "move B1 12.8,7")
    assert place_of(at[1], "B1") == (end, 7)


@pytest.mark.clause("GUN-13.31", "GUN-4.39", "GUN-13.50")
@pytest.mark.parametrize(
    ("orders", "fires"),
    (
        ("auto min=80", True),
        ("auto min=81", False),
        ("auto min=80 moved", True),
        ("auto min=0 on=move", True),
        ("auto min=0 on=fire", False),
        ("auto min=0 targets=B1", True),
        ("auto min=0 targets=B2", False),
        ("auto min=0 region=0,0,9,9", False),
        ("auto min=0 region=11,6,12,8", True),
        ("auto min=0 region=11,7,12,8", True),
        ("auto min=0 region=9,6,10,7", True),
        ("auto min=0 region=9,7.01,12,8", False),
        ("auto min=0 region=9,6,12,6.99", False),
        ("auto min=0 targets=B1+B2", True),
        ("hold", False),
    ),
)
def test_when_orders_fire(orders: str, fires: bool) -> None:
    at = walk(orders)
    told = do(*at, "move B1 11,7", dice=[1] if fires else [])
    assert bool(of_kind(told, "attacked")) == fires


@pytest.mark.clause("GUN-13.31", "GUN-13.50", "GUN-8.15")
@pytest.mark.parametrize(("least", "fires"), ((70, True), (71, False)))
def test_the_chance_of_an_order_is_that_at_who_has_run(least: int, fires: bool) -> None:
    told = do(*walk(f"auto min={least}"), "run B1 11,7", dice=[9, 1] if fires else [9])
    assert bool(of_kind(told, "attacked")) == fires


@pytest.mark.clause("GUN-13.31", "GUN-13.45")
@pytest.mark.parametrize(
    ("kind", "line", "dice", "fires"),
    (
        ("move", "shoot B1 A2", [1], False),
        ("fire", "shoot B1 A2", [1], True),
        ("move", "run B1 11,7", [9], True),
        ("fire", "run B1 11,7", [9], False),
        ("move", "move B1 - prone", [], True),
        ("fire", "move B1 - prone", [], False),
    ),
)
def test_to_fire_is_one_trigger_and_all_movement_the_other(kind: str, line: str, dice: list[int], fires: bool) -> None:
    at = table(f"A1 13,1 auto min=0 on={kind}", "A2 10,1", "B1 10,7", "B2 39,29", act="B1", modules="overwatch")
    told = do(*at, line, dice=[*dice, 1] if fires else dice)
    assert ("A1" in [one.event.char for one in of_kind(told, "attacked")]) == fires  # type: ignore[attr-defined]


@pytest.mark.clause("GUN-13.20", "GUN-8.14")
def test_nobody_reacts_without_a_chance_and_own_movement_does_not_matter() -> None:
    at = table("A1 1,5 auto min=0", "B1 39,5", act="B1", modules="overwatch", pieces=[("low", (38, 4, 38.3, 6))])
    assert not of_kind(do(*at, "move B1 39,6"), "attacked")
    at = walk("auto min=0 moved")
    assert of_kind(do(*at, "move B1 11,7", dice=[1]), "attacked")[0].event.modifiers == "0"  # type: ignore[attr-defined]


@pytest.mark.clause("GUN-13.21", "GUN-22.7")
def test_orders_go_before_offers_by_rising_id() -> None:
    at = table(
        "A1 13,1 ask", "A2 14,1 auto min=0", "A3 12,1 auto min=0", "B1 10,7", "B2 39,29", act="B1", modules="overwatch"
    )
    told = do(*at, "move B1 11,7", dice=[1, 1])
    assert [one.event.char for one in of_kind(told, "attacked")] == ["A2", "A3"]  # type: ignore[attr-defined]
    assert phase_of(at[1]) == "react" and int(at[1][0].doing.offered) == 1


@pytest.mark.clause("GUN-13.21", "GUN-13.46", "GUN-13.49", "GUN-13.34", "GUN-13.12")
def test_an_answer_names_one_on_offer_and_the_others_stay_offered() -> None:
    at = walk("ask", "ask rifle_light")
    do(*at, "move B1 11,7")
    assert int(at[1][0].doing.offered) == 3 and decider(at[1]) == 0
    assert refused(*at, "react A7") == refused(*at, "pass B1") == "NOT_OFFERED"
    assert refused(*at, "react A1 auto") == "MODE_ILLEGAL"
    do(*at, "react A2", dice=[1])
    assert int(at[1][0].doing.offered) == 1 and not who(at[1], "A2").overwatch
    assert refused(*at, "react A2") == "NOT_OFFERED"
    do(*at, "pass A1")
    assert phase_of(at[1]) == "act" and who(at[1], "A1").overwatch


@pytest.mark.clause("GUN-13.33", "GUN-13.46")
def test_who_waits_is_asked_again_after_losing_sight() -> None:
    """A wall hides the mover at x 11; at 10 and at 12 the chance is the same."""
    at = walk("ask", pieces=[("tall", (10.8, 5.9, 11.8, 6.1))], step="1.0")
    do(*at, "move B1 12.9,7")
    asked = []
    while phase_of(at[1]) == "react":
        asked.append(place_of(at[1], "B1")[0])
        do(*at, "wait A1")
    assert asked == [10, 12, 12.9]
    at = walk("ask", step="1.0")
    do(*at, "move B1 12.9,7", "wait A1")
    assert place_of(at[1], "B1") == (12.9, 7), "where it never loses sight only the end is offered"


@pytest.mark.clause("GUN-13.33", "GUN-13.34", "GUN-13.46")
@pytest.mark.parametrize("answers", [("wait",), ("wait", "wait", "pass")], ids=" ".join)
@pytest.mark.parametrize("step", ["0.25", "0.5", "1.0"])
@pytest.mark.parametrize(
    "pieces",
    [
        [("tall", (10.8, 5.9, 11.8, 6.1))],
        [("tall", (10.8, 5.9, 11.2, 6.1)), ("tall", (11.9, 5.9, 12.4, 6.1))],
        [("low", (10.9, 5.9, 11.4, 6.1)), ("tall", (11.7, 5.9, 12.1, 6.1))],
        [],
    ],
    ids=["one gap", "two gaps", "cover, then a gap", "open"],
)
def test_who_waits_is_asked_where_the_point_and_what_lies_since_the_last_answer_say(
    pieces: list[Any], step: str, answers: tuple[str, ...]
) -> None:
    """Two who wait are told apart by where they stand; what each is asked is worked out from fresh tables."""
    places, points = {"A1": "13,1", "A2": "8,1"}, points_of(10, 12.9, float(step))
    at = table(
        *(f"{name} {place} ask" for name, place in places.items()),
        "B1 10,7",
        "B2 39,29",
        act="B1",
        modules="overwatch",
        pieces=pieces,
        step=step,
    )
    do(*at, "move B1 12.9,7")
    asked: dict[str, list[float]] = {name: [] for name in places}
    while phase_of(at[1]) == "react":
        name = next(name for k, name in enumerate(places) if int(at[1][0].doing.offered) >> k & 1)
        asked[name].append(place_of(at[1], "B1")[0])
        do(*at, f"{answers[(len(asked[name]) - 1) % len(answers)]} {name}")
    for name, place in places.items():
        assert asked[name] == points_to_ask(place, points, pieces, answers), name


def points_of(start: float, end: float, step: float) -> list[float]:
    """The trigger points of a straight way."""
    points = [start]
    while points[-1] + step < end:
        points.append(points[-1] + step)
    return [*points, end]


def points_to_ask(place: str, points: list[float], pieces: list[Any], answers: tuple[str, ...]) -> list[float]:
    """Where one who waits is offered a shot at B1 that walks along y 7, by GUN-13.33 as it is written."""
    asked: list[float] = []
    last_faces, lost = 0, False
    for x in points:
        (setting, states) = table(f"A1 {place} ask", f"B1 {x},7", act="B1", modules="overwatch", pieces=pieces)
        faces = int(reaction_faces(states[0], setting.tables[0], 0, SINGLE, 1))
        lost = lost or not sees_character(states[0], setting.tables[0], 0, number_of("B1"))
        if faces and (not asked or faces != last_faces or lost or x == points[-1]):
            asked.append(x)
            last_faces, lost = faces, False
            if answers[(len(asked) - 1) % len(answers)] == "pass":
                break
    return asked


@pytest.mark.clause("GUN-13.23", "GUN-6.10")
def test_a_mover_that_goes_down_ends_its_activation_at_once() -> None:
    at = walk("auto min=0", "auto min=0")
    do(*at, "move B1 13,7", dice=[9, 1])
    assert is_down(at[1], "B1") and place_of(at[1], "B1") == (10, 7) and who(at[1], "A2").overwatch
    assert (phase_of(at[1]), decider(at[1])) == ("choose", 1)
    assert not at[1][0].doing.tobytes().strip(b"\0")


@pytest.mark.clause("GUN-13.24", "GUN-7.14", "GUN-7.15", "GUN-13.48")
def test_a_mover_may_stop_or_be_asked_when_it_was_shot_at() -> None:
    at = walk()
    do(*at, "move B1 13,7 - walk stop", dice=[1])
    assert place_of(at[1], "B1") == (10, 7)
    at = walk()
    do(*at, "move B1 13,7 - walk ask", dice=[1])
    assert (phase_of(at[1]), decider(at[1])) == ("resume", 1)
    assert refused(*at, "pass A1") == "WRONG_STATE"
    do(*at, "continue")
    assert place_of(at[1], "B1") == (13, 7)
    at = walk()
    do(*at, "move B1 13,7 - walk ask", dice=[1])
    do(*at, "stop")
    assert place_of(at[1], "B1") == (10, 7) and who(at[1], "B1").moved
    at = walk("auto min=0 region=12.9,6,14,8")
    do(*at, "move B1 13,7 - walk ask", dice=[1])
    assert phase_of(at[1]) == "act", "not at the final trigger point"
    at = walk()
    do(*at, "move B1 - prone walk ask", dice=[1])
    assert phase_of(at[1]) == "act" and posture_of(at[1], "B1") == "prone", "nor in place"


@pytest.mark.clause("GUN-7.15", "GUN-7.55", "GUN-7.20")
def test_a_mover_stops_at_the_last_legal_stop() -> None:
    pieces = [("low", (11.2, 6, 11.7, 8))]
    at = walk("auto min=0 region=11.3,6,14,8", pieces=pieces)
    do(*at, "move B1 12.4,7 - walk stop", dice=[1])
    assert place_of(at[1], "B1") == (10.5, 7), "there it crosses the fence; x 11 is too near to it"
    at = table("A1 13,1 auto min=0", "B1 10,7 prone", "B2 39,29", act="B1", modules="overwatch")
    do(*at, "move B1 12,7 - walk stop", dice=[1])
    assert posture_of(at[1], "B1") == "prone" and who(at[1], "B1").moved, "at the start it keeps its posture"
    at = table("A1 13,1 auto min=0 region=11,6,14,8", "B1 10,7 prone", "B2 39,29", act="B1", modules="overwatch")
    do(*at, "move B1 11.5,7 - crawl stop", dice=[1])
    assert posture_of(at[1], "B1") == "prone" and place_of(at[1], "B1") == (11, 7)


@pytest.mark.clause("GUN-7.15", "GUN-7.55", "GUN-7.56")
@pytest.mark.parametrize("posture", ["standing", "prone", "hiding"])
@pytest.mark.parametrize(
    ("fence", "stop", "end"),
    [((10.6, 6, 11.8, 8), 10, ""), ((11.2, 6, 11.7, 8), 10.5, "standing")],
    ids=["back to the start", "back to a point on the way"],
)
def test_a_mover_that_is_set_back_has_the_posture_of_the_point_where_it_ends(
    posture: str, fence: tuple[float, ...], stop: float, end: str
) -> None:
    """It is stopped at x 11, too near to the fence, and goes back to the start only where no point before is free."""
    at = table(
        "A1 13,1 auto min=0 region=10.9,6,14,8",
        f"B1 10,7 Fast {posture}",
        "B2 39,29",
        act="B1",
        modules="overwatch traits",
        pieces=[("low", fence)],
    )
    told = do(*at, "move B1 12.4,7 - walk stop", dice=[1])
    assert (place_of(at[1], "B1"), posture_of(at[1], "B1")) == ((stop, 7), end or posture)
    assert only(told, "stopped").at == f"{stop},7"
    ways = [(one.event.start, one.event.end) for one in of_kind(told, "moved")]  # type: ignore[attr-defined]
    assert ways == [("10,7", "11,7"), ("11,7", f"{stop},7")]
    changed = [one.event.posture for one in of_kind(told, "posture_changed")]  # type: ignore[attr-defined]
    assert changed == ([end] if end and end != posture else [])


@pytest.mark.clause("GUN-7.52", "GUN-13.47")
def test_an_overwatcher_that_flinches_into_the_path_stops_the_mover() -> None:
    """A2 is put there by hand, as if by its flinch action at this point."""
    at = walk("ask", "hold")
    do(*at, "move B1 13,7")
    assert phase_of(at[1]) == "react" and place_of(at[1], "B1") == (10, 7)
    second = who(at[1], "A2")
    second.x, second.y, at[1][0].doing.retired = 1200, 700, 1
    do(*at, "wait A1")
    assert phase_of(at[1]) == "react", "this is the final point now: it is asked once more"
    told = do(*at, "wait A1")
    assert only(told, "stopped").at == "10,7" and phase_of(at[1]) == "act"


@pytest.mark.clause("GUN-7.52", "GUN-13.38", "GUN-12.9")
def test_so_does_one_that_retires_there_by_itself() -> None:
    at = table(
        "A1 10,7 auto min=0 wounds=3",
        "B1 13,9.5 Fast",
        "B2 39,29",
        act="B1",
        modules="activations overwatch traits",
        pieces=[("low", (10, 8.5, 10.5, 11.5))],
    )
    told = do(*at, "move B1 10,8", dice=[1])
    assert kinds(told) == ["reacted", "flinched", "stopped"]
    assert place_of(at[1], "A1") == (9.04, 8.15) and place_of(at[1], "B1") == (13, 9.5)


@pytest.mark.clause("GUN-13.38", "GUN-13.43", "GUN-12.9")
def test_an_overwatcher_that_fails_trivial_retires_at_once() -> None:
    pieces = [("low", (11.6, 0, 11.8, 2)), ("low", (13.6, 0, 14, 3))]
    at = walk("auto min=0 wounds=3 braced", modules="activations overwatch", pieces=pieces)
    told = do(*at, "move B1 10,8", dice=[1])
    assert kinds(told)[:2] == ["reacted", "flinched"] and not of_kind(told, "attacked")
    first = who(at[1], "A1")
    assert (first.activated, first.overwatch, first.braced) == (1, 0, 0) and place_of(at[1], "B1") == (10, 8)


@pytest.mark.clause("GUN-12.31", "GUN-13.38", "GUN-13.15")
@pytest.mark.parametrize(
    ("me", "threat", "fence", "end"),
    (
        ("12,6", "4,6", (10.5, 7.15, 10.8, 12), (12, 7.5)),
        ("6,12", "6,4", (7.15, 10.5, 12, 10.8), (7.5, 12)),
        ("12,6", "4,6", (30, 20, 31, 21), (12, 6)),
    ),
    ids=["along y", "along x", "in place"],
)
def test_an_overwatcher_that_retires_has_moved_if_it_goes_anywhere(
    me: str, threat: str, fence: tuple[float, ...], end: tuple[float, float]
) -> None:
    band = (f"A1 {me} auto min=0 wounds=3 braced", f"B1 {threat}")
    at = table(*band, act="B1", modules="activations overwatch", pieces=[("low", fence)])
    do(*at, "move B1 - prone", dice=[1])
    first = who(at[1], "A1")
    assert (place_of(at[1], "A1"), first.moved, first.braced) == (end, int(f"{end[0]},{end[1]}" != me), 0)
    assert (first.activated, first.overwatch, first.ow_actions) == (1, 0, 1)


@pytest.mark.clause("GUN-23.7", "GUN-13.38")
def test_who_goes_prone_on_its_exit_edge_does_not_win() -> None:
    band = ("A1 12,0.5 auto min=0 wounds=3 carrying", "A2 30,25", "B1 4,0.5", "B2 39,29")
    scenario = {"victory": "extract", "exit_edge": ("south", "north")}
    at = table(*band, act="B1", modules="activations overwatch", scenario=scenario)
    do(*at, "move B1 - prone", dice=[1])
    assert posture_of(at[1], "A1") == "prone" and phase_of(at[1]) == "act"


@pytest.mark.clause("GUN-23.7", "GUN-13.38", "GUN-12.9", "GUN-12.31")
@pytest.mark.parametrize(("edge", "wins"), (("west", True), ("east", False)))
def test_a_carrier_that_retires_onto_its_exit_edge_wins_at_once(edge: str, wins: bool) -> None:
    """Its flinch action is a movement too."""
    at = table(
        "A1 1.46,7 auto min=0 wounds=3 carrying",
        "A2 30,25",
        "B1 4.46,9.5 Fast",
        "B2 39,29",
        act="B1",
        modules="activations overwatch traits",
        pieces=[("low", (1.46, 8.5, 1.96, 11.5))],
        scenario={"victory": "extract", "exit_edge": (edge, "north")},
    )
    told = do(*at, "move B1 1.46,8", dice=[1])
    assert kinds(told)[:2] == ["reacted", "flinched"] and place_of(at[1], "A1")[0] <= 0.51
    assert who(at[1], "A1").moved, "it has been displaced"
    assert (phase_of(at[1]) == "over") == wins
    if wins:
        assert only(told, "ended").winner == "A wins" and only(told, "ended").why == "objective"


@pytest.mark.clause("GUN-13.28", "GUN-13.41", "GUN-11.3")
def test_the_test_of_a_reaction_never_moves_the_initiative() -> None:
    at = walk(modules="overwatch activations")
    do(*at, "move B1 11,7", dice=[10, 1])
    assert who(at[1], "A1").overwatch and at[1][0].holder == 1
    at = walk(modules="overwatch activations")
    do(*at, "move B1 11,7", dice=[8, 1])
    assert (who(at[1], "A1").overwatch, who(at[1], "A1").activated) == (0, 1)


@pytest.mark.clause("GUN-21.2", "GUN-13.36")
def test_one_reaction_goes_in_the_books_order() -> None:
    at = walk("auto min=0 markers=1", modules=INITIATIVE)
    told = do(*at, "move B1 11,7", dice=[10, 1])
    assert kinds(told)[:2] == ["reacted", "attacked"] and rolled(told) == [("Activation", 10), ("shot", 1)]
    assert who(at[1], "A1").markers == 0 and who(at[1], "A1").ow_actions == 1


@pytest.mark.clause("GUN-21.4", "GUN-7.18")
def test_one_movement_goes_in_the_books_order() -> None:
    at = walk()
    told = do(*at, "run B1 13,7", dice=[9, 1])
    assert kinds(told) == ["ran", "attacked", "moved"]
    at = table("A1 10,6 hold", "A2 13,1 auto min=0", "B1 10,7", "B2 39,29", act="B1", modules="overwatch")
    told = do(*at, "move B1 11,8.5", dice=[1, 1])
    assert kinds(told) == ["attacked", "moved", "attacked", "moved"], "parted from A1 before A2 may fire"


@pytest.mark.clause("GUN-5.2", "GUN-13.22", "GUN-13.30", "GUN-22.10")
def test_orders_and_the_rest_of_a_path_are_their_owners_alone() -> None:
    lines = ("move B1 13,7 prone walk stop", "move B1 11,7", "move B1 11,7>11,9 standing walk ask")
    seen = []
    for line in lines:
        at = walk("ask", "auto min=99", pieces=[("tall", (8, 4, 10.2, 4.5))])
        do(*at, line)
        assert phase_of(at[1]) == "react" and place_of(at[1], "B1") == (10, 7)
        seen.append(view_of_slot(*at, 0).tobytes())
        theirs = view_of_slot(*at, 1)
        assert who(theirs, "A2").orders.policy == 0 and who(theirs, "A2").orders.min_chance == 20
        assert theirs[0].doing.path.tobytes() == at[1][0].doing.path.tobytes()
    assert len(set(seen)) == 1, "before its first step all three look alike"
    at = walk("ask", pieces=[("tall", (8, 4, 12, 4.5))])
    do(*at, "move B1 11,7>11,8.5")
    mine = view_of_slot(*at, 0)
    assert mine[0].doing.path.n <= 1 and mine[0].doing.last == mine[0].doing.point


# Section 21, where no test above has it


@pytest.mark.clause("GUN-1.1", "GUN-1.3", "GUN-12.2", "GUN-2.13")
def test_without_extra_difficulties_cover_at_extreme_range_cannot_be_hit() -> None:
    at = table("A1 1,5", "B1 39,5", act="A1", modules="flinch", pieces=[("low", (38, 4, 38.3, 6))])
    told = do(*at, "shoot A1 B1")
    assert of_kind(told, "attacked")[0].event.level == "Impossible" and who(at[1], "B1").markers == 0  # type: ignore[attr-defined]


@pytest.mark.clause("GUN-1.4", "GUN-14.1")
def test_weapon_speed_without_activations_changes_nothing() -> None:
    at = table("A1 5,5 pistol_light", "B1 25,5", choose="A", modules="weapon_speed")
    assert rolled(do(*at, "activate A1")) == []


@pytest.mark.clause("GUN-12.1", "GUN-12.5", "GUN-8.17")
def test_autofire_with_flinch_gives_a_marker_a_miss_until_a_hit_downs_the_target() -> None:
    at = walk("smg_medium auto min=0 mode=auto", modules=FULL)
    do(*at, "move B1 11,7", dice=[9, 1, 1, 9, 1])
    assert is_down(at[1], "B1") and who(at[1], "B1").markers == 0


@pytest.mark.clause("GUN-13.39", "GUN-13.15")
def test_with_flinch_alone_a_failed_test_takes_the_reaction() -> None:
    at = walk("auto min=0 markers=1", modules="overwatch flinch")
    told = do(*at, "move B1 11,7", dice=[1])
    assert kinds(told)[:2] == ["flinch_tested", "flinched"] and not of_kind(told, "attacked")
    assert who(at[1], "A1").activated and who(at[1], "A1").ow_actions == 1


@pytest.mark.clause("GUN-13.32")
def test_hold_never_reacts_and_a_movement_nobody_watches_is_one_step() -> None:
    at = walk("hold")
    assert kinds(do(*at, "move B1 11,7>12,7")) == ["moved", "moved"]


@pytest.mark.clause("GUN-13.25")
def test_the_odds_of_a_reaction_tell_its_test_apart_where_it_may_fail() -> None:
    """With `activations` it has to pass Easy, which 8 of 10 faces do; without there is nothing to fail."""
    for modules, found in (("overwatch activations", {"passes its test and fires": "4/5"}), ("overwatch", {})):
        setting, states = walk("ask", modules=modules)
        do(setting, states, "move B1 11,7")
        assert phase_of(states) == "react"
        told = DECISION.explain_option(setting, states, 0, React("A1")).odds
        assert told[0].of == "puts B1 Down" and {one.of: one.exact for one in told[1:]} == found
