"""Section 7.3: Captains."""

from __future__ import annotations

import pytest

from tests.games.ttt.matches import now, play, sentences
from tests.games.ttt.table import choices, do, refused, table, unit

ONE = "captain a1, recon c1, rifleman e1, sniper g1"
TWO = "captain a1, captain b1, recon c1, rifleman e1, sniper g1, guard i1"


@pytest.mark.clause("TTT-7.15", "TTT-4.11", "TTT-7.16")
def test_a_captain_that_stays_put_lets_two_others_move() -> None:
    at = table("plain_10", ONE, "guard j10")
    told = play(*at, "command 1.captain.1")
    assert sentences(told) == ["Red CP1 commands: 2 movement actions"]
    assert at[1][0].budget == 2 and now(*at) == "move 1"
    play(*at, "move 1.recon.1 c2")
    assert now(*at) == "move 1" and at[1][0].budget == 1
    play(*at, "move 1.rifleman.1 e2")
    assert now(*at) == "attack 1" and at[1][0].budget == 0


@pytest.mark.clause("TTT-7.16", "TTT-13.4")
def test_a_command_comes_before_any_movement_action() -> None:
    at = table("plain_10", ONE, "guard j10", budget="2")
    assert refused(*at, "command 1.captain.1") == "ok" and len(choices(*at, "command")) == 1
    moved = (at[0], at[1].copy())
    play(*moved, "move 1.recon.1 c2")
    assert refused(*moved, "command 1.captain.1") == "E_COMMAND_LATE" and choices(*moved, "command") == []
    aimed = table("plain_10", ONE, "guard g3", budget="2")
    play(*aimed, "aim 1.sniper.1 2.guard.1")
    assert refused(*aimed, "command 1.captain.1") == "E_COMMAND_LATE"


@pytest.mark.clause("TTT-7.16", "TTT-13.4", "TTT-7.15")
def test_only_captains_on_the_board_command_each_named_once() -> None:
    at = table("plain_10", "captain a1, captain :x, captain :u, recon c1", "captain j10")
    assert refused(*at, "command -") == "E_NOT_CAPTAIN"
    assert refused(*at, "command 1.captain.1,1.captain.1") == "E_NOT_CAPTAIN"
    assert refused(*at, "command 1.recon.1") == refused(*at, "command 1.captain.1,1.recon.1") == "E_NOT_CAPTAIN"
    assert refused(*at, "command 1.captain.2") == refused(*at, "command 1.captain.3") == "E_NO_PIECE"
    assert refused(*at, "command 1.captain.4") == "E_NO_PIECE"
    assert refused(*at, "command 2.captain.1") == "E_NOT_YOURS"
    assert choices(*at, "command") == [["command", "1.captain.1"]]
    later = table("plain_10", "captain :x, captain a1, captain :o, captain b1, recon c1", "guard j10")
    sets = ["1.captain.2", "1.captain.4", "1.captain.2,1.captain.4"]
    assert [words[1] for words in choices(*later, "command")] == sets


@pytest.mark.clause("TTT-7.17", "TTT-13.4")
def test_a_commanding_captain_neither_moves_nor_aims_but_may_attack() -> None:
    at = table("plain_10", ONE, "guard a3")
    play(*at, "command 1.captain.1")
    assert refused(*at, "move 1.captain.1 a2") == refused(*at, "aim 1.captain.1 2.guard.1") == "E_COMMANDING"
    assert {line[1] for line in choices(*at) if line[0] in ("move", "aim")} == {
        "1.recon.1",
        "1.rifleman.1",
        "1.sniper.1",
    }
    play(*at, "end_move")
    assert refused(*at, "attack 1.captain.1 2.guard.1") == "ok"


@pytest.mark.clause("TTT-7.18", "TTT-13.4")
def test_the_actions_of_a_command_go_to_different_pieces_each_a_move_or_an_aim() -> None:
    at = table("plain_10", ONE, "guard g3")
    play(*at, "command 1.captain.1", "aim 1.sniper.1 2.guard.1")
    assert refused(*at, "move 1.sniper.1 g2") == refused(*at, "aim 1.sniper.1 2.guard.1") == "E_ALREADY_ACTED"
    play(*at, "move 1.recon.1 c2")
    assert now(*at) == "attack 1"


@pytest.mark.clause("TTT-7.18", "TTT-6.10")
@pytest.mark.parametrize("actions", [[], ["move 1.recon.1 c2"]])
def test_not_all_actions_of_a_command_need_be_used(actions: list[str]) -> None:
    at = table("plain_10", ONE, "guard j10")
    play(*at, "command 1.captain.1", *actions, "end_move")
    assert now(*at) == "attack 1" and at[1][0].budget == 0


