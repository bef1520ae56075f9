"""A lesson as lines: the plain table, with a task to each board and a word at a poor choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ...bots import find_bot
from ...core.errors import FireteamError
from ...core.protocol.choices import Verb
from ...learn.learner import GOAL_MISSED, Advice, Learner, PoorChoice, Praise
from ...match.record import Record, Seat
from ...program_name import program_name
from ..console import Console
from ..input.menu import Menu
from ..local_match import LocalMatch
from .commands import COMMANDS, WALK_COMMANDS, Command, Leave, find_path, leave, require_stay_choices
from .session import LineSession
from .ui import EXIT_INTERRUPTED, EXIT_OK, LineUI


class GoToStep(Exception):
    """The learner turns to a step; past the last one, the lesson is over."""

    def __init__(self, number: int) -> None:
        self.number = number


class LessonUI(LineUI):
    """A lesson at one keyboard. `again` are the words that would go on with it.

    With `pauses`, for people at a terminal, Enter turns the page, and a turn in which nothing is left ends by itself.
    """

    def __init__(
        self,
        learner: Learner,
        console: Console,
        read: Callable[[str], str] = input,
        resume_args: Sequence[str] = (),
        has_pauses: bool = False,
    ) -> None:
        super().__init__(self._local_match(learner, resume_args), console, read, is_interactive=has_pauses)
        self.learner, self.has_pauses = learner, has_pauses
        self.commands = {**LESSON_COMMANDS, **(LESSON_WALK_COMMANDS if self.game.tabletop else {})}
        self._shown_step = 0

    @staticmethod
    def _local_match(learner: Learner, resume_args: Sequence[str]) -> LocalMatch:
        bots = {seat.name: find_bot(seat.controller) for seat in learner.match.seats.values() if not seat.is_person}
        return LocalMatch(learner.match, bots, resume_args=resume_args)

    def play(self) -> int:
        """Go through the steps, to the end or until the learner leaves. The exit code."""
        number, last = self.learner.progress
        try:
            self.console.write_prose(
                f"{self.learner.lesson.title}. `help` lists what you can type; `quit` leaves.", style="dim"
            )
            while number <= last:
                try:
                    number = self._step()
                except GoToStep as turned:
                    number = turned.number
                if number <= last:
                    self.learner.begin(number)
            match = f" --mission {self.learner.lesson.match}" if self.learner.lesson.match else ""
            self.console.write_prose(
                f"That was the lesson. Your first match, against bots: {program_name()} play {self.game.id}{match}",
                style="bold",
            )
            return EXIT_OK
        except (EOFError, Leave):
            self._leave()
            return EXIT_OK
        except KeyboardInterrupt:
            self._leave()
            return EXIT_INTERRUPTED

    def _step(self) -> int:
        """One step, until it has ended. The number of the step that comes next."""
        self.match, self.shown_scene, self.known_things = self.learner.match, None, set()
        self.local_match = self._local_match(self.learner, self.local_match.resume_args)
        self.local_match.news(self.learner.lesson.seat)
        number, last = self.learner.progress
        self.console.write("")
        self.console.write((f"Step {number} of {last}. {self.learner.step.title}", "bold"))
        self.show_task(brief=self._shown_step == number)
        self._shown_step = number
        while not self.learner.outcome:
            seat, slot = self.local_match.turn()
            if seat.is_person:
                self._play_person(seat, slot)
            else:
                self._play_bot(seat, slot)
        self._show_news(self.learner.lesson.seat)
        self.console.write("")
        missed = self.learner.outcome == GOAL_MISSED
        self.console.write_prose(self.learner.closing_text(), style="yellow" if missed else "green")
        if self.has_pauses:
            self.read("--- Press Enter. ")
        return number if missed else number + 1

    def show_task(self, brief: bool = False) -> None:
        """What this step is about; in brief, only what is to be done."""
        *text, task = self.learner.paragraphs()
        for paragraph in () if brief else text:
            self.console.write("")
            self.console.write_prose(paragraph)
        self.console.write("")
        self.console.write_prose(f"> {task}", hang="  ", style="bold cyan")

    def _leave(self) -> None:
        self.console.write("")
        words = [program_name(), "learn", self.game.id, *self.local_match.resume_args]
        self.console.write(f"To go on from here: {' '.join(words)} --step {self.learner.number}")

    def _show_decision(self, menu: Menu, slot: int) -> None:
        self._menu = menu
        super()._show_decision(menu, slot)

    def _act(self, seat: Seat, choice: str | Verb, slot: int) -> Record | None:
        """The learner's choices are judged; a poor one is held back once."""
        if not seat.is_person:
            return super()._act(seat, choice, slot)
        with self._reject_poor():
            verdict, record = self.learner.choose(choice)
        self.praise(verdict)
        return record

    def plan(self, choices: Sequence[str | Verb]) -> None:
        """The learner plans choices, one after another; a poor way is held back once."""
        with self._reject_poor():
            verdict = self.learner.plan(choices)
        self.praise(verdict)

    @contextmanager
    def _reject_poor(self) -> Iterator[None]:
        try:
            yield
        except PoorChoice as poor:
            raise FireteamError(f"{self._menu.shorten(str(poor))} To do it all the same, write it again.") from None

    def praise(self, verdict: Praise | Advice) -> None:
        """Say that a choice was good."""
        if verdict.text:
            self.console.write_prose(self._menu.shorten(verdict.text), style="green")


def _lesson_ui(ui: LineSession) -> LessonUI:
    assert isinstance(ui, LessonUI)
    return ui


def show_task(ui: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """The text of the step again."""
    _lesson_ui(ui).show_task()


def show_hint(ui: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """The best choice."""
    ui.console.write_prose(menu.shorten(_lesson_ui(ui).learner.hint()))


def walk(ui: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Walk to a place, if that is well."""
    slot = menu.decision.slot
    path = find_path(ui, words, menu, seat)
    _lesson_ui(ui).plan(path.choices)
    ui.local_match.walks.follow(slot, path)


def stay(ui: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Keep still on all counts ahead, if that is well."""
    _lesson_ui(ui).plan(require_stay_choices(ui, menu, seat))


def repeat_step(ui: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """The step from its beginning."""
    raise GoToStep(_lesson_ui(ui).learner.number)


def next_step(ui: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """The next step, or the one named."""
    raise GoToStep(_lesson_ui(ui).learner.number + 1)


LESSON_WALK_COMMANDS = {
    "walk": WALK_COMMANDS["walk"]._replace(run=walk),
    "wait": WALK_COMMANDS["wait"]._replace(run=stay),
}
LESSON_COMMANDS = {
    "task": Command("", "what this step is about", show_task),
    "hint": Command("", "an idea; asked for again, the best choice", show_hint),
    "again": Command("", "this step from its beginning", repeat_step),
    "next": Command("", "leave this step, and go on to the next", next_step),
    **{name: command for name, command in COMMANDS.items() if name not in ("resign", "position", "plan")},
    "quit": Command("", "leave; how to go on later is told", leave),
}
