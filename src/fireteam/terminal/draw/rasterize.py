"""Lines and areas of a free table in characters: which cells they take, and with which signs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from ...core.protocol.scene import Spot
from ...core.protocol.scene_query import outline

CharCell: TypeAlias = tuple[int, int]  # a column and a row of characters, counted from the left and from above

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
HEAVY = " ┃━┗┃┃┏┣━┛━┻┓┫┳╋"
LIGHT = " │─└││┌├─┘─┴┐┤┬┼"
DOUBLE = " ║═╚║║╔╠═╝═╩╗╣╦╬"
DASHED = " ┆┄┆┆┆┆┆┄┆┄┄┆┆┄┄"


class Viewport(NamedTuple):
    """The part of a free table that is drawn: its south-west corner, columns to a unit, and columns and rows in all.

    A unit takes half as many rows as columns, for a character is about twice as high as it is wide.
    """

    x: float
    y: float
    scale: float
    columns: int
    rows: int

    def cell_of(self, spot: Spot) -> CharCell:
        """Where a point comes to lie, perhaps outside."""
        column = math.floor((spot[0] - self.x) * self.scale + 0.5)
        return column, self.rows - 1 - math.floor((spot[1] - self.y) * self.scale / 2 + 0.5)

    def spot_of(self, place: CharCell) -> Spot:
        """The point in the middle of a character cell."""
        return self.x + place[0] / self.scale, self.y + (self.rows - 1 - place[1]) * 2 / self.scale

    def contains(self, place: CharCell) -> bool:
        """Whether a character cell is in it."""
        return 0 <= place[0] < self.columns and 0 <= place[1] < self.rows


def trace_cells(start: CharCell, end: CharCell) -> Iterator[CharCell]:
    """The squares from one to another, each beside the one before: never across a corner."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    across, down = abs(dx), abs(dy)
    done_x = done_y = 0
    yield x, y
    while done_x < across or done_y < down:
        if (2 * done_x + 1) * down <= (2 * done_y + 1) * across:
            done_x, x = done_x + 1, x + (1 if dx > 0 else -1)
        else:
            done_y, y = done_y + 1, y + (1 if dy > 0 else -1)
        yield x, y


def line_cells(start: CharCell, end: CharCell) -> list[CharCell]:
    """The squares from one to another by the shortest way, across corners too."""
    longest = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
    return [
        (
            math.floor(start[0] + (end[0] - start[0]) * k / longest + 0.5),
            math.floor(start[1] + (end[1] - start[1]) * k / longest + 0.5),
        )
        for k in range(longest + 1)
    ]


def stroke_cells(segments: Iterable[tuple[Spot, Spot]], viewport: Viewport) -> dict[CharCell, int]:
    """The squares that stretches take, each with the sides by which the line leaves it."""
    found: dict[CharCell, int] = {}
    for start, end in segments:
        first, last = viewport.cell_of(start), viewport.cell_of(end)
        before = first
        for at in trace_cells(first, last):
            step = (at[0] - before[0], at[1] - before[1])
            if step != (0, 0):
                out = {(1, 0): EAST, (-1, 0): WEST, (0, 1): SOUTH, (0, -1): NORTH}[step]
                found[before] = found.get(before, 0) | out
                found[at] = found.get(at, 0) | (out * 4 if out < 4 else out // 4)
            before = at
        if first == last:
            flat = abs(end[0] - start[0]) > abs(end[1] - start[1])
            found[first] = found.get(first, 0) | (EAST if flat else NORTH)
    return {at: sides for at, sides in found.items() if viewport.contains(at)}


def area_cells(points: Sequence[Spot], viewport: Viewport) -> set[CharCell]:
    """The squares whose middle lies in an area, and those of its outline; so that none is too small to be seen."""
    found = set(stroke_cells(outline(points), viewport))
    for row in range(viewport.rows):
        y = viewport.spot_of((0, row))[1]
        crossings = sorted(
            x1 + (y - y1) * (x2 - x1) / (y2 - y1) for (x1, y1), (x2, y2) in outline(points) if (y1 > y) != (y2 > y)
        )
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            first, last = viewport.cell_of((left, y))[0], viewport.cell_of((right, y))[0]
            found |= {(column, row) for column in range(max(first, 0), min(last, viewport.columns - 1) + 1)}
    return found


def disc_cells(centre: Spot, radius: float, viewport: Viewport) -> set[CharCell]:
    """The squares whose middle is within so much of a point."""
    (left, bottom), (right, top) = (
        viewport.cell_of((centre[0] - radius, centre[1] - radius)),
        viewport.cell_of((centre[0] + radius, centre[1] + radius)),
    )
    found = set()
    for column in range(max(0, left), min(viewport.columns - 1, right) + 1):
        for row in range(max(0, top), min(viewport.rows - 1, bottom) + 1):
            x, y = viewport.spot_of((column, row))
            if (x - centre[0]) ** 2 + (y - centre[1]) ** 2 <= radius**2:
                found.add((column, row))
    return found
