"""Targets and the ten action steps: throws, attacks, the bomb."""

from __future__ import annotations

from typing import Annotated

from ....core.protocol.events import Event
from ....core.protocol.field_kinds import Number, Target, Thing, Unit, Word
from .field_kinds import Armour, Length, OptionalUnit, Place, Pool, Shares, SignedNumber
from .words import DEEDS, INTERRUPTIONS, LOSSES, STEPS


class Pointed(Event, frozen=True):
    """A target call is revealed (TPS-11.1)."""

    clause = "TPS-11.1"
    story = "{unit} points at {target}{shares}"
    unit: Annotated[str, Unit()]
    target: Annotated[str, Target()]
    shares: Annotated[str, Shares()]


class Aimed(Event, frozen=True):
    """A throw is revealed (TPS-19.1)."""

    clause = "TPS-19.1"
    story = "{unit} will throw {token} towards {aim} with {dice} dice"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]
    aim: Annotated[str, Place()]
    dice: Annotated[int, Number()]


class Held(Event, frozen=True):
    """A unit neither attacks nor throws (TPS-11.5)."""

    clause = "TPS-11.5"
    story = "{unit} holds"
    unit: Annotated[str, Unit()]


class Stepped(Event, frozen=True):
    """An action step begins (TPS-12.1)."""

    clause = "TPS-12.1"
    story = "step {step}: {what}"
    step: Annotated[int, Number()]
    what: Annotated[str, Word(*STEPS)]


class Flew(Event, frozen=True):
    """A thrown grenade comes to rest (TPS-19.6)."""

    clause = "TPS-19.6"
    story = "{unit}'s {token} flies {distance} MU and rests at {at}, {zone}"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]
    distance: Annotated[int, Number()]
    at: Annotated[str, Place()]
    zone: Annotated[str, Thing("zone")]


class Flashed(Event, frozen=True):
    """A unit is caught in a flashbang (TPS-19.9)."""

    clause = "TPS-19.9"
    story = "{unit} is caught in the flash"
    unit: Annotated[str, Unit()]


class SmokeRose(Event, frozen=True):
    """Smoke fills a zone (TPS-19.12)."""

    clause = "TPS-19.12"
    story = "smoke fills {zone} to the end of turn {last}"
    zone: Annotated[str, Thing("zone")]
    last: Annotated[int, Number()]


class Burst(Event, frozen=True):
    """A frag grenade explodes (TPS-19.13)."""

    clause = "TPS-19.13"
    story = "{unit}'s {token} explodes at {at}"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]
    at: Annotated[str, Place()]


class Lost(Event, frozen=True):
    """An attack is lost (TPS-12.4)."""

    clause = "TPS-12.4"
    story = "{unit}'s attack on {target} is lost: {why}"
    unit: Annotated[str, Unit()]
    target: Annotated[str, Target()]
    why: Annotated[str, Word(*LOSSES)]


class ToHit(Event, frozen=True):
    """A to-hit roll (TPS-12.5)."""

    clause = "TPS-12.5"
    story = "{unit} rolls {total} on {pool} against {target}, {distance} MU away: {result}"
    unit: Annotated[str, Unit()]
    target: Annotated[str, Target()]
    total: Annotated[int, Number()]
    pool: Annotated[str, Pool()]
    distance: Annotated[str, Length()]
    result: Annotated[str, Word("miss", "hit")]
    weapon: Annotated[str, Thing("gear")]


class Stabbed(Event, frozen=True):
    """A knife hits without a roll (TPS-18.2)."""

    clause = "TPS-18.2"
    story = "{unit} stabs {target}"
    unit: Annotated[str, Unit()]
    target: Annotated[str, Target()]


class Diverted(Event, frozen=True):
    """Friendly fire: another is attacked instead (TPS-12.9)."""

    clause = "TPS-12.9"
    story = "the shot of {unit} goes astray, to {target}"
    unit: Annotated[str, Unit()]
    target: Annotated[str, Target()]


