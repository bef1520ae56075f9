"""One step of a rule, run once for every way its dice can fall.

Equal ends are merged. Weights are 64-bit integers here and become fractions, or floats, when the step is done.
"""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy as np

from ..dice import exhaustive, first_outcome, next_outcome
from ..engine.compiled import compile_function, compiled, either, has_same_bytes
from ..engine.dispatch import advance, apply_choices, outcome_float, outcome_fraction
from ..engine.record import Array, as_words
from ..errors import FireteamError, Overflow
from ..protocol.events import new_log
from .spread import Spread

MAX_LEAVES = 2_000_000
INITIAL_ENDS = 64
MAX_ENDS = 65_536
MAX_DENOMINATORS = 64
MAX_OUTCOME_IDS = 1024


class Workspace(NamedTuple):
    """Room to work in: the ends found so far, their shares, and chances known by id.

    A step runs on the record behind the last end, and is an end itself if it is new: so there is room for one more.
    """

    ends: Array
    ends_words: Array
    shares: Array  # ends x denominators x (numerator, denominator, outcome id)
    dice: Array
    log: Array
    seam: Array  # one number: the word in which ends differed last, for the next ones mostly differ in it as well
    outcome_ids: Array  # by their remainder: the id whose chance, as a float, stands in the other list
    chances: Array


def new_workspace(states: Array, ends: int = INITIAL_ENDS) -> Workspace:
    """A workspace for records of the kind of `states`, with room for so many ends."""
    found = np.zeros(ends + 1, states.dtype)
    shares = np.zeros((ends, MAX_DENOMINATORS + 1, 3), np.int64)  # one more, to end a full list
    ids, chances = np.zeros(MAX_OUTCOME_IDS, np.int64), np.zeros(MAX_OUTCOME_IDS)
    return Workspace(found, as_words(found), shares, exhaustive(), new_log(), np.zeros(1, np.int64), ids, chances)


@compiled
def enumerate_outcomes(
    source: Array, at: int, tables: Array, choices: Array, first: bool, desk: Workspace, most: int
) -> Any:
    """Run one step from `source[at]` every way its dice can fall; the first step is the start of `choices`.

    Ends are merged: end i stands in `desk.ends[i]`; its chance is the sum over j of `shares[i, j, 0] / shares[i, j, 1]`
    times the chance of the outcome id `shares[i, j, 2]` if there is one.
    Returns (ends, leaves); ends is -1 if they did not fit, leaves is -1 if there were more than `most`.
    """
    die, log = desk.dice[0], desk.log[0]
    found = leaves = 0
    first_outcome(die)
    going = True
    while going:
        desk.ends[found] = source[at]
        die.used = 0
        log.count = 0
        if first:
            apply_choices(desk.ends[found], tables[0], choices, die, log)
        else:
            advance(desk.ends[found], tables[0], die, log)
        leaves += 1
        if leaves > most:
            return found, -1
        i = find_end(desk, found)
        if i == found:
            if found + 1 >= len(desk.ends):
                return -1, leaves
            desk.shares[i, 0, 1] = 0
            found += 1
        add_share(desk.shares, i, die.weight[die.used], die.whole[die.used], die.outcome_id[die.used])
        going = next_outcome(die)
    return found, leaves


@compiled
def find_end(desk: Workspace, new: int) -> int:
    """The first end that is equal to end number `new`, which may be that itself."""
    ends = desk.ends_words
    for i in range(new):
        if ends[i, desk.seam[0]] == ends[new, desk.seam[0]]:
            if has_same_bytes(ends, i, ends, new):
                return i
            desk.seam[0] = first_difference(ends, i, new)
    return new


def _first_difference_plain(ends: Array, i: int, j: int) -> int:
    """The first word in which two ends differ."""
    return int((ends[i] != ends[j]).argmax())


def _first_difference_compiled(ends: Array, i: int, j: int) -> int:
    """The same, word by word."""
    k = 0
    while ends[i, k] == ends[j, k]:
        k += 1
    return k


