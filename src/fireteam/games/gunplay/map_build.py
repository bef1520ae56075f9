"""The map of a scenario as the record that rules read (GUN-4.8, GUN-4.10), and what is wrong with it (GUN-4.9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from ...content.value_checks import Fault
from ...core.engine.record import blank
from ...core.identity_cache import IdentityCache
from ...core.space.convex import MOST_SIDES
from ...core.space.convex_build import build_convex
from ...core.space.polygons import Corners, are_apart, is_strictly_convex
from .entries import Scenario, TerrainType
from .rules.room import has_clearance, hundredths, is_on_table
from .terrain import AREA, BLOCKS_MOVE, BLOCKS_SIGHT, DIFFICULT, HUNDREDTHS, LOW, PIECES, TURNS, Terrain

MAP_INVALID = "MAP_INVALID"
CORNER_GAP, GROUND_GAP = 0.5, 0.02  # inches from a piece to the places where ways turn
NEAR = 15  # hundredths: of two places nearer than this one will do
Place = tuple[str, str, int]
"""The path to a piece in its scenario: terrain, type, number."""


def corners_of(shape: Sequence[Any]) -> Corners:
    """The corners of a rectangle [x0, y0, x1, y1] or a list of points, in hundredths; none of another form."""
    numbers = [part for part in shape if not isinstance(part, tuple)]
    if len(numbers) == len(shape) == 4:
        x0, y0, x1, y1 = map(hundredths, shape)
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    return [] if numbers else [(hundredths(x), hundredths(y)) for x, y in shape]


def pieces_of(scenario: Scenario) -> dict[Place, Corners]:
    """The corners of every piece of a map, by where it stands in the file."""
    return {
        ("terrain", kind, i): corners_of(shape)
        for kind, shapes in scenario.terrain.items()
        for i, shape in enumerate(shapes)
    }


def map_faults(scenario: Scenario) -> Iterator[Fault]:
    """What makes a map unplayable: degenerate pieces, pieces that leave the table, that overlap, or are too many."""
    pieces = pieces_of(scenario)
    wide, high = map(hundredths, scenario.size)
    sound: dict[Place, Corners] = {}
    for place, corners in pieces.items():
        if reason := _piece_fault(corners, wide, high):
            yield _fault(place, reason)
        else:
            sound[place] = corners
    for (first, one), (second, other) in combinations(sound.items(), 2):
        if not are_apart(one, other):
            yield _fault(second, f"overlaps {first[1]}[{first[2]}]; pieces may touch and no more")
    if len(pieces) > PIECES:
        yield _fault(list(pieces)[-1], f"is one of {len(pieces)} pieces; a map has at most {PIECES}")


def _piece_fault(corners: Corners, wide: int, high: int) -> str:
    """What is wrong with a piece by itself; nothing if it is sound."""
    if not corners:
        return "must be [x0, y0, x1, y1] or a list of points [x, y]"
    if len(corners) > MOST_SIDES:
        return f"has {len(corners)} corners, at most {MOST_SIDES} are allowed; divide it"
    if not is_strictly_convex(corners):
        return "is degenerate: write x0 < x1 and y0 < y1, or the corners of a convex polygon counter-clockwise"
    return "" if all(0 <= x <= wide and 0 <= y <= high for x, y in corners) else "leaves the table"


def _fault(place: Place, reason: str) -> Fault:
    return Fault(place, f"{place[1]}[{place[2]}] {reason} (GUN-4.9)", code=MAP_INVALID)


def effects_of(kind: TerrainType) -> int:
    """The flags of a type of terrain, as the bits that rules read (GUN-4.10)."""
    flags = {
        BLOCKS_MOVE: kind.blocks_move,
        BLOCKS_SIGHT: kind.blocks_sight,
        LOW: kind.low,
        AREA: kind.area,
        DIFFICULT: kind.difficult,
    }
    return sum(bit for bit, is_set in flags.items() if is_set)


TERRAINS: IdentityCache[Terrain] = IdentityCache(100)
"""Records of maps by scenario, types of terrain and step."""


def build_terrain(scenario: Scenario, types: Mapping[str, TerrainType], step: float) -> Terrain:
    """The record of a sound map, with trigger points a step apart (GUN-13.17); it is not altered."""
    return TERRAINS.get((scenario, types), step, lambda: _build_terrain(scenario, types, step))


def _build_terrain(scenario: Scenario, types: Mapping[str, TerrainType], step: float) -> Terrain:
    terrain: Any = blank(Terrain)[0]
    terrain.width, terrain.height = map(hundredths, scenario.size)
    terrain.step = hundredths(step)
    for n, ((_, kind, _), corners) in enumerate(pieces_of(scenario).items()):
        terrain.pieces[n] = build_convex(corners, effects_of(types[kind]), HUNDREDTHS)
        terrain.n_pieces = n + 1
    write_turns(terrain)
    found: Terrain = terrain
    return found


def write_turns(terrain: Any) -> None:
    """The places beside corners where ways turn: half an inch off walls and `low` pieces, a hair off other ground."""
    places: list[tuple[int, int]] = []
    for piece in terrain.pieces[: terrain.n_pieces]:
        far = CORNER_GAP if piece.effects & (BLOCKS_MOVE | LOW) else GROUND_GAP
        for i in range(piece.n if piece.effects & (BLOCKS_MOVE | LOW | DIFFICULT) else 0):
            before, after = piece.sides[i - 1 if i else piece.n - 1], piece.sides[i]
            # The corner of the piece with its edges moved out: both outward normals, over 1 + their product.
            one, other = ((side.sy / side.length, -side.sx / side.length) for side in (before, after))
            share = far / (1 + one[0] * other[0] + one[1] * other[1])
            x, y = hundredths(after.x + share * (one[0] + other[0])), hundredths(after.y + share * (one[1] + other[1]))
            is_new = all(max(abs(x - a), abs(y - b)) >= NEAR for a, b in places)
            if is_new and is_on_table(terrain, x, y) and has_clearance(terrain, x, y, BLOCKS_MOVE):
                places.append((x, y))
    for n, (x, y) in enumerate(places[:TURNS]):
        terrain.turn_xs[n], terrain.turn_ys[n], terrain.n_turns = x, y, n + 1
