"""The table on a screen: board, what is pointed at, what can be done, log, and a bar that says what goes on.

Both playing and looking at a replay are this screen; they differ in what can be done.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from ...core.game import Game
from ...core.scene import Scene
from ...match.record import Account
from ..board import drawing, roster
from ..menu import lettered
from ..paper import Line, packed, printable
from ..signs import Over, letters_of
from ..story import happened
from . import about
from .chart import Chart
from .field import Field
from .look import SIZES
from .windows import Book, Page, text

BESIDE, LOG, BELOW, TALL = 34, 5, 6, 20  # columns and rows that panes need to be worth standing there
CLAUSE = re.compile(r"\b[A-Z][A-Z0-9]*-(?:EX-)?\d+(?:\.\d+)*\b")
MADE = re.compile(r"\[[^\[\]]*\]")


class TableScreen(Screen[None]):
    """A Scene with panes round it."""

    MEANINGS: ClassVar[dict[str, str]] = {}

    def __init__(self, game: Game, scene: Scene) -> None:
        super().__init__()
        self.game = game
        self.field = Field(scene)
        self.letters: dict[str, str] = {}
        self.preface: list[str] = []  # what stands in the log before anything happens
        self.accounts: list[Account] = []
        self.clauses: list[list[str]] = []  # of each entry of the log
        self.at_hand: list[str] = []  # clauses of what was said last

    def compose(self) -> ComposeResult:
        """The standing above, the bar below, between them board, side and log."""
        with Vertical(id="whole"):
            yield Static(id="standing")
            with Container(id="middle"):
                yield self.field
                with Vertical(id="side"):
                    with VerticalScroll(id="about", can_focus=False):
                        yield Static(id="said")
                    yield OptionList(id="acts")
                yield OptionList(id="log")
            yield Static(id="bar")
            yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin on the board."""
        self.field.focus()
        self.tell([])
        self.lay(self.field.scene)

    def on_resize(self) -> None:
        """Another size, another layout; the log stays at its end."""
        self.fit()
        self._to_the_end()

    # Room

    def fit(self) -> None:
        """Give the board the roomiest squares that leave enough for the panes, or the map what shows most of it."""
        width = self.size.width
        rows = self.size.height - len(self._standing(width)) - 4
        if self.field.chart:
            self._fit_map(self.field.chart, width, rows - 1)
            return
        for size in SIZES:
            board = self.field.needs(size)
            spare = rows - board.height
            if width - board.width >= BESIDE and spare >= 0 and (spare >= LOG or rows >= TALL):
                self._beside(board.width, board.height, spare >= LOG)
                break
            if board.width <= width and spare >= (BELOW if size[1] == 1 else 2 * LOG):
                self._stacked(board.height)
                break
        else:
            size = SIZES[-1]
            self._stacked(min(self.field.needs(size).height, rows - BELOW))
        self.field.size_of_square = size
        self.field.refresh()

    def _fit_map(self, chart: Chart, width: int, rows: int) -> None:
        """Panes beside the map or below it, whichever lets it be larger."""
        if chart.scale(width - BESIDE, rows) >= chart.scale(width, rows - BELOW):
            room = chart.needs(width - BESIDE, rows)
            self._beside(room.width, room.height, rows - room.height >= LOG)
        else:
            self._stacked(chart.needs(width, rows - BELOW).height)
        self.field.refresh()

    def _beside(self, columns: int, rows: int, below: bool) -> None:
        """Board at the left, panes at its right; the log below the board, or below the panes."""
        middle, side = self.query_one("#middle"), self.query_one("#side")
        middle.styles.grid_size_columns, middle.styles.grid_size_rows = 2, 2
        middle.styles.grid_columns = f"{columns + 1} 1fr"
        middle.styles.grid_rows = f"{rows} 1fr" if below else "3fr 2fr"
        self.field.styles.column_span, self.field.styles.row_span = 1, 1 if below else 2
        side.styles.row_span = 2 if below else 1

    def _stacked(self, rows: int) -> None:
        """Board above, panes and log side by side below it."""
        middle = self.query_one("#middle")
        middle.styles.grid_size_columns, middle.styles.grid_size_rows = 2, 2
        middle.styles.grid_columns = "1fr 1fr"
        middle.styles.grid_rows = f"{rows} 1fr"
        self.field.styles.column_span, self.field.styles.row_span = 2, 1
        self.query_one("#side").styles.row_span = 1

    # What is shown

    def lay(self, scene: Scene, over: Over | None = None) -> None:
        """Show a Scene."""
        grown = (scene.width, scene.height) != (self.field.scene.width, self.field.scene.height)
        self.field.show(scene, over)
        self.letters |= letters_of(scene)
        self.query_one("#standing", Static).update(text(self._standing(self.size.width)))
        if grown:
            self.fit()

    def _standing(self, width: int) -> list[Line]:
        """The title and how it stands, in at most four rows."""
        scene = self.field.scene
        first, *rows = [f"{row.label}: {row.text}" for row in scene.standing] or [""]
        lines = packed(rows, width, "", "   ") if len(rows) > 3 else rows
        return [[(scene.title, "bold"), f"   {first}"], *([line] for line in lines[:3])]

    def say(self, lines: Sequence[Line]) -> None:
        """Say something beside the board."""
        self.query_one("#said", Static).update(text(lines, self.letters))
        self.query_one("#about", VerticalScroll).scroll_home(animate=False)
        self.at_hand = list(dict.fromkeys(CLAUSE.findall(text(lines).plain)))

    def bar(self, *lines: Line) -> None:
        """Say what goes on, and what can be done."""
        self.query_one("#bar", Static).update(text(lines))

    def tell(self, accounts: list[Account]) -> None:
        """Let the log hold these events, and no others."""
        log = self.query_one("#log", OptionList)
        if self.accounts != accounts[: len(self.accounts)] or not accounts:
            log.clear_options()
            log.add_options([Option(_log_line(line)) for line in self.preface])
            self.accounts, self.clauses = [], [[] for _ in self.preface]
        for account in accounts[len(self.accounts) :]:
            for sentence in happened(account):
                said = lettered(printable(sentence), self.letters)
                self.clauses.append(list(dict.fromkeys(CLAUSE.findall(said))))
                log.add_option(Option(_log_line(said)))
        self.accounts = accounts
        self._to_the_end()

    def _to_the_end(self) -> None:
        """Show the last of the log, unless somebody is reading in it."""
        log = self.query_one("#log", OptionList)
        if not log.has_focus:
            self.call_after_refresh(log.scroll_end, animate=False)

    # What can be read

    @on(OptionList.OptionSelected, "#log")
    def open_entry(self, event: OptionList.OptionSelected) -> None:
        """An entry of the log opens its clauses."""
        if ids := self.clauses[event.option_index]:
            self.app.push_screen(Book(self.game.id, ids))

    def action_pane(self, name: str) -> None:
        """Go to a pane."""
        pane = self.query_one(f"#{name}", OptionList)
        pane.focus()
        if pane.option_count:
            pane.highlighted = pane.option_count - 1 if name == "log" else 0

    def action_clause(self) -> None:
        """Open the clauses of what was said last."""
        self.app.push_screen(Book(self.game.id, self.at_hand))

    def action_book(self) -> None:
        """Open the rulebook."""
        self.app.push_screen(Book(self.game.id))

    def action_pieces(self) -> None:
        """Everybody, with place and numbers, and what the letters mean."""
        scene = self.field.scene
        lines: list[Line] = [["  ".join(drawing(scene).legend())], [""], *roster(scene), *self.catalogue()]
        self.app.push_screen(Page(f"{scene.title}: pieces and ground", text(lines)))

    def catalogue(self) -> list[Line]:
        """What choices name that is on no board."""
        return []

    def action_help(self) -> None:
        """What the keys are, and what the marks mean."""
        rows = Table.grid(padding=(0, 2, 0, 0))
        rows.add_column(no_wrap=True, style="bold")
        for keys, meaning in self.MEANINGS.items():
            rows.add_row(Text(keys), Text(meaning))
        self.app.push_screen(Page("Help", rows))


def _log_line(said: str) -> Text:
    """An entry of the log: dice and modifiers quieter than what happened."""
    entry = Text(said)
    entry.highlight_regex(MADE, about.QUIET)
    entry.highlight_regex(CLAUSE, "#7fb0e8")
    return entry