class Harmed(Event, frozen=True):
    """Damage against Defense (TPS-13.2)."""

    clause = "TPS-13.2"
    story = "damage of {unit} to {target}: {damage} on {pool} against {defence} on {against}, hits: {hits}{headshot}"
    unit: Annotated[str, Unit()]
    target: Annotated[str, Target()]
    damage: Annotated[int, Number()]
    pool: Annotated[str, Pool()]
    defence: Annotated[int, Number()]
    against: Annotated[str, Pool()]
    hits: Annotated[int, Number()]
    headshot: Annotated[str, Word("", ", a headshot")]


class Emptied(Event, frozen=True):
    """A weapon is out of ammo (TPS-13.7)."""

    clause = "TPS-13.7"
    story = "{unit}'s {token} is out of ammo"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]


class Hurt(Event, frozen=True):
    """Dice of Defense are lost (TPS-13.10)."""

    clause = "TPS-13.10"
    story = "{target} loses {lost} of its dice: armour {armour}"
    target: Annotated[str, Unit()]
    lost: Annotated[int, Number()]
    armour: Annotated[str, Armour()]


class Eliminated(Event, frozen=True):
    """A unit or hostage has no Defense dice left (TPS-13.12)."""

    clause = "TPS-13.12"
    story = "{target} is eliminated{unit}"
    target: Annotated[str, Unit()]
    unit: Annotated[str, OptionalUnit(" by")]


class Reloaded(Event, frozen=True):
    """A weapon is loaded again (TPS-14.1)."""

    clause = "TPS-14.1"
    story = "{unit} reloads {token}"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]


class Worked(Event, frozen=True):
    """A turn of planting or defusing is done (TPS-19.21)."""

    clause = "TPS-19.21"
    story = "{unit}: {what}, {done} of {needed} turns"
    unit: Annotated[str, Unit()]
    what: Annotated[str, Word("", "reloading", "planting", "defusing")]
    done: Annotated[int, Number()]
    needed: Annotated[int, Number()]


class Interrupted(Event, frozen=True):
    """Planting or defusing is interrupted (TPS-19.18)."""

    clause = "TPS-19.18"
    story = "{unit} is interrupted: {why}"
    unit: Annotated[str, Unit()]
    why: Annotated[str, Word(*INTERRUPTIONS)]


class Armed(Event, frozen=True):
    """The bomb is armed (TPS-19.17)."""

    clause = "TPS-19.17"
    heading = True
    story = "{unit} arms the bomb at {at}: it explodes in turn {turn}"
    unit: Annotated[str, Unit()]
    at: Annotated[str, Place()]
    turn: Annotated[int, Number()]


class Defused(Event, frozen=True):
    """The bomb is defused (TPS-19.21)."""

    clause = "TPS-19.21"
    heading = True
    story = "{unit} defuses the bomb"
    unit: Annotated[str, Unit()]


class Exploded(Event, frozen=True):
    """The bomb explodes (TPS-19.23)."""

    clause = "TPS-19.23"
    story = "the bomb explodes in {zone}"
    zone: Annotated[str, Thing("zone")]


class Blasted(Event, frozen=True):
    """The blast meets a unit or hostage (TPS-19.25)."""

    clause = "TPS-19.25"
    story = "blast to {target}: {damage} on {pool} against {defence} on {against}, hits: {hits}"
    target: Annotated[str, Unit()]
    damage: Annotated[int, Number()]
    pool: Annotated[str, Pool()]
    defence: Annotated[int, Number()]
    against: Annotated[str, Pool()]
    hits: Annotated[int, Number()]


class Scored(Event, frozen=True):
    """Cash and frags for a deed (TPS-21.4)."""

    clause = "TPS-21.4"
    story = "{unit}: {deed}, {cash} cash"
    unit: Annotated[str, Unit()]
    deed: Annotated[str, Word(*DEEDS)]
    cash: Annotated[int, SignedNumber()]


class SmokeGone(Event, frozen=True):
    """Smoke is gone (TPS-19.12)."""

    clause = "TPS-19.12"
    story = "the smoke in {zone} is gone"
    zone: Annotated[str, Thing("zone")]
