"""Maps as fields: what the core builds of a map's lists, and its shapes and points in steps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ...core.engine.record import Array, blank
from ...core.space.terrain import Field, Shape
from ...core.space.terrain_build import TerrainPlan, build, corners_of, exact_steps, put_shape
from .entries import Map

MAX_CACHED = 64  # fields that are kept


def terrain_plan(map: Map) -> TerrainPlan:
    """What a field is built of; every list in the order of the file (TPS-3.12, TPS-19.5)."""
    return TerrainPlan(
        *map.size,
        walls=map.walls,
        windows=map.windows,
        blocks=map.blocks,
        low=map.low,
        zones=tuple(zone.shape for zone in map.zones),
    )


def terrain_of(map: Map) -> Field:
    """The field of a sound map."""
    field: Field = _build(terrain_plan(map))[0]
    return field


@lru_cache(MAX_CACHED)
def _build(plan: TerrainPlan) -> Array:
    """Many matches are played on one map: its field is built once, and copied where it is wanted."""
    return build(plan)


def shape_of(shape: Sequence[Any]) -> Shape:
    """A sound shape as a record."""
    found: Shape = blank(Shape)[0]
    corners = corners_of(shape)
    assert corners
    put_shape(found, corners)
    return found


def point_in_steps(spot: Sequence[float]) -> tuple[int, int]:
    """A sound point in steps."""
    x, y = (exact_steps(value) for value in spot)
    assert x is not None and y is not None
    return x, y
