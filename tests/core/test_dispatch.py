"""Entry points: a game's functions, found by the layout of its State."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.engine.dispatch import BOUND, REQUIRED, bind, is_over, menu_choice, menu_size, to_act, verify
from fireteam.core.engine.record import blank, layout
from fireteam.core.protocol.choices import new_choices
from tests.games import gauntlet, stones


def nothing(*arguments: Any) -> int:
    return 0


EVERYTHING = {point: nothing for point in REQUIRED}


class Lonely:
    lonely: int


def test_a_game_that_forgets_a_point_or_invents_one_is_told_which() -> None:
    missing = {point: nothing for point in REQUIRED if point != "verify"}
    with pytest.raises(TypeError, match=r"a game binds to_act, is_over, .*; off by verify"):
        bind(Lonely, **missing)
    with pytest.raises(TypeError, match="off by fly"):
        bind(Lonely, **EVERYTHING, fly=nothing)
    assert ("to_act", layout(Lonely)) not in BOUND


def test_a_state_with_the_very_fields_of_another_games_is_refused() -> None:
    """Functions are found by layout: two games of one layout would play each other's rules."""

    class Twin:
        twin: int

    class Double:
        twin: int

    bind(Twin, **EVERYTHING)
    bind(Twin, **EVERYTHING)
    with pytest.raises(TypeError, match=r"Double has the very fields of .*'s"):
        bind(Double, **EVERYTHING)


def test_which_function_runs_follows_from_the_state() -> None:
    run, throw = gauntlet.GAME.make_setting("yard"), stones.GAME.make_setting("stones")
    assert to_act(run.opening[0]) == 0b01
    assert to_act(throw.opening[0]) == 0, "a chest is to be hidden first"
    assert not is_over(run.opening[0]) and not is_over(throw.opening[0])
    choice = new_choices(1)
    menu_choice(run.opening[0], run.tables[0], 0, 0, choice[0])
    assert verify(run.opening[0], run.tables[0], 0, choice[0]) == (0, 0, 0, 0)
    assert verify(run.opening[0], run.tables[0], 1, choice[0])[0] == gauntlet.NOT_NOW
    assert menu_size(run.opening[0], run.tables[0], 0) == 12


def test_a_record_of_no_game_is_not_served() -> None:
    class Stranger:
        strange: int

    with pytest.raises(KeyError):
        to_act(blank(Stranger)[0])
