"""Section 10: every mission is set up, placed by the rules, won by its objective, and lost."""

from __future__ import annotations

import pytest

from fireteam.core.engine.dispatch import menu_choice
from fireteam.core.protocol.choices import decode, new_choices, notation
from fireteam.games.ttt.game import GAME
from fireteam.games.ttt.state import PHASES
from tests.games.ttt.matches import SIDES, arranged, begin, now, outcome, play
from tests.games.ttt.table import At, choices, ends, refused, unit

READY = {"force": "preset", "seats": "fixed"}


def mission(id: str) -> At:
    """A mission at placement, with the presets for forces."""
    return begin(GAME.make_setting(id, READY))


def squares(setting: At, piece: str = "") -> set[str]:
    """The squares on which the side to place may put a piece, or any."""
    return {words[2] for words in choices(*setting, "place") if piece in words[1]}


def place_all(at: At, **squares_of: str) -> None:
    """Place the rest: on these squares, by side, or anywhere."""
    choice = new_choices(1)
    lists = {0: iter(squares_of.get("one", "").split()), 1: iter(squares_of.get("two", "").split())}
    while PHASES[at[1][0].phase] == "place":
        side = int(at[1][0].side)
        menu_choice(at[1][0], at[0].tables[0], side, 0, choice[0])
        verb, piece, square = notation(decode(choice[0], GAME.verbs, GAME.names(*at))).split()
        play(*at, f"{verb} {piece} {next(lists[side], square)}")
    assert now(*at) == "move 1"


def position(id: str, phase: str, turn: int, one: str, two: str, rest: str = "-", round: int = 1) -> At:
    """A position of a mission with the presets for forces."""
    return arranged(GAME.make_setting(id, READY), phase, turn, one, two, rest, round)


def last_turn(id: str, one: str, two: str, rest: str = "-") -> str:
    """How the mission ends when its last round does."""
    limit = int(GAME.make_setting(id).tables[0].round_limit)
    at = position(id, "attack", 2, one, two, rest, round=limit - 1)
    play(*at, "end_turn")
    assert outcome(*at) == "the game goes on"
    at = position(id, "attack", 2, one, two, rest, round=limit)
    play(*at, "end_turn")
    return outcome(*at)


@pytest.mark.clause("TTT-10.1")
@pytest.mark.parametrize("id", list(GAME.scenarios([])))
def test_both_sides_have_equal_forces_and_objectives_unless_stated(id: str) -> None:
    uneven = ("run_the_gauntlet", "last_stand")
    one, two = GAME.make_setting(id).tables[0].sides
    assert (one.types.tobytes() == two.types.tobytes()) == (id not in uneven)
    assert (one.objective == two.objective, one.needed == two.needed) == (id not in uneven, id not in uneven)


# Besiege the Bunker


@pytest.mark.clause("TTT-10.3", "TTT-10.4", "TTT-10.5", "TTT-10.2")
def test_besiege_each_side_fills_the_five_squares_beside_its_bunker() -> None:
    at = mission("besiege_the_bunker")
    assert squares(at) == {"a1", "b1", "c2", "b3", "a3"}
    play(*at, "place 1.guard.1 c2")
    assert squares(at) == {"j10", "i10", "h9", "i8", "j8"}
    assert refused(*at, "place 2.guard.1 h10") == "E_NOT_IN_ZONE"  # diagonal to the bunker
    place_all(at)
    for side, corner in ((1, {"a1", "b1", "b3", "a3", "c2"}), (2, {"j10", "i10", "h9", "i8", "j8"})):
        pieces = [name for name in GAME.names(*at).units if name.startswith(str(side))]
        where = {GAME.names(*at).point(int(unit(*at, name).x), int(unit(*at, name).y)) for name in pieces}
        assert [name[2:-2] for name in pieces] == ["recon", "recon", "berserker", "berserker", "guard"]
        assert where == corner


