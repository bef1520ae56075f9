"""The menu: what bots, playouts and perft choose from. Its law stands at the top of `rules/menu.py`."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.engine.dispatch import menu_choice, menu_size
from fireteam.core.protocol.choices import new_choices
from fireteam.games.tps.state import ACTION, CALL, END_TURN, ROUND_END, SETTING_UP
from tests.games.tps.positions import Position, number, position, unit
from tests.games.tps.test_orders import lying
from tests.games.tps.turns import buy_position, call_position, count_position, menu, play


def with_loadouts(at: Position, *loadouts: str, side: int = 0) -> Position:
    """What the menu knows to buy."""
    row: Any = at.tables[0].sides[side]
    row.n_loadouts = len(loadouts)
    for k, one in enumerate(loadouts):
        ids = one.split(",")
        row.loadouts[k].n = len(ids)
        for n, id in enumerate(ids):
            row.loadouts[k].gear[n] = number(id)
    return at


@pytest.mark.clause("TPS-7.1", "TPS-5.2")
def test_buying_is_nothing_or_a_loadout_that_can_be_paid_and_carried_whole() -> None:
    loadouts = ("flash,flash", "mp5,vest", "vest,helmet", "ak47,vest,helmet,frag", "m4a1", "glock18", "frag")
    at = with_loadouts(buy_position(unit("T", 10, 20, "glock18", "smoke", cash=20), unit("CT", 40, 20)), *loadouts)
    assert menu(at, "U1") == ["buy -", "buy flash,flash", "buy mp5,vest", "buy vest,helmet", "buy frag"]
    assert menu(at, "U2") == ["buy -"]
    at.unit(1).cash = 19
    assert "buy mp5,vest" not in menu(at, "U1")
    at.unit(1).vest.gear = number("vest") + 1
    assert menu(at, "U1") == ["buy -", "buy flash,flash", "buy frag"], "not what is worn already"
    at.unit(1).grenades[1].gear = number("smoke") + 1
    assert menu(at, "U1") == ["buy -", "buy frag"], "not more grenades than have a slot"


@pytest.mark.clause("TPS-7.5")
def test_a_loadout_of_the_menu_is_bought_whole() -> None:
    at = with_loadouts(
        buy_position(unit("T", 10, 20, "glock18", "mp5", cash=60), unit("CT", 40, 20)), "ak47,vest,helmet,frag"
    )
    line = menu(at, "U1")[1]
    play(at, U1=line)
    assert at.unit(1).cash == 60 - 25 - 9 - 10 - 3 and at.state.phase == CALL


def test_the_menu_is_the_same_whatever_the_record_held_before() -> None:
    for at in (
        with_loadouts(buy_position(unit("T", 10, 20, cash=60), unit("CT", 40, 20)), "ak47,vest", "flash"),
        call_position(unit("T", 10, 20, "mp5", "flash"), unit("CT", 40, 20)),
        lying(count_position(unit("T", 10, 20, "mp5"), unit("CT", 40, 20)), "usp", 10, 20),
        lying(count_position(unit("T", 10, 20, "mp5"), unit("CT", 40, 20), sv_movebatch=4), "usp", 10, 20),
    ):
        for k in range(menu_size(at.state, at.tables[0], 0)):
            clean, dirty = new_choices(1), new_choices(1)
            dirty[0].verb = dirty[0].unit = dirty[0].target = dirty[0].x = dirty[0].y = dirty[0].n = 7
            dirty[0].parts[:] = 7
            menu_choice(at.state, at.tables[0], 0, k, clean[0])
            menu_choice(at.state, at.tables[0], 0, k, dirty[0])
            assert clean.tobytes() == dirty.tobytes()


def test_no_choice_stands_twice_on_a_menu() -> None:
    crowded = count_position(unit("CT", 20, 20, "mp5", "usp", "flash", "flash", "frag"), hostages=[(21, 20)])
    for id in ("usp", "usp", "flash", "vest"):
        lying(crowded, id, 20, 20)
    for at in (crowded, call_position(unit("T", 10, 20, "mp5", "flash", "frag", "flash"), unit("CT", 40, 20))):
        lines = menu(at, "U1")
        assert len(lines) == len(set(lines)) == menu_size(at.state, at.tables[0], 0)


def test_where_nobody_decides_there_is_no_menu() -> None:
    at = position(unit("T", 10, 20), unit("CT", 40, 20))
    for phase in (SETTING_UP, ACTION, END_TURN, ROUND_END):
        at.state.phase = phase
        assert menu_size(at.state, at.tables[0], 0) == 0
