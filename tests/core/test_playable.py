"""A position that the rules cannot go on from is refused in a sentence, whatever its game checks itself."""

from __future__ import annotations

import pytest
from breakthrough.game import GAME as BREAKTHROUGH

from fireteam.core.errors import BadNotation
from fireteam.registry import find_game, games


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ("side=5", "somebody is to choose who does not play: the match has 2 slots"),
        ("side=-1", "nobody is to choose, and nothing goes on"),
        ("winner=7", "the rules cannot go on from this position (IndexError"),
    ],
)
def test_a_game_that_checks_nothing_itself_breaks_on_no_position(parts: str, says: str) -> None:
    with pytest.raises(BadNotation) as caught:
        BREAKTHROUGH.read_position(f"8x8 - {parts} men.0=1 men.1=256")
    assert str(caught.value).startswith(says)


def test_a_position_that_can_occur_is_read() -> None:
    _, states = BREAKTHROUGH.read_position("8x8 - side=1 men.0=1 men.1=72057594037927936")
    assert states[0].side == 1


def test_gunplay_refuses_a_side_that_does_not_play() -> None:
    with pytest.raises(BadNotation, match=r"somebody is to choose|the rules cannot go on"):
        find_game("gunplay").read_position("main_street - side=7")


@pytest.mark.parametrize("game", games())
def test_the_opening_of_every_game_is_read(game: str) -> None:
    found = find_game(game)
    setting = found.make_setting(next(iter(found.scenarios(()))), found.quick_options)
    again, states = found.read_position(found.write_position(setting, setting.opening))
    assert again.scenario == setting.scenario and states.tobytes() == setting.opening.tobytes()