@pytest.mark.clause("TTT-10.6", "TTT-9.5", "TTT-7.8")
def test_besiege_is_won_by_a_piece_in_the_enemy_bunker() -> None:
    for turn, one, two, end in ((1, "recon@h7", "guard@j1", "i9"), (2, "guard@j1", "recon@c4", "b2")):
        at = position("besiege_the_bunker", "move", turn, one, two)
        play(*at, f"move {turn}.recon.1 {end}")
        assert outcome(*at) == f"{SIDES[turn - 1]} wins: brought a piece into bunker {3 - turn}"


@pytest.mark.clause("TTT-10.7", "TTT-9.12")
def test_besiege_nobody_enters_before_the_fourth_turn_and_round_30_is_a_draw() -> None:
    at = mission("besiege_the_bunker")
    play(*at, "place 1.recon.1 c2")
    place_all(at, two="h9")
    for square, away in (("e4", "h10"), ("f7", "g10"), ("h9", "f10")):  # four steps nearer each time
        assert not {"i9", "j9"} & ends(*at, "1.recon.1")
        play(*at, f"move 1.recon.1 {square}", "end_turn", f"move 2.recon.1 {away}", "end_turn")
    play(*at, "move 1.recon.1 i9")
    assert outcome(*at) == "Red wins: brought a piece into bunker 2" and at[1][0].round_number == 4
    assert last_turn("besiege_the_bunker", "recon@a1", "recon@j1") == "a draw: the round limit was reached"


# Cap the Cap'n


@pytest.mark.clause("TTT-10.8", "TTT-10.9", "TTT-10.10", "TTT-10.12", "TTT-5.14")
def test_cap_the_capn_starts_with_captains_on_opposite_corners() -> None:
    at = mission("cap_the_capn")
    assert squares(at) == {"a1", "a10", "t1", "t10"} == squares(at, "captain")
    assert refused(*at, "place 1.recon.1 a1") == "E_ORDER"
    play(*at, "place 1.captain.1 a10")
    assert squares(at) == {"t1"} and refused(*at, "place 2.recon.1 t2") == "E_ORDER"
    play(*at, "place 2.captain.1 t1")
    assert squares(at) == {"b10", "c10", "d10", "a9", "b9", "c9", "a8", "b8", "a7"}
    assert refused(*at, "place 1.recon.1 e10") == refused(*at, "place 1.recon.1 c8") == "E_NOT_IN_ZONE"
    play(*at, "place 1.recon.1 a7")
    assert squares(at) == {"s1", "r1", "q1", "t2", "s2", "r2", "t3", "s3", "t4"}
    place_all(at)
    assert sum(record.status == 2 for record in at[1][0].units) == 12


@pytest.mark.clause("TTT-10.11", "TTT-9.6", "TTT-10.12")
def test_cap_the_capn_is_won_by_taking_out_the_captain_whoever_did_it() -> None:
    for turn in (1, 2):
        at = position("cap_the_capn", "attack", turn, "captain@a1,rifleman@b1", "captain@a3,rifleman@b3")
        play(*at, f"attack {turn}.rifleman.1 {3 - turn}.captain.1 : 6")
        assert outcome(*at) == f"{SIDES[turn - 1]} wins: took out every Captain of the enemy"
    at = position("cap_the_capn", "attack", 1, "captain@a1,rifleman@b1", "captain@a3,rifleman@b3")
    play(*at, "attack 1.rifleman.1 2.rifleman.1 : 6")
    assert outcome(*at) == "the game goes on"
    assert last_turn("cap_the_capn", "captain@a1,recon@a2", "captain@t10") == "a draw: the round limit was reached"


# Capture the Crossing


@pytest.mark.clause("TTT-10.13", "TTT-10.2", "TTT-5.8")
def test_the_crossing_is_placed_on_the_back_rows() -> None:
    at = mission("capture_the_crossing")
    assert squares(at) == {f"{column}1" for column in "abcdefghij"}
    play(*at, "place 1.recon.1 a1")
    assert squares(at) == {f"{column}10" for column in "abcdefghij"}
    place_all(at)


