"""Looking before choosing, in lines: the line of sight, and where the enemy can hit."""

from __future__ import annotations

import pytest

from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from tests.games import stones
from tests.terminal.scripted_terminal import Terminal, duel


def play(*lines: str) -> str:
    terminal = Terminal(*lines)
    assert terminal.play(duel()) == 0
    return terminal.text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("look rf1 f10", "Red RF1, e5 to f10: clear, distance 6, Range 3 (TTT-2.11)"),
        ("look RF1 rf1", "Red RF1, e5 to e7: clear, distance 2, Range 3"),
        ("look gd1 2.guard.1", "Red GD1, a1 to i9: clear, distance 16, Range 2"),
        ("look rifleman B7", "Red RF1, e5 to b7: blocked by the wall at c6, distance 5, Range 3 (TTT-2.14)"),
        ("look 2.guard.1 g4", "Blue GD1, i9 to g4: blocked by the wall at h5, distance 7, Range 2"),
        ("look rf1", "look from whom, and where to? write: look PIECE SQUARE"),
        ("look rf1 z9", "'z9' is neither a square of this board nor a piece on it"),
        ("look sniper a1", "'sniper' is neither a square of this board nor a piece on it"),
        ("threat gd1 e6", "e6: Blue RF1 takes out Red GD1 1/3 = 33.3%"),
        ("threat E3", "e3: Blue RF1 takes out Red RF1 2/3 = 66.7%"),
        ("threat a1", "a1: no enemy can hit it next turn"),
        ("threat gd1", "no enemy can hit Red GD1 where it stands"),
        ("threat zebra", "'zebra' is neither a square of this board nor a piece on it"),
        ("threat 2.guard.1", "Blue GD1 is no piece of Red: name one that the enemy could hit"),
    ],
)
def test_what_is_asked_is_answered_and_changes_nothing(typed: str, sentence: str) -> None:
    match = duel()
    before = match.state.tobytes()
    terminal = Terminal(typed)
    assert terminal.play(match) == 0
    assert sentence in " ".join(terminal.text.split())
    assert match.state.tobytes() == before and match.next_number == 1


def test_threat_alone_draws_the_chances_in_tenths_and_names_who_is_in_danger() -> None:
    text = play("threat").split("> threat", 1)[1]
    assert "\n 8 .   3w  8   8   8   8   8s  8B  8s  8" in text and "\n 2 .   .   r   r" in text
    assert "  e5: Blue RF1 takes out Red RF1 2/3 = 66.7%" in text


def test_threat_of_a_piece_is_about_that_piece_wherever_it_goes() -> None:
    text = play("threat gd1").split("> threat gd1", 1)[1]
    assert "\n 8 .   1w  5   5   5   5   5s  5B  5s  5" in text


def test_a_game_without_sight_says_so_and_does_not_offer_it() -> None:
    setting = stones.GAME.make_setting("stones")
    seats = (Seat("one", 0b0111, "person"), Seat("two", 0b111000, "random"))
    terminal = Terminal("look a a1", "threat", "help")
    assert terminal.play(Match(setting, seats, secret_of_seed(1))) == 0
    assert f"{stones.GAME.title} has no lines of sight to look along" in terminal.text
    assert f"{stones.GAME.title} cannot say what the enemy could do next turn" in terminal.text
    assert "  look" not in terminal.text and "  threat" not in terminal.text
