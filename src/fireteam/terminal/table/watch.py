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
from ...match.saved import Replay
from ..menu import small_number
from ..paper import Line, printable
from ..replaying import View
from ..signs import Over, letters_of
from ..story import happened
from . import about
from .field import Field
from .screen import TableScreen
from .since import changed, set_up_anew, went
from .windows import Ask, Prompt, text

SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)  # seconds for which an event is shown when it plays by itself
USUAL = 2
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


class WatchScreen(TableScreen):
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

    def __init__(self, replay: Replay, seat: str, at: int, fork: Callable[[int, Path], None]) -> None:
        self.shown, self.at, self.begin_fork = View(replay, seat), at, fork
        super().__init__(replay.setting.game, self.shown.scene(at))
        self.forked: Path | None = None
        self.pace = USUAL
        self.playing: Timer | None = None

    def on_mount(self) -> None:
        """Begin at the event that was asked for."""
        super().on_mount()
        for number in range(self.shown.last + 1):
            self.letters |= letters_of(self.shown.scene(number))
        self.go(self.at)

    # What is shown

    def go(self, number: int) -> None:
        """Show the table after an event, and what happened in it."""
        self.at = max(0, min(number, self.shown.last))
        scene = self.shown.scene(self.at)
        before = self.shown.scene(max(0, self.at - 1))
        ways = () if set_up_anew([self.shown.account(self.at)]) else went(before, scene)
        self.lay(scene, Over(fresh=changed(before, scene), ways=ways))
        self.tell([self.shown.account(before) for before in range(self.at + 1)])
        self.say_event()

    @on(Field.Pointed)
    def say_event(self) -> None:
        """What happened, and what is pointed at; what can be done; where in the match this is."""
        said = list(happened(self.shown.account(self.at))) or ["nothing that this view may know"]
        lines: list[Line] = [[(f"event {self.at} of {self.shown.last}", "bold")], *([line] for line in said), [""]]
        self.say([*lines, *about.pointed(self.field.scene, self.field.cursor)])
        seat = self.shown.seat
        whose = f"as {seat.name} saw it" if seat.name else "all of it" if seat.referee else "what everybody may know"
        self.ways = {
            "step(1)": "n next event",
            "step(-1)": "b event before",
            "goto": "g go to an event …",
            "play": "p stop" if self.playing else f"p play, {SPEEDS[self.pace]:g} s an event (+ -)",
            "view": f"v view: {whose}",
            "fork": "f go on from here, new dice …",
        }
        pane = self.query_one("#acts", OptionList)
        pane.clear_options()
        pane.add_options([Option(text([[way]])) for way in self.ways.values()])
        ended = self.shown.ended() if self.at == self.shown.last else ""
        self.bar([(f"Event {self.at} of {self.shown.last}, {whose}. {ended}", "bold")])

    # What can be done

    @on(OptionList.OptionSelected, "#acts")
    async def way_selected(self, event: OptionList.OptionSelected) -> None:
        """A line of the list, by click or Enter."""
        self.field.focus()
        await self.run_action(list(self.ways)[event.option_index])

    @on(Field.Chosen)
    def chosen(self) -> None:
        """Enter goes on."""
        self.action_step(1)

    def action_step(self, count: int) -> None:
        """Forward or back."""
        self.go(self.at + count)

    def action_board(self) -> None:
        """Back to the board."""
        self.field.focus()

    def action_play(self) -> None:
        """Let it play by itself, or stop it."""
        if self.playing:
            self.playing.stop()
            self.playing = None
        else:
            self.playing = self.set_interval(SPEEDS[self.pace], self._on_by_itself)
        self.say_event()

    def _on_by_itself(self) -> None:
        """The next event; at the end it stops."""
        if self.at >= self.shown.last:
            self.action_play()
        elif self.app.screen is self:
            self.go(self.at + 1)

    def action_faster(self, by: int) -> None:
        """Another speed."""
        self.pace = max(0, min(self.pace + by, len(SPEEDS) - 1))
        if self.playing:
            self.action_play()
            self.action_play()
        self.say_event()

    def action_view(self) -> None:
        """The next view."""
        seats = ["", *self.shown.replay.seats]
        seat = seats[(seats.index(self.shown.seat.name) + 1) % len(seats)]
        self.shown = View(self.shown.replay, seat)
        self.tell([])
        self.go(self.at)

    @work
    async def action_goto(self) -> None:
        """To an event."""
        word = await self.app.push_screen_wait(Prompt([f"Which event? 0 to {self.shown.last}; Esc: never mind"]))
        if word.isdecimal() and small_number(word) <= self.shown.last:
            self.go(small_number(word))
        elif word:
            self.notify(f"there are events 0 to {self.shown.last}", severity="warning", markup=False)

    @work
    async def action_fork(self) -> None:
        """Go on from here in a file, and play it if that is wanted."""
        path = self.shown.replay.file.path
        asked = [f"Go on after event {self.at} with new dice, in which new file? Esc: never mind"]
        word = await self.app.push_screen_wait(Prompt(asked, str(path.with_name(f"{path.stem}-{self.at}.match"))))
        if not word:
            return
        try:
            self.begin_fork(self.at, Path(word))
        except FireteamError as error:
            self.notify(printable(str(error)), severity="error", markup=False, timeout=10)
            return
        if await self.app.push_screen_wait(Ask(f"{word} is written. Leave the replay and play on there?")):
            self.forked = Path(word)
            self.app.exit(0)

    def action_leave(self) -> None:
        """Leave."""
        self.app.exit(0)
