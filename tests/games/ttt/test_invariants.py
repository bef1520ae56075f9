"""Random games of every mission and option end, and every State on the way is sound. `./check --heavy` plays 10,000."""

from __future__ import annotations

import pytest

from fireteam.games.ttt.state import MOVE
from fireteam.registry import find_game
from tests.games.ttt.invariants import fault, find_fault
from tests.heavy.settings import many

TTT = find_game("ttt")
GAMES = many(1, 6)
OPTIONS = {each.name: each.choices for each in TTT.options(TTT.make_setting("hold_the_hill"))}


@pytest.mark.clause("TTT-9.13", "TTT-1.6", "TTT-1.5", "TTT-6.5")
@pytest.mark.parametrize("mission", [m for m in TTT.scenarios(()) if m != "the_art_of_war"])
def test_random_games_of_a_mission_are_sound_to_their_end(mission: str) -> None:
    assert find_fault(TTT.make_setting(mission), GAMES) == ""


@pytest.mark.parametrize(("option", "value"), [(o, v) for o, values in OPTIONS.items() for v in values[1:]])
def test_random_games_are_sound_under_every_option(option: str, value: str) -> None:
    assert find_fault(TTT.make_setting("run_the_gauntlet", {option: value}), GAMES) == ""


def test_a_fault_is_found() -> None:
    setting, states = TTT.read_position("@plain_10 - move 1 1 1 rifleman@a1+1 guard@c3 -")
    assert fault(states[0], setting.tables[0]) == 0
    states[0].units[0].x = 1
    assert fault(states[0], setting.tables[0]) == 1
    states[0].units[0].x, states[0].budget = 0, 0
    assert states[0].phase == MOVE
    assert fault(states[0], setting.tables[0]) == 6
