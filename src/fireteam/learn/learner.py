"""A learner on the way through a lesson, at the real game. Faces show what it says; it knows none of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import NamedTuple

from ..core.choices import Verb, notation, parse
from ..core.entry import over, to_act
from ..core.errors import FireteamError, Forbidden
from ..core.game import Game, read_choice
from ..core.record import Array
from ..core.scene import READABLE, Spot
from ..core.spots import middle
from ..match.dice import Secret
from ..match.match import Match
from ..match.record import CHOICE, PERSON, Record, Seat
from .lesson import COUNTS, CYCLE, ROUND, TAPPED, TYPED, Lesson, like, table_of
from .outlook import Outlook, Ways
from .span import Span

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

    `secret` gives what makes the dice of a try; its word is different for each. `face` is how choices are made where
    it is shown: a choice is named as it is typed, or as the menu calls it.
    """

    def __init__(
        self, game: Game, lesson: Lesson, secret: Callable[[str], Secret], number: int = 1, face: str = TYPED
    ) -> None:
        self.game, self.lesson, self.secret, self.face = game, lesson, secret, face
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
            self.setting, self._start = table_of(self.game, self.step, self.lesson.packs)
            self.slot = self.setting.slots.index(self.lesson.seat)
            self.outlook = self._looks_ahead()
        self.tries += 1
        seats = [
            Seat(name, 1 << k, PERSON if k == self.slot else self.step.rival)
            for k, name in enumerate(self.setting.slots)
        ]
        self.match = Match(self.setting, seats, self.secret(f"{number} {self.tries}"), self._start)
        if isinstance(self.outlook, Span):
            self.outlook.begin(self.match.state)
        self._hinted = self._chosen = ""
        self._well, self._advised = {self._now: True}, ("", "")
        self._praised: Fraction | None = None
        if self.outcome:
            raise FireteamError(f"step {number}, {self.step.title}, cannot be done: no choice leads to its goal")

    def _looks_ahead(self) -> Outlook | Span:
        if self.step.lasts in (COUNTS, CYCLE):
            return Span(self.setting, self.slot, self.step.lasts, self._reached, self._goal)
        return Outlook(self.setting, self.slot, self.step.lasts, self._reached, self.step.rival)

    @property
    def progress(self) -> tuple[int, int]:
        """The number of the step, and of how many."""
        return self.number, len(self.lesson.steps)

    # What is said

    def says(self) -> list[str]:
        """The step's text: paragraphs, then how it is done with this face, and the task last."""
        parts = [*self.step.text.split("\n\n"), *([gesture] if (gesture := self.step.gesture.get(self.face)) else [])]
        return [*(" ".join(part.split()) for part in parts), self.step.task]

    def closes(self) -> str:
        """What is said when the step is over."""
        said = {
            MET: f"Done. {self.step.after}",
            WELL: f"Well chosen, and the dice said no: that happens, and counts as done. {self.step.after}",
            MISSED: " ".join(["Not this time.", *self._hindsight(), "Once more, from the beginning of the step."]),
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
        return self._judged((value,))

    def _judged(self, values: Sequence[Verb]) -> Praise | Advice:
        """What lawful choices are worth, made one after another."""
        if self.step.answer:
            return Praise(Fraction(0), "")
        ways, chance = self._ways(), self.outlook.chance_of_all(self.match.view(self.lesson.seat), values)
        best = max(ways.values())
        if chance >= min(best, self.step.enough or best):
            return Praise(chance, self._praise(chance, best, min(ways.values())))
        line = notation(values[0])
        better = max((way for way in ways if ways[way] == best), key=lambda way: _alike(way, line))
        said = _compared(chance, self._called(better), best)
        return Advice(chance, better, best, " ".join([said, *self._hints(line)]))

    def _praise(self, chance: Fraction, best: Fraction, least: Fraction) -> str:
        if least == best:
            return ""
        if chance == 1:
            return "Well chosen."
        return f"Well chosen: {_said(chance)}{' is the best there is' if chance == best else ', good enough'}."

    def hint(self) -> str:
        """The author's idea; asked for again, the best choice there is, with its chance."""
        if self.step.idea and self._hinted != self._now:
            self._hinted = self._now
            return self.step.idea
        if self.step.answer:
            return self._called(self.step.answer)
        ways = self._ways()
        best = max(ways, key=lambda way: ways[way])
        return f"{self._called(best)}: {_said(ways[best]) if ways[best] < 1 else 'certain'}"

    def _called(self, line: str) -> str:
        """A choice as this face has it: as it is typed, or in the menu's words."""
        titled = self.game.scene(self.setting, self.match.state).titled
        if self.face != TAPPED:
            return titled(line)
        states = self.match.view(self.lesson.seat)
        if isinstance(self.outlook, Span) and self.outlook.on_counts(states):
            return self.outlook.course(states).called
        decision = self.game.decision(self.setting, states, self.slot, odds=False)
        option = next((one for one in decision.options if one.notation == line), None)
        if option is None:
            return titled(line.replace("_", " "))
        verb = option.verb.replace("_", " ")
        return option.label if option.label.startswith(verb) else f"{verb} {option.label}"

    def _hints(self, line: str) -> list[str]:
        """What the author says of a poor choice: the first hint that fits."""
        return [hint.say for hint in self.step.hints if fnmatchcase(line, hint.on)][:1]

    def _hindsight(self) -> list[str]:
        """What the author says of the choice made last, where nothing was said before it was made."""
        return self._hints(self._chosen) if self.step.answer else []

    # What happens

    def choose(self, choice: str | Verb) -> tuple[Praise | Advice, Record | None]:
        """Carry a choice of the learner's out: how good it was, and the event (None if it is sealed).

        What keeps the chance of the choice before is not praised again, and advice is given once.

        Raises:
            Refused: the rules do not allow it.
            Poor: there is a better one, and this one was not made just before; making it again carries it out.
        """
        verdict, line = self.judge(choice), choice if isinstance(choice, str) else notation(choice)
        well = self._held_back(verdict, line) and line == (self.step.answer or line)
        self._chosen = line
        record = self.match.act(self.lesson.seat, choice, self.slot)
        self._well[self._now] = well
        return self._said_once(verdict), record

    def choose_ahead(self, choices: Sequence[str | Verb]) -> Praise | Advice:
        """Plan choices of the learner's, one after another: how good they are together. None is carried out yet.

        Raises:
            Refused: the rules do not allow the first.
            Poor: there is a better way, and this one was not planned just before; planning it again lets it stand.
        """
        values = [parse(one, self.game.verbs) if isinstance(one, str) else one for one in choices]
        if refused := self.match.may(self.lesson.seat, values[0], self.slot):
            raise refused
        verdict = self._judged(values)
        well = self._held_back(verdict, "; ".join(map(notation, values)))
        self.match.plan(self.lesson.seat, values, self.slot)
        self._well[self._now] = well
        return self._said_once(verdict)

    def _held_back(self, verdict: Praise | Advice, line: str) -> bool:
        """Whether all was well chosen so far, this choice too.

        Raises:
            Poor: it was not, and is made for the first time.
        """
        if isinstance(verdict, Advice) and self._advised != (self._now, line):
            self._advised = (self._now, line)
            raise Poor(verdict)
        return self._chose_well() and isinstance(verdict, Praise)

    def _said_once(self, verdict: Praise | Advice) -> Praise | Advice:
        """A verdict, without its text where nothing new is said by it."""
        if isinstance(verdict, Advice) or verdict.chance == self._praised:
            verdict = verdict._replace(text="")
        self._praised = verdict.chance
        return verdict

    @property
    def outcome(self) -> str:
        """How the step has ended; empty while it goes on. It ends early when the goal is out of reach."""
        going = self._goes_on() and (bool(self.step.answer) or not self._mine() or max(self._ways().values()) > 0)
        if going:
            return ""
        return MET if self._reached(self.match.state) else WELL if self._chose_well() else MISSED

    def _goes_on(self) -> bool:
        """Whether the step's turn or round is not over, nor its goal reached."""
        states = self.match.state
        if isinstance(self.outlook, Span):
            return not self._reached(states) and not self.outlook.ends(states)
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

    def _goal(self, states: Array) -> Spot | None:
        """Where the goal lies for the learner's own units, on a free table."""
        scene = self.game.scene(self.setting, states)
        mine = [token.unit for token in scene.tokens if token.slot == self.slot]
        places = {place for name, places in self.step.goal.at.items() if like(name, mine) for place in places}
        areas = scene.ground.areas if scene.ground else ()
        return next((middle(area) for area in areas if area.name in places), None)

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
    exact = str(chance)
    return f"{exact} = {float(chance):.0%}" if len(exact) <= READABLE else f"{float(chance):.0%}"


def _compared(chance: Fraction, better: str, best: Fraction) -> str:
    """A choice beside a better one: "With that you have 1/3; with move 1.sniper.1 d4 it would be 5/6." """
    now = f"With that you have {_said(chance)}" if chance else "With that it can no longer be done"
    return f"{now}; with {better} {f'it would be {_said(best)}' if best < 1 else 'it is certain'}."


def _alike(one: str, other: str) -> int:
    """How many words two lines begin with alike: of choices as good, the one most like the learner's is named."""
    pairs = zip(one.split(), other.split(), strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one.split()), len(other.split())))
