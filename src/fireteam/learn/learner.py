"""A learner on the way through a lesson, at the real game. Faces show what it says; it knows none of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import NamedTuple

from ..core.calls import is_over_at, to_act_at
from ..core.engine.record import Array
from ..core.errors import FireteamError, Forbidden, UnknownName
from ..core.game import Game
from ..core.percent import percent
from ..core.protocol.choices import Verb, notation, parse
from ..core.protocol.scene import Spot, short_fraction
from ..core.protocol.scene_query import centre
from ..core.slot_choices import read_choice
from ..match.dice import Secret
from ..match.match import Match
from ..match.record import CHOICE, PERSON, Record, Seat
from .goal_odds import ChoiceChances, GoalOdds
from .lesson import (
    ALL,
    COUNTS,
    CYCLE,
    IDLE,
    PAGE,
    PAUSE,
    REWIND,
    ROUND,
    STAND_IN,
    TERMINAL,
    UNPAUSE,
    UNTIL_MET,
    Lesson,
    matching_units,
    setting_of_step,
)
from .span_odds import SpanOdds

GOAL_MET, GOOD_CHOICE, GOAL_MISSED = "met", "well", "missed"
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


class PoorChoice(FireteamError):
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
        self, game: Game, lesson: Lesson, secret: Callable[[str], Secret], number: int = 1, interface: str = TERMINAL
    ) -> None:
        self.game, self.lesson, self.secret, self.interface = game, lesson, secret, interface
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
            self.setting, self._start = setting_of_step(self.game, self.step, self.lesson.packs)
            self.slot = self.setting.slots.index(self.lesson.seat)
            self.odds = self._new_odds()
        self.tries += 1
        seats = [
            Seat(name, 1 << k, self._controller(name), k == self.slot == self.setting.referee)
            for k, name in enumerate(self.setting.slots)
        ]
        self.match = Match(self.setting, seats, self.secret(f"{number} {self.tries}"), self._start)
        if isinstance(self.odds, SpanOdds):
            self.odds.begin(self.match.state)
        self._hint_state = self._last_choice = ""
        self._verdicts, self._last_advice = {self._state_hash: self.step.lasts != UNTIL_MET}, ("", "")
        self._praised_chance: Fraction | None = None
        if self.outcome:
            raise FireteamError(f"step {number}, {self.step.title}, cannot be done: no choice leads to its goal")

    def _controller(self, name: str) -> str:
        """Who decides for a seat."""
        return PERSON if name == self.lesson.seat else IDLE if name in self.step.idle else self.step.rival

    def _new_odds(self) -> GoalOdds | SpanOdds:
        if self.step.lasts in (COUNTS, CYCLE):
            return SpanOdds(self.setting, self.slot, self.step.lasts, self._is_goal_reached, self._goal)
        return GoalOdds(self.setting, self.slot, self.step.lasts, self._is_goal_reached, self.step.rival)

    @property
    def is_referee(self) -> bool:
        """Whether the learner sits at the table as its referee."""
        return self.match.seat(self.lesson.seat).referee

    @property
    def progress(self) -> tuple[int, int]:
        """The number of the step, and of how many."""
        return self.number, len(self.lesson.steps)

    # What is said

    def paragraphs(self) -> list[str]:
        """The step's text: paragraphs, then how it is done with this face, and the task last."""
        parts = [
            *self.step.text.split("\n\n"),
            *([gesture] if (gesture := self.step.gesture.get(self.interface)) else []),
        ]
        return [*(" ".join(part.split()) for part in parts), self.step.task]

    def closing_text(self) -> str:
        """What is said when the step is over."""
        texts = {
            GOAL_MET: f"Done. {self.step.after}",
            GOOD_CHOICE: f"Well chosen, and the dice said no: that happens, and counts as done. {self.step.after}",
            GOAL_MISSED: " ".join(["Not this time.", *self._hindsight(), "Once more, from the beginning of the step."]),
        }
        return texts.get(self.outcome, "").strip()

    def judge(self, choice: str | Verb, slot: int | None = None) -> Praise | Advice:
        """What a choice is worth now, by the exact chance of the goal; nothing is carried out.

        Free acts, and what a referee chooses for another slot, are not weighed.

        Raises:
            IllegalChoice: the rules do not allow it.
        """
        slot = self.slot if slot is None else slot
        refused = self.match.refusal_of(self.lesson.seat, choice, slot)
        if refused is not None:
            raise refused
        value = read_choice(self.setting, choice) if isinstance(choice, str) else choice
        if value.free or slot != self.slot:
            return Praise(Fraction(0), "")
        return self._judge_values((value,))

    def _judge_values(self, values: Sequence[Verb]) -> Praise | Advice:
        """What lawful choices are worth, made one after another."""
        if self.step.answer:
            return Praise(Fraction(0), "")
        chances, chance = self._chances(), self.odds.chance_of_all(self.match.view(self.lesson.seat), values)
        best = max(chances.values())
        if chance >= min(best, self.step.enough or best):
            return Praise(chance, self._praise(chance, best, min(chances.values())))
        line = notation(values[0])
        better = max((way for way in chances if chances[way] == best), key=lambda way: _common_words(way, line))
        sentence = _comparison(chance, self._choice_text(better), best)
        return Advice(chance, better, best, " ".join([sentence, *self._hints(line)]))

    def _praise(self, chance: Fraction, best: Fraction, least: Fraction) -> str:
        if least == best:
            return ""
        if chance == 1:
            return "Well chosen."
        return f"Well chosen: {_chance_text(chance)}{' is the best there is' if chance == best else ', good enough'}."

    def hint(self) -> str:
        """The author's idea; asked for again, the best choice there is, with its chance."""
        if self.step.idea and self._hint_state != self._state_hash:
            self._hint_state = self._state_hash
            return self.step.idea
        if self.step.answer:
            gesture = self.step.gesture.get(self.interface) if self.is_referee else ""
            return gesture or self._choice_text(self.step.answer)
        chances = self._chances()
        best = max(chances, key=lambda way: chances[way])
        return f"{self._choice_text(best)}: {_chance_text(chances[best]) if chances[best] < 1 else 'certain'}"

    def _choice_text(self, line: str) -> str:
        """A choice as this face has it: as it is typed, or in the menu's words."""
        titled = self.game.scene(self.setting, self.match.state).titled
        if self.interface != PAGE:
            return titled(line)
        states = self.match.view(self.lesson.seat)
        if isinstance(self.odds, SpanOdds) and self.odds.has_counts(states):
            return self.odds.count_plan(states).label
        decision = self.game.decision(self.setting, states, self.slot, odds=False)
        option = next((one for one in decision.options if one.notation == line), None)
        if option is None:
            return titled(line.replace("_", " "))
        return option.title

    def _hints(self, line: str) -> list[str]:
        """What the author says of a poor choice: the first hint that fits."""
        return [hint.say for hint in self.step.hints if fnmatchcase(line, hint.on)][:1]

    def _hindsight(self) -> list[str]:
        """What the author says of the choice made last, where nothing was said before it was made."""
        return self._hints(self._last_choice) if self.step.answer else []

    # What happens

    def choose(
        self, choice: str | Verb, slot: int | None = None, reason: str = ""
    ) -> tuple[Praise | Advice, Record | None]:
        """Carry a choice of the learner's out: how good it was, and the event (None if it is sealed).

        What keeps the chance of the choice before is not praised again, and advice is given once.

        Raises:
            IllegalChoice: the rules do not allow it.
            PoorChoice: there is a better one, and this one was not made just before; making it again carries it out.
        """
        slot = self.slot if slot is None else slot
        verdict, line = self.judge(choice, slot), choice if isinstance(choice, str) else notation(choice)
        is_good = self._is_well_chosen(verdict, line) and line == (self.step.answer or line)
        self._last_choice = line
        record = self.match.act(self.lesson.seat, choice, slot, reason=reason)
        self._verdicts[self._state_hash] = is_good
        return self._without_repeated_text(verdict), record

    def perform(self, line: str) -> Praise | Advice:
        """Carry out a line of the learner's: a choice, for a referee also one of another slot, or a referee's act.

        `anna: attack finn` chooses for another slot; `note anna because WHY` has a reason. Acts are `default anna`,
        `default all`, `pause because WHY`, `unpause` and `rewind 3 because WHY`.

        Raises:
            FireteamError: it cannot be done.
            PoorChoice: as `choose`.
        """
        if not self.is_referee:
            return self.choose(line)[0]
        match, seat = self.match, self.lesson.seat
        text, _, reason = line.partition(" because ")
        word, _, rest = text.partition(" ")
        name, colon, choice = text.partition(": ")
        if word == STAND_IN:
            match.stand_in(seat, None if rest == ALL else self._slot_called(rest))
        elif word == PAUSE:
            match.pause(seat, reason)
        elif word == UNPAUSE:
            match.unpause(seat)
        elif word == REWIND:
            match.rewind(seat, int(rest) if rest.isdecimal() else -1, reason)
        else:
            slot = self._slot_called(name) if colon else None
            return self.choose(choice or text, slot, reason)[0]
        return Praise(Fraction(0), "")

    def _slot_called(self, name: str) -> int:
        """The number of a slot.

        Raises:
            UnknownName: there is none of this name.
        """
        if name not in self.setting.slots:
            raise UnknownName("slot", name, self.setting.slots)
        return self.setting.slots.index(name)

    def next_bot(self) -> tuple[Seat, int] | None:
        """The bot that is to choose, and for which slot; nobody while the table is stopped."""
        if self.match.pause_record:
            return None
        owing = ((self.match.seat_of(slot), slot) for slot in self.match.slots_to_act())
        return next(((seat, slot) for seat, slot in owing if seat and seat.controller not in (PERSON, IDLE)), None)

    def plan(self, choices: Sequence[str | Verb]) -> Praise | Advice:
        """Plan choices of the learner's, one after another: how good they are together. None is carried out yet.

        Raises:
            IllegalChoice: the rules do not allow the first.
            PoorChoice: another is better, and this one was not planned just before; planning it again lets it stand.
        """
        values = [parse(one, self.game.verbs) if isinstance(one, str) else one for one in choices]
        if refused := self.match.refusal_of(self.lesson.seat, values[0], self.slot):
            raise refused
        verdict = self._judge_values(values)
        is_good = self._is_well_chosen(verdict, "; ".join(map(notation, values)))
        self.match.plan(self.lesson.seat, values, self.slot)
        self._verdicts[self._state_hash] = is_good
        return self._without_repeated_text(verdict)

    def _is_well_chosen(self, verdict: Praise | Advice, line: str) -> bool:
        """Whether all was well chosen so far, this choice too.

        Raises:
            PoorChoice: it was not, and is made for the first time.
        """
        if isinstance(verdict, Advice) and self._last_advice != (self._state_hash, line):
            self._last_advice = (self._state_hash, line)
            raise PoorChoice(verdict)
        return self._chose_well() and isinstance(verdict, Praise)

    def _without_repeated_text(self, verdict: Praise | Advice) -> Praise | Advice:
        """A verdict, without its text where nothing new is said by it."""
        if isinstance(verdict, Advice) or verdict.chance == self._praised_chance:
            verdict = verdict._replace(text="")
        self._praised_chance = verdict.chance
        return verdict

    @property
    def outcome(self) -> str:
        """How the step has ended; empty while it goes on. It ends early when the goal is out of reach."""
        is_going_on = self._is_under_way() and (
            bool(self.step.answer) or not self._owes_choice() or max(self._chances().values()) > 0
        )
        if is_going_on:
            return ""
        return (
            GOAL_MET if self._is_goal_reached(self.match.state) else GOOD_CHOICE if self._chose_well() else GOAL_MISSED
        )

    def _is_under_way(self) -> bool:
        """Whether the step's turn or round is not over, nor its goal reached."""
        states = self.match.state
        if isinstance(self.odds, SpanOdds):
            return not self._is_goal_reached(states) and not self.odds.is_step_over(states)
        if self.step.lasts == UNTIL_MET:
            return not self._is_goal_reached(states) and not is_over_at(states, 0)
        if self.step.lasts == ROUND:
            return not is_over_at(states, 0) and not (self._owes_choice() and self._have_others_chosen())
        alone = to_act_at(states, 0) == 1 << self.slot
        return (
            not self._is_goal_reached(states)
            and self._owes_choice()
            and (alone or self._state_hash == self.match.records[0].state_hash)
        )

    def _owes_choice(self) -> bool:
        return bool(to_act_at(self.match.state, 0) >> self.slot & 1)

    def _have_others_chosen(self) -> bool:
        """Whether others have chosen."""
        return any(record.kind == CHOICE and record.slots & ~(1 << self.slot) for record in self.match.records)

    def _is_goal_reached(self, states: Array) -> bool:
        scene, result = self.game.scene(self.setting, states), self.game.result(self.setting, states)
        return self.step.goal.holds(scene, result, self.slot) and self._has_told()

    def _has_told(self) -> bool:
        """Whether all that the goal asks for has been told since the step began."""
        if not self.step.goal.told:
            return True
        texts = [f"{one.kind}: {one.reason}" for one in self.match.records[1:] if one.reason]
        texts += [logged.sentence() for one in self.match.records[1:] for logged in one.events]
        return all(any(fnmatchcase(text, like) for text in texts) for like in self.step.goal.told)

    def _goal(self, states: Array) -> Spot | None:
        """Where the goal lies for the learner's own units, on a free table."""
        scene = self.game.scene(self.setting, states)
        own_units = [token.unit for token in scene.tokens if token.slot == self.slot]
        places = {
            place for name, places in self.step.goal.at.items() if matching_units(name, own_units) for place in places
        }
        areas = scene.ground.areas if scene.ground else ()
        return next((centre(area) for area in areas if area.name in places), None)

    def _chances(self) -> ChoiceChances:
        """Every choice there is, as the learner's seat knows it."""
        return self.odds.chances(self.match.view(self.lesson.seat))

    @property
    def _state_hash(self) -> str:
        """The state, by its hash: undo comes back to what was known of it."""
        return self.match.records[-1].state_hash

    def _chose_well(self) -> bool:
        """Whether no choice that led here was poor."""
        return next(
            self._verdicts[record.state_hash]
            for record in reversed(self.match.records)
            if record.state_hash in self._verdicts
        )


def _chance_text(chance: Fraction) -> str:
    return f"{short_fraction(str(chance))}{percent(chance)}"


def _comparison(chance: Fraction, better: str, best: Fraction) -> str:
    """A choice beside a better one: "With that you have 1/3; with move 1.sniper.1 d4 it would be 5/6." """
    beginning = f"With that you have {_chance_text(chance)}" if chance else "With that it can no longer be done"
    return f"{beginning}; with {better} {f'it would be {_chance_text(best)}' if best < 1 else 'it is certain'}."


def _common_words(one: str, other: str) -> int:
    """How many words two lines begin with alike: of choices as good, the one most like the learner's is named."""
    pairs = zip(one.split(), other.split(), strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one.split()), len(other.split())))
