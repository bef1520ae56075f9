"""The scenarios of section 23 as content has them, played at random: what every game must keep (tests/conformance)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from fireteam.core.engine.record import Array, blank
from fireteam.core.game import Setting
from fireteam.games.gunplay.options import resolve_options
from fireteam.games.gunplay.rules.deployment import open_match
from fireteam.games.gunplay.state import State
from fireteam.games.gunplay.tables_build import build_tables
from tests import conformance
from tests.games import views
from tests.games.gunplay.packs import content
from tests.games.gunplay.table import GAME as TABLE_GAME
from tests.games.gunplay.table import MODULES

SCENARIOS = ("main_street", "crossroads", "cash_box", "farm")
PRESETS = ("basic", "initiative", "full")
LEFT_OUT = {"check_people_read_the_names_on_the_board", "check_matches_end"}  # there is no scene yet; it takes long
CHECKS = [check for check in conformance.CHECKS if check.__name__ not in LEFT_OUT]


@cache
def setting(name: str) -> Setting:
    """A match of a scenario under a preset: `farm:full`; after another colon, deployment."""
    scenario, preset, deployment = f"{name}:fixed".split(":")[:3]
    entry = content().scenario(scenario)
    tables = build_tables(
        content(), entry, resolve_options(content(), entry, {"config": preset, "deployment": deployment})
    )
    states = blank(State)
    open_match(states[0], tables[0])
    return Setting(GAME, name, {}, tables, states, None, ("a", "b"))


def scene(setting: Setting, states: Array) -> Any:
    return SimpleNamespace()


GAME = TABLE_GAME._replace(
    make_setting=setting,
    scene=scene,
    decision=lambda *arguments, **more: SimpleNamespace(count=1),
    write_position=views.position,
    read_position=lambda line, packs=(): views.from_position(GAME, line),
)


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
