"""Maps of a free table as content: walls, windows, blocks, low cover and zones by their coordinates, and their terrain.

A game declares its own map as a subclass of `FreeMap` and adds what matters to it: sites, places to begin, ways to win.
Lengths are in the units of the game (MU, inches).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

from msgspec import Meta

from ..core.engine.record import Array, blank
from ..core.space.terrain import Field, Shape
from ..core.space.terrain_build import TerrainPlan, build, corners_of, exact_steps, put_shape
from .entry import Entry, Identifier, NamedEntry

MAX_CACHED = 64  # fields that are kept

Length = Annotated[float, Meta(gt=0, le=500)]
MapPoint = Annotated[tuple[float, float], Meta(description="a point: [x, y]")]
MapLine = Annotated[tuple[float, float, float, float], Meta(description="a line: [x1, y1, x2, y2]")]
MapShape = Annotated[
    tuple[float | MapPoint, ...],
    Meta(min_length=3, description="a rectangle [x0, y0, x1, y1], or at least 3 points [[x, y], ...]"),
]
PlaceName = Annotated[str, Meta(pattern="^[A-Za-z][A-Za-z0-9_]*$", description="letters, digits and _; a letter first")]


class Zone(Entry, frozen=True, kw_only=True):
    """A named part of a map; the zones of a map tile it."""

    id: Identifier
    shape: MapShape


class FreeMap(NamedEntry, frozen=True, kw_only=True):
    """A map. The order of zones counts where they touch, and that of walls where something strikes two at once."""

    size: Annotated[tuple[Length, Length], Meta(description="[width, height], each at most 500")]
    walls: tuple[MapLine, ...] = ()
    blocks: tuple[MapShape, ...] = ()
    windows: tuple[MapLine, ...] = ()
    low: tuple[MapShape, ...] = ()
    zones: tuple[Zone, ...]

    def plan(self) -> TerrainPlan:
        """What the field is built of; every list in the order of the file."""
        return TerrainPlan(
            *self.size,
            walls=self.walls,
            windows=self.windows,
            blocks=self.blocks,
            low=self.low,
            zones=tuple(zone.shape for zone in self.zones),
        )

    def terrain(self) -> Field:
        """The field of a sound map."""
        field: Field = _build(self.plan())[0]
        return field


@lru_cache(MAX_CACHED)
def _build(plan: TerrainPlan) -> Array:
    """Many matches are played on one map: its field is built once, and copied where it is wanted."""
    return build(plan)


def shape_record(shape: Sequence[Any]) -> Shape:
    """A sound shape of a map as a record."""
    found: Shape = blank(Shape)[0]
    corners = corners_of(shape)
    assert corners
    put_shape(found, corners)
    return found


def point_steps(point: Sequence[float]) -> tuple[int, int]:
    """A sound point of a map in steps."""
    x, y = (exact_steps(value) for value in point)
    assert x is not None and y is not None
    return x, y


def put_points(record: Any, field: str, points: Sequence[Sequence[float]]) -> None:
    """Write sound points of a map into a field of a record, and how many there are into `n_` and its name."""
    record[f"n_{field}"] = len(points)
    if points:
        record[field][: len(points)] = [point_steps(point) for point in points]


def put_shapes(record: Any, field: str, shapes: Sequence[Sequence[Any]]) -> None:
    """The same of shapes."""
    record[f"n_{field}"] = len(shapes)
    for n, shape in enumerate(shapes):
        record[field][n] = shape_record(shape)
