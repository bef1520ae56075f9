"""One step of a rule, run once for every way its dice can fall.

Equal ends are merged. Weights are 64-bit integers here and become fractions, or floats, when the step is done.
"""

from __future__ import annotations

import threading
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from .compiled import compiled
from .contest import float_law, law_chance
from .dice import begin, exhaustive, following
from .entry import advance, start
from .errors import FireteamError, Overflow
from .events import new_log
from .record import Array, words

LEAVES = 2_000_000
ENDS = 64
MOST_ENDS = 65_536
WHOLES = 64
LAWS = 1024


class Desk(NamedTuple):
    """Room to work in: one record to run the step on, the ends found so far, their shares, and laws worked out."""

    work: Array
    work_words: Array
    ends: Array
    ends_words: Array
    shares: Array  # ends x denominators x (numerator, denominator, law)
    dice: Array
    log: Array
    laws: Array  # by their remainder: which law it is whose chance, as a float, stands in the other list
    chances: Array


def new_desk(states: Array, ends: int = ENDS) -> Desk:
    """A desk for records of the kind of `states`."""
    work, found = np.zeros(1, states.dtype), np.zeros(ends, states.dtype)
    shares = np.zeros((ends, WHOLES + 1, 3), np.int64)  # one more, to end a full list
    laws, chances = np.zeros(LAWS, np.int64), np.zeros(LAWS)
    return Desk(work, words(work), found, words(found), shares, exhaustive(), new_log(), laws, chances)


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
            desk.shares[i, 0, 1] = 0
            found += 1
        add_share(desk.shares, i, die.weight[die.used], die.whole[die.used], die.law[die.used])
        going = following(die)
    return found, leaves


@compiled
def same(ones: Array, i: int, others: Array, j: int) -> bool:
    """Whether two records, as words, have equal bytes."""
    size = ones.shape[1]
    for k in range(0, size - 3, 4):  # four at a time: a word at a time costs more than the step that made them
        apart = (ones[i, k] ^ others[j, k]) | (ones[i, k + 1] ^ others[j, k + 1])
        if apart | (ones[i, k + 2] ^ others[j, k + 2]) | (ones[i, k + 3] ^ others[j, k + 3]):
            return False
    for k in range(size - size % 4, size):
        if ones[i, k] != others[j, k]:
            return False
    return True


@compiled
def add_share(shares: Array, i: int, weight: int, whole: int, law: int) -> None:
    """Add weight / whole, times a law's chance, to the chance of end i."""
    j = 0
    while shares[i, j, 1] != 0 and (shares[i, j, 1] != whole or shares[i, j, 2] != law):
        j += 1
    if shares[i, j, 1] != 0:
        shares[i, j, 0] += weight
        return
    if j + 1 >= shares.shape[1]:
        raise Overflow
    shares[i, j, 0], shares[i, j, 1], shares[i, j, 2] = weight, whole, law
    shares[i, j + 1, 1] = 0  # what a share was before is not wiped; the first without a denominator ends the list


@compiled
def float_share(desk: Desk, i: int) -> float:
    """The chance of end i as a float."""
    total, shares = 0.0, desk.shares
    for j in range(shares.shape[1]):
        if shares[i, j, 1] == 0:
            break
        part = shares[i, j, 0] / shares[i, j, 1]
        total += part * known_law(desk, shares[i, j, 2]) if shares[i, j, 2] else part
    return total


@compiled
def known_law(desk: Desk, law: int) -> float:
    """The chance of a law as a float; it is worked out once, for a bot asks for the same ones again and again."""
    at = law % LAWS
    if desk.laws[at] != law:
        desk.laws[at], desk.chances[at] = law, float_law(law)
    return float(desk.chances[at])


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
            ends = {desk.ends[i : i + 1].tobytes(): _chance(desk.shares[i]) for i in range(found)}
            return {raw: chance for raw, chance in ends.items() if chance}, seen
        room *= 32
    raise TooMany


def _chance(shares: Array) -> Fraction:
    """The chance of an end: over equal denominators and laws its shares are added up already."""
    found = Fraction(0)
    for share in shares:
        weight, whole, law = share.tolist()
        if whole == 0:
            break
        part = Fraction(weight, whole)
        found += part * law_chance(law) if law else part
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
