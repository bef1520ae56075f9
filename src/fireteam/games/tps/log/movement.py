"""What is written of counts: moves, tokens taken up, hostages that follow."""

from __future__ import annotations

from ....core.engine.compiled import compiled
from ....core.protocol.events import Log, write_row
from .numbers import BARRED, COUNTED, FOLLOWED, FREED, LED, MISSED, MOVED, PICKED_UP, SAVED, STOOD


@compiled
def log_counted(log: Log, count: int) -> None:
    """A movement count is called (TPS-9.1)."""
    write_row(log, COUNTED, count)


@compiled
def log_moved(log: Log, unit: int, start_x: int, start_y: int, end_x: int, end_y: int, cut: int) -> None:
    """A token moved (TPS-9.18)."""
    write_row(log, MOVED, unit, start_x, start_y, end_x, end_y, cut)


@compiled
def log_barred(log: Log, unit: int) -> None:
    """A move came to nothing (TPS-9.20)."""
    write_row(log, BARRED, unit)


@compiled
def log_picked_up(log: Log, unit: int, token: int) -> None:
    """A token is taken from the ground (TPS-10.6)."""
    write_row(log, PICKED_UP, unit, token)


@compiled
def log_missed(log: Log, unit: int, token: int) -> None:
    """Somebody else got the token (TPS-10.11)."""
    write_row(log, MISSED, unit, token)


@compiled
def log_stood(log: Log, unit: int) -> None:
    """An order had become impossible when its count came (TPS-9.21)."""
    write_row(log, STOOD, unit)


@compiled
def log_led(log: Log, unit: int, hostage: int) -> None:
    """A hostage follows a unit from now on (TPS-19.27)."""
    write_row(log, LED, unit, hostage)


@compiled
def log_freed(log: Log, hostage: int) -> None:
    """A hostage follows nobody any more (TPS-19.29)."""
    write_row(log, FREED, hostage)


@compiled
def log_followed(log: Log, hostage: int, end_x: int, end_y: int) -> None:
    """A hostage went along its trail (TPS-19.28)."""
    write_row(log, FOLLOWED, hostage, end_x, end_y)


@compiled
def log_saved(log: Log, hostage: int, unit: int) -> None:
    """A hostage is rescued (TPS-19.30)."""
    write_row(log, SAVED, hostage, unit)
