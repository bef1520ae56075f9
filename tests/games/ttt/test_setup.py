"""Section 5: forces, seats and placement."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

from fireteam.core.engine.dispatch import menu_choice, menu_size, to_act
from fireteam.core.errors import IllegalChoice
from fireteam.core.protocol.choices import decode, new_choices, notation
from fireteam.core.slot_choices import menu
from fireteam.games.ttt.game import GAME
from fireteam.games.ttt.state import PHASES, UNPLACED
from tests.games.ttt.matches import SIDES, begin, mission, now, outcome, play, sentences
from tests.games.ttt.table import At, choices, do, names, refused, unit

PICKS_2 = {"pick": 2, "preset": ["rifleman", "recon"]}
CAPTAIN_AND_2 = {"pick": 2, "plus": {"captain": 1}, "max": {"captain": 0}, "preset": ["rifleman", "recon"]}
TWO_EACH = {"fixed": {"recon": 2}}


def pieces(setting: Any, states: Any) -> str:
    """The pieces there are, by name."""
    return " ".join(filter(None, GAME.names(setting, states).units))


def placed(setting: Any, states: Any) -> set[str]:
    """Where the side to place may place its pieces: `recon.1 a1`."""
    return {f"{piece[2:]} {square}" for _, piece, square in choices(setting, states)}


def squares(setting: Any, states: Any) -> set[str]:
    """The squares on which the side to place may place anything."""
    return {square for _, _, square in choices(setting, states)}


# Phases


@pytest.mark.clause("TTT-5.2", "TTT-6.5")
def test_given_forces_go_straight_to_the_seats_and_on_to_placement() -> None:
    setting = mission(seats="roll")
    assert PHASES[setting.opening[0].phase] == "seats" and to_act(setting.opening[0]) == 0
    assert now(*begin(setting, dice=[5, 2])) == "place 1"


@pytest.mark.clause("TTT-5.2", "TTT-6.5")
def test_picks_come_before_the_seats_and_the_seats_before_placement() -> None:
    at = begin(mission(one={"force": PICKS_2}, two={"force": PICKS_2}, seats="roll"))
    assert PHASES[at[1][0].phase] == "force"
    told = play(*at, "pick recon,recon & pick sniper,guard : 3 1")
    assert names(told) == ["picked"] * 4 + ["seated"] and now(*at) == "place 1"


@pytest.mark.clause("TTT-5.2", "TTT-5.4", "TTT-6.5")
def test_with_open_picks_the_seats_come_first() -> None:
    setting = mission(one={"force": PICKS_2}, two={"force": PICKS_2}, seats="roll", force_pick="open")
    assert PHASES[setting.opening[0].phase] == "seats"
    at = begin(setting, dice=[1, 6])
    assert PHASES[at[1][0].phase] == "force" and at[1][0].swapped


@pytest.mark.clause("TTT-5.2", "TTT-5.7")
def test_with_fixed_seats_placement_follows_the_picks_at_once() -> None:
    at = begin(mission(one={"force": PICKS_2}, two={"force": PICKS_2}))
    assert names(play(*at, "pick recon,recon & pick sniper,guard")) == ["picked"] * 4
    assert now(*at) == "place 1" and not at[1][0].swapped


# Forces


@pytest.mark.clause("TTT-5.1", "TTT-5.3", "TTT-13.1")
def test_a_fixed_force_is_given_by_the_mission() -> None:
    at = begin(mission(one={"force": {"fixed": {"recon": 2, "guard": 1}}}))
    assert pieces(*at) == "1.recon.1 1.recon.2 1.guard.1 2.rifleman.1"
    assert unit(*at, "1.guard.1").status == UNPLACED


@pytest.mark.clause("TTT-5.3", "TTT-13.1")
def test_a_pick_is_listed_by_the_player_after_what_is_added_to_it() -> None:
    at = begin(mission(one={"force": CAPTAIN_AND_2}, two={"force": CAPTAIN_AND_2}))
    play(*at, "pick sniper,recon & pick recon,recon")
    assert pieces(*at) == "1.captain.1 1.sniper.1 1.recon.1 2.captain.1 2.recon.1 2.recon.2"


@pytest.mark.clause("TTT-5.3", "TTT-10.22")
def test_an_all_force_is_every_piece_of_the_squad_sheet() -> None:
    at = begin(GAME.make_setting("the_art_of_war", {"seats": "fixed"}))
    of_one_side = [name[2:] for name in pieces(*at).split() if name.startswith("1.")]
    assert len(of_one_side) == 23 and of_one_side[:4] == ["rifleman.1", "rifleman.2", "rifleman.3", "recon.1"]
    assert {"captain.1", "captain.2", "crawler.1"} <= set(of_one_side)


@pytest.mark.clause("TTT-5.4", "TTT-1.7", "TTT-6.5")
def test_secret_picks_are_owed_by_both_and_revealed_together() -> None:
    at = begin(mission(one={"force": PICKS_2}, two={"force": PICKS_2}))
    assert to_act(at[1][0]) == 0b11
    told = play(*at, "pick recon,guard & pick sniper,medic")
    assert sentences(told) == [
        "Red picked: Recon",
        "Red picked: Guard",
        "Blue picked: Sniper",
        "Blue picked: Medic",
    ]


@pytest.mark.clause("TTT-5.4", "TTT-6.5")
@pytest.mark.parametrize("swapped", [False, True])
def test_open_picks_are_made_by_side_1_and_then_by_side_2(swapped: bool) -> None:
    at = begin(
        mission(one={"force": PICKS_2}, two={"force": PICKS_2}, seats="roll", force_pick="open"),
        dice=[2, 3] if swapped else [3, 2],
    )
    first, second = (1, 0) if swapped else (0, 1)
    assert to_act(at[1][0]) == 1 << first
    assert refused(*at, "pick recon,guard", slot=second) == "E_NOT_YOUR_TURN"
    told = play(*at, "pick recon,guard")
    assert sentences(told)[0] == f"{SIDES[first]} picked: Recon"
    assert pieces(*at) == "1.recon.1 1.guard.1" and to_act(at[1][0]) == 1 << second
    assert refused(*at, "pick recon,guard", slot=first) == "E_NOT_YOUR_TURN"
    play(*at, "pick medic,sniper")
    assert pieces(*at) == "1.recon.1 1.guard.1 2.medic.1 2.sniper.1" and now(*at) == "place 1"
    assert to_act(at[1][0]) == 1 << first


@pytest.mark.clause("TTT-5.4", "TTT-6.5", "TTT-13.4")
def test_a_side_that_does_not_pick_has_nothing_to_do_while_the_other_does() -> None:
    at = begin(mission(one={"force": {"fixed": {"guard": 1}}}, two={"force": PICKS_2}))
    assert to_act(at[1][0]) == 0b10 and pieces(*at) == "1.guard.1"
    assert refused(*at, "pick recon,recon", slot=0) == "E_WRONG_STATE"
    play(*at, "pick recon,recon")
    assert pieces(*at) == "1.guard.1 2.recon.1 2.recon.2" and now(*at) == "place 1"


@pytest.mark.clause("TTT-5.4", "TTT-5.15")
def test_with_open_picks_a_side_that_does_not_pick_is_passed_over() -> None:
    for one, two, slot in ((TWO_EACH, PICKS_2, 1), (PICKS_2, TWO_EACH, 0)):
        at = begin(mission(one={"force": one}, two={"force": two}, force_pick="open"))
        assert to_act(at[1][0]) == 1 << slot
        assert refused(*at, "pick recon,recon", slot=1 - slot) == "E_NOT_YOUR_TURN"
        play(*at, "pick guard,guard")
        assert now(*at) == "place 1"


@pytest.mark.clause("TTT-5.5")
def test_a_pick_has_exactly_the_number_of_the_mission() -> None:
    at = begin(mission(one={"force": PICKS_2}, two={"force": PICKS_2}))
    assert refused(*at, "pick recon") == refused(*at, "pick recon,recon,guard") == "E_FORCE_SIZE"
    assert refused(*at, "pick -") == "E_FORCE_SIZE"
    assert refused(*at, "pick recon,recon") == "ok"


@pytest.mark.clause("TTT-5.5")
def test_a_pick_has_no_more_of_a_type_than_the_sheet() -> None:
    force = {"pick": 4, "preset": ["rifleman", "recon", "recon", "guard"]}
    at = begin(mission(one={"force": force}, two={"force": force}))
    assert refused(*at, "pick rifleman,rifleman,rifleman,recon") == "ok"
    assert refused(*at, "pick recon,recon,rifleman,recon") == "E_FORCE_COUNT"
    assert refused(*at, "pick sniper,recon,sniper,recon") == "E_FORCE_COUNT"


@pytest.mark.clause("TTT-5.5")
def test_what_is_added_to_the_picks_counts_against_the_sheet() -> None:
    force = {"pick": 2, "plus": {"recon": 1}, "preset": ["rifleman", "recon"]}
    at = begin(mission(one={"force": force}, two={"force": force}))
    assert refused(*at, "pick recon,rifleman") == "ok"
    assert refused(*at, "pick recon,recon") == "E_FORCE_COUNT"


@pytest.mark.clause("TTT-5.5", "TTT-12.8")
def test_a_pick_keeps_the_limits_of_the_mission() -> None:
    force = {"pick": 3, "max": {"rifleman": 2, "recon": 0}, "preset": ["rifleman", "guard", "guard"]}
    at = begin(mission(one={"force": force}, two={"force": force}))
    assert refused(*at, "pick rifleman,rifleman,guard") == "ok"
    assert refused(*at, "pick rifleman,rifleman,rifleman") == "E_FORCE_COUNT"
    assert refused(*at, "pick rifleman,rifleman,recon") == "E_FORCE_COUNT"


@pytest.mark.clause("TTT-5.6")
def test_any_n_pieces_hold_one_captain_at_most_and_none_where_one_is_listed_besides() -> None:
    crossing = begin(GAME.make_setting("capture_the_crossing"))
    assert refused(*crossing, "pick captain,recon,recon,guard,guard,medic") == "ok"
    assert refused(*crossing, "pick captain,recon,recon,guard,guard,captain") == "E_FORCE_COUNT"
    capn = begin(GAME.make_setting("cap_the_capn"))
    assert refused(*capn, "pick recon,recon,guard,guard,medic") == "ok"
    assert refused(*capn, "pick recon,recon,guard,guard,captain") == "E_FORCE_COUNT"


@pytest.mark.clause("TTT-5.16", "TTT-13.4")
def test_a_pick_that_stands_cannot_be_made_again() -> None:
    at = begin(mission(one={"force": PICKS_2}, two={"force": PICKS_2}))
    play(*at, "pick recon,recon & pick guard,guard")
    assert refused(*at, "pick recon,guard", slot=0) == "E_WRONG_STATE"
    assert refused(*at, "pick recon,guard", slot=1) == "E_WRONG_STATE"  # a secret pick waits for nobody's turn


@pytest.mark.clause("TTT-5.15")
@pytest.mark.parametrize("listed", [(PICKS_2, TWO_EACH), (TWO_EACH, PICKS_2), (PICKS_2, CAPTAIN_AND_2)])
def test_where_the_forces_differ_a_player_knows_its_side_before_picking(listed: tuple[Any, Any]) -> None:
    setting = mission(one={"force": listed[0]}, two={"force": listed[1]}, seats="roll")
    assert PHASES[setting.opening[0].phase] == "seats"
    at = begin(setting, dice=[1, 2])
    assert PHASES[at[1][0].phase] == "force"
    picking = [force == PICKS_2 or force == CAPTAIN_AND_2 for force in listed]
    # The player listed second is side 1: slot 1 picks side 1's force.
    assert to_act(at[1][0]) == picking[0] << 1 | picking[1]
    play(*at, *(["pick guard,guard & pick medic,recon"] if all(picking) else ["pick medic,recon"]))
    of_side_1 = [name for name in pieces(*at).split() if name.startswith("1.")]
    assert of_side_1 == (["1.medic.1", "1.recon.1"] if picking[0] else ["1.recon.1", "1.recon.2"])
    assert now(*at) == "place 1" and to_act(at[1][0]) == 0b10


@pytest.mark.clause("TTT-5.15")
def test_fixed_forces_that_differ_stay_with_their_sides_whoever_takes_them() -> None:
    at = begin(mission(one={"force": {"fixed": {"guard": 1}}}, two={"force": TWO_EACH}, seats="roll"), dice=[2, 5])
    assert at[1][0].swapped and pieces(*at) == "1.guard.1 2.recon.1 2.recon.2"


@pytest.mark.clause("TTT-5.15", "TTT-5.4")
def test_differing_forces_are_picked_in_secret_unless_the_option_says_openly() -> None:
    for option, owing in (("secret", 0b11), ("open", 0b01)):
        at = begin(mission(one={"force": PICKS_2}, two={"force": CAPTAIN_AND_2}, force_pick=option))
        assert to_act(at[1][0]) == owing


# The menu of picks


@pytest.mark.clause("TTT-5.5", "TTT-13.2")
@pytest.mark.parametrize(
    "force",
    [
        PICKS_2,
        CAPTAIN_AND_2,
        {"pick": 3, "max": {"rifleman": 2, "recon": 0}, "preset": ["sniper", "guard", "rifleman"]},
        {"pick": 1, "plus": {"medic": 1}, "preset": ["crawler"]},
    ],
)
def test_the_menu_of_picks_is_every_lawful_pick_once_the_preset_first(force: dict[str, Any]) -> None:
    at = begin(mission(one={"force": force}, two={"force": force}))
    types = at[0].content.sheet.types
    lawful = {
        pick
        for pick in combinations_with_replacement(types, force["pick"])
        if refused(*at, f"pick {','.join(pick)}") == "ok"
    }
    found = [tuple(value.types) for value in menu(*at, 0)]  # type: ignore[attr-defined]
    assert len(found) == len(set(found)) == menu_size(at[1][0], at[0].tables[0], 0) and set(found) == lawful
    assert found[0] == tuple(sorted(force["preset"], key=types.index))


@pytest.mark.clause("TTT-5.5", "TTT-13.2")
def test_all_but_the_preset_stand_on_the_menu_in_the_order_of_their_number() -> None:
    at = begin(mission(one={"force": PICKS_2}, two={"force": PICKS_2}))
    found = [notation(value)[5:] for value in menu(*at, 1)]
    # By number the last types of the sheet come first; the preset has changed places with the pick numbered 0.
    assert found[:4] == ["rifleman,recon", "flamethrower,crawler", "flamethrower,minesweeper", "radio_operator,crawler"]
    assert found[-2:] == ["minesweeper,crawler", "rifleman,rifleman"]


# Seats


@pytest.mark.clause("TTT-5.7")
def test_the_player_listed_first_rolls_first_and_the_higher_takes_side_1() -> None:
    at = begin(mission(seats="roll"), dice=[2, 1])
    assert not at[1][0].swapped and to_act(at[1][0]) == 0b01
    at = begin(mission(seats="roll"), dice=[1, 2])
    assert at[1][0].swapped and to_act(at[1][0]) == 0b10


@pytest.mark.clause("TTT-5.7", "TTT-1.3")
def test_equal_rolls_are_rolled_again_in_the_same_order() -> None:
    force = {"pick": 1, "preset": ["recon"]}
    at = begin(mission(one={"force": force}, two={"force": force}, seats="roll"))
    told = play(*at, "pick recon & pick guard : 4 4 1 1 2 5")
    assert names(told) == ["picked", "picked", "tied", "tied", "seated"]
    assert [[(die.purpose, die.face) for die in one.dice] for one in told[2:]] == [
        [("seats, red", 4), ("seats, blue", 4)],
        [("seats, red", 1), ("seats, blue", 1)],
        [("seats, red", 2), ("seats, blue", 5)],
    ]
    assert told[-1].sentence() == "Blue is side 1 of the mission, and goes first" and at[1][0].swapped


@pytest.mark.clause("TTT-5.7")
def test_with_fixed_seats_no_die_is_rolled() -> None:
    at = begin(mission(seats="fixed"))
    assert now(*at) == "place 1" and not at[1][0].swapped


@pytest.mark.clause("TTT-5.7", "TTT-5.4")
def test_players_who_change_sides_take_their_picks_along() -> None:
    force = {"pick": 3, "preset": ["rifleman", "recon", "recon"]}
    at = begin(mission(one={"force": force}, two={"force": force}, seats="roll"))
    play(*at, "pick guard,sniper,recon & pick medic,recon,recon : 2 3")
    assert pieces(*at) == "1.medic.1 1.recon.1 1.recon.2 2.guard.1 2.sniper.1 2.recon.1"
    assert refused(*at, "place 1.medic.1 a1", slot=1) == "ok"
    assert refused(*at, "place 2.guard.1 a1", slot=0) == "E_NOT_YOUR_TURN"


@pytest.mark.clause("TTT-5.7")
def test_the_result_names_the_player_and_not_the_side() -> None:
    for dice, winner in (([6, 1], 0), ([1, 6], 1)):
        at = begin(mission(seats="roll"), dice=dice)
        play(*at, "place 1.rifleman.1 a1", "place 2.rifleman.1 a2", "end_move", "attack 1.rifleman.1 2.rifleman.1 : 6")
        assert GAME.result(*at).winners == (winner,)


# Placement


@pytest.mark.clause("TTT-5.8", "TTT-5.13")
def test_a_piece_is_placed_in_its_zone() -> None:
    at = begin(mission(one={"place": {"*": {"rows": [1]}}}))
    assert squares(*at) == {f"{column}1" for column in "abcdefghij"}
    assert refused(*at, "place 1.rifleman.1 a2") == "E_NOT_IN_ZONE"


@pytest.mark.clause("TTT-5.8", "TTT-12.9")
@pytest.mark.parametrize(
    ("zone", "inside", "outside", "number"),
    [
        ({"squares": ["c3", "j10"]}, "c3 j10", "c4", 2),
        ({"rows": [2, 10]}, "a2 j10", "a3 a9", 20),
        ({"cols": ["b", "j"]}, "b1 j10", "a1 i5", 20),
        ({"rect": ["c4", "d2"]}, "c2 d4 c4 d2", "c5 e3 b3 c1", 6),
        ({"rect": ["d4", "c2"]}, "c2 d4 c4 d2", "c5 e3 b3 c1", 6),
        ({"ring": True}, "a1 a5 j10 e10 e1 j2", "b2 i9", 36),
        ({"tile": 0}, "a1 j10", "", 100),
        ({"zone": "gate"}, "e5 e6", "e7", 2),
        ({"adjacent_to": "gate"}, "e4 d5 d6 e7 f5 f6", "e5 d4", 6),
        ({"corner": "any"}, "a1 a10 j1 j10", "b1 a2 j9", 4),
    ],
)
def test_each_zone_expression_bounds_the_placement(
    zone: dict[str, Any], inside: str, outside: str, number: int
) -> None:
    at = begin(mission(one={"place": {"*": zone}}, zones={"gate": ["e5", "e6"]}))
    assert len(squares(*at)) == number and set(inside.split()) <= squares(*at)
    for square in outside.split():
        assert refused(*at, f"place 1.rifleman.1 {square}") == "E_NOT_IN_ZONE"


@pytest.mark.clause("TTT-5.9", "TTT-5.10", "TTT-5.11", "TTT-5.12", "TTT-6.5")
def test_placement_alternates_one_piece_each_and_side_1_places_and_moves_first() -> None:
    at = begin(mission(one={"force": TWO_EACH}, two={"force": TWO_EACH}))
    seen = []
    for line in ("place 1.recon.2 a1", "place 2.recon.1 a9", "place 1.recon.1 b1", "place 2.recon.2 b9"):
        seen.append(now(*at))
        told = play(*at, line)
    assert seen == ["place 1", "place 2", "place 1", "place 2"]
    assert sentences(told) == ["Blue RC2 is placed on b9", "round 1: Red's turn"] and now(*at) == "move 1"


@pytest.mark.clause("TTT-5.12")
def test_a_side_chooses_any_of_its_unplaced_pieces_and_cannot_pass() -> None:
    at = begin(mission("gap", one={"force": {"fixed": {"recon": 1, "guard": 1}}}))
    assert {piece for _, piece, _ in choices(*at)} == {"1.recon.1", "1.guard.1"}
    assert {verb for verb, *_ in choices(*at)} == {"place"}
    assert refused(*at, "end_turn") == refused(*at, "end_move") == "E_WRONG_STATE"


@pytest.mark.clause("TTT-5.12")
def test_a_side_with_no_piece_left_is_skipped() -> None:
    at = begin(mission(one={"force": {"fixed": {"recon": 1}}}, two={"force": {"fixed": {"guard": 2, "medic": 1}}}))
    told = play(*at, "place 1.recon.1 a1", "place 2.guard.1 b1", "place 2.guard.2 c1")
    assert now(*at) == "place 2" and "skipped" not in names(told)
    assert refused(*at, "place 1.recon.1 a2", slot=0) == "E_NOT_YOUR_TURN"
    told = play(*at, "place 2.medic.1 d1")
    assert names(told) == ["placed", "turned"] and now(*at) == "move 1"


@pytest.mark.clause("TTT-5.13", "TTT-3.19")
def test_a_piece_is_placed_on_a_passable_free_square_of_the_board() -> None:
    at = begin(mission("gap", one={"force": TWO_EACH}))
    play(*at, "place 1.recon.1 a1", "place 2.rifleman.1 e5")
    assert refused(*at, "place 1.recon.2 a6") == refused(*at, "place 1.recon.2 f1") == "E_OFF_BOARD"
    assert refused(*at, "place 1.recon.2 c4") == "E_IMPASSABLE"
    assert refused(*at, "place 1.recon.2 a1") == refused(*at, "place 1.recon.2 e5") == "E_OCCUPIED"
    assert squares(*at) == {f"{c}{r}" for c in "abcde" for r in range(1, 6)} - {"c4", "b3", "e2", "a1", "e5"}


@pytest.mark.clause("TTT-5.13")
def test_no_piece_is_placed_in_a_bunker_of_either_side() -> None:
    at = begin(mission("mini_d"))
    assert squares(*at) == {"a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3", "d1", "d2"}
    assert refused(*at, "place 1.rifleman.1 a1") == refused(*at, "place 1.rifleman.1 d3") == "E_NOT_IN_ZONE"


NEAR_CAPTAIN = {
    "force": {"fixed": {"captain": 1, "recon": 2}},
    "place": {"captain": {"squares": ["e5"]}, "*": {"near": "captain", "max": 3}},
}


@pytest.mark.clause("TTT-5.14", "TTT-13.4")
def test_what_a_zone_depends_on_is_placed_first() -> None:
    at = begin(mission(one=NEAR_CAPTAIN))
    assert placed(*at) == {"captain.1 e5"} and refused(*at, "place 1.recon.1 e6") == "E_ORDER"
    play(*at, "place 1.captain.1 e5", "place 2.rifleman.1 a1")
    assert refused(*at, "place 1.recon.1 e6") == "ok"


@pytest.mark.clause("TTT-5.13", "TTT-5.14")
def test_what_is_near_a_captain_has_no_bunker_in_it() -> None:
    force = {**NEAR_CAPTAIN, "place": {"captain": {"squares": ["b2"]}, "*": {"near": "captain", "max": 3}}}
    at = begin(mission("mini_d", one=force, two={"place": {"*": {"squares": ["d1"]}}}))
    play(*at, "place 1.captain.1 b2", "place 2.rifleman.1 d1")
    assert squares(*at) == {"a2", "a3", "b1", "b3", "c1", "c2", "c3", "d2"}
    assert refused(*at, "place 1.recon.1 a1") == refused(*at, "place 1.recon.1 d3") == "E_NOT_IN_ZONE"


@pytest.mark.clause("TTT-5.14", "TTT-10.9", "TTT-2.8")
def test_near_counts_squares_along_rows_and_columns() -> None:
    at = begin(mission(one=NEAR_CAPTAIN))
    play(*at, "place 1.captain.1 e5", "place 2.rifleman.1 a1")
    assert len(squares(*at)) == 24  # 25 within 3 spaces, less the Captain's own
    assert {"e8", "e2", "b5", "h5", "f7", "g6", "d3", "c4"} <= squares(*at)
    for square in ("e9", "e1", "a5", "i5", "f8", "g7", "d2", "h4"):
        assert refused(*at, f"place 1.recon.1 {square}") == "E_NOT_IN_ZONE"


@pytest.mark.clause("TTT-5.14")
def test_the_other_sides_captain_or_one_that_is_not_placed_is_near_nothing() -> None:
    at = begin(mission(one=NEAR_CAPTAIN, two={**NEAR_CAPTAIN, "place": {"*": {"near": "captain", "max": 3}}}))
    play(*at, "place 1.captain.1 e5")
    # Side 2's own Captain depends on a Captain of its own, which can never come first: side 2 is skipped.
    assert now(*at) == "place 1"


@pytest.mark.clause("TTT-5.17")
def test_distance_counts_from_the_nearest_of_several() -> None:
    at = begin(
        mission(
            one={
                "force": {"fixed": {"captain": 2, "recon": 2}},
                "place": {"captain": {"rows": [1]}, "*": {"near": "captain", "max": 1}},
            },
            two={"force": {"fixed": {"rifleman": 3}}},
        )
    )
    play(*at, "place 1.captain.1 a1", "place 2.rifleman.1 a10")
    # One placed Captain is enough, and only the placed one counts.
    assert {s for s in placed(*at) if s.startswith("recon.1")} == {"recon.1 a2", "recon.1 b1"}
    play(*at, "place 1.captain.2 j1", "place 2.rifleman.2 b10")
    assert placed(*at) == {f"recon.{n} {square}" for n in (1, 2) for square in ("a2", "b1", "i1", "j2")}


@pytest.mark.clause("TTT-10.10", "TTT-5.8")
@pytest.mark.parametrize(("corner", "opposite"), [("a1", "j10"), ("a10", "j1"), ("j1", "a10"), ("j10", "a1")])
def test_the_opposite_corner_is_the_diagonal_one(corner: str, opposite: str) -> None:
    at = begin(mission(one={"place": {"*": {"corner": "any"}}}, two={"place": {"*": {"corner": "opposite"}}}))
    assert squares(*at) == {"a1", "a10", "j1", "j10"}
    play(*at, f"place 1.rifleman.1 {corner}")
    assert squares(*at) == {opposite}
    for other in {"a1", "a10", "j1", "j10", "e5", "a5", "e1"} - {corner, opposite}:
        assert refused(*at, f"place 2.rifleman.1 {other}") == "E_NOT_IN_ZONE"


@pytest.mark.clause("TTT-10.10")
def test_the_opposite_of_no_corner_is_any_corner() -> None:
    force = {"fixed": {"captain": 1, "guard": 1}}
    anywhere, at_corner = {"*": {"tile": 0}}, {"captain": {"corner": "opposite"}, "*": {"tile": 0}}
    at = begin(mission(one={"force": force, "place": anywhere}, two={"force": force, "place": at_corner}))
    play(*at, "place 1.captain.1 a1")  # not a piece that belongs on a corner
    assert {s for s in placed(*at) if s.startswith("captain")} == {"captain.1 a10", "captain.1 j1", "captain.1 j10"}


@pytest.mark.clause("TTT-10.10")
def test_a_piece_elsewhere_or_unplaced_does_not_settle_the_corner() -> None:
    force = {"fixed": {"guard": 1, "captain": 1}}
    at_corner = {"captain": {"corner": "any"}, "*": {"tile": 0}}
    at = begin(mission(one={"force": force, "place": at_corner}, two={"place": {"*": {"corner": "opposite"}}}))
    play(*at, "place 1.guard.1 j1")
    assert squares(*at) == {"a1", "a10", "j10"}


@pytest.mark.clause("TTT-10.10")
@pytest.mark.parametrize(("used", "left"), [("a1", "j10"), ("j1", "a10"), ("a10", "j1"), ("j10", "a1")])
def test_either_side_may_be_bound_by_the_others_corner(used: str, left: str) -> None:
    one = {
        "force": {"fixed": {"guard": 1, "captain": 1}},
        "place": {"captain": {"corner": "opposite"}, "*": {"tile": 0}},
    }
    at = begin(mission(one=one, two={"place": {"*": {"corner": "any"}}}))
    play(*at, "place 1.guard.1 e5", f"place 2.rifleman.1 {used}")
    assert squares(*at) == {left}


@pytest.mark.clause("TTT-10.10")
def test_the_opposite_of_an_opposite_corner_is_opposite_too() -> None:
    place = {"place": {"*": {"corner": "opposite"}}}
    at = begin(mission(one=place, two=place))
    assert squares(*at) == {"a1", "a10", "j1", "j10"}
    play(*at, "place 1.rifleman.1 j1")
    assert squares(*at) == {"a10"}


# Nowhere to place

ONE_SQUARE = {"force": TWO_EACH, "place": {"*": {"squares": ["a1"]}}}


@pytest.mark.clause("TTT-5.18", "TTT-5.12")
def test_a_side_that_can_place_nothing_is_skipped_this_time() -> None:
    at = begin(
        mission(
            one={"force": {"fixed": {"captain": 1, "recon": 1}}, "place": {"*": {"squares": ["a1", "b1"]}}},
            two={"force": {"fixed": {"guard": 2}}, "place": {"*": {"squares": ["a1", "c1"]}}},
        )
    )
    told = play(*at, "place 1.captain.1 a1", "place 2.guard.1 c1")
    assert now(*at) == "place 1" and "skipped" not in names(told)
    told = play(*at, "place 1.recon.1 b1")
    assert sentences(told) == [
        "Red RC1 is placed on b1",
        "Blue has no piece that it can place",
        "round 1: Red's turn",
    ]


@pytest.mark.clause("TTT-5.18")
def test_a_skipped_side_may_place_again_when_it_can() -> None:
    near = {"captain": {"rows": [1]}, "*": {"near": "captain", "max": 1}}
    at = begin(
        mission(
            "gap",
            one={"force": {"fixed": {"recon": 1, "captain": 1}}, "place": {**near, "captain": {"squares": ["e1"]}}},
            two={"force": {"fixed": {"guard": 3}}, "place": {"*": {"squares": ["d1", "a1", "a2"]}}},
        )
    )
    # e2 is a wall: with d1 taken, the Recon has no square beside the Captain.
    told = play(*at, "place 1.captain.1 e1", "place 2.guard.1 d1")
    assert sentences(told)[-1] == "Red has no piece that it can place" and now(*at) == "place 2"
    play(*at, "place 2.guard.2 a1")
    assert now(*at) == "place 2"
    told = play(*at, "place 2.guard.3 a2")
    assert names(told) == ["placed", "skipped", "turned"]
    assert unit(*at, "1.recon.1").status not in (0, UNPLACED) and now(*at) == "move 1"


@pytest.mark.clause("TTT-5.18")
def test_when_neither_side_can_place_the_rest_stays_out_as_if_eliminated() -> None:
    at = begin(mission(one=ONE_SQUARE, two={**ONE_SQUARE, "place": {"*": {"squares": ["a1", "b1"]}}}))
    told = play(*at, "place 1.recon.1 a1", "place 2.recon.2 b1")
    assert sentences(told)[-3:] == [
        "Red has no piece that it can place",
        "Blue has no piece that it can place",
        "round 1: Red's turn",
    ]
    left_over = [name for name in pieces(*at).split() if unit(*at, name).status == 3]
    assert left_over == ["1.recon.2", "2.recon.1"]
    assert refused(*at, "move 1.recon.2 a2") == "E_NO_PIECE" and refused(*at, "move 1.recon.1 a2") == "ok"


@pytest.mark.clause("TTT-5.18", "TTT-9.3", "TTT-9.2")
def test_a_side_that_could_place_nothing_has_lost_when_placement_ends() -> None:
    hold = {"objective": {"type": "hold", "zone": "gate", "turns": 2}}
    walled = {"force": {"fixed": {"recon": 1}}, "place": {"*": {"squares": ["c4"]}}, **hold}
    at = begin(mission("gap", one=hold, two=walled, zones={"gate": ["a1"]}))
    told = play(*at, "place 1.rifleman.1 a2")
    assert names(told) == ["placed", "skipped", "ended"]
    assert outcome(*at) == "Red wins: the other side has no piece on the board"
    at = begin(mission("gap", one=walled, two=hold, zones={"gate": ["a1"]}))
    play(*at, "place 2.rifleman.1 a2")
    assert outcome(*at) == "Blue wins: the other side has no piece on the board"


@pytest.mark.clause("TTT-5.18", "TTT-9.2")
def test_at_the_end_of_placement_the_objective_of_side_1_is_judged_first() -> None:
    no_captain = {
        "force": {"fixed": {"captain": 1, "recon": 1}},
        "place": {"captain": {"squares": ["c4"]}, "*": {"tile": 0}},  # a wall
        "objective": {"type": "eliminate_type", "piece": "captain"},
    }
    at = begin(mission("gap", one=no_captain, two=no_captain))
    play(*at, "place 1.recon.1 a1", "place 2.recon.1 b1")
    assert outcome(*at) == "Red wins: took out every Captain of the enemy"


@pytest.mark.clause("TTT-5.18")
@pytest.mark.parametrize("scenario", list(GAME.scenarios([])))
def test_no_standard_mission_skips_anybody(scenario: str) -> None:
    setting, states = at = begin(GAME.make_setting(scenario, {"force": "preset", "seats": "fixed"}))
    told, choice = [], new_choices(1)
    while PHASES[states[0].phase] == "place":
        side = int(states[0].side)
        menu_choice(states[0], setting.tables[0], side, 0, choice[0])
        told += play(*at, notation(decode(choice[0], GAME.verbs, GAME.names(*at))))
    assert "skipped" not in names(told) and now(*at) == "move 1"
    assert not any(record.status == 3 for record in at[1][0].units)


@pytest.mark.clause("TTT-5.9", "TTT-13.4")
def test_nobody_places_out_of_turn_or_twice() -> None:
    at: At = begin(mission(one={"force": TWO_EACH}, two={"force": TWO_EACH}))
    with pytest.raises(IllegalChoice, match="it is Red's turn"):
        do(*at, "place 2.recon.1 a1", slot=1)
    play(*at, "place 1.recon.1 a1", "place 2.recon.1 a2")
    assert refused(*at, "place 1.recon.1 b1") == refused(*at, "place 2.recon.1 b1") == "E_NO_PIECE"
    assert refused(*at, "place 2.recon.2 b1") == "E_NOT_YOURS"
