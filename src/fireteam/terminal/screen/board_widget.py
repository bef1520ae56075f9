"""The table as a widget: a cursor that keys and mouse move, and as much round it as there is room for.

A board is drawn here, square by square; a free table by its `chart`.
"""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ...core.protocol.scene import Scene, Spot
from ..console import printable
from ..draw.glyphs import Overlay
from .map_view import MapView
from .style import SQUARE_SIZES, BoardStyle, Square

DIM_STYLE, LIT_STYLE = Style(color="#6e7681"), Style(color="#ffd54a", bold=True)
PAGE_SQUARES = 5  # squares that Page Up and Page Down go


class BoardWidget(Widget, can_focus=True):
    """A Scene, with what lies over it and a cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(0, 1)", "Up", show=False),
        Binding("down", "go(0, -1)", "Down", show=False),
        Binding("left", "go(-1, 0)", "Left", show=False),
        Binding("right", "go(1, 0)", "Right", show=False),
        Binding("home", "go(-999, 0)", "West", show=False),
        Binding("end", "go(999, 0)", "East", show=False),
        Binding("pageup", f"go(0, {PAGE_SQUARES})", "North", show=False),
        Binding("pagedown", f"go(0, -{PAGE_SQUARES})", "South", show=False),
        Binding("shift+up", "go(0, 1, True)", show=False),
        Binding("shift+down", "go(0, -1, True)", show=False),
        Binding("shift+left", "go(-1, 0, True)", show=False),
        Binding("shift+right", "go(1, 0, True)", show=False),
        Binding("z", "zoom", show=False),
        Binding("enter,space", "choose", "Do", key_display="⏎"),
    ]

    class CursorMoved(Message):
        """The cursor has gone to another square."""

    class PlaceChosen(Message):
        """The square under the cursor is meant."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(id="field")
        self.square_size = SQUARE_SIZES[-2]
        self.cursor: Spot = (0, 0)
        self._corner: Square = (0, 0)
        self.map_view: MapView | None = None
        self.show(scene)

    def show(self, scene: Scene, overlay: Overlay | None = None) -> None:
        """Draw this."""
        if scene.ground is None:
            self.map_view = None
        elif self.map_view is None:
            self.map_view = MapView(scene, overlay)
        else:
            self.map_view.show(scene, overlay)
        self.board_style = BoardStyle(scene, overlay)
        self.cursor = self._clamp(self.cursor)
        self.refresh()

    @property
    def scene(self) -> Scene:
        """What is drawn."""
        return self.board_style.scene

    # Room

    @property
    def ruler_width(self) -> int:
        """Columns that the numbers of the rows take."""
        return len(str(self.scene.height)) + 1

    def required_size(self, size: tuple[int, int]) -> Size:
        """The room for the whole board with squares of this size."""
        return Size(self.ruler_width + size[0] * self.scene.width, size[1] * self.scene.height + 1)

    @property
    def visible_size(self) -> Size:
        """How many squares there is room for."""
        width, rows = self.square_size
        across = max(1, (self.size.width - self.ruler_width) // width)
        up = max(1, (self.size.height - 1) // rows)
        return Size(min(across, self.scene.width), min(up, self.scene.height))

    @property
    def corner(self) -> Square:
        """The square in the south-west of what is shown: it moves as little as keeps the cursor in sight."""
        x, y = (
            max(min(self._corner[k], int(at)), int(at) - self.visible_size[k] + 1) for k, at in enumerate(self.cursor)
        )
        x, y = min(x, self.scene.width - self.visible_size.width), min(y, self.scene.height - self.visible_size.height)
        self._corner = (x, y)
        return self._corner

    # The cursor

    def point_at(self, spot: Spot) -> None:
        """Bring the cursor to a square, or to a point of a free table."""
        at = self._clamp(spot)
        if at != self.cursor:
            self.cursor = at
            self.refresh()
            self.post_message(self.CursorMoved())

    def _clamp(self, spot: Spot) -> Spot:
        """The nearest place that is on the table."""
        if self.map_view:
            return self.map_view.clamp(spot)
        x, y = (
            max(0, min(int(at), most - 1)) for at, most in zip(spot, (self.scene.width, self.scene.height), strict=True)
        )
        return x, y

    def action_go(self, dx: int, dy: int, fine: bool = False) -> None:
        """Move the cursor; on a free table by steps, or finely."""
        if self.map_view:
            self.point_at(self.map_view.step_from(self.cursor, dx, dy, fine))
        else:
            self.point_at((self.cursor[0] + dx, self.cursor[1] + dy))

    def action_zoom(self) -> None:
        """Show a free table nearer, round the cursor, or all of it again."""
        if self.map_view:
            self.map_view.zoom_to(self.cursor)
            self.refresh()

    def action_choose(self) -> None:
        """Mean the square under the cursor."""
        self.post_message(self.PlaceChosen())

    def on_click(self, event: events.Click) -> None:
        """A click points; a click where the cursor is already chooses."""
        square = self.place_at(event.x, event.y)
        if square is None:
            return
        if square == self.cursor:
            self.post_message(self.PlaceChosen())
        else:
            self.point_at(square)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel goes south."""
        self.action_go(0, -1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel goes north."""
        self.action_go(0, 1)

    def place_at(self, column: int, row: int) -> Spot | None:
        """What is drawn there, if anything."""
        return self.map_view.spot_at(column, row, self.cursor) if self.map_view else self.square_at(column, row)

    def square_at(self, column: int, row: int) -> Square | None:
        """The square that is drawn there, if any."""
        width, rows = self.square_size
        across, down = column - self.ruler_width, row // rows
        if across < 0 or across // width >= self.visible_size.width or down >= self.visible_size.height:
            return None
        return self.corner[0] + across // width, self.corner[1] + self.visible_size.height - 1 - down

    # Drawing

    def render_line(self, y: int) -> Strip:
        """A row of characters."""
        if self.map_view:
            self.map_view.size = self.size
            return self._full_width(self.map_view.line(y, self.cursor if self.can_focus else None))
        width, rows = self.square_size
        columns = range(self.corner[0], self.corner[0] + self.visible_size.width)
        down, row = divmod(y, rows)
        if down < self.visible_size.height:
            at = self.corner[1] + self.visible_size.height - 1 - down
            strip = [
                self._label(
                    f"{at + 1 if row == (rows - 1) // 2 else '':>{self.ruler_width - 1}} ", at == self.cursor[1]
                )
            ]
            for x in columns:
                text, style = self.board_style.square_row(
                    x, at, (width, rows), row, (x, at) == self.cursor and self.can_focus
                )
                strip.append(Segment(text, style))
            return self._full_width(Strip(strip))
        if y == self.visible_size.height * rows:
            names = [self._label(f"{printable(self.scene.columns[x]):^{width}}", x == self.cursor[0]) for x in columns]
            return self._full_width(Strip([Segment(self._edge_marks()), *names]))
        return Strip.blank(self.size.width, self.rich_style)

    def _full_width(self, strip: Strip) -> Strip:
        return strip.adjust_cell_length(self.size.width).apply_style(self.rich_style)

    def _label(self, text: str, lit: bool) -> Segment:
        return Segment(text, LIT_STYLE if lit else DIM_STYLE)

    def _edge_marks(self) -> str:
        """Signs that the board goes on beyond what is shown."""
        west = "◂" if self.corner[0] else " "
        east = "▸" if self.corner[0] + self.visible_size.width < self.scene.width else " "
        return f"{west}{east}"[: self.ruler_width].ljust(self.ruler_width)
