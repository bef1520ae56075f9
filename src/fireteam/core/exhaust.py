"""Exhaust: a rule run over every outcome of its dice. The one source of odds, in exact fractions.

A choice is taken step by step. Each step is run once for every way its dice can fall (`spread`), equal ends are merged,
and the next step goes on from the merged distribution. Weights are 64-bit integers inside a step and fractions of
unbounded integers between steps. A step that can come back to where it began (a tie that is rolled again) is summed
to its end in closed form.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from .choices import new_choices
from .compiled import compiled
from .contest import float_law, law_chance
from .dice import begin, exhaustive, following, live
from .entry import advance, start, worth
from .errors import FireteamError, Overflow
from .events import new_log
from .play import STEPS, settled
from .play import apply as apply_choices
from .record import Array, words

LEAVES = 2_000_000
ENDS = 64
MOST_ENDS = 65_536
WHOLES = 64
SAMPLES = 20_000


class Desk(NamedTuple):
    """Room to work in: one record to run the step on, the ends found so far, and their shares."""

    work: Array
    work_words: Array
    ends: Array
    ends_words: Array
    shares: Array  # ends x denominators x (numerator, denominator, law)
    dice: Array
    log: Array


def new_desk(states: Array, ends: int = ENDS) -> Desk:
    """A desk for records of the kind of `states`."""
    work, found = np.zeros(1, states.dtype), np.zeros(ends, states.dtype)
    shares = np.zeros((ends, WHOLES, 3), np.int64)
    return Desk(work, words(work), found, words(found), shares, exhaustive(), new_log())


@compiled
def spread(source: Array, at: int, tables: Array, choices: Array, first: bool, desk: Desk, most: int) -> Any:
    """Run one step from `source[at]` every way its dice can fall; the first step is the start of `choices`.

    Ends are merged: end i stands in `desk.ends[i]`; its chance is the sum over j of `shares[i, j, 0] / shares[i, j, 1]`
    times the chance of the law `shares[i, j, 2]` if there is one.
    Returns (ends, leaves); ends is -1 if they did not fit, leaves is -1 if there were more than `most`.
    """
    die, log = desk.dice[0], desk.log[0]
    found = leaves = 0
    begin(die)
    going = True
    while going:
        desk.work[0] = source[at]
        die.used = 0
        log.count = 0
        if first:
            start(desk.work[0], tables[0], choices, die, log)
        else:
            advance(desk.work[0], tables[0], die, log)
        leaves += 1
        if leaves > most:
            return found, -1
        i = 0
        while i < found and not same(desk.ends_words, i, desk.work_words, 0):
            i += 1
        if i == found:
            if found >= len(desk.ends):
                return -1, leaves
            desk.ends[i] = desk.work[0]
            desk.shares[i, :, :] = 0
            found += 1
        add_share(desk.shares, i, die.weight[die.used], die.whole[die.used], die.law[die.used])
        going = following(die)
    return found, leaves


@compiled
def same(ones: Array, i: int, others: Array, j: int) -> bool:
    """Whether two records, as words, have equal bytes."""
    for k in range(ones.shape[1]):
        if ones[i, k] != others[j, k]:
            return False
    return True


@compiled
def add_share(shares: Array, i: int, weight: int, whole: int, law: int) -> None:
    """Add weight / whole, times a law's chance, to the chance of end i."""
    j = 0
    while shares[i, j, 1] != 0 and (shares[i, j, 1] != whole or shares[i, j, 2] != law):
        j += 1
        if j >= shares.shape[1]:
            raise Overflow
    shares[i, j, 1], shares[i, j, 2] = whole, law
    shares[i, j, 0] += weight


class Chances(NamedTuple):
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


def exhaust(states: Array, tables: Array, choices: Array, leaves: int = LEAVES) -> Chances:
    """Every way `choices`, applied to `states[0]`, can end. Past so many leaves it samples instead, and says so."""
    try:
        front, seen = one_step(states, tables, choices, True, leaves)
        front, more = settle_all(front, states, tables, leaves - seen)
    except TooMany:
        return sample(states, tables, choices)
    return Chances([(_record(raw, states), p) for raw, p in front.items()], seen + more, True)


def settle_all(
    front: dict[bytes, Fraction], like: Array, tables: Array, leaves: int = LEAVES
) -> tuple[dict[bytes, Fraction], int]:
    """Take steps from a distribution of states (records like `like`) until all are settled."""
    done: dict[bytes, Fraction] = {}
    used = 0
    for _ in range(STEPS):
        ahead: dict[bytes, Fraction] = {}
        for raw, p in front.items():
            state = _record(raw, like)
            if settled(state[0]):
                done[raw] = done.get(raw, Fraction(0)) + p
                continue
            ends, seen = one_step(state, tables, new_choices(1), False, leaves - used)
            used += seen
            again = ends.pop(raw, Fraction(0))
            if again == 1:
                raise Overflow("a step always comes back to where it began")
            for end, q in ends.items():
                ahead[end] = ahead.get(end, Fraction(0)) + p * q / (1 - again)
        if not ahead:
            return done, used
        front = ahead
    raise Overflow(f"no end after {STEPS} steps")


class TooMany(FireteamError):
    """More ways for the dice to fall than may be looked at: time to sample, or to ask for less."""

    def __init__(self) -> None:
        super().__init__(f"the dice can fall in more than {LEAVES:,} ways: ask for less at a time")


