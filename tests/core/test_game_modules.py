"""A game that is put together from modules."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from fireteam.core.decision import menu_decision
from fireteam.core.game_modules import game_of
from tests.games import gauntlet


def module(name: str, **functions: Any) -> ModuleType:
    """A module that defines functions of these names."""
    made = ModuleType(name)
    for each, function in functions.items():
        vars(made)[each] = function
        function.__module__ = name
    return made


def facts() -> dict[str, Any]:
    """What the game of sentries declares, hooks aside."""
    return {name: value for name, value in gauntlet.GAME._asdict().items() if name not in ("sight", "scene")}


def sight(*_: Any) -> None:
    """A line of sight."""


def test_functions_of_modules_are_what_they_are_called_like() -> None:
    game = game_of(gauntlet, module("eyes", sight=sight), **facts())
    assert (game.sight, game.scene, game.threats) == (sight, gauntlet.scene, None)
    assert game.make_setting("yard").game is game


def test_what_is_declared_takes_the_place_of_what_a_module_has() -> None:
    assert game_of(gauntlet, **facts(), scene=print).scene is print


def test_a_game_that_says_nothing_of_its_decisions_asks_by_its_menu() -> None:
    said = facts()
    del said["decision"]
    assert game_of(gauntlet, **said).decision == menu_decision


def test_an_imported_function_counts_where_it_is_defined() -> None:
    other = module("other")
    vars(other)["scene"] = gauntlet.scene
    assert game_of(gauntlet, other, **facts()).scene is gauntlet.scene


def test_two_modules_may_not_define_the_same_part() -> None:
    with pytest.raises(TypeError, match="one and two both define sight"):
        game_of(gauntlet, module("one", sight=lambda: None), module("two", sight=lambda: None), **facts())


def test_a_hook_that_every_game_needs_may_not_be_missing() -> None:
    with pytest.raises(TypeError, match="off by apply_choices, is_over, menu, to_act, verify"):
        game_of(module("empty"), **facts())
