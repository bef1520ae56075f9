"""Menus in runs, and words that are found again, are to the letter what the game says when it says it anew."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from fireteam.core import decision as decisions
from fireteam.core.briefing import role_for
from fireteam.core.decision import DecisionSpec
from fireteam.core.engine.dispatch import is_over, to_act
from fireteam.core.engine.record import Array, copy_of
from fireteam.core.game import Setting
from fireteam.core.identity_cache import SharedValues
from fireteam.core.slot_choices import read_choice
from fireteam.games.fs3.decision import DECISION as FS3_DECISION
from fireteam.games.tps.decision import DECISION as TPS_DECISION
from fireteam.match.apply import apply_event, redacted
from fireteam.match.record import CHOICE
from fireteam.registry import find_game
from tests.heavy.settings import many

MATCHES = {
    "tps": (TPS_DECISION, "tps", "de_depot", {"teams": "3v3"}),
    "tps hostages": (TPS_DECISION, "tps", "cs_clinic", {"teams": "2v2", "sv_movebatch": "2"}),
    "fs3": (FS3_DECISION, "fs3", "loading_yard", {}),
    "fs3 in vehicles": (FS3_DECISION, "fs3", "shuttle_run", {"desk": "storyteller"}),
    "fs3 without a map": (FS3_DECISION, "fs3", "arrest", {"luck_mode": "windows"}),
}


def moments(game: str, scenario: str, options: dict[str, str], most: int) -> Iterator[tuple[Setting, Array, list[int]]]:
    """States of matches by lot, each with the slots that owe a choice."""
    setting, luck, made = find_game(game).make_setting(scenario, options, ()), Random(5), 0
    while made < most:
        states, number = copy_of(setting.opening), 0
        states = apply_event(setting, states, "opening", 0, (), luck.getrandbits(40)).state
        while made < most and not is_over(states[0]):
            slots = [slot for slot in range(len(setting.slots)) if int(to_act(states[0])) >> slot & 1]
            yield setting, states, slots
            menus = {slot: setting.game.decision(setting, states, slot, 400, False).options for slot in slots}
            chosen = tuple((slot, read_choice(setting, luck.choice(menu).notation)) for slot, menu in menus.items())
            number, made = number + 1, made + len(slots)
            states = apply_event(setting, states, CHOICE, number, chosen, luck.getrandbits(40)).state


@pytest.mark.parametrize(("spec", "game", "scenario", "options"), MATCHES.values(), ids=list(MATCHES))
def test_what_is_found_again_is_what_the_game_says(
    spec: DecisionSpec, game: str, scenario: str, options: dict[str, str]
) -> None:
    """Scene, role, question and every option, for who decides and for who looks on."""
    anew = spec._replace(facts=None, alike={}, heading=None)
    for setting, states, slots in moments(game, scenario, options, many(8, 60)):
        for slot in (-1, *slots):
            held = 1 << slot if slot >= 0 else 0
            view = redacted(setting, states, held)
            kept = setting.game.scene(setting, view), role_for(setting, view, held)
            menu = spec.menu_runs(setting, view, slot, 4_000) if slot >= 0 else None
            known, decisions.WORDS = decisions.WORDS, SharedValues(1_000)
            try:
                assert kept == (setting.game.scene(setting, view), role_for(setting, view, held))
                if menu is None:
                    continue
                said = anew.decision(setting, view, slot, 4_000, odds=False)
            finally:
                decisions.WORDS = known
            assert tuple(option for run in menu.runs for option in run.options) == said.options
            assert (menu.size, menu.length) == (said.count, len(said.options))
            assert menu.heading == (said.prompt, said.things, said.presets, said.legend)


WITHOUT_RUNS = {
    "ttt": ("ttt", "besiege_the_bunker", {}),
    "gunplay": ("gunplay", "main_street", {}),
    "gunplay with all modules": ("gunplay", "farm", {"config": "full"}),
}


@pytest.mark.parametrize(("game", "scenario", "options"), WITHOUT_RUNS.values(), ids=list(WITHOUT_RUNS))
def test_what_is_found_again_is_the_same_without_runs(game: str, scenario: str, options: dict[str, str]) -> None:
    for setting, states, slots in moments(game, scenario, options, many(24, 60)):
        for slot in (-1, *slots):
            held = 1 << slot if slot >= 0 else 0
            view = redacted(setting, states, held)

            def say(
                setting: Setting = setting, view: Array = view, slot: int = slot, held: int = held
            ) -> tuple[Any, ...]:
                asked = setting.game.decision(setting, view, slot, 4_000, False) if slot >= 0 else None
                return setting.game.scene(setting, view), role_for(setting, view, held), asked

            found = say()
            known, decisions.WORDS = decisions.WORDS, SharedValues(1_000)
            try:
                assert found == say()
            finally:
                decisions.WORDS = known
