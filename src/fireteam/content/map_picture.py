"""Maps of a free table drawn with characters: one for each unit across and two up, north on top."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..core.space.terrain import is_in, steps, units
from ..core.space.terrain_build import corners_of
from .free_map import FreeMap, shape_record

COLUMN_WIDTH, ROW_HEIGHT = 1.0, 2.0  # units of length of a character
SAMPLES_PER_UNIT = 4  # places of a line that are looked at, a unit of length


def draw_map(
    map: FreeMap, areas: Mapping[str, Sequence[Any]], points: Mapping[str, Sequence[tuple[float, float]]]
) -> list[str]:
    """The rows of a map: open ground, areas, low shapes, blocks, windows, walls, and points on top.

    An area is drawn with the first letter of its name, a point with the letter that it stands under.
    """
    wide, high = math.ceil(map.size[0] / COLUMN_WIDTH), math.ceil(map.size[1] / ROW_HEIGHT)
    rows = [["."] * wide for _ in range(high)]

    def put(x: float, y: float, letter: str) -> None:
        rows[min(int(y / ROW_HEIGHT), high - 1)][min(int(x / COLUMN_WIDTH), wide - 1)] = letter

    for name, shape in areas.items():
        fill_shape(rows, shape, name[0].upper())
    for shape in map.low:
        for line in edges(shape):
            draw_line(put, line, ",")
    for shape in map.blocks:
        fill_shape(rows, shape, "#")
        for line in edges(shape):
            draw_line(put, line, "#")
    for line in map.windows:
        draw_line(put, line, "=")
    for line in map.walls:
        draw_line(put, line, "#")
    for letter, spots in points.items():
        for x, y in spots:
            put(x, y, letter)
    return ["".join(row) for row in reversed(rows)]


def fill_shape(rows: list[list[str]], shape: Sequence[Any], letter: str) -> None:
    """Every character whose middle lies in a shape."""
    ground = shape_record(shape)
    for j, row in enumerate(rows):
        for i in range(len(row)):
            if is_in(ground, steps((i + 0.5) * COLUMN_WIDTH), steps((j + 0.5) * ROW_HEIGHT)):
                row[i] = letter


def edges(shape: Sequence[Any]) -> Iterator[tuple[float, float, float, float]]:
    """The edges of a shape as lines."""
    corners = [(units(x), units(y)) for x, y in corners_of(shape) or ()]
    for i, (x, y) in enumerate(corners):
        yield corners[i - 1][0], corners[i - 1][1], x, y


def draw_line(put: Any, line: Sequence[float], letter: str) -> None:
    """The characters along a line."""
    x, y, to_x, to_y = line
    places = max(1, math.ceil(math.hypot(to_x - x, to_y - y) * SAMPLES_PER_UNIT))
    for k in range(places):
        share = (k + 0.5) / places
        put(x + (to_x - x) * share, y + (to_y - y) * share, letter)
