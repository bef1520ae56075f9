"""Movement counts: moves, tokens on the ground, hostages."""

from __future__ import annotations

from typing import Annotated

from ....core.protocol.events import Event
from ....core.protocol.field_kinds import FreePointName, TargetName, UnitName, WholeNumber, Word
from .field_kinds import GearEvent, UnitEvent


class Counted(Event, frozen=True):
    """A movement count is called (TPS-9.1), regular or bonus (TPS-9.2)."""

    story = "{called} {count}"
    count: WholeNumber
    called: Annotated[str, Word("count", "bonus count")]


class Moved(UnitEvent, frozen=True):
    """A token moved (TPS-9.18)."""

    story = "{unit} moves to {end}{cut}"
    start: FreePointName
    end: FreePointName
    cut: Annotated[str, Word("", ", and is stopped there")]


class Barred(UnitEvent, frozen=True):
    """A move came to nothing (TPS-9.20)."""

    story = "{unit} stays where it is: something is in the way"


class PickedUp(GearEvent, frozen=True):
    """A token is taken from the ground (TPS-10.6)."""

    story = "{unit} picks {token} up"


class Missed(GearEvent, frozen=True):
    """Somebody else got the token (TPS-10.11)."""

    story = "{unit} reaches for {token}, but another gets it"


class Stood(UnitEvent, frozen=True):
    """An order had become impossible when its count came (TPS-9.21)."""

    story = "{unit} stands still: its order has become impossible"


class Led(UnitEvent, frozen=True):
    """A hostage follows a unit from now on (TPS-19.27)."""

    story = "{hostage} follows {unit}"
    hostage: TargetName


class Freed(Event, frozen=True):
    """A hostage follows nobody any more (TPS-19.29)."""

    story = "{hostage} follows nobody"
    hostage: UnitName


class Followed(Event, frozen=True):
    """A hostage went along its trail (TPS-19.28)."""

    story = "{hostage} follows to {end}"
    hostage: UnitName
    end: FreePointName


class Saved(Event, frozen=True):
    """A hostage is rescued (TPS-19.30)."""

    story = "{hostage} is rescued[, led by {unit}]"
    hostage: TargetName
    unit: UnitName
