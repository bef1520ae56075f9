"""How likely a goal is after each choice: the rules themselves, run over every outcome of their dice, with best play.

What others owe at the same time is not known: it is reckoned with the first choice of their menus, as `greedy` does;
of others who are `absent`, with what a slot does that does not answer.
Others who choose afterwards are taken to do what is worst for the goal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from ..core.choices import Verb, decode, encode, new_choices, notation, put
from ..core.entry import count, default, kth, over, to_act
from ..core.exhaust import ends_of
from ..core.game import Setting
from ..core.record import Array
from ..sim.solve import Solver
from .lesson import ABSENT, RIVAL, ROUND

Ways = dict[str, Fraction]
"""Choices in notation, each with the chance of the goal when all that follows is chosen well."""


class Outlook:
    """The chances of a goal for one slot, until its turn is over, or until the others have answered (a round)."""

    def __init__(
        self, setting: Setting, slot: int, lasts: str, reached: Callable[[Array], bool], rival: str = RIVAL
    ) -> None:
        self.setting, self.slot, self.lasts, self.reached = setting, slot, lasts, reached
        self.rival = rival
        self.turn = Solver(setting, setting.opening, slot, self._in_turn)
        self.answers = Solver(setting, setting.opening, slot, self._in_answers)
        self._known: dict[bytes, Ways] = {}

    def ways(self, states: Array) -> Ways:
        """Every choice of the slot's menu."""
        raw = states.tobytes()
        if raw not in self._known:
            names, choices, found = self.setting.game.names(self.setting, states), self._others(states), {}
            for k in range(count(states[0], self.setting.tables[0], self.slot)):
                kth(states[0], self.setting.tables[0], self.slot, k, choices[self.slot])
                value = decode(choices[self.slot], self.setting.game.verbs, names)
                found[notation(value)] = self._chance(states, choices)
            self._known[raw] = found
        return self._known[raw]

    def chance(self, states: Array, value: Verb) -> Fraction:
        """The chance after a lawful choice, also one that stands on no menu."""
        line = notation(value)
        if line in self.ways(states):
            return self.ways(states)[line]
        choices = self._others(states)
        put(choices, self.slot, encode(value, self.setting.game.verbs, self.setting.game.names(self.setting, states)))
        return self._chance(states, choices)

    def chance_of_all(self, states: Array, values: Sequence[Verb]) -> Fraction:
        """The chance after the first of several choices: what follows it is chosen anew."""
        return self.chance(states, values[0])

    def _chance(self, states: Array, choices: Array) -> Fraction:
        return self.turn.mean(ends_of(states, self.setting.tables, choices))

    def _others(self, states: Array) -> Array:
        """Room for choices, with what is reckoned of those who choose at the same time."""
        choices = new_choices()
        for slot in range(int(to_act(states[0])).bit_length()):
            if slot != self.slot and int(to_act(states[0])) >> slot & 1:
                if self.rival == ABSENT:
                    default(states[0], self.setting.tables[0], slot, choices[slot])
                else:
                    kth(states[0], self.setting.tables[0], slot, 0, choices[slot])
        return choices

    def _in_turn(self, states: Array) -> Fraction | int | None:
        """The value of a state after a choice of the slot; None while it alone is to choose on."""
        if self.lasts == ROUND:
            return None if self._mine(states) else self.answers.value(states.tobytes())
        if self.reached(states):
            return 1
        return None if self._mine(states) else 0

    def _in_answers(self, states: Array) -> int | None:
        """The value of a state when others answer; None until they have."""
        if over(states[0]) or int(to_act(states[0])) >> self.slot & 1:
            return int(self.reached(states))
        return None

    def _mine(self, states: Array) -> bool:
        """Whether the slot, and it alone, is to choose."""
        return int(to_act(states[0])) == 1 << self.slot
