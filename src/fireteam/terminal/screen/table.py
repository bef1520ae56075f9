"""The table on a screen: board, what is pointed at, what can be done, log, and a bar that says what goes on.

Both playing and looking at a replay are this screen; they differ in what can be done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from functools import partial
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import Worker

from ...core.game import Game
from ...core.protocol.scene import Odds, Scene
from ...match.record import RecordView
from ..console import Line, pack_words, printable
from ..draw.board import roster_lines, scene_drawing
from ..draw.glyphs import Overlay, scene_letters
from ..draw.roster import odds_lines, status_lines
from ..event_text import event_sentences
from ..input.words import use_letters
from . import details
from .board_widget import BoardWidget
from .dialogs import Page, RulebookPage, styled_text
from .map_view import MapView
from .style import SQUARE_SIZES

SIDE_WIDTH, LOG_HEIGHT, LOWER_HEIGHT, TALL_HEIGHT = (
    34,
    5,
    6,
    20,
)  # columns and rows that panes need to be worth standing there
CLAUSE_PATTERN = re.compile(r"\b[A-Z][A-Z0-9]*-(?:EX-\d+|(?:\d+|[A-Z])(?:\.\d+)+[a-z]?)\b")
DETAILS_PATTERN = re.compile(r"\[[^\[\]]*\]")


class TableScreen(Screen[None]):
    """A Scene with panes round it."""

    MEANINGS: ClassVar[dict[str, str]] = {}

    def __init__(self, game: Game, scene: Scene) -> None:
        super().__init__()
        self.game = game
        self.board = BoardWidget(scene)
        self.letters: dict[str, str] = {}
        self.preface: list[str] = []  # what stands in the log before anything happens
        self.records: list[RecordView] = []
        self.clauses: list[list[str]] = []  # of each entry of the log
        self.recent_clauses: list[str] = []  # clauses of what was said last

    def compose(self) -> ComposeResult:
        """The standing above, the bar below, between them board, side and log."""
        with Vertical(id="whole"):
            yield Static(id="standing")
            with Container(id="middle"):
                yield self.board
                with Vertical(id="side"):
                    with VerticalScroll(id="about", can_focus=False):
                        yield Static(id="said")
                    yield OptionList(id="acts")
                yield OptionList(id="log")
            yield Static(id="bar")
            yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin on the board."""
        self.board.focus()
        self.show_log([])
        self.show_table(self.board.scene)

    def on_resize(self) -> None:
        """Another size, another layout; the log stays at its end."""
        self.fit_board()
        self._scroll_log_to_end()

    def start_work(
        self, work: Callable[..., Coroutine[None, None, None]], *args: object, group: str = "default"
    ) -> Worker[None]:
        """Let something go on while the screen stays alive; in a group of its own, it ends what went on there."""
        return self.run_worker(partial(work, *args), group=group, exclusive=group != "default")

    # Room

    def fit_board(self) -> None:
        """Give the board the roomiest squares that leave enough for the panes, or the map what shows most of it."""
        width = self.size.width
        rows = self.size.height - len(self._standing_lines(width)) - 4
        if self.board.map_view:
            self._fit_map(self.board.map_view, width, rows - 1)
            return
        for size in SQUARE_SIZES:
            board = self.board.required_size(size)
            spare = rows - board.height
            if width - board.width >= SIDE_WIDTH and spare >= 0 and (spare >= LOG_HEIGHT or rows >= TALL_HEIGHT):
                self._place_side(board.width, board.height, spare >= LOG_HEIGHT)
                break
            if board.width <= width and spare >= (LOWER_HEIGHT if size[1] == 1 else 2 * LOG_HEIGHT):
                self._stack_panes(board.height)
                break
        else:
            size = SQUARE_SIZES[-1]
            self._stack_panes(min(self.board.required_size(size).height, rows - LOWER_HEIGHT))
        self.board.square_size = size
        self.board.refresh()

    def _fit_map(self, map_view: MapView, width: int, rows: int) -> None:
        """Panes beside the map or below it, whichever lets it be larger."""
        if map_view.scale(width - SIDE_WIDTH, rows) >= map_view.scale(width, rows - LOWER_HEIGHT):
            room = map_view.required_size(width - SIDE_WIDTH, rows)
            self._place_side(room.width, room.height, rows - room.height >= LOG_HEIGHT)
        else:
            self._stack_panes(map_view.required_size(width, rows - LOWER_HEIGHT).height)
        self.board.refresh()

    def _place_side(self, columns: int, rows: int, has_log_below: bool) -> None:
        """Board at the left, panes at its right; the log below the board, or below the panes."""
        middle, side = self.query_one("#middle"), self.query_one("#side")
        middle.styles.grid_size_columns, middle.styles.grid_size_rows = 2, 2
        middle.styles.grid_columns = f"{columns + 1} 1fr"
        middle.styles.grid_rows = f"{rows} 1fr" if has_log_below else "3fr 2fr"
        self.board.styles.column_span, self.board.styles.row_span = 1, 1 if has_log_below else 2
        side.styles.row_span = 2 if has_log_below else 1

    def _stack_panes(self, rows: int) -> None:
        """Board above, panes and log side by side below it."""
        middle = self.query_one("#middle")
        middle.styles.grid_size_columns, middle.styles.grid_size_rows = 2, 2
        middle.styles.grid_columns = "1fr 1fr"
        middle.styles.grid_rows = f"{rows} 1fr"
        self.board.styles.column_span, self.board.styles.row_span = 2, 1
        self.query_one("#side").styles.row_span = 1

    # What is shown

    def show_table(self, scene: Scene, overlay: Overlay | None = None) -> None:
        """Show a Scene."""
        grown = (scene.width, scene.height) != (self.board.scene.width, self.board.scene.height)
        self.board.show(scene, overlay)
        self.letters |= scene_letters(scene)
        self.query_one("#standing", Static).update(styled_text(self._standing_lines(self.size.width)))
        if grown:
            self.fit_board()

    def _standing_lines(self, width: int) -> list[Line]:
        """The title and how it stands, in at most four rows."""
        scene = self.board.scene
        first, *rows = [f"{row.label}: {row.text}" for row in scene.standing] or [""]
        lines = pack_words(rows, width, "", "   ") if len(rows) > 3 else rows
        return [[(scene.title, "bold"), f"   {first}"], *([line] for line in lines[:3])]

    def show_text(self, lines: Sequence[Line]) -> None:
        """Say something beside the board."""
        self.query_one("#said", Static).update(styled_text(lines, self.letters))
        self.query_one("#about", VerticalScroll).scroll_home(animate=False)
        self.recent_clauses = list(dict.fromkeys(CLAUSE_PATTERN.findall(styled_text(lines).plain)))

    def show_bar(self, *lines: Line) -> None:
        """Say what goes on, and what can be done."""
        self.query_one("#bar", Static).update(styled_text(lines))

    def show_log(self, records: list[RecordView]) -> None:
        """Let the log hold these events, and no others."""
        log = self.query_one("#log", OptionList)
        if self.records != records[: len(self.records)] or not records:
            log.clear_options()
            log.add_options([Option(_log_line(line)) for line in self.preface])
            self.records, self.clauses = [], [[] for _ in self.preface]
        for account in records[len(self.records) :]:
            for sentence in event_sentences(account):
                text = use_letters(printable(sentence), self.letters)
                self.clauses.append(list(dict.fromkeys(CLAUSE_PATTERN.findall(text))))
                log.add_option(Option(_log_line(text)))
        self.records = records
        self._scroll_log_to_end()

    def _scroll_log_to_end(self) -> None:
        """Show the last of the log, unless somebody is reading in it."""
        log = self.query_one("#log", OptionList)
        if not log.has_focus:
            self.call_after_refresh(log.scroll_end, animate=False)

    # What can be read

    @on(OptionList.OptionSelected, "#log")
    def open_entry(self, event: OptionList.OptionSelected) -> None:
        """An entry of the log opens its clauses."""
        if ids := self.clauses[event.option_index]:
            self.app.push_screen(RulebookPage(self.game.id, ids))

    def action_pane(self, name: str) -> None:
        """Go to a pane."""
        pane = self.query_one(f"#{name}", OptionList)
        pane.focus()
        if pane.option_count:
            pane.highlighted = pane.option_count - 1 if name == "log" else 0

    def action_clause(self) -> None:
        """Open the clauses of what was said last."""
        self.app.push_screen(RulebookPage(self.game.id, self.recent_clauses))

    def action_book(self) -> None:
        """Open the rulebook."""
        self.app.push_screen(RulebookPage(self.game.id))

    def action_pieces(self) -> None:
        """Everybody, with place and numbers, and what the letters mean; first the roster, where there is one."""
        self.show_pieces({})

    def show_pieces(self, odds: Mapping[int, Sequence[Odds]]) -> None:
        """The same, with the odds of sealed choices, by slot."""
        scene, width = self.board.scene, self.size.width - 4
        awaited, sealed = self.standing_choices()
        standing = [*status_lines(scene, awaited, sealed, width), *odds_lines(scene, odds, width), ""]
        lines: list[Line] = [
            *([text] for text in standing if scene.roster),
            ["  ".join(scene_drawing(scene).legend())],
            [""],
            *roster_lines(scene),
            *self.catalogue_lines(),
        ]
        self.app.push_screen(Page(f"{scene.title}: pieces and ground", styled_text(lines)))

    def standing_choices(self) -> tuple[Collection[int], Mapping[int, str]]:
        """The slots that have not chosen, and the sealed choices that may be read here."""
        return (), {}

    def catalogue_lines(self) -> list[Line]:
        """What choices name that is on no board."""
        return []

    def action_help(self) -> None:
        """What the keys are, and what the marks mean."""
        rows = Table.grid(padding=(0, 2, 0, 0))
        rows.add_column(no_wrap=True, style="bold")
        for keys, meaning in self.MEANINGS.items():
            rows.add_row(Text(keys), Text(meaning))
        self.app.push_screen(Page("Help", rows))


def _log_line(text: str) -> Text:
    """An entry of the log: dice and modifiers quieter than what happened."""
    entry = Text(text)
    entry.highlight_regex(DETAILS_PATTERN, details.QUIET)
    entry.highlight_regex(CLAUSE_PATTERN, "#7fb0e8")
    return entry
