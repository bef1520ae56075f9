"""Section 9: objectives, and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.engine.dispatch import is_over
from fireteam.games.ttt.game import GAME
from tests.games.ttt.matches import SIDES, arranged, begin, mission, now, outcome, play, sentences
from tests.games.ttt.table import At, names, refused, table, unit

FAR = ("place 1.rifleman.1 a1", "place 2.rifleman.1 j10")
ENTER: dict[str, Any] = {"objective": {"type": "enter", "zone": "gate"}}
GATE = {"gate": ["e5", "e6"]}


def won(*at: Any) -> str:
    """Who won and why; "" while the game goes on."""
    return outcome(*at) if is_over(at[1][0]) else ""


def placed(made: Any, *squares: str) -> At:
    """A match at side 1's first turn, its pieces on these squares, both sides' by turns."""
    at = begin(made)
    for square in squares:
        slot = at[1][0].side
        names_of_side = [name for name in GAME.names(*at).units if name.startswith(str(slot + 1))]
        piece = next(name for name in names_of_side if unit(*at, name).status == 1)
        play(*at, f"place {piece} {square}")
    return at


# When the end is judged


@pytest.mark.clause("TTT-9.1", "TTT-9.2", "TTT-9.5")
def test_the_first_to_meet_its_objective_wins_at_once_and_no_attack_follows() -> None:
    at = placed(mission(one=ENTER, two=ENTER, zones=GATE), "e4", "e7")
    told = play(*at, "move 1.rifleman.1 e5")
    assert sentences(told)[-1] == "the game is over: Red wins, brought a piece into the gate (TTT-9.5)"
    assert GAME.result(*at).winners == (0,) and GAME.result(*at).clause == "TTT-9.5"
    at = placed(mission(one=ENTER, two=ENTER, zones=GATE), "e4", "e7")
    play(*at, "end_turn", "move 2.rifleman.1 e6")
    assert won(*at) == "Blue wins: brought a piece into the gate"


@pytest.mark.clause("TTT-9.1", "TTT-13.1")
def test_equal_boards_at_the_end_are_equal_whatever_the_last_turn_did() -> None:
    """Moved, aimed, fired or commanded: the last turn leaves no marks."""
    ends = []
    for turn in (
        ("resign",),
        ("aim 1.m_gunner.1 2.guard.1", "resign"),
        ("command 1.captain.1", "resign"),
        ("end_move", "attack 1.m_gunner.1 2.guard.1 : 1", "resign"),
    ):
        for mode in ("one_each", "every_target"):
            at = table("plain_10", "captain a1, m_gunner e5, rifleman a2", "guard e6, guard j10", attack_mode=mode)
            play(*at, *turn)
            ends.append(GAME.write_position(*at).partition(" over ")[2])
    assert set(ends) == {"1 1 0 captain@a1,m_gunner@e5,rifleman@a2 guard@e6,guard@j10 winner=2;why=11"}


@pytest.mark.clause("TTT-9.1")
def test_the_game_goes_on_while_no_objective_is_met() -> None:
    at = placed(mission(), "a1", "j10")
    result = GAME.result(*at)
    assert (result.is_over, result.winners, result.sentence) == (False, (), "the game goes on")


@pytest.mark.clause("TTT-9.2", "TTT-9.5")
def test_nothing_is_judged_before_placement_is_complete() -> None:
    """A side without a piece on the board has not lost while it still places."""
    two = {"force": {"fixed": {"recon": 2}}}
    at = begin(mission(one=two, two=two))
    play(*at, "place 1.recon.1 a1")
    assert now(*at) == "place 2"
    play(*at, "place 2.recon.1 j10", "place 1.recon.2 a2", "place 2.recon.2 j9")
    assert now(*at) == "move 1"


@pytest.mark.clause("TTT-9.5", "TTT-9.2", "TTT-7.22")
def test_a_zone_is_entered_by_ending_a_move_in_it_and_not_by_being_placed_there() -> None:
    force = {"force": {"fixed": {"recon": 2}}}
    at = placed(mission(one={**ENTER, **force}, two=ENTER, zones=GATE), "e5", "e6", "a1")
    assert now(*at) == "move 1"
    play(*at, "move 1.recon.2 a2")  # another piece's move changes nothing
    assert not won(*at)
    play(*at, "end_turn", "end_turn", "move 1.recon.1 f5")
    assert not won(*at)
    play(*at, "end_turn", "end_turn", "move 1.recon.1 e5")
    assert won(*at) == "Red wins: brought a piece into the gate"


@pytest.mark.clause("TTT-9.2", "TTT-9.5")
def test_only_the_moving_sides_own_zone_counts() -> None:
    zones = {"gate": ["e5"], "door": ["e7"]}
    two = {"objective": {"type": "enter", "zone": "door"}}
    at = placed(mission(one=ENTER, two=two, zones=zones), "e6", "a1")
    play(*at, "move 1.rifleman.1 e7")
    assert not won(*at)
    play(*at, "end_turn", "end_turn", "move 1.rifleman.1 e5")
    assert won(*at).startswith("Red wins")


@pytest.mark.clause("TTT-9.2", "TTT-9.4", "TTT-8.17")
def test_of_two_captains_near_a_blast_the_first_to_fall_ends_the_game() -> None:
    hunt = {
        "force": {"fixed": {"captain": 1, "grenadier": 1, "recon": 1}},
        "objective": {"type": "eliminate_type", "piece": "captain"},
    }
    forces = ["captain@e6,grenadier@e2,recon@a1", "captain@d5,recon@e5,grenadier@j10"]
    at = arranged(mission(one=hunt, two=hunt), "attack", 1, *forces)
    told = play(*at, "attack 1.grenadier.1 2.recon.1 : 1 6")  # north of e5 the own Captain falls first
    assert won(*at) == "Blue wins: took out every Captain of the enemy"
    assert names(told) == ["attacked", "attacked", "eliminated", "ended"]
    forces = ["captain@e4,grenadier@e2,recon@a1", "captain@e6,recon@e5,grenadier@j10"]
    at = arranged(mission(one=hunt, two=hunt), "attack", 1, *forces)
    play(*at, "attack 1.grenadier.1 2.recon.1 : 1 6")
    assert won(*at) == "Red wins: took out every Captain of the enemy"


@pytest.mark.clause("TTT-9.2", "TTT-9.6")
@pytest.mark.parametrize("turn", [1, 2])
def test_when_both_objectives_are_met_the_acting_side_wins(turn: int) -> None:
    """Neither side has a Medic, so that both objectives are met when they are first judged."""
    hunt = {"force": {"fixed": {"recon": 1}}, "objective": {"type": "eliminate_type", "piece": "medic"}}
    at = arranged(mission(one=hunt, two=hunt), "move", turn, "recon@a1", "recon@j10")
    play(*at, f"move {turn}.recon.1 {('a2', 'j9')[turn - 1]}")
    assert won(*at) == f"{SIDES[turn - 1]} wins: took out every Medic of the enemy"


@pytest.mark.clause("TTT-9.2")
def test_an_aim_too_is_a_movement_action_after_which_the_end_is_judged() -> None:
    hunt = {"objective": {"type": "eliminate_type", "piece": "medic"}}
    at = arranged(mission(one=hunt), "move", 1, "rifleman@a1", "rifleman@a3")
    told = play(*at, "aim 1.rifleman.1 2.rifleman.1")
    assert names(told) == ["aimed", "ended"] and won(*at).startswith("Red wins")


@pytest.mark.clause("TTT-9.2", "TTT-8.17")
def test_the_end_is_judged_before_a_further_die_is_rolled() -> None:
    force = {"force": {"fixed": {"grenadier": 1, "recon": 2}}}
    hunt = {**force, "objective": {"type": "eliminate_type", "piece": "grenadier"}}
    at = arranged(mission(one=hunt, two=hunt), "attack", 1, "grenadier@a1,recon@a5,recon@j1", "grenadier@a4,recon@b4")
    told = play(*at, "attack 1.grenadier.1 2.grenadier.1 : 6")  # b4 would be next
    assert names(told) == ["attacked", "eliminated", "ended"] and not at[1][0].doing.unit


@pytest.mark.clause("TTT-9.3")
@pytest.mark.parametrize("loser", [1, 2])
def test_a_side_without_a_piece_on_the_board_loses_in_every_mission(loser: int) -> None:
    hold = {"objective": {"type": "hold", "zone": "gate", "turns": 2}}
    at = arranged(mission(one=hold, two=hold, zones=GATE), "attack", 3 - loser, "rifleman@a1", "rifleman@a2")
    play(*at, f"attack {3 - loser}.rifleman.1 {loser}.rifleman.1 : 6")
    assert won(*at) == f"{SIDES[2 - loser]} wins: the other side has no piece on the board"
    assert GAME.result(*at).clause == "TTT-9.3"


@pytest.mark.clause("TTT-9.3", "TTT-9.10")
def test_a_side_whose_last_piece_exits_has_lost_unless_that_was_enough() -> None:
    runs = {"force": {"fixed": {"recon": 2}}, "objective": {"type": "exit", "zone": "gate", "count": 2}}
    two = {"objective": {"type": "score", "zone": "gate", "points": 1}}
    at = arranged(mission(one=runs, two=two, zones=GATE), "move", 1, "recon@e4,recon:x", "rifleman@j10")
    play(*at, "move 1.recon.1 e5")
    assert won(*at) == "Blue wins: the other side has no piece on the board"
    at = arranged(mission(one=runs, two=two, zones=GATE), "move", 1, "recon@e4,recon:o", "rifleman@j10", "exits=1/0")
    play(*at, "move 1.recon.1 e5")
    assert won(*at) == "Red wins: brought 2 pieces out by the gate"


@pytest.mark.clause("TTT-9.4", "TTT-9.6")
def test_a_captain_lost_to_an_own_blast_counts_as_taken_out() -> None:
    hunt = {
        "force": {"fixed": {"captain": 1, "grenadier": 1}},
        "objective": {"type": "eliminate_type", "piece": "captain"},
    }
    at = arranged(mission(one=hunt, two=hunt), "attack", 1, "captain@e5,grenadier@e1", "captain@j10,grenadier@e4")
    play(*at, "attack 1.grenadier.1 2.grenadier.1 : 1 6")
    assert won(*at) == "Blue wins: took out every Captain of the enemy"


# enter, eliminate


@pytest.mark.clause("TTT-9.6")
def test_a_type_is_eliminated_when_none_of_it_is_on_the_board() -> None:
    hunt = {"objective": {"type": "eliminate_type", "piece": "captain"}}
    two = {"force": {"fixed": {"captain": 2, "recon": 1}}}
    made = mission(one={**hunt, "force": {"fixed": {"captain": 1, "recon": 2}}}, two=two)
    at = arranged(made, "attack", 1, "captain@a9,recon@e4,recon@e8", "captain@e5,captain@e7,recon@j10")
    play(*at, "attack 1.recon.1 2.captain.1 : 6")
    assert not won(*at)
    play(*at, "attack 1.recon.2 2.captain.2 : 6")
    assert won(*at) == "Red wins: took out every Captain of the enemy"


@pytest.mark.clause("TTT-9.6")
def test_another_type_or_the_own_captain_does_not_count() -> None:
    hunt = {"objective": {"type": "eliminate_type", "piece": "captain"}}
    forces = {"force": {"fixed": {"captain": 1, "recon": 2}}}
    at = arranged(
        mission(one={**hunt, **forces}, two=forces),
        "attack",
        1,
        "captain:x,recon@e4,recon@a1",
        "captain@j1,recon@e5,recon@j10",
    )
    play(*at, "attack 1.recon.1 2.recon.1 : 6")
    assert not won(*at)


@pytest.mark.clause("TTT-9.6", "TTT-10.18")
def test_a_force_is_eliminated_when_its_last_piece_is() -> None:
    force = {"force": {"fixed": {"recon": 2}}}
    at = arranged(mission(one=force, two=force), "attack", 1, "recon@e4,recon@e8", "recon@e5,recon@e7")
    play(*at, "attack 1.recon.1 2.recon.1 : 6")
    assert not won(*at)
    play(*at, "attack 1.recon.2 2.recon.2 : 6")
    assert won(*at) == "Red wins: took out the enemy's whole force"


# hold


def holding(check: str = "own_turn_start", turns: int = 3, side: int = 1) -> Any:
    """A mission in which one side, or both (0), hold e5 and e6 with up to two Recons."""
    objective = {"type": "hold", "zone": "gate", "turns": turns, "check": check}
    hold = {"force": {"fixed": {"recon": 2}}, "objective": objective}
    return mission(one=hold if side != 2 else None, two=hold if side != 1 else None, zones=GATE, round_limit=20)


def hold_state(at: At, side: int = 1) -> tuple[int, int]:
    """Whether a side is armed, and its hold count."""
    return int(at[1][0].armed[side - 1]), int(at[1][0].held[side - 1])


@pytest.mark.clause("TTT-9.7", "TTT-9.8", "TTT-9.14")
def test_a_hold_of_3_wins_at_the_start_of_the_third_own_turn_after_the_arrival() -> None:
    at = placed(holding(), "e4", "j10", "a1")
    play(*at, "move 1.recon.1 e5")
    assert hold_state(at) == (0, 0)
    play(*at, "end_turn")
    assert hold_state(at) == (1, 0)
    for turn in (1, 2):
        told = play(*at, "end_turn")
        assert sentences(told)[-1] == f"Red holds the gate: {turn}" and hold_state(at) == (1, turn)
        play(*at, "end_turn")
        assert hold_state(at) == (1, turn)
    assert at[1][0].round_number == 3
    told = play(*at, "end_turn")
    assert won(*at) == "Red wins: held the gate for 3 turns" and at[1][0].round_number == 4
    assert GAME.result(*at).clause == "TTT-9.8"


@pytest.mark.clause("TTT-9.8", "TTT-9.14", "TTT-12.10")
def test_with_own_turn_end_the_turn_of_the_arrival_counts() -> None:
    at = placed(holding("own_turn_end"), "e4", "j10", "a1")
    told = play(*at, "move 1.recon.1 e5", "end_turn")
    assert "Red holds the gate: 1" in sentences(told) and hold_state(at) == (1, 1)
    told = play(*at, "end_turn")
    assert hold_state(at) == (1, 1) and "held" not in names(told)
    play(*at, "end_turn")
    assert hold_state(at) == (1, 2)
    play(*at, "end_turn", "end_turn")
    assert won(*at) == "Red wins: held the gate for 3 turns" and at[1][0].round_number == 3


@pytest.mark.clause("TTT-9.7", "TTT-9.8")
def test_side_2_holds_by_its_own_turns() -> None:
    at = placed(holding(turns=1, side=2), "a1", "e4", "j1")
    play(*at, "end_turn", "move 2.recon.1 e5")
    assert hold_state(at, 2) == (0, 0)
    play(*at, "end_turn")
    assert hold_state(at, 2) == (1, 0) and hold_state(at, 1) == (0, 0) and not won(*at)
    play(*at, "end_turn")
    assert won(*at) == "Blue wins: held the gate for 1 turn"


@pytest.mark.clause("TTT-9.7")
@pytest.mark.parametrize("check", ["own_turn_start", "own_turn_end"])
def test_whoever_leaves_the_zone_loses_arms_and_count_at_once(check: str) -> None:
    at = placed(holding(check), "e5", "j10", "a1")
    play(*at, "end_turn", "end_turn", "end_turn", "end_turn")
    assert hold_state(at) == (1, 2)
    play(*at, "move 1.recon.1 e4")
    assert hold_state(at) == (0, 0)
    play(*at, "end_turn", "end_turn", "move 1.recon.1 e5", "end_turn")
    assert hold_state(at) == (1, int(check == "own_turn_end"))


@pytest.mark.clause("TTT-9.7")
def test_losing_the_last_piece_in_the_zone_in_the_enemys_turn_ends_the_hold() -> None:
    at = placed(holding(), "e5", "e7", "a1")
    play(*at, "end_turn", "end_turn", "end_turn")
    assert hold_state(at) == (1, 1)
    play(*at, "end_move", "attack 2.rifleman.1 1.recon.1 : 6")
    assert hold_state(at) == (0, 0) and not won(*at)
    play(*at, "end_turn")
    assert hold_state(at) == (0, 0)


@pytest.mark.clause("TTT-9.7", "TTT-10.15")
def test_a_hold_goes_on_while_one_piece_is_left_and_pieces_may_relieve_one_another() -> None:
    at = placed(holding(), "e5", "e8", "e4")
    play(*at, "end_turn", "end_turn", "move 1.recon.2 f5", "end_turn", "end_turn")
    assert hold_state(at) == (1, 2)
    play(*at, "move 1.recon.2 e6", "end_turn")
    play(*at, "end_move", "attack 2.rifleman.1 1.recon.1 : 6")
    assert hold_state(at) == (1, 2)
    play(*at, "end_turn")
    assert won(*at) == "Red wins: held the gate for 3 turns"


@pytest.mark.clause("TTT-9.7")
def test_a_step_out_and_back_in_the_same_turn_starts_the_count_anew() -> None:
    at = arranged(holding(), "move", 1, "recon@e5,recon@e4", "rifleman@j10", "armed=1/0;held=2/0", budget=2)
    play(*at, "move 1.recon.1 f5", "move 1.recon.2 e6")
    assert hold_state(at) == (0, 0)
    play(*at, "end_turn")
    assert hold_state(at) == (1, 0)


@pytest.mark.clause("TTT-9.7")
def test_a_side_that_ends_its_turn_outside_the_zone_is_not_armed() -> None:
    at = placed(holding(), "a1", "j10", "a2")
    play(*at, "end_turn", "end_turn")
    assert hold_state(at) == (0, 0) and not won(*at)
    # A count that a position brings along falls too.
    at = arranged(holding(), "move", 1, "recon@a1,recon@a2", "rifleman@j10", "armed=1/0;held=2/0")
    play(*at, "end_turn")
    assert hold_state(at) == (0, 0)


@pytest.mark.clause("TTT-9.8")
def test_enemies_in_the_zone_do_not_matter_and_both_sides_may_hold() -> None:
    at = placed(holding(turns=2, side=0), "e5", "e6", "a1", "j10")
    play(*at, "end_turn", "end_turn", "end_turn")
    assert hold_state(at, 1) == hold_state(at, 2) == (1, 1)
    play(*at, "end_turn")
    assert won(*at) == "Red wins: held the gate for 2 turns"


@pytest.mark.clause("TTT-9.7", "TTT-9.2")
def test_a_hold_is_not_judged_by_moves() -> None:
    at = placed(holding(turns=1), "e5", "j10", "a1")
    play(*at, "move 1.recon.2 a2")
    assert not won(*at) and hold_state(at) == (0, 0)


# score


def scoring(points: int = 2, limit_result: str = "score", round_limit: int = 9) -> Any:
    side = {"force": {"fixed": {"recon": 2}}, "objective": {"type": "score", "zone": "gate", "points": points}}
    zones = {"gate": ["e5", "e6", "f5"]}
    return mission(one=side, two=side, zones=zones, limit_result=limit_result, round_limit=round_limit)


@pytest.mark.clause("TTT-9.9", "TTT-9.2")
def test_a_side_with_more_pieces_in_the_zone_scores_at_the_end_of_its_own_turn() -> None:
    at = placed(scoring(), "e5", "j10", "e6", "f5")
    assert at[1][0].score.tolist() == [0, 0]
    told = play(*at, "end_turn")
    assert "Red scores: 1" in sentences(told) and at[1][0].score.tolist() == [1, 0]
    told = play(*at, "end_turn")
    assert at[1][0].score.tolist() == [1, 0] and "scored" not in names(told)
    play(*at, "end_turn")
    assert won(*at) == "Red wins: scored 2 points on the gate" and GAME.result(*at).clause == "TTT-9.9"


@pytest.mark.clause("TTT-9.9")
def test_side_2_scores_at_the_end_of_its_turn_and_nobody_at_equal_numbers() -> None:
    at = placed(scoring(), "e5", "e6", "a1", "f5")
    play(*at, "end_turn")
    assert at[1][0].score.tolist() == [0, 0]
    play(*at, "end_turn")
    assert at[1][0].score.tolist() == [0, 1] and not won(*at)
    play(*at, "move 1.recon.2 a2", "end_turn", "end_turn")
    assert won(*at) == "Blue wins: scored 2 points on the gate"
    at = placed(scoring(), "e5", "e6", "a1", "j10")
    play(*at, "end_turn", "end_turn")
    assert at[1][0].score.tolist() == [0, 0]


# exit


RUNS = {"force": {"fixed": {"recon": 3}}, "objective": {"type": "exit", "zone": "gate", "count": 2}}
BLOCKS = {"force": {"fixed": {"rifleman": 1}}, "objective": {"type": "prevent_exit"}}


@pytest.mark.clause("TTT-9.10", "TTT-4.26")
def test_a_piece_that_ends_a_move_in_the_exit_zone_leaves_and_counts() -> None:
    at = placed(mission(one=RUNS, two=BLOCKS, zones=GATE), "e4", "j10", "f5", "a1")
    told = play(*at, "move 1.recon.1 e5")
    assert sentences(told) == [
        "Red RC1 moves from e4 to e5",
        "Red RC1 leaves the board: 1 of its side are out",
    ]
    assert unit(*at, "1.recon.1").status == 4 and at[1][0].exits.tolist() == [1, 0] and now(*at) == "attack 1"
    assert refused(*at, "attack 1.recon.1 2.rifleman.1") == "E_NO_PIECE"
    play(*at, "end_turn", "end_turn", "move 1.recon.2 e5")  # the square is free again
    assert won(*at) == "Red wins: brought 2 pieces out by the gate" and at[1][0].exits.tolist() == [2, 0]
    assert GAME.result(*at).clause == "TTT-9.10"


@pytest.mark.clause("TTT-9.10", "TTT-6.10")
def test_an_exit_uses_the_movement_action() -> None:
    runs = {**RUNS, "force": {"fixed": {"captain": 1, "recon": 2}}}
    at = placed(mission(one=runs, two=BLOCKS, zones=GATE), "a1", "j10", "e4", "f5")
    play(*at, "command 1.captain.1", "move 1.recon.1 e5")
    assert now(*at) == "move 1" and at[1][0].budget == 1


@pytest.mark.clause("TTT-9.10")
def test_a_piece_placed_in_the_zone_has_not_exited_and_enemies_pass_through() -> None:
    at = placed(mission(one=RUNS, two=BLOCKS, zones=GATE), "e5", "e7", "a1", "a2")
    play(*at, "move 1.recon.2 b1", "end_turn", "move 2.rifleman.1 e6")
    assert at[1][0].exits.tolist() == [0, 0] and unit(*at, "2.rifleman.1").status == 2


@pytest.mark.clause("TTT-9.10", "TTT-9.2")
def test_an_exit_is_prevented_when_too_few_pieces_are_left() -> None:
    made = mission(one=RUNS, two=BLOCKS, zones=GATE)
    at = arranged(made, "attack", 2, "recon@a1,recon@a3,recon@j1", "rifleman@a2")
    play(*at, "attack 2.rifleman.1 1.recon.1 : 6")  # two are left, and two must leave
    assert not won(*at)
    at = arranged(made, "attack", 2, "recon@a1,recon:o,recon@j1", "rifleman@a2", "exits=1/0")
    play(*at, "attack 2.rifleman.1 1.recon.1 : 6")  # one is out, one is left
    assert not won(*at)
    at = arranged(made, "attack", 2, "recon@a1,recon:o,recon:x", "rifleman@a2", "exits=1/0")
    play(*at, "attack 2.rifleman.1 1.recon.1 : 6")
    assert won(*at) == "Blue wins: left the enemy too few pieces to bring out"
    assert GAME.result(*at).clause == "TTT-9.10"
    at = arranged(made, "attack", 2, "recon@a1,recon@j1,recon:x", "rifleman@a2")
    play(*at, "attack 2.rifleman.1 1.recon.1 : 6")
    assert won(*at) == "Blue wins: left the enemy too few pieces to bring out"


@pytest.mark.clause("TTT-9.10")
def test_side_2_may_be_the_one_that_runs() -> None:
    at = arranged(mission(one=BLOCKS, two=RUNS, zones=GATE), "move", 2, "rifleman@a2", "recon@e4,recon@a1,recon@b1")
    play(*at, "move 2.recon.1 e5")
    assert at[1][0].exits.tolist() == [0, 1] and not won(*at)
    at = arranged(mission(one=BLOCKS, two=RUNS, zones=GATE), "attack", 1, "rifleman@a2", "recon@a1,recon:x,recon@b1")
    play(*at, "attack 1.rifleman.1 2.recon.1 : 6")
    assert won(*at) == "Red wins: left the enemy too few pieces to bring out"


# survive, and the round limit


@pytest.mark.clause("TTT-9.11")
@pytest.mark.parametrize("side", [1, 2])
def test_a_side_survives_when_the_round_ends_and_it_has_a_piece(side: int) -> None:
    survive = {"objective": {"type": "survive", "rounds": 2}}
    at = placed(mission(**{"one" if side == 1 else "two": survive}), "a1", "j10")
    play(*at, "end_turn", "end_turn", "end_turn")
    assert not won(*at) and at[1][0].round_number == 2
    play(*at, "end_turn")
    assert won(*at) == f"{SIDES[side - 1]} wins: survived 2 rounds" and GAME.result(*at).clause == "TTT-9.11"


@pytest.mark.clause("TTT-9.11", "TTT-9.1")
def test_where_both_sides_survive_side_1_is_first() -> None:
    survive = {"objective": {"type": "survive", "rounds": 1}}
    at = placed(mission(one=survive, two=survive), "a1", "j10")
    told = play(*at, "end_turn", "end_turn")
    assert won(*at) == "Red wins: survived 1 round" and names(told).count("ended") == 1


@pytest.mark.clause("TTT-9.11")
def test_a_side_without_a_piece_has_not_survived() -> None:
    survive = {"objective": {"type": "survive", "rounds": 2}}
    at = arranged(mission(one=survive, round_limit=2), "attack", 2, "rifleman:x", "rifleman@a1", round=2)
    play(*at, "end_turn")
    assert won(*at) == "a draw: the round limit was reached"


@pytest.mark.clause("TTT-9.12")
def test_the_limit_result_decides_at_the_end_of_the_last_round() -> None:
    at = placed(mission(round_limit=2, limit_result="side_1"), "a1", "j10")
    play(*at, "end_turn", "end_turn", "end_turn")
    assert not won(*at) and at[1][0].round_number == 2
    play(*at, "end_turn")
    assert won(*at) == "Red wins: the round limit was reached" and at[1][0].round_number == 2
    assert GAME.result(*at).clause == "TTT-9.12"


def limited(limit_result: str, one: str, two: str, rest: str = "-") -> str:
    """How a position of the last turn of the last round ends."""
    pair = {"force": {"fixed": {"recon": 2}}}
    made = mission(one=pair, two=pair, round_limit=3, limit_result=limit_result)
    at = arranged(made, "attack", 2, one, two, rest, round=3)
    play(*at, "end_turn")
    return won(*at)


@pytest.mark.clause("TTT-9.12")
@pytest.mark.parametrize(
    ("result", "one", "two", "rest", "winner"),
    [
        ("draw", "recon@a1,recon@a2", "recon@j10", "-", "a draw"),
        ("side_1", "recon@a1", "recon@j10,recon@j9", "-", "Red wins"),
        ("side_2", "recon@a1,recon@a2", "recon@j10", "-", "Blue wins"),
        ("score", "recon@a1", "recon@j10,recon@j9", "score=3/2", "Red wins"),
        ("score", "recon@a1,recon@a2", "recon@j10", "score=3/4", "Blue wins"),
        ("score", "recon@a1,recon@a2", "recon@j10", "score=3/3", "a draw"),
        ("survivors", "recon@a1,recon@a2", "m_gunner@j10,recon:x", "score=0/9", "Red wins"),
        ("survivors", "m_gunner@a1,recon:x", "recon@j10,recon@j9", "score=9/0", "Blue wins"),
        ("survivors", "m_gunner@a1,recon@a2", "recon@j10,guard@j9", "-", "Red wins"),  # 20 points to 18
        ("survivors", "recon@a1,guard@a2", "recon@j10,flamethrower@j9", "-", "Blue wins"),  # 18 to 19
        ("survivors", "recon@a1,guard@a2", "rifleman@j10,sniper@j9", "-", "a draw"),
        ("survivors", "recon@a1,m_gunner:x", "recon@j10,recon:x", "-", "a draw"),  # the lost count for nothing
        ("survivors", "recon@a1,recon:o", "recon@j10,recon:x", "exits=1/0", "a draw"),  # nor do those that left
        ("survivors", "recon@a1,m_gunner:o", "recon@j10,recon@j9", "exits=1/0", "Blue wins"),
    ],
)
def test_each_limit_result(result: str, one: str, two: str, rest: str, winner: str) -> None:
    assert limited(result, one, two, rest) == f"{winner}: the round limit was reached"


@pytest.mark.clause("TTT-9.12", "TTT-4.2")
def test_a_draw_has_no_winner() -> None:
    at = placed(mission(round_limit=1), "a1", "j10")
    told = play(*at, "end_turn", "end_turn")
    assert sentences(told)[-1] == "the game is over: a draw, the round limit was reached (TTT-9.12)"
    result = GAME.result(*at)
    assert (result.is_over, result.winners, result.clause) == (True, (), "TTT-9.12")


@pytest.mark.clause("TTT-9.13")
def test_no_repetition_ends_the_game_before_its_round_limit() -> None:
    at = placed(mission(round_limit=30), "a1", "j10")
    for round in range(1, 30):
        there, back = ("a2", "j9") if round % 2 else ("a1", "j10")
        play(*at, f"move 1.rifleman.1 {there}", "end_turn", f"move 2.rifleman.1 {back}", "end_turn")
        assert not won(*at) and at[1][0].round_number == round + 1
    play(*at, "end_turn", "end_turn")
    assert won(*at) == "a draw: the round limit was reached"


@pytest.mark.clause("TTT-9.1", "TTT-9.2")
def test_what_ended_the_game_leaves_nothing_under_way() -> None:
    at = placed(mission(one=ENTER, two=ENTER, zones=GATE), "e4", "e7")
    play(*at, "move 1.rifleman.1 e5")
    assert at[1][0].doing.unit == 0 and at[1][0].budget == 0
    assert (
        names(play(*placed(mission(), "a1", "a2"), "end_move", "attack 1.rifleman.1 2.rifleman.1 : 6"))[-1] == "ended"
    )