def one_step(
    states: Array, tables: Array, choices: Array, first: bool, leaves: int = LEAVES
) -> tuple[dict[bytes, Fraction], int]:
    """One step from `states[0]` every way: the bytes of each end with its chance, and the leaves visited.

    Raises:
        TooMany: more leaves, or more ends, than may be.
    """
    room = ENDS
    while room <= MOST_ENDS:
        desk = _desk(states, room)
        found, seen = spread(states, 0, tables, choices, first, desk, leaves)
        if seen < 0:
            raise TooMany
        if found >= 0:
            return {desk.ends[i : i + 1].tobytes(): _chance(desk.shares[i]) for i in range(found)}, seen
        room *= 32
    raise TooMany


def _chance(shares: Array) -> Fraction:
    found = Fraction(0)
    for weight, whole, law in shares.tolist():
        if whole:
            found += Fraction(weight, whole) * (law_chance(law) if law else 1)
    return found


class Desks(threading.local):
    """Desks are kept, since making one costs more than most questions; each thread works at its own."""

    def __init__(self) -> None:
        self.known: dict[tuple[Any, int], Desk] = {}


_desks = Desks()


def _desk(states: Array, room: int) -> Desk:
    known = _desks.known
    if (states.dtype, room) not in known:
        known[states.dtype, room] = new_desk(states, room)
    return known[states.dtype, room]


def sample(states: Array, tables: Array, choices: Array, samples: int = SAMPLES) -> Chances:
    """The same by live dice: shares of so many samples. The dice are always the same, and so is the answer."""
    found: dict[bytes, int] = {}
    log = new_log()
    for key in range(samples):
        state = states.copy()
        log[0].count = 0
        apply_choices(state[0], tables[0], choices, live(key)[0], log[0])
        found[state.tobytes()] = found.get(state.tobytes(), 0) + 1
    ends = [(_record(raw, states), Fraction(n, samples)) for raw, n in found.items()]
    return Chances(ends, samples, False)


def _record(raw: bytes, like: Array) -> Array:
    return np.frombuffer(raw, like.dtype).copy()


Front = dict[bytes, Fraction]
"""A distribution of states: the bytes of each, with its chance."""


def follow(front: Front, like: Array, tables: Array, choose: Callable[[Array], Array | None]) -> Front:
    """From every state of a distribution take the choice that `choose` names, every way it can end; None stays put."""
    after: Front = {}
    for raw, p in front.items():
        state = _record(raw, like)
        choices = choose(state)
        ends = {raw: Fraction(1)} if choices is None else ends_of(state, tables, choices)
        for end, q in ends.items():
            after[end] = after.get(end, Fraction(0)) + p * q
    return after


def ends_of(states: Array, tables: Array, choices: Array) -> Front:
    """Every way `choices` can end, exactly.

    Raises:
        TooMany: more leaves than LEAVES.
    """
    front, seen = one_step(states, tables, choices, True)
    return settle_all(front, states, tables, LEAVES - seen)[0]


def one_way(states: Array, tables: Array, choices: Array) -> Array:
    """The log of one way `choices` can go: whatever the dice, the first rows tell the modifiers of the first roll."""
    state, dice, log = states.copy(), exhaustive(), new_log()
    apply_choices(state[0], tables[0], choices, dice[0], log[0])
    return log


def records(front: Front, like: Array) -> Iterator[tuple[Array, Fraction]]:
    """The states of a distribution with their chances."""
    for raw, p in front.items():
        yield _record(raw, like), p


class Fronts(NamedTuple):
    """Room for `expect`: the state a step starts from, the states still under way, and their chances."""

    source: Array
    source_words: Array
    states: Array
    chances: Array


def new_fronts(states: Array, room: int = 1024) -> Fronts:
    """Room for so many states under way."""
    source = np.zeros(1, states.dtype)
    return Fronts(source, words(source), np.zeros(room, states.dtype), np.zeros(room, np.float64))


@compiled
def expect(states: Array, tables: Array, slot: int, choices: Array, desk: Desk, fronts: Fronts) -> float:
    """The expected worth, to a slot, of applying `choices` to `states[0]`, in floats: what bots ask.

    States under way that find no room count as they stand.
    """
    total, chance, waiting, first = 0.0, 1.0, 0, True
    fronts.source[0] = states[0]
    while True:
        ends, leaves = spread(fronts.source, 0, tables, choices, first, desk, LEAVES)
        if ends < 0 or leaves < 0:
            raise Overflow
        again = -1
        for i in range(ends):
            if not first and same(desk.ends_words, i, fronts.source_words, 0):
                again = i
        if again >= 0:
            chance /= 1.0 - float_share(desk.shares, again)
        for i in range(ends):
            part = chance * float_share(desk.shares, i)
            if i != again and not settled(desk.ends[i]) and waiting < len(fronts.chances):
                fronts.states[waiting] = desk.ends[i]
                fronts.chances[waiting] = part
                waiting += 1
            elif i != again:
                total += part * worth(desk.ends[i], tables[0], slot)
        if waiting == 0:
            return total
        waiting -= 1
        fronts.source[0] = fronts.states[waiting]
        chance = fronts.chances[waiting]
        first = False


@compiled
def float_share(shares: Array, i: int) -> float:
    """The chance of end i as a float."""
    total = 0.0
    for j in range(shares.shape[1]):
        if shares[i, j, 1] == 0:
            break
        part = shares[i, j, 0] / shares[i, j, 1]
        total += part * float_law(shares[i, j, 2]) if shares[i, j, 2] else part
    return total
