"""A free table on the screen: as much of its map as there is room for at a scale, in colours besides the signs."""

from __future__ import annotations

import math

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from ...core.protocol.scene import Ground, Scene, Spot, Token
from ...core.protocol.scene_query import unit_at
from ..draw.glyphs import Overlay
from ..draw.ground import Glyph, fit_scale, viewport_on
from ..draw.map import Map, least_scale
from ..draw.rasterize import CharCell, Viewport
from .style import (
    BLOCKER_COLOUR,
    CURSOR_COLOUR,
    IDLE_COLOURS,
    REACH_COLOUR,
    SELECTED_COLOUR,
    SIDE_COLOURS,
    SIGHT_COLOUR,
    SOLID_COLOUR,
    TARGET_COLOUR,
    THREAT_COLOURS,
)

ZOOMS = (1.0, 2.0, 4.0)
MARGIN = 2  # columns and rows that stay in sight beyond the cursor
FINE_STEP = 0.2  # of a step
BACKGROUND = "#1a1f25"
ROLE_GROUNDS = {
    "site": "#2b3320",
    "smoke": "#4b525b",
    "reach": REACH_COLOUR,
    "ray": SIGHT_COLOUR,
    "blocked": BLOCKER_COLOUR,
    "low": "#4f463b",
}
ROLE_COLOURS = {
    "wall": "#f2f2f2",
    "window": "#6fd6d8",
    "low": "#d8b46a",
    "block": SOLID_COLOUR,
    "opening": "#6fd6d8",
    "woods": "#5fa86a",
    "rough": "#9a9285",
    "water": "#6fb1e0",
    "zone": "#8a4a45",
    "site": "#a9d18e",
    "name": "#8b949e",
    "frame": "#6e7681",
    "smoke": "#8b949e",
    "reach": "#eaffea",
    "ray": "#ffffff",
    "blocked": "#000000",
    "by": BLOCKER_COLOUR,
    "trail": "#8b949e",
    "way": "#7ee2a8",
    "gone": "#c3cad3",
    "mark": "#ffd54a",
    "threat": "#ffffff",
    "ruler": "#6e7681",
    "lit": "#ffd54a",
}
BOLD_ROLES = ("wall", "site", "mark", "blocked", "by", "lit", "threat", "way")


