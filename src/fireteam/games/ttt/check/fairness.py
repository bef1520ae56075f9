"""Whether a mission favours a side (the code W_M_UNFAIR, TTT-12.7)."""

from __future__ import annotations

from msgspec.structs import replace

from ....content.square_map import SquareMap
from ....content.square_symmetry import Turn, symmetries, turn_squares
from ..entries import Mission, Sheet
from ..zones import Placement, key_of, placement


def is_fair(mission: Mission, map: SquareMap, sheet: Sheet) -> bool:
    """Equal forces and objectives ask for a map that a half turn or a mirror gives back with the sides exchanged."""
    keys = {tuple(key_of(side, type) for side in mission.sides) for type in sheet.types}
    placements = [[placement(side, key, map) for side, key in zip(mission.sides, pair, strict=True)] for pair in keys]
    return not equal_sides(mission) or any(exchanges(turn, mission, map, placements) for turn in symmetries(map))


def equal_sides(mission: Mission) -> bool:
    """Both sides have the same force and the same objective; which zone it names is the map's business."""
    one, two = mission.sides
    return replace(one.force, preset=()) == replace(two.force, preset=()) and (
        replace(one.objective, zone="") == replace(two.objective, zone="")
    )


def exchanges(turn: Turn, mission: Mission, map: SquareMap, placements: list[list[Placement]]) -> bool:
    """Whether a turn that leaves the map as it is takes what is side 1's to what is side 2's."""
    one, two = (map.zone(side.objective.zone) for side in mission.sides)
    pairs = [(one, two), (map.zone("bunker_1"), map.zone("bunker_2"))]
    if any(turn_squares(turn, first) != second for first, second in pairs):
        return False
    return all(swap_fits(turn, *pair) for pair in placements)


def swap_fits(turn: Turn, one: Placement, two: Placement) -> bool:
    """A type's squares are exchanged and depend on the same other piece; `corner` any and opposite count as equal."""
    one, two = replace(one, corner=""), replace(two, corner="")
    return replace(one, squares=turn_squares(turn, one.squares)) == two
