"""What is beneath everything else on a map: frame, zones, sites, smoke, low cover, blocks, windows and walls."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from ..core.scene import Area, Ground, Mark, Spot, Token
from ..core.spots import outline
from .strokes import DASHED, DOUBLE, HEAVY, LIGHT, Place, Window, filled, joined

LOW, BLOCK, SMOKE, SITE, TRAIL = "▒█░·∙"


class Sign(NamedTuple):
    """A square of the paper: its letter, what that is part of, the ground beneath, the unit or thing it stands for."""

    letter: str = " "
    role: str = ""
    ground: str = ""
    of: Token | Mark | None = None


def whole(ground: Ground, columns: int, rows: int) -> float:
    """The scale at which all of a table fits into so many columns and rows."""
    return min((columns - 1) / ground.width, 2 * (rows - 1) / ground.height)


def window_on(ground: Ground, scale: float, columns: int, rows: int, around: Spot) -> Window:
    """As much of a table at a scale as there is room for, and where it does not fit the part round a point."""
    across = min(columns, math.floor(ground.width * scale + 0.5) + 1)
    down = min(rows, math.floor(ground.height * scale / 2 + 0.5) + 1)
    x = _corner(ground.width, (across - 1) / scale, around[0], 0.5 / scale)
    y = _corner(ground.height, (down - 1) * 2 / scale, around[1], 1 / scale)
    return Window(x, y, scale, across, down)


def _corner(length: float, span: float, middle: float, slack: float) -> float:
    """Where what is shown of a length begins: at 0 where all of it is, but for less than half a square."""
    return 0.0 if length - span <= slack else min(max(0.0, middle - span / 2), length - span)


@lru_cache(maxsize=8)
def base(ground: Ground, window: Window) -> dict[Place, Sign]:
    """The ground as it is drawn in a window."""
    laid: dict[Place, Sign] = {}

    def lines(role: str, stretches: list[tuple[Spot, Spot]], letters: str) -> None:
        for at, sides in joined(stretches, window).items():
            laid[at] = Sign(letters[sides], role, laid.get(at, Sign()).ground)

    def fill(role: str, area: Area, letter: str = "") -> None:
        for at in filled(area.points, window):
            before = laid.get(at, Sign())
            laid[at] = Sign(letter, role, role) if letter else before._replace(ground=role)

    def areas(*kinds: str) -> list[Area]:
        return [area for area in ground.areas if area.kind in kinds]

    corners = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.height), (0.0, ground.height))
    sites = [area for area in ground.areas if area.kind not in ("zone", "low", "block", "smoke")]
    for area in sites:
        fill("site", area)
    for area in areas("zone"):
        lines("zone", outline(area.points), DASHED)
    for area in sites:
        lines("site", outline(area.points), SITE * 16)
    for area in areas("smoke"):
        for at in filled(area.points, window):
            before = laid.get(at, Sign())
            laid[at] = Sign(before.letter if before.role else SMOKE, before.role or "smoke", "smoke")
    lines("frame", outline(corners), LIGHT)
    for area in areas("low"):
        fill("low", area, LOW)
    lines("low", [((b.x1, b.y1), (b.x2, b.y2)) for b in ground.barriers if b.kind == "low"], LOW * 16)
    for area in areas("block"):
        fill("block", area, BLOCK)
    for kind, letters in (("window", DOUBLE), ("wall", HEAVY)):
        lines(kind, [((b.x1, b.y1), (b.x2, b.y2)) for b in ground.barriers if b.kind == kind], letters)
    return laid
