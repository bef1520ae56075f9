"""The chances of wild dice, chains of sixes summed to their end: exact fractions, and floats for bots.

An id that a contest gave an outcome (`contest`) is worked out here, between the steps of the exhauster.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import numpy as np

from ....core.chance.outcome_ids import outcome_part, outcome_parts
from ....core.chance.spread import Spread
from ....core.chance.sums import sum_at_least
from ....core.engine.compiled import compiled, compiled_with_arrays, memoize_if_plain
from .contest import EXACTLY, ID_SIZES, LESS, OR_MORE
from .pool import CHECK, SIX, Throw, finite_ways, lucky_ways, sign

Pool = tuple[int, int]

MAX_FLOAT_SUM = 300  # floats look no further than this sum: what is beyond is less than they can tell
NO_DICE = (0, 0)


# In floats


@compiled
def float_net(wild: int, net: int) -> float:
    """The chance of a net."""
    lucky = lucky_ways(wild) / float(36**wild)
    return 1.0 - 2.0 * lucky if net == 0 else lucky


@compiled_with_arrays
@memoize_if_plain
def _sums_of(thrown: Throw) -> Any:
    """What `float_sums` gives, to be read only."""
    ways = finite_ways(thrown.wild, thrown.plain, thrown.ones)
    found, whole = np.zeros(MAX_FLOAT_SUM), 0.0
    for good in range(thrown.wild + 1):
        for bad in range(thrown.wild + 1 - good):
            if sign(good - bad) == thrown.net:
                for at in range(ways.shape[2]):
                    many = float(ways[good, bad, at])
                    if many != 0.0:
                        part, sixes = many * 6.0**-good, 0
                        while at + SIX * sixes < MAX_FLOAT_SUM and part > 0.0:
                            found[at + SIX * sixes] += part
                            whole += part
                            part *= (sixes + good) / (6.0 * (sixes + 1))
                            sixes += 1
    return found / whole if whole > 0.0 else found


@compiled_with_arrays
def float_sums(thrown: Throw) -> Any:
    """[sum]: the chance of each sum under the pool's net; nothing if it cannot have that net."""
    return _sums_of(thrown).copy()


@compiled_with_arrays
@memoize_if_plain
def float_at_least(wild: int, plain: int, ones: int) -> Any:
    """[number]: the chance that a pool's sum is at least that number."""
    found = np.zeros(MAX_FLOAT_SUM)
    for net in range(-1, 2):
        share = float_net(wild, net)
        if share > 0.0:
            found += share * float_sums(Throw(wild, plain, ones, net, 0))
    sum_at_least(found)
    return found


@compiled_with_arrays
@memoize_if_plain
def float_chances(damage: Throw, wild: int, plain: int, most: int) -> Any:
    """[x]: the chance of x hits, the last of so many or more; 0 only for what cannot be."""
    reach = float_sums(damage)
    sum_at_least(reach)
    found = np.zeros(most + 1)
    for net in range(-1, 2):
        defences = float_sums(Throw(wild, plain, damage.ones, net, 0))
        share = float_net(wild, net)
        if wild + plain == 0:
            defences[1] = 1.0
        for defence in range(1, MAX_FLOAT_SUM):
            likely = share * float(defences[defence])
            x, here = 0, float(reach[0])
            while likely > 0.0 and x <= most and here > 0.0:
                beyond = (x + 1) * defence
                after = float(reach[beyond]) if x < most and beyond < MAX_FLOAT_SUM else 0.0
                found[x] += likely * (here - after)
                x, here = x + 1, after
    return found


@compiled_with_arrays
def outcome_float(state: Any, outcome_id: int) -> float:
    """The chance of an outcome id as a float."""
    wild, plain = outcome_part(outcome_id, ID_SIZES, 0), outcome_part(outcome_id, ID_SIZES, 1)
    ones, net = outcome_part(outcome_id, ID_SIZES, 2), outcome_part(outcome_id, ID_SIZES, 3) - 1
    x, how = outcome_part(outcome_id, ID_SIZES, 6), outcome_part(outcome_id, ID_SIZES, 7)
    defence = outcome_part(outcome_id, ID_SIZES, 4), outcome_part(outcome_id, ID_SIZES, 5)
    most = x + 1 if how == EXACTLY else x
    chance = float_chances(Throw(wild, plain, ones, net, 0), defence[0], defence[1], most)[x]
    return float(1.0 - chance if how == LESS else chance)


