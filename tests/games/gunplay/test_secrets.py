"""What players may know: standing orders, answers, and an interrupted movement (GUN-5.2, GUN-13.22, GUN-22.10)."""

from __future__ import annotations

import pytest

from tests.games.gunplay.table import At, do, phase_of, table, view_of_slot, who


def interrupted(line: str = "move B1 12,7>12,8 prone walk stop") -> At:
    """B1 has come to x 10.5, behind a wall before; A1 is on offer, A2 has other orders."""
    pieces = [("tall", (8, 4, 12, 4.5))]
    others = ("A2 30,1 auto min=99 targets=B1", "A3 31,1", "B2 39,29 auto min=70")
    at = table("A1 13,1 ask", *others, "B1 10,7", act="B1", modules="overwatch", pieces=pieces)
    do(*at, line)
    assert phase_of(at[1]) == "react"
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


@pytest.mark.clause("GUN-5.2")
def test_nothing_else_is_hidden_from_either() -> None:
    at = table("A1 5,5 wounds=1 markers=2", "B1 25,5 carrying", choose="A")
    assert view_of_slot(*at, 0).tobytes() == view_of_slot(*at, 1).tobytes() == at[1].tobytes()
    at = table("A1 13,1 ask", "A2 10,1", "B1 10,7", "B2 30,20", act="B1", modules="overwatch")
    do(*at, "shoot B1 A2", dice=[1])
    assert phase_of(at[1]) == "react", "a shot has no path to hide"
    assert view_of_slot(*at, 0)[0].doing.tobytes() == at[1][0].doing.tobytes()
