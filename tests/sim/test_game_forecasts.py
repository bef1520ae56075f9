"""What each game says of forecasts: its turns and figures, and dials that make a match easier for a side."""

from __future__ import annotations

import pytest

from fireteam.core.engine.record import Array, copy_of
from fireteam.core.game import Setting
from fireteam.registry import find_game
from fireteam.sim.director import dials_of, find_dials, set_dials
from fireteam.sim.forecast import bots_for, figures_of, forecast
from tests.heavy.settings import factor, many


def begun(game: str, **options: str) -> tuple[Setting, Array]:
    found = find_game(game)
    setting = found.make_setting(next(iter(found.scenarios(()))), {**found.quick_options, **options})
    return setting, setting.opening


def test_ttt_counts_rounds_and_lost_pieces() -> None:
    setting, states = begun("ttt")
    told = forecast(setting, states, bots_for(setting, dict.fromkeys(setting.players, "random")), 2, 1, 1)
    assert told.turns is not None and 1 <= told.turns.mean <= 30
    assert told.figures["eliminated"] and all(one.is_share for one in told.figures["eliminated"].values())
    assert dials_of(setting, states) == ()


def test_gunplay_counts_turns_who_is_down_and_points() -> None:
    setting, states = begun("gunplay")
    told = forecast(setting, states, bots_for(setting, dict.fromkeys(setting.players, "random")), 2, 1, 1)
    assert told.turns is not None and told.turns.mean > 1
    assert {unit[0] for unit in told.figures["down"]} == {"A", "B"} and told.figures["down"]["A1"].is_share
    assert told.figures["down"].keys() == told.figures["wounds"].keys()
    assert list(told.figures["victory points"]) == ["a", "b"]


def test_gunplay_leaves_characters_at_home() -> None:
    setting, states = begun("gunplay")
    before = copy_of(states), copy_of(setting.tables)
    dials = find_dials(setting, states, ["fewer_a", "fewer_b"])
    altered, fewer = set_dials(setting, states, dials, (0, 2))
    there = figures_of(setting, states)["down"].keys() - figures_of(altered, fewer)["down"].keys()
    last = sorted(
        (unit for unit in figures_of(setting, states)["down"] if unit[0] == "B"), key=lambda unit: int(unit[1:])
    )[-2:]
    assert there == set(last)
    assert before == (states, setting.tables), "what is given stays as it is"
    going = copy_of(states)
    going[0].turn = 1
    assert [dial.name for dial in dials_of(setting, going)] == ["fewer_a", "fewer_b"]
    going[0].characters[0].activated = 1
    assert dials_of(setting, going) == ()
    told = forecast(altered, fewer, bots_for(setting, {"a": "random", "b": "random"}), 2, 1, 1)
    assert told.unfinished == 0 and last[0] not in told.figures["down"]


@pytest.mark.heavy
@pytest.mark.skipif(factor() <= 1, reason="hundreds of matches: with FIRETEAM_HEAVY above 1")
def test_gunplay_is_easier_against_fewer() -> None:
    setting, states = begun("gunplay")
    dials = find_dials(setting, states, ["fewer_b"])
    chances = [
        forecast(*set_dials(setting, states, dials, (count,)), bots_for(setting, {}), many(100, 400), 1).wins["a"]
        for count in (0, 3)
    ]
    assert chances[0].high < chances[1].low


def test_tps_counts_frags_deaths_and_rounds_and_gives_cash() -> None:
    setting, states = begun("tps", teams="2v2")
    assert setting.game.turn_number is None
    assert list(figures_of(setting, states)) == ["frags", "deaths", "rounds won"]
    dials = find_dials(setting, states, ["t_cash", "ct_cash"])
    _, rich = set_dials(setting, states, dials, (16_000, 0))
    assert [int(unit.cash) for unit in rich[0].units[:4]] == [16_000, 16_000, 0, 0]
    over = copy_of(states)
    over[0].phase = 9
    assert dials_of(setting, over) == ()


@pytest.mark.heavy
@pytest.mark.skipif(factor() <= 1, reason="hundreds of matches: with FIRETEAM_HEAVY above 1")
def test_tps_is_easier_for_who_can_buy() -> None:
    """Cash that is given is there to be spent when the round begins."""
    setting, states = begun("tps", teams="2v2", mp_maxrounds="1")
    dials = find_dials(setting, states, ["t_cash", "ct_cash"])
    rich = forecast(*set_dials(setting, states, dials, (16_000, 0)), bots_for(setting, {}), 60, 1)
    poor = forecast(*set_dials(setting, states, dials, (0, 16_000)), bots_for(setting, {}), 60, 1)
    assert rich.wins["t"].share > poor.wins["t"].share
