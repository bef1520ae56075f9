"""Maps drawn with characters: one for each MU across and two up, north on top."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from ...core.space.terrain import is_in, steps, units
from ...core.space.terrain_build import corners_of
from .entries import Map
from .map_terrain import shape_of

MU_PER_COLUMN, MU_PER_ROW = 1.0, 2.0  # MU of a character
SAMPLES_PER_MU = 4  # places of a line that are looked at, a MU


def picture(map: Map) -> list[str]:
    """The rows of a map: open ground, then areas, low shapes, blocks, windows, walls, and who begins where."""
    wide, high = math.ceil(map.size[0] / MU_PER_COLUMN), math.ceil(map.size[1] / MU_PER_ROW)
    rows = [["."] * wide for _ in range(high)]

    def put(x: float, y: float, letter: str) -> None:
        rows[min(int(y / MU_PER_ROW), high - 1)][min(int(x / MU_PER_COLUMN), wide - 1)] = letter

    for name, shape in {**map.sites, **map.rescue}.items():
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
    for spots, letter in ((map.spawns.T, "t"), (map.spawns.CT, "c"), (map.hostages, "h")):
        for x, y in spots:
            put(x, y, letter)
    return ["".join(row) for row in reversed(rows)]


def fill_shape(rows: list[list[str]], shape: Sequence[Any], letter: str) -> None:
    """Every character whose middle lies in a shape."""
    ground = shape_of(shape)
    for j, row in enumerate(rows):
        for i in range(len(row)):
            if is_in(ground, steps((i + 0.5) * MU_PER_COLUMN), steps((j + 0.5) * MU_PER_ROW)):
                row[i] = letter


def edges(shape: Sequence[Any]) -> Iterator[tuple[float, float, float, float]]:
    """The edges of a shape as lines, in MU."""
    corners = [(units(x), units(y)) for x, y in corners_of(shape) or ()]
    for i, (x, y) in enumerate(corners):
        yield corners[i - 1][0], corners[i - 1][1], x, y


def draw_line(put: Any, line: Sequence[float], letter: str) -> None:
    """The characters along a line."""
    x, y, to_x, to_y = line
    places = max(1, math.ceil(math.hypot(to_x - x, to_y - y) * SAMPLES_PER_MU))
    for k in range(places):
        share = (k + 0.5) / places
        put(x + (to_x - x) * share, y + (to_y - y) * share, letter)
