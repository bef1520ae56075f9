"""Golden views: what bots think of every few positions of a match at random, for each player, and what is asked there.

A bot that thinks otherwise breaks no rule, so this is no reason to raise `rules`; but whoever changes a bot's mind
without meaning to is told so.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fireteam.core.engine.dispatch import evaluate
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.registry import find_game, games
from tests.conformance import walk

EVERY, CHOICES, SEED = 5, 60, 7


@pytest.mark.heavy
@pytest.mark.parametrize("name", games())
def test_positions_are_worth_what_they_were_and_ask_what_they_asked(
    name: str, golden: Callable[[str, str], None]
) -> None:
    game, found = find_game(name), []
    for scenario in game.scenarios(()):
        setting = game.make_setting(scenario)
        for number, moment in enumerate(walk(setting, SEED, CHOICES).moments):
            if number % EVERY == 0:
                found.append(f"{scenario} {number}: {worths(setting, moment.states)}")
                found += [f"  {prompt(setting, moment.states, slot)}" for slot in moment.owing()[:2]]
    golden(f"{name}_worth", "\n".join(found) + "\n")


def worths(setting: Setting, states: Array) -> str:
    slots = range(len(setting.players))
    return " ".join(f"{setting.slots[slot]} {evaluate(states[0], setting.tables[0], slot):.6f}" for slot in slots)


def prompt(setting: Setting, states: Array, slot: int) -> str:
    return setting.game.decision(setting, states, slot, 1, False).prompt