first_difference = either(_first_difference_plain, lambda: compile_function(_first_difference_compiled))


@compiled
def add_share(shares: Array, i: int, weight: int, whole: int, outcome_id: int) -> None:
    """Add weight / whole, times the chance of an outcome id if there is one, to the chance of end i."""
    j = 0
    while shares[i, j, 1] != 0 and (shares[i, j, 1] != whole or shares[i, j, 2] != outcome_id):
        j += 1
    if shares[i, j, 1] != 0:
        shares[i, j, 0] += weight
        return
    if j + 1 >= shares.shape[1]:
        raise Overflow
    shares[i, j, 0], shares[i, j, 1], shares[i, j, 2] = weight, whole, outcome_id
    shares[i, j + 1, 1] = 0  # what a share was before is not wiped; the first without a denominator ends the list


@compiled
def float_share(desk: Workspace, i: int) -> float:
    """The chance of end i as a float."""
    total, shares = 0.0, desk.shares
    for j in range(shares.shape[1]):
        if shares[i, j, 1] == 0:
            break
        part = shares[i, j, 0] / shares[i, j, 1]
        total += part * known_chance(desk, shares[i, j, 2]) if shares[i, j, 2] else part
    return total


@compiled
def known_chance(desk: Workspace, outcome_id: int) -> float:
    """The chance of an outcome id as a float; worked out once, for a bot asks for the same ones again and again."""
    at = outcome_id % MAX_OUTCOME_IDS
    if desk.outcome_ids[at] != outcome_id:
        desk.outcome_ids[at], desk.chances[at] = outcome_id, outcome_float(desk.ends[0], outcome_id)
    return float(desk.chances[at])


class TooManyOutcomes(FireteamError):
    """More ways for the dice to fall than may be looked at: time to sample, or to ask for less."""

    def __init__(self) -> None:
        super().__init__(f"the dice can fall in more than {MAX_LEAVES:,} ways: ask for less at a time")


def one_step(
    states: Array, tables: Array, choices: Array, first: bool, leaves: int = MAX_LEAVES
) -> tuple[Spread[bytes], int]:
    """One step from `states[0]` every way: the bytes of each end with its chance, and the leaves visited.

    Raises:
        TooManyOutcomes: more leaves, or more ends, than may be.
    """
    room = INITIAL_ENDS
    while room <= MAX_ENDS:
        desk = _workspace(states, room)
        found, seen = enumerate_outcomes(states, 0, tables, choices, first, desk, leaves)
        if seen < 0:
            raise TooManyOutcomes
        if found >= 0:
            return _ends(states[0], desk, found), seen
        room *= 32
    raise TooManyOutcomes


def _ends(state: Any, desk: Workspace, found: int) -> Spread[bytes]:
    """The bytes of the ends found, with their chances.

    Over equal denominators and outcome ids the shares of an end are added up already.
    """
    parts = []
    for i, shares in enumerate(desk.shares[:found, :2].tolist()):
        raw = desk.ends[i].tobytes()
        if shares[1][1]:  # two parts or more: seldom
            shares = desk.shares[i].tolist()
        for weight, whole, outcome_id in shares:
            if whole == 0:
                break
            if outcome_id:
                chance = outcome_fraction(state, outcome_id)
                weight, whole = weight * chance.numerator, whole * chance.denominator
            if weight:
                parts.append((raw, weight, whole))
    return Spread.total(parts)


class Workspaces(threading.local):
    """Workspaces are kept, since making one costs more than most questions; each thread has its own."""

    def __init__(self) -> None:
        self.known: dict[tuple[Any, int], Workspace] = {}


_desks = Workspaces()


def _workspace(states: Array, room: int) -> Workspace:
    known = _desks.known
    if (states.dtype, room) not in known:
        known[states.dtype, room] = new_workspace(states, room)
    return known[states.dtype, room]
