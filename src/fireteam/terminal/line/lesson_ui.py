"""A lesson as lines: a match at one keyboard, with a task to each board and a word at a poor choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ...bots import find_bot
from ...core.errors import FireteamError
from ...core.protocol.choices import Verb
from ...learn.learner import GOAL_MISSED, Advice, Learner, PoorChoice, Praise
from ...learn.lesson import IDLE
from ...match.record import Record, Seat
from ...program_name import program_name
from ..console import Console
from ..input.menu import Menu
from ..local_match import LocalMatch
from .commands import (
    ACT_COMMANDS,
    COMMANDS,
    ROSTER_COMMANDS,
    WALK_COMMANDS,
    find_path,
    leave,
    require_stay_choices,
)
from .match_loop import run_until_leave
from .prompt import DecisionPrompt
from .session import Command, LineSession


class GoToStep(Exception):
    """The learner turns to a step; past the last one, the lesson is over."""

    def __init__(self, number: int) -> None:
        self.number = number


class LessonUI:
    """A lesson at one keyboard. `resume_args` are the words that would go on with it.

    With `has_pauses`, for people at a terminal, Enter turns the page, and a turn in which nothing is left ends by
    itself.
    """

    def __init__(
        self,
        learner: Learner,
        console: Console,
        read: Callable[[str], str] = input,
        resume_args: Sequence[str] = (),
        has_pauses: bool = False,
    ) -> None:
        self.learner, self.resume_args, self.has_pauses = learner, resume_args, has_pauses
        local_match = self._local_match()
        self.session = LineSession(local_match, console, read, self._commands(local_match), has_pauses)
        self.prompt = DecisionPrompt(self.session, self._act)
        self._shown_step = 0

    def _local_match(self) -> LocalMatch:
        """The match of the step that is open."""
        match = self.learner.match
        played = (seat for seat in match.seats.values() if not seat.is_person and seat.controller != IDLE)
        bots = {seat.name: find_bot(seat.controller) for seat in played}
        return LocalMatch(match, bots, resume_args=self.resume_args)

    def _commands(self, local_match: LocalMatch) -> dict[str, Command]:
        """What may be typed in a lesson: its own commands, and those of any table that make sense in it."""
        commands = {
            "task": Command("", "what this step is about", self._show_task_again),
            "hint": Command("", "an idea; asked for again, the best choice", self._show_hint),
            "again": Command("", "this step from its beginning", self._repeat_step),
            "next": Command("", "leave this step, and go on to the next", self._next_step),
            **{name: command for name, command in COMMANDS.items() if name not in ("resign", "position", "plan")},
            **(ROSTER_COMMANDS if local_match.has_roster else {}),
            **(ACT_COMMANDS if local_match.referee else {}),
            "quit": Command("", "leave; how to go on later is told", leave),
        }
        if local_match.game.tabletop:
            commands["walk"] = WALK_COMMANDS["walk"]._replace(run=self._walk)
            commands["wait"] = WALK_COMMANDS["wait"]._replace(run=self._stay)
        return commands

    def play(self) -> int:
        """Go through the steps, to the end or until the learner leaves. The exit code."""
        return run_until_leave(self._play_steps, self._show_leave)

    def _play_steps(self) -> None:
        """Every step from the one that is open, to the last."""
        lesson, console = self.learner.lesson, self.session.console
        number, last = self.learner.progress
        console.write_prose(f"{lesson.title}. `help` lists what you can type; `quit` leaves.", style="dim")
        while number <= last:
            try:
                number = self._play_step()
            except GoToStep as turned:
                number = turned.number
            if number <= last:
                self.learner.begin(number)
        match = f" --mission {lesson.match}" if lesson.match else ""
        if self.learner.is_referee:
            match += "".join(f" --option {name}={value}" for name, value in self.learner.step.options.items())
        console.write_prose(
            f"That was the lesson. Your first match, against bots: {program_name()} play {self.session.game.id}{match}",
            style="bold",
        )

    def _play_step(self) -> int:
        """One step, until it has ended. The number of the step that comes next."""
        learner, session = self.learner, self.session
        session.begin(self._local_match())
        session.local_match.news(learner.lesson.seat)
        number, last = learner.progress
        session.console.write("")
        session.console.write((f"Step {number} of {last}. {learner.step.title}", "bold"))
        self.show_task(brief=self._shown_step == number)
        self._shown_step = number
        while not learner.outcome:
            seat, slot = self._turn()
            if seat.is_person:
                self.prompt.play_person(seat, slot)
            else:
                session.play_bot(seat, slot)
        session.show_news(learner.lesson.seat)
        session.console.write("")
        missed = learner.outcome == GOAL_MISSED
        session.console.write_prose(learner.closing_text(), style="yellow" if missed else "green")
        if self.has_pauses:
            session.read("--- Press Enter. ")
        return number if missed else number + 1

    def _turn(self) -> tuple[Seat, int]:
        """Whose choice is next; where somebody idles or the table is stopped, the learner's once bots have chosen."""
        learner = self.learner
        seat, slot = self.session.local_match.turn()
        if seat.controller == IDLE or learner.match.pause_record:
            return learner.next_bot() or (learner.match.seat(learner.lesson.seat), learner.slot)
        return seat, slot

    def show_task(self, brief: bool = False) -> None:
        """What this step is about; in brief, only what is to be done."""
        console = self.session.console
        *text, task = self.learner.paragraphs()
        for paragraph in () if brief else text:
            console.write("")
            console.write_prose(paragraph)
        console.write("")
        console.write_prose(f"> {task}", hang="  ", style="bold cyan")

    def _show_leave(self) -> None:
        self.session.console.write("")
        words = [program_name(), "learn", self.session.game.id, *self.resume_args]
        self.session.console.write(f"To go on from here: {' '.join(words)} --step {self.learner.number}")

    # The learner's choices are judged

    def _act(self, seat: Seat, choice: str | Verb, slot: int) -> Record | None:
        """The learner chooses; a poor choice is held back once."""
        with self._reject_poor():
            verdict, record = self.learner.choose(choice, slot)
        self._show_verdict(verdict)
        return record

    def _plan(self, choices: Sequence[str | Verb]) -> None:
        """The learner plans choices, one after another; a poor way is held back once."""
        with self._reject_poor():
            verdict = self.learner.plan(choices)
        self._show_verdict(verdict)

    @contextmanager
    def _reject_poor(self) -> Iterator[None]:
        try:
            yield
        except PoorChoice as poor:
            raise FireteamError(f"{self._shorten(str(poor))} To do it all the same, write it again.") from None

    def _show_verdict(self, verdict: Praise | Advice) -> None:
        """What there is to say of a choice that was made."""
        if verdict.text:
            self.session.console.write_prose(self._shorten(verdict.text), style="green")

    def _shorten(self, text: str) -> str:
        """A text with its choices written as the menu on the screen writes them."""
        return self.prompt.menu.shorten(text) if self.prompt.menu else text

    # What may be typed

    def _show_task_again(self, session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
        """The text of the step again."""
        self.show_task()

    def _show_hint(self, session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
        """The best choice."""
        session.console.write_prose(menu.shorten(self.learner.hint()))

    def _walk(self, session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
        """Walk to a place, if that is well."""
        path = find_path(session, words, menu, seat)
        self._plan(path.choices)
        session.local_match.walks.follow(menu.decision.slot, path)

    def _stay(self, session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
        """Keep still on all counts ahead, if that is well."""
        self._plan(require_stay_choices(session, menu, seat))

    def _repeat_step(self, session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
        """The step from its beginning."""
        raise GoToStep(self.learner.number)

    def _next_step(self, session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
        """The next step, or the one named."""
        raise GoToStep(self.learner.number + 1)
