"""A learner on the way through a lesson, at the real game. Faces show what it says; it knows none of them."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import NamedTuple

from ..core.choices import Verb, notation
from ..core.entry import over, to_act
from ..core.errors import FireteamError, Forbidden
from ..core.game import Game, read_choice
from ..core.record import Array
from ..match.dice import Secret
from ..match.match import Match
from ..match.record import CHOICE, PERSON, Record, Seat
from .lesson import ROUND, Lesson, table_of
from .outlook import Outlook, Ways

RIVAL = "greedy"
MET, WELL, MISSED = "met", "well", "missed"
"""How a step ends: the goal is reached; it is not, by the dice alone; it is not, after a poor choice."""


class Praise(NamedTuple):
    """A choice that is good enough: the chance of the goal with it, and what to say; nothing if all were as good."""

    chance: Fraction
    text: str


class Advice(NamedTuple):
    """A poor choice: the chance of the goal with it, a better choice with its chance, and what to say."""

    chance: Fraction
    better: str
    best: Fraction
    text: str


class Poor(FireteamError):
    """A choice that is held back once, because there is a better one."""

    def __init__(self, advice: Advice) -> None:
        super().__init__(advice.text)
        self.advice = advice


class Learner:
    """A lesson under way: one step, with a match of its own that begins at the step's position.

    `secret` gives what makes the dice of a try; its word is different for each.
    """

    def __init__(self, game: Game, lesson: Lesson, secret: Callable[[str], Secret], number: int = 1) -> None:
        self.game, self.lesson, self.secret = game, lesson, secret
        self.number = self.tries = 0
        self.begin(number)

    def begin(self, number: int) -> None:
        """Lay the table for a step, counted from 1.

        Raises:
            Forbidden: there is no such step.
            FireteamError: its goal is out of reach.
        """
        if not 1 <= number <= len(self.lesson.steps):
            raise Forbidden(f"no step {number}; the lesson has steps 1 to {len(self.lesson.steps)}")
        if number != self.number:
            self.number, self.step = number, self.lesson.steps[number - 1]
            self.setting, self._start = table_of(self.game, self.step)
            self.slot = self.setting.slots.index(self.lesson.seat)
            self.outlook = Outlook(self.setting, self.slot, self.step.lasts, self._reached)
        self.tries += 1
        seats = [Seat(name, 1 << k, PERSON if k == self.slot else RIVAL) for k, name in enumerate(self.setting.slots)]
        self.match = Match(self.setting, seats, self.secret(f"{number} {self.tries}"), self._start)
        self._well, self._advised = {self._now: True}, ("", "")
        self._praised: Fraction | None = None
        if self.outcome:
            raise FireteamError(f"step {number}, {self.step.title}, cannot be done: no choice leads to its goal")

    @property
    def progress(self) -> tuple[int, int]:
        """The number of the step, and of how many."""
        return self.number, len(self.lesson.steps)

    # What is said

    def says(self) -> list[str]:
        """The step's text: paragraphs, the task last."""
        return [*(" ".join(part.split()) for part in self.step.text.split("\n\n")), self.step.task]

    def closes(self) -> str:
        """What is said when the step is over."""
        said = {
            MET: f"Done. {self.step.after}",
            WELL: f"Well chosen, and the dice said no: that happens, and counts as done. {self.step.after}",
            MISSED: "Not this time. Once more, from the beginning of the step.",
        }
        return said.get(self.outcome, "").strip()

    def judge(self, choice: str | Verb) -> Praise | Advice:
        """What a choice is worth now, by the exact chance of the goal; nothing is carried out.

        Raises:
            Refused: the rules do not allow it.
        """
        refused = self.match.may(self.lesson.seat, choice, self.slot)
        if refused is not None:
            raise refused
        value = read_choice(self.setting, choice) if isinstance(choice, str) else choice
        if value.free:
            return Praise(Fraction(0), "")
        ways, chance = self._ways(), self.outlook.chance(self.match.view(self.lesson.seat), value)
        best = max(ways.values())
        if chance >= min(best, self.step.enough or best):
            return Praise(chance, self._praise(chance, best, min(ways.values())))
        line = notation(value)
        better = max((way for way in ways if ways[way] == best), key=lambda way: _alike(way, line))
        return Advice(
            chance, better, best, " ".join([_compared(chance, self._titled(better), best), *self._hints(line)])
        )

    def _praise(self, chance: Fraction, best: Fraction, least: Fraction) -> str:
        if least == best:
            return ""
        if chance == 1:
            return "Well chosen."
        return f"Well chosen: {_said(chance)}{' is the best there is' if chance == best else ', good enough'}."

    def hint(self) -> str:
        """The best choice there is, with its chance."""
        ways = self._ways()
        best = max(ways, key=lambda way: ways[way])
        return f"{self._titled(best)}: {_said(ways[best]) if ways[best] < 1 else 'certain'}"

    def _titled(self, line: str) -> str:
        """A choice with its units called as people call them."""
        return self.game.scene(self.setting, self.match.state).titled(line)

    def _hints(self, line: str) -> list[str]:
        """What the author says of a poor choice: the first hint that fits."""
        return [hint.say for hint in self.step.hints if fnmatchcase(line, hint.on)][:1]

    # What happens

    def choose(self, choice: str | Verb) -> tuple[Praise | Advice, Record | None]:
        """Carry a choice of the learner's out: how good it was, and the event (None if it is sealed).

        What keeps the chance of the choice before is not praised again, and advice is given once.

        Raises:
            Refused: the rules do not allow it.
            Poor: there is a better one, and this one was not made just before; making it again carries it out.
        """
        verdict, line = self.judge(choice), choice if isinstance(choice, str) else notation(choice)
        if isinstance(verdict, Advice) and self._advised != (self._now, line):
            self._advised = (self._now, line)
            raise Poor(verdict)
        well = self._chose_well() and isinstance(verdict, Praise)
        record = self.match.act(self.lesson.seat, choice, self.slot)
        self._well[self._now] = well
        if isinstance(verdict, Advice) or verdict.chance == self._praised:
            verdict = verdict._replace(text="")
        self._praised = verdict.chance
        return verdict, record

    @property
    def outcome(self) -> str:
        """How the step has ended; empty while it goes on. It ends early when the goal is out of reach."""
        going = self._goes_on() and (not self._mine() or max(self._ways().values()) > 0)
        if going:
            return ""
        return MET if self._reached(self.match.state) else WELL if self._chose_well() else MISSED

    def _goes_on(self) -> bool:
        """Whether the step's turn or round is not over, nor its goal reached."""
        states = self.match.state
        if self.step.lasts == ROUND:
            return not over(states[0]) and not (self._mine() and self._answered())
        alone = int(to_act(states[0])) == 1 << self.slot
        return not self._reached(states) and self._mine() and (alone or self._now == self.match.records[0].after)

    def _mine(self) -> bool:
        return bool(int(to_act(self.match.state[0])) >> self.slot & 1)

    def _answered(self) -> bool:
        """Whether others have chosen."""
        return any(record.kind == CHOICE and record.slots & ~(1 << self.slot) for record in self.match.records)

    def _reached(self, states: Array) -> bool:
        scene, result = self.game.scene(self.setting, states), self.game.result(self.setting, states)
        return self.step.goal.holds(scene, result, self.slot)

    def _ways(self) -> Ways:
        """Every choice there is, as the learner's seat knows it."""
        return self.outlook.ways(self.match.view(self.lesson.seat))

    @property
    def _now(self) -> str:
        """The state, by its hash: undo comes back to what was known of it."""
        return self.match.records[-1].after

    def _chose_well(self) -> bool:
        """Whether no choice that led here was poor."""
        return next(self._well[record.after] for record in reversed(self.match.records) if record.after in self._well)


def _said(chance: Fraction) -> str:
    return f"{chance} = {float(chance):.0%}"


def _compared(chance: Fraction, better: str, best: Fraction) -> str:
    """A choice beside a better one: "With that you have 1/3; with move 1.sniper.1 d4 it would be 5/6." """
    now = f"With that you have {_said(chance)}" if chance else "With that it can no longer be done"
    return f"{now}; with {better} {f'it would be {_said(best)}' if best < 1 else 'it is certain'}."


def _alike(one: str, other: str) -> int:
    """How many words two lines begin with alike: of choices as good, the one most like the learner's is named."""
    pairs = zip(one.split(), other.split(), strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one.split()), len(other.split())))
