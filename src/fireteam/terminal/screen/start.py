"""Before a match: which game, which mission with its board to look at, and who plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from ...core.game import Game, Setting
from ...core.protocol.scene import Scene
from ...core.protocol.sheets import ReadySheet, Sheet, SheetMatch, SheetUse
from ..console import Line
from ..draw.board import standing_lines
from .board_widget import BoardWidget
from .dialogs import ListPrompt, styled_text
from .style import SQUARE_SIZES

SIDE_WIDTH = 30  # columns of the lists
LIST_IDS = ("games", "missions", "players")


LESSON_TITLE = "Learn it by playing"


class StartChoice(NamedTuple):
    """What is to be played, and by whom: who decides for each seat. Without a mission it is a lesson, by its name.

    `options` are those that take a ready-made sheet.
    """

    game: Game
    mission: str
    seats: Mapping[str, str]
    options: Mapping[str, str]
    lesson: str = ""


def setting_of(game: Game, mission: str, options: Mapping[str, str] | None = None) -> Setting:
    """A mission of a game, its first where none is named."""
    return game.make_setting(mission or next(iter(game.scenarios(()))), options or {}, ())


def opening_scene(setting: Setting) -> Scene:
    """The table as a match begins."""
    return setting.game.scene(setting, setting.opening)


class StartScreen(Screen[None]):
    """Choosing what to play.

    `seat_options` are the usual ways to fill a mission's seats, `lessons` the names of a game's lessons. Who leaves
    has chosen nothing.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "onward(1)", "Next list", priority=True, key_display="⇥"),
        Binding("shift+tab,escape", "onward(-1)", "List before", show=False, priority=True),
        Binding("s", "sheets", "Sheets"),
        Binding("q", "leave", "Quit"),
    ]

    def __init__(
        self,
        games: Sequence[Game],
        seat_options: Callable[[Setting], Mapping[str, Mapping[str, str]]],
        lessons: Mapping[str, Iterable[str]],
    ) -> None:
        super().__init__()
        self.games, self.seat_options, self.lessons = games, seat_options, lessons
        self.choice: StartChoice | None = None
        self.sheets: dict[str, ReadySheet] = {}
        self.options: dict[str, str] = {}
        self.shown_seats: Mapping[str, Mapping[str, str]] = {}
        self.board = BoardWidget(opening_scene(setting_of(games[0], "")))
        self.board.can_focus = False

    def compose(self) -> ComposeResult:
        """Lists at the left, the mission's board at the right."""
        with Vertical(id="whole"):
            yield Static(
                styled_text([[("What shall be played?", "bold"), "  Arrows and Enter, or the mouse."]]), id="standing"
            )
            with Horizontal():
                with Vertical(id="lists"):
                    yield OptionList(*(Option(styled_text([[game.title]])) for game in self.games), id="games")
                    yield OptionList(id="missions")
                    yield OptionList(id="players")
                with Vertical():
                    yield self.board
                    yield Static(id="said")
            yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin with the missions of the first game, or with the games where there are several."""
        self.query_one("#games").display = len(self.games) > 1
        for name, title in zip(LIST_IDS, ("Game", "Mission", "Players"), strict=True):
            self.query_one(f"#{name}").border_title = title
        self._list_missions(self.games[0])
        self.query_one("#games" if len(self.games) > 1 else "#missions").focus()

    def on_resize(self) -> None:
        """Another size, other squares."""
        self._show_mission()

    # What there is

    @property
    def game(self) -> Game:
        """The game that is highlighted."""
        return self.games[self._list_of("games").highlighted or 0]

    @property
    def mission(self) -> str:
        """The mission that is highlighted; nothing where it is a lesson."""
        return self._lines(self.game)[self._list_of("missions").highlighted or 0][0]

    def _lines(self, game: Game) -> list[tuple[str, str, str]]:
        """The lessons and the missions of a game: each mission, or the name of a lesson, and what it is called."""
        lessons = [("", name, f"Learn it: {name}" if name else LESSON_TITLE) for name in self.lessons.get(game.id, ())]
        return [*lessons, *((mission, "", title) for mission, title in game.scenarios(()).items())]

    def _list_of(self, name: str) -> OptionList:
        return self.query_one(f"#{name}", OptionList)

    def _list_missions(self, game: Game) -> None:
        """The lessons and missions of a game."""
        self._fill("missions", (title for _, _, title in self._lines(game)))

    def _fill(self, name: str, words: Iterable[str]) -> None:
        """The lines of a list."""
        found = self._list_of(name)
        found.clear_options()
        found.add_options([Option(styled_text([[word]])) for word in words])
        found.highlighted = 0

    @on(OptionList.OptionHighlighted, "#games")
    def show_game(self) -> None:
        """Another game."""
        self.sheets = {}
        self.refresh_bindings()
        self._list_missions(self.game)

    @on(OptionList.OptionHighlighted, "#missions")
    def _show_mission(self) -> None:
        """The mission's board, what is at stake, and who may play it."""
        self.options = self._sheet_options() if self.mission else {}
        setting = setting_of(self.game, self.mission, self.options)
        scene = opening_scene(setting)
        ways = self.seat_options(setting)
        if list(ways) != list(self.shown_seats):
            self._fill("players", ways)
        self.shown_seats = ways
        self.board.show(scene)
        lines: list[Line] = [[(scene.title, "bold")], *([row] for row in standing_lines(scene))]
        lines += [[f"{sheet.title} is {self._use_title(option)}."] for option, sheet in self.sheets.items()]
        lines = (
            lines if self.mission else [[("A few steps, played by the real rules, each with one new thing.", "bold")]]
        )
        lines += [[(self.game.notice, "dim")]] * bool(self.game.notice)
        self.query_one("#said", Static).update(styled_text(lines))
        width, rows = self.size.width - SIDE_WIDTH - 2, self.size.height - len(lines) - 5
        if self.board.map_view:
            self.board.styles.height = self.board.map_view.required_size(width, max(rows, 4)).height
            self.board.refresh(layout=True)
            return
        sizes = [
            size
            for size in SQUARE_SIZES
            if self.board.required_size(size).width <= width and self.board.required_size(size).height <= rows
        ]
        self.board.square_size = sizes[0] if sizes else SQUARE_SIZES[-1]
        self.board.styles.height = min(self.board.required_size(self.board.square_size).height, max(rows, 2))
        self.board.refresh(layout=True)

    # What is chosen

    @on(OptionList.OptionSelected)
    def select_line(self, event: OptionList.OptionSelected) -> None:
        """On to the next list; past the last one, to the table."""
        if event.option_list.id != LIST_IDS[-1] and (event.option_list.id == "games" or self.mission):
            self.action_onward(1)
            return
        seats = list(self.shown_seats.values())[self._list_of("players").highlighted or 0]
        mission, lesson, _ = self._lines(self.game)[self._list_of("missions").highlighted or 0]
        self.choice = StartChoice(self.game, mission, seats, self.options, lesson)
        self.app.exit(0)

    def action_onward(self, step: int) -> None:
        """To the next list, or the one before."""
        shown = [name for name in LIST_IDS if self.query_one(f"#{name}").display]
        now = next((k for k, name in enumerate(shown) if self.query_one(f"#{name}").has_focus), 0)
        self.query_one(f"#{shown[(now + step) % len(shown)]}").focus()

    # Ready-made sheets

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Sheets are chosen only where a game has some, and for a match."""
        return action != "sheets" or not self.is_mounted or bool(self.game.sheets and self.mission)

    def action_sheets(self) -> None:
        """Choose with which ready-made sheets to play, one option after another."""
        uses = [(sheet, use) for sheet in self.game.sheets.values() for use in sheet.form().uses]
        self._ask_for_sheet(uses)

    def _ask_for_sheet(self, uses: Sequence[tuple[Sheet, SheetUse]]) -> None:
        if not uses:
            self._show_mission()
            return
        (sheet, use), *others = uses
        form = sheet.form()
        ready = form.ready_for(use.option)

        def take(number: int | None) -> None:
            if number is None or number < 0:
                self._show_mission()
                return
            self.sheets.pop(use.option, None)
            if number:
                self.sheets[use.option] = ready[number - 1]
            self._ask_for_sheet(others)

        lines = ["as the mission has it", *map(form.ready_title, ready)]
        self.app.push_screen(ListPrompt(f"Which is {use.title}?", lines), take)

    def _sheet_options(self) -> dict[str, str]:
        """The options that take the sheets which were chosen, made to suit the mission."""
        options: dict[str, str] = {}
        for option, ready in self.sheets.items():
            sheet = next(each for each in self.game.sheets.values() if option in each.options)
            options[option] = sheet.check(ready.value, SheetMatch(option, self.mission, options), adapt=True).text
        return options

    def _use_title(self, option: str) -> str:
        """What an option that takes a sheet is for."""
        return next(sheet.options[option] for sheet in self.game.sheets.values() if option in sheet.options)

    def action_leave(self) -> None:
        """Leave without a match."""
        self.app.exit(0)
