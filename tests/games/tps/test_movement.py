"""Sections 9 and 10: a movement count is carried out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fireteam.core.dice import live
from fireteam.core.protocol.choices import new_choices, put_choice
from fireteam.core.protocol.events import new_log
from fireteam.core.space.terrain_build import TerrainPlan
from fireteam.games.tps.rules.count_limits import knife_is_active
from fireteam.games.tps.rules.turn import advance, apply_choices, to_act
from fireteam.games.tps.state import COUNT, KNIFE_SLOT, PLANT, PRIMARY, SIDEARM, TARGET
from tests.games.tps.positions import Position, number, unit
from tests.games.tps.test_orders import lying
from tests.games.tps.turns import (
    call_position,
    choice_record,
    count_position,
    event_lines,
    gear_ids,
    ground_lines,
    menu,
    names_to_act,
    play,
    play_count,
    put_over,
    refusal_code,
    unit_place,
)


def walk(*moves: tuple[float, float, str], **options: Any) -> list[tuple[float, float]]:
    """Where units end that set out from places by vectors, on one count; `-` stands still."""
    at = count_position(*(unit("T", x, y, weapon="knife") for x, y, _ in moves), **options)
    play_count(at, (), **{f"U{k + 1}": f"move {by}" for k, (_, _, by) in enumerate(moves) if by != "-"})
    return [unit_place(at, f"U{k + 1}") for k in range(len(moves))]


# Moves


@pytest.mark.clause("TPS-9.16", "TPS-9.18", "TPS-9.20", "TPS-9.24")
@pytest.mark.parametrize(
    ("moves", "ends"),
    [
        ([(10, 20, "1,0"), (11.6, 20, "-1,0")], [(10.3, 20), (11.3, 20)]),
        ([(10, 20, "1,0"), (11, 20, "-1,0")], [(10, 20), (11, 20)]),
        ([(10, 20, "1,0"), (11, 20, "1,0")], [(11, 20), (12, 20)]),
        ([(10, 20, "1,0"), (11.5, 20, "-")], [(10.5, 20), (11.5, 20)]),
        ([(9.5, 19, "1,0"), (11, 20.5, "0,-1")], [(10.292893, 19), (11, 19.707107)]),
    ],
)
def test_example_19_simultaneous_moves(moves: list[Any], ends: list[Any]) -> None:
    assert walk(*moves) == ends


@pytest.mark.clause("TPS-9.16", "TPS-9.18", "TPS-9.19", "TPS-9.20", "TPS-9.25")
@pytest.mark.parametrize(
    ("x", "y", "by", "end"),
    [
        (6, 15, "1,0", (6.5, 15)),
        (6.2, 15, "0.6,0.8", (6.5, 15.4)),
        (6.2, 19.2, "1,0", (6.541742, 19.2)),
        (6.5, 18.5, "0,1", (6.5, 19.5)),
        (6.5, 18.5, "0.001,0.999999", (6.5, 18.5)),
    ],
)
def test_example_20_walls(x: float, y: float, by: str, end: Any) -> None:
    assert walk((x, y, by), map="de_depot") == [end]


@pytest.mark.clause("TPS-9.18", "TPS-9.19", "TPS-9.23", "TPS-9.24")
def test_example_33_chase() -> None:
    assert walk((10, 20, "1,0"), (11.2, 20, "0.5,0")) == [(10.4, 20), (11.7, 20)]
    assert walk((10, 20, "1,0"), (11.3, 20, "0,1")) == [(10.371612, 20), (11.3, 21)]


@pytest.mark.clause("TPS-9.16", "TPS-3.9", "TPS-3.10", "TPS-1.14")
def test_windows_and_the_border_stop_tokens_and_low_objects_do_not() -> None:
    plan = TerrainPlan(30, 30, windows=[[10, 0, 10, 30]], low=[[14, 0, 14.5, 30]], zones=[[0, 0, 30, 30]])
    assert walk((9.2, 5, "1,0"), (13.2, 5, "1,0"), (29, 5, "1,0"), plan=plan) == [(9.5, 5), (14.2, 5), (29.5, 5)]


@pytest.mark.clause("TPS-3.32", "TPS-9.16")
def test_hostages_stop_tokens_as_standing_tokens_do() -> None:
    assert walk((10, 20, "1,0"), (30, 20, "-1,0"), hostages=[(11.5, 20), (28, 20)]) == [(10.5, 20), (29, 20)]


@pytest.mark.clause("TPS-9.17", "TPS-2.8")
def test_who_is_gone_stops_nobody() -> None:
    at = count_position(unit("T", 10, 20), unit("CT", 11.5, 20, alive=0))
    play_count(at, U1="move 1,0")
    assert unit_place(at, "U1") == (11, 20)


@pytest.mark.clause("TPS-9.4")
def test_what_is_not_moved_is_lost() -> None:
    at = count_position(unit("T", 10, 20), unit("CT", 40, 20))
    play(at, U1="move 0.2,0")
    assert refusal_code(at, "U1", "move 1.8,0") == "E_STEP"
    assert event_lines(play(at, U1="move 1,0"), "moved") == ["moved U1 10.2,20 11.2,20"]


@pytest.mark.clause("TPS-9.20")
def test_a_move_that_is_cut_short_says_so() -> None:
    at = count_position(unit("T", 10, 20), unit("CT", 11.5, 20))
    (line,) = event_lines(play_count(at, U1="move 1,0"), "moved")
    assert line.startswith("moved U1 10,20 10.5,20") and line != "moved U1 10,20 10.5,20"


@pytest.mark.clause("TPS-5.12", "TPS-5.2")
def test_after_the_count_nothing_of_it_is_left_but_where_everybody_stands() -> None:
    at = count_position(unit("T", 10, 20, "mp5"), unit("CT", 40, 20, "mp5"))
    play_count(at, U1="move 1,0")
    other = count_position(unit("T", 11, 20, "mp5"), unit("CT", 40, 20, "mp5"))
    other.unit(1).moves = other.unit(1).busy = 1
    other.state.owing = 0
    assert at.states.tobytes() == other.states.tobytes()


# Standing still


@pytest.mark.clause("TPS-9.22", "TPS-9.15")
@pytest.mark.parametrize(
    ("line", "busy"),
    [
        ("stay", 0),
        ("move 0,0", 0),
        ("move -0.000001,0", 0),
        ("move -0.000001,-0.000001", 1),
        ("move 1,0", 0),
        ("move -1,0", 1),
        ("drop mp5", 1),
        ("pickup usp", 1),
        ("use H1", 1),
    ],
)
def test_stationary_is_no_displacement_drop_pick_up_or_use(line: str, busy: int) -> None:
    """The move east is blocked entirely, which does not end it."""
    at = lying(count_position(unit("CT", 10, 20, "mp5"), unit("T", 11, 20), hostages=[(10, 21)]), "usp", 10, 20)
    play_count(at, U1=line)
    assert at.unit(1).busy == busy
    play(at)
    assert at.unit(1).busy == busy, "for the whole turn"


# Dropping


@pytest.mark.clause("TPS-10.1", "TPS-10.2")
def test_a_dropped_token_lies_at_the_units_centre_with_its_state() -> None:
    at = count_position(unit("T", 12.5, 20, "mp5!"), unit("CT", 40, 20))
    assert event_lines(play_count(at, U1="drop mp5"), "laid") == ["laid U1 mp5 12.5,20"]
    assert ground_lines(at) == ["mp5! 12.5,20"] and gear_ids(at, "U1") == set()


@pytest.mark.clause("TPS-10.3", "TPS-10.5")
def test_who_drops_its_weapon_has_the_knife_and_no_scope() -> None:
    at = count_position(unit("T", 12, 20, "sg552", "glock18", scope=1, crouch=1), unit("CT", 40, 20), count=4)
    play_count(at, U1="drop sg552")
    me = at.unit(1)
    assert (me.weapon, me.scope, me.crouch, me.changed) == (KNIFE_SLOT, 0, 1, 1)
    assert knife_is_active(me)


@pytest.mark.clause("TPS-10.3", "TPS-8.1")
def test_the_knife_is_active_for_the_turn_not_for_the_round() -> None:
    at = count_position(unit("T", 12, 20, "mp5", "glock18"), unit("CT", 40, 20), count=11)
    at.unit(1).moves = at.unit(1).unarmed = 10
    at.state.owing = 1
    play(at, U1="drop mp5")
    while at.state.phase != 2:
        play(at)
    assert refusal_code(at, "U1", "call sidearm") == "ok"


@pytest.mark.clause("TPS-10.5")
def test_dropping_the_over_item_leaves_the_backup_and_the_weapon_the_over_item() -> None:
    at = count_position(unit("T", 12, 20, "mp5", "flash", "flash"), unit("CT", 40, 20))
    put_over(at, "U1", "flash")
    weapon, over = at.copy(), at.copy()
    play_count(over, U1="drop flash")
    assert (over.unit(1).weapon, over.unit(1).over, gear_ids(over, "U1")) == (PRIMARY, 0, {"mp5", "flash"})
    assert not over.unit(1).changed
    play_count(weapon, U1="drop mp5")
    assert (weapon.unit(1).weapon, weapon.unit(1).over) == (KNIFE_SLOT, number("flash") + 1)


@pytest.mark.clause("TPS-10.13", "TPS-10.7")
def test_making_room_changes_nothing_in_what_is_active() -> None:
    at = lying(count_position(unit("T", 20, 20, "mp5", "glock18"), unit("CT", 40, 20)), "deagle", 20, 20.5)
    play_count(at, U1="drop glock18")
    me = at.unit(1)
    assert (me.weapon, me.over, me.changed, gear_ids(at, "U1")) == (PRIMARY, 0, 0, {"mp5"})
    at = lying(
        count_position(unit("T", 20, 20, "mp5", "flash", "frag", "smoke"), unit("CT", 40, 20)), "flash", 20, 20.5
    )
    put_over(at, "U1", "frag")
    play_count(at, U1="drop smoke")
    assert (at.unit(1).over, gear_ids(at, "U1")) == (number("frag") + 1, {"mp5", "flash", "frag"})


# Picking up


@pytest.mark.clause("TPS-10.6", "TPS-10.8")
def test_a_picked_up_weapon_becomes_the_called_weapon_without_scope() -> None:
    at = lying(
        count_position(unit("T", 20, 20, "sg552", crouch=1, scope=1), unit("CT", 40, 20), count=4), "deagle", 20, 20, 1
    )
    assert event_lines(play_count(at, U1="pickup deagle"), "picked_up") == ["picked_up U1 deagle"]
    me = at.unit(1)
    assert (me.weapon, me.scope, me.crouch, me.changed, gear_ids(at, "U1")) == (SIDEARM, 0, 1, 1, {"sg552", "deagle!"})
    at = lying(count_position(unit("T", 20, 20, "glock18"), unit("CT", 40, 20)), "m249", 20, 20)
    play_count(at, U1="pickup m249")
    assert (at.unit(1).weapon, at.unit(1).over, ground_lines(at)) == (PRIMARY, 0, [])


@pytest.mark.clause("TPS-10.8", "TPS-10.14")
@pytest.mark.parametrize(("side", "id"), [("T", "frag"), ("T", "bomb"), ("CT", "kit")])
def test_a_picked_up_grenade_bomb_or_kit_lies_over_the_weapon_and_the_former_goes_back(side: str, id: str) -> None:
    at = lying(count_position(unit(side, 20, 20, "mp5", "flash"), unit("T", 40, 20)), id, 20, 20)
    put_over(at, "U1", "flash")
    play_count(at, U1=f"pickup {id}")
    me = at.unit(1)
    assert (me.weapon, me.over, me.changed) == (PRIMARY, number(id) + 1, 0)
    assert gear_ids(at, "U1") == {"mp5", "flash", id}


@pytest.mark.clause("TPS-10.8")
def test_picked_up_armour_is_worn_and_changes_nothing_else() -> None:
    at = lying(
        lying(count_position(unit("T", 20, 20, "mp5"), unit("CT", 40, 20)), "vest", 20, 20, 1), "helmet", 20, 20, 1
    )
    play(at, U1="pickup vest")
    play(at, U1="pickup helmet")
    me = at.unit(1)
    assert (me.weapon, me.over, me.changed, at.armour(1)) == (PRIMARY, 0, 0, "1/1/3")


@pytest.mark.clause("TPS-10.9")
def test_what_was_picked_up_may_be_used_in_the_same_turn_and_gives_no_action() -> None:
    at = lying(count_position(unit("T", 20, 20), unit("CT", 24, 20), count=10), "mp5", 20, 20)
    play(at, U1="pickup mp5")
    assert at.state.phase == TARGET and refusal_code(at, "U1", "fire U2") == "ok"
    at = lying(count_position(unit("T", 20, 20), unit("CT", 24, 20), count=10), "flash", 20, 20)
    play(at, U1="pickup flash")
    assert refusal_code(at, "U1", "throw 30,20 2 0 -") == "ok"
    assert at.unit(1).action != PLANT


@pytest.mark.clause("TPS-10.11", "TPS-5.8", "TPS-9.17")
@pytest.mark.parametrize(("face", "winner"), [(1, "U1"), (2, "U3")])
def test_of_several_who_pick_up_the_same_item_one_gets_it_by_lot(face: int, winner: str) -> None:
    at = count_position(unit("T", 20, 20), unit("CT", 30, 30), unit("CT", 21, 20))
    lying(at, "mp5", 20.5, 20.5)
    told = play_count(at, [face], U1="pickup mp5", U3="pickup mp5")
    loser = "U1" if winner == "U3" else "U3"
    assert event_lines(told, "picked_up", "missed") == [f"picked_up {winner} mp5", f"missed {loser} mp5"]
    assert gear_ids(at, winner) == {"mp5"} and gear_ids(at, loser) == set()
    assert at.unit(1).busy == at.unit(3).busy == 1, "all have spent the count"
    assert at.unit(2).busy == 0


@pytest.mark.clause("TPS-5.8", "TPS-10.11")
def test_contested_items_are_drawn_for_in_the_order_in_which_they_came_to_the_ground() -> None:
    at = count_position(unit("T", 20, 20), unit("CT", 21, 20), unit("T", 20, 21), unit("CT", 21, 21))
    for id in ("usp", "mp5", "flash"):
        lying(at, id, 20.5, 20.5)
    told = play_count(at, [2, 1], U1="pickup flash", U2="pickup usp", U3="pickup flash", U4="pickup usp")
    assert event_lines(told, "picked_up") == ["picked_up U4 usp", "picked_up U1 flash"]
    assert ground_lines(at) == ["mp5 20.5,20.5"]


@pytest.mark.clause("TPS-10.15", "TPS-10.11")
def test_the_hand_goes_to_the_first_of_the_kind_and_then_to_the_next() -> None:
    at = count_position(unit("T", 20, 20), unit("CT", 21, 20))
    for x, mark in ((20.5, 1), (20.6, 0), (23, 0)):
        lying(at, "mp5", x, 20, mark)
    both, alone = at.copy(), at.copy()
    play_count(alone, U1="pickup mp5")
    assert gear_ids(alone, "U1") == {"mp5!"} and ground_lines(alone) == ["mp5 20.6,20", "mp5 23,20"]
    told = play_count(both, [2], U1="pickup mp5", U2="pickup mp5")
    assert (gear_ids(both, "U1"), gear_ids(both, "U2"), ground_lines(both)) == ({"mp5"}, {"mp5!"}, ["mp5 23,20"])
    assert event_lines(told, "missed") == []


@pytest.mark.clause("TPS-10.11", "TPS-9.17")
def test_what_is_dropped_on_a_count_is_picked_up_from_the_next_on() -> None:
    at = count_position(unit("T", 20, 20, "mp5"), unit("CT", 21, 20))
    assert refusal_code(at, "U2", "pickup mp5") == "E_NOT_CONTACT"
    play(at, U1="drop mp5")
    play(at, U1="pickup mp5")
    assert gear_ids(at, "U1") == {"mp5"}
    at = lying(count_position(unit("T", 20, 20, "mp5"), unit("CT", 21, 20)), "mp5", 21, 20.5, 1)
    play_count(at, U1="drop mp5", U2="pickup mp5")
    assert gear_ids(at, "U2") == {"mp5!"} and ground_lines(at) == ["mp5 20,20"]


@pytest.mark.clause("TPS-10.11", "TPS-10.15")
def test_who_loses_a_contest_gets_nothing_that_is_dropped_on_the_same_count() -> None:
    at = lying(count_position(unit("T", 20, 20), unit("CT", 21, 20), unit("T", 20.5, 20.9, "mp5")), "mp5", 20.5, 20.2)
    told = play_count(at, [1], U1="pickup mp5", U2="pickup mp5", U3="drop mp5")
    assert event_lines(told, "picked_up", "missed") == ["picked_up U1 mp5", "missed U2 mp5"]
    assert (gear_ids(at, "U2"), ground_lines(at)) == (set(), ["mp5 20.5,20.9"])


@pytest.mark.clause("TPS-9.17", "TPS-10.12")
def test_pick_ups_go_by_the_places_at_the_start_of_the_count() -> None:
    at = lying(count_position(unit("T", 20, 20), unit("CT", 40, 20)), "mp5", 21.9, 20)
    assert refusal_code(at, "U1", "pickup mp5") == "E_NOT_CONTACT"
    play(at, U1="move 1,0")
    assert refusal_code(at, "U1", "pickup mp5") == "ok"


@pytest.mark.clause("TPS-9.11", "TPS-9.6", "TPS-10.8")
def test_example_29_the_m249_dropped_and_picked_up() -> None:
    at = call_position(unit("T", 20, 20, "m249"), unit("CT", 60, 20, "usp"))
    play(at, U1="call primary", U2="call knife")
    for _ in range(3):
        assert names_to_act(at) == ["U2"]
        play(at, U2="move 1,0")
    assert at.state.count == 4 and "U1" in names_to_act(at)
    play(at, U1="drop m249", U2="move 1,0")
    for count in range(5, 11):
        assert at.state.count == count and names_to_act(at) == ["U1", "U2"]
        play(at, U1="move 1,0", U2="move 1,0")
    assert (at.state.count, names_to_act(at)) == (11, ["U2"]), "no count 11 for who had the M249 on the first counts"


@pytest.mark.clause("TPS-9.11", "TPS-9.6", "TPS-10.8", "TPS-10.9", "TPS-12.1")
def test_example_29_a_knife_unit_picks_an_m249_up() -> None:
    at = call_position(unit("T", 20, 20), unit("CT", 26, 20, "usp"))
    play(at, U1="call knife")
    play(at)
    lying(at, "m249", 20, 20)
    play(at, U1="pickup m249")
    assert (at.state.count, names_to_act(at)) == (3, ["U2"])
    play(at)
    for count in range(4, 11):
        assert at.state.count == count and names_to_act(at) == ["U1", "U2"]
        play(at)
    assert at.state.phase == TARGET and refusal_code(at, "U1", "fire U2") == "ok"


# Orders given ahead


@pytest.mark.clause("TPS-9.21", "TPS-5.9")
def test_an_order_that_has_become_impossible_is_turned_into_standing_still() -> None:
    at = lying(count_position(unit("T", 20, 20, "mp5"), unit("CT", 21.5, 20), sv_movebatch=3), "usp", 20.7, 20)
    told = play(at, U1="plot drop:mp5,drop:mp5,move:0:1", U2="plot pickup:usp,pickup:usp,stay")
    assert event_lines(told, "stood", "picked_up", "missed") == ["picked_up U2 usp", "stood U1", "stood U2"]
    assert gear_ids(at, "U2") == {"usp"} and unit_place(at, "U1") == (20, 21)


@pytest.mark.clause("TPS-9.21", "TPS-9.11")
def test_a_count_that_footprints_took_meanwhile_is_stood_through() -> None:
    at = lying(count_position(unit("T", 20, 20), unit("CT", 40, 20), sv_movebatch=5), "m249", 20, 20)
    told = play(at, U1="plot pickup:m249,move:1:0,move:1:0,move:1:0,move:1:0")
    assert event_lines(told, "stood") == ["stood U1", "stood U1"]
    assert unit_place(at, "U1") == (22, 20)


# Whatever the order


ORDERS = st.lists(st.integers(0, 2**20), min_size=6, max_size=6)


def crowd(batch: int = 1) -> Position:
    """Six units in a heap, things between them, and hostages, one of which follows."""
    at = count_position(
        unit("T", 20, 20, "mp5", "flash"),
        unit("CT", 21.02, 20, "m4a1", "usp"),
        unit("T", 20.5, 20.9, "glock18", weapon="knife"),
        unit("CT", 21.55, 20.95, weapon="knife"),
        unit("CT", 19.5, 20.9, "kit", "frag"),
        unit("CT", 20.4, 19, "mp5"),
        hostages=[(21.4, 19.2), (22.3, 21.7)],
        count=1 if batch > 1 else 2,
        sv_movebatch=batch,
    )
    for id in ("mp5", "mp5", "usp", "flash", "bomb", "vest"):
        lying(at, id, 20.6, 20.2)
    at.state.hostages[0].leader = 2
    at.state.hostages[0].n_trail, at.state.hostages[0].trail_x[0] = 1, at.unit(2).x
    at.state.hostages[0].trail_y[0] = at.unit(2).y
    return at


def after(at: Position, lines: dict[str, str], order: list[str]) -> bytes:
    """The State after choices that were laid into the rows in some order."""
    states, choices = at.states.copy(), new_choices()
    for who in order:
        put_choice(choices, int(who[1:]) - 1, choice_record(lines[who]))
    log, dice = new_log(), live(7)
    apply_choices(states[0], at.tables[0], choices, dice[0], log[0])
    while to_act(states[0]) == 0:
        advance(states[0], at.tables[0], dice[0], log[0])
    return bytes(states.tobytes()) + bytes(log[0].rows[: log[0].count].tobytes())


@pytest.mark.clause("TPS-5.1", "TPS-9.17", "TPS-9.18")
@settings(max_examples=25, derandomize=True)
@given(picks=ORDERS, permuted=st.permutations([f"U{k}" for k in range(1, 7)]), batch=st.sampled_from((1, 3)))
def test_the_order_in_which_orders_come_in_never_matters(picks: list[int], permuted: list[str], batch: int) -> None:
    at = crowd(batch)
    lines = {}
    for who, pick in zip(names_to_act(at), picks, strict=False):
        choices = menu(at, who)
        lines[who] = choices[pick % len(choices)]
    assert after(at, lines, sorted(lines)) == after(at, lines, [who for who in permuted if who in lines])


@pytest.mark.clause("TPS-5.1", "TPS-9.17", "TPS-9.18")
@settings(max_examples=25, derandomize=True)
@given(picks=ORDERS)
def test_seats_matter_for_draws_and_hostages_alone(picks: list[int]) -> None:
    """The same units in other seats do the same, where nothing is drawn for and nobody uses a hostage."""
    at, lines = crowd(), {}
    for who, pick in zip(names_to_act(at), picks, strict=False):
        choices = [line for line in menu(at, who) if line.split()[0] in ("stay", "move", "drop")]
        lines[who] = choices[pick % len(choices)]
    swapped = Position(at.states.copy(), at.tables.copy())
    for k in range(6):
        swapped.state.units[k] = at.states.copy()[0].units[5 - k]
    for h in range(2):
        if swapped.state.hostages[h].leader:
            swapped.state.hostages[h].leader = 7 - swapped.state.hostages[h].leader
    mirrored = {f"U{7 - int(who[1:])}": line for who, line in lines.items()}
    swapped.state.owing = sum(1 << (int(who[1:]) - 1) for who in mirrored)
    play_count(at, (), **lines)
    play_count(swapped, (), **mirrored)
    for k in range(6):
        assert unit_place(at, f"U{k + 1}") == unit_place(swapped, f"U{6 - k}")
        assert gear_ids(at, f"U{k + 1}") == gear_ids(swapped, f"U{6 - k}")
        assert at.state.units[k].tobytes() == swapped.state.units[5 - k].tobytes()
    assert sorted(ground_lines(at)) == sorted(ground_lines(swapped))
    assert [unit_place(at, id) for id in ("H1", "H2")] == [unit_place(swapped, id) for id in ("H1", "H2")]
    assert at.state.phase == COUNT
