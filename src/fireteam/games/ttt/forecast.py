"""What forecasts of Table Top Troopers count: rounds, and which pieces are lost."""

from __future__ import annotations

from ...core.engine.record import Array
from ...core.game import Setting
from .names import names
from .state import ELIMINATED


def turn_number(setting: Setting, states: Array) -> int:
    """The round (TTT-6.1)."""
    return int(states[0].round_number)


def figures(setting: Setting, states: Array) -> dict[str, dict[str, float]]:
    """Which pieces are eliminated."""
    called = names(setting, states)
    units = ((called.unit(i), int(unit.status)) for i, unit in enumerate(states[0].units))
    return {"eliminated": {unit: status == ELIMINATED for unit, status in units if status}}
