"""Exhaust: a choice run over every outcome of its dice. The one source of odds, in exact fractions.

A choice is taken step by step. Each step is run once for every way its dice can fall (`core/chance/outcomes.py`), and
the next step goes on from the merged distribution, in fractions of unbounded integers. A step that can come back to
where it began (a tie that is rolled again) is summed to its end in closed form."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np

from ..dice import live
from ..engine.record import Array, copy_of, from_bytes
from ..errors import FireteamError
from ..protocol.choices import new_choices
from ..protocol.events import new_log
from ..run import MAX_STEPS, is_at_decision
from ..run import apply as apply_choices
from .outcomes import MAX_LEAVES, TooManyOutcomes, one_step
from .spread import Spread

SAMPLES = 20_000

M = TypeVar("M", bound=Hashable)

Front: TypeAlias = Spread[bytes]
"""A distribution of states: the bytes of each, with its chance."""


def certain(states: Array) -> Front:
    """A state that is certain."""
    return Spread.certain(states.tobytes())


class Distribution(NamedTuple):
    """Every way a choice can end, each with its chance; if not `exact`, the chances are shares of so many samples."""

    ends: list[tuple[Array, Fraction]]
    leaves: int
    exact: bool

    @classmethod
    def of(cls, front: Front, like: Array, leaves: int = 0) -> Distribution:
        """The distribution of states by their bytes, exactly."""
        return cls([(from_bytes(raw, like), p) for raw, p in front.items()], leaves, True)

    def chance(self, holds: Callable[[Any], bool]) -> Fraction:
        """The chance that something holds of the state at the end."""
        return sum((p for state, p in self.ends if holds(state[0])), Fraction(0))

    def mean(self, amount: Callable[[Any], Fraction | int]) -> Fraction:
        """The expected amount of something in the state at the end."""
        return sum((p * amount(state[0]) for state, p in self.ends), Fraction(0))

    def by(self, key: Callable[[Any], Any]) -> Spread[Any]:
        """The distribution of a key of the state at the end, in the order of the keys."""
        return Spread(sorted(Spread.merge((key(state[0]), p) for state, p in self.ends).items()))

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
    return Distribution.of(front, states, seen + more)


def run_all_to_decision(
    front: Front,
    like: Array,
    tables: Array,
    leaves: int = MAX_LEAVES,
    ends_at: Callable[[Any], bool] = is_at_decision,
    passes: Callable[[Any, Fraction], None] | None = None,
) -> tuple[Front, int]:
    """Take steps from a distribution of states (records like `like`) until all are settled, or have come to an end.

    Who wants to know what happens on the way is told every state between two steps, each way there with its chance.

    Raises:
        TooManyOutcomes: more leaves than may be.
        EndlessSteps: the steps lead in a circle.
    """
    done, used = Front(), 0
    for _ in range(MAX_STEPS):
        ahead = Front()
        for raw, p in front.items():
            state = from_bytes(raw, like)
            if ends_at(state[0]) or is_at_decision(state[0]):
                done.add(raw, p)
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
                ahead.add(end, p * q)
        if not ahead:
            return done, used
        front = ahead
    raise EndlessSteps


def run_with_marks(
    states: Array, tables: Array, mark: M, note: Callable[[M, Any, Any], M], ends_at: Callable[[Any], bool]
) -> Spread[tuple[M, bytes]]:
    """Take steps from a state to where it `ends_at`, with what no State keeps of the way: marks that steps note.

    `note(mark, before, after)` is the mark with what a step adds to it. A shot that hits and does no harm leaves the
    State that a miss leaves; a mark tells them apart.

    Raises:
        TooManyOutcomes: more leaves than may be.
    """
    front, done = Spread.certain((mark, states.tobytes())), Spread[tuple[M, bytes]]()
    leaves = MAX_LEAVES
    while front:
        ahead = Spread[tuple[M, bytes]]()
        for (so_far, raw), p in front.items():
            before = from_bytes(raw, states)
            ends, seen = one_step(before, tables, new_choices(1), False, leaves)
            leaves -= seen
            for end, q in ends.items():
                after = np.frombuffer(end, states.dtype)[0]
                (done if ends_at(after) else ahead).add((note(so_far, before[0], after), end), p * q)
        front = ahead
    return done


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

    def ways(raw: bytes) -> Front:
        state = from_bytes(raw, like)
        choices = choose(state)
        return Front.certain(raw) if choices is None else outcomes_of(state, tables, choices)

    return front.then(ways)


def outcomes_of(
    states: Array,
    tables: Array,
    choices: Array,
    ends_at: Callable[[Any], bool] = is_at_decision,
    passes: Callable[[Any, Fraction], None] | None = None,
) -> Front:
    """Every way `choices` can end, exactly; where it ends and who is told of the way as for `run_all_to_decision`.

    Raises:
        TooManyOutcomes: more leaves than LEAVES.
        EndlessSteps: the steps lead in a circle.
    """
    front, seen = one_step(states, tables, choices, True)
    return run_all_to_decision(front, states, tables, MAX_LEAVES - seen, ends_at, passes)[0]


def any_outcome(states: Array, tables: Array, choices: Array) -> Array:
    """The log of one way `choices` can go: whatever the dice, the first rows tell the modifiers of the first roll."""
    state, log = copy_of(states), new_log()
    apply_choices(state[0], tables[0], choices, live(0)[0], log[0])
    return log


def chance(front: Front, like: Array, holds: Callable[[Array], bool]) -> Fraction:
    """The chance that something holds of the states of a distribution."""
    return sum((p for states, p in records(front, like) if holds(states)), Fraction(0))


def records(front: Mapping[bytes, Fraction], like: Array) -> Iterator[tuple[Array, Fraction]]:
    """The states of a distribution with their chances."""
    for raw, p in front.items():
        yield from_bytes(raw, like), p
