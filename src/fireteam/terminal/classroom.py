"""A lesson as lines: the plain table, with a task to each board and a word at a poor choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ..bots import find as find_bot
from ..called import called
from ..core.choices import Verb
from ..core.errors import FireteamError
from ..learn.learner import MISSED, Advice, Learner, Poor, Praise
from ..match.record import Record, Seat
from .commands import COMMANDS, WALKS, Command, Leave, leave, stillness, way_there
from .course import Course
from .menu import Menu
from .paper import Paper
from .plain import LEFT, STOPPED, Plain


class GoTo(Exception):
    """The learner turns to a step; past the last one, the lesson is over."""

    def __init__(self, number: int) -> None:
        self.number = number


class Classroom(Plain):
    """A lesson at one keyboard. `again` are the words that would go on with it.

    With `pauses`, for people at a terminal, Enter turns the page, and a turn in which nothing is left ends by itself.
    """

    def __init__(
        self,
        learner: Learner,
        paper: Paper,
        read: Callable[[str], str] = input,
        again: Sequence[str] = (),
        pauses: bool = False,
    ) -> None:
        super().__init__(self._course(learner, again), paper, read, hasten=pauses)
        self.learner, self.pauses = learner, pauses
        self.commands = {**LESSON_COMMANDS, **(WALKING if self.game.aloud else {})}
        self._told = 0

    @staticmethod
    def _course(learner: Learner, again: Sequence[str]) -> Course:
        bots = {seat.name: find_bot(seat.controller) for seat in learner.match.seats.values() if not seat.is_person}
        return Course(learner.match, bots, again=again)

    def play(self) -> int:
        """Go through the steps, to the end or until the learner leaves. The exit code."""
        number, last = self.learner.progress
        try:
            self.paper.prose(
                f"{self.learner.lesson.title}. `help` lists what you can type; `quit` leaves.", style="dim"
            )
            while number <= last:
                try:
                    number = self._step()
                except GoTo as turned:
                    number = turned.number
                if number <= last:
                    self.learner.begin(number)
            match = f" --mission {self.learner.lesson.match}" if self.learner.lesson.match else ""
            self.paper.prose(
                f"That was the lesson. Your first match, against bots: {called()} play {self.game.id}{match}",
                style="bold",
            )
            return LEFT
        except (EOFError, Leave):
            self._leave()
            return LEFT
        except KeyboardInterrupt:
            self._leave()
            return STOPPED

    def _step(self) -> int:
        """One step, until it has ended. The number of the step that comes next."""
        self.match, self.drawn, self.named = self.learner.match, None, set()
        self.course = self._course(self.learner, self.course.again)
        self.course.news(self.learner.lesson.seat)
        number, last = self.learner.progress
        self.paper.put("")
        self.paper.put((f"Step {number} of {last}. {self.learner.step.title}", "bold"))
        self.tell_task(brief=self._told == number)
        self._told = number
        while not self.learner.outcome:
            seat, slot = self.course.turn()
            if seat.is_person:
                self._person(seat, slot)
            else:
                self._bot(seat, slot)
        self._tell(self.learner.lesson.seat)
        self.paper.put("")
        missed = self.learner.outcome == MISSED
        self.paper.prose(self.learner.closes(), style="yellow" if missed else "green")
        if self.pauses:
            self.read("--- Press Enter. ")
        return number if missed else number + 1

    def tell_task(self, brief: bool = False) -> None:
        """What this step is about; in brief, only what is to be done."""
        *text, task = self.learner.says()
        for paragraph in () if brief else text:
            self.paper.put("")
            self.paper.prose(paragraph)
        self.paper.put("")
        self.paper.prose(f"> {task}", hang="  ", style="bold cyan")

    def _leave(self) -> None:
        self.paper.put("")
        words = [called(), "learn", self.game.id, *self.course.again]
        self.paper.put(f"To go on from here: {' '.join(words)} --step {self.learner.number}")

    def _offer(self, menu: Menu, slot: int) -> None:
        self._menu = menu
        super()._offer(menu, slot)

    def _act(self, seat: Seat, choice: str | Verb, slot: int) -> Record | None:
        """The learner's choices are judged; a poor one is held back once."""
        if not seat.is_person:
            return super()._act(seat, choice, slot)
        with self._holding_back():
            verdict, record = self.learner.choose(choice)
        self.praise(verdict)
        return record

    def choose_ahead(self, choices: Sequence[str | Verb]) -> None:
        """The learner plans choices, one after another; a poor way is held back once."""
        with self._holding_back():
            verdict = self.learner.choose_ahead(choices)
        self.praise(verdict)

    @contextmanager
    def _holding_back(self) -> Iterator[None]:
        try:
            yield
        except Poor as poor:
            raise FireteamError(f"{self._menu.short(str(poor))} To do it all the same, write it again.") from None

    def praise(self, verdict: Praise | Advice) -> None:
        """Say that a choice was good."""
        if verdict.text:
            self.paper.prose(self._menu.short(verdict.text), style="green")


def _classroom(plain: Plain) -> Classroom:
    assert isinstance(plain, Classroom)
    return plain


def tell_task(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """The text of the step again."""
    _classroom(plain).tell_task()


def tell_hint(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """The best choice."""
    plain.paper.prose(menu.short(_classroom(plain).learner.hint()))


def learn_to_walk(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """Walk to a place, if that is well."""
    slot = menu.decision.slot
    path = way_there(plain, words, menu, seat)
    _classroom(plain).choose_ahead(path.choices)
    plain.course.afoot.follow(slot, path)


def learn_to_wait(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """Keep still on all counts ahead, if that is well."""
    _classroom(plain).choose_ahead(stillness(plain, menu, seat))


def again(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """The step from its beginning."""
    raise GoTo(_classroom(plain).learner.number)


def go_on(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """The next step, or the one named."""
    raise GoTo(_classroom(plain).learner.number + 1)


WALKING = {
    "walk": WALKS["walk"]._replace(carry_out=learn_to_walk),
    "wait": WALKS["wait"]._replace(carry_out=learn_to_wait),
}
LESSON_COMMANDS = {
    "task": Command("", "what this step is about", tell_task),
    "hint": Command("", "an idea; asked for again, the best choice", tell_hint),
    "again": Command("", "this step from its beginning", again),
    "next": Command("", "leave this step, and go on to the next", go_on),
    **{name: command for name, command in COMMANDS.items() if name not in ("resign", "position", "plan")},
    "quit": Command("", "leave; how to go on later is told", leave),
}
