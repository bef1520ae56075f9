"""Best play: expectimax over merged states, in exact fractions. Small endgames and single turns only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ..core.calls import to_act_at
from ..core.chance.distribution import Front, certain, follow, outcomes_of
from ..core.engine.record import Array, from_bytes
from ..core.errors import BadQuestion, UnknownName
from ..core.game import Game, Search, Setting, Solution
from ..core.protocol.choices import Verb, decode, new_choices
from ..core.protocol.questions import Question
from ..core.slot_choices import menu_choices

MAX_POSITIONS = 400_000


class Solver:
    """A search for one slot: it takes the greatest value, every other slot the least.

    `worth` is the value of a state where the search ends, None where it goes on; `like` is any state of the match.
    """

    def __init__(
        self, setting: Setting, sample: Array, slot: int, evaluate: Callable[[Array], Fraction | int | None]
    ) -> None:
        self.setting, self.sample, self.slot, self.evaluate = setting, sample, slot, evaluate
        self.cache: dict[bytes, Fraction] = {}

    def value(self, raw: bytes) -> Fraction:
        """What a state is worth to the slot when everybody plays perfectly.

        Raises:
            BadQuestion: the search met more than POSITIONS states.
        """
        if raw not in self.cache:
            states = self.state(raw)
            best_value = self.evaluate(states)
            if best_value is None:
                acting = acting_slot(states)
                values = [self.mean(ends) for _, ends in self.moves(states, acting)]
                best_value = max(values) if acting == self.slot else min(values)
            if len(self.cache) >= MAX_POSITIONS:
                raise BadQuestion(f"more than {MAX_POSITIONS} positions: ask for fewer pieces or turns")
            self.cache[raw] = Fraction(best_value)
        return self.cache[raw]

    def mean(self, ends: Front) -> Fraction:
        """The mean value of a distribution of states."""
        return ends.mean(self.value)

    def moves(self, states: Array, slot: int) -> list[tuple[Array, Front]]:
        """Every choice of a slot, with all it can come to."""
        result = []
        for choice in menu_choices(self.setting, states, slot)[0]:
            choices = new_choices()
            choices[slot] = choice
            result.append((choices, outcomes_of(states, self.setting.tables, choices)))
        return result

    def best_choices(self, states: Array) -> list[Array]:
        """Every choice that keeps the value of a state."""
        slot = acting_slot(states)
        value = self.value(states.tobytes())
        return [choices for choices, ends in self.moves(states, slot) if self.mean(ends) == value]

    def best_verbs(self, states: Array) -> list[Verb]:
        """The same as verbs."""
        slot = acting_slot(states)
        names = self.setting.game.names(self.setting, states)
        return [decode(choices[slot], self.setting.game.verbs, names) for choices in self.best_choices(states)]

    def best_outcomes(self, states: Array) -> Front:
        """Where best play leads, its first best choice taken in every state."""
        front, previous = certain(states), None
        while front != previous:
            previous, front = front, follow(front, self.sample, self.setting.tables, self.first_best_choice)
        return front

    def first_best_choice(self, states: Array) -> Array | None:
        """The first of the best choices; None where the search ends."""
        return None if self.evaluate(states) is not None else self.best_choices(states)[0]

    def state(self, raw: bytes) -> Array:
        """The state of these bytes."""
        return from_bytes(raw, self.sample)


def acting_slot(states: Array) -> int:
    """The only slot that owes a choice."""
    return to_act_at(states, 0).bit_length() - 1


def solve(search: Search) -> dict[str, Any]:
    """The answer of a search."""
    solver = Solver(search.setting, search.states, search.slot, search.value)
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(max(depth, 20_000))
    try:
        value = solver.value(search.states.tobytes())
        return search.describe(Solution(value, solver.best_verbs, solver.best_outcomes, len(solver.cache)))
    finally:
        sys.setrecursionlimit(depth)


def answer(game: Game, questions: Mapping[str, Question], name: str, parts: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of a game's question, by search where it needs one.

    Raises:
        UnknownName: no such question.
        BadQuestion: a part is missing, unknown, or not what it should be.
    """
    if name not in questions:
        raise UnknownName("question", name, questions)
    result = questions[name].ask(game, parts)
    return solve(result) if isinstance(result, Search) else result
