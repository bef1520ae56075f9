"""What is beneath everything else on a map: frame, zones, sites, smoke, low cover, blocks, windows and walls."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from ...core.protocol.scene import Area, Ground, Mark, Spot, Token
from ...core.protocol.scene_query import outline
from .rasterize import DASHED, DOUBLE, HEAVY, LIGHT, CharCell, Viewport, area_cells, stroke_cells

LOW_COVER, BLOCK, SMOKE, SITE, TRAIL = "▒█░·∙"
OPEN_TERRAIN = {"woods": "♣", "rough": ":", "water": "≈"}  # what one may stand in or look over
SOLID = {"opening": "╫", "block": BLOCK}
NOT_SITES = ("zone", "low", "smoke", *OPEN_TERRAIN, *SOLID)


class Glyph(NamedTuple):
    """A character cell: its letter, what that is part of, the ground beneath, the unit or thing it stands for."""

    letter: str = " "
    role: str = ""
    ground: str = ""
    subject: Token | Mark | None = None


def fit_scale(ground: Ground, columns: int, rows: int) -> float:
    """The scale at which all of a table fits into so many columns and rows."""
    return min((columns - 1) / ground.width, 2 * (rows - 1) / ground.height)


def viewport_on(ground: Ground, scale: float, columns: int, rows: int, centre: Spot) -> Viewport:
    """As much of a table at a scale as there is room for, and where it does not fit the part round a point."""
    across = min(columns, math.floor(ground.width * scale + 0.5) + 1)
    down = min(rows, math.floor(ground.height * scale / 2 + 0.5) + 1)
    x = _corner(ground.width, (across - 1) / scale, centre[0], 0.5 / scale)
    y = _corner(ground.height, (down - 1) * 2 / scale, centre[1], 1 / scale)
    return Viewport(x, y, scale, across, down)


def _corner(length: float, span: float, middle: float, slack: float) -> float:
    """Where what is shown of a length begins: at 0 where all of it is, but for less than half a square."""
    return 0.0 if length - span <= slack else min(max(0.0, middle - span / 2), length - span)


@lru_cache(maxsize=8)
def ground_glyphs(ground: Ground, viewport: Viewport) -> dict[CharCell, Glyph]:
    """The ground as it is drawn in a window."""
    glyphs: dict[CharCell, Glyph] = {}

    def lines(role: str, stretches: list[tuple[Spot, Spot]], letters: str) -> None:
        for at, sides in stroke_cells(stretches, viewport).items():
            glyphs[at] = Glyph(letters[sides], role, glyphs.get(at, Glyph()).ground)

    def fill(role: str, area: Area, letter: str = "") -> None:
        for at in area_cells(area.points, viewport):
            before = glyphs.get(at, Glyph())
            glyphs[at] = Glyph(letter, role, role) if letter else before._replace(ground=role)

    def areas(*kinds: str) -> list[Area]:
        return [area for area in ground.areas if area.kind in kinds]

    corners = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.height), (0.0, ground.height))
    sites = [area for area in ground.areas if area.kind not in NOT_SITES]
    for kind, letter in OPEN_TERRAIN.items():
        for area in areas(kind):
            fill(kind, area, letter)
    for area in sites:
        fill("site", area)
    for area in areas("zone"):
        lines("zone", outline(area.points), DASHED)
    for area in sites:
        lines("site", outline(area.points), SITE * 16)
    for area in areas("smoke"):
        for at in area_cells(area.points, viewport):
            before = glyphs.get(at, Glyph())
            glyphs[at] = Glyph(before.letter if before.role else SMOKE, before.role or "smoke", "smoke")
    lines("frame", outline(corners), LIGHT)
    for area in areas("low"):
        fill("low", area, LOW_COVER)
    lines("low", [((b.x1, b.y1), (b.x2, b.y2)) for b in ground.barriers if b.kind == "low"], LOW_COVER * 16)
    for kind, letter in SOLID.items():
        for area in areas(kind):
            fill(kind, area, letter)
    for kind, letters in (("window", DOUBLE), ("wall", HEAVY)):
        lines(kind, [((b.x1, b.y1), (b.x2, b.y2)) for b in ground.barriers if b.kind == kind], letters)
    return glyphs
