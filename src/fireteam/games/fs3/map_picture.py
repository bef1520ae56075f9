"""The map of a scenario drawn with characters, for those who write content; north on top (FS3-20.1)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...core.space.polygons import Corners, turn
from .content import places_of
from .map_build import CENTIMETRES, pieces_of
from .scenario_entries import Feature, Scenario

MOST_COLUMNS = 80
LEGEND = "# wall   = cover   % smoke   ~ rough   figures: combatants by team"


def draw_scenario(scenario: Scenario) -> Iterator[str]:
    """The rows of a map, as many metres a character as it needs to be at most 80 wide, and twice as many a row."""
    if scenario.map is None:
        return
    step = max(1, math.ceil(scenario.map.w / MOST_COLUMNS))
    wide, high = math.ceil(scenario.map.w / step), math.ceil(scenario.map.h / (2 * step))
    rows = [["."] * wide for _ in range(high)]
    for piece in pieces_of(scenario):
        for j, row in enumerate(rows):
            for i in range(wide):
                if touches(piece.corners, i * step, 2 * j * step, step, 2 * step):
                    row[i] = sign_of(piece.entry)
    for place in places_of(scenario):
        if place.at:
            rows[min(high - 1, int(place.at[1] / (2 * step)))][min(wide - 1, int(place.at[0] / step))] = str(place.team)
    yield from ("".join(row) for row in reversed(rows))
    yield f"{LEGEND}; a character is {step} by {2 * step} m"


def touches(corners: Corners, x: float, y: float, w: float, h: float) -> bool:
    """Whether a feature covers the middle of a character, or its rectangle lies within it."""
    xs, ys = [each for each, _ in corners], [each for _, each in corners]
    left, top = x * CENTIMETRES, y * CENTIMETRES
    right, bottom = left + w * CENTIMETRES, top + h * CENTIMETRES
    if max(xs) <= left or min(xs) >= right or max(ys) <= top or min(ys) >= bottom:
        return False
    middle = (int(left + right) // 2, int(top + bottom) // 2)
    is_small = max(xs) - min(xs) <= 2 * w * CENTIMETRES or max(ys) - min(ys) <= h * CENTIMETRES
    return is_small or all(turn(corners[n - 1], corner, middle) >= 0 for n, corner in enumerate(corners))


def sign_of(feature: Feature) -> str:
    """The character of a feature, by what it does."""
    if feature.sight:
        return "#" if feature.move else "%"
    return "=" if feature.protection or feature.cover else "#" if feature.move else "~"
