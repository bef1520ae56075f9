"""Targets and the ten action steps: throws, attacks, the bomb."""

from __future__ import annotations

from typing import Annotated

from ....core.protocol.events import Event
from ....core.protocol.field_kinds import FreePointName, TargetName, UnitName, WholeNumber, Word
from .field_kinds import (
    ArmourText,
    AttackEvent,
    GearEvent,
    GearName,
    LengthText,
    PoolText,
    SharesText,
    UnitEvent,
    ZoneName,
)
from .words import DEEDS, INTERRUPTIONS, LOSSES, STEPS


class Pointed(AttackEvent, frozen=True):
    """A target call is revealed (TPS-11.1)."""

    story = "{unit} points at {target}[ ({shares})]"
    shares: SharesText


class Aimed(GearEvent, frozen=True):
    """A throw is revealed (TPS-19.1)."""

    story = "{unit} will throw {token} towards {aim} with {dice} dice"
    aim: FreePointName
    dice: WholeNumber


class Held(UnitEvent, frozen=True):
    """A unit neither attacks nor throws (TPS-11.5)."""

    story = "{unit} holds"


class Stepped(Event, frozen=True):
    """An action step begins (TPS-12.1)."""

    story = "step {step}: {what}"
    step: WholeNumber
    what: Annotated[str, Word(*STEPS)]


class Flew(GearEvent, frozen=True):
    """A thrown grenade comes to rest (TPS-19.6)."""

    story = "{unit}'s {token} flies {distance} MU and rests at {at}, {zone}"
    distance: WholeNumber
    at: FreePointName
    zone: ZoneName


class Flashed(UnitEvent, frozen=True):
    """A unit is caught in a flashbang (TPS-19.9)."""

    story = "{unit} is caught in the flash"


class SmokeRose(Event, frozen=True):
    """Smoke fills a zone (TPS-19.12)."""

    story = "smoke fills {zone} to the end of turn {last}"
    zone: ZoneName
    last: WholeNumber


class Burst(GearEvent, frozen=True):
    """A frag grenade explodes (TPS-19.13)."""

    story = "{unit}'s {token} explodes at {at}"
    at: FreePointName


class Lost(AttackEvent, frozen=True):
    """An attack is lost (TPS-12.4)."""

    story = "{unit}'s attack on {target} is lost: {why}"
    why: Annotated[str, Word(*LOSSES)]


class ToHit(AttackEvent, frozen=True):
    """A to-hit roll (TPS-12.5)."""

    story = "{unit} rolls {total} on {pool} against {target}, {distance} MU away: {result}"
    total: WholeNumber
    pool: PoolText
    distance: LengthText
    result: Annotated[str, Word("miss", "hit")]
    weapon: GearName


class Stabbed(AttackEvent, frozen=True):
    """A knife hits without a roll (TPS-18.2)."""

    story = "{unit} stabs {target}"


class Diverted(AttackEvent, frozen=True):
    """Friendly fire: another is attacked instead (TPS-12.9)."""

    story = "the shot of {unit} goes astray, to {target}"


class Harmed(AttackEvent, frozen=True):
    """Damage against Defense (TPS-13.2)."""

    story = "damage of {unit} to {target}: {damage} on {pool} against {defence} on {against}, hits: {hits}{headshot}"
    damage: WholeNumber
    pool: PoolText
    defence: WholeNumber
    against: PoolText
    hits: WholeNumber
    headshot: Annotated[str, Word("", ", a headshot")]


class Emptied(GearEvent, frozen=True):
    """A weapon is out of ammo (TPS-13.7)."""

    story = "{unit}'s {token} is out of ammo"


class Hurt(Event, frozen=True):
    """Dice of Defense are lost (TPS-13.10)."""

    story = "{target} loses {lost} of its dice: {armour} left"
    target: UnitName
    lost: WholeNumber
    armour: ArmourText


class Eliminated(Event, frozen=True):
    """A unit or hostage has no Defense dice left (TPS-13.12)."""

    story = "{target} is eliminated[ by {unit}]"
    target: UnitName
    unit: TargetName


class Reloaded(GearEvent, frozen=True):
    """A weapon is loaded again (TPS-14.1)."""

    story = "{unit} reloads {token}"


class Worked(UnitEvent, frozen=True):
    """A turn of planting or defusing is done (TPS-19.21)."""

    story = "{unit}: {what}, {done} of {needed} turns"
    what: Annotated[str, Word("", "reloading", "planting", "defusing")]
    done: WholeNumber
    needed: WholeNumber


class Interrupted(UnitEvent, frozen=True):
    """Planting or defusing is interrupted (TPS-19.18)."""

    story = "{unit} is interrupted: {why}"
    why: Annotated[str, Word(*INTERRUPTIONS)]


class Armed(UnitEvent, frozen=True):
    """The bomb is armed (TPS-19.17)."""

    heading = True
    story = "{unit} arms the bomb at {at}: it explodes in turn {turn}"
    at: FreePointName
    turn: WholeNumber


class Defused(UnitEvent, frozen=True):
    """The bomb is defused (TPS-19.21)."""

    heading = True
    story = "{unit} defuses the bomb"


class Exploded(Event, frozen=True):
    """The bomb explodes (TPS-19.23)."""

    story = "the bomb explodes in {zone}"
    zone: ZoneName


class Blasted(Event, frozen=True):
    """The blast meets a unit or hostage (TPS-19.25)."""

    story = "blast to {target}: {damage} on {pool} against {defence} on {against}, hits: {hits}"
    target: UnitName
    damage: WholeNumber
    pool: PoolText
    defence: WholeNumber
    against: PoolText
    hits: WholeNumber


class Scored(UnitEvent, frozen=True):
    """Cash and frags for a deed (TPS-21.4)."""

    story = "{unit}: {deed}, {cash} cash"
    deed: Annotated[str, Word(*DEEDS)]
    cash: WholeNumber


class SmokeGone(Event, frozen=True):
    """Smoke is gone (TPS-19.12)."""

    story = "the smoke in {zone} is gone"
    zone: ZoneName
