"""Events of FS3: explosions, vehicles that are hit, knockouts, care, and gear."""

from __future__ import annotations

from typing import Annotated

from ....core.protocol.events import Event
from ....core.protocol.field_kinds import FreePointName, Thing, UnitName, WholeNumber, Word
from ..field_kinds import DamageText, LayerText, Signed, VictimName
from ..state import SEVERITIES

Victim = Annotated[str, VictimName()]
Result = Annotated[str, Signed()]
Severity = Annotated[str, Word(*SEVERITIES)]
Layer = Annotated[str, LayerText()]
Damage = Annotated[str, DamageText()]
WeaponName = Annotated[str, Thing("weapon")]
LocationName = Annotated[str, Thing("location")]
VehicleName = Annotated[str, Thing("vehicle")]


class Exploded(Event, frozen=True):
    """An explosive goes off at a point (FS3-15.3)."""

    story = "{unit}'s {weapon} explodes at {at}; in its reach: {count}"
    unit: UnitName
    weapon: WeaponName
    at: FreePointName
    count: WholeNumber


class ExplodedAmong(Event, frozen=True):
    """An explosive goes off among those listed, on a table without map (FS3-15.3c)."""

    story = "{unit}'s {weapon} explodes; in its reach: {count}"
    unit: UnitName
    weapon: WeaponName
    count: WholeNumber


class BlastRoll(Event, frozen=True):
    """The attack roll of an explosion (FS3-15.5)."""

    story = "{unit}'s throw or shot: {attack}"
    unit: UnitName
    attack: Result


class Blasted(Event, frozen=True):
    """Somebody is caught in an explosion, farther out by a bad attack or a good defence (FS3-15.7)."""

    story = "the blast meets {victim}: {attack} against {defence}, from zone {start} to zone {zone}"
    victim: Victim
    attack: Result
    defence: Result
    start: WholeNumber
    zone: WholeNumber


class Splintered(Event, frozen=True):
    """Pieces of shrapnel strike somebody (FS3-15.9)."""

    story = "pieces of shrapnel that strike {victim}: {pieces}"
    victim: Victim
    pieces: WholeNumber


class Struck(Event, frozen=True):
    """A blast, a splinter, or what breaks inside a vehicle strikes somebody (FS3-15.13)."""

    story = "{what} strikes {victim}, {location}[, cover {cover}][, armour {armour}]: {severity}[, damage {damage}]"
    what: Annotated[str, Word("concussion", "shrapnel", "wreckage")]
    victim: Victim
    location: LocationName
    cover: Layer
    armour: Layer
    damage: Damage
    severity: Annotated[str, Word("no wound", *(f"{severity} wound" for severity in SEVERITIES[1:]))]


class Shaken(Event, frozen=True):
    """Whether an occupant is hurt when the vehicle takes a wound (FS3-19.11)."""

    story = "{unit} in {vehicle}, at {chance} %: {outcome}[ {wounds}]"
    unit: UnitName
    vehicle: VehicleName
    chance: WholeNumber
    outcome: Annotated[str, Word("unhurt", "hurt, wounds:")]
    wounds: Annotated[str, Word("", "1", "2", "3", "4")]


class TookKnockoutRoll(Event, frozen=True):
    """A Knockout Roll against the wounds (FS3-13.2)."""

    story = "{victim}'s Knockout Roll against {total} of wounds: {outcome}"
    victim: Victim
    total: WholeNumber
    outcome: Annotated[str, Word("passed", "failed")]


class KnockedOut(Event, frozen=True):
    """Somebody is knocked out (FS3-13.7)."""

    heading = True
    story = "{unit} is knocked out"
    unit: UnitName


class VehicleOut(Event, frozen=True):
    """A vehicle is knocked out, and all its occupants with it (FS3-19.8)."""

    heading = True
    story = "{vehicle} is knocked out, with all in it"
    vehicle: VehicleName


class Removed(Event, frozen=True):
    """A knocked-out NPC is removed (FS3-6.28)."""

    story = "{unit} is removed"
    unit: UnitName


class Revived(Event, frozen=True):
    """Somebody or a vehicle is no longer knocked out (FS3-7.40)."""

    heading = True
    story = "{victim} is knocked out no more"
    victim: Victim


class Recovered(Event, frozen=True):
    """A luck point undoes a knockout without a roll (FS3-17.7)."""

    story = "{unit} spends a luck point to recover[ {vehicle}]"
    unit: UnitName
    vehicle: VehicleName


class Rallied(Event, frozen=True):
    """Somebody rallies a knocked-out character (FS3-7.38)."""

    story = "{unit} rallies {target}"
    unit: UnitName
    target: UnitName


class Treated(Event, frozen=True):
    """A wound is treated, well or not, and never again (FS3-7.41)."""

    story = "{unit} treats {victim}, {severity} wound, {location}: {result}"
    unit: UnitName
    victim: Victim
    severity: Severity
    location: LocationName
    result: Result


class Healed(Event, frozen=True):
    """A wound drops a level, or is healed (FS3-18.2)."""

    story = "{victim}'s wound, {location}: {before}, now {after}"
    victim: Victim
    location: LocationName
    before: Severity
    after: Severity


class Aimed(Event, frozen=True):
    """Somebody aims, for a bonus next turn (FS3-7.9)."""

    story = "{unit} aims at {target}"
    unit: UnitName
    target: UnitName


class Reloaded(Event, frozen=True):
    """A weapon is loaded again, or loading it goes on (FS3-7.20)."""

    story = "{unit} reloads {weapon}, turn {done} of {needed}: rounds {rounds}"
    unit: UnitName
    weapon: WeaponName
    done: WholeNumber
    needed: WholeNumber
    rounds: WholeNumber


class TookControls(Event, frozen=True):
    """A passenger takes the controls of a vehicle (FS3-19.10)."""

    story = "{unit} takes the controls of {vehicle}"
    unit: UnitName
    vehicle: VehicleName
