"""Maps as fields: what the core builds of a map's lists, and its shapes and points in steps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ...core.field import Field, Shape
from ...core.field_making import Plan, build, corners_of, exactly, put_shape
from ...core.record import Array, blank
from .entries import Map

MAPS = 64  # fields that are kept


def plan_of(map: Map) -> Plan:
    """What a field is built of; every list in the order of the file (TPS-3.12, TPS-19.5)."""
    return Plan(
        *map.size,
        walls=map.walls,
        windows=map.windows,
        blocks=map.blocks,
        low=map.low,
        zones=tuple(zone.shape for zone in map.zones),
    )


def field_of(map: Map) -> Field:
    """The field of a sound map."""
    field: Field = _built(plan_of(map))[0]
    return field


@lru_cache(MAPS)
def _built(plan: Plan) -> Array:
    """Many matches are played on one map: its field is built once, and copied where it is wanted."""
    return build(plan)


def shape_of(shape: Sequence[Any]) -> Shape:
    """A sound shape as a record."""
    found: Shape = blank(Shape)[0]
    corners = corners_of(shape)
    assert corners
    put_shape(found, corners)
    return found


def spot_of(spot: Sequence[float]) -> tuple[int, int]:
    """A sound point in steps."""
    x, y = (exactly(value) for value in spot)
    assert x is not None and y is not None
    return x, y
