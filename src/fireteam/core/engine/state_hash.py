"""The hash of a State, by which everybody can see that a match was played by the rules."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from .numbers import numbers_of
from .record import Array

PART = 2_040  # bytes


def hash_of(states: Array) -> str:
    """SHA-256 of the numbers of a State, in hexadecimal."""
    return hash_of_parts(in_parts(numbers_of(states)))


def in_parts(numbers: Array) -> list[memoryview]:
    """Numbers as bytes, in parts so small that the interpreter lets no other thread run while one is hashed.

    To wait for that thread again costs more than the hash.
    """
    raw = memoryview(numbers.data).cast("B")
    return [raw[begin : begin + PART] for begin in range(0, len(raw), PART)]


def hash_of_parts(parts: Iterable[memoryview]) -> str:
    """SHA-256 of numbers in parts, in hexadecimal."""
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
    return found.hexdigest()
