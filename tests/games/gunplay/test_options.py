"""Section 1: modules, parameters, presets, and what a match is played with."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from fireteam.core.errors import IllegalChoice, UnknownName
from fireteam.games.gunplay.options import MODULES, MatchOptions, inert_modules, resolve_options
from fireteam.games.gunplay.tables import ALTERNATE, HOLD, SIDE, SNIPER, STEPS, TRAITS
from fireteam.games.gunplay.tables_build import build_tables
from fireteam.games.gunplay.terrain import Terrain

from .packs import content


def resolve(scenario: str = "main_street", **options: Any) -> MatchOptions:
    return resolve_options(content(), content().scenario(scenario), options)


def refused(scenario: str = "main_street", **options: Any) -> tuple[str, str]:
    with pytest.raises(IllegalChoice) as error:
        resolve(scenario, **options)
    return error.value.code, error.value.clause


@pytest.mark.clause("GUN-1.1")
@pytest.mark.clause("GUN-1.3")
@pytest.mark.clause("GUN-1.5")
def test_modules_are_off_unless_a_match_chooses_them() -> None:
    assert [resolve().options[name] for name in MODULES] == [0] * 10
    chosen = resolve(flinch="1", traits="true").options
    assert [name for name in MODULES if chosen[name]] == ["flinch", "traits"]


@pytest.mark.clause("GUN-1.4")
def test_a_module_without_effect_is_a_notice_and_all_subsets_are_legal() -> None:
    assert len(resolve(weapon_speed=1, extra_toughness=1).notices) == 2
    assert all("OPTION_INERT" in notice for notice in resolve(weapon_speed=1).notices)
    assert resolve(weapon_speed=1, activations=1, extra_toughness=1, extra_damage=1).notices == ()
    for chosen in product((0, 1), repeat=10):
        options = dict(zip(MODULES, chosen, strict=True))
        inert = (options["weapon_speed"] > options["activations"]) + (
            options["extra_toughness"] > options["extra_damage"]
        )
        assert len(inert_modules(options)) == inert


@pytest.mark.clause("GUN-1.6")
@pytest.mark.clause("GUN-1.7")
def test_presets_are_those_of_the_rulebook() -> None:
    initiative = resolve(config="initiative").options
    assert [initiative[name] for name in MODULES] == [1, 1, 1, 1, 1, 1, 0, 0, 0, 0]
    assert all(resolve(config="full").options[name] for name in MODULES)
    assert resolve(config="full", overwatch=0).options["overwatch"] == 0


@pytest.mark.clause("GUN-1.8")
def test_parameters_have_the_defaults_of_the_rulebook() -> None:
    defaults = {name: value for name, value in resolve().options.items() if name not in MODULES}
    assert defaults == {
        "toughness_base": "Moderate",
        "brace_modifier": 1,
        "moved_modifier": -1,
        "ran_modifier": -1,
        "autofire_modifier": -1,
        "restricted_per_turn": 1,
        "solid_bonus": 1,
        "speed_modifier": 1,
        "wounds_modify_activation": 1,
        "step": "0.5",
        "aid": 0,
        "deployment": "fixed",
    }


@pytest.mark.clause("GUN-1.8")
@pytest.mark.parametrize(
    "wrong",
    [
        {"brace_modifier": 4},
        {"brace_modifier": "-1"},
        {"moved_modifier": "1"},
        {"ran_modifier": -4},
        {"autofire_modifier": 0.5},
        {"restricted_per_turn": 3},
        {"solid_bonus": 0},
        {"speed_modifier": "many"},
        {"wounds_modify_activation": 2},
        {"step": "0.3"},
        {"toughness_base": "Extreme"},
        {"deployment": "random"},
        {"aid": "yes"},
    ],
)
def test_a_value_outside_its_domain_is_refused(wrong: dict[str, Any]) -> None:
    assert refused(**wrong) == ("OPTION_INVALID", "GUN-1.8")


@pytest.mark.clause("GUN-1.8")
@pytest.mark.parametrize(
    ("name", "low", "high"),
    (
        ("brace_modifier", 0, 3),
        ("moved_modifier", -3, 0),
        ("ran_modifier", -3, 0),
        ("autofire_modifier", -3, 0),
        ("restricted_per_turn", 1, 2),
        ("solid_bonus", 1, 3),
        ("speed_modifier", 0, 3),
        ("wounds_modify_activation", 0, 1),
        ("aid", 0, 1),
    ),
)
def test_a_number_may_be_the_least_and_the_greatest_of_its_domain_and_no_other(name: str, low: int, high: int) -> None:
    assert [resolve(**{name: value}).options[name] for value in (low, high)] == [low, high]
    assert refused(**{name: low - 1}) == refused(**{name: high + 1}) == ("OPTION_INVALID", "GUN-1.8")


@pytest.mark.clause("GUN-1.8")
def test_each_word_of_a_domain_is_taken() -> None:
    domains = {
        "toughness_base": ("Easy", "Moderate", "Hard"),
        "step": ("0.25", "0.5", "1.0"),
        "deployment": ("fixed", "alternate"),
    }
    for name, words in domains.items():
        assert [resolve(**{name: word}).options[name] for word in words] == list(words)
    for base in ("Automatic", "Trivial", "Extreme", "Impossible"):
        assert refused(toughness_base=base) == ("OPTION_INVALID", "GUN-1.8")


@pytest.mark.clause("GUN-1.8")
def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(UnknownName):
        resolve(bravery=1)
    with pytest.raises(UnknownName):
        resolve(config="huge")


@pytest.mark.clause("GUN-13.17")
@pytest.mark.parametrize(("given", "step"), [("0.25", 25), (0.5, 50), ("1", 100), (1.0, 100), ("1.0", 100)])
def test_a_step_is_known_by_its_size(given: Any, step: int) -> None:
    chosen = resolve(step=given)
    terrain: Terrain = build_tables(content(), content().scenario("main_street"), chosen)[0].terrain
    assert chosen.options["step"] in STEPS and terrain.step == step


@pytest.mark.clause("GUN-24.6")
def test_a_points_limit_is_kept() -> None:
    assert refused("farm", points=131) == ("POINTS_EXCEEDED", "GUN-24.6")
    assert resolve("farm", points="132").bands[1].id == "hired_guns"
    assert refused(points="few")[0] == "OPTION_INVALID"


@pytest.mark.clause("GUN-5.1")
@pytest.mark.clause("GUN-5.7")
def test_players_may_bring_bands_that_can_start_there() -> None:
    assert resolve("cash_box", band_a="blue_patrol").bands[0].name == "Blue Patrol"
    assert refused("crossroads", band_b="ridge_gang") == ("BAND_INVALID", "GUN-5.7")  # off the table
    assert resolve("crossroads", band_b="ridge_gang", deployment="alternate").bands[1].id == "ridge_gang"
    with pytest.raises(UnknownName):
        resolve(band_b="blue_patrol")  # a band of side A


@pytest.mark.clause("GUN-22.6")
@pytest.mark.clause("GUN-23.11")
def test_tables_hold_the_scenario_and_the_bands() -> None:
    scenario = content().scenario("crossroads")
    table = build_tables(content(), scenario, resolve("crossroads", config="full", deployment="alternate"))[0]
    assert (table.scenario.victory, table.scenario.radius, table.scenario.vp_marker) == (HOLD, 300, 1)
    assert table.scenario.markers[1].tolist() == [400, 1200] and table.scenario.n_markers == 3
    assert table.options.deployment == ALTERNATE and table.options.weapon_charts == 1
    assert [member.id for member in table.members] == [1, 2, 3, 4, 5, *[0] * 7, 1, 2, 3, 4, 5, *[0] * 7]
    sniper = table.members[SIDE + 3]
    assert sniper.traits == SNIPER | 1 << TRAITS.index("Marksman") and (sniper.x, sniper.y) == (2000, 2250)
    assert table.weapons[sniper.weapons[0]].bands.extreme == 7200
    assert table.constants.levels.tolist() == [0, 12, 9, 6, 3, 0, 0] and table.constants.edge == 51
    cash_box = content().scenario("cash_box")
    item = build_tables(content(), cash_box, resolve("cash_box"))[0].scenario
    assert (item.n_items, item.item_x, item.item_y, item.exit_edge.tolist()) == (1, 1200, 1200, [0, 1])
