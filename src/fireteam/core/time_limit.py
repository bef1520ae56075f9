"""A limit of time for work whose length others decide: loops over what came from outside ask whether time is left.

What comes of work never depends on it: it is done, or refused as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from .errors import OutOfTime


class _Limit(NamedTuple):
    end: float
    clock: Callable[[], float]
    sentence: str


_LIMIT: ContextVar[_Limit | None] = ContextVar("limit", default=None)


@contextmanager
def time_limit(seconds: float, clock: Callable[[], float], sentence: str) -> Iterator[None]:
    """Refuse what takes longer, in the block, than so many seconds of a clock; `sentence` says what to do then."""
    token = _LIMIT.set(_Limit(clock() + seconds, clock, sentence))
    try:
        yield
    finally:
        _LIMIT.reset(token)


def check_time() -> None:
    """Let long work go on while time is left; where nobody has set a limit it always is.

    Raises:
        OutOfTime: none is.
    """
    limit = _LIMIT.get()
    if limit is not None and limit.clock() >= limit.end:
        raise OutOfTime(limit.sentence)
