"""A property that is found once for each object: `functools.cached_property` takes a lock for it before Python 3.12."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Found = TypeVar("Found")


class once_property(Generic[Found]):
    """What a method gives when it is asked for first, from then on an attribute of the object.

    Threads may share the object: at worst it is found twice.
    """

    def __init__(self, find: Callable[[Any], Found]) -> None:
        self._find, self.__doc__ = find, find.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> once_property[Found]: ...

    @overload
    def __get__(self, owner: object, kind: type) -> Found: ...

    def __get__(self, owner: object | None, kind: type) -> Found | once_property[Found]:
        """Find it, and let the object have it."""
        if owner is None:
            return self
        found = owner.__dict__[self._find.__name__] = self._find(owner)
        return found
