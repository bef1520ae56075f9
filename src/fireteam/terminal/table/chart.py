"""A free table on the screen: as much of its map as there is room for at a scale, in colours besides the signs."""

from __future__ import annotations

import math

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from ...core.scene import Ground, Scene, Spot, Token
from ...core.spots import unit_at
from ..ground import Sign, whole, window_on
from ..map import COARSEST, Map
from ..signs import Over
from ..strokes import Place, Window
from .look import BLOCKED, CURSOR, HEAT, HIT, SEEN, SIDES, SOLID, SPENT, TAKEN, WITHIN

ZOOMS = (1.0, 2.0, 4.0)
MARGIN = 2  # columns and rows that stay in sight beyond the cursor
FINELY = 0.2  # of a step
PAPER = "#1a1f25"
GROUNDS = {"site": "#2b3320", "smoke": "#4b525b", "reach": WITHIN, "ray": SEEN, "blocked": BLOCKED, "low": "#4f463b"}
INKS = {
    "wall": "#f2f2f2",
    "window": "#6fd6d8",
    "low": "#d8b46a",
    "block": SOLID,
    "zone": "#8a4a45",
    "site": "#a9d18e",
    "name": "#8b949e",
    "frame": "#6e7681",
    "smoke": "#8b949e",
    "reach": "#eaffea",
    "ray": "#ffffff",
    "blocked": "#000000",
    "by": BLOCKED,
    "trail": "#8b949e",
    "way": "#7ee2a8",
    "gone": "#c3cad3",
    "mark": "#ffd54a",
    "threat": "#ffffff",
    "ruler": "#6e7681",
    "lit": "#ffd54a",
}
BOLD = ("wall", "site", "mark", "blocked", "by", "lit", "threat", "way")


class Chart:
    """A map in so many columns and rows: what is shown of it, and where things are on it."""

    def __init__(self, scene: Scene, over: Over | None = None) -> None:
        self.zoom, self.size = 0, Size(80, 24)
        self.show(scene, over)
        self.middle: Spot = (self.ground.width / 2, self.ground.height / 2)

    def show(self, scene: Scene, over: Over | None = None) -> None:
        """Draw this from now on."""
        self.map = Map(scene, over)
        self._drawn: tuple[Window, Spot | None] | None = None
        self._strips: list[Strip] = []

    @property
    def ground(self) -> Ground:
        """The table."""
        return self.map.ground

    # Room

    def scale(self, columns: int, rows: int) -> float:
        """Columns to a unit, of all of the table in so much room."""
        return whole(self.ground, columns - self.map.edge, rows - 1)

    def needs(self, columns: int, rows: int) -> Size:
        """What it takes of so much room."""
        scale = max(COARSEST, self.scale(columns, rows))
        window = window_on(self.ground, scale, columns - self.map.edge, rows - 1, self.middle)
        return Size(window.columns + self.map.edge, window.rows + 1)

    def window(self, cursor: Spot) -> Window:
        """What is shown: it moves only when the cursor comes to its edge."""
        columns, rows = max(2, self.size.width - self.map.edge), max(2, self.size.height - 1)
        scale = max(COARSEST, whole(self.ground, columns, rows)) * ZOOMS[self.zoom]
        found = window_on(self.ground, scale, columns, rows, self.middle)
        x, y = found.place(cursor)
        if not (MARGIN <= x < found.columns - MARGIN and MARGIN <= y < found.rows - MARGIN):
            self.middle = cursor
            found = window_on(self.ground, scale, columns, rows, self.middle)
        return found

    def zoom_on(self, cursor: Spot) -> None:
        """The next scale, round the cursor."""
        self.zoom, self.middle = (self.zoom + 1) % len(ZOOMS), cursor

    # The cursor

    def bounded(self, spot: Spot) -> Spot:
        """A point, or the nearest that is on the table."""
        return max(0.0, min(spot[0], self.ground.width)), max(0.0, min(spot[1], self.ground.height))

    def moved(self, cursor: Spot, dx: int, dy: int, finely: bool) -> Spot:
        """So many steps on: to a whole number of them first, where it is between. At least a column or a row."""
        if finely:
            across = up = self.ground.step * FINELY
        else:
            scale = self.window(cursor).scale
            across, up = (self._seen_step(signs) for signs in (1 / scale, 2 / scale))
        return self.bounded((_stepped(cursor[0], dx, across), _stepped(cursor[1], dy, up)))

    def _seen_step(self, sign: float) -> float:
        """The least number of steps that reaches the next sign, so that the cursor is seen to go."""
        return self.ground.step * max(1, math.ceil(sign / self.ground.step - 1e-9))

    def spot_at(self, column: int, row: int, cursor: Spot) -> Spot | None:
        """What a click means: a unit or a thing by its letters, the cursor where that is already, else a point."""
        window, place = self.window(cursor), (column - self.map.edge, row)
        if not window.holds(place):
            return None
        for of, label in self.map.labels:
            if place in label.cells:
                return of.x, of.y
        if place == window.place(cursor):
            return cursor
        digits = max(0, math.ceil(math.log10(window.scale)) + (1 if window.scale > 1 else 0))
        x, y = window.spot(place)
        return self.bounded((round(x, digits), round(y, digits)))

    # Drawing

    def line(self, y: int, cursor: Spot | None) -> Strip:
        """A row of characters."""
        window = self.window(cursor or self.middle)
        if (window, cursor) != self._drawn:
            self._drawn, self._strips = (window, cursor), self._draw(window, cursor)
        return self._strips[y] if y < len(self._strips) else Strip([])

    def _draw(self, window: Window, cursor: Spot | None) -> list[Strip]:
        pointed = unit_at(self.map.scene, cursor) if cursor else None
        at = window.place(cursor) if cursor else None
        strips = []
        for row, signs in enumerate(self.map.rows(window, cursor)):
            edge = self.map.edge
            segments: list[Segment] = []
            for column, sign in enumerate(signs):
                here: Place = (column - edge, row)
                lit = here == at or (pointed is not None and sign.of is pointed)
                segments.append(Segment(sign.letter, self._style(sign, lit)))
            strips.append(Strip(segments).simplify())
        return strips

    def _style(self, sign: Sign, lit: bool) -> Style:
        """How a square of the paper looks."""
        if lit:
            return Style(color="#000000", bgcolor=CURSOR, bold=True)
        if isinstance(sign.of, Token):
            return self._unit_style(sign.of)
        ground = GROUNDS.get(sign.ground, PAPER)
        if sign.role == "threat":
            ground = HEAT[min(3, int(sign.letter) * 4 // 10)]
        elif sign.role in ("ruler", "lit"):
            return Style(color=INKS[sign.role], bold=sign.role == "lit")
        return Style(color=INKS.get(sign.role, "#c3cad3"), bgcolor=ground, bold=sign.role in BOLD)

    def _unit_style(self, token: Token) -> Style:
        over, side = self.map.over, token.colour % len(SIDES)
        if token.at == over.taken:
            return Style(color="#000000", bgcolor=TAKEN, bold=True)
        if token.at in over.targets:
            return Style(color="#ffffff", bgcolor=HIT, bold=True, underline=True)
        ground = SPENT[side] if token.at in over.tired else SIDES[side]
        return Style(color="#ffffff", bgcolor=ground, bold=token.at not in over.tired, underline=token.at in over.fresh)


def _stepped(value: float, by: int, step: float) -> float:
    """A length so many steps on, of a scale that begins at 0."""
    if not by:
        return value
    whole_steps = math.floor(value / step + 1e-9) if by > 0 else math.ceil(value / step - 1e-9)
    return round((whole_steps + by) * step, 6)