@pytest.mark.clause("TTT-7.19", "TTT-7.16")
def test_a_captain_outside_the_set_is_moved_like_any_other() -> None:
    at = table("plain_10", TWO, "guard b3")
    play(*at, "command 1.captain.1")
    assert at[1][0].budget == 2 and unit(*at, "1.captain.2").did == 0
    assert refused(*at, "move 1.captain.2 b2") == refused(*at, "aim 1.captain.2 2.guard.1") == "ok"
    play(*at, "move 1.captain.2 b2", "move 1.recon.1 c2")
    assert now(*at) == "attack 1"


@pytest.mark.clause("TTT-7.20", "TTT-13.4")
def test_a_command_needs_somebody_outside_the_set() -> None:
    alone = table("plain_10", "captain a1, recon :x, recon :u", "guard j10")
    assert refused(*alone, "command 1.captain.1") == "E_COMMAND_ALONE" and choices(*alone, "command") == []
    pair = table("plain_10", "captain a1, captain b1, guard :o", "guard j10")
    assert refused(*pair, "command 1.captain.1,1.captain.2") == "E_COMMAND_ALONE"
    assert choices(*pair, "command") == [["command", "1.captain.1"], ["command", "1.captain.2"]]
    # One Captain commands, the other is the piece it moves.
    play(*pair, "command 1.captain.2", "move 1.captain.1 a2")
    assert now(*pair) == "move 1" and pair[1][0].budget == 1


@pytest.mark.clause("TTT-7.20", "TTT-7.23", "TTT-13.4")
def test_a_command_is_declared_once_and_neither_taken_back_nor_extended() -> None:
    at = table("plain_10", TWO, "guard j10")
    play(*at, "command 1.captain.1")
    for line in ("command 1.captain.2", "command 1.captain.1", "command 1.captain.1,1.captain.2"):
        assert refused(*at, line) == "E_COMMAND_LATE"
    assert choices(*at, "command") == []


@pytest.mark.clause("TTT-7.21", "TTT-7.16")
def test_two_captains_that_both_command_give_four_actions() -> None:
    at = table("plain_10", TWO, "guard j10")
    assert [line[1] for line in choices(*at, "command")] == [
        "1.captain.1",
        "1.captain.2",
        "1.captain.1,1.captain.2",
    ]
    told = play(*at, "command 1.captain.1,1.captain.2")
    assert sentences(told)[-1] == "Red CP2 commands: 4 movement actions" and at[1][0].budget == 4
    play(*at, "move 1.recon.1 c2", "move 1.rifleman.1 e2", "move 1.sniper.1 g2")
    assert now(*at) == "move 1"
    play(*at, "move 1.guard.1 i2")
    assert now(*at) == "attack 1"
    assert [unit(*at, f"1.captain.{n}").did for n in (1, 2)] == [3, 3]


@pytest.mark.clause("TTT-7.16", "TTT-7.21")
def test_many_captains_command_in_every_set() -> None:
    four = "captain a1, captain b1, captain c1, captain d1"
    at = table("plain_10", four + ", recon e1", "guard j10")
    assert len({line[1] for line in choices(*at, "command")}) == len(choices(*at, "command")) == 15
    assert all(refused(*at, " ".join(line)) == "ok" for line in choices(*at))
    play(*at, "command 1.captain.1,1.captain.2,1.captain.3,1.captain.4")
    assert at[1][0].budget == 8
    assert len(choices(*table("plain_10", four, "guard j10"), "command")) == 14


@pytest.mark.clause("TTT-7.15", "TTT-6.6")
def test_without_a_command_one_move_is_the_whole_budget() -> None:
    at = table("plain_10", ONE, "guard j10")
    play(*at, "move 1.recon.1 c2")
    assert now(*at) == "attack 1" and refused(*at, "command 1.captain.1") == "E_WRONG_STATE"


@pytest.mark.clause("TTT-7.16", "TTT-8.8")
def test_of_a_captain_that_is_gone_its_command_does_not_stay_either() -> None:
    after = []
    for lines in (["command 1.captain.1", "end_move"], ["end_move"]):
        at = table("plain_10", "captain e6, grenadier e2", "rifleman e5, guard a9")
        play(*at, *lines)
        do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[1, 6])
        after.append(at[1].tobytes())
    assert after[0] == after[1], "in `attack` it no longer matters that somebody commanded or moved"


@pytest.mark.clause("TTT-7.16", "TTT-6.6")
def test_captains_may_command_again_next_turn() -> None:
    at = table("plain_10", ONE, "guard j10")
    play(*at, "command 1.captain.1", "end_turn", "end_turn")
    assert at[1][0].budget == 1 and refused(*at, "move 1.captain.1 a2") == "ok"
    assert refused(*at, "command 1.captain.1") == "ok"
