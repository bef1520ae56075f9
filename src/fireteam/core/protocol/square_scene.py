"""How a board of squares is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ..space.squares import column_letters
from .scene import Cell, Row, Scene, Token


def square_board_scene(
    title: str, width: int, height: int, cells: Iterable[Cell], tokens: Iterable[Token], standing: Iterable[Row]
) -> Scene:
    """A board with what stands on it, and its standing; tokens at x = -1 wait beside it."""
    units = list(tokens)
    on, beside = tuple([one for one in units if one.x >= 0]), tuple([one for one in units if one.x < 0])
    return Scene(title, width, height, _columns(width), tuple(cells), on, tuple(standing), beside)


@lru_cache(64)
def _columns(width: int) -> tuple[str, ...]:
    return tuple(map(column_letters, range(width)))
