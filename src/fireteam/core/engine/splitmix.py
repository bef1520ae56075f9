"""splitmix64: 64 bits of a key and a number. Dice fall by it, and States are hashed by it."""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiled import compile_function, either


def _splitmix64_compiled(key: Any, number: int) -> Any:
    """The splitmix64 of a key and a number: 64 bits."""
    z = key + (np.uint64(number) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _splitmix64_plain(key: Any, number: int) -> Any:
    """The splitmix64 of a key and a number: the same in Python's unbounded integers."""
    mask = 0xFFFFFFFFFFFFFFFF
    z = (int(key) + (int(number) + 1) * 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return np.uint64(z ^ (z >> 31))


splitmix64 = either(_splitmix64_plain, lambda: compile_function(_splitmix64_compiled))
