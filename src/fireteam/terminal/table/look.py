"""How the squares of a table look: letters and marks first and colour besides, so that either alone can be read."""

from __future__ import annotations

from typing import TypeAlias

from rich.cells import set_cell_size
from rich.style import Style

from ...core.scene import Cell, Scene, Token
from ..board import Board
from ..paper import printable
from ..signs import AIMED, GONE, HELD, LINE, REACH, WALL, Over, shown

Square: TypeAlias = tuple[int, int]

SHAPES = "▲●◆★"  # which side's a unit is, where there is room for it beside capitals and small letters
SIDES = ("#c2372e", "#2f6fd0", "#a445b2", "#188a8d")
TINTS = ("#ff8f85", "#8fbcff", "#e39bf0", "#6fd6d8")
SPENT = ("#5a2421", "#223f6b", "#4f2a55", "#17494a")
OPEN = ("#1d2229", "#22282f")  # squares alternate, so that they can be counted
SOLID = "#666d76"
GROUNDS = {  # by the first of these words that the ground's name holds
    "river": "#1c4469",
    "water": "#1c4469",
    "swamp": "#36422a",
    "mud": "#453a2a",
    "wood": "#1f4a2b",
    "forest": "#1f4a2b",
    "rock": "#4f463b",
    "hill": "#5a4a2a",
    "bridge": "#6a5334",
    "road": "#57524a",
    "sand": "#6b5f3a",
    "snow": "#6e7780",
}
OTHERS = ("#3c2f55", "#2b4a4a", "#55402f", "#4a2f3f")  # for grounds that hold none of them
WITHIN, ZONE = "#2c7a4b", "#4b4a2c"
HIT, SEEN, BLOCKED, CURSOR, TAKEN = "#b3261e", "#8a7a1f", "#ff5c50", "#ffd54a", "#f2f2f2"
HEAT = ("#3d2a2a", "#5e2a2a", "#872a2a", "#b32a2a")  # seldom to mostly
SIZES = ((9, 4), (8, 3), (7, 3), (6, 2), (5, 2), (4, 1), (3, 1))
"""Columns and rows that a square may take, the roomiest first."""


class Look:
    """A Scene with what lies over it, square by square."""

    def __init__(self, scene: Scene, over: Over | None = None) -> None:
        self.scene, self.over = scene, over or Over()
        self.board = Board(scene)
        strange = dict.fromkeys(cell.ground for cell in scene.cells if _colour(cell.ground) is None)
        self.others = {ground: OTHERS[k % len(OTHERS)] for k, ground in enumerate(strange)}

    def square(self, x: int, y: int, size: tuple[int, int], row: int, pointed: bool = False) -> tuple[str, Style]:
        """One row of a square that is so many columns and rows in size: its text and its style."""
        width, rows = size
        cell, token = self.board.cells[x, y], self.board.tokens.get((x, y))
        main = (rows - 1) // 2
        text = ""
        if row == main:
            text = self._unit(token, width) if token else self._middle(cell, width, rows)
        elif row == main + 1:
            text = self._below(cell, token)
        style = self._style(cell, token, pointed)
        return set_cell_size(text if token and row == main and rows == 1 else _centred(text, width), width), style

    def _unit(self, token: Token, width: int) -> str:
        """A unit: its mark where there is room, and its letters."""
        letters = printable(shown(token))
        if width <= len(letters):
            return letters
        at, over = token.at, self.over
        mark = HELD if at == over.taken else AIMED if at in over.targets else SHAPES[token.side % len(SHAPES)]
        return mark + letters

    def _middle(self, cell: Cell, width: int, rows: int) -> str:
        """A square without a unit: what can come here or is seen from it, and its ground."""
        at = (cell.x, cell.y)
        mark = self._mark(at)
        if rows == 1 and self.over.threats and at in self.over.threats:
            return f"{mark or ' '}{_percent(self.over.threats[at], width - 1)}"
        ground = self._ground(cell)
        return f"{mark}{ground if not mark or ground != '·' else ''}"

    def _below(self, cell: Cell, token: Token | None) -> str:
        """The row beneath: the threat where it is shown, else the ground that a unit hides."""
        at = (cell.x, cell.y)
        if self.over.threats is not None:
            return f"{self.over.threats[at]:.0%}" if at in self.over.threats else ""
        ground = self._ground(cell)
        return ground if token and ground != "·" else ""

    def _mark(self, at: Square) -> str:
        over = self.over
        if at == over.blocker:
            return WALL
        return REACH if at in over.reach else LINE if at in over.line else GONE if at in over.fresh else ""

    def _ground(self, cell: Cell) -> str:
        zone = next((self.board.marks[zone] for zone in cell.zones if zone in self.board.marks), "")
        letter = "·" if cell.letter == self.board.plain else printable(cell.letter)
        return letter + zone

    def _style(self, cell: Cell, token: Token | None, pointed: bool) -> Style:
        at, over = (cell.x, cell.y), self.over
        ground = self._behind(cell)
        if pointed:
            return Style(color="#000000", bgcolor=CURSOR, bold=True)
        if token:
            return self._unit_style(token)
        if at == over.blocker:
            return Style(color="#000000", bgcolor=BLOCKED, bold=True)
        if over.threats and at in over.threats:
            return Style(color="#ffffff", bgcolor=HEAT[min(3, int(over.threats[at] * 4))], bold=at in over.reach)
        if at in over.targets:
            return Style(color="#ffffff", bgcolor=HIT, bold=True)
        if at in over.reach:
            return Style(color="#eaffea", bgcolor=WITHIN, bold=True)
        if at in over.line:
            return Style(color="#ffffff", bgcolor=SEEN, bold=True)
        if at in over.fresh:
            return Style(color="#ffffff", bgcolor=ground, bold=True)
        dim = cell.letter == self.board.plain and not cell.zones
        return Style(color="#59626d" if dim else "#c3cad3", bgcolor=ground)

    def _unit_style(self, token: Token) -> Style:
        at, over, side = token.at, self.over, token.colour % len(SIDES)
        if at == over.taken:
            return Style(color="#000000", bgcolor=TAKEN, bold=True)
        if at in over.targets:
            return Style(color="#ffffff", bgcolor=HIT, bold=True, underline=True)
        ground = SPENT[side] if at in over.tired else SIDES[side]
        return Style(color="#ffffff", bgcolor=ground, bold=at not in over.tired, underline=at in over.fresh)

    def _behind(self, cell: Cell) -> str:
        """The colour of the ground."""
        if cell.solid:
            return SOLID
        if cell.letter != self.board.plain:
            return _colour(" ".join((cell.ground, *cell.zones))) or (ZONE if cell.zones else self.others[cell.ground])
        return OPEN[(cell.x + cell.y) % 2]


def _colour(ground: str) -> str | None:
    """The colour that a ground has by its name."""
    return next((colour for word, colour in GROUNDS.items() if word in ground.lower()), None)


def _percent(chance: float, width: int) -> str:
    """A chance in so few columns: 67% or 67."""
    text = f"{chance:.0%}"
    return text if len(text) <= width else text[:-1][:width]


def _centred(text: str, width: int) -> str:
    return " " * ((width - len(text)) // 2) + text
