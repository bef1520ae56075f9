"""The squares of a map as they are drawn: they never change during a match, and are made once."""

from __future__ import annotations

from ...core.protocol.scene import Cell
from .board import Map, Square


def cells_of(map: Map) -> tuple[Cell, ...]:
    """Every square, row by row from the south-west."""
    zones: dict[Square, list[str]] = {}
    for name, squares in map.zones.items():
        for square in squares:
            zones.setdefault(square, []).append(name)
    return tuple(_cell(map, square, tuple(sorted(zones.get(square, ())))) for square in map)


def _cell(map: Map, at: Square, zones: tuple[str, ...]) -> Cell:
    is_open = map.is_open(at)
    title = " and ".join(map.terrain(at)) or ("open ground" if is_open else "impassable")
    return Cell(*at, map.letter(at), title, zones, not is_open)
