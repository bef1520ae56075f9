"""Positions of any game in one line and back: `protocol/position.py` with the game's own setting around it."""

from __future__ import annotations

from collections.abc import Sequence

from .engine.record import Array, blank
from .game import Game, Setting
from .protocol import position


def write_position(setting: Setting, states: Array) -> str:
    """The line of a position: scenario, options, and every part of the State that is not zero."""
    return position.write(setting.scenario, setting.options, states)


def read_position(game: Game, line: str, packs: Sequence[str] = ()) -> tuple[Setting, Array]:
    """The match and the State of a line; whether a match can come to it the game must ask.

    Raises:
        BadNotation: it is no position; the message says which part is wrong.
        UnknownName: no such scenario or option.
    """
    scenario, options, parts = position.split_notation(line)
    setting, states = game.make_setting(scenario, options, packs), blank(game.state)
    position.fill_states(states, parts)
    return setting, states
