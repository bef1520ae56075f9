"""Kinds of fields that the events have, and the fields that many of them begin with."""

from __future__ import annotations

import math
from typing import Annotated, TypeAlias

from ....core.protocol.events import Event
from ....core.protocol.field_kinds import Columns, TargetName, Thing, UnitName, Word
from ....core.space.units import length_text, short_length
from ..dice.pool import pool_name
from ..tables import SIDES


def armour_text(*dice: int) -> str:
    """The dice of helmet, vest and health, in the order in which hits take them: `vest 1, health 3` (TPS-13.10)."""
    return ", ".join(f"{part} {n}" for part, n in zip(("helmet", "vest", "health"), dice, strict=True) if n) or "none"


STEP_LENGTH = Columns(2, lambda dx, dy: length_text(math.hypot(dx, dy), 6))
"""The length of a step from its two numbers, with so many decimals that it is seen to be too long."""
GearName: TypeAlias = Annotated[str, Thing("gear")]
ZoneName: TypeAlias = Annotated[str, Thing("zone")]
SideName: TypeAlias = Annotated[str, Word(*SIDES)]
PoolText: TypeAlias = Annotated[str, Columns(2, pool_name)]
SharesText: TypeAlias = Annotated[str, Columns(2, lambda wild, plain: pool_name(wild, plain) if wild or plain else "")]
LengthText: TypeAlias = Annotated[str, Columns(1, short_length)]
ArmourText: TypeAlias = Annotated[str, Columns(3, armour_text)]
"""Dice of helmet and vest, and health."""


class UnitEvent(Event, frozen=True):
    """Something that a unit does, or that befalls it."""

    unit: UnitName


class GearEvent(UnitEvent, frozen=True):
    """Something that a unit does with a thing."""

    token: GearName


class AttackEvent(UnitEvent, frozen=True):
    """Something that a unit does to another, or to a hostage."""

    target: TargetName
