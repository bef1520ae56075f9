"""The scenarios of section 23 as content has them, played at random: what every game must keep (tests/conformance)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from fireteam.core.game import Setting
from fireteam.games.gunplay.game import GAME
from tests import conformance
from tests.games.gunplay.table import MODULES

SCENARIOS = ("main_street", "crossroads", "cash_box", "farm")
PRESETS = ("basic", "initiative", "full")
CHECKS = [check for check in conformance.CHECKS if check.__name__ != "check_matches_end"]  # it takes long


def setting(name: str) -> Setting:
    """A match of a scenario under a preset: `farm:full`."""
    scenario, preset = name.split(":")
    return GAME.make_setting(scenario, {"config": preset})


@cache
def played(name: str) -> conformance.Walk:
    return conformance.walk(setting(name), 1, 18)


@pytest.mark.clause("GUN-23.11", "GUN-22.1", "GUN-22.8", "GUN-1.5", "GUN-1.6", "GUN-1.7")
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", ["main_street:initiative", "cash_box:full"])
def test_a_scenario_keeps_what_every_game_must(name: str, check: Callable[[conformance.Walk], None]) -> None:
    check(played(name))


@pytest.mark.clause("GUN-1.3", "GUN-23.11")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_begins_under_every_preset(scenario: str, preset: str) -> None:
    walk = conformance.walk(setting(f"{scenario}:{preset}"), 2, 3)
    assert walk.moments
    on = sum(int(walk.tables[0].options[module]) for module in MODULES)
    assert on == {"basic": 0, "initiative": 6, "full": 10}[preset]
