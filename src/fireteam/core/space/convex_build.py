"""Making convex pieces out of corners in whole numbers."""

from __future__ import annotations

import math
from typing import Any

from ..engine.record import blank
from .convex import Convex
from .polygons import Corners, edges_of


def build_convex(corners: Corners, effects: int, unit: int) -> Convex:
    """One piece of a strictly convex polygon, its corners counter-clockwise in whole parts of which `unit` make one."""
    piece: Any = blank(Convex)[0]
    xs, ys = [x / unit for x, _ in corners], [y / unit for _, y in corners]
    piece.least_x, piece.most_x, piece.least_y, piece.most_y = min(xs), max(xs), min(ys), max(ys)
    piece.effects, piece.n = effects, len(corners)
    for i, ((ax, ay), (bx, by)) in enumerate(edges_of(corners)):
        side = piece.sides[i]
        side.x, side.y = ax / unit, ay / unit
        side.sx, side.sy = bx / unit - side.x, by / unit - side.y
        side.length = math.sqrt(side.sx * side.sx + side.sy * side.sy)
    found: Convex = piece
    return found
