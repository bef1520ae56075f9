"""How likely a goal is over counts and phases: what others owe they let go by, and on counts one way is followed.

A slot has too many ways over ten counts to try them all. What is not chosen yet is taken so: on counts towards where
the goal is, else keeping still; in any other decision whatever is best, of the whole menu.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from ..core.calls import default_choice_at, is_over_at, menu_choice_at, to_act_at
from ..core.chance.distribution import outcomes_of, records
from ..core.engine.record import Array
from ..core.game import Setting
from ..core.protocol.choices import Choice, Verb, decode, encode, new_choices, notation, put_choice
from ..core.protocol.scene import Spot
from ..core.protocol.scene_query import rounded_point
from ..core.slot_choices import default_choice_of, menu_choices, refusal_of
from ..match.autowalk.path import path_to
from .lesson import COUNTS

ChoiceChances = dict[str, Fraction]


class CountPlan(NamedTuple):
    """What is followed on the counts ahead: how it is typed, how it is called, and its first choice."""

    line: str
    label: str
    first: Verb


class SpanOdds:
    """The chances of a goal for one slot, while counts lie ahead, or until the slot is asked for the same again.

    `goal` says where in a State the goal lies, if it is a place.
    """

    def __init__(
        self,
        setting: Setting,
        slot: int,
        duration: str,
        is_reached: Callable[[Array], bool],
        goal: Callable[[Array], Spot | None],
    ) -> None:
        self.setting, self.slot, self.duration, self.is_reached, self.goal = setting, slot, duration, is_reached, goal
        self.start_verb: int | None = None
        self._values: dict[bytes, Fraction] = {}
        self._chances: dict[bytes, ChoiceChances] = {}

    def begin(self, states: Array) -> None:
        """The step begins here."""
        self.start_verb = self._first_verb(states)
        self._start = states.tobytes()

    def is_step_over(self, states: Array) -> bool:
        """Whether the step is over here, whatever has been reached."""
        if is_over_at(states, 0):
            return True
        if self.duration == COUNTS:
            return not self.has_counts(states)
        is_asked_again = self._owes_choice(states) and self._first_verb(states) == self.start_verb
        return is_asked_again and states.tobytes() != self._start

    def has_counts(self, states: Array) -> bool:
        """Whether counts lie ahead."""
        tabletop = self.setting.game.tabletop
        return tabletop is not None and bool(tabletop.counts(self.setting, states))

    def count_plan(self, states: Array) -> CountPlan:
        """What the slot follows on the counts ahead."""
        assert self.setting.game.tabletop is not None
        goal = self.goal(states)
        path = goal and path_to(self.setting, self.setting.game.tabletop, states, self.slot, goal)
        if goal and path and not self.is_reached(states):
            return CountPlan(f"walk {rounded_point(goal)}", f"walk to {rounded_point(goal)}", path.choices[0])
        return CountPlan("wait", "keep still on all counts", default_choice_of(self.setting, states, self.slot))

    def chances(self, states: Array) -> ChoiceChances:
        """Every choice of the slot's menu; on counts, the one way that is followed."""
        raw = states.tobytes()
        if raw not in self._chances:
            if self.has_counts(states):
                plan = self.count_plan(states)
                self._chances[raw] = {plan.line: self.chance(states, plan.first)}
            else:
                names = self.setting.game.names(self.setting, states)
                self._chances[raw] = {
                    notation(decode(choice, self.setting.game.verbs, names)): self._mean_after(states, choice)
                    for choice in self._menu(states)
                }
        return self._chances[raw]

    def chance(self, states: Array, value: Verb) -> Fraction:
        """The chance after a lawful choice."""
        names = self.setting.game.names(self.setting, states)
        return self._mean_after(states, encode(value, self.setting.game.verbs, names)[0])

    def chance_of_all(self, states: Array, values: Sequence[Verb]) -> Fraction:
        """The chance after choices of the slot's, one after another, as far as they are lawful."""
        if (
            not values
            or self.is_step_over(states)
            or self.is_reached(states)
            or refusal_of(self.setting, states, self.slot, values[0])
        ):
            return self._value(states.tobytes(), states)
        choices = self._choices(states)
        names = self.setting.game.names(self.setting, states)
        put_choice(choices, self.slot, encode(values[0], self.setting.game.verbs, names))
        ends = outcomes_of(states, self.setting.tables, choices)
        return sum((p * self.chance_of_all(end, values[1:]) for end, p in records(ends, states)), Fraction(0))

    def _mean_after(self, states: Array, choice: Choice) -> Fraction:
        """The mean over all that a choice can come to."""
        choices = self._choices(states)
        choices[self.slot] = choice
        ends = outcomes_of(states, self.setting.tables, choices)
        return sum((p * self._value(end.tobytes(), end) for end, p in records(ends, states)), Fraction(0))

    def _value(self, raw: bytes, states: Array) -> Fraction:
        if raw not in self._values:
            if self.is_reached(states):
                chance = Fraction(1)
            elif self.is_step_over(states):
                chance = Fraction(0)
            elif not self._owes_choice(states):
                ends = outcomes_of(states, self.setting.tables, self._choices(states))
                chance = sum((p * self._value(end.tobytes(), end) for end, p in records(ends, states)), Fraction(0))
            else:
                chance = max(self.chances(states).values())
            self._values[raw] = chance
        return self._values[raw]

    def _menu(self, states: Array) -> list[Choice]:
        return list(menu_choices(self.setting, states, self.slot)[0])

    def _choices(self, states: Array) -> Array:
        """Room for choices, with what the others do who do not answer."""
        choices = new_choices()
        for slot in range(to_act_at(states, 0).bit_length()):
            if slot != self.slot and to_act_at(states, 0) >> slot & 1:
                default_choice_at(states, 0, self.setting.tables, slot, choices, slot)
        return choices

    def _first_verb(self, states: Array) -> int:
        """The verb of the first choice on the slot's menu: what sort of choice it is asked for."""
        choice = new_choices(1)
        menu_choice_at(states, 0, self.setting.tables, self.slot, 0, choice, 0)
        return int(choice[0].verb)

    def _owes_choice(self, states: Array) -> bool:
        return bool(to_act_at(states, 0) >> self.slot & 1)
