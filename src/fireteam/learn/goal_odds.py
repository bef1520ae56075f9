"""How likely a goal is after each choice: the rules themselves, run over every outcome of their dice, with best play.

What others owe at the same time is not known: it is reckoned with the first choice of their menus, as `greedy` does;
of others who are `absent`, with what a slot does that does not answer.
Others who choose afterwards are taken to do what is worst for the goal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from ..core.calls import default_choice_at, is_over_at, menu_choice_at, to_act_at
from ..core.chance.distribution import outcomes_of
from ..core.engine.record import Array
from ..core.game import Setting
from ..core.protocol.choices import Verb, decode, encode, new_choices, notation, put_choice
from ..core.slot_choices import menu_choices
from ..sim.solve import Solver
from .lesson import ABSENT, RIVAL, ROUND

ChoiceChances = dict[str, Fraction]
"""Choices in notation, each with the chance of the goal when all that follows is chosen well."""


class GoalOdds:
    """The chances of a goal for one slot, until its turn is over, or until the others have answered (a round)."""

    def __init__(
        self, setting: Setting, slot: int, duration: str, is_reached: Callable[[Array], bool], rival: str = RIVAL
    ) -> None:
        self.setting, self.slot, self.duration, self.is_reached = setting, slot, duration, is_reached
        self.rival = rival
        self.turn_solver = Solver(setting, setting.opening, slot, self._turn_value)
        self.answer_solver = Solver(setting, setting.opening, slot, self._answer_value)
        self._cache: dict[bytes, ChoiceChances] = {}

    def chances(self, states: Array) -> ChoiceChances:
        """Every choice of the slot's menu."""
        raw = states.tobytes()
        if raw not in self._cache:
            names, choices, result = self.setting.game.names(self.setting, states), self._choices_of_others(states), {}
            for choice in menu_choices(self.setting, states, self.slot)[0]:
                choices[self.slot] = choice
                value = decode(choices[self.slot], self.setting.game.verbs, names)
                result[notation(value)] = self._chance(states, choices)
            self._cache[raw] = result
        return self._cache[raw]

    def chance(self, states: Array, value: Verb) -> Fraction:
        """The chance after a lawful choice, also one that stands on no menu."""
        line = notation(value)
        if line in self.chances(states):
            return self.chances(states)[line]
        choices = self._choices_of_others(states)
        put_choice(
            choices, self.slot, encode(value, self.setting.game.verbs, self.setting.game.names(self.setting, states))
        )
        return self._chance(states, choices)

    def chance_of_all(self, states: Array, values: Sequence[Verb]) -> Fraction:
        """The chance after the first of several choices: what follows it is chosen anew."""
        return self.chance(states, values[0])

    def _chance(self, states: Array, choices: Array) -> Fraction:
        return self.turn_solver.mean(outcomes_of(states, self.setting.tables, choices))

    def _choices_of_others(self, states: Array) -> Array:
        """Room for choices, with what is reckoned of those who choose at the same time."""
        choices = new_choices()
        for slot in range(to_act_at(states, 0).bit_length()):
            if slot != self.slot and to_act_at(states, 0) >> slot & 1:
                if self.rival == ABSENT:
                    default_choice_at(states, 0, self.setting.tables, slot, choices, slot)
                else:
                    menu_choice_at(states, 0, self.setting.tables, slot, 0, choices, slot)
        return choices

    def _turn_value(self, states: Array) -> Fraction | int | None:
        """The value of a state after a choice of the slot; None while it alone is to choose on."""
        if self.duration == ROUND:
            return None if self._acts_alone(states) else self.answer_solver.value(states.tobytes())
        if self.is_reached(states):
            return 1
        return None if self._acts_alone(states) else 0

    def _answer_value(self, states: Array) -> int | None:
        """The value of a state when others answer; None until they have."""
        if is_over_at(states, 0) or to_act_at(states, 0) >> self.slot & 1:
            return int(self.is_reached(states))
        return None

    def _acts_alone(self, states: Array) -> bool:
        """Whether the slot, and it alone, is to choose."""
        return to_act_at(states, 0) == 1 << self.slot
