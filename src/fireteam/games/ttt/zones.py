"""Zone expressions and placement: which squares a mission means (TTT-12.9)."""

from __future__ import annotations

import msgspec

from ...content.square_map import SquareMap
from ...core.space.squares import Square, column_number, square_at
from .entries import EVERYONE_ELSE, Side, Zone


class Placement(msgspec.Struct, frozen=True):
    """Where a side may place a type: on `squares`, further bound by another piece if `corner` or `near` says so.

    With `corner` opposite the square must lie opposite to the corner the other side used; with `near` it must be within
    `max` of an own piece of that type, which is placed first (TTT-5.14, TTT-5.17): `rules/setting_up.py` sees to both.
    """

    squares: frozenset[Square]
    corner: str = ""
    near: str = ""
    max: int = 0


def zone_squares(zone: Zone, map: SquareMap) -> frozenset[Square]:
    """The squares of the joined map that a zone expression means, impassable ones included.

    `corner` gives all four corners and `near` the whole map: what they depend on stands in `Placement`.
    """
    east, north = map.width - 1, map.height - 1
    if zone.zone is not None:
        return map.zone(zone.zone)
    if zone.squares is not None:
        return frozenset(square_at(name) for name in zone.squares)
    if zone.adjacent_to is not None:
        inside = map.zone(zone.adjacent_to)
        return frozenset(each for square in inside for each in map.neighbours(square)) - inside
    if zone.rows is not None:
        return frozenset((x, y) for x, y in map if y + 1 in zone.rows)
    if zone.cols is not None:
        columns = {column_number(letters) for letters in zone.cols}
        return frozenset((x, y) for x, y in map if x in columns)
    if zone.rect is not None:
        return between(square_at(zone.rect[0]), square_at(zone.rect[1]))
    if zone.ring:
        return frozenset((x, y) for x, y in map if x in (0, east) or y in (0, north))
    if zone.tile is not None:
        return map.tiles[zone.tile].squares()
    return frozenset(map.corners()) if zone.corner else frozenset(map)  # TTT-10.2


def between(a: Square, b: Square) -> frozenset[Square]:
    """The rectangle with two opposite corners, both included."""
    columns, rows = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return frozenset((x, y) for x in range(columns[0], columns[1] + 1) for y in range(rows[0], rows[1] + 1))


def bunkers(map: SquareMap) -> frozenset[Square]:
    """The squares of both bunkers, on which nobody is placed (TTT-5.13)."""
    return map.zone("bunker_1") | map.zone("bunker_2")


def key_of(side: Side, type: str) -> str:
    """The key of `place` that speaks of a type: its own, or that of all other types (TTT-12.9)."""
    return type if type in side.place else EVERYONE_ELSE


def zone_of(side: Side, type: str) -> Zone:
    """The zone expression of a type."""
    return side.place.get(key_of(side, type), Zone())


def placement(side: Side, type: str, map: SquareMap) -> Placement:
    """Where a side may place a type: passable squares of its zone, in no bunker (TTT-5.13)."""
    zone = zone_of(side, type)
    squares = (zone_squares(zone, map) & map.open_squares()) - bunkers(map)
    return Placement(squares, zone.corner or "", zone.near or "", zone.max)