@pytest.mark.clause("TTT-10.14", "TTT-10.15", "TTT-9.8")
def test_the_crossing_is_won_by_three_enemy_turns_on_the_bridge() -> None:
    at = position("capture_the_crossing", "move", 1, "recon@e4,rifleman@a1", "recon@j10")
    play(*at, "move 1.recon.1 e5")
    for _ in range(2):
        play(*at, "end_turn", "end_turn")
        assert outcome(*at) == "the game goes on"
    play(*at, "end_turn", "end_turn")
    assert outcome(*at) == "Red wins: held the bridge for 3 turns" and at[1][0].round_number == 4
    for square in ("e5", "e6", "f5", "f6"):
        at = position("capture_the_crossing", "attack", 2, "recon@a1", f"recon@{square}")
        play(*at, *["end_turn"] * 6)
        assert outcome(*at) == "Blue wins: held the bridge for 3 turns"
    assert last_turn("capture_the_crossing", "recon@a1,guard@a2", "recon@j10") == "a draw: the round limit was reached"


# Sweep the Settlement, The Art of War


@pytest.mark.clause("TTT-10.16", "TTT-10.18")
def test_the_settlement_is_placed_board_by_board() -> None:
    at = mission("sweep_the_settlement")
    assert {square[0] for square in squares(at)} == set("abcdefghij") and len(squares(at)) < 100
    play(*at, "place 1.medic.1 j10")
    assert {square[0] for square in squares(at)} == set("klmnopqrst")
    place_all(at)
    assert sum(record.status == 2 for record in at[1][0].units) == 14


@pytest.mark.clause("TTT-10.17", "TTT-10.18", "TTT-9.6", "TTT-9.12")
def test_the_settlement_is_swept_by_taking_out_everybody_or_by_the_survivors() -> None:
    at = position("sweep_the_settlement", "attack", 2, "rifleman@a1,recon:x", "rifleman@a2,medic@t1")
    play(*at, "attack 2.rifleman.1 1.rifleman.1 : 6")
    assert outcome(*at) == "Blue wins: took out the enemy's whole force"
    limit = last_turn("sweep_the_settlement", "rifleman@a1,medic@a2", "m_gunner@t1,guard@t2")
    assert limit == "Blue wins: the round limit was reached"


@pytest.mark.clause("TTT-10.19", "TTT-10.21", "TTT-10.22", "TTT-10.2")
def test_the_art_of_war_places_the_whole_squad_on_the_outer_boards() -> None:
    at = mission("the_art_of_war")
    assert refused(*at, "place 1.captain.2 j10") == "ok" and refused(*at, "place 1.captain.1 k10") == "E_NOT_IN_ZONE"
    play(*at, "place 1.captain.2 j10")
    assert refused(*at, "place 2.rifleman.1 u1") == refused(*at, "place 2.captain.2 ad10") == "ok"
    assert refused(*at, "place 2.rifleman.1 t1") == refused(*at, "place 2.rifleman.1 a1") == "E_NOT_IN_ZONE"
    place_all(at)
    assert sum(record.status == 2 for record in at[1][0].units) == 46


@pytest.mark.clause("TTT-10.20", "TTT-10.21", "TTT-9.12")
def test_the_art_of_war_is_won_without_quarter() -> None:
    at = position("the_art_of_war", "attack", 1, "rifleman@a1", "rifleman@a2")
    play(*at, "attack 1.rifleman.1 2.rifleman.1 : 6")
    assert outcome(*at) == "Red wins: took out the enemy's whole force"
    assert last_turn("the_art_of_war", "rifleman@a1,recon@a2", "recon@ad1") == "Red wins: the round limit was reached"


# The extra missions


