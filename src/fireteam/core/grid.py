"""Rows of bits: sets of squares that a step spreads all at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiled import compiled


@compiled
def bit(x: int) -> Any:
    """The bit of column x."""
    return np.uint64(1) << np.uint64(x)


@compiled
def has_bit(row: Any, x: int) -> bool:
    """Whether column x is set."""
    return bool(((row >> np.uint64(x)) & np.uint64(1)) != np.uint64(0))


@compiled
def bits(row: Any) -> int:
    """How many columns are set."""
    row = row - ((row >> np.uint64(1)) & np.uint64(0x5555555555555555))
    row = (row & np.uint64(0x3333333333333333)) + ((row >> np.uint64(2)) & np.uint64(0x3333333333333333))
    row = (row + (row >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    row = row + (row >> np.uint64(8))
    row = row + (row >> np.uint64(16))
    row = row + (row >> np.uint64(32))
    return int(np.int64(row & np.uint64(0x7F)))


@compiled
def kth_bit(row: Any, k: int) -> int:
    """The k-th column that is set, from 0 at the lowest."""
    for _ in range(k):
        row &= row - np.uint64(1)
    return bits((row - np.uint64(1)) & ~row)
