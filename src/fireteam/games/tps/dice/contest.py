"""Contests of pools: how often the damage holds the defence, in the three modes of `dice`.

Under exhaust a contest is one node. The chance of so many hits is a sum without end, and as a fraction often wider than
62 bits; so each outcome gets an *id* that says which chance it is, and `outcome_fraction` works it out exactly,
between steps.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from ....core.dice import EXHAUST, Dice, branch_node, set_weight_by_id
from ....core.engine.compiled import compiled, compiled_with_arrays, memoize_if_plain
from ....core.errors import Overflow
from ....core.protocol.events import Log
from .pool import (
    ADD,
    CHECK,
    FAR_OUTCOME_ID,
    INFINITE_SUM,
    MAX_FLOAT_SUM,
    SIX,
    Throw,
    bounds,
    finite_ways,
    lucky_ways,
    sign,
    throw,
)


class Hits(NamedTuple):
    """How a contest ended: how many times over, and the defence's sum (0 under exhaust, which does not know it)."""

    times: int
    defence: int


@compiled
def hits(dice: Dice, log: Log, damage: Throw, wild: int, plain: int, most: int, purpose: int) -> Hits:
    """How many times over a pool that was thrown has the sum of a defence pool, thrown now.

    The wild dice of a defence explode as well; its Good and Bad have no effect. Under exhaust whatever is beyond `most`
    counts as `most`, so that equal ends meet.
    """
    if dice.mode != EXHAUST:
        defence = throw(dice, log, wild, plain, damage.ones, purpose)
        return Hits(damage.sum // defence.sum, defence.sum)
    ways = 0
    for x in range(most + 1):
        ways += int(hits_node(damage, wild, plain, x, most))
    skip = branch_node(dice, ways)
    for x in range(most + 1):
        if hits_node(damage, wild, plain, x, most):
            if skip == 0:
                set_weight_by_id(dice, outcome_id(damage, wild, plain, x, x == most))
                return Hits(x, 0)
            skip -= 1
    raise Overflow


@compiled
def hits_node(damage: Throw, wild: int, plain: int, x: int, most: int) -> bool:
    """Whether damage may be x times the defence, the last of so many for more. By bounds: what lies between is counted.

    A lone wild die is never a multiple of 6, so this may say yes to what cannot be; its chance is 0 then.
    """
    least, greatest = bounds(damage)
    least_defence = wild * (2 if damage.ones == ADD else 1) + plain
    greatest_defence = INFINITE_SUM if wild else SIX * plain
    if x == most:
        return greatest >= most * least_defence
    if x == 0:
        return least < greatest_defence
    return max(least_defence, least // (x + 1) + 1) <= min(greatest_defence, greatest // x)


@compiled
def outcome_id(damage: Throw, wild: int, plain: int, x: int, or_more: bool) -> int:
    """The number of a chance: its damage pool, its defence pool, x hits, or x and more. Sixteen of each at most.

    Raises:
        Overflow: a pool of more dice.
    """
    if max(damage.wild, damage.plain, wild, plain, x) > 15:
        raise Overflow
    found = 1
    for part in (damage.wild, damage.plain, damage.net + 1, damage.ones, wild, plain, x, int(or_more)):
        found = found * 16 + part
    return found


@compiled_with_arrays
@memoize_if_plain
def float_chances(damage: Throw, wild: int, plain: int, most: int) -> Any:
    """[x]: the chance of x hits, the last of so many or more; 0 only for what cannot be."""
    reach = float_sums(damage)  # then [sum]: the chance of that sum or more
    for at in range(MAX_FLOAT_SUM - 1, 0, -1):
        reach[at - 1] += reach[at]
    found = np.zeros(most + 1)
    for net in range(-1, 2):
        defences = float_sums(Throw(wild, plain, damage.ones, net, 0))
        share = float_net(wild, net)
        for defence in range(1, MAX_FLOAT_SUM):
            x = 0
            while defences[defence] > 0.0 and x <= most and x * defence < MAX_FLOAT_SUM:
                beyond = (x + 1) * defence
                chance = reach[x * defence] - (reach[beyond] if x < most and beyond < MAX_FLOAT_SUM else 0.0)
                found[x] += share * defences[defence] * chance
                x += 1
    return found


@compiled
def float_net(wild: int, net: int) -> float:
    """The chance of a net."""
    lucky = lucky_ways(wild) / float(36**wild)
    return 1.0 - 2.0 * lucky if net == 0 else lucky


@compiled_with_arrays
def float_sums(thrown: Throw) -> Any:
    """[sum]: the chance of each sum under the pool's net; nothing if it cannot have that net."""
    ways = finite_ways(thrown.wild, thrown.plain, thrown.ones)
    found, whole = np.zeros(MAX_FLOAT_SUM), 0.0
    for good in range(thrown.wild + 1):
        for bad in range(thrown.wild + 1 - good):
            if sign(good - bad) == thrown.net:
                for at in range(ways.shape[2]):
                    if ways[good, bad, at] != 0:
                        part, sixes = ways[good, bad, at] * 6.0**-good, 0
                        while at + SIX * sixes < MAX_FLOAT_SUM and part > 0.0:
                            found[at + SIX * sixes] += part
                            whole += part
                            part *= (sixes + good) / (6.0 * (sixes + 1))
                            sixes += 1
    if whole > 0.0:
        for at in range(MAX_FLOAT_SUM):
            found[at] /= whole
    return found


@compiled_with_arrays
@memoize_if_plain
def float_at_least(wild: int, plain: int, ones: int) -> Any:
    """[number]: the chance that a pool's sum is at least that number."""
    found = np.zeros(MAX_FLOAT_SUM)
    for net in range(-1, 2):
        share = float_net(wild, net)
        if share > 0.0:
            found += share * float_sums(Throw(wild, plain, ones, net, 0))
    for at in range(MAX_FLOAT_SUM - 1, 0, -1):
        found[at - 1] += found[at]
    return found


@compiled_with_arrays
def outcome_float(state: Any, outcome_id: int) -> float:
    """The chance of an outcome id as a float."""
    if outcome_id >= FAR_OUTCOME_ID:
        return float_reach(outcome_id)
    x, or_more = (outcome_id // 16) % 16, outcome_id % 16
    wild, plain = (outcome_id // 16**3) % 16, (outcome_id // 16**2) % 16
    chances = float_chances(pool_by_id(outcome_id), wild, plain, x if or_more else x + 1)
    return float(chances[x])


@compiled
def pool_by_id(outcome_id: int) -> Throw:
    """The pool that was thrown, under its net."""
    wild, plain = (outcome_id // 16**7) % 16, (outcome_id // 16**6) % 16
    return Throw(wild, plain, (outcome_id // 16**4) % 16, (outcome_id // 16**5) % 16 - 1, 0)


@compiled_with_arrays
def float_reach(outcome_id: int) -> float:
    """The chance of a pool that is asked for a far number, as a float."""
    number, reached = (outcome_id // 16) % 4096, outcome_id % 16
    thrown = pool_by_id(outcome_id)
    chances, below = float_sums(thrown), 0.0
    for at in range(min(number, MAX_FLOAT_SUM)):
        below += chances[at]
    return 1.0 - below if reached else below


def outcome_fraction(state: Any, outcome_id: int) -> Fraction:
    """The chance of an outcome id, exactly."""
    return exact_chance(outcome_id)


@cache
def exact_chance(outcome_id: int) -> Fraction:
    """The chance of an outcome id, exactly, and remembered."""
    if outcome_id >= FAR_OUTCOME_ID:
        wild, plain, net, ones = (int(digit, 16) for digit in f"{outcome_id:x}"[1:5])
        reached = at_least((wild, plain), net - 1, outcome_id // 16 % 4096, ones)
        return reached if outcome_id % 16 else 1 - reached
    digits = (int(digit, 16) for digit in f"{outcome_id:x}"[1:])
    wild, plain, net, ones, defence_wild, defence_plain, x, or_more = digits
    pools = (wild, plain), net - 1, (defence_wild, defence_plain)
    more = Fraction(0) if or_more else hits_or_more(*pools, x + 1, ones)
    return hits_or_more(*pools, x, ones) - more


@cache
def hits_or_more(damage: tuple[int, int], net: int, defence: tuple[int, int], x: int, ones: int = CHECK) -> Fraction:
    """The chance of x hits or more of a damage pool under its net: damage is at least x times the defence."""
    if x == 0:
        return Fraction(1)
    found = Fraction(0)
    for (good, at), part in sums(defence, None, ones):
        found += part * sum_chances(damage, net, good, at, x, ones)
    return found


@cache
def sums(pool: tuple[int, int], net: int | None, ones: int) -> list[tuple[tuple[int, int], Fraction]]:
    """Each (Good dice, finite sum) of a pool with its chance, further sixes apart; under a net, if one is given."""
    wild, plain = pool
    ways = finite_ways(wild, plain, ones)
    found: dict[tuple[int, int], Fraction] = {}
    for good, bad, at in np.argwhere(ways).tolist():
        if net is None or sign(good - bad) == net:
            part = Fraction(int(ways[good, bad, at]), 36**wild * 6 ** (plain + good))
            found[good, at] = found.get((good, at), Fraction(0)) + part
    whole = sum(part * Fraction(6, 5) ** good for (good, _), part in found.items())
    return [(key, part / whole) for key, part in found.items()]


@cache
def at_least(pool: tuple[int, int], net: int | None, number: int, ones: int = CHECK) -> Fraction:
    """The chance that a pool's sum is at least a number; under a net, if one is given."""
    by_sixes: dict[tuple[int, int], Fraction] = {}
    for (good, at), part in sums(pool, net, ones):
        key = good, max(0, -((at - number) // SIX))
        by_sixes[key] = by_sixes.get(key, Fraction(0)) + part
    return sum((part * sixes_left(*key) for key, part in by_sixes.items()), Fraction(0))


def mean_sum(pool: tuple[int, int], ones: int = CHECK) -> Fraction:
    """The mean of a pool's sum: a chain of sixes that has begun goes on for a fifth of a die in the mean."""
    found = sums(pool, None, ones)
    return sum(
        (part * Fraction(6, 5) ** good * (at + Fraction(SIX * good, 5)) for (good, at), part in found), Fraction(0)
    )


def net_chance(wild: int) -> Fraction:
    """The chance that so many wild dice are net Good; net Bad is as likely."""
    return Fraction(int(lucky_ways(wild)), 36**wild)


@cache
def sixes_left(good: int, least: int) -> Fraction:
    """How much of the chains of so many Good dice has at least so many further sixes."""
    if good == 0:
        return Fraction(int(least == 0))
    return Fraction(6, 5) ** good - sum(Fraction(comb(n + good - 1, good - 1), 6**n) for n in range(least))


@cache
def sum_chances(damage: tuple[int, int], net: int, good: int, at: int, x: int, ones: int) -> Fraction:
    """The chance that damage is x times a defence of finite sum `at`, summed over the further sixes of its Good dice.

    From where the damage needs further sixes of its own, each term is a polynomial times a power of 6: the sum of the
    rest follows from the polynomial's differences.
    """
    if good == 0:
        return at_least(damage, net, x * at, ones)

    def term(sixes: int) -> Fraction:
        ways = Fraction(comb(sixes + good - 1, good - 1), 6**sixes)
        return ways * at_least(damage, net, x * (at + SIX * sixes), ones)

    wild, plain = damage
    first = max(0, (17 * wild + SIX * plain - x * at) // (SIX * x) + 1)
    q = Fraction(1, 6 ** (x + 1))
    row = [term(first + j) / q**j for j in range(good + wild + 1)]
    rest = Fraction(0)
    for j in range(good + wild + 1):
        rest += row[0] * q**j / (1 - q) ** (j + 1)
        row = [b - a for a, b in zip(row, row[1:])]
    return sum((term(n) for n in range(first)), Fraction(0)) + rest
