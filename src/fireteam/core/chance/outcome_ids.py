"""Ids of outcomes whose chance is too wide for 62 bits: a game packs into a number which chance it is.

    SIZES = (16, 16, 4096)                     of each part, how many values it may have
    set_weight_by_id(dice, pack_outcome((wild, plain, number), SIZES))

and its hooks `outcome_fraction` and `outcome_float` read the parts again to work the chance out, between steps.
"""

from __future__ import annotations

from typing import Any

from ..engine.compiled import compiled
from ..errors import Overflow


@compiled
def pack_outcome(parts: Any, sizes: Any) -> int:
    """The id of so many parts, each from 0 and below its size; never 0, which is no id.

    Raises:
        Overflow: a part is not below its size.
    """
    found = 1
    for k in range(len(sizes)):
        if not 0 <= parts[k] < sizes[k]:
            raise Overflow
        found = found * sizes[k] + parts[k]
    return found


@compiled
def outcome_part(outcome_id: int, sizes: Any, k: int) -> int:
    """Part k of an id."""
    for j in range(len(sizes) - 1, k, -1):
        outcome_id //= sizes[j]
    return int(outcome_id % sizes[k])


def outcome_parts(outcome_id: int, sizes: Any) -> tuple[int, ...]:
    """All parts of an id."""
    return tuple(outcome_part(outcome_id, sizes, k) for k in range(len(sizes)))
