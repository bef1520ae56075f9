"""What is written of action steps: attacks, grenades, the bomb, and what comes of them."""

from __future__ import annotations

from ....core.compiled import compiled
from ....core.events import Log, say
from .numbers import (
    AIMED,
    ARMED,
    BLASTED,
    BURST,
    DEFUSED,
    DIVERTED,
    ELIMINATED,
    EMPTIED,
    EXPLODED,
    FLASHED,
    FLEW,
    HARMED,
    HELD,
    HURT,
    INTERRUPTED,
    LOST,
    POINTED,
    RELOADED,
    SCORED,
    SMOKE_GONE,
    SMOKE_ROSE,
    STABBED,
    STEPPED,
    TO_HIT,
    WORKED,
)


@compiled
def pointed(log: Log, unit: int, target: int, wild: int, plain: int) -> None:
    """A target call is revealed (TPS-11.1)."""
    say(log, POINTED, unit, target, wild, plain)


@compiled
def aimed(log: Log, unit: int, token: int, aim_x: int, aim_y: int, dice: int) -> None:
    """A throw is revealed (TPS-19.1)."""
    say(log, AIMED, unit, token, aim_x, aim_y, dice)


@compiled
def held(log: Log, unit: int) -> None:
    """A unit neither attacks nor throws (TPS-11.5)."""
    say(log, HELD, unit)


@compiled
def stepped(log: Log, step: int, what: int) -> None:
    """An action step begins (TPS-12.1)."""
    say(log, STEPPED, step, what)


@compiled
def flew(log: Log, unit: int, token: int, distance: int, x: int, y: int, zone: int) -> None:
    """A thrown grenade comes to rest (TPS-19.6)."""
    say(log, FLEW, unit, token, distance, x, y, zone)


@compiled
def flashed(log: Log, unit: int) -> None:
    """A unit is caught in a flashbang (TPS-19.9)."""
    say(log, FLASHED, unit)


@compiled
def smoke_rose(log: Log, zone: int, last: int) -> None:
    """Smoke fills a zone (TPS-19.12)."""
    say(log, SMOKE_ROSE, zone, last)


@compiled
def burst(log: Log, unit: int, token: int, x: int, y: int) -> None:
    """A frag grenade explodes (TPS-19.13)."""
    say(log, BURST, unit, token, x, y)


@compiled
def lost(log: Log, unit: int, target: int, why: int) -> None:
    """An attack is lost (TPS-12.4)."""
    say(log, LOST, unit, target, why)


@compiled
def to_hit(
    log: Log, unit: int, target: int, total: int, wild: int, plain: int, distance: int, result: int, weapon: int
) -> None:
    """A to-hit roll (TPS-12.5)."""
    say(log, TO_HIT, unit, target, total, wild, plain, distance, result, weapon)


@compiled
def stabbed(log: Log, unit: int, target: int) -> None:
    """A knife hits without a roll (TPS-18.2)."""
    say(log, STABBED, unit, target)


@compiled
def diverted(log: Log, unit: int, target: int) -> None:
    """Friendly fire: another is attacked instead (TPS-12.9)."""
    say(log, DIVERTED, unit, target)


@compiled
def harmed(
    log: Log,
    unit: int,
    target: int,
    damage: int,
    wild: int,
    plain: int,
    defence: int,
    wild_against: int,
    plain_against: int,
    hits: int,
    headshot: int,
) -> None:
    """Damage against Defense (TPS-13.2)."""
    say(log, HARMED, unit, target, damage, wild, plain, defence, wild_against, plain_against, hits, headshot)


@compiled
def emptied(log: Log, unit: int, token: int) -> None:
    """A weapon is out of ammo (TPS-13.7)."""
    say(log, EMPTIED, unit, token)


@compiled
def hurt(log: Log, target: int, lost: int, helmet: int, vest: int, health: int) -> None:
    """Dice of Defense are lost (TPS-13.10)."""
    say(log, HURT, target, lost, helmet, vest, health)


@compiled
def eliminated(log: Log, target: int, unit: int) -> None:
    """A unit or hostage has no Defense dice left (TPS-13.12)."""
    say(log, ELIMINATED, target, unit)


@compiled
def reloaded(log: Log, unit: int, token: int) -> None:
    """A weapon is loaded again (TPS-14.1)."""
    say(log, RELOADED, unit, token)


@compiled
def worked(log: Log, unit: int, what: int, done: int, needed: int) -> None:
    """A turn of planting or defusing is done (TPS-19.21)."""
    say(log, WORKED, unit, what, done, needed)


@compiled
def interrupted(log: Log, unit: int, why: int) -> None:
    """Planting or defusing is interrupted (TPS-19.18)."""
    say(log, INTERRUPTED, unit, why)


@compiled
def armed(log: Log, unit: int, x: int, y: int, turn: int) -> None:
    """The bomb is armed (TPS-19.17)."""
    say(log, ARMED, unit, x, y, turn)


@compiled
def defused(log: Log, unit: int) -> None:
    """The bomb is defused (TPS-19.21)."""
    say(log, DEFUSED, unit)


@compiled
def exploded(log: Log, zone: int) -> None:
    """The bomb explodes (TPS-19.23)."""
    say(log, EXPLODED, zone)


@compiled
def blasted(
    log: Log,
    target: int,
    damage: int,
    wild: int,
    plain: int,
    defence: int,
    wild_against: int,
    plain_against: int,
    hits: int,
) -> None:
    """The blast meets a unit or hostage (TPS-19.25)."""
    say(log, BLASTED, target, damage, wild, plain, defence, wild_against, plain_against, hits)


@compiled
def scored(log: Log, unit: int, deed: int, cash: int) -> None:
    """Cash and frags for a deed (TPS-21.4)."""
    say(log, SCORED, unit, deed, cash)


@compiled
def smoke_gone(log: Log, zone: int) -> None:
    """Smoke is gone (TPS-19.12)."""
    say(log, SMOKE_GONE, zone)
