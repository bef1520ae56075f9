"""The bench's own game is a whole game: what every game keeps, and the counts that other programs find."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from bench import breakthrough
from fireteam.core.chance.dice import live
from fireteam.core.engine.dispatch import is_over, menu_choice, menu_size, to_act
from fireteam.core.engine.record import Array
from fireteam.core.engine.run import apply
from fireteam.core.protocol.choices import new_choices
from fireteam.core.protocol.events import new_log
from fireteam.sim.perft import perft
from tests import conformance
from tests.conformance import Walk

SETTING = breakthrough.GAME.make_setting("8x8")
KNOWN = [22, 484, 11_132, 256_036]  # of breakthrough on 8 by 8 squares, counted by others


@cache
def walk() -> Walk:
    return conformance.walk(SETTING, 1)


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_it_keeps(check: Callable[[Walk], None]) -> None:
    check(walk())


def test_it_goes_on_in_as_many_ways_as_others_count() -> None:
    assert [perft(SETTING, SETTING.opening, depth) for depth in (1, 2)] == KNOWN[:2]
    ways, positions = [], {SETTING.opening.tobytes(): (SETTING.opening, 1)}
    for _ in KNOWN:
        ways.append(sum(int(menu_size(s[0], SETTING.tables[0], slot_of(s))) * n for s, n in positions.values()))
        if len(ways) < len(KNOWN):
            positions = one_deeper(positions)
    assert ways == KNOWN


Positions = dict[bytes, tuple[Array, int]]
"""Positions by their bytes, each with the number of ways that lead to it."""


def one_deeper(positions: Positions) -> Positions:
    after: Positions = {}
    choices, log = new_choices(), new_log()
    for states, ways in positions.values():
        slot = slot_of(states)
        for k in range(menu_size(states[0], SETTING.tables[0], slot)):
            end = states.copy()
            menu_choice(states[0], SETTING.tables[0], slot, k, choices[slot])
            log[0].count = 0
            apply(end[0], SETTING.tables[0], choices, live(1)[0], log[0])
            assert not is_over(end[0])
            after[end.tobytes()] = (end, after.get(end.tobytes(), (end, 0))[1] + ways)
    return after


def slot_of(states: Array) -> int:
    return int(to_act(states[0])) - 1
