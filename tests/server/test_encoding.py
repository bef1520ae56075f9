"""What a face draws can be sent as it is: plain numbers, of every game."""

import msgspec
import pytest

from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.registry import find_game, games
from tests.conformance import slots_of, walk

SETTINGS = [(name, scenario) for name in games() for scenario in find_game(name).scenarios(())]


@pytest.mark.parametrize(("name", "scenario"), SETTINGS, ids=lambda word: word)
def test_tables_and_decisions_and_lines_of_sight_can_be_sent(name: str, scenario: str) -> None:
    """At the beginning, and after some choices."""
    setting = find_game(name).make_setting(scenario)
    moments = walk(setting, 7, 14).moments
    for moment in (moments[0], moments[-1]):
        _send(setting, moment.states, slots_of(moment.states)[0])


def _send(setting: Setting, states: Array, slot: int) -> None:
    game = setting.game
    scene = game.scene(setting, states)
    assert msgspec.json.decode(msgspec.json.encode(scene), type=type(scene)) == scene
    decision = game.decision(setting, states, slot, 20, odds=False)
    assert msgspec.json.decode(msgspec.json.encode(decision), type=type(decision)) == decision
    for token in scene.tokens[:2]:
        for other in scene.tokens[-2:]:
            if game.sight and token.unit != other.unit and token.slot >= 0:
                sight = game.sight(setting, states, token.unit, *other.at)
                assert msgspec.json.decode(msgspec.json.encode(sight), type=type(sight)) == sight
