"""What a player may do (TTT-13.2). The order of the verbs gives their numbers, from 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from ...core.protocol.choices import Verb
from ...core.protocol.field_kinds import Point, Target, Unit
from ...core.protocol.list_kinds import Things, Units
from ...core.protocol.verb_functions import verb_functions, verb_kinds


class Pick(Verb, frozen=True):
    """Choose a force (TTT-5.3)."""

    final = True
    types: Annotated[list[str], Things("piece")]


class Place(Verb, frozen=True):
    """Put a piece on the board (TTT-5.12)."""

    piece: Annotated[str, Unit()]
    at: Annotated[str, Point()]


class Command(Verb, frozen=True):
    """Let Captains stay put and move others (TTT-7.16)."""

    captains: Annotated[list[str], Units()]


class Move(Verb, frozen=True):
    """Move a piece (TTT-7.1)."""

    piece: Annotated[str, Unit()]
    to: Annotated[str, Point()]


class Aim(Verb, frozen=True):
    """Aim instead of moving (TTT-7.9)."""

    piece: Annotated[str, Unit()]
    target: Annotated[str, Target()]


class EndMove(Verb, frozen=True):
    """Go on to the attacks (TTT-6.5)."""


class Attack(Verb, frozen=True):
    """Attack an enemy (TTT-8.1)."""

    piece: Annotated[str, Unit()]
    target: Annotated[str, Target()]


class EndTurn(Verb, frozen=True):
    """End the turn (TTT-6.8)."""


class Resign(Verb, frozen=True):
    """Give the game to the other side (TTT-6.9)."""

    free = gives_up = True


VERBS = verb_kinds(__name__)
globals().update(verb_functions(__name__, VERBS))

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
