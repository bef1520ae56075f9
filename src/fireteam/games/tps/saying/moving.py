"""What is written of counts: moves, tokens taken up, hostages that follow."""

from __future__ import annotations

from ....core.compiled import compiled
from ....core.events import Log, say
from .numbers import BARRED, COUNTED, FOLLOWED, FREED, LED, MISSED, MOVED, PICKED_UP, SAVED, STOOD


@compiled
def counted(log: Log, count: int) -> None:
    """A movement count is called (TPS-9.1)."""
    say(log, COUNTED, count)


@compiled
def moved(log: Log, unit: int, start_x: int, start_y: int, end_x: int, end_y: int, cut: int) -> None:
    """A token moved (TPS-9.18)."""
    say(log, MOVED, unit, start_x, start_y, end_x, end_y, cut)


@compiled
def barred(log: Log, unit: int) -> None:
    """A move came to nothing (TPS-9.20)."""
    say(log, BARRED, unit)


@compiled
def picked_up(log: Log, unit: int, token: int) -> None:
    """A token is taken from the ground (TPS-10.6)."""
    say(log, PICKED_UP, unit, token)


@compiled
def missed(log: Log, unit: int, token: int) -> None:
    """Somebody else got the token (TPS-10.11)."""
    say(log, MISSED, unit, token)


@compiled
def stood(log: Log, unit: int) -> None:
    """An order had become impossible when its count came (TPS-9.21)."""
    say(log, STOOD, unit)


@compiled
def led(log: Log, unit: int, hostage: int) -> None:
    """A hostage follows a unit from now on (TPS-19.27)."""
    say(log, LED, unit, hostage)


@compiled
def freed(log: Log, hostage: int) -> None:
    """A hostage follows nobody any more (TPS-19.29)."""
    say(log, FREED, hostage)


@compiled
def followed(log: Log, hostage: int, end_x: int, end_y: int) -> None:
    """A hostage went along its trail (TPS-19.28)."""
    say(log, FOLLOWED, hostage, end_x, end_y)


@compiled
def saved(log: Log, hostage: int, unit: int) -> None:
    """A hostage is rescued (TPS-19.30)."""
    say(log, SAVED, hostage, unit)
