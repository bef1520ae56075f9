"""How the squares of a table look: letters and marks first and colour besides, so that either alone can be read."""

from __future__ import annotations

from typing import TypeAlias

from rich.cells import set_cell_size
from rich.style import Style

from ...core.percent import short_percent
from ...core.protocol.scene import Cell, Scene, Token
from ..console import printable
from ..draw.board import Board
from ..draw.glyphs import (
    BLOCK_MARK,
    CHANGED_MARK,
    REACH_MARK,
    SELECTED_MARK,
    SIGHT_MARK,
    TARGET_MARK,
    Overlay,
    token_letters,
)

Square: TypeAlias = tuple[int, int]

SIDE_SHAPES = "▲●◆★"  # which side's a unit is, where there is room for it beside capitals and small letters
SIDE_COLOURS = ("#c2372e", "#2f6fd0", "#a445b2", "#188a8d")
SIDE_TINTS = ("#ff8f85", "#8fbcff", "#e39bf0", "#6fd6d8")
IDLE_COLOURS = ("#5a2421", "#223f6b", "#4f2a55", "#17494a")
PLAIN_COLOURS = ("#1d2229", "#22282f")  # squares alternate, so that they can be counted
SOLID_COLOUR = "#666d76"
GROUND_COLOURS = {  # by the first of these words that the ground's name holds
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
OTHER_COLOURS = ("#3c2f55", "#2b4a4a", "#55402f", "#4a2f3f")  # for grounds that hold none of them
REACH_COLOUR, ZONE_COLOUR = "#2c7a4b", "#4b4a2c"
TARGET_COLOUR, SIGHT_COLOUR, BLOCKER_COLOUR, CURSOR_COLOUR, SELECTED_COLOUR = (
    "#b3261e",
    "#8a7a1f",
    "#ff5c50",
    "#ffd54a",
    "#f2f2f2",
)
THREAT_COLOURS = ("#3d2a2a", "#5e2a2a", "#872a2a", "#b32a2a")  # seldom to mostly
SQUARE_SIZES = ((9, 4), (8, 3), (7, 3), (6, 2), (5, 2), (4, 1), (3, 1))
"""Columns and rows that a square may take, the roomiest first."""


class BoardStyle:
    """A Scene with what lies over it, square by square."""

    def __init__(self, scene: Scene, overlay: Overlay | None = None) -> None:
        self.scene, self.overlay = scene, overlay or Overlay()
        self.board = Board(scene)
        strange = dict.fromkeys(cell.ground for cell in scene.cells if _colour(cell.ground) is None)
        self.other_colours = {ground: OTHER_COLOURS[k % len(OTHER_COLOURS)] for k, ground in enumerate(strange)}

    def square_row(self, x: int, y: int, size: tuple[int, int], row: int, at_cursor: bool = False) -> tuple[str, Style]:
        """One row of a square that is so many columns and rows in size: its text and its style."""
        width, rows = size
        cell, token = self.board.cells[x, y], self.board.tokens.get((x, y))
        main = (rows - 1) // 2
        text = ""
        if row == main:
            text = self._unit_text(token, width) if token else self._middle_text(cell, width, rows)
        elif row == main + 1:
            text = self._lower_text(cell, token)
        style = self._style(cell, token, at_cursor)
        return set_cell_size(text if token and row == main and rows == 1 else _centre(text, width), width), style

    def _unit_text(self, token: Token, width: int) -> str:
        """A unit: its mark where there is room, and its letters."""
        letters = printable(token_letters(token))
        if width <= len(letters):
            return letters
        at, over = token.at, self.overlay
        mark = (
            SELECTED_MARK
            if at == over.selection
            else TARGET_MARK
            if at in over.targets
            else SIDE_SHAPES[token.side % len(SIDE_SHAPES)]
        )
        return mark + letters

    def _middle_text(self, cell: Cell, width: int, rows: int) -> str:
        """A square without a unit: what can come here or is seen from it, and its ground."""
        at = (cell.x, cell.y)
        mark = self._mark(at)
        if rows == 1 and self.overlay.threats and at in self.overlay.threats:
            return _threat_text(mark, self.overlay.threats[at], width)
        ground = self._ground(cell)
        return f"{mark}{ground if not mark or ground != '·' else ''}"

    def _lower_text(self, cell: Cell, token: Token | None) -> str:
        """The row beneath: the threat where it is shown, else the ground that a unit hides."""
        at = (cell.x, cell.y)
        if self.overlay.threats is not None:
            return short_percent(self.overlay.threats[at]) if at in self.overlay.threats else ""
        ground = self._ground(cell)
        return ground if token and ground != "·" else ""

    def _mark(self, at: Square) -> str:
        over = self.overlay
        if at == over.blocker:
            return BLOCK_MARK
        return (
            REACH_MARK
            if at in over.reach
            else SIGHT_MARK
            if at in over.sight_line
            else CHANGED_MARK
            if at in over.changes
            else ""
        )

    def _ground(self, cell: Cell) -> str:
        zone = next((self.board.marks[zone] for zone in cell.zones if zone in self.board.marks), "")
        letter = "·" if cell.letter == self.board.plain_letter else printable(cell.letter)
        return letter + zone

    def _style(self, cell: Cell, token: Token | None, at_cursor: bool) -> Style:
        at, over = (cell.x, cell.y), self.overlay
        ground = self._ground_colour(cell)
        if at_cursor:
            return Style(color="#000000", bgcolor=CURSOR_COLOUR, bold=True)
        if token:
            return self._unit_style(token)
        if at == over.blocker:
            return Style(color="#000000", bgcolor=BLOCKER_COLOUR, bold=True)
        if over.threats and at in over.threats:
            return Style(
                color="#ffffff", bgcolor=THREAT_COLOURS[min(3, int(over.threats[at] * 4))], bold=at in over.reach
            )
        if at in over.targets:
            return Style(color="#ffffff", bgcolor=TARGET_COLOUR, bold=True)
        if at in over.reach:
            return Style(color="#eaffea", bgcolor=REACH_COLOUR, bold=True)
        if at in over.sight_line:
            return Style(color="#ffffff", bgcolor=SIGHT_COLOUR, bold=True)
        if at in over.changes:
            return Style(color="#ffffff", bgcolor=ground, bold=True)
        dim = cell.letter == self.board.plain_letter and not cell.zones
        return Style(color="#59626d" if dim else "#c3cad3", bgcolor=ground)

    def _unit_style(self, token: Token) -> Style:
        at, over, side = token.at, self.overlay, token.colour % len(SIDE_COLOURS)
        if at == over.selection:
            return Style(color="#000000", bgcolor=SELECTED_COLOUR, bold=True)
        if at in over.targets:
            return Style(color="#ffffff", bgcolor=TARGET_COLOUR, bold=True, underline=True)
        ground = IDLE_COLOURS[side] if at in over.idle else SIDE_COLOURS[side]
        return Style(color="#ffffff", bgcolor=ground, bold=at not in over.idle, underline=at in over.changes)

    def _ground_colour(self, cell: Cell) -> str:
        """The colour of the ground."""
        if cell.solid:
            return SOLID_COLOUR
        if cell.letter != self.board.plain_letter:
            return _colour(" ".join((cell.ground, *cell.zones))) or (
                ZONE_COLOUR if cell.zones else self.other_colours[cell.ground]
            )
        return PLAIN_COLOURS[(cell.x + cell.y) % 2]


def _colour(ground: str) -> str | None:
    """The colour that a ground has by its name."""
    return next((colour for word, colour in GROUND_COLOURS.items() if word in ground.lower()), None)


def _threat_text(mark: str, chance: float, width: int) -> str:
    """A chance after a mark in so few columns: 67% or 67; where there is room for one of the two, the chance."""
    text = short_percent(chance)
    return f"{mark or ' '}{text if len(text) < width else text[:-1]}"[-width:]


def _centre(text: str, width: int) -> str:
    return " " * ((width - len(text)) // 2) + text
