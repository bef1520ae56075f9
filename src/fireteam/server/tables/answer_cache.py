"""Recent answers by idempotency key, for creations whose answer was lost on the way.

They are in memory while something is being made, and for a while after. Tables and seats are then answered again from
the store (`idempotency.py`); lessons are not stored, so their answers are repeated only from here.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

from ..background import begin
from ..errors import ApiError
from ..shield import shield

MANY = 2_000
LASTS = 900.0  # seconds that an answer is remembered, in memory alone: it may hold tokens


class AnswerCache:
    """Creations under way and recent answers, by idempotency key."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._known: OrderedDict[str, tuple[float, str, asyncio.Future[Any]]] = OrderedDict()

    async def once(self, key: str, digest: str, does: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Run `does` once per key, and return its answer; a repeated key waits for that run or gets its answer again.

        The run goes on if the caller is cancelled. One that fails is forgotten, so that it can be tried again.

        Args:
            digest: a hash of the request, which must be the same whenever the key is used.

        Raises:
            ApiError: the key was used for a different request.
        """
        now = self._clock()
        while self._known and (len(self._known) >= MANY or next(iter(self._known.values()))[0] < now - LASTS):
            self._known.popitem(last=False)
        if key in self._known and self._known[key][1] != digest:
            raise ApiError("E_KEY", "Something else was done under this key before.", 409)
        if key not in self._known:
            self._known[key] = now, digest, begin(does())
        doing = self._known[key][2]
        try:
            return await shield(doing)
        except Exception:
            if self._known.get(key, (0, "", None))[2] is doing:
                del self._known[key]  # what was turned down may be tried again
            raise
