"""What follows from objects that never change, found again by which they are: to compare or hash them takes longer."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class IdentityCache(Generic[Value]):
    """Values by owners and a key. The owners live on while their values do; at `most` values all are dropped.

    Threads may share one: at worst a value is made twice.
    """

    def __init__(self, most: int = 1_000) -> None:
        self._most, self._found = most, dict[Hashable, tuple[tuple[Any, ...], Value]]()

    def get(self, owners: tuple[Any, ...], key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of these very owners and a key, made if it is not there."""
        place = (*map(id, owners), key)
        found = self._found.get(place)
        if found is None:
            found = owners, make()
            if len(self._found) >= self._most:
                self._found.clear()
            self._found[place] = found
        return found[1]
