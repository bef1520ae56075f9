"""The hash of a State, by which everybody can see that a match was played by the rules."""

from __future__ import annotations

import hashlib

from .numbers import numbers_of, set_numbers_of
from .record import Array

ALL_NUMBERS, SET_NUMBERS = 1, 2
"""What is hashed of a State: all its numbers, as in matches that were begun long ago, or those that are not zero."""


def hash_of(states: Array, version: int = SET_NUMBERS) -> str:
    """SHA-256 of a State's numbers, in hexadecimal: of all, or of those that are not zero behind their places."""
    raw = numbers_of(states).tobytes() if version == ALL_NUMBERS else set_numbers_of(states)
    return hashlib.sha256(raw).hexdigest()
