"""Wild dice: pools whose wild dice explode, in the three modes of `dice`.

A wild die that shows 6 is thrown again and the new face added, as long as it shows 6; a 6 on the first of these is
Good. One that first shows 1 is thrown once more, as a check: a second 1 is Bad. Each Good cancels one Bad; what is left
is the pool's `net`. Normal dice show what they show. Written `2W+3D`: two wild dice, three normal ones.

`throw` rolls a pool; `reaches`, `total` and `hits` in `contest` read it. Live dice and tapes roll every face at once.
Exhaust takes no face at all: `throw` is a node of Good and Bad, and what is read afterwards is a node under that
condition, with endless chains of sixes summed in closed form (`chances`). So a pool is read once, and what it showed is
asked for, not looked at.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np

from ....core.chance.sums import add_die, even_die, no_dice
from ....core.dice import EXHAUST, Dice, branch_node, next_face, set_weight
from ....core.engine.compiled import compiled, compiled_with_arrays, memoize_if_plain
from ....core.protocol.events import Log, log_die

CHECK, REPLACE, ADD = range(3)  # what the second throw after a first 1 is: only a check, the value, added
NOTATION = re.compile(r"(\d{1,2})W(?:\+(\d{1,2})D)?|(\d{1,2})D")
GOOD, BAD = 1, -1
SIX = 6
INFINITE_SUM = 1_000_000  # a sum greater than any that is asked for


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
    net = (0, GOOD, BAD)[branch_node(dice, 3)]
    lucky, whole = lucky_ways(wild), 36**wild
    set_weight(dice, lucky if net else whole - 2 * lucky, whole)
    return net


@compiled_with_arrays
@memoize_if_plain
def lucky_ways(wild: int) -> int:
    """In how many of 36 ** wild ways more dice are Good than Bad; as many have it the other way round."""
    ways = no_dice(2 * wild + 1)
    for _ in range(wild):
        ways = add_die(ways, np.array([1, 34, 1]))  # Bad, neither, Good
    return int(ways[wild + 1 :].sum())


@compiled
def bounds(thrown: Throw) -> tuple[int, int]:
    """The least and the greatest sum of a pool under its net; INFINITE_SUM where a chain of sixes may be among it.

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


# A wild die is 6 k + r: each r from 1 to 5 as likely, and k sixes before it, each further one six times less likely.
# Whether it is Good (k is 2 or more) is settled by k. So a pool is one of finitely many sums, plus 6 K, where K counts
# the further sixes of the Good dice.


@compiled_with_arrays
@memoize_if_plain
def finite_ways(wild: int, plain: int, ones: int) -> Any:
    """[good, bad, sum]: the ways of a pool, in units of 36 ** -wild * 6 ** -(plain + good), further sixes apart."""
    size = 17 * wild + SIX * plain + 1
    bad, good = size, (wild + 1) * size  # what a Bad and a Good die add to the place of a sum
    ways, die = no_dice((wild + 1) * good), np.zeros(good + 18, np.int64)
    for second in range(1, SIX + 1):
        value = second if ones == REPLACE else 1 + second if ones == ADD else 1
        die[value + (bad if second == 1 else 0)] += 1
    for face in range(2, SIX):
        die[face] += SIX
    for last in range(1, SIX):
        die[SIX + last] += 1
        die[good + 2 * SIX + last] += 1
    for _ in range(wild):
        ways = add_die(ways, die)
    for _ in range(plain):
        ways = add_die(ways, even_die(SIX))
    return ways.reshape((wild + 1, wild + 1, size))
