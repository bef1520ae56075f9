"""Before a match: which game, which mission with its board to look at, and who plays."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from ...core.game import Game, Setting
from ...core.scene import Scene
from ..board import standing
from ..paper import Line
from .field import Field
from .look import SIZES
from .windows import text

SIDE = 30  # columns of the lists
LISTS = ("games", "missions", "players")


LESSON = "Learn it by playing"


class Chosen(NamedTuple):
    """What is to be played, and by whom: who decides for each seat. Without a mission it is the game's lesson."""

    game: Game
    mission: str
    seats: Mapping[str, str]


def laid(game: Game, mission: str) -> Setting:
    """A mission of a game, its first where none is named."""
    return game.setting(mission or next(iter(game.scenarios(()))), {}, ())


def scene_of(setting: Setting) -> Scene:
    """The table as a match begins."""
    return setting.game.scene(setting, setting.opening)


class StartScreen(Screen[None]):
    """Choosing what to play.

    `ways` are the usual ways to fill a mission's seats, `taught` are the games that have a lesson. Who leaves has
    chosen nothing.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "onward(1)", "Next list", priority=True, key_display="⇥"),
        Binding("shift+tab,escape", "onward(-1)", "List before", show=False, priority=True),
        Binding("q", "leave", "Quit"),
    ]

    def __init__(
        self, games: Sequence[Game], ways: Callable[[Setting], Mapping[str, Mapping[str, str]]], taught: Collection[str]
    ) -> None:
        super().__init__()
        self.games, self.ways, self.taught = games, ways, taught
        self.chosen: Chosen | None = None
        self.shown: Mapping[str, Mapping[str, str]] = {}
        self.field = Field(scene_of(laid(games[0], "")))
        self.field.can_focus = False

    def compose(self) -> ComposeResult:
        """Lists at the left, the mission's board at the right."""
        with Vertical(id="whole"):
            yield Static(
                text([[("What shall be played?", "bold"), "  Arrows and Enter, or the mouse."]]), id="standing"
            )
            with Horizontal():
                with Vertical(id="lists"):
                    yield OptionList(*(Option(text([[game.title]])) for game in self.games), id="games")
                    yield OptionList(id="missions")
                    yield OptionList(id="players")
                with Vertical():
                    yield self.field
                    yield Static(id="said")
            yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin with the missions of the first game, or with the games where there are several."""
        self.query_one("#games").display = len(self.games) > 1
        for name, title in zip(LISTS, ("Game", "Mission", "Players"), strict=True):
            self.query_one(f"#{name}").border_title = title
        self._list(self.games[0])
        self.query_one("#games" if len(self.games) > 1 else "#missions").focus()

    def on_resize(self) -> None:
        """Another size, other squares."""
        self._show()

    # What there is

    @property
    def game(self) -> Game:
        """The game that is highlighted."""
        return self.games[self._list_of("games").highlighted or 0]

    @property
    def mission(self) -> str:
        """The mission that is highlighted; nothing where it is the lesson."""
        return list(self._missions(self.game))[self._list_of("missions").highlighted or 0]

    def _missions(self, game: Game) -> dict[str, str]:
        """The lesson, if there is one, and the missions of a game."""
        return {**({"": LESSON} if game.id in self.taught else {}), **game.scenarios(())}

    def _list_of(self, name: str) -> OptionList:
        return self.query_one(f"#{name}", OptionList)

    def _list(self, game: Game) -> None:
        """The missions of a game."""
        self._fill("missions", self._missions(game).values())

    def _fill(self, name: str, words: Iterable[str]) -> None:
        """The lines of a list."""
        found = self._list_of(name)
        found.clear_options()
        found.add_options([Option(text([[word]])) for word in words])
        found.highlighted = 0

    @on(OptionList.OptionHighlighted, "#games")
    def game_highlighted(self) -> None:
        """Another game."""
        self._list(self.game)

    @on(OptionList.OptionHighlighted, "#missions")
    def _show(self) -> None:
        """The mission's board, what is at stake, and who may play it."""
        setting = laid(self.game, self.mission)
        scene = scene_of(setting)
        ways = self.ways(setting)
        if list(ways) != list(self.shown):
            self._fill("players", ways)
        self.shown = ways
        self.field.show(scene)
        lines: list[Line] = [[(scene.title, "bold")], *([row] for row in standing(scene))]
        lines = (
            lines if self.mission else [[("A few steps, played by the real rules, each with one new thing.", "bold")]]
        )
        self.query_one("#said", Static).update(text(lines))
        width, rows = self.size.width - SIDE - 2, self.size.height - len(lines) - 5
        if self.field.chart:
            self.field.styles.height = self.field.chart.needs(width, max(rows, 4)).height
            self.field.refresh(layout=True)
            return
        sizes = [
            size for size in SIZES if self.field.needs(size).width <= width and self.field.needs(size).height <= rows
        ]
        self.field.size_of_square = sizes[0] if sizes else SIZES[-1]
        self.field.styles.height = min(self.field.needs(self.field.size_of_square).height, max(rows, 2))
        self.field.refresh(layout=True)

    # What is chosen

    @on(OptionList.OptionSelected)
    def selected(self, event: OptionList.OptionSelected) -> None:
        """On to the next list; past the last one, to the table."""
        if event.option_list.id != LISTS[-1] and (event.option_list.id == "games" or self.mission):
            self.action_onward(1)
            return
        seats = list(self.shown.values())[self._list_of("players").highlighted or 0]
        self.chosen = Chosen(self.game, self.mission, seats)
        self.app.exit(0)

    def action_onward(self, step: int) -> None:
        """To the next list, or the one before."""
        shown = [name for name in LISTS if self.query_one(f"#{name}").display]
        now = next((k for k, name in enumerate(shown) if self.query_one(f"#{name}").has_focus), 0)
        self.query_one(f"#{shown[(now + step) % len(shown)]}").focus()

    def action_leave(self) -> None:
        """Leave without a match."""
        self.app.exit(0)
