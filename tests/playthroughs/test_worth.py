"""Golden worths: what bots think of every few positions of a match at random, for each player.

A bot that thinks otherwise breaks no rule, so this is no reason to raise `rules`; but whoever changes a bot's mind
without meaning to is told so.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fireteam.core.entry import worth
from fireteam.core.game import Setting, find
from fireteam.core.record import Array
from fireteam.core.rooms import games
from tests.conformance import walk

EVERY, CHOICES, SEED = 6, 60, 7


@pytest.mark.parametrize("name", games())
def test_positions_are_worth_what_they_were(name: str, golden: Callable[[str, str], None]) -> None:
    game, found = find(name), []
    for scenario in game.scenarios(()):
        setting = game.setting(scenario)
        moments = walk(setting, SEED, CHOICES).moments
        found += [
            f"{scenario} {number}: {worths(setting, moments[number].after)}" for number in range(0, CHOICES, EVERY)
        ]
    golden(f"{name}_worth", "\n".join(found) + "\n")


def worths(setting: Setting, states: Array) -> str:
    slots = range(len(setting.players))
    return " ".join(f"{setting.slots[slot]} {worth(states[0], setting.tables[0], slot):.6f}" for slot in slots)
