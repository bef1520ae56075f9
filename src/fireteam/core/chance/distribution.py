"""Exhaust: a choice run over every outcome of its dice. The one source of odds, in exact fractions.

A choice is taken step by step. Each step is run once for every way its dice can fall (`core/chance/outcomes.py`), and
the next step goes on from the merged distribution, in fractions of unbounded integers. A step that can come back to
where it began (a tie that is rolled again) is summed to its end in closed form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from ..dice import live
from ..engine.record import Array, copy_of, from_bytes
from ..errors import FireteamError
from ..protocol.choices import new_choices
from ..protocol.events import new_log
from ..run import MAX_STEPS, is_at_decision
from ..run import apply as apply_choices
from .outcomes import MAX_LEAVES, TooManyOutcomes, one_step

SAMPLES = 20_000

Front = dict[bytes, Fraction]
"""A distribution of states: the bytes of each, with its chance."""


class Distribution(NamedTuple):
    """Every way a choice can end, each with its chance; if not `exact`, the chances are shares of so many samples."""

    ends: list[tuple[Array, Fraction]]
    leaves: int
    exact: bool

    def chance(self, holds: Callable[[Any], bool]) -> Fraction:
        """The chance that something holds of the state at the end."""
        return sum((p for state, p in self.ends if holds(state[0])), Fraction(0))

    def mean(self, amount: Callable[[Any], Fraction | int]) -> Fraction:
        """The expected amount of something in the state at the end."""
        return sum((p * amount(state[0]) for state, p in self.ends), Fraction(0))

    def by(self, key: Callable[[Any], Any]) -> dict[Any, Fraction]:
        """The distribution of a key of the state at the end, in the order of the keys."""
        found: dict[Any, Fraction] = {}
        for state, p in self.ends:
            found[key(state[0])] = found.get(key(state[0]), Fraction(0)) + p
        return dict(sorted(found.items()))

    def error(self, chance: Fraction) -> float:
        """The standard error of a chance; 0 for an exact one."""
        return 0.0 if self.exact else float((chance * (1 - chance) / SAMPLES) ** 0.5)


class EndlessSteps(FireteamError):
    """Steps that lead in a circle without an end: only one that comes back to where it began is summed to its end."""

    def __init__(self) -> None:
        super().__init__(
            f"the dice find no end in {MAX_STEPS:,} steps: what is thrown again must be one step of the rules"
        )


def exhaust(states: Array, tables: Array, choices: Array, leaves: int = MAX_LEAVES) -> Distribution:
    """Every way `choices`, applied to `states[0]`, can end. Past so many leaves it samples instead, and says so.

    Raises:
        EndlessSteps: the steps lead in a circle.
    """
    try:
        front, seen = one_step(states, tables, choices, True, leaves)
        front, more = run_all_to_decision(front, states, tables, leaves - seen)
    except TooManyOutcomes:
        return sample(states, tables, choices)
    return Distribution([(from_bytes(raw, states), p) for raw, p in front.items()], seen + more, True)


def run_all_to_decision(
    front: dict[bytes, Fraction],
    like: Array,
    tables: Array,
    leaves: int = MAX_LEAVES,
    ends_at: Callable[[Any], bool] = is_at_decision,
    passes: Callable[[Any, Fraction], None] | None = None,
) -> tuple[dict[bytes, Fraction], int]:
    """Take steps from a distribution of states (records like `like`) until all are settled, or have come to an end.

    Who wants to know what happens on the way is told every state between two steps, each way there with its chance.

    Raises:
        TooManyOutcomes: more leaves than may be.
        EndlessSteps: the steps lead in a circle.
    """
    done: dict[bytes, Fraction] = {}
    used = 0
    for _ in range(MAX_STEPS):
        ahead: dict[bytes, Fraction] = {}
        for raw, p in front.items():
            state = from_bytes(raw, like)
            if ends_at(state[0]) or is_at_decision(state[0]):
                done[raw] = done.get(raw, Fraction(0)) + p
                continue
            if passes is not None:
                passes(state[0], p)
            ends, seen = one_step(state, tables, new_choices(1), False, leaves - used)
            used += seen
            again = ends.pop(raw, Fraction(0))
            if again == 1:
                raise EndlessSteps
            if again:
                p /= 1 - again
            for end, q in ends.items():
                ahead[end] = ahead[end] + p * q if end in ahead else p * q
        if not ahead:
            return done, used
        front = ahead
    raise EndlessSteps


def sample(states: Array, tables: Array, choices: Array, samples: int = SAMPLES) -> Distribution:
    """The same by live dice: shares of so many samples. The dice are always the same, and so is the answer."""
    found: dict[bytes, int] = {}
    log = new_log()
    for key in range(samples):
        state = copy_of(states)
        log[0].count = 0
        apply_choices(state[0], tables[0], choices, live(key)[0], log[0])
        found[state.tobytes()] = found.get(state.tobytes(), 0) + 1
    ends = [(from_bytes(raw, states), Fraction(n, samples)) for raw, n in found.items()]
    return Distribution(ends, samples, False)


def follow(front: Front, like: Array, tables: Array, choose: Callable[[Array], Array | None]) -> Front:
    """From every state of a distribution take the choice that `choose` names, every way it can end; None stays put."""
    after: Front = {}
    for raw, p in front.items():
        state = from_bytes(raw, like)
        choices = choose(state)
        ends = {raw: Fraction(1)} if choices is None else outcomes_of(state, tables, choices)
        for end, q in ends.items():
            after[end] = after.get(end, Fraction(0)) + p * q
    return after


def outcomes_of(states: Array, tables: Array, choices: Array) -> Front:
    """Every way `choices` can end, exactly.

    Raises:
        TooManyOutcomes: more leaves than LEAVES.
        EndlessSteps: the steps lead in a circle.
    """
    front, seen = one_step(states, tables, choices, True)
    return run_all_to_decision(front, states, tables, MAX_LEAVES - seen)[0]


def any_outcome(states: Array, tables: Array, choices: Array) -> Array:
    """The log of one way `choices` can go: whatever the dice, the first rows tell the modifiers of the first roll."""
    state, log = copy_of(states), new_log()
    apply_choices(state[0], tables[0], choices, live(0)[0], log[0])
    return log


def records(front: Front, like: Array) -> Iterator[tuple[Array, Fraction]]:
    """The states of a distribution with their chances."""
    for raw, p in front.items():
        yield from_bytes(raw, like), p
