"""Zone expressions and placement: which squares a mission means (TTT-12.9)."""

from __future__ import annotations

import msgspec

from ...content.square_map import SquareMap
from ...core.space.squares import Square
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
    return frozenset(map.corners()) if zone.corner else zone.squares_of(map)  # TTT-10.2


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
