"""How likely a goal is over counts and phases: what others owe they let go by, and on counts one way is followed.

A slot has too many ways over ten counts to try them all. What is not chosen yet is taken so: on counts towards where
the goal is, else keeping still; in any other decision whatever is best, of the whole menu.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from ..core.choices import Choice, Verb, decode, encode, new_choices, notation, put
from ..core.entry import count, default, kth, over, to_act
from ..core.exhaust import ends_of, records
from ..core.game import Setting, default_choice, refusal
from ..core.record import Array
from ..core.scene import Spot
from ..core.spots import near
from ..match.walking import path_to
from .lesson import COUNTS

Ways = dict[str, Fraction]


class Course(NamedTuple):
    """What is followed on the counts ahead: how it is typed, how it is called, and its first choice."""

    typed: str
    called: str
    first: Verb


class Span:
    """The chances of a goal for one slot, while counts lie ahead, or until the slot is asked for the same again.

    `goal` says where in a State the goal lies, if it is a place.
    """

    def __init__(
        self,
        setting: Setting,
        slot: int,
        lasts: str,
        reached: Callable[[Array], bool],
        goal: Callable[[Array], Spot | None],
    ) -> None:
        self.setting, self.slot, self.lasts, self.reached, self.goal = setting, slot, lasts, reached, goal
        self.first: int | None = None
        self._known: dict[bytes, Fraction] = {}
        self._ways: dict[bytes, Ways] = {}

    def begin(self, states: Array) -> None:
        """The step begins here."""
        self.first = self._asked(states)
        self._start = states.tobytes()

    def ends(self, states: Array) -> bool:
        """Whether the step is over here, whatever has been reached."""
        if over(states[0]):
            return True
        if self.lasts == COUNTS:
            return not self.on_counts(states)
        again = self._mine(states) and self._asked(states) == self.first
        return again and states.tobytes() != self._start

    def on_counts(self, states: Array) -> bool:
        """Whether counts lie ahead."""
        aloud = self.setting.game.aloud
        return aloud is not None and bool(aloud.counts(self.setting, states))

    def course(self, states: Array) -> Course:
        """What the slot follows on the counts ahead."""
        assert self.setting.game.aloud is not None
        goal = self.goal(states)
        path = goal and path_to(self.setting, self.setting.game.aloud, states, self.slot, goal)
        if goal and path and not self.reached(states):
            return Course(f"walk {near(goal)}", f"walk to {near(goal)}", path.choices[0])
        return Course("wait", "keep still on all counts", default_choice(self.setting, states, self.slot))

    def ways(self, states: Array) -> Ways:
        """Every choice of the slot's menu; on counts, the one way that is followed."""
        raw = states.tobytes()
        if raw not in self._ways:
            if self.on_counts(states):
                course = self.course(states)
                self._ways[raw] = {course.typed: self.chance(states, course.first)}
            else:
                names = self.setting.game.names(self.setting, states)
                self._ways[raw] = {
                    notation(decode(choice, self.setting.game.verbs, names)): self._after(states, choice)
                    for choice in self._menu(states)
                }
        return self._ways[raw]

    def chance(self, states: Array, value: Verb) -> Fraction:
        """The chance after a lawful choice."""
        names = self.setting.game.names(self.setting, states)
        return self._after(states, encode(value, self.setting.game.verbs, names)[0])

    def chance_of_all(self, states: Array, values: Sequence[Verb]) -> Fraction:
        """The chance after choices of the slot's, one after another, as far as they are lawful."""
        if (
            not values
            or self.ends(states)
            or self.reached(states)
            or refusal(self.setting, states, self.slot, values[0])
        ):
            return self._value(states.tobytes(), states)
        choices = self._choices(states)
        names = self.setting.game.names(self.setting, states)
        put(choices, self.slot, encode(values[0], self.setting.game.verbs, names))
        ends = ends_of(states, self.setting.tables, choices)
        return sum((p * self.chance_of_all(end, values[1:]) for end, p in records(ends, states)), Fraction(0))

    def _after(self, states: Array, choice: Choice) -> Fraction:
        """The mean over all that a choice can come to."""
        choices = self._choices(states)
        choices[self.slot] = choice
        ends = ends_of(states, self.setting.tables, choices)
        return sum((p * self._value(end.tobytes(), end) for end, p in records(ends, states)), Fraction(0))

    def _value(self, raw: bytes, states: Array) -> Fraction:
        if raw not in self._known:
            if self.reached(states):
                found = Fraction(1)
            elif self.ends(states):
                found = Fraction(0)
            elif not self._mine(states):
                ends = ends_of(states, self.setting.tables, self._choices(states))
                found = sum((p * self._value(end.tobytes(), end) for end, p in records(ends, states)), Fraction(0))
            else:
                found = max(self.ways(states).values())
            self._known[raw] = found
        return self._known[raw]

    def _menu(self, states: Array) -> list[Choice]:
        choices = new_choices(int(count(states[0], self.setting.tables[0], self.slot)))
        for k in range(len(choices)):
            kth(states[0], self.setting.tables[0], self.slot, k, choices[k])
        return list(choices)

    def _choices(self, states: Array) -> Array:
        """Room for choices, with what the others do who do not answer."""
        choices = new_choices()
        for slot in range(int(to_act(states[0])).bit_length()):
            if slot != self.slot and int(to_act(states[0])) >> slot & 1:
                default(states[0], self.setting.tables[0], slot, choices[slot])
        return choices

    def _asked(self, states: Array) -> int:
        """The verb of the first choice on the slot's menu: what sort of choice it is asked for."""
        choice = new_choices(1)
        kth(states[0], self.setting.tables[0], self.slot, 0, choice[0])
        return int(choice[0].verb)

    def _mine(self, states: Array) -> bool:
        return bool(int(to_act(states[0])) >> self.slot & 1)
