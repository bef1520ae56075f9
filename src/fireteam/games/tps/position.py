"""A position of Third Person Shooter in one line, and back: asked whether a match can come to it."""

from __future__ import annotations

from collections.abc import Sequence

from ...core import positions
from ...core.engine.record import Array
from ...core.game import Game, Setting
from .validate_position import check


def read(game: Game, line: str, packs: Sequence[str] = ()) -> tuple[Setting, Array]:
    """The match and the State of a line.

    Raises:
        BadNotation: it is none, or no match can come to it; the message says which part is wrong.
        UnknownName: no such map or option.
        IllegalChoice: an option has a value that it cannot have.
    """
    setting, states = positions.read_position(game, line, packs)
    check(setting, states)
    return setting, states
