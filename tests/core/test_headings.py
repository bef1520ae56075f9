"""Sixteen headings on a free table."""

from __future__ import annotations

import math

import pytest

from fireteam.core.space.headings import EAST, EAST_STEPS, HEADINGS, NORTH, NORTH_STEPS


@pytest.mark.parametrize("k", range(HEADINGS))
def test_each_is_a_sixteenth_of_a_turn_after_the_one_before_and_as_long_as_a_unit(k: int) -> None:
    turn = 2 * math.pi * k / HEADINGS
    assert (EAST[k], NORTH[k]) == (pytest.approx(math.cos(turn)), pytest.approx(math.sin(turn)))
    assert (EAST_STEPS[k], NORTH_STEPS[k]) == (round(1_000_000 * EAST[k]), round(1_000_000 * NORTH[k]))
