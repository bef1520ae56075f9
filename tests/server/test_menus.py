"""Menus as they are sent: everything that the game says of a choice comes out again, from a fraction of the room."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from fireteam.core.engine.dispatch import is_over, to_act
from fireteam.core.engine.record import Array, copy_of
from fireteam.core.game import Setting
from fireteam.core.slot_choices import read_choice
from fireteam.match.apply import apply_event
from fireteam.match.record import CHOICE
from fireteam.registry import find_game
from fireteam.server.wire.menus import decision_message
from tests.server.menus import whole

MATCHES = [("ttt", "the_art_of_war", {}), ("tps", "de_depot", {"teams": "1v1", "mp_startmoney": "40"})]
LONGEST = 14


def moments(game: str, scenario: str, options: dict[str, str]) -> Iterator[tuple[Setting, Array, int]]:
    """States of a match by lot, each with a slot that owes a choice."""
    setting, luck = find_game(game).make_setting(scenario, options, ()), Random(3)
    states = copy_of(setting.opening)
    for number in range(LONGEST):
        if is_over(states[0]):
            break
        slots = [slot for slot in range(len(setting.slots)) if int(to_act(states[0])) >> slot & 1]
        menus = {slot: setting.game.decision(setting, states, slot, 40, False).options for slot in slots}
        chosen = tuple((slot, read_choice(setting, luck.choice(menu).notation)) for slot, menu in menus.items())
        if slots:
            yield setting, states, slots[0]
        states = apply_event(setting, states, CHOICE, number, chosen, luck.getrandbits(40)).state


@pytest.mark.parametrize("match", MATCHES, ids=["ttt", "tps"])
def test_what_is_sent_of_a_menu_is_all_that_the_game_says_of_it(match: tuple[str, str, dict[str, str]]) -> None:
    """Phase after phase: every word, clause, place and chance comes out again."""
    for setting, states, slot in moments(*match):
        decision = setting.game.decision(setting, states, slot, 24, True)
        assert whole(decision_message(decision, setting.game.verbs), setting.game.verbs) == decision


def test_a_menu_of_thousands_takes_a_third_of_the_room() -> None:
    """Where pieces may be placed all over a large board."""
    setting, states, slot = next(moments("ttt", "the_art_of_war", {"force": "preset"}))
    decision = setting.game.decision(setting, states, slot, 300, False)
    sent, plain = (len(msgspec.json.encode(one)) for one in (decision_message(decision, setting.game.verbs), decision))
    assert decision.count > 1_000
    assert sent < plain / 3, f"{sent} of {plain} bytes"
