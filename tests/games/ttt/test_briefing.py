"""What a person is told at once: which pieces they lost and by which roll, and what their side is after."""

from __future__ import annotations

import pytest

from fireteam.core.briefing import panels_for, role_for
from fireteam.games.ttt.game import GAME
from tests.games.ttt.matches import begin, mission, play
from tests.games.ttt.table import table

RED, BLUE = 0b01, 0b10
SHOT = "end_move", "attack 1.recon.1 2.rifleman.1 : 6"


def test_who_lost_a_piece_is_told_by_whom_and_what_was_needed_and_rolled() -> None:
    at = table("plain_10", "recon c3", "rifleman e3, guard j10")
    told = play(*at, *SHOT)
    (panel,) = panels_for(*at, told, BLUE)
    needs = next(one.event.needs for one in told if one.event.__class__.__name__ == "Attacked")
    assert (panel.kind, panel.title) == ("loss", "You lost RF1 (Rifleman)")
    assert panel.rows == (f"The enemy's RC1 (Recon) hit RF1: it needed {needs} or more, and rolled 6.",)
    assert panels_for(*at, told, RED) == panels_for(*at, told, 0) == ()


def test_who_plays_both_sides_is_told_of_no_loss() -> None:
    at = table("plain_10", "recon c3", "rifleman e3, guard j10")
    assert panels_for(*at, play(*at, *SHOT), RED | BLUE) == ()


@pytest.mark.clause("TTT-4.15")
def test_a_blast_that_meets_a_piece_of_ones_own_says_whose_it_was() -> None:
    at = table("plain_10", "grenadier c3, recon e4", "rifleman e3, guard j10")
    told = play(*at, "end_move", "attack 1.grenadier.1 2.rifleman.1 : 6 6")
    (panel,) = panels_for(*at, told, RED)
    assert panel.title == "You lost RC1 (Recon)" and panel.rows[0].startswith("Your own GR1 (Grenadier) hit RC1")


def test_a_role_tells_the_goal_of_ones_side_the_enemys_and_ones_pieces() -> None:
    setting = GAME.make_setting("besiege_the_bunker", {"seats": "fixed"})
    at = begin(setting)
    red, blue = role_for(*at, RED), role_for(*at, BLUE)
    assert red.title == "You are Red, and move first" and blue.title == "You are Blue, and move second"
    assert red.goal == "Your goal is to bring a piece into bunker 2."
    assert red.lines == (
        "Your pieces: 2 Recon, 2 Berserker, 1 Guard.",
        "The enemy wants to bring a piece into bunker 1.",
        "After round 30: a draw.",
    )
    both = role_for(*at, RED | BLUE)
    assert both.title == "You play both sides: Red and Blue"
    assert both.goal == (
        "The goal of side 1 is to bring a piece into bunker 2. The goal of side 2 is to bring a piece into bunker 1."
    )


@pytest.mark.parametrize(
    ("scenario", "side", "told"),
    [
        ("last_stand", RED, "The enemy wants to take out your whole force."),
        ("cap_the_capn", BLUE, "The enemy wants to take out every Captain of yours."),
        ("run_the_gauntlet", RED, "The enemy wants to keep you from bringing your pieces out."),
    ],
)
def test_what_the_enemy_wants_of_ones_own_pieces_is_said_of_them(scenario: str, side: int, told: str) -> None:
    at = begin(GAME.make_setting(scenario, {"seats": "fixed"}))
    assert told in role_for(*at, side).lines


def test_one_goal_of_both_sides_is_told_once() -> None:
    role = role_for(*begin(GAME.make_setting("the_art_of_war", {"seats": "fixed"})), RED | BLUE)
    assert role.goal.startswith("The goal of either side is to ")


@pytest.mark.clause("TTT-5.7")
def test_a_role_claims_no_side_before_the_seats_are_rolled_for() -> None:
    picks = {"force": {"pick": 1, "preset": ["recon"]}}
    role = role_for(*begin(mission(one=picks, two=picks, seats="roll")), RED)
    assert role.title == "You are Red" and "rolled for after the picks" in role.goal
    assert role_for(*begin(mission(one=picks, two=picks)), RED).title == "You are Red, and move first"
