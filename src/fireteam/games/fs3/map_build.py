"""The map of a scenario as the record that rules read: centimetres, features in the order of the file (FS3-20.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from ...core.engine.record import blank
from ...core.space.polygons import Corners, is_strictly_convex
from .content import Content, turn_about
from .scenario_entries import Feature, Scenario
from .terrain import CORNERS, MOVE, ROUGH, SIGHT, Terrain
from .turns_build import fill_turns

CENTIMETRES = 100  # in a metre


class Piece(NamedTuple):
    """A feature of a map: where it stands in the file, what it is called, its corners, and its entry."""

    path: tuple[str | int, ...]
    name: str
    corners: Corners
    entry: Feature


def centimetres(metres: float) -> int:
    """A length in whole centimetres."""
    return int((Decimal(repr(metres)) * CENTIMETRES).to_integral_value())


def is_exact(metres: float) -> bool:
    """Whether a length has at most two decimals (FS3-20.1)."""
    return Decimal(repr(metres)) * CENTIMETRES % 1 == 0


def rectangle_corners(rectangle: Sequence[float]) -> Corners:
    """The corners of [x, y, w, h], in the order that rules want."""
    x, y, w, h = map(centimetres, rectangle)
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def corners_of(feature: Feature) -> Corners:
    """The corners of a feature; those of a polygon turned if they go the other way round."""
    if feature.rect is not None:
        return rectangle_corners(feature.rect)
    corners = [(centimetres(x), centimetres(y)) for x, y in feature.shape or ()]
    return corners if is_strictly_convex(corners) else corners[::-1]


def pieces_of(scenario: Scenario) -> list[Piece]:
    """The features of a map: walls, then the others, then on a mirrored map all of them turned about (FS3-20.18)."""
    wall = Feature(name="Wall", rect=(0, 0, 0, 0), sight=True, move=True, protection=0)
    pieces = [Piece(("walls", n), "Wall", rectangle_corners(each), wall) for n, each in enumerate(scenario.walls)]
    pieces += [
        Piece(("features", n), each.name or f"feature {n + 1}", corners_of(each), each)
        for n, each in enumerate(scenario.features)
    ]
    return [*pieces, *(_turned(scenario, pieces) if scenario.mirror and scenario.map else ())]


def _turned(scenario: Scenario, pieces: Sequence[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        corners = [turn_about(scenario, (x / CENTIMETRES, y / CENTIMETRES)) for x, y in piece.corners]
        yield piece._replace(corners=[(centimetres(round(x, 2)), centimetres(round(y, 2))) for x, y in corners])


def build_terrain(scenario: Scenario, content: Content) -> Terrain:
    """The Terrain record of a sound map; blank without one."""
    terrain: Any = blank(Terrain)[0]
    found: Terrain = terrain
    if scenario.map is None:
        return found
    terrain.width, terrain.height = centimetres(scenario.map.w), centimetres(scenario.map.h)
    locations = list(content.location_names)
    pieces = pieces_of(scenario)
    terrain.n = len(pieces)
    for row, piece in zip(terrain.features, pieces, strict=False):
        write_feature(row, piece, content, locations)
        terrain.effects |= row.effects
    fill_turns(found)
    return found


def write_feature(row: Any, piece: Piece, content: Content, locations: Sequence[str]) -> None:
    """A feature: its polygon, its effects, and what it protects (FS3-20.8)."""
    xs, ys = [x for x, _ in piece.corners], [y for _, y in piece.corners]
    row.n = len(xs)
    row.xs[: row.n], row.ys[: row.n] = xs[:CORNERS], ys[:CORNERS]
    row.least_x, row.least_y, row.most_x, row.most_y = min(xs), min(ys), max(xs), max(ys)
    entry = piece.entry
    row.effects = SIGHT * entry.sight + MOVE * entry.move + ROUGH * entry.rough
    row.protection = protection_of(entry, content)
    covered = entry.covered_locations
    if covered is None and entry.cover:
        covered = content.covers[entry.cover].covered_locations or None
    row.lists_locations = covered is not None
    row.covered = sum(1 << locations.index(code) for code in dict.fromkeys(covered or ()))


def protection_of(feature: Feature, content: Content) -> int:
    """The Protection of a feature: its own, or that of the cover that it names (FS3-11.2)."""
    if feature.protection is None and feature.cover:
        return content.covers[feature.cover].protection
    return feature.protection or 0