@pytest.mark.clause("TTT-10.23", "TTT-9.9", "TTT-9.12")
def test_the_hill_is_won_by_eight_points_or_by_more_at_the_end() -> None:
    at = mission("hold_the_hill")
    assert {square[0] for square in squares(at)} == {"a", "b"} and len(squares(at)) == 20
    play(*at, "place 1.recon.1 a1")
    assert {square[0] for square in squares(at)} == {"s", "t"}
    place_all(at)
    for square in ("i5", "i6", "j5", "j6", "k5", "k6", "l5", "l6"):
        at = position("hold_the_hill", "attack", 1, f"recon@{square}", "recon@a1", "score=7/7")
        play(*at, "end_turn")
        assert outcome(*at) == "Red wins: scored 8 points on the hill"
    for square in ("m5", "i4", "j7", "i7", "l4"):
        at = position("hold_the_hill", "attack", 1, f"recon@{square}", "recon@a1", "score=7/7")
        play(*at, "end_turn")
        assert outcome(*at) == "the game goes on"
    at = position("hold_the_hill", "attack", 1, "recon@i5", "recon@a1", "score=6/0")
    play(*at, "end_turn")
    assert outcome(*at) == "the game goes on"
    assert last_turn("hold_the_hill", "recon@a1", "recon@t1,guard@t2", "score=3/2") == (
        "Red wins: the round limit was reached"
    )


@pytest.mark.clause("TTT-10.24", "TTT-9.10", "TTT-9.12")
def test_the_gauntlet_is_run_by_two_or_stopped() -> None:
    at = mission("run_the_gauntlet")
    assert squares(at) == {f"{column}1" for column in "abcdefghij"}
    play(*at, "place 1.captain.1 a1")
    assert {square[1:] for square in squares(at)} == {"5", "6", "7", "8", "9", "10"}
    place_all(at)
    for start, end in (("a9", "a10"), ("a9", "b10"), ("d9", "e10"), ("h9", "g10"), ("j9", "i10"), ("j9", "j10")):
        at = position("run_the_gauntlet", "move", 1, f"recon@{start},recon:o", "guard@a5", "exits=1/0")
        play(*at, f"move 1.recon.1 {end}")
        assert outcome(*at) == "Red wins: brought 2 pieces out by the far edge"
    at = position("run_the_gauntlet", "attack", 2, "recon@d5,recon:o,rifleman:x", "guard@d6", "exits=1/0")
    play(*at, "attack 2.guard.1 1.recon.1 : 6")
    assert outcome(*at) == "Blue wins: left the enemy too few pieces to bring out"
    assert last_turn("run_the_gauntlet", "recon@a1,recon@b1", "guard@d7") == "Blue wins: the round limit was reached"


@pytest.mark.clause("TTT-10.25", "TTT-9.11", "TTT-9.12")
def test_the_last_stand_is_survived_or_lost() -> None:
    at = mission("last_stand")
    assert {square[0] for square in squares(at)} == set("cdefgh")
    assert {square[1:] for square in squares(at)} == {"4", "5", "6", "7"}
    play(*at, "place 1.medic.1 e4")
    ring = {f"{c}{r}" for c in "abcdefghij" for r in range(1, 11) if c in "aj" or r in (1, 10)}
    assert squares(at) == ring
    place_all(at)
    at = position("last_stand", "attack", 2, "guard@e4", "recon@e5,captain:x")
    play(*at, "attack 2.recon.1 1.guard.1 : 6")
    assert outcome(*at) == "Blue wins: took out the enemy's whole force"
    assert last_turn("last_stand", "guard@e4", "recon@a1,recon@a2") == "Red wins: survived 14 rounds"


@pytest.mark.clause("TTT-10.24", "TTT-10.25", "TTT-5.15")
@pytest.mark.parametrize("id", ["run_the_gauntlet", "last_stand"])
def test_an_uneven_mission_is_played_from_both_seats(id: str) -> None:
    for dice, slot in (([6, 1], 0), ([1, 6], 1)):
        at = begin(GAME.make_setting(id), dice=dice)
        attackers = {name[2:] for name in GAME.names(*at).units if name.startswith("1.")}
        assert len(attackers) == {"run_the_gauntlet": 7, "last_stand": 4}[id]
        assert at[1][0].swapped == slot and now(*at) == "place 1"