# Exactly


def outcome_fraction(state: Any, outcome_id: int) -> Fraction:
    """The chance of an outcome id, exactly."""
    return exact_chance(outcome_id)


@cache
def exact_chance(outcome_id: int) -> Fraction:
    """The chance of an outcome id, exactly, and remembered."""
    wild, plain, ones, net, defence_wild, defence_plain, x, how = outcome_parts(outcome_id, ID_SIZES)
    pools = (wild, plain), net - 1, (defence_wild, defence_plain)
    chance = hits_or_more(*pools, x, ones)
    if how == OR_MORE:
        return chance
    return 1 - chance if how == LESS else chance - hits_or_more(*pools, x + 1, ones)


@cache
def hits_or_more(damage: Pool, net: int, defence: Pool, x: int, ones: int = CHECK) -> Fraction:
    """The chance of x hits or more of a damage pool under its net: damage is at least x times the defence."""
    if x == 0:
        return Fraction(1)
    if defence == NO_DICE:
        return at_least(damage, net, x, ones)
    return sums(defence, None, ones).mean(lambda sum: sum_chances(damage, net, *sum, x, ones))


@cache
def sums(pool: Pool, net: int | None, ones: int) -> Spread[tuple[int, int]]:
    """Each (Good dice, finite sum) of a pool with its chance, further sixes apart; under a net, if one is given."""
    wild, plain = pool
    ways = finite_ways(wild, plain, ones)
    found = Spread.merge(
        ((good, at), Fraction(int(ways[good, bad, at]), 36**wild * 6 ** (plain + good)))
        for good, bad, at in np.argwhere(ways).tolist()
        if net is None or sign(good - bad) == net
    )
    whole = found.mean(lambda sum: Fraction(6, 5) ** sum[0])
    return Spread((key, part / whole) for key, part in found.items())


@cache
def at_least(pool: Pool, net: int | None, number: int, ones: int = CHECK) -> Fraction:
    """The chance that a pool's sum is at least a number; under a net, if one is given."""
    by_sixes = sums(pool, net, ones).by(lambda sum: (sum[0], max(0, -((sum[1] - number) // SIX))))
    return by_sixes.mean(lambda needed: sixes_left(*needed))


def mean_sum(pool: Pool, ones: int = CHECK) -> Fraction:
    """The mean of a pool's sum: a chain of sixes that has begun goes on for a fifth of a die in the mean."""
    return sums(pool, None, ones).mean(lambda sum: Fraction(6, 5) ** sum[0] * (sum[1] + Fraction(SIX * sum[0], 5)))


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
def sum_chances(damage: Pool, net: int, good: int, at: int, x: int, ones: int) -> Fraction:
    """The chance that damage is x times a defence of finite sum `at`, summed over the further sixes of its Good dice.

    From where the damage needs further sixes of its own, each term is a polynomial times a power of 6.
    """
    if good == 0:
        return at_least(damage, net, x * at, ones)

    def term(sixes: int) -> Fraction:
        ways = Fraction(comb(sixes + good - 1, good - 1), 6**sixes)
        return ways * at_least(damage, net, x * (at + SIX * sixes), ones)

    wild, plain = damage
    first = max(0, (17 * wild + SIX * plain - x * at) // (SIX * x) + 1)
    rest = sum_series(lambda n: term(first + n), Fraction(1, 6 ** (x + 1)), good + wild)
    return sum((term(n) for n in range(first)), Fraction(0)) + rest


def sum_series(term: Callable[[int], Fraction], q: Fraction, degree: int) -> Fraction:
    """The sum of term(0), term(1) and so on without end, where each is a polynomial of that degree in n times q ** n.

    It follows from the polynomial's differences.
    """
    row = [term(n) / q**n for n in range(degree + 1)]
    total = Fraction(0)
    for j in range(degree + 1):
        total += row[0] * q**j / (1 - q) ** (j + 1)
        row = [b - a for a, b in zip(row, row[1:])]
    return total
