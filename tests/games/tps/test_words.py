"""Words and tokens that are found again are those that would be made anew."""

from __future__ import annotations

import random

import pytest

from fireteam.bots import find_bot
from fireteam.core.calls import to_act_at
from fireteam.core.decision import WORDS
from fireteam.core.protocol.choices import decode
from fireteam.match.apply import apply_event, redacted
from fireteam.match.decision import decision_of
from fireteam.match.record import CHOICE, OPENING
from fireteam.registry import find_game


@pytest.mark.parametrize("scenario", ["de_depot", "cs_clinic"])
def test_what_is_found_again_is_what_would_be_made_anew(scenario: str) -> None:
    """Pictures and decisions of a match at random, in its order, and backwards with nothing to be found."""
    game, luck, bot = find_game("tps"), random.Random(3), find_bot("random")
    setting = game.make_setting(scenario, {**game.quick_options, "mp_movecounts": "4", "mp_roundturns": "2"})
    states = apply_event(setting, setting.opening, OPENING, 0, (), 7).state
    WORDS.clear()
    seen = []
    for number in range(1, 26):
        owing, values = to_act_at(states, 0), []
        for slot in (slot for slot in range(owing.bit_length()) if owing >> slot & 1):
            view = redacted(setting, states, 1 << slot)
            if luck.random() < 0.3:
                seen.append((view, slot, game.scene(setting, view), decision_of(setting, view, slot)))
            choice = bot.choose(setting, view, slot, luck.getrandbits(40))
            values.append((slot, decode(choice[0], game.verbs, game.names(setting, view))))
        if not values:
            break
        states = apply_event(setting, states, CHOICE, number, tuple(values), number).state
    assert len(seen) > 20 and len({view.tobytes() for view, *_ in seen}) > 10
    for view, slot, scene, decision in reversed(seen):
        WORDS.clear()
        assert game.scene(setting, view) == scene and decision_of(setting, view, slot) == decision
