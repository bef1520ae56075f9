"""Section 9: which counts a unit may use, and which counts are decided together."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.protocol.refusals import OK
from fireteam.games.tps.rules.count_limits import (
    batch_size,
    bonus_counts,
    count_refusal,
    counts_left,
    footprints,
    knife_is_active,
    last_count,
    may_order_now,
)
from fireteam.games.tps.state import CALL, COUNT, TARGET
from tests.games.tps.positions import Position, unit
from tests.games.tps.turns import (
    call_position,
    count_position,
    event_lines,
    menu,
    names_to_act,
    play,
    play_count,
    put_over,
    refusal_code,
    unit_place,
)


def usable(at: Position) -> list[int]:
    """The counts that the first unit may use, as it is armed now."""
    counts = range(1, int(at.tables[0].options.mp_movecounts) + 1)
    return [c for c in counts if count_refusal(at.tables[0], at.unit(1), c) == OK]


def one(*gear: str, over: str = "", **fields: Any) -> Position:
    at = count_position(unit("T", 20, 20, *gear, **fields))
    if over:
        put_over(at, "U1", over)
    return at


@pytest.mark.clause("TPS-9.8", "TPS-9.9", "TPS-9.10", "TPS-9.11", "TPS-26.3")
def test_example_1_the_m249_crouching() -> None:
    assert usable(one("m249", crouch=1)) == [4, 6, 8, 10]
    assert usable(one("m249", crouch=1, scope=1)) == [4, 6, 8, 10], "a scope as well would change nothing"
    assert usable(one("m249", scope=1)) == [4, 6, 8, 10]


@pytest.mark.clause("TPS-9.6", "TPS-9.7", "TPS-9.8", "TPS-9.9", "TPS-9.10", "TPS-9.11")
def test_example_2_more_counts() -> None:
    assert usable(one("m249")) == [4, 5, 6, 7, 8, 9, 10]
    assert usable(one("sg552", scope=1)) == [4, 6, 8, 10]
    assert usable(one("xm1014", crouch=1)) == [2, 4, 6, 8, 10]
    nine = one("m249", crouch=1)
    nine.tables[0].gear[nine.unit(1).primary.gear - 1].footprints = 9
    assert usable(nine) == [10]
    assert usable(one("m249", "flash", over="flash")) == [4, 5, 6, 7, 8, 9, 10]


@pytest.mark.clause("TPS-9.6")
def test_footprints_cost_only_while_the_equipment_is_active() -> None:
    assert usable(one("m249", "glock18", weapon="sidearm")) == list(range(1, 11))
    assert usable(one("m249", weapon="knife", crouch=1)) == [2, 4, 6, 8, 10]


@pytest.mark.clause("TPS-9.7", "TPS-10.14")
def test_of_the_over_item_and_the_weapon_below_it_the_larger_footprints_apply() -> None:
    at = one("xm1014", "flash", over="flash")
    assert footprints(at.tables[0], at.unit(1)) == 1
    at.tables[0].gear[at.unit(1).over - 1].footprints = 4
    assert footprints(at.tables[0], at.unit(1)) == 4


@pytest.mark.clause("TPS-23.2")
def test_an_ability_adds_footprints_and_they_are_never_less_than_none() -> None:
    at = one("xm1014")
    at.tables[0].sides[0].clan.footprints = 2
    assert footprints(at.tables[0], at.unit(1)) == 3
    at.tables[0].sides[0].clan.footprints = -2
    assert footprints(at.tables[0], at.unit(1)) == 0


@pytest.mark.clause("TPS-9.1", "TPS-5.2", "TPS-5.12")
def test_a_turn_has_ten_counts_and_then_the_bonus_count() -> None:
    at = call_position(unit("T", 20, 20, "m249"), unit("CT", 60, 20, "m249"))
    play(at)
    counts = []
    while at.state.phase == COUNT:
        counts.append(int(at.state.count))
        play(at)
    assert counts == [4, 5, 6, 7, 8, 9, 10], "nobody may decide on 1 to 3 and on 11: they close at once"
    assert (at.state.phase, at.state.count) == (TARGET, 0)
    assert last_count(at.tables[0]) == 11


@pytest.mark.clause("TPS-5.12", "TPS-9.1")
def test_mp_movecounts_is_meant_by_ten() -> None:
    at = call_position(unit("T", 20, 20, weapon="knife"), unit("CT", 60, 20), mp_movecounts=20, mp_knifebonus=0)
    play(at, U1="call knife")
    for count in range(1, 21):
        assert (at.state.phase, at.state.count) == (COUNT, count)
        play(at)
    assert at.state.phase == TARGET


@pytest.mark.clause("TPS-9.12", "TPS-9.11")
def test_orders_on_a_count_that_is_not_the_units_are_refused() -> None:
    at = count_position(unit("T", 20, 20, "m249"), unit("CT", 60, 20, "mp5", crouch=1), unit("CT", 50, 20), count=3)
    assert names_to_act(at) == ["U3"]
    assert (
        refusal_code(at, "U1", "move 1,0")
        == refusal_code(at, "U1", "stay")
        == refusal_code(at, "U2", "stay")
        == "E_NO_COUNT"
    )
    play(at)
    assert names_to_act(at) == ["U1", "U2", "U3"]


# The bonus of the knife


def run(at: Position, steps: list[str]) -> None:
    """U1 goes back and forth."""
    for line in steps:
        play(at, U1=line)


BACK_AND_FORTH = ["move 1,0", "move -1,0"] * 5


def runner(*more: Any, **options: Any) -> Position:
    at = call_position(unit("T", 20, 20, "glock18"), unit("CT", 60, 20, "mp5"), *more, **options)
    play(at, U1="call knife")
    return at


@pytest.mark.clause("TPS-9.2", "TPS-9.3")
def test_example_3_ten_moves_with_the_knife_give_an_eleventh() -> None:
    at = runner()
    run(at, [*BACK_AND_FORTH[:5], "move -0.2,0", *BACK_AND_FORTH[6:]])
    assert (at.state.phase, at.state.count, names_to_act(at)) == (COUNT, 11, ["U1"])
    assert refusal_code(at, "U2", "stay") == "E_NO_COUNT"
    play(at, U1="move 0,1")
    assert at.state.phase == TARGET and unit_place(at, "U1") == (20.8, 21)


@pytest.mark.clause("TPS-9.2", "TPS-9.3", "TPS-3.27")
@pytest.mark.parametrize(
    ("sixth", "bonus"),
    [("stay", False), ("move 0,0", False), ("move 0.000001,0", False), ("move 0.000001,0.000001", True)],
)
def test_an_actual_move_is_more_than_one_step(sixth: str, bonus: bool) -> None:
    """Example 32: D² = 1 is no actual move, D² = 2 is one."""
    at = runner()
    run(at, [*BACK_AND_FORTH[:5], sixth, *BACK_AND_FORTH[6:]])
    assert (at.state.phase == COUNT) == bonus


@pytest.mark.clause("TPS-9.2", "TPS-9.3")
def test_example_3_a_move_cut_to_nothing_by_another_token_gives_no_eleventh() -> None:
    at = runner(unit("CT", 21, 20))
    run(at, ["move 1,0", "move -1,0", *BACK_AND_FORTH[:8]])
    assert at.state.phase == TARGET and at.unit(1).moves == 9


@pytest.mark.clause("TPS-9.2", "TPS-9.3")
def test_the_bonus_is_for_the_knife_with_nothing_over_it_on_all_ten_counts() -> None:
    at = call_position(unit("T", 20, 20, "glock18", "flash"), unit("CT", 60, 20, "mp5"))
    play(at, U1="call sidearm")
    run(at, BACK_AND_FORTH)
    assert at.state.phase == TARGET and at.unit(1).unarmed == 0
    at = call_position(unit("T", 20, 20, "glock18", "flash"), unit("CT", 60, 20, "mp5"))
    play(at, U1="call knife standing flash")
    run(at, BACK_AND_FORTH)
    assert at.state.phase == TARGET


@pytest.mark.clause("TPS-9.3", "TPS-5.12")
def test_the_option_gives_more_bonus_counts_or_none() -> None:
    at = runner(mp_knifebonus=3)
    run(at, BACK_AND_FORTH)
    for count in (11, 12, 13):
        assert (at.state.count, names_to_act(at)) == (count, ["U1"]), "standing still on 11 does not lose 12"
        told = play(at, U1="stay")
        assert f"counted {count} bonus count" in event_lines(told)
    assert at.state.phase == TARGET
    none = runner(mp_knifebonus=0)
    run(none, BACK_AND_FORTH)
    assert none.state.phase == TARGET


@pytest.mark.clause("TPS-23.2", "TPS-5.12")
def test_an_ability_gives_extra_bonus_counts_to_its_side() -> None:
    at = runner(unit("CT", 40, 20))
    at.tables[0].sides[0].clan.counts = 2
    assert [bonus_counts(at.tables[0], side) for side in range(2)] == [3, 1]
    assert last_count(at.tables[0]) == 13
    at.tables[0].sides[0].clan.counts = -2
    assert (bonus_counts(at.tables[0], 0), last_count(at.tables[0])) == (0, 11)


def test_the_knife_is_active_with_nothing_over_it() -> None:
    assert knife_is_active(one(weapon="knife").unit(1))
    assert not knife_is_active(one("flash", weapon="knife", over="flash").unit(1))
    assert not knife_is_active(one("glock18").unit(1))


# Several counts at once


@pytest.mark.clause("TPS-5.9", "TPS-5.14")
@pytest.mark.parametrize(
    ("batch", "windows"),
    [
        (1, [1] * 11),
        (3, [3, 2, 1, 3, 2, 1, 3, 2, 1, 1, 1]),
        (4, [4, 3, 2, 1, 4, 3, 2, 1, 2, 1, 1]),
        (10, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]),
    ],
)
def test_batches_begin_with_count_1_and_never_reach_across_the_last(batch: int, windows: list[int]) -> None:
    at = count_position(unit("T", 20, 20), sv_movebatch=batch)
    assert [batch_size(at.tables[0], count) for count in range(1, 12)] == windows


@pytest.mark.clause("TPS-5.9", "TPS-5.14", "TPS-9.12")
def test_orders_for_several_counts_are_given_at_once_and_carried_out_one_by_one() -> None:
    at = call_position(unit("T", 20, 20, "m249"), unit("CT", 60, 20), sv_movebatch=4)
    play(at)
    assert (at.state.count, names_to_act(at)) == (1, ["U1", "U2"])
    assert refusal_code(at, "U1", "stay") == refusal_code(at, "U1", "move 1,0") == "E_VALUE"
    assert refusal_code(at, "U1", "plot stay,stay,stay,move:1:0") == "ok"
    assert refusal_code(at, "U1", "plot stay,stay,move:1:0,stay") == "E_NO_COUNT"
    assert refusal_code(at, "U1", "plot stay,stay,stay") == refusal_code(at, "U1", "plot -") == "E_VALUE"
    play(at, U1="plot stay,stay,stay,move:1:0", U2="plot move:1:0,stay,move:0:1,move:-1:0")
    assert (at.state.count, names_to_act(at), unit_place(at, "U1")) == (5, ["U1", "U2"], (21, 20))
    assert unit_place(at, "U2") == (60, 21)
    play(at, U1="plot move:1:0,move:1:0,stay,stay")
    assert (at.state.count, unit_place(at, "U1"), unit_place(at, "U2")) == (9, (23, 20), (60, 21))
    play(at, U1="plot move:0:1,move:0:1")
    assert at.state.phase == TARGET


@pytest.mark.clause("TPS-5.14")
def test_who_may_use_no_count_of_a_batch_decides_in_the_next_one() -> None:
    at = call_position(unit("T", 20, 20, "m249"), unit("CT", 60, 20), sv_movebatch=3)
    play(at)
    assert names_to_act(at) == ["U2"]
    assert refusal_code(at, "U1", "plot stay,stay,stay") == "E_NO_COUNT"
    play(at)
    assert (at.state.count, names_to_act(at)) == (4, ["U1", "U2"])


@pytest.mark.clause("TPS-5.9", "TPS-5.12")
def test_bonus_counts_are_decided_one_by_one() -> None:
    at = call_position(unit("T", 20, 20), unit("CT", 60, 20), sv_movebatch=10, mp_knifebonus=2)
    play(at, U1="call knife")
    play(at, U1="plot " + ",".join(["move:1:0", "move:-1:0"] * 5))
    assert (at.state.count, names_to_act(at)) == (11, ["U1"])
    assert refusal_code(at, "U1", "move 1,0") == "ok"
    play(at)
    assert at.state.count == 12


@pytest.mark.clause("TPS-5.9", "TPS-9.13")
def test_the_menu_of_a_batch_goes_one_way_on_every_count_and_does_the_rest_once() -> None:
    at = count_position(unit("T", 20, 20, "mp5", crouch=1), sv_movebatch=3)
    lines = menu(at, "U1")
    assert lines[:2] == ["plot stay,stay,stay", "plot stay,move:1:0,stay"]
    assert len(lines) == 18 and lines[-1] == "plot stay,drop:mp5,stay"


@pytest.mark.clause("TPS-9.3", "TPS-5.12")
def test_bonus_counts_are_none_of_the_counts_with_the_knife() -> None:
    at = count_position(unit("T", 20, 20, weapon="knife", moves=10, unarmed=10), count=11, mp_knifebonus=2)
    play_count(at, U1="move 1,0")
    assert at.unit(1).unarmed == 10


# What is left


def test_counts_left_are_those_from_now_on() -> None:
    at = one("m249", crouch=1)
    assert counts_left(at.state, at.tables[0], 0) == 4
    at.state.count = 5
    assert counts_left(at.state, at.tables[0], 0) == 3
    at.state.phase = TARGET
    assert counts_left(at.state, at.tables[0], 0) == 0
    at.state.phase, at.state.count = CALL, 0
    assert counts_left(at.state, at.tables[0], 0) == 4


@pytest.mark.clause("TPS-9.12", "TPS-5.12")
def test_who_has_nothing_to_decide_does_not_decide() -> None:
    at = count_position(unit("T", 20, 20, alive=0), unit("T", 30, 20, "m249"), unit("CT", 40, 20), count=2)
    assert [may_order_now(at.state, at.tables[0], i) for i in range(3)] == [False, False, True]


@pytest.mark.clause("TPS-9.11", "TPS-10.5", "TPS-9.6")
def test_example_29_dropping_the_m249_frees_the_counts_that_follow() -> None:
    at = count_position(unit("T", 20, 20, "m249"), unit("CT", 40, 20, weapon="knife"), count=4)
    play_count(at, U1="drop m249")
    assert usable(at) == list(range(1, 11)) and knife_is_active(at.unit(1))
