"""Section 6: a round is set up."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import tape
from fireteam.core.errors import TapeEnd
from fireteam.core.protocol.events import new_log
from fireteam.games.tps.rules.end import eliminate, return_tokens
from fireteam.games.tps.rules.rounds import seats_before, set_up_round
from fireteam.games.tps.rules.turn import advance
from fireteam.games.tps.rules.units import lay_token
from fireteam.games.tps.state import (
    ARMED,
    BUY,
    DEFUSE,
    DEFUSED,
    KILLED,
    KNIFE_SLOT,
    PLACED,
    PRIMARY,
    SETTING_UP,
    SIDEARM,
)
from fireteam.games.tps.tables import KIT, NOBODY
from tests.games.tps.positions import Position, number, position, run_actions, unit
from tests.games.tps.turns import event_lines, gear_ids, ground_lines, logged_events, names_to_act, unit_place

SIX = [unit(side, 1, 1, **{}) for side in ("T", "CT", "T", "T", "CT", "CT")]


def set_up(at: Position, *faces: int) -> list[str]:
    dice, log = tape(list(faces)), new_log()
    set_up_round(at.state, at.tables[0], dice[0], log[0])
    assert dice[0].used == dice[0].have
    return event_lines(logged_events(log))


def six(map: str = "de_depot", **options: Any) -> Position:
    return position(*SIX, map=map, round=0, phase=SETTING_UP, **options)


@pytest.mark.clause("TPS-6.1", "TPS-5.2")
def test_units_take_the_spawn_points_of_their_side_in_seat_order() -> None:
    at = six()
    set_up(at, 2)
    assert [unit_place(at, f"U{k}") for k in (1, 3, 4)] == [(8.5, 15), (8.5, 13), (8.5, 17)]
    assert [unit_place(at, f"U{k}") for k in (2, 5, 6)] == [(46, 15), (46, 13), (46, 17)]


@pytest.mark.clause("TPS-6.1", "TPS-24.8")
def test_who_was_booted_takes_no_place_and_those_behind_move_up() -> None:
    at = six()
    at.unit(1).kicked, at.unit(1).alive = 1, 0
    set_up(at, 2)
    assert (at.unit(1).alive, unit_place(at, "U3"), unit_place(at, "U4")) == (0, (8.5, 15), (8.5, 13))
    assert seats_before(at.state, 3) == 1
    assert gear_ids(at, "U1") == set()


@pytest.mark.clause("TPS-6.2", "TPS-6.2a", "TPS-6.3")
def test_everybody_is_healed_to_3_dice_and_armour_is_not_restored() -> None:
    at = position(
        unit("T", 1, 1, armour="1/0/1"), unit("CT", 2, 2, armour="0/1/2"), unit("CT", 3, 3, alive=0, armour="0/0/0"),
        map="de_depot",
    )  # fmt: skip
    told = set_up(at)
    assert [at.armour(k) for k in (1, 2, 3)] == ["1/0/3", "0/1/3", "0/0/3"]
    assert at.unit(3).alive == 1
    assert "spawned U1 8.5,15 T helmet 1, health 3" in told


@pytest.mark.clause("TPS-23.2", "TPS-6.2a")
def test_an_ability_adds_health() -> None:
    at = six()
    at.tables[0].sides[0].clan.health = 1
    set_up(at, 1)
    assert (at.armour(1), at.armour(2)) == ("0/0/4", "0/0/3")


@pytest.mark.clause("TPS-6.4")
def test_carried_weapons_are_loaded() -> None:
    at = position(unit("T", 1, 1, "ak47!", "glock18!"), unit("CT", 2, 2, "m4a1"), map="de_depot")
    set_up(at)
    assert gear_ids(at, "U1") == {"ak47", "glock18", "bomb"}


@pytest.mark.clause("TPS-6.5")
def test_who_has_no_sidearm_gets_its_sides_free_pistol() -> None:
    at = position(
        unit("T", 1, 1), unit("CT", 2, 2, "m4a1"), unit("CT", 3, 3, "deagle"), unit("T", 4, 4, alive=0), map="de_depot"
    )
    told = set_up(at, 2)
    assert [gear_ids(at, f"U{k}") for k in range(1, 5)] == [
        {"glock18"},
        {"m4a1", "usp"},
        {"deagle"},
        {"glock18", "bomb"},
    ]
    assert [line for line in told if "issued" in line] == [
        "issued U1 glock18",
        "issued U2 usp",
        "issued U4 glock18",
        "issued U4 bomb",
    ]
    none = position(unit("T", 1, 1), unit("CT", 2, 2), map="de_depot", mp_freepistol=0)
    set_up(none)
    assert (gear_ids(none, "U1"), gear_ids(none, "U2")) == ({"bomb"}, set())


@pytest.mark.clause("TPS-6.6", "TPS-6.9")
@pytest.mark.parametrize("keep", [0, 1])
def test_the_table_is_cleared_but_for_weapons_and_equipment_by_the_option(keep: int) -> None:
    at = position(unit("T", 1, 1, "ak47"), unit("CT", 2, 2), map="de_depot", smoke="n_gate site_a", mp_grounditems=keep)
    log = new_log()
    for id in ("awp", "bomb", "vest", "kit", "flash"):
        lay_token(at.state, log[0], 1, number(id), int(id in ("awp", "vest")))
    state = at.state
    state.bomb.status, state.bomb.x, state.bomb.y, state.bomb.turn = 2, 5, 5, 3
    state.n_flights, state.flights[0].gear, state.flights[0].x = 1, number("frag") + 1, 7
    set_up(at)
    assert ground_lines(at) == (["awp! 2,2", "vest 2,2", "kit 2,2", "flash 2,2"] if keep else [])
    assert not any((state.bomb.status, state.bomb.x, state.bomb.y, state.bomb.turn, state.n_flights, *state.smoke))
    assert not any((state.flights[0].gear, state.flights[0].x))
    assert all(one.gear == one.mark == one.x == one.y == 0 for one in state.ground[state.n_ground :])


@pytest.mark.clause("TPS-6.7", "TPS-5.8")
@pytest.mark.parametrize(("face", "carrier"), [(1, "U1"), (2, "U3"), (3, "U4")])
def test_one_t_is_drawn_to_have_the_bomb(face: int, carrier: str) -> None:
    at = six()
    told = set_up(at, face)
    assert [f"U{k}" for k in range(1, 7) if "bomb" in gear_ids(at, f"U{k}")] == [carrier]
    assert told[-1] == f"issued {carrier} bomb"


@pytest.mark.clause("TPS-6.7", "TPS-5.8")
def test_or_the_lowest_seat_has_it_and_a_choice_among_one_draws_nothing() -> None:
    at = six(mp_bombassign=1)
    set_up(at)
    assert "bomb" in gear_ids(at, "U1")
    alone = position(unit("CT", 1, 1), unit("T", 2, 2), map="de_depot")
    set_up(alone)
    assert "bomb" in gear_ids(alone, "U2")
    with pytest.raises(TapeEnd):
        set_up(six())


@pytest.mark.clause("TPS-6.7", "TPS-24.8")
def test_with_nobody_left_on_a_side_nobody_has_the_bomb() -> None:
    at = six()
    for k in (1, 3, 4):
        at.unit(k).kicked, at.unit(k).alive = 1, 0
    set_up(at)
    assert not any("bomb" in gear_ids(at, f"U{k}") for k in range(1, 7))


@pytest.mark.clause("TPS-6.7", "TPS-6.8")
def test_in_hostage_mode_nobody_has_a_bomb_and_hostages_are_placed() -> None:
    at = six("cs_clinic")
    set_up(at)
    assert not any("bomb" in gear_ids(at, f"U{k}") for k in range(1, 7))
    assert [unit_place(at, id) for id in ("H1", "H2")] == [(31, 26), (31, 6)]
    assert [(h.status, h.health, h.leader) for h in at.state.hostages] == [(PLACED, 2, 0)] * 2 + [(0, 0, 0)] * 2


@pytest.mark.clause("TPS-6.8", "TPS-6.11", "TPS-6.9")
def test_so_many_hostages_as_the_option_says_and_nothing_of_the_old_ones_is_left() -> None:
    at = six("cs_clinic")
    at.tables[0].n_hostages = 3
    old = at.state.hostages[0]
    old.status, old.leader, old.used, old.n_trail, old.trail_x[0], old.trail_y[0] = KILLED, 2, 1, 1, 5, 5
    set_up(at)
    fresh = six("cs_clinic")
    fresh.tables[0].n_hostages = 3
    set_up(fresh)
    assert unit_place(at, "H3") == (39, 23)
    assert at.states.tobytes() == fresh.states.tobytes()


@pytest.mark.clause("TPS-6.9")
def test_the_turn_counter_starts_at_1() -> None:
    at = six(turn=9)
    set_up(at, 1)
    assert (at.state.turn, at.state.round_number) == (1, 1)
    dice, log = tape([1]), new_log()
    other = six()
    advance(other.state, other.tables[0], dice[0], log[0])
    assert (other.state.phase, names_to_act(other)) == (BUY, [f"U{k}" for k in range(1, 7)])


@pytest.mark.clause("TPS-6.9", "TPS-19.22a")
def test_no_work_of_the_last_round_counts_in_the_next() -> None:
    """Two defuse, the one with the kit is done first: the other has no turn of work to its name."""
    at = position(
        unit("CT", 30, 26, "mp5", action=DEFUSE),
        unit("CT", 30, 24, "mp5", action=DEFUSE, over="kit"),
        unit("T", 46, 15),
        map="de_depot",
        turn=8,
    )
    bomb = at.state.bomb
    bomb.status, bomb.x, bomb.y, bomb.turn = ARMED, 30_000_000, 25_000_000, 6
    run_actions(at)
    assert (bomb.status, at.unit(1).progress) == (DEFUSED, 1)
    set_up(at)
    assert [int(at.unit(k).progress) for k in (1, 2, 3)] == [0, 0, 0]


@pytest.mark.clause("TPS-6.10")
def test_example_35_a_t_with_a_kit_gets_the_bomb_and_the_kit_lies_at_its_spawn_point() -> None:
    at = position(unit("T", 1, 1, "kit"), unit("CT", 2, 2, "kit"), map="de_depot")
    set_up(at)
    assert (gear_ids(at, "U1"), ground_lines(at)) == ({"glock18", "bomb"}, ["kit 8.5,15"])
    assert gear_ids(at, "U2") == {"usp", "kit"}


@pytest.mark.clause("TPS-21.6", "TPS-6.10")
@pytest.mark.parametrize("keep", [1, 0])
def test_the_bomb_is_returned_and_kits_are_kept_by_the_option(keep: int) -> None:
    at = position(unit("T", 1, 1, "bomb"), unit("CT", 2, 2, "kit"), map="de_depot", mp_keepkit=keep)
    return_tokens(at.state, at.tables[0])
    assert gear_ids(at, "U1") == set() and gear_ids(at, "U2") == ({"kit"} if keep else set())
    assert at.tables[0].gear[number("kit")].kind == KIT


@pytest.mark.clause("TPS-5.15", "TPS-5.7")
@pytest.mark.parametrize(
    ("gear", "called", "after"),
    [
        (("ak47", "glock18"), SIDEARM, SIDEARM),
        (("ak47",), SIDEARM, 0),
        (("glock18",), PRIMARY, 0),
        ((), KNIFE_SLOT, KNIFE_SLOT),
    ],
)
def test_the_last_called_weapon_is_remembered_while_it_is_carried(gear: Any, called: int, after: int) -> None:
    at = position(unit("T", 1, 1, *gear, called=called), unit("CT", 2, 2), map="de_depot")
    set_up(at)
    assert at.unit(1).called == after


@pytest.mark.clause("TPS-21.7", "TPS-21.6", "TPS-6.5")
def test_survivors_keep_what_they_carry_and_the_eliminated_begin_with_knife_and_pistol() -> None:
    at = position(
        unit("T", 1, 1, "ak47", "deagle", "flash", armour="1/1/1"), unit("CT", 5, 5, "m4a1", "kit", armour="1/1/1"),
        map="de_depot",
    )  # fmt: skip
    eliminate(at.state, at.tables[0], new_log()[0], 1, NOBODY)
    set_up(at)
    assert gear_ids(at, "U1") == {"ak47", "deagle", "flash", "helmet", "vest", "bomb"}
    assert (gear_ids(at, "U2"), at.armour(2)) == ({"usp"}, "0/0/3")


@pytest.mark.clause("TPS-6.2", "TPS-2.1")
def test_cash_frags_and_deaths_stay() -> None:
    at = position(unit("T", 1, 1, cash=17, frags=3, deaths=2), unit("CT", 2, 2), map="de_depot")
    set_up(at)
    assert (at.unit(1).cash, at.unit(1).frags, at.unit(1).deaths) == (17, 3, 2)
