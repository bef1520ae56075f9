"""A log as events, with the names of its match."""

from __future__ import annotations

from collections.abc import Sequence

from .engine.record import Array
from .game import Setting
from .protocol.events import LoggedEvent, decode_log, decode_rows


def read_events(setting: Setting, state: Array, log: Array) -> list[LoggedEvent]:
    """The log as events, with the names that hold in `state`."""
    game = setting.game
    return decode_log(log, game.events, game.reasons, game.purposes, game.names(setting, state))


def read_rows(setting: Setting, state: Array, rows: Sequence[Sequence[int]]) -> list[LoggedEvent]:
    """The rows of a log as events, with the names that hold in `state`."""
    game = setting.game
    return decode_rows(rows, game.events, game.reasons, game.purposes, game.names(setting, state))
