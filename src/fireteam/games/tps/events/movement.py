"""Movement counts: moves, tokens on the ground, hostages."""

from __future__ import annotations

from typing import Annotated

from ....core.protocol.events import Event
from ....core.protocol.field_kinds import Number, Target, Thing, Unit, Word
from .field_kinds import OptionalUnit, Place


class Counted(Event, frozen=True):
    """A movement count is called (TPS-9.1)."""

    clause = "TPS-9.1"
    story = "count {count}"
    count: Annotated[int, Number()]


class Moved(Event, frozen=True):
    """A token moved (TPS-9.18)."""

    clause = "TPS-9.18"
    story = "{unit} moves to {end}{cut}"
    unit: Annotated[str, Unit()]
    start: Annotated[str, Place()]
    end: Annotated[str, Place()]
    cut: Annotated[str, Word("", ", and is stopped there")]


class Barred(Event, frozen=True):
    """A move came to nothing (TPS-9.20)."""

    clause = "TPS-9.20"
    story = "{unit} cannot move that way: something is in contact"
    unit: Annotated[str, Unit()]


class PickedUp(Event, frozen=True):
    """A token is taken from the ground (TPS-10.6)."""

    clause = "TPS-10.6"
    story = "{unit} picks {token} up"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]


class Missed(Event, frozen=True):
    """Somebody else got the token (TPS-10.11)."""

    clause = "TPS-10.11"
    story = "{unit} reaches for {token}, but another gets it"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]


class Stood(Event, frozen=True):
    """An order had become impossible when its count came (TPS-9.21)."""

    clause = "TPS-9.21"
    story = "{unit} stands still: its order has become impossible"
    unit: Annotated[str, Unit()]


class Led(Event, frozen=True):
    """A hostage follows a unit from now on (TPS-19.27)."""

    clause = "TPS-19.27"
    story = "{hostage} follows {unit}"
    unit: Annotated[str, Unit()]
    hostage: Annotated[str, Target()]


class Freed(Event, frozen=True):
    """A hostage follows nobody any more (TPS-19.29)."""

    clause = "TPS-19.29"
    story = "{hostage} follows nobody"
    hostage: Annotated[str, Unit()]


class Followed(Event, frozen=True):
    """A hostage went along its trail (TPS-19.28)."""

    clause = "TPS-19.28"
    story = "{hostage} follows to {end}"
    hostage: Annotated[str, Unit()]
    end: Annotated[str, Place()]


class Saved(Event, frozen=True):
    """A hostage is rescued (TPS-19.30)."""

    clause = "TPS-19.30"
    story = "{hostage} is rescued{unit}"
    hostage: Annotated[str, Target()]
    unit: Annotated[str, OptionalUnit(", led by")]
