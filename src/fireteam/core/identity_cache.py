"""What follows from objects that never change, found again by which they are: to compare or hash them takes longer."""

from __future__ import annotations

import weakref
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
                self.clear()
            self._found[place] = found
        return found[1]

    def clear(self) -> None:
        """Drop all values."""
        self._found.clear()


class SharedValues(Generic[Value]):
    """Values by owners and a key, like `IdentityCache`, for many keys of the same owners: those are looked up once.

    At `most` values of all owners together all are dropped.
    """

    def __init__(self, most: int) -> None:
        self._most, self._count = most, 0
        self._found: dict[tuple[int, ...], tuple[tuple[Any, ...], dict[Hashable, Value]]] = {}

    def of(self, owners: tuple[Any, ...]) -> dict[Hashable, Value]:
        """The values of these very owners by key: to be read, `add` puts others in."""
        place = tuple(map(id, owners))
        found = self._found.get(place)
        if found is None:
            found = self._found[place] = owners, {}
        return found[1]

    def add(self, values: dict[Hashable, Value], key: Hashable, value: Value) -> Value:
        """Put a value in where it is not yet."""
        if self._count >= self._most:
            self.clear()
        self._count += 1
        values[key] = value
        return value

    def clear(self) -> None:
        """Drop all values."""
        self._count = 0
        self._found.clear()


class LastingFacts:
    """What was found of objects that nobody alters any more, for all who find it: as long as the object lives.

    Only of what `keep` is told of anything lasts. Threads may share it: at worst something is found twice.
    """

    def __init__(self) -> None:
        self._found: dict[int, tuple[weakref.ref[Any], dict[Hashable, Any]]] = {}

    def keep(self, one: Any) -> None:
        """Take it that an object stays as it is."""
        place = id(one)
        if place not in self._found:
            self._found[place] = weakref.ref(one, lambda _: self._found.pop(place, None)), {}

    def of(self, one: Any) -> dict[Hashable, Any]:
        """What was found of it, to be read and added to; of what may still be altered a new one each time."""
        known = self._found.get(id(one))
        return {} if known is None else known[1]

    def __contains__(self, place: int) -> bool:
        """Whether what is found of the object with an `id` lasts."""
        return place in self._found
