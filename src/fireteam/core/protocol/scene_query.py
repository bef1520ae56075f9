"""What is where on a table, in words: the unit, the things and the parts of the table at a point."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..space.units import decimal_text, steps
from .scene import Area, Ground, Mark, Scene, Spot, Token

PART_NAMES = {
    "zone": "zone",
    "window": "window",
    "wall": "wall",
    "low": "low cover",
    "block": "block",
    "opening": "window",
    "woods": "woods",
    "rough": "rough ground",
    "water": "water",
}


def unit_at(scene: Scene, spot: Spot) -> Token | None:
    """The unit that stands on a square, or on a free table the one nearest to a point that it covers."""
    if scene.ground is None:
        return next((token for token in scene.tokens if token.at == spot), None)
    away = {token.unit: math.hypot(token.x - spot[0], token.y - spot[1]) for token in scene.tokens}
    there = [token for token in scene.tokens if away[token.unit] <= token.radius]
    return min(there, key=lambda token: (away[token.unit], token.unit), default=None)


def marks_at(ground: Ground, spot: Spot) -> list[Mark]:
    """What lies about within a step of the cursor."""
    return [mark for mark in ground.marks if math.hypot(mark.x - spot[0], mark.y - spot[1]) <= ground.step]


def parts_at(ground: Ground, spot: Spot) -> list[str]:
    """The parts of a table that a point is in: the first zone, then sites, smoke and whatever else is there."""
    there = [area for area in ground.areas if is_inside(area.points, spot)]
    zones = [area for area in there if area.kind == "zone"][:1]
    rest = [area for area in there if area.kind != "zone"]
    return [", ".join([area_name(area), *area.notes]) for area in (*zones, *rest)]


def outline(points: Sequence[Spot]) -> list[tuple[Spot, Spot]]:
    """The sides of an area."""
    return list(zip(points, [*points[1:], *points[:1]], strict=True))


def is_inside(points: Sequence[Spot], spot: Spot) -> bool:
    """Whether a point lies in an area or on its border."""
    inside, (x, y) = False, spot
    for (x1, y1), (x2, y2) in outline(points):
        cross = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        if cross == 0 and min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2):
            return True
        if (y1 > y) != (y2 > y) and (cross > 0) == (y2 > y1):
            inside = not inside
    return inside


def area_name(area: Area) -> str:
    """A part of a table in words: a zone by its name, another by its kind too where the name does not say it."""
    name, kind = area.name.replace("_", " "), PART_NAMES.get(area.kind, area.kind)
    if area.kind == "zone" or kind in name:
        return name
    return f"{kind} in {name}" if area.kind == "smoke" and name else f"{kind} {name}".strip()


def centre(area: Area) -> Spot:
    """The middle of a part of a table, to be pointed at."""
    across, up = zip(*area.points, strict=True)
    return (min(across) + max(across)) / 2, (min(up) + max(up)) / 2


def rounded_point(spot: Spot) -> str:
    """A point to be read: to hundredths."""
    return ",".join(decimal_text(steps(round(part, 2))) for part in spot)
