"""Best play: expectimax over merged states, in exact fractions. Small endgames and single turns only."""

from __future__ import annotations

import inspect
import keyword
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ..core.choices import Verb, decode, new_choices
from ..core.entry import count, kth, to_act
from ..core.errors import BadQuestion, UnknownName
from ..core.exhaust import Front, ends_of, follow, records
from ..core.game import Game, Question, Search, Setting, Solution
from ..core.record import Array

POSITIONS = 400_000


class Solver:
    """A search for one slot: it takes the greatest value, every other slot the least.

    `worth` is the value of a state where the search ends, None where it goes on; `like` is any state of the match.
    """

    def __init__(
        self, setting: Setting, like: Array, slot: int, worth: Callable[[Array], Fraction | int | None]
    ) -> None:
        self.setting, self.like, self.slot, self.worth = setting, like, slot, worth
        self.known: dict[bytes, Fraction] = {}

    def value(self, raw: bytes) -> Fraction:
        """What a state is worth to the slot when everybody plays perfectly.

        Raises:
            BadQuestion: the search met more than POSITIONS states.
        """
        if raw not in self.known:
            states = self.state(raw)
            settled = self.worth(states)
            if settled is None:
                acting = acting_slot(states)
                worths = [self.mean(ends) for _, ends in self.moves(states, acting)]
                settled = max(worths) if acting == self.slot else min(worths)
            if len(self.known) >= POSITIONS:
                raise BadQuestion(f"more than {POSITIONS} positions: ask for fewer pieces or turns")
            self.known[raw] = Fraction(settled)
        return self.known[raw]

    def mean(self, ends: Front) -> Fraction:
        """The mean value of a distribution of states."""
        return sum((p * self.value(end) for end, p in ends.items()), Fraction(0))

    def moves(self, states: Array, slot: int) -> list[tuple[Array, Front]]:
        """Every choice of a slot, with all it can come to."""
        found = []
        for k in range(count(states[0], self.setting.tables[0], slot)):
            choices = new_choices()
            kth(states[0], self.setting.tables[0], slot, k, choices[slot])
            found.append((choices, ends_of(states, self.setting.tables, choices)))
        return found

    def best_choices(self, states: Array) -> list[Array]:
        """Every choice that keeps the value of a state."""
        slot = acting_slot(states)
        value = self.value(states.tobytes())
        return [choices for choices, ends in self.moves(states, slot) if self.mean(ends) == value]

    def best(self, states: Array) -> list[Verb]:
        """The same as verbs."""
        slot = acting_slot(states)
        names = self.setting.game.names(self.setting, states)
        return [decode(choices[slot], self.setting.game.verbs, names) for choices in self.best_choices(states)]

    def follow(self, states: Array) -> Front:
        """Where best play leads, its first best choice taken in every state."""
        front: Front = {states.tobytes(): Fraction(1)}
        before: Front = {}
        while front != before:
            before, front = front, follow(front, self.like, self.setting.tables, self.first_best)
        return front

    def first_best(self, states: Array) -> Array | None:
        """The first of the best choices; None where the search ends."""
        return None if self.worth(states) is not None else self.best_choices(states)[0]

    def state(self, raw: bytes) -> Array:
        """The state of these bytes."""
        return next(records({raw: Fraction(1)}, self.like))[0]


def acting_slot(states: Array) -> int:
    """The only slot that owes a choice."""
    return int(to_act(states[0])).bit_length() - 1


def solve(search: Search) -> dict[str, Any]:
    """The answer of a search."""
    solver = Solver(search.setting, search.states, search.slot, search.value)
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(max(depth, 20_000))
    try:
        value = solver.value(search.states.tobytes())
        return search.tell(Solution(value, solver.best, solver.follow, len(solver.known)))
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
    question = questions[name]
    wanted = inspect.signature(question.answer).parameters
    for part in parts:
        if part not in question.parts:
            raise BadQuestion(f"{name} has no part {part!r}; it has {', '.join(question.parts) or 'none'}")
    for part in question.parts:
        known = wanted.get(python_name(part))  # a part that is not named is one of many that may be left out
        if part not in parts and known is not None and known.default is inspect.Parameter.empty:
            raise BadQuestion(f"{name} needs {part}: {question.parts[part]}")
    found = question.answer(game, **{python_name(part): value for part, value in parts.items()})
    return solve(found) if isinstance(found, Search) else found


def python_name(part: str) -> str:
    """`from` is a word of Python's own."""
    return f"{part}_" if keyword.iskeyword(part) else part
