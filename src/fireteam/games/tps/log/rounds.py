"""What is written of rounds and turns: setting up, buying, calls, cash, the Admin, and the end."""

from __future__ import annotations

from ....core.engine.compiled import compiled
from ....core.protocol.events import Log, write_row
from .numbers import (
    BOUGHT,
    CALLED,
    ENDED,
    ISSUED,
    JOINED,
    KICKED,
    LAID,
    NOT_BOUGHT,
    ORDERED,
    PAID,
    PLACED,
    ROUND_BEGUN,
    ROUND_ENDED,
    RULED,
    SIDES_CHANGED,
    SPAWNED,
    SWITCHED,
    TURN_BEGUN,
    VOID,
    WARNED,
)


@compiled
def log_round_begun(log: Log, number: int) -> None:
    """A round is set up (TPS-6.9)."""
    write_row(log, ROUND_BEGUN, number)


@compiled
def log_spawned(log: Log, unit: int, x: int, y: int, side: int, helmet: int, vest: int, health: int) -> None:
    """A unit takes its place, healed (TPS-6.1)."""
    write_row(log, SPAWNED, unit, x, y, side, helmet, vest, health)


@compiled
def log_issued(log: Log, unit: int, token: int) -> None:
    """A unit receives what its side hands out (TPS-6.5)."""
    write_row(log, ISSUED, unit, token)


@compiled
def log_bought(log: Log, unit: int, token: int, price: int, cash: int) -> None:
    """A purchase is made (TPS-7.4)."""
    write_row(log, BOUGHT, unit, token, price, cash)


@compiled
def log_not_bought(log: Log, unit: int, token: int, why: int) -> None:
    """An entry of a purchase fails (TPS-7.6)."""
    write_row(log, NOT_BOUGHT, unit, token, why)


@compiled
def log_laid(log: Log, unit: int, token: int, x: int, y: int) -> None:
    """A token comes to lie on the ground (TPS-10.2)."""
    write_row(log, LAID, unit, token, x, y)


@compiled
def log_called(log: Log, unit: int, weapon: int, stance: int, over: int, action: int) -> None:
    """A unit's call is revealed (TPS-8.5)."""
    write_row(log, CALLED, unit, weapon, stance, over, action)


@compiled
def log_turn_begun(log: Log, turn: int) -> None:
    """A turn begins (TPS-6.9)."""
    write_row(log, TURN_BEGUN, turn)


@compiled
def log_round_ended(log: Log, number: int, side: int, why: int, t: int, ct: int, t_left: int, ct_left: int) -> None:
    """A round is over (TPS-20.2): rounds won by each side's team, and how many units of each side are left."""
    write_row(log, ROUND_ENDED, number, side, why, t, ct, t_left, ct_left)


@compiled
def log_paid(log: Log, unit: int, earned: int, cash: int) -> None:
    """Cash after a round (TPS-21.3)."""
    write_row(log, PAID, unit, earned, cash)


@compiled
def log_sides_changed(log: Log) -> None:
    """Half-time: the teams change sides (TPS-21.10)."""
    write_row(log, SIDES_CHANGED)


@compiled
def log_switched(log: Log, unit: int, side: int) -> None:
    """A player changes sides, for balance (TPS-21.12)."""
    write_row(log, SWITCHED, unit, side)


@compiled
def log_warned(log: Log, unit: int) -> None:
    """A player is warned (TPS-24.3)."""
    write_row(log, WARNED, unit)


@compiled
def log_kicked(log: Log, unit: int) -> None:
    """A player is booted (TPS-24.3)."""
    write_row(log, KICKED, unit)


@compiled
def log_joined(log: Log, unit: int, cash: int) -> None:
    """A new player has the place of one who was booted (TPS-21.8)."""
    write_row(log, JOINED, unit, cash)


@compiled
def log_ordered(log: Log, what: int, unit: int) -> None:
    """An Admin's command, which takes effect when this state closes (TPS-5.13)."""
    write_row(log, ORDERED, what, unit)


@compiled
def log_ruled(log: Log, what: int, unit: int, to: int) -> None:
    """An Admin's ruling takes effect (TPS-24.1)."""
    write_row(log, RULED, what, unit, to)


@compiled
def log_placed(log: Log, unit: int, x: int, y: int) -> None:
    """An Admin's ruling puts a unit somewhere (TPS-24.1)."""
    write_row(log, PLACED, unit, x, y)


@compiled
def log_void(log: Log, unit: int) -> None:
    """An Admin's command has become impossible (TPS-24.1)."""
    write_row(log, VOID, unit)


@compiled
def log_ended(log: Log, winner: int) -> None:
    """The match is over (TPS-22.1)."""
    write_row(log, ENDED, winner)
