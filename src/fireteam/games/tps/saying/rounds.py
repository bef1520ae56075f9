"""What is written of rounds and turns: setting up, buying, calls, cash, the Admin, and the end."""

from __future__ import annotations

from ....core.compiled import compiled
from ....core.events import Log, say
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
def round_begun(log: Log, number: int) -> None:
    """A round is set up (TPS-6.9)."""
    say(log, ROUND_BEGUN, number)


@compiled
def spawned(log: Log, unit: int, x: int, y: int, side: int, helmet: int, vest: int, health: int) -> None:
    """A unit takes its place, healed (TPS-6.1)."""
    say(log, SPAWNED, unit, x, y, side, helmet, vest, health)


@compiled
def issued(log: Log, unit: int, token: int) -> None:
    """A unit receives what its side hands out (TPS-6.5)."""
    say(log, ISSUED, unit, token)


@compiled
def bought(log: Log, unit: int, token: int, price: int, cash: int) -> None:
    """A purchase is made (TPS-7.4)."""
    say(log, BOUGHT, unit, token, price, cash)


@compiled
def not_bought(log: Log, unit: int, token: int, why: int) -> None:
    """An entry of a purchase fails (TPS-7.6)."""
    say(log, NOT_BOUGHT, unit, token, why)


@compiled
def laid(log: Log, unit: int, token: int, x: int, y: int) -> None:
    """A token comes to lie on the ground (TPS-10.2)."""
    say(log, LAID, unit, token, x, y)


@compiled
def called(log: Log, unit: int, weapon: int, stance: int, over: int, action: int) -> None:
    """A unit's call is revealed (TPS-8.5)."""
    say(log, CALLED, unit, weapon, stance, over, action)


@compiled
def turn_begun(log: Log, turn: int) -> None:
    """A turn begins (TPS-6.9)."""
    say(log, TURN_BEGUN, turn)


@compiled
def round_ended(log: Log, number: int, side: int, why: int, t: int, ct: int, t_left: int, ct_left: int) -> None:
    """A round is over (TPS-20.2): rounds won by each side's team, and how many units of each side are left."""
    say(log, ROUND_ENDED, number, side, why, t, ct, t_left, ct_left)


@compiled
def paid(log: Log, unit: int, earned: int, cash: int) -> None:
    """Cash after a round (TPS-21.3)."""
    say(log, PAID, unit, earned, cash)


@compiled
def sides_changed(log: Log) -> None:
    """Half-time: the teams change sides (TPS-21.10)."""
    say(log, SIDES_CHANGED)


@compiled
def switched(log: Log, unit: int, side: int) -> None:
    """A player changes sides, for balance (TPS-21.12)."""
    say(log, SWITCHED, unit, side)


@compiled
def warned(log: Log, unit: int) -> None:
    """A player is warned (TPS-24.3)."""
    say(log, WARNED, unit)


@compiled
def kicked(log: Log, unit: int) -> None:
    """A player is booted (TPS-24.3)."""
    say(log, KICKED, unit)


@compiled
def joined(log: Log, unit: int, cash: int) -> None:
    """A new player has the place of one who was booted (TPS-21.8)."""
    say(log, JOINED, unit, cash)


@compiled
def ordered(log: Log, what: int, unit: int) -> None:
    """An Admin's command, which takes effect when this state closes (TPS-5.13)."""
    say(log, ORDERED, what, unit)


@compiled
def ruled(log: Log, what: int, unit: int, to: int) -> None:
    """An Admin's ruling takes effect (TPS-24.1)."""
    say(log, RULED, what, unit, to)


@compiled
def placed(log: Log, unit: int, x: int, y: int) -> None:
    """An Admin's ruling puts a unit somewhere (TPS-24.1)."""
    say(log, PLACED, unit, x, y)


@compiled
def void(log: Log, unit: int) -> None:
    """An Admin's command has become impossible (TPS-24.1)."""
    say(log, VOID, unit)


@compiled
def ended(log: Log, winner: int) -> None:
    """The match is over (TPS-22.1)."""
    say(log, ENDED, winner)
