"""What a luck point may be spent on (section 17), beside that of an order."""

from __future__ import annotations

from typing import Annotated

from ....core.protocol.choices import Verb
from ....core.protocol.field_kinds import Number, Thing, Word


class Recover(Verb, frozen=True):
    """Spend a luck point to recover from a knockout at once, then order as usual (FS3-17.7, FS3-17.14)."""

    label = "recover with a luck point"


class StayDown(Verb, frozen=True):
    """Do not recover (FS3-17.14, FS3-21.3)."""

    label = "stay down"


class Push(Verb, frozen=True):
    """Spend a luck point on the roll before it is made: +50, or -50 to somebody else's (FS3-17.13)."""

    clause = "FS3-17.13"
    label = "spend a luck point: {effect}"
    effect: Annotated[str, Word("+50", "-50")]


class Cancel(Verb, frozen=True):
    """Cancel the point that was used against you (FS3-17.13a)."""

    label = "cancel it with a luck point"


class Reroll(Verb, frozen=True):
    """Roll again and keep the better (FS3-17.13b)."""

    label = "spend a luck point: roll again"


class Decline(Verb, frozen=True):
    """Spend no luck on this roll (FS3-17.13c)."""

    label = "spend no luck"


class MoveWound(Verb, frozen=True):
    """Spend a luck point to move an injury of this turn to another location (FS3-17.8)."""

    free = True
    wound: Annotated[int, Number(place="n", high=999999), "wound number"]
    location: Annotated[str, Thing("location", place="x"), "new location"]
