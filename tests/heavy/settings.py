"""How much is tried: FIRETEAM_HEAVY multiplies the counts of the slow checks; `./check --heavy` alone says 1."""

from __future__ import annotations

import os

NAME = "FIRETEAM_HEAVY"


def factor() -> float:
    """By how much counts are multiplied; 0 where the slow checks are not wanted.

    Raises:
        ValueError: what is set is no such number.
    """
    said = os.environ.get(NAME) or "0"
    try:
        number = float(said)
    except ValueError:
        number = -1
    if not 0 <= number < 1e6:
        raise ValueError(f"{NAME}={said}: give a number, such as 1, or 20 for counts twenty times as large")
    return number


def heavy() -> bool:
    """Whether the slow checks are wanted."""
    return factor() > 0


def many(quick: int, slow: int) -> int:
    """A count: `quick` as a rule; among the slow checks `slow` times FIRETEAM_HEAVY, but never less than `quick`."""
    return max(quick, round(slow * factor()))
