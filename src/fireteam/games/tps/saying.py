"""What the rules write into the log: one function for each event, of the same name."""

from __future__ import annotations

from ...core.compiled import compiled
from ...core.events import Log, say

(
    ROUND_BEGUN,
    SPAWNED,
    ISSUED,
    BOUGHT,
    NOT_BOUGHT,
    LAID,
    CALLED,
    TURN_BEGUN,
    COUNTED,
    MOVED,
    BARRED,
    PICKED_UP,
    MISSED,
    STOOD,
    LED,
    FREED,
    FOLLOWED,
    SAVED,
    POINTED,
    AIMED,
    HELD,
    STEPPED,
    FLEW,
    FLASHED,
    SMOKE_ROSE,
    BURST,
    LOST,
    TO_HIT,
    STABBED,
    DIVERTED,
    HARMED,
    EMPTIED,
    HURT,
    ELIMINATED,
    RELOADED,
    WORKED,
    INTERRUPTED,
    ARMED,
    DEFUSED,
    EXPLODED,
    BLASTED,
    SCORED,
    SMOKE_GONE,
    ROUND_ENDED,
    PAID,
    SIDES_CHANGED,
    SWITCHED,
    WARNED,
    KICKED,
    ORDERED,
    RULED,
    PLACED,
    VOID,
    ENDED,
) = range(54)


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
def to_hit(log: Log, unit: int, target: int, total: int, wild: int, plain: int, distance: int, result: int) -> None:
    """A to-hit roll (TPS-12.5)."""
    say(log, TO_HIT, unit, target, total, wild, plain, distance, result)


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


@compiled
def round_ended(log: Log, number: int, side: int, why: int, first: int, second: int) -> None:
    """A round is over (TPS-20.2)."""
    say(log, ROUND_ENDED, number, side, why, first, second)


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
