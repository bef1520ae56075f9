"""What a combatant may do at any time, besides its orders."""

from __future__ import annotations

from typing import Annotated

from ....core.protocol.choices import Verb
from ....core.protocol.field_kinds import Number, Thing, Word

ASKED_ROLLS = ("every", "own", "none")


class Roll(Verb, frozen=True):
    """Roll an ability of your own, for all to see (FS3-22.28)."""

    free = True
    named = True
    ability: Annotated[str, Thing("ability", place="n")]
    modifier: Annotated[int, Number(place="x", low=-200, high=200)] = 0
    ruling: Annotated[str, Thing("ability", place="y"), "ruling attribute"] = "-"


class LuckWindows(Verb, frozen=True):
    """Give a standing order: luck windows ask you about every roll, about your own ones, or about none (FS3-17.13d)."""

    free = True
    rolls: Annotated[str, Word(*ASKED_ROLLS, place="n"), "ask me about rolls"]
