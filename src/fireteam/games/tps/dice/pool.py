"""Wild dice: pools whose wild dice explode, in the three modes of `dice`.

A wild die that shows 6 is thrown again and the new face added, as long as it shows 6; a 6 on the first of these is
Good. One that first shows 1 is thrown once more, as a check: a second 1 is Bad. Each Good cancels one Bad; what is left
is the pool's `net`. Normal dice show what they show. Written `2W+3D`: two wild dice, three normal ones.

`throw` rolls a pool; `reaches` and `total` read it, and `hits` in `contest`. Live dice and tapes roll every face at
once. Exhaust takes no face at all: `throw` is a node of Good and Bad, and what is read afterwards is a node under that
condition, with endless chains of sixes summed in closed form. So a pool is read once, and what it showed is asked for,
not looked at.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np

from ....core.dice import EXHAUST, Dice, branch_node, next_face, set_weight, set_weight_by_id
from ....core.engine.compiled import compiled, compiled_with_arrays, memoize_if_plain
from ....core.errors import Overflow
from ....core.protocol.events import Log, log_die

CHECK, REPLACE, ADD = range(3)  # what the second throw after a first 1 is: only a check, the value, added
NOTATION = re.compile(r"(\d{1,2})W(?:\+(\d{1,2})D)?|(\d{1,2})D")
GOOD, BAD = 1, -1
SIX = 6
DIGITS = 23  # powers of 6 that 62 bits hold
INFINITE_SUM = 1_000_000  # a sum greater than any that is asked for
FAR_OUTCOME_ID = 2 * 16**8  # the first id (`contest`) of a pool that is asked for a far number
MAX_FLOAT_SUM = 300  # floats look no further than this sum: what is beyond is less than they can tell


class Throw(NamedTuple):
    """A pool that was thrown: its dice, what a second throw after a 1 means, its net Good or Bad, and its sum.

    Under exhaust the sum is not known, and 0.
    """

    wild: int
    plain: int
    ones: int
    net: int
    sum: int


def pool_name(wild: int, plain: int) -> str:
    """A pool as it is written: `1W+3D`, `2W`, `4D`."""
    parts = [f"{wild}W"] * bool(wild) + [f"{plain}D"] * bool(plain)
    return "+".join(parts) or "no dice"


def read_pool(text: str) -> tuple[int, int] | None:
    """The wild and the normal dice of a pool as it is written; None if it is none."""
    found = NOTATION.fullmatch(text)
    return (int(found[1] or 0), int(found[2] or found[3] or 0)) if found else None


@compiled
def wild_die(dice: Dice, log: Log, ones: int, purpose: int) -> tuple[int, int]:
    """One wild die, its further faces at once after its first: its value, and GOOD, BAD or 0."""
    face = next_face(dice, SIX, purpose)
    log_die(log, purpose, SIX, face)
    value, luck = face, 0
    if face == 1:
        face = next_face(dice, SIX, purpose + 1)
        log_die(log, purpose + 1, SIX, face)
        if face == 1:
            luck = BAD
        if ones == REPLACE:
            value = face
        elif ones == ADD:
            value = 1 + face
        return value, luck
    throws = 0
    while face == SIX:
        face = next_face(dice, SIX, purpose + 1)
        log_die(log, purpose + 1, SIX, face)
        value += face
        if throws == 0 and face == SIX:
            luck = GOOD
        throws += 1
    return value, luck


@compiled
def sign(number: int) -> int:
    """1, 0 or -1: surplus Good or Bad beyond one has no further effect."""
    return int(number > 0) - int(number < 0)


@compiled
def throw(dice: Dice, log: Log, wild: int, plain: int, ones: int, purpose: int) -> Throw:
    """Throw a pool: each wild die with its further faces, then the normal dice.

    `purpose` is what the wild dice are for; the next number stands for their further faces, the one after that for the
    normal dice.
    """
    if dice.mode == EXHAUST:
        return Throw(wild, plain, ones, net_node(dice, wild), 0)
    total = luck = 0
    for _ in range(wild):
        value, lucky = wild_die(dice, log, ones, purpose)
        total += value
        luck += lucky
    for _ in range(plain):
        face = next_face(dice, SIX, purpose + 2)
        log_die(log, purpose + 2, SIX, face)
        total += face
    return Throw(wild, plain, ones, sign(luck), total)


@compiled
def net_node(dice: Dice, wild: int) -> int:
    """Exhaust: neither, net Good or net Bad, of so many wild dice."""
    if wild == 0:
        return 0
    lucky, whole = lucky_ways(wild), 36**wild
    outcome = branch_node(dice, 3)
    if outcome == 0:
        weigh_part(dice, whole - 2 * lucky, whole)
        return 0
    weigh_part(dice, lucky, whole)
    return GOOD if outcome == 1 else BAD


@compiled_with_arrays
@memoize_if_plain
def lucky_ways(wild: int) -> int:
    """In how many of 36 ** wild ways more dice are Good than Bad; as many have it the other way round."""
    ways = np.zeros(2 * wild + 1, np.int64)  # [Good - Bad + wild]
    ways[wild] = 1
    for _ in range(wild):
        before = ways.copy()
        for i in range(2 * wild + 1):
            ways[i] = 34 * before[i]
            if i > 0:
                ways[i] += before[i - 1]
            if i < 2 * wild:
                ways[i] += before[i + 1]
    total = 0
    for i in range(wild + 1, 2 * wild + 1):
        total += ways[i]
    return total


@compiled
def weigh_part(dice: Dice, weight: int, whole: int) -> None:
    """`weigh` by a fraction in its lowest terms."""
    a, b = weight, whole
    while b:
        a, b = b, a % b
    set_weight(dice, weight // a, whole // a)


@compiled
def reaches(dice: Dice, thrown: Throw, number: int) -> bool:
    """Whether the pool's sum is at least a number."""
    if dice.mode != EXHAUST:
        return thrown.sum >= number
    least, greatest = bounds(thrown)
    if number <= least or number > greatest:
        return number <= least
    digits = powers_below(thrown, number)
    if digits > DIGITS:
        reached = branch_node(dice, 2) == 0
        set_weight_by_id(dice, far_outcome_id(thrown, number, reached))
        return reached
    below, whole = part_below(thrown, number, digits), whole_part(thrown, digits)
    if below == 0 or below == whole:
        return below == 0
    if branch_node(dice, 2) == 0:
        weigh_part(dice, whole - below, whole)
        return True
    weigh_part(dice, below, whole)
    return False


