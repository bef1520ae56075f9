"""A cache with one part left out of its key, as an altered line has it."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

Function = Callable[..., Any]


def without(part: str, remember: Callable[[Function], Any]) -> Callable[[Function], Any]:
    """A decorator that remembers as another does, but does not tell calls apart that differ in this argument alone."""

    def decorate(function: Function) -> Any:
        asked: list[inspect.BoundArguments] = []  # the calls under way: a function may call itself
        signature = inspect.signature(function)
        remembered = remember(lambda *key: function(*asked[-1].args, **asked[-1].kwargs))

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            asked.append(signature.bind(*args, **kwargs))
            try:
                asked[-1].apply_defaults()
                return remembered(*(value for name, value in asked[-1].arguments.items() if name != part))
            finally:
                asked.pop()

        call.cache_clear, call.cache_info = remembered.cache_clear, remembered.cache_info  # type: ignore[attr-defined]
        return call

    return decorate
