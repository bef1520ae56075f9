"""Events of FS3: initiative, attacks and what they do, suppression, holds, and luck."""

from __future__ import annotations

from typing import Annotated

from ....core.protocol.events import Event
from ....core.protocol.field_kinds import Thing, UnitName, WholeNumber, Word
from ..choices.free_acts import ASKED_ROLLS
from ..field_kinds import DamageText, LayerText, Signed
from .words import OUTCOMES, ROLLS

Result = Annotated[str, Signed()]
WeaponName = Annotated[str, Thing("weapon")]
LocationName = Annotated[str, Thing("location")]
Layer = Annotated[str, LayerText()]


class RolledInitiative(Event, frozen=True):
    """Somebody rolls for initiative (FS3-6.21)."""

    story = "{unit}'s initiative: {result}"
    unit: UnitName
    result: Result


class DrewPlace(Event, frozen=True):
    """Lots decide in what order those with equal initiative act (FS3-6.22)."""

    story = "{unit} draws place {place}"
    unit: UnitName
    place: WholeNumber


class Fired(Event, frozen=True):
    """Several bullets are meant for a target (FS3-14.8)."""

    story = "{unit} fires {bullets} bullets at {target}"
    unit: UnitName
    target: UnitName
    bullets: WholeNumber


class Mismatched(Event, frozen=True):
    """A weapon is used on the class that it is not meant for (FS3-8.17)."""

    story = "{unit} uses {weapon} on {target}, for which it is not meant"
    unit: UnitName
    weapon: WeaponName
    target: UnitName


class Attacked(Event, frozen=True):
    """An attack, or one bullet of it, with all that came of it (FS3-8.4)."""

    story = (
        "{unit} attacks {target}: {attack} against {defence}[, {location}][, cover {cover}][, armour {armour}]"
        "[, damage {damage}]: {outcome}"
    )
    unit: UnitName
    target: UnitName
    attack: Result
    defence: Result
    location: LocationName
    cover: Layer
    armour: Layer
    damage: Annotated[str, DamageText()]
    outcome: Annotated[str, Word(*OUTCOMES, phrases=("no wound", *OUTCOMES[1:]))]


class Suppressed(Event, frozen=True):
    """Somebody is made to keep its head down, or is not (FS3-7.15)."""

    story = "{unit} suppresses {target}: {attack} against {defence}, {points} Suppression Points, so {total}"
    unit: UnitName
    target: UnitName
    attack: Result
    defence: Result
    points: WholeNumber
    total: WholeNumber


class FiredUpon(Event, frozen=True):
    """Who is fired upon has a Suppression Point more, up to 5 (FS3-16.1)."""

    story = "{unit} is fired upon: Suppression Points {total}"
    unit: UnitName
    total: WholeNumber


class Grappled(Event, frozen=True):
    """Somebody tries to subdue another (FS3-7.23)."""

    story = "{unit} seizes {target}: {attack} against {defence}, {outcome}"
    unit: UnitName
    target: UnitName
    attack: Result
    defence: Result
    outcome: Annotated[str, Word("in vain", "subdued")]


class Struggled(Event, frozen=True):
    """A captive tries to escape (FS3-7.31)."""

    story = "{unit} struggles with {target}: {attack} against {defence}, {outcome}"
    unit: UnitName
    target: UnitName
    attack: Result
    defence: Result
    outcome: Annotated[str, Word("still held", "free")]


class DeclaredLuck(Event, frozen=True):
    """A luck point is spent on the first roll of a kind this turn (FS3-17.12)."""

    story = "{unit} spends a luck point on {roll}"
    unit: UnitName
    roll: Annotated[str, Word(*ROLLS)]


class Pushed(Event, frozen=True):
    """A luck point is spent on a roll before it is made (FS3-17.13)."""

    story = "{unit} spends a luck point: {effect} to {roller}'s {roll}"
    unit: UnitName
    roller: UnitName
    effect: Result
    roll: Annotated[str, Word(*ROLLS)]


class Cancelled(Event, frozen=True):
    """A luck point cancels another (FS3-17.13a)."""

    story = "{unit} spends a luck point: {by}'s does not count"
    unit: UnitName
    by: UnitName


class MadeRoll(Event, frozen=True):
    """A roll is made that its roller may make again (FS3-17.13b)."""

    story = "{unit}'s {roll}: {result}"
    unit: UnitName
    roll: Annotated[str, Word(*ROLLS)]
    result: Result


class Rerolled(Event, frozen=True):
    """A luck point is spent to roll again and keep the better (FS3-17.3)."""

    story = "{unit} spends a luck point and rolls {roll} again: {again}, so {result}"
    unit: UnitName
    roll: Annotated[str, Word(*ROLLS)]
    again: Result
    result: Result


class MovedWound(Event, frozen=True):
    """A luck point moves an injury to another location (FS3-17.8)."""

    story = "{unit} spends a luck point: the wound is not to the {before} but to the {after}"
    unit: UnitName
    before: LocationName
    after: LocationName


class WindowsSet(Event, frozen=True):
    """A standing order about luck windows (FS3-17.13d)."""

    story = "luck windows ask {unit} about {rolls}"
    unit: UnitName
    rolls: Annotated[str, Word(*ASKED_ROLLS, phrases=("every roll", "rolls of its own", "no roll"))]
