"""What a pool that was thrown comes to: whether it reaches a number, its total, and how often it holds a defence.

Under exhaust each of these is one node. Its chances are sums without end, and as fractions often wider than 62 bits; so
each outcome gets an *id* that says which chance it is, and `chances` works it out exactly, between steps. A number is
reached as often as a defence without dice, which counts 1, is held so many times.
"""

from __future__ import annotations

from typing import NamedTuple

from ....core.chance.outcome_ids import pack_outcome
from ....core.dice import EXHAUST, Dice, branch_node, set_weight_by_id
from ....core.engine.compiled import compiled
from ....core.errors import Overflow
from ....core.protocol.events import Log
from .pool import ADD, INFINITE_SUM, SIX, Throw, bounds, throw

EXACTLY, OR_MORE, LESS = range(3)
ID_SIZES = (16, 16, 3, 3, 16, 16, 4096, 3)  # of the parts of an id, in the order of `outcome_id`


class Hits(NamedTuple):
    """How a contest ended: how many times over, and the defence's sum (0 under exhaust, which does not know it)."""

    times: int
    defence: int


@compiled
def outcome_id(thrown: Throw, wild: int, plain: int, x: int, how: int) -> int:
    """The number of a chance: a pool under its net is exactly, at least or less than x times a defence pool.

    Raises:
        Overflow: more than fifteen dice of a kind, or a number beyond any table.
    """
    parts = (thrown.wild, thrown.plain, thrown.ones, thrown.net + 1, wild, plain, x, how)
    return pack_outcome(parts, ID_SIZES)


@compiled
def reaches(dice: Dice, thrown: Throw, number: int) -> bool:
    """Whether the pool's sum is at least a number."""
    if dice.mode != EXHAUST:
        return thrown.sum >= number
    least, greatest = bounds(thrown)
    if number <= least or number > greatest:
        return number <= least
    reached = branch_node(dice, 2) == 0
    set_weight_by_id(dice, outcome_id(thrown, 0, 0, number, OR_MORE if reached else LESS))
    return reached


@compiled
def total(dice: Dice, thrown: Throw, most: int) -> int:
    """The pool's sum; what is beyond `most` counts as `most`."""
    return times_node(dice, thrown, 0, 0, most) if dice.mode == EXHAUST else min(thrown.sum, most)


@compiled
def hits(dice: Dice, log: Log, damage: Throw, wild: int, plain: int, most: int, purpose: int) -> Hits:
    """How many times over a pool that was thrown has the sum of a defence pool, thrown now.

    The wild dice of a defence explode as well; its Good and Bad have no effect. Under exhaust whatever is beyond `most`
    counts as `most`, so that equal ends meet.
    """
    if dice.mode == EXHAUST:
        return Hits(times_node(dice, damage, wild, plain, most), 0)
    defence = throw(dice, log, wild, plain, damage.ones, purpose)
    return Hits(damage.sum // defence.sum, defence.sum)


@compiled
def times_node(dice: Dice, thrown: Throw, wild: int, plain: int, most: int) -> int:
    """Exhaust: how many times a pool has the sum of a defence pool, `most` for whatever is beyond it."""
    ways = 0
    for x in range(most + 1):
        ways += int(may_hit(thrown, wild, plain, x, most))
    skip = branch_node(dice, ways)
    for x in range(most + 1):
        if may_hit(thrown, wild, plain, x, most):
            if skip == 0:
                set_weight_by_id(dice, outcome_id(thrown, wild, plain, x, OR_MORE if x == most else EXACTLY))
                return x
            skip -= 1
    raise Overflow


@compiled
def may_hit(thrown: Throw, wild: int, plain: int, x: int, most: int) -> bool:
    """Whether a pool may be x times the defence, the last of so many for more. By bounds: what lies between is counted.

    A lone wild die is never a multiple of 6, so this may say yes to what cannot be; its chance is 0 then.
    """
    least, greatest = bounds(thrown)
    least_defence = max(1, wild * (2 if thrown.ones == ADD else 1) + plain)
    greatest_defence = INFINITE_SUM if wild else max(1, SIX * plain)
    if x == most:
        return greatest >= most * least_defence
    if x == 0:
        return least < greatest_defence
    return max(least_defence, least // (x + 1) + 1) <= min(greatest_defence, greatest // x)
