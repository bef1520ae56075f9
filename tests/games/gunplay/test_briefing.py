"""What a person is told at once, and the signs beside characters."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.decision import Moment
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.games.gunplay.briefing import panels
from fireteam.games.gunplay.state import DOWN, TURN_END
from fireteam.games.gunplay.view import badges_of, scene
from fireteam.registry import find_game
from tests.games.gunplay.table import do, number_of, table, who

A, B, BOTH = 0b01, 0b10, 0b11


def crossroads(turn: int, **places: tuple[float, float]) -> tuple[Setting, Array]:
    """The end of a turn at the Crossroads, with some characters elsewhere."""
    setting = find_game("gunplay").make_setting("crossroads", {})
    states = setting.opening.copy()
    states[0].phase, states[0].turn = TURN_END, turn
    for name, (x, y) in places.items():
        character: Any = who(states, name)
        character.x, character.y = round(100 * x), round(100 * y)
    return setting, states


def test_who_loses_a_character_reads_by_whom_and_by_which_test() -> None:
    at = table("A1 5,5", "B1 15,5", "B2 15,9", act="A1")
    told = do(*at, "shoot A1 B1", dice=[9, 1])
    (loss,) = panels(*at, told, B)
    assert (loss.kind, loss.title) == ("loss", "You lost B1")
    assert loss.rows == ("A1 hit B1: it has 1 wound. Its Toughness, Moderate with -1, failed with a 1: it is Down.",)
    assert panels(*at, told, A) == panels(*at, told, BOTH) == ()


def test_a_turn_that_scores_says_who_has_which_marker() -> None:
    at = crossroads(3, A1=(12, 13), A2=(12, 11), B1=(4, 12))
    at[1][0].points[:] = 4, 2
    told = do(*at, dice=[1, 10])
    (news,) = panels(*at, told, A)
    assert (news.kind, news.title) == ("news", "The markers score: you 1, the enemy 1")
    assert news.rows == (
        "M1 is yours: 2 of yours there, 0 of theirs.",
        "M2 is the enemy's: 0 of yours there, 1 of theirs.",
        "M3 is nobody's: nobody is there.",
        "Victory points so far: you 5, the enemy 3.",
    )
    assert panels(*at, told, B)[0].rows[-1] == "Victory points so far: you 3, the enemy 5."


def test_the_end_says_why_from_the_side_of_who_reads() -> None:
    at = crossroads(7, A1=(12, 13))
    told = do(*at)
    for side, title, points in ((A, "You won", "you 1, the enemy 0"), (B, "You lost", "you 0, the enemy 1")):
        end = panels(*at, told, side)[-1]
        assert (end.title, end.rows[1]) == (title, f"Victory points: {points}.")
        assert end.rows[0] == "The last turn is over: victory points decide."
    at = table("A1 5,5", "B1 15,5", act="A1")
    told = do(*at, "shoot A1 B1", dice=[9, 1])
    assert panels(*at, told, A)[-1].rows[0] == "Nobody of the enemy is left Up."
    assert panels(*at, told, B)[-1].rows[0] == "Nobody of your side is left Up."


@pytest.mark.parametrize(
    ("words", "signs"),
    (
        ("", []),
        ("ask activated", [("watch", 0)]),
        ("prone braced", [("prone", 0), ("braced", 0)]),
        ("hiding wounds=1 markers=2 activated", [("pinned", 2), ("wound", 1), ("hidden", 0), ("done", 0)]),
        ("empty", [("empty", 0)]),
        ("unarmed", []),
    ),
)
def test_what_nobody_should_overlook_is_a_sign_beside_a_character(words: str, signs: list[tuple[str, int]]) -> None:
    at = table(f"A1 5,5 {words}", "B1 15,5", act="B1", modules="flinch overwatch")
    found = badges_of(Moment(*at), number_of("A1"))
    assert [(badge.sign, badge.count) for badge in found] == signs


def test_who_is_down_has_no_signs() -> None:
    setting, states = crossroads(1)
    who(states, "A1").status, who(states, "A1").wounds, who(states, "A2").wounds = DOWN, 1, 1
    one, other = scene(setting, states).tokens[:2]
    assert one.is_down and not one.badges and other.badges[0].title == "wounds"
