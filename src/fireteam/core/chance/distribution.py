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
    """Every way a choice can end, each with its chance; if not `exact`, the chances are shares of so many samples.

    The ends are the bytes of states, which are records like `like`.
    """

    front: Front
    like: Array
    leaves: int = 0
    exact: bool = True

    @property
    def ends(self) -> list[tuple[Array, Fraction]]:
        """The states at the end, each with its chance."""
        return list(records(self.front, self.like))

    def chance(self, holds: Callable[[Any], bool]) -> Fraction:
        """The chance that something holds of the state at the end."""
        return self.front.chance(lambda raw: holds(self._state(raw)))

    def mean(self, amount: Callable[[Any], Fraction | int]) -> Fraction:
        """The expected amount of something in the state at the end."""
        return self.front.mean(lambda raw: amount(self._state(raw)))

    def by(self, key: Callable[[Any], Any]) -> Spread[Any]:
        """The distribution of a key of the state at the end, in the order of the keys."""
        return Spread(sorted(self.front.by(lambda raw: key(self._state(raw))).items()))

    def error(self, chance: Fraction) -> float:
        """The standard error of a chance; 0 for an exact one."""
        return 0.0 if self.exact else float((chance * (1 - chance) / SAMPLES) ** 0.5)

    def _state(self, raw: bytes) -> Any:
        return np.frombuffer(raw, self.like.dtype)[0]


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
    return Distribution(front, states, seen + more)


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
    done, used = [], 0
    for _ in range(MAX_STEPS):
        settled, ahead = dict[bytes, int](), []
        for raw, weight in front.weights.items():
            state = from_bytes(raw, like)
            if ends_at(state[0]) or is_at_decision(state[0]):
                settled[raw] = weight
                continue
            if passes is not None:
                passes(state[0], front[raw])
            ends, seen = one_step(state, tables, new_choices(1), False, leaves - used)
            used += seen
            if ends.get(raw) == 1:
                raise EndlessSteps
            ahead.append((weight, ends.other_than(raw)))
        done.append(Front.weighted(settled, front.whole))
        if not ahead:
            return Front.mix((1, one) for one in done), used
        front = Front.mix(ahead, front.whole)
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
    leaves, nothing = MAX_LEAVES, new_choices(1)

    def step(at: tuple[M, bytes]) -> Spread[tuple[M, bytes]]:
        nonlocal leaves
        before = from_bytes(at[1], states)
        ends, seen = one_step(before, tables, nothing, False, leaves)
        leaves -= seen
        state = before[0]
        return ends.by(lambda end: (note(at[0], state, np.frombuffer(end, states.dtype)[0]), end))

    def is_over(at: tuple[M, bytes]) -> bool:
        return ends_at(np.frombuffer(at[1], states.dtype)[0])

    front, done = Spread.certain((mark, states.tobytes())), []
    while front:
        over, front = front.then(step).split(is_over)
        done.append(over)
    return Spread.mix((1, one) for one in done)


def sample(states: Array, tables: Array, choices: Array, samples: int = SAMPLES) -> Distribution:
    """The same by live dice: shares of so many samples. The dice are always the same, and so is the answer."""
    found: dict[bytes, int] = {}
    log = new_log()
    for key in range(samples):
        state = copy_of(states)
        log[0].count = 0
        apply_choices(state[0], tables[0], choices, live(key)[0], log[0])
        found[state.tobytes()] = found.get(state.tobytes(), 0) + 1
    return Distribution(Front.weighted(found, samples), states, samples, False)


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
