"""`forecast` at a terminal: for who plays bots alone and for a referee, by what their seat sees."""

from __future__ import annotations

import pytest

from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from tests.games import tug
from tests.terminal.scripted_terminal import Terminal, duel


def tug_match(*seats: Seat, sleeve: int = 0) -> Match:
    setting = tug.GAME.make_setting("field")
    states = setting.opening.copy()
    states[0].sleeve = sleeve
    return Match(setting, seats, secret_of_seed(1), states)


ANNA, BEN = Seat("a", 1, "person"), Seat("b", 2, "random")


def output_of(match: Match, *lines: str) -> str:
    terminal = Terminal(*lines)
    assert terminal.play(match) == 0
    return terminal.text


def test_who_plays_bots_alone_is_told_chances_with_error_bars() -> None:
    match = tug_match(ANNA, BEN)
    before = match.state.tobytes()
    text = output_of(match, "forecast 40 random", "help")
    assert "40 endings, as you see the match:" in text and "a wins" in text and "turns" in text
    assert "forecast [N] [BOT]" in text and match.state.tobytes() == before


def test_it_tells_nothing_of_what_is_hidden() -> None:
    found = {
        sleeve: output_of(tug_match(ANNA, BEN, sleeve=sleeve), "forecast 40 random").split("endings")[1]
        for sleeve in (0, 45)
    }
    assert found[0] == found[45]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("forecast 1", "how many endings? write: forecast 100"),
        ("forecast many", "how many endings"),
        ("forecast 5 x", "no bot named"),
    ],
)
def test_what_is_no_forecast_is_refused(typed: str, why: str) -> None:
    assert why in output_of(tug_match(ANNA, BEN), typed)


def test_between_people_there_is_none() -> None:
    assert "as you see the match" not in output_of(duel(), "forecast 5 random")
    assert "  forecast" not in output_of(duel(), "help")
