"""Looking at a match that was played: forward, back, to any event, by itself, as one side saw it, and on from there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ...core.errors import FireteamError
from ...match.load import Replay
from ..console import Line, printable
from ..draw.glyphs import Overlay, scene_letters
from ..event_text import event_sentences
from ..input.words import small_number
from ..replay import ReplayView
from . import details
from .board_widget import BoardWidget
from .dialogs import Confirmation, Prompt, styled_text
from .scene_diff import changed_places, has_new_setup, trails_between
from .table import TableScreen

SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)  # seconds for which an event is shown when it plays by itself
DEFAULT_SPEED = 2
MEANINGS = {
    "n, Enter": "The next event.",
    "b": "The event before.",
    "g": "Go to any event by its number; 0 is the opening.",
    "p  +  -": "Play by itself, or stop; faster; slower.",
    "v": "The next view: as each side saw it, and all that may be seen.",
    "f": "Fork: go on from this event with new dice, in a file of its own.",
    "arrows, mouse": "Bring the cursor to a square: what it is, and who stands there. z shows a map nearer.",
    "∘": "Stands where somebody has gone from in this event.",
    "l  c": "The log, where Enter opens the clauses of a line; the clauses of this event.",
    "i  r": "The pieces with their numbers, and what the ground is; the rulebook, by words.",
    "q": "Leave.",
}


class ReplayScreen(TableScreen):
    """A replay. `fork` begins a match that goes on after an event, in a file."""

    MEANINGS = MEANINGS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "step(1)", "Next"),
        Binding("b", "step(-1)", "Back"),
        Binding("g", "goto", "Go to"),
        Binding("p", "play", "Play"),
        Binding("plus,equals_sign", "faster(1)", show=False),
        Binding("minus", "faster(-1)", show=False),
        Binding("v", "view", "View"),
        Binding("f", "fork", "Fork"),
        Binding("l", "pane('log')", "Log"),
        Binding("i", "pieces", show=False),
        Binding("r", "book", "Rules"),
        Binding("c", "clause", show=False),
        Binding("escape,tab", "board", show=False, priority=True),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "leave", "Quit"),
    ]

    def __init__(self, replay: Replay, seat: str, number: int, fork: Callable[[int, Path], None]) -> None:
        self.view, self.number, self.begin_fork = ReplayView(replay, seat), number, fork
        super().__init__(replay.setting.game, self.view.scene(number))
        self.fork_path: Path | None = None
        self.speed = DEFAULT_SPEED
        self.play_timer: Timer | None = None

    def on_mount(self) -> None:
        """Begin at the event that was asked for."""
        super().on_mount()
        for number in range(self.view.last_number + 1):
            self.letters |= scene_letters(self.view.scene(number))
        self.go_to(self.number)

    # What is shown

    def go_to(self, number: int) -> None:
        """Show the table after an event, and what happened in it."""
        self.number = max(0, min(number, self.view.last_number))
        scene = self.view.scene(self.number)
        before = self.view.scene(max(0, self.number - 1))
        ways = () if has_new_setup([self.view.event(self.number)]) else trails_between(before, scene)
        self.show_table(scene, Overlay(changes=changed_places(before, scene), trails=ways))
        self.show_log([self.view.event(before) for before in range(self.number + 1)])
        self.show_event()

    @on(BoardWidget.CursorMoved)
    def show_event(self) -> None:
        """What happened, and what is pointed at; what can be done; where in the match this is."""
        sentences = list(event_sentences(self.view.event(self.number))) or ["nothing that this view may know"]
        lines: list[Line] = [
            [(f"event {self.number} of {self.view.last_number}", "bold")],
            *([line] for line in sentences),
            [""],
        ]
        self.show_text([*lines, *details.place_lines(self.board.scene, self.board.cursor)])
        seat = self.view.seat
        whose = f"as {seat.name} saw it" if seat.name else "all of it" if seat.referee else "what everybody may know"
        self.action_lines = {
            "step(1)": "n next event",
            "step(-1)": "b event before",
            "goto": "g go to an event …",
            "play": "p stop" if self.play_timer else f"p play, {SPEEDS[self.speed]:g} s an event (+ -)",
            "view": f"v view: {whose}",
            "fork": "f go on from here, new dice …",
        }
        pane = self.query_one("#acts", OptionList)
        pane.clear_options()
        pane.add_options([Option(styled_text([[way]])) for way in self.action_lines.values()])
        ended = self.view.result_text() if self.number == self.view.last_number else ""
        self.show_bar([(f"Event {self.number} of {self.view.last_number}, {whose}. {ended}", "bold")])

    # What can be done

    @on(OptionList.OptionSelected, "#acts")
    async def run_selected_action(self, event: OptionList.OptionSelected) -> None:
        """A line of the list, by click or Enter."""
        self.board.focus()
        await self.run_action(list(self.action_lines)[event.option_index])

    @on(BoardWidget.PlaceChosen)
    def step_on(self) -> None:
        """Enter goes on."""
        self.action_step(1)

    def action_step(self, count: int) -> None:
        """Forward or back."""
        self.go_to(self.number + count)

    def action_board(self) -> None:
        """Back to the board."""
        self.board.focus()

    def action_play(self) -> None:
        """Let it play by itself, or stop it."""
        if self.play_timer:
            self.play_timer.stop()
            self.play_timer = None
        else:
            self.play_timer = self.set_interval(SPEEDS[self.speed], self._play_next)
        self.show_event()

    def _play_next(self) -> None:
        """The next event; at the end it stops."""
        if self.number >= self.view.last_number:
            self.action_play()
        elif self.app.screen is self:
            self.go_to(self.number + 1)

    def action_faster(self, by: int) -> None:
        """Another speed."""
        self.speed = max(0, min(self.speed + by, len(SPEEDS) - 1))
        if self.play_timer:
            self.action_play()
            self.action_play()
        self.show_event()

    def action_view(self) -> None:
        """The next view."""
        seats = ["", *self.view.replay.seats]
        seat = seats[(seats.index(self.view.seat.name) + 1) % len(seats)]
        self.view = ReplayView(self.view.replay, seat)
        self.show_log([])
        self.go_to(self.number)

    @work
    async def action_goto(self) -> None:
        """To an event."""
        word = await self.app.push_screen_wait(Prompt([f"Which event? 0 to {self.view.last_number}; Esc: never mind"]))
        if word.isdecimal() and small_number(word) <= self.view.last_number:
            self.go_to(small_number(word))
        elif word:
            self.notify(f"there are events 0 to {self.view.last_number}", severity="warning", markup=False)

    @work
    async def action_fork(self) -> None:
        """Go on from here in a file, and play it if that is wanted."""
        path = self.view.replay.file.path
        asked = [f"Go on after event {self.number} with new dice, in which new file? Esc: never mind"]
        word = await self.app.push_screen_wait(Prompt(asked, str(path.with_name(f"{path.stem}-{self.number}.match"))))
        if not word:
            return
        try:
            self.begin_fork(self.number, Path(word))
        except FireteamError as error:
            self.notify(printable(str(error)), severity="error", markup=False, timeout=10)
            return
        if await self.app.push_screen_wait(Confirmation(f"{word} is written. Leave the replay and play on there?")):
            self.fork_path = Path(word)
            self.app.exit(0)

    def action_leave(self) -> None:
        """Leave."""
        self.app.exit(0)