class MapView:
    """A map in so many columns and rows: what is shown of it, and where things are on it."""

    def __init__(self, scene: Scene, overlay: Overlay | None = None) -> None:
        self.zoom, self.size = 0, Size(80, 24)
        self.show(scene, overlay)
        self.middle: Spot = (self.ground.width / 2, self.ground.height / 2)

    def show(self, scene: Scene, overlay: Overlay | None = None) -> None:
        """Draw this from now on."""
        self.map = Map(scene, overlay)
        self._strips_key: tuple[Viewport, Spot | None] | None = None
        self._strips: list[Strip] = []

    @property
    def ground(self) -> Ground:
        """The table."""
        return self.map.ground

    # Room

    def scale(self, columns: int, rows: int) -> float:
        """Columns to a unit, of all of the table in so much room."""
        return fit_scale(self.ground, columns - self.map.ruler_width, rows - 1)

    def required_size(self, columns: int, rows: int) -> Size:
        """What it takes of so much room."""
        scale = max(least_scale(self.ground), self.scale(columns, rows))
        window = viewport_on(self.ground, scale, columns - self.map.ruler_width, rows - 1, self.middle)
        return Size(window.columns + self.map.ruler_width, window.rows + 1)

    def viewport(self, cursor: Spot) -> Viewport:
        """What is shown: it moves only when the cursor comes to its edge."""
        columns, rows = max(2, self.size.width - self.map.ruler_width), max(2, self.size.height - 1)
        scale = max(least_scale(self.ground), fit_scale(self.ground, columns, rows)) * ZOOMS[self.zoom]
        found = viewport_on(self.ground, scale, columns, rows, self.middle)
        x, y = found.cell_of(cursor)
        if not (MARGIN <= x < found.columns - MARGIN and MARGIN <= y < found.rows - MARGIN):
            self.middle = cursor
            found = viewport_on(self.ground, scale, columns, rows, self.middle)
        return found

    def zoom_to(self, cursor: Spot) -> None:
        """The next scale, round the cursor."""
        self.zoom, self.middle = (self.zoom + 1) % len(ZOOMS), cursor

    # The cursor

    def clamp(self, spot: Spot) -> Spot:
        """A point, or the nearest that is on the table."""
        return max(0.0, min(spot[0], self.ground.width)), max(0.0, min(spot[1], self.ground.height))

    def step_from(self, cursor: Spot, dx: int, dy: int, fine: bool) -> Spot:
        """So many steps on: to a whole number of them first, where it is between. At least a column or a row."""
        if fine:
            across = up = self.ground.step * FINE_STEP
        else:
            scale = self.viewport(cursor).scale
            across, up = (self._visible_step(signs) for signs in (1 / scale, 2 / scale))
        return self.clamp((_snap_step(cursor[0], dx, across), _snap_step(cursor[1], dy, up)))

    def _visible_step(self, glyph_width: float) -> float:
        """The least number of steps that reaches the next sign, so that the cursor is seen to go."""
        return self.ground.step * max(1, math.ceil(glyph_width / self.ground.step - 1e-9))

    def spot_at(self, column: int, row: int, cursor: Spot) -> Spot | None:
        """What a click means: a unit or a thing by its letters, the cursor where that is already, else a point."""
        window, place = self.viewport(cursor), (column - self.map.ruler_width, row)
        if not window.contains(place):
            return None
        for of, label in self.map.labels:
            if place in label.cells:
                return of.x, of.y
        if place == window.cell_of(cursor):
            return cursor
        digits = max(0, math.ceil(math.log10(window.scale)) + (1 if window.scale > 1 else 0))
        x, y = window.spot_of(place)
        return self.clamp((round(x, digits), round(y, digits)))

    # Drawing

    def line(self, y: int, cursor: Spot | None) -> Strip:
        """A row of characters."""
        window = self.viewport(cursor or self.middle)
        if (window, cursor) != self._strips_key:
            self._strips_key, self._strips = (window, cursor), self._draw(window, cursor)
        return self._strips[y] if y < len(self._strips) else Strip([])

    def _draw(self, viewport: Viewport, cursor: Spot | None) -> list[Strip]:
        pointed = unit_at(self.map.scene, cursor) if cursor else None
        at = viewport.cell_of(cursor) if cursor else None
        strips = []
        for row, signs in enumerate(self.map.rows(viewport, cursor)):
            edge = self.map.ruler_width
            segments: list[Segment] = []
            for column, sign in enumerate(signs):
                here: CharCell = (column - edge, row)
                lit = here == at or (pointed is not None and sign.subject is pointed)
                segments.append(Segment(sign.letter, self._style(sign, lit)))
            strips.append(Strip(segments).simplify())
        return strips

    def _style(self, glyph: Glyph, lit: bool) -> Style:
        """How a character cell looks."""
        if lit:
            return Style(color="#000000", bgcolor=CURSOR_COLOUR, bold=True)
        if isinstance(glyph.subject, Token):
            return self._unit_style(glyph.subject)
        ground = ROLE_GROUNDS.get(glyph.ground, BACKGROUND)
        if glyph.role == "threat":
            ground = THREAT_COLOURS[min(3, int(glyph.letter) * 4 // 10)]
        elif glyph.role in ("ruler", "lit"):
            return Style(color=ROLE_COLOURS[glyph.role], bold=glyph.role == "lit")
        return Style(color=ROLE_COLOURS.get(glyph.role, "#c3cad3"), bgcolor=ground, bold=glyph.role in BOLD_ROLES)

    def _unit_style(self, token: Token) -> Style:
        over, side = self.map.overlay, token.colour % len(SIDE_COLOURS)
        if token.at == over.selection:
            return Style(color="#000000", bgcolor=SELECTED_COLOUR, bold=True)
        if token.at in over.targets:
            return Style(color="#ffffff", bgcolor=TARGET_COLOUR, bold=True, underline=True)
        ground = IDLE_COLOURS[side] if token.at in over.idle else SIDE_COLOURS[side]
        return Style(
            color="#ffffff", bgcolor=ground, bold=token.at not in over.idle, underline=token.at in over.changes
        )


def _snap_step(value: float, by: int, step: float) -> float:
    """A length so many steps on, of a scale that begins at 0."""
    if not by:
        return value
    whole_steps = math.floor(value / step + 1e-9) if by > 0 else math.ceil(value / step - 1e-9)
    return round((whole_steps + by) * step, 6)
