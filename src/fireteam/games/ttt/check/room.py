"""Checks of room: every piece of a force finds a square in its zone (the code E_M_ROOM, TTT-12.9)."""

from __future__ import annotations

from collections.abc import Iterator

from ....content.read import PathStep, path_text
from ....content.square_map import SquareMap
from ....content.square_symmetry import distance_counter
from ....content.value_checks import Fault
from ....core.space.squares import Square
from ..content import force_of
from ..entries import EVERYONE_ELSE, Mission, Numbers, Sheet, Side, Zone
from ..zones import placement, zone_of
from .forces import available


def room_faults(mission: Mission, n: int, map: SquareMap, sheet: Sheet) -> Iterator[Fault]:
    """Each zone expression of a side has as many squares as pieces that may have to use it."""
    side, other = mission.sides[n - 1], mission.sides[2 - n]
    sure = force_of(mission, n, sheet, ())
    at = ("sides", n - 1, "place")
    for key, pieces in users(side, sheet).items():
        if not pieces:
            continue
        if key not in side.place:
            yield no_zone(at, f"give a place to {EVERYONE_ELSE}, all other types")
            continue
        zone = side.place[key]
        if zone.near and not leads_somewhere(side, zone, sure):
            yield no_zone((*at, key, "near"), "near needs a type of the force that is placed elsewhere")
        elif zone.corner == "opposite" and not any(each.corner == "any" for each in other.place.values()):
            yield no_zone((*at, key, "corner"), "opposite needs corner: any on the other side")
        else:
            squares, hint = room(side, key, map), ""
            if zone.corner and (open_corners := len(standing_squares(side, key, map))) < len(set(map.corners())):
                squares, hint = open_corners, "every mission corner must be open"
            if hint or pieces > squares:
                yield Fault((*at, key), f"side {n}: {pieces} pieces, {squares} squares", hint, "E_M_ROOM")


def no_zone(path: tuple[PathStep, ...], hint: str) -> Fault:
    """A zone expression that means nothing."""
    return Fault(path, f"{path_text(path)}: no such zone or square", hint, "E_M_ZONE")


def users(side: Side, sheet: Sheet) -> Numbers:
    """For each key of `place` the number of pieces that may have to use it: of a pick, as many as can be picked."""
    force = side.force
    fixed = force.plus if force.picks else (sheet.counts if force.all else force.fixed or {})
    left = available(sheet, force.plus, force.max) if force.picks else {}
    own = [type for type in side.place if type != EVERYONE_ELSE]
    keys: dict[str, list[str]] = {type: [type] for type in own}
    keys[EVERYONE_ELSE] = [type for type in sheet.types if type not in own]
    return {
        key: sum(fixed.get(type, 0) for type in types) + min(force.pick, sum(left.get(type, 0) for type in types))
        for key, types in keys.items()
    }


def leads_somewhere(side: Side, zone: Zone, sure: tuple[str, ...]) -> bool:
    """`near` names a type that the side is certain to have, and does not lead back to itself (TTT-5.14)."""
    seen: set[str] = set()
    while zone.near and zone.near not in seen:
        if zone.near not in sure:
            return False
        seen.add(zone.near)
        zone = zone_of(side, zone.near)
    return not zone.near


def room(side: Side, type: str, map: SquareMap) -> int:
    """The squares of a type's zone; `near` counts around that square of the other piece where there is least room."""
    zone, squares = zone_of(side, type), standing_squares(side, type, map)
    if zone.near:
        within = distance_counter(squares, map, zone.max)
        around = standing_squares(side, zone.near, map)
        return min((within(at) - (at in squares) for at in around), default=0)
    return min(1, len(squares)) if zone.corner == "opposite" else len(squares)


def standing_squares(side: Side, type: str, map: SquareMap) -> frozenset[Square]:
    """Every square that a piece of a type may take at all, wherever the pieces it depends on stand."""
    here = placement(side, type, map)
    if not here.near:
        return here.squares
    within = distance_counter(standing_squares(side, here.near, map), map, here.max)
    return frozenset(square for square in here.squares if within(square))
