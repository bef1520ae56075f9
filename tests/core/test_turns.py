"""Sides that take turns: who is to act, whether it is over, who has won."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from fireteam.core.engine.record import blank
from fireteam.core.turns import is_over, to_act, winner_result

SETTING: Any = SimpleNamespace(slot_name=lambda slot: ("red", "green", "blue")[slot])


class State:
    side: int
    winner: int


@pytest.mark.parametrize(
    ("side", "winner", "owing", "winners", "sentence"),
    [
        (0, 0, 0b001, (), "the game goes on"),
        (2, 0, 0b100, (), "the game goes on"),
        (2, 1, 0, (0,), "red wins"),
        (0, 3, 0, (2,), "blue wins"),
    ],
)
def test_the_side_on_turn_owes_a_choice_until_one_has_won(
    side: int, winner: int, owing: int, winners: tuple[int, ...], sentence: str
) -> None:
    states = blank(State)
    states[0].side, states[0].winner = side, winner
    assert to_act(states[0]) == owing and is_over(states[0]) == bool(winner)
    result = winner_result(lambda state: f"RUN-{state.winner}")(SETTING, states)
    assert (result.is_over, result.winners, result.sentence, result.clause) == (
        bool(winner),
        winners,
        sentence,
        f"RUN-{winner}" if winner else "",
    )
