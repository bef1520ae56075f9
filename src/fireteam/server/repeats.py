"""What is made under a key is made once, also where the answer was lost and it is asked for again.

Here that is known while it is being made, and for a while after: of lessons, which no database keeps, no longer.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from .turning import Turned

MANY = 2_000
LASTS = 900.0  # seconds that an answer is remembered, in memory alone: it may hold tokens


class Repeats:
    """What was answered lately, by key."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._known: OrderedDict[str, tuple[float, str, asyncio.Future[Any]]] = OrderedDict()

    async def once(self, key: str, digest: str, does: Callable[[], Awaitable[Any]]) -> Any:
        """Do something, unless it was done under this key: then what was answered to it.

        Raises:
            Turned: the key was used for something else.
        """
        now = self._clock()
        while self._known and (len(self._known) >= MANY or next(iter(self._known.values()))[0] < now - LASTS):
            self._known.popitem(last=False)
        if key in self._known and self._known[key][1] != digest:
            raise Turned("E_KEY", "Something else was done under this key before.", 409)
        if key not in self._known:
            self._known[key] = now, digest, asyncio.ensure_future(does())
        doing = self._known[key][2]
        try:
            return await asyncio.shield(doing)
        except Exception:
            if self._known.get(key, (0, "", None))[2] is doing:
                del self._known[key]  # what was turned down may be tried again
            raise
