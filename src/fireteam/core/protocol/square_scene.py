"""How a board of squares is drawn."""

from __future__ import annotations

from collections.abc import Iterable

from ..space.squares import column_letters
from .scene import Cell, Row, Scene, Token


def square_board_scene(
    title: str, width: int, height: int, cells: Iterable[Cell], tokens: Iterable[Token], standing: Iterable[Row]
) -> Scene:
    """A board with what stands on it, and its standing; tokens at x = -1 wait beside it."""
    units, columns = tuple(tokens), tuple(map(column_letters, range(width)))
    on, beside = (tuple(one for one in units if (one.x >= 0) == there) for there in (True, False))
    return Scene(title, width, height, columns, tuple(cells), on, tuple(standing), beside)
