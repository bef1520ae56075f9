"""What the annotations of a class say. A start asks that of hundreds of classes, many of which share a base."""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any


@cache
def hints_of(cls: type) -> dict[str, Any]:
    """Each field of a class with what its annotation says, notes too: those of its bases first.

    As `typing.get_type_hints`, but what a base says is worked out once, however many classes derive from it. What the
    annotations of a NamedTuple say is kept in another form, which this does not read.
    """
    return {name: hint for base in reversed(cls.__mro__) for name, hint in _own_hints(base).items()}


@cache
def _own_hints(cls: type) -> dict[str, Any]:
    return inspect.get_annotations(cls, eval_str=True)
