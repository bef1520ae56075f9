"""What is written of action steps: attacks, grenades, the bomb, and what comes of them."""

from __future__ import annotations

from ....core.engine.compiled import compiled
from ....core.protocol.events import Log, write_row
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
def log_pointed(log: Log, unit: int, target: int, wild: int, normal: int) -> None:
    """A target call is revealed (TPS-11.1)."""
    write_row(log, POINTED, unit, target, wild, normal)


@compiled
def log_aimed(log: Log, unit: int, token: int, aim_x: int, aim_y: int, dice: int) -> None:
    """A throw is revealed (TPS-19.1)."""
    write_row(log, AIMED, unit, token, aim_x, aim_y, dice)


@compiled
def log_held(log: Log, unit: int) -> None:
    """A unit neither attacks nor throws (TPS-11.5)."""
    write_row(log, HELD, unit)


@compiled
def log_stepped(log: Log, step: int, what: int) -> None:
    """An action step begins (TPS-12.1)."""
    write_row(log, STEPPED, step, what)


@compiled
def log_flew(log: Log, unit: int, token: int, distance: int, x: int, y: int, zone: int) -> None:
    """A thrown grenade comes to rest (TPS-19.6)."""
    write_row(log, FLEW, unit, token, distance, x, y, zone)


@compiled
def log_flashed(log: Log, unit: int) -> None:
    """A unit is caught in a flashbang (TPS-19.9)."""
    write_row(log, FLASHED, unit)


@compiled
def log_smoke_rose(log: Log, zone: int, last: int) -> None:
    """Smoke fills a zone (TPS-19.12)."""
    write_row(log, SMOKE_ROSE, zone, last)


@compiled
def log_burst(log: Log, unit: int, token: int, x: int, y: int) -> None:
    """A frag grenade explodes (TPS-19.13)."""
    write_row(log, BURST, unit, token, x, y)


@compiled
def log_lost(log: Log, unit: int, target: int, why: int) -> None:
    """An attack is lost (TPS-12.4)."""
    write_row(log, LOST, unit, target, why)


@compiled
def log_to_hit(
    log: Log, unit: int, target: int, total: int, wild: int, normal: int, distance: int, result: int, weapon: int
) -> None:
    """A to-hit roll (TPS-12.5)."""
    write_row(log, TO_HIT, unit, target, total, wild, normal, distance, result, weapon)


@compiled
def log_stabbed(log: Log, unit: int, target: int) -> None:
    """A knife hits without a roll (TPS-18.2)."""
    write_row(log, STABBED, unit, target)


@compiled
def log_diverted(log: Log, unit: int, target: int) -> None:
    """Friendly fire: another is attacked instead (TPS-12.9)."""
    write_row(log, DIVERTED, unit, target)


@compiled
def log_harmed(
    log: Log,
    unit: int,
    target: int,
    damage: int,
    wild: int,
    normal: int,
    defence: int,
    wild_against: int,
    normal_against: int,
    hits: int,
    headshot: int,
) -> None:
    """Damage against Defense (TPS-13.2)."""
    write_row(log, HARMED, unit, target, damage, wild, normal, defence, wild_against, normal_against, hits, headshot)


@compiled
def log_emptied(log: Log, unit: int, token: int) -> None:
    """A weapon is out of ammo (TPS-13.7)."""
    write_row(log, EMPTIED, unit, token)


@compiled
def log_hurt(log: Log, target: int, lost: int, helmet: int, vest: int, health: int) -> None:
    """Dice of Defense are lost (TPS-13.10)."""
    write_row(log, HURT, target, lost, helmet, vest, health)


@compiled
def log_eliminated(log: Log, target: int, unit: int) -> None:
    """A unit or hostage has no Defense dice left (TPS-13.12)."""
    write_row(log, ELIMINATED, target, unit)


@compiled
def log_reloaded(log: Log, unit: int, token: int) -> None:
    """A weapon is loaded again (TPS-14.1)."""
    write_row(log, RELOADED, unit, token)


@compiled
def log_worked(log: Log, unit: int, what: int, done: int, needed: int) -> None:
    """A turn of planting or defusing is done (TPS-19.21)."""
    write_row(log, WORKED, unit, what, done, needed)


@compiled
def log_interrupted(log: Log, unit: int, why: int) -> None:
    """Planting or defusing is interrupted (TPS-19.18)."""
    write_row(log, INTERRUPTED, unit, why)


@compiled
def log_armed(log: Log, unit: int, x: int, y: int, turn: int) -> None:
    """The bomb is armed (TPS-19.17)."""
    write_row(log, ARMED, unit, x, y, turn)


@compiled
def log_defused(log: Log, unit: int) -> None:
    """The bomb is defused (TPS-19.21)."""
    write_row(log, DEFUSED, unit)


@compiled
def log_exploded(log: Log, zone: int) -> None:
    """The bomb explodes (TPS-19.23)."""
    write_row(log, EXPLODED, zone)


@compiled
def log_blasted(
    log: Log,
    target: int,
    damage: int,
    wild: int,
    normal: int,
    defence: int,
    wild_against: int,
    normal_against: int,
    hits: int,
) -> None:
    """The blast meets a unit or hostage (TPS-19.25)."""
    write_row(log, BLASTED, target, damage, wild, normal, defence, wild_against, normal_against, hits)


@compiled
def log_scored(log: Log, unit: int, deed: int, cash: int) -> None:
    """Cash and frags for a deed (TPS-21.4)."""
    write_row(log, SCORED, unit, deed, cash)


@compiled
def log_smoke_gone(log: Log, zone: int) -> None:
    """Smoke is gone (TPS-19.12)."""
    write_row(log, SMOKE_GONE, zone)
