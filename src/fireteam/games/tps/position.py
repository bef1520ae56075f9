"""A position of Third Person Shooter in one line, and back: written by `core/position`, asked whether it can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...core.engine.record import Array, blank
from ...core.game import Setting
from ...core.protocol import position
from .state import State
from .validate_position import check


def write(setting: Setting, states: Array) -> str:
    """The line of a position."""
    return position.write(setting.scenario, setting.options, states)


def read(make: Callable[..., Setting], line: str, packs: Sequence[str] = ()) -> tuple[Setting, Array]:
    """The match and the State of a line.

    Raises:
        BadNotation: it is none, or no match can come to it; the message says which part is wrong.
        UnknownName: no such map or option.
        IllegalChoice: an option has a value that it cannot have.
    """
    scenario, options, parts = position.split_notation(line)
    made, states = make(scenario, options, packs), blank(State)
    position.fill_states(states, parts)
    check(made, states)
    return made, states
