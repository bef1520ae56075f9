"""Whether a mission favours a side (the code W_M_UNFAIR, TTT-12.7)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ....content.square_map import SquareMap
from ....core.space.squares import Square
from ..entries import Mission, Sheet
from ..zones import Placement, key_of, placement

Turn = Callable[[Square], Square]


def is_fair(mission: Mission, map: SquareMap, sheet: Sheet) -> bool:
    """Equal forces and objectives ask for a map that a half turn or a mirror gives back with the sides exchanged."""
    keys = {tuple(key_of(side, type) for side in mission.sides) for type in sheet.types}
    placements = [[placement(side, key, map) for side, key in zip(mission.sides, pair, strict=True)] for pair in keys]
    return not equal_sides(mission) or any(exchanges(turn, mission, map, placements) for turn in turns(map))


def equal_sides(mission: Mission) -> bool:
    """Both sides have the same force and the same objective; which zone it names is the map's business."""
    one, two = mission.sides
    return replace(one.force, preset=()) == replace(two.force, preset=()) and (
        replace(one.objective, zone="") == replace(two.objective, zone="")
    )


def turns(map: SquareMap) -> list[Turn]:
    """The half turn and the mirrors of a map; a square map can be mirrored in its diagonals too."""
    east, north = map.width - 1, map.height - 1
    found: list[Turn] = [
        lambda at: (east - at[0], north - at[1]),
        lambda at: (east - at[0], at[1]),
        lambda at: (at[0], north - at[1]),
    ]
    if east == north:
        found += [lambda at: (at[1], at[0]), lambda at: (north - at[1], east - at[0])]
    return found


def exchanges(turn: Turn, mission: Mission, map: SquareMap, placements: list[list[Placement]]) -> bool:
    """Whether a turn leaves terrain and zones unchanged and takes what is side 1's to what is side 2's."""
    if any(map.terrain(at) != map.terrain(turn(at)) or map.is_open(at) != map.is_open(turn(at)) for at in map):
        return False
    one, two = (map.zone(side.objective.zone) for side in mission.sides)
    pairs = [(one, two), (map.zone("bunker_1"), map.zone("bunker_2"))]
    if any(rotate_squares(turn, first) != second for first, second in pairs):
        return False
    zones = set(map.zones.values())
    if any(rotate_squares(turn, squares) not in zones for squares in zones):
        return False
    return all(swap_fits(turn, *pair) for pair in placements)


def rotate_squares(turn: Turn, squares: frozenset[Square]) -> frozenset[Square]:
    """The squares after a turn."""
    return frozenset(turn(at) for at in squares)


def swap_fits(turn: Turn, one: Placement, two: Placement) -> bool:
    """A type's squares are exchanged and depend on the same other piece; `corner` any and opposite count as equal."""
    one, two = replace(one, corner=""), replace(two, corner="")
    return replace(one, squares=rotate_squares(turn, one.squares)) == two
