"""What a side may do. The order of the verbs gives their numbers, from 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fireteam.core.protocol.choices import Verb
from fireteam.core.protocol.field_kinds import Point, Unit
from fireteam.core.protocol.verb_functions import verb_functions, verb_kinds


class Step(Verb, frozen=True):
    """Step forward with the man on a square."""

    clause = "BT-2.2"
    label = "{man} to {to}"
    man: Annotated[str, Unit()]
    to: Annotated[str, Point()]


class Resign(Verb, frozen=True):
    """Give the game to the other side."""

    clause = "BT-3.3"
    free = True


VERBS = verb_kinds(__name__)
globals().update(verb_functions(__name__, VERBS))

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
