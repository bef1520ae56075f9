"""Sections 21 and 24: the Admin's commands, and the switch between rounds."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.games.tps.refusals import REFUSALS
from fireteam.games.tps.rules.admin import may_switch
from fireteam.games.tps.rules.verify import verify
from fireteam.games.tps.state import ARMED, BETWEEN, CALL, COUNT, OVER, RULINGS, SETTING_UP, TARGET
from tests.games.tps.positions import Position, UnitSpec, number, position, price, unit
from tests.games.tps.test_purchases import on as bought_by
from tests.games.tps.test_purchases import waiting
from tests.games.tps.turns import (
    buy_position,
    call_position,
    choice_record,
    count_position,
    event_lines,
    gear_ids,
    ground_lines,
    menu,
    names_to_act,
    play,
    play_defaults,
    play_free_act,
    refusal_code,
    unit_place,
)


def ruled_over(at: Position, players: list[int] | None = None) -> Position:
    """A person is Admin; `players` are the players of the units in seat order."""
    at.state.admin = at.state.n_units + 1
    for i, player in enumerate(players or range(at.state.n_units)):
        at.tables[0].player_of[i] = player
    return at


def match(**options: Any) -> Position:
    """Three units, the second and third of one player, at their calls."""
    units = [unit("T", 10, 20, "mp5", "flash"), unit("CT", 40, 20, "m4a1"), unit("CT", 50, 20, "usp", armour="1/1/3")]
    return ruled_over(call_position(*units, **options), [0, 1, 1])


def between(*sides: str, players: list[int] | None = None, **options: Any) -> Position:
    """A pause between rounds on de_depot, with units of these sides."""
    units: list[UnitSpec] = [unit(side, 1, 1, "flash", cash=7, frags=2) for side in sides]
    at = ruled_over(position(*units, map="de_depot", phase=BETWEEN, **options), players)
    at.state.owing = 1 << (at.state.admin - 1)
    return at


# Commands


@pytest.mark.clause("TPS-24.1", "TPS-24.3", "TPS-1.9", "TPS-28.1")
def test_only_the_admin_commands() -> None:
    at = match()
    for line in ("warn U2", "rule cash U2 5", "place U2 30,20"):
        assert refusal_code(at, "U1", line) == "E_NOT_ADMIN"
        assert refusal_code(at, "admin", line) == "ok"
    at.state.admin = 0
    assert refusal_code(at, "U1", "warn U2") == "E_NOT_ADMIN"


@pytest.mark.clause("TPS-24.2", "TPS-24.3", "TPS-28.1")
def test_a_kick_needs_an_earlier_warning_of_the_player() -> None:
    at = match()
    assert refusal_code(at, "admin", "kick U3") == "E_WARN_FIRST"
    play_free_act(at, "admin", "warn U2")
    assert refusal_code(at, "admin", "kick U3") == "E_WARN_FIRST", "it takes effect when the calls close"
    assert event_lines(play(at), "warned") == ["warned U2"]
    assert [int(at.unit(k).warned) for k in (1, 2, 3)] == [0, 1, 1], "the player is warned, not the unit"
    assert refusal_code(at, "admin", "kick U3") == "ok"
    assert refusal_code(at, "admin", "kick U1") == "E_WARN_FIRST"


@pytest.mark.clause("TPS-24.3", "TPS-13.12", "TPS-21.5", "TPS-24.8")
def test_a_kicked_players_units_are_eliminated_to_nobodys_credit_and_drop_their_equipment() -> None:
    at = match()
    at.unit(2).warned = at.unit(3).warned = 1
    play_free_act(at, "admin", "kick U2")
    assert names_to_act(at) == ["U1"]
    told = event_lines(play(at), "kicked", "eliminated", "laid", "scored")
    assert told[0] == "kicked U2"
    assert [line for line in told if "eliminated" in line] == ["eliminated U2 -", "eliminated U3 -"]
    assert not any("scored" in line for line in told)
    assert {line.split()[0] for line in ground_lines(at)} == {"m4a1", "usp", "vest", "helmet"}
    assert gear_ids(at, "U2") == gear_ids(at, "U3") == set()
    assert [(u.alive, u.kicked, u.leaving, u.deaths) for u in (at.unit(2), at.unit(3))] == [(0, 1, 0, 1)] * 2
    assert at.unit(1).frags == 0


@pytest.mark.clause("TPS-24.8", "TPS-24.3")
def test_a_kicked_player_can_be_given_no_further_command_and_comes_not_back() -> None:
    at = match()
    at.unit(2).warned = at.unit(3).warned = 1
    play_free_act(at, "admin", "kick U2")
    assert refusal_code(at, "admin", "kick U3") == "E_VALUE", "once is enough"
    play(at)
    for line in ("warn U2", "kick U2", "rule cash U2 5", "place U2 30,20"):
        assert refusal_code(at, "admin", line) == "E_VALUE"
    assert refusal_code(at, "U2", "buy vest") == "E_PHASE"


@pytest.mark.clause("TPS-5.13", "TPS-24.3")
def test_who_is_booted_when_already_eliminated_dies_no_second_time() -> None:
    at = match()
    at.unit(2).warned = at.unit(3).warned = 1
    at.unit(3).alive, at.unit(3).deaths = 0, 1
    at.unit(3).primary.gear = 0
    at.state.owing = 0b011
    play_free_act(at, "admin", "kick U2")
    told = event_lines(play(at), "eliminated")
    assert told == ["eliminated U2 -"] and at.unit(3).deaths == 1 and at.unit(3).kicked


@pytest.mark.clause("TPS-24.1", "TPS-24.7")
@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("rule health U2 1", "ok"),
        ("rule health U2 12", "ok"),
        ("rule health U2 0", "E_VALUE"),
        ("rule health U2 13", "E_VALUE"),
        ("rule cash U2 99", "ok"),
        ("rule cash U2 100", "E_VALUE"),
        ("rule frags U2 999", "ok"),
        ("rule deaths U2 0", "ok"),
        ("rule progress U2 1", "ok"),
        ("rule score U2 3", "ok"),
        ("rule bomb U2 3", "E_VALUE"),
        ("rule cash U9 3", "E_VALUE"),
        ("place U2 45,20", "ok"),
        ("place U9 45,20", "E_VALUE"),
    ],
)
def test_a_ruling_sets_a_number_to_what_it_can_be(line: str, answer: str) -> None:
    assert refusal_code(match(), "admin", line) == answer


@pytest.mark.clause("TPS-24.7")
def test_the_dead_have_no_health_and_no_place() -> None:
    at = match()
    at.unit(2).alive = 0
    assert refusal_code(at, "admin", "rule health U2 2") == refusal_code(at, "admin", "place U2 45,20") == "E_VALUE"
    assert refusal_code(at, "admin", "rule cash U2 2") == "ok"


@pytest.mark.clause("TPS-24.1", "TPS-24.7")
def test_rulings_take_effect_in_the_order_in_which_they_were_given() -> None:
    at = match()
    lines = ("health U2 2", "cash U2 41", "frags U2 5", "deaths U2 6", "progress U3 1", "score U2 2", "cash U2 42")
    for line in lines:
        play_free_act(at, "admin", f"rule {line}")
    told = event_lines(play(at), "ruled")
    assert told == [f"ruled {line}" for line in lines]
    me = at.unit(2)
    assert (me.health, me.cash, me.frags, me.deaths, at.unit(3).progress) == (2, 42, 5, 6, 1)
    assert list(at.state.score) == [0, 2] and at.state.n_rulings == 0
    assert not at.state.rulings.tobytes().strip(b"\0"), "nothing is left of what was carried out"


@pytest.mark.clause("TPS-24.7")
def test_the_score_is_that_of_the_team_that_has_the_side_now() -> None:
    at = match()
    at.state.swapped = 1
    play_free_act(at, "admin", "rule score U2 2")
    play(at)
    assert list(at.state.score) == [2, 0]


@pytest.mark.clause("TPS-24.7", "TPS-19.24")
@pytest.mark.parametrize("left", [0, 1, 5])
def test_the_turns_that_an_armed_bomb_has_left_are_ruled(left: int) -> None:
    at = ruled_over(call_position(unit("T", 4, 12, "mp5"), unit("CT", 44, 14, "m4a1"), map="de_depot", turn=4))
    bomb = at.state.bomb
    bomb.status, bomb.x, bomb.y, bomb.turn = ARMED, 30_000_000, 26_000_000, 3
    assert refusal_code(at, "admin", "rule bomb U1 6") == "E_VALUE"
    play_free_act(at, "admin", f"rule bomb U1 {left}")
    for turn in range(left):
        while at.state.phase != TARGET:
            play(at)
        told = play(at)
        assert event_lines(told, "exploded") == [] and at.state.turn == 5 + turn
    while at.state.phase != TARGET:
        play(at)
    told = play(at, [1] * 12)
    assert len(event_lines(told, "exploded")) == 1, "it explodes in step 10 of the turn that has none left"


@pytest.mark.clause("TPS-24.7")
def test_what_has_become_impossible_is_void() -> None:
    at = match()
    at.unit(2).warned = at.unit(3).warned = 1
    play_free_act(at, "admin", "rule health U2 2")
    play_free_act(at, "admin", "place U3 30,20")
    play_free_act(at, "admin", "place U1 30.5,20")
    at.state.rulings[0], at.state.rulings[1] = at.state.rulings[1].copy(), at.state.rulings[0].copy()
    at.unit(2).alive = 0
    at.state.owing = 0b101
    told = event_lines(play(at), "ruled", "placed", "void")
    assert told == ["placed U3 30,20", "void U2", "void U1"]


@pytest.mark.clause("TPS-24.1", "TPS-24.7", "TPS-3.6")
@pytest.mark.parametrize(
    ("where", "answer"),
    [
        ("11,15", "ok"),
        ("0.5,0.5", "ok"),
        ("0.49,5", "E_VALUE"),
        ("48,15", "E_VALUE"),
        ("60,15", "E_VALUE"),
        ("11,24", "E_VALUE"),
        ("9.5,22.5", "E_VALUE"),
        ("6.6,15", "E_VALUE"),
        ("44,14.5", "E_VALUE"),
        ("44,15", "ok"),
        ("4,12.3", "ok"),
        ("27,28.4", "E_VALUE"),
    ],
)
def test_a_unit_is_placed_where_its_token_may_lie(where: str, answer: str) -> None:
    """Off blocks, walls, windows, the border and other tokens; its own token is not in its way."""
    at = ruled_over(count_position(unit("T", 4, 12, "mp5"), unit("CT", 44, 14, "m4a1"), map="de_depot"))
    assert refusal_code(at, "admin", f"place U1 {where}") == answer


@pytest.mark.clause("TPS-24.1", "TPS-24.7")
def test_who_was_placed_stands_there_and_goes_on_from_there() -> None:
    at = ruled_over(count_position(unit("T", 4, 12, "mp5"), unit("CT", 44, 14, "m4a1"), map="de_depot"))
    play_free_act(at, "admin", "place U1 11,15")
    assert event_lines(play(at, U1="move 1,0"), "placed", "moved") == ["placed U1 11,15", "moved U1 11,15 12,15"]
    assert unit_place(at, "U1") == (12, 15)
    assert not at.state.rulings.tobytes().strip(b"\0")


@pytest.mark.clause("TPS-5.13", "TPS-7.4")
def test_rulings_of_the_buy_phase_take_effect_before_anybody_buys() -> None:
    at = ruled_over(buy_position(unit("T", 3, 25, cash=0), unit("CT", 50, 25, cash=50)))
    play_free_act(at, "admin", f"rule cash U1 {price('mp5')}")
    play_free_act(at, "admin", "rule cash U2 0")
    told = event_lines(play(at, U1="buy mp5", U2="buy mp5"), "ruled", "bought", "not_bought")
    mp5 = price("mp5")
    assert told == [f"ruled cash U1 {mp5}", "ruled cash U2 0", f"bought U1 mp5 {mp5} 0", "not_bought U2 mp5 E_CASH"]


@pytest.mark.clause("TPS-24.8", "TPS-28.1")
def test_at_most_eight_commands_wait() -> None:
    at = match()
    for k in range(RULINGS):
        play_free_act(at, "admin", f"rule cash U2 {k}")
    assert refusal_code(at, "admin", "warn U1") == "E_VALUE"
    play(at)
    assert refusal_code(at, "admin", "warn U1") == "ok" and at.unit(2).cash == RULINGS - 1


@pytest.mark.clause("TPS-5.13", "TPS-5.2")
@pytest.mark.parametrize("phase", [CALL, COUNT, TARGET, BETWEEN])
def test_commands_may_be_given_in_any_state_but_after_the_end(phase: int) -> None:
    at = match()
    while at.state.phase != phase and phase != BETWEEN:
        play(at)
    at.state.phase = phase
    assert refusal_code(at, "admin", "warn U1") == "ok"
    at.state.phase = OVER
    assert refusal_code(at, "admin", "warn U1") == "E_PHASE"


# The pause


@pytest.mark.clause("TPS-21.12")
def test_a_switched_player_keeps_points_and_equipment() -> None:
    at = between("T", "CT", "T", "CT", "T")
    told = play(at, admin="switch U3")
    assert event_lines(told, "switched") == ["switched U3 CT"]
    me = at.unit(3)
    assert (me.side, me.cash, me.frags, gear_ids(at, "U3")) == (1, 7, 2, {"flash"})
    assert (at.state.phase, names_to_act(at)) == (BETWEEN, ["admin"]), "then the Admin goes on"


@pytest.mark.clause("TPS-21.11", "TPS-21.12")
def test_who_has_become_t_keeps_its_kit_and_the_weapons_of_the_other_side() -> None:
    at = between("T", "CT", "CT")
    at.unit(2).special.gear, at.unit(2).primary.gear = number("kit") + 1, number("m4a1") + 1
    play(at, admin="switch U2")
    assert gear_ids(at, "U2") == {"flash", "kit", "m4a1"} and at.unit(2).side == 0


@pytest.mark.clause("TPS-21.12", "TPS-1.7")
def test_a_player_is_switched_with_all_its_units() -> None:
    at = between("T", "T", "CT", "CT", "CT", "CT", players=[0, 0, 1, 1, 2, 3])
    assert [line for line in menu(at, "admin") if "switch" in line] == ["switch U3", "switch U5", "switch U6"]
    assert event_lines(play(at, admin="switch U4"), "switched") == ["switched U3 T", "switched U4 T"]
    assert [int(at.unit(k).side) for k in range(1, 7)] == [0, 0, 0, 0, 1, 1]


@pytest.mark.clause("TPS-21.13", "TPS-5.2")
def test_at_most_one_switch_a_pause() -> None:
    at = between("T", "CT", "T", "CT", "T")
    play(at, admin="switch U1")
    assert refusal_code(at, "admin", "switch U3") == "E_PHASE"
    assert menu(at, "admin") == ["go_on"]
    play(at, [1], admin="go_on")
    assert at.state.switched == 0


@pytest.mark.clause("TPS-21.13", "TPS-5.10", "TPS-5.11")
@pytest.mark.parametrize(
    ("sides", "line", "limit", "answer"),
    [
        ("T CT", "switch U1", 10, "E_BALANCE"),
        ("T T CT", "switch U1", 2, "ok"),
        ("T T CT", "switch U3", 10, "E_BALANCE"),
        ("T T CT CT", "switch U1", 2, "ok"),
        ("T T CT CT", "switch U1", 1, "E_BALANCE"),
        ("T T T CT CT CT CT", "switch U1", 2, "E_BALANCE"),
        ("T T T CT CT CT CT", "switch U4", 2, "ok"),
        ("T T CT CT CT CT CT CT", "switch U1", 10, "E_BALANCE"),
        ("T T CT", "switch U9", 2, "E_VALUE"),
    ],
)
def test_a_switch_leaves_no_team_empty_nor_too_unlike_nor_without_a_place(
    sides: str, line: str, limit: int, answer: str
) -> None:
    """Each side of de_depot has six spawn points."""
    assert refusal_code(between(*sides.split(), mp_limitteams=limit), "admin", line) == answer


@pytest.mark.clause("TPS-24.8", "TPS-21.13")
def test_who_was_booted_or_is_being_counts_no_more() -> None:
    for name in ("kicked", "leaving"):
        at = between("T", "T", "CT", "CT", mp_limitteams=1)
        setattr(at.unit(4), name, 1)
        assert refusal_code(at, "admin", "switch U1") == "ok", "from 2:1 to 1:2"
        assert refusal_code(at, "admin", "switch U3") == "E_BALANCE"
        assert refusal_code(at, "admin", "switch U4") == "E_VALUE"


@pytest.mark.clause("TPS-21.12", "TPS-24.5", "TPS-28.1")
def test_the_pause_is_the_admins() -> None:
    at = between("T", "T", "CT")
    assert refusal_code(at, "U1", "go_on") == refusal_code(at, "U1", "switch U1") == "E_NOT_ADMIN"
    assert refusal_code(at, "admin", "hold") == refusal_code(at, "admin", "buy -") == "E_PHASE"
    assert menu(at, "admin") == ["go_on", "switch U1", "switch U2"]


@pytest.mark.clause("TPS-5.13", "TPS-24.8")
def test_a_kick_in_the_pause_takes_effect_when_it_ends() -> None:
    at = between("T", "T", "CT", mp_grounditems=1)
    at.unit(1).warned = 1
    play_free_act(at, "admin", "kick U1")
    assert at.unit(1).alive and names_to_act(at) == ["admin"]
    play(at, admin="go_on")
    assert (at.unit(1).alive, at.unit(1).kicked, names_to_act(at)) == (0, 1, ["U2", "U3"])
    assert unit_place(at, "U2") == (8.5, 15) and gear_ids(at, "U1") == set()


@pytest.mark.clause("TPS-21.8", "TPS-24.9", "TPS-24.8", "TPS-5.13")
def test_a_new_player_has_the_place_of_one_who_was_booted_from_the_next_round_on() -> None:
    at = between("T", "T", "CT", "CT", mp_startmoney=8)
    booted = at.unit(4)
    booted.alive, booted.kicked, booted.warned, booted.deaths = 0, 1, 1, 3
    booted.grenades[0].gear = 0
    told = play_free_act(at, "admin", "admit U4")
    assert event_lines(told, "ordered", "joined") == ["ordered admit U4"] and booted.kicked
    told = play(at, [1], admin="go_on")
    assert event_lines(told, "joined") == ["joined U4 8"]
    assert (booted.alive, booted.kicked, booted.warned) == (1, 0, 0)
    assert (booted.cash, booted.frags, booted.deaths, gear_ids(at, "U4")) == (8, 0, 0, {"usp"})
    assert (unit_place(at, "U4"), names_to_act(at)) == ((46, 13), ["U1", "U2", "U3", "U4"])
    assert (at.unit(3).cash, at.unit(3).frags) == (7, 2), "nobody else is touched"
    assert refusal_code(at, "U4", "buy vest") == refusal_code(at, "admin", "warn U4") == "ok"


@pytest.mark.clause("TPS-21.8", "TPS-24.9", "TPS-7.10")
def test_in_a_match_the_place_decides_again_and_nothing_of_the_old_player_is_carried_out() -> None:
    match = waiting(sv_admin="1")
    admin = match.setting.slots[match.setting.referee]
    match.plan("U2", ["buy vest"])
    match.act(admin, "kick U2", reason="late a third time")
    bought_by(match, "hold")
    assert match.slots_to_act() == [match.setting.referee]
    match.act(admin, "admit U2", reason="Ada comes in for him")
    assert bought_by(match, "go_on") == []
    assert match.slots_to_act() == [0, 1, 2] and match.state[0].units[1].cash == 8
    cost = price("p228")
    assert bought_by(match, "buy p228") == [f"bought U2 p228 {cost} {8 - cost}"]


@pytest.mark.clause("TPS-21.8", "TPS-24.9", "TPS-1.7")
def test_who_joins_has_all_the_units_of_the_place() -> None:
    at = between("T", "T", "CT", "CT", players=[0, 1, 2, 2])
    for k in (3, 4):
        at.unit(k).alive, at.unit(k).kicked = 0, 1
    play_free_act(at, "admin", "admit U3")
    assert event_lines(play(at, [1], admin="go_on"), "joined") == ["joined U3 8", "joined U4 8"]


@pytest.mark.clause("TPS-24.9", "TPS-28.1")
def test_only_the_admin_admits_and_only_between_rounds_and_to_the_place_of_who_was_booted() -> None:
    at = between("T", "T", "CT", "CT")
    assert refusal_code(at, "admin", "admit U4") == refusal_code(at, "admin", "admit U9") == "E_VALUE"
    at.unit(4).alive, at.unit(4).kicked = 0, 1
    assert (refusal_code(at, "U1", "admit U4"), refusal_code(at, "admin", "admit U4")) == ("E_NOT_ADMIN", "ok")
    assert refusal_code(at, "admin", "warn U4") == "E_VALUE"
    for phase in (SETTING_UP, CALL, COUNT, TARGET, OVER):
        at.state.phase = phase
        assert refusal_code(at, "admin", "admit U4") == "E_PHASE"


@pytest.mark.clause("TPS-24.9", "TPS-21.13", "TPS-5.11")
@pytest.mark.parametrize(
    ("sides", "out", "line", "limit", "answer"),
    [
        ("T T T CT CT", [1], "admit U1", 0, "E_BALANCE"),
        ("T T T CT CT", [1], "admit U1", 1, "ok"),
        ("T T T T CT CT", [5, 6], "admit U5", 0, "ok"),
        ("T CT", [1, 2], "admit U1", 0, "E_BALANCE"),
        ("T CT", [1, 2], "admit U1", 1, "ok"),
        ("T T T T T T T CT", [1], "admit U1", 10, "E_BALANCE"),
        ("T T T T T T CT", [1], "admit U1", 10, "ok"),
    ],
)
def test_who_joins_makes_no_side_too_large(sides: str, out: list[int], line: str, limit: int, answer: str) -> None:
    """A smaller side is filled up whatever the difference; each side of de_depot has six spawn points."""
    at = between(*sides.split(), mp_limitteams=limit)
    for k in out:
        at.unit(k).alive, at.unit(k).kicked = 0, 1
    assert refusal_code(at, "admin", line) == answer


@pytest.mark.clause("TPS-24.7", "TPS-24.9")
def test_who_was_admitted_twice_or_has_no_room_any_more_does_not_join() -> None:
    at = between("T", "T", "CT", "CT", "CT", mp_limitteams=2)
    at.unit(5).alive, at.unit(5).kicked = 0, 1
    play_free_act(at, "admin", "admit U5")
    play_free_act(at, "admin", "admit U5")
    twice = at.copy()
    told = play(twice, [1], admin="go_on")
    assert event_lines(told, "joined", "void") == ["joined U5 8", "void U5"]
    play(at, admin="switch U1")
    told = play(at, admin="go_on")
    assert event_lines(told, "joined", "void") == ["void U5", "void U5"] and at.unit(5).kicked


@pytest.mark.clause("TPS-24.8", "TPS-20.2")
def test_a_match_goes_on_to_its_end_with_nobody_left_on_a_side_or_at_all() -> None:
    for gone in ([3], [1, 2], [1, 2, 3]):
        at = between("T", "T", "CT", mp_maxrounds=30)
        at.state.admin = at.state.owing = 0
        for k in gone:
            at.unit(k).alive, at.unit(k).kicked = 0, 1
        at.state.phase, at.state.round_number = SETTING_UP, 1
        turns = 0
        while at.state.phase != OVER:
            play_defaults(at, key=turns)
            turns += 1
            assert turns < 1000
        assert (at.state.round_number > 10, names_to_act(at)) == (True, []), gone


@pytest.mark.clause("TPS-21.12")
def test_only_who_plays_is_switched() -> None:
    at = between("T", "T", "CT")
    codes = [REFUSALS[may_switch(at.state, at.tables[0], i)[0]].code for i in (-1, 0, 1, 3)]
    assert codes == ["E_VALUE", "ok", "ok", "E_VALUE"]


@pytest.mark.clause("TPS-28.1")
def test_a_switch_after_another_is_not_for_the_moment_whoever_is_named() -> None:
    at = between("T", "T", "CT")
    at.state.switched = 1
    code = may_switch(at.state, at.tables[0], 99)[0]
    assert REFUSALS[code].code == "E_PHASE"
    answer = verify(at.state, at.tables[0], 0, choice_record("warn U1")[0])
    assert REFUSALS[answer[0]].code == "E_NOT_ADMIN" and answer[3] == 0