@compiled
def bounds(thrown: Throw) -> tuple[int, int]:
    """The least and the greatest sum of a pool under its net; ENDLESS where a chain of sixes may be among it.

    Net Good is a Good die at least; net Bad a Bad one, and with three dice there may be a Good one that is cancelled;
    with two dice of neither net, a Good and a Bad one.
    """
    wild, plain = thrown.wild, thrown.plain
    ordinary = 1 if thrown.ones == CHECK else 2
    bad = 2 if thrown.ones == ADD else 1
    if thrown.net == GOOD:
        return 13 + (wild - 1) * ordinary + plain, INFINITE_SUM
    if thrown.net == BAD:
        return wild * bad + plain, INFINITE_SUM if wild > 2 else bad + (wild - 1) * 11 + SIX * plain
    return wild * ordinary + plain, INFINITE_SUM if wild > 1 else wild * 11 + SIX * plain


@compiled
def far_outcome_id(thrown: Throw, number: int, reached: bool) -> int:
    """The number of a chance: a pool under its net, and whether its sum is at least so much; more than 62 bits tell it.

    Raises:
        Overflow: more than fifteen dice of a kind, or a number beyond any table.
    """
    if max(thrown.wild, thrown.plain) > 15 or number >= 4096:
        raise Overflow
    found = 2
    for part in (thrown.wild, thrown.plain, thrown.net + 1, thrown.ones):
        found = found * 16 + part
    return (found * 4096 + number) * 16 + int(reached)


@compiled_with_arrays
def total(dice: Dice, thrown: Throw, most: int) -> int:
    """The pool's sum; what is beyond `most` counts as `most`."""
    if dice.mode != EXHAUST:
        return min(thrown.sum, most)
    digits = digits_below(thrown, most)
    below, whole = parts_below(thrown, most, digits), whole_part(thrown, digits)
    ways = int(whole > below[most])
    for number in range(1, most + 1):
        ways += int(below[number] > below[number - 1])
    skip = branch_node(dice, ways)
    for number in range(1, most + 1):
        if below[number] > below[number - 1]:
            if skip == 0:
                weigh_part(dice, below[number] - below[number - 1], whole)
                return number - 1
            skip -= 1
    weigh_part(dice, whole - below[most], whole)
    return most


