"""What players may know: standing orders, answers, and an interrupted movement (GUN-5.2, GUN-13.22, GUN-22.10)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.engine.dispatch import redact
from tests.games.gunplay.table import At, do, of_kind, only, phase_of, table, view_of_slot, who

WAITING, MOVER, BOTH, ONLOOKER = 1, 2, 3, 0  # who holds which slots


def interrupted(line: str = "move B1 12,7>12,8 prone walk stop") -> At:
    """B1 has come to x 10.5, behind a wall before; A1 is on offer, A2 has other orders."""
    pieces = [("tall", (8, 4, 12, 4.5))]
    others = ("A2 30,1 auto min=99 targets=B1", "A3 31,1", "B2 39,29 auto min=70")
    at = table("A1 13,1 ask", *others, "B1 10,7", act="B1", modules="overwatch", pieces=pieces)
    told = do(*at, line)
    assert phase_of(at[1]) == "react" and only(told, "moved").end == "10.5,7"
    return at


@pytest.mark.clause("GUN-13.22", "GUN-22.10")
def test_the_waiting_player_sees_the_way_so_far_straight_and_no_further() -> None:
    at = interrupted()
    mover, doing = who(at[1], "B1"), view_of_slot(*at, 0)[0].doing
    path = doing.path
    assert (path.n, doing.told, doing.last) == (1, 1, doing.point) and doing.point == at[1][0].doing.point > 0
    assert [tuple(path.xs[:3]), tuple(path.ys[:3])] == [(1000, mover.x, 0), (700, mover.y, 0)]
    assert (doing.on_interrupt, doing.posture, doing.stopping) == (0, 0, 0)
    assert doing.offered == at[1][0].doing.offered == 1


@pytest.mark.clause("GUN-22.10")
def test_movements_that_differ_only_in_what_is_ahead_look_alike() -> None:
    lines = ("move B1 12,7>12,8 prone walk stop", "move B1 12.5,7", "move B1 13,7 standing walk ask")
    assert len({view_of_slot(*interrupted(line), 0).tobytes() for line in lines}) == 1


@pytest.mark.clause("GUN-5.2", "GUN-13.30")
def test_orders_of_others_look_like_those_by_default_and_no_other_character_has_any() -> None:
    at = interrupted()
    for slot, own, other in ((0, "A2", "B2"), (1, "B2", "A2")):
        seen = view_of_slot(*at, slot)
        assert who(seen, own).orders.tobytes() == who(at[1], own).orders.tobytes()
        orders = who(seen, other).orders
        assert [orders[name] for name in ("policy", "on", "targets", "min_chance", "mode")] == [0, 3, 0, 20, 0]
        assert not who(seen, "A3").orders.tobytes().strip(b"\0") and not who(seen, "B1").orders.tobytes().strip(b"\0")


@pytest.mark.clause("GUN-22.10")
def test_the_mover_knows_no_answers() -> None:
    at = interrupted("move B1 12,7>12,8 prone walk ask")
    do(*at, "wait A1")
    doing = at[1][0].doing
    assert doing.waited == 1 and doing.faces[0] > 0
    seen = view_of_slot(*at, 1)[0].doing
    assert (seen.waited, seen.answered, seen.ended, seen.unseen, tuple(seen.faces)) == (0, 0, 0, 0, (0,) * 12)
    assert seen.offered == 3, "anybody who could fire may be on offer"
    assert seen.path.tobytes() == doing.path.tobytes() and seen.on_interrupt == 2
    do(*at, "react A1", dice=[1])
    assert phase_of(at[1]) == "resume" and view_of_slot(*at, 1)[0].doing.offered == 0


def view(at: At, slots: int) -> Any:
    """The State as the holder of some slots may know it."""
    seen = at[1].copy()
    redact(seen[0], at[0].tables[0], slots)
    return seen


def asked(line: str) -> At:
    """B1 has come to x 10.5 and was shot at by A4; it is asked whether it goes on, while A1 and A3 wait and pass."""
    others = (
        "A1 13,1 ask",
        "A2 30,1 auto min=99 targets=B1",
        "A3 12.6,2.2 ask",
        "A4 14.05,1 auto min=0 region=10.4,6,14,9",
    )
    pieces = [("tall", (8, 4, 12, 4.5))]
    at = table(*others, "B1 10,7", "B2 39,29 auto min=70", act="B1", modules="overwatch", pieces=pieces)
    told = do(*at, line, "wait A1", "pass A3", dice=[1])
    assert phase_of(at[1]) == "resume" and len(of_kind(told, "attacked")) == 1
    return at


FENCE = ("low", (13, 4, 13.5, 8))
AHEAD = ("move B1 12,7>12,8 prone walk ask", "move B1 12.5,7 - walk ask", "move B1 13,7 standing walk ask")


@pytest.mark.clause("GUN-13.22", "GUN-22.10")
@pytest.mark.parametrize("slots", (WAITING, ONLOOKER))
def test_while_the_mover_is_asked_nobody_else_knows_more_of_its_way(slots: int) -> None:
    ats = [asked(line) for line in AHEAD]
    assert len({view(at, slots).tobytes() for at in ats}) == 1
    for at in ats:
        seen, mover = view(at, slots)[0].doing, who(at[1], "B1")
        assert (seen.path.n, seen.last, seen.on_interrupt, seen.posture) == (1, seen.point, 0, mover.posture)
        assert (seen.path.xs[1], seen.path.ys[1]) == (mover.x, mover.y)
        assert not any(seen.path.xs[2:]) and not any(seen.path.ys[2:])


@pytest.mark.clause("GUN-22.10", "GUN-13.30")
def test_while_the_mover_is_asked_it_knows_its_way_and_no_answers() -> None:
    for line in AHEAD:
        at = asked(line)
        at[1][0].doing.unseen = 0b001
        whole, mine, theirs = at[1][0].doing, view(at, MOVER), view(at, WAITING)
        assert mine[0].doing.path.tobytes() == whole.path.tobytes() and mine[0].doing.last == whole.last > whole.point
        assert (mine[0].doing.on_interrupt, mine[0].doing.posture) == (whole.on_interrupt, whole.posture)
        for seen in (mine[0].doing, view(at, ONLOOKER)[0].doing):
            answers = (seen.waited, seen.answered, seen.ended, seen.unseen, seen.offered, *seen.faces)
            assert not any(answers)
        assert (whole.waited, whole.answered, whole.ended) == (0b001, 0b101, 0b100) and whole.faces[0]
        for name in ("waited", "answered", "ended", "unseen", "offered"):
            assert theirs[0].doing[name] == whole[name], "its own answers the waiting player knows"
        assert theirs[0].doing.faces.tobytes() == whole.faces.tobytes()


@pytest.mark.clause("GUN-5.2", "GUN-22.10")
def test_an_onlooker_knows_neither_side_s_secrets_and_who_plays_both_knows_all() -> None:
    for at in (interrupted(), asked(AHEAD[0])):
        seen = view(at, ONLOOKER)
        for name in ("A1", "A2", "B2"):
            orders = who(seen, name).orders
            assert [orders[key] for key in ("policy", "on", "targets", "min_chance", "mode")] == [0, 3, 0, 20, 0]
        assert seen[0].doing.path.n == 1 and seen[0].doing.last == seen[0].doing.point
        assert view(at, BOTH).tobytes() == at[1].tobytes()


@pytest.mark.clause("GUN-22.10", "GUN-13.22")
@pytest.mark.parametrize("slots", (WAITING, ONLOOKER))
def test_nor_is_more_known_of_a_run_or_a_flinch_action_under_way(slots: int) -> None:
    at = table("A1 13,1 ask", "B1 10,7", act="B1", modules="overwatch")
    do(*at, "run B1 12,7>12,9 stop", dice=[9])
    flinch = table("A1 4,6 ask", "B1 12,6 markers=1", choose="B", modules="flinch overwatch", pieces=[FENCE])
    do(*flinch, "activate B1", dice=[1])
    for one in (at, flinch):
        whole, seen = one[1][0].doing, view(one, slots)[0].doing
        assert phase_of(one[1]) == "react" and whole.path.n > 0
        assert (seen.path.n, seen.last, seen.on_interrupt, seen.posture) == (0, 0, 0, 0)
        assert not any(seen.path.xs[1:]) and not any(seen.path.ys[1:])


@pytest.mark.clause("GUN-22.10", "GUN-13.47")
@pytest.mark.parametrize("way", ("12,7>12,8", "10,9>10.9,9"))
@pytest.mark.parametrize("slots", (WAITING, ONLOOKER))
def test_nobody_else_is_shown_that_a_mover_will_stop_whichever_way_it_goes(slots: int, way: str) -> None:
    at = table("A1 13,1 ask", "A4 12,1 auto min=0 region=9,7.5,14,9", "B1 10,7", act="B1", modules="overwatch")
    do(*at, f"move B1 {way} - walk stop", "wait A1", dice=[1])
    while not at[1][0].doing.stopping:
        do(*at, "wait A1")
    seen, mover = view(at, slots)[0].doing, who(at[1], "B1")
    assert phase_of(at[1]) == "react" and seen.stopping == seen.on_interrupt == 0
    assert (seen.path.n, seen.path.xs[1], seen.path.ys[1]) == (1, mover.x, mover.y)
    assert not any(seen.path.xs[2:]) and not any(seen.path.ys[2:])


@pytest.mark.clause("GUN-22.10")
@pytest.mark.parametrize("slots", (WAITING, ONLOOKER))
def test_before_its_first_step_nobody_else_knows_any_of_a_mover_s_way(slots: int) -> None:
    at = table("A1 13,1 ask", "B1 10,7 prone", act="B1", modules="overwatch")
    do(*at, "move B1 12,7 standing walk stop")
    doing = view(at, slots)[0].doing
    assert (doing.path.n, doing.told, doing.point, doing.last, doing.posture) == (0, 0, 0, 0, 1)
    assert not any(doing.path.xs[1:]) and not any(doing.path.ys[1:])


@pytest.mark.clause("GUN-22.10", "GUN-13.46")
@pytest.mark.parametrize("slots", (MOVER, ONLOOKER))
def test_after_a_shot_its_side_knows_no_answer_either(slots: int) -> None:
    others = ("A1 13,1 ask", "A2 30,1 ask unarmed", "A3 12,1 ask", "A5 12,3 hold", "A6 10,1")
    at = table(*others, "B1 10,7", "B2 30,20", act="B1", modules="overwatch")
    do(*at, "shoot B1 A6", "pass A1", dice=[1])
    assert phase_of(at[1]) == "react" and at[1][0].doing.ended == 0b1
    seen = view(at, slots)[0].doing
    assert (seen.ended, seen.answered, seen.waited) == (0, 0, 0)
    assert seen.offered == 0b10101, "all who could fire"


@pytest.mark.clause("GUN-5.2")
def test_nothing_else_is_hidden_from_either() -> None:
    at = table("A1 5,5 wounds=1 markers=2", "B1 25,5 carrying", choose="A")
    assert view_of_slot(*at, 0).tobytes() == view_of_slot(*at, 1).tobytes() == at[1].tobytes()
    at = table("A1 13,1 ask", "A2 10,1", "B1 10,7", "B2 30,20", act="B1", modules="overwatch")
    do(*at, "shoot B1 A2", dice=[1])
    assert phase_of(at[1]) == "react", "a shot has no path to hide"
    assert view_of_slot(*at, 0)[0].doing.tobytes() == at[1][0].doing.tobytes()