# A wild die is 6 k + r: each r from 1 to 5 as likely, and k sixes before it, each further one six times less likely.
# Whether it is Good (k is 2 or more) is settled by k. So a pool is one of finitely many sums, plus 12 for each Good
# die, plus 6 K, where K counts the further sixes of the Good dice; what lies below a number is a finite sum over K.


@compiled_with_arrays
@memoize_if_plain
def finite_ways(wild: int, plain: int, ones: int) -> Any:
    """[good, bad, sum]: the ways of a pool, in units of 36 ** -wild * 6 ** -(plain + good), further sixes apart."""
    size = 17 * wild + SIX * plain + 1
    ways = np.zeros((wild + 1, wild + 1, size), np.int64)
    ways[0, 0, 0] = 1
    for n in range(wild + plain):
        after = np.zeros((wild + 1, wild + 1, size), np.int64)
        for good in range(wild + 1):
            for bad in range(wild + 1):
                for at in range(size):
                    count = ways[good, bad, at]
                    if count != 0 and n < wild:
                        add_wild(after, good, bad, at, count, ones)
                    elif count != 0:
                        for face in range(1, SIX + 1):
                            after[good, bad, at + face] += count
        ways = after
    return ways


@compiled
def add_wild(ways: Any, good: int, bad: int, at: int, count: int, ones: int) -> None:
    """Add one wild die to so many ways of a sum: 36 ways of its first two faces."""
    ways[good, bad + 1, at + (2 if ones == ADD else 1)] += count
    for second in range(2, SIX + 1):
        value = second if ones == REPLACE else 1 + second if ones == ADD else 1
        ways[good, bad, at + value] += count
    for face in range(2, SIX):
        ways[good, bad, at + face] += SIX * count
    for second in range(1, SIX):
        ways[good, bad, at + SIX + second] += count
        ways[good + 1, bad, at + 2 * SIX + second] += count


@compiled
def digits_below(thrown: Throw, number: int) -> int:
    """How many powers of 6 tell the chance of less than a number.

    Raises:
        Overflow: more than 62 bits hold.
    """
    digits = powers_below(thrown, number)
    if digits > DIGITS:
        raise Overflow
    return digits


@compiled
def powers_below(thrown: Throw, number: int) -> int:
    """How many powers of 6 tell the chance of less than a number, however many bits that takes."""
    least = 2 * thrown.wild + thrown.plain
    digits = least
    for good in range(1, thrown.wild + 1):
        digits = max(digits, least + good + max(0, (number - 1 - 13 * good) // SIX))
    return digits


@compiled_with_arrays
def part_below(thrown: Throw, number: int, digits: int) -> int:
    """The chance of the pool's net and a sum less than a number, in units of 6 ** -digits."""
    return parts_below(thrown, number, digits)[number] if number > 0 else 0


@compiled_with_arrays
@memoize_if_plain
def parts_below(thrown: Throw, most: int, digits: int) -> Any:
    """[number]: the chance of the pool's net and a sum less than each number up to `most`, in units of 6 ** -digits."""
    ways = finite_ways(thrown.wild, thrown.plain, thrown.ones)
    left = digits - 2 * thrown.wild - thrown.plain
    found = np.zeros(most + 1, np.int64)
    for good in range(thrown.wild + 1):
        for bad in range(thrown.wild + 1 - good):
            if sign(good - bad) == thrown.net:
                for at in range(min(most, ways.shape[2])):
                    if ways[good, bad, at]:
                        add_explosions(found, good, at, ways[good, bad, at], left - good)
    for number in range(1, most + 1):
        found[number] += found[number - 1]
    return found


@compiled
def add_explosions(found: Any, good: int, at: int, ways: int, digits: int) -> None:
    """Add to each number the ways of exactly the sum before it: a finite sum and so many further sixes on Good dice."""
    if good == 0:
        found[at + 1] += ways * int(6**digits)
        return
    chains, sixes = 1, 0
    while at + SIX * sixes + 1 < len(found):
        found[at + SIX * sixes + 1] += ways * chains * 6 ** (digits - sixes)
        chains = chains * (sixes + good) // (sixes + 1)
        sixes += 1


@compiled
def whole_part(thrown: Throw, digits: int) -> int:
    """The chance of the pool's net, in units of 6 ** -digits."""
    lucky, left = lucky_ways(thrown.wild), int(6 ** (digits - 2 * thrown.wild))
    return (36**thrown.wild - 2 * lucky) * left if thrown.net == 0 else lucky * left
