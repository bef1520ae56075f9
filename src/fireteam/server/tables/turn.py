"""`Turn`: who may change or read a table, one after another; `Inbox`: what other threads hand to the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from threading import get_ident

from ..store.receipt import Receipt

LOG = logging.getLogger(__name__)
Refuse = Callable[[Exception], None]
"""Is told why the turn does not come any more."""


class Turn:
    """Something that one at a time may have, in the order in which they came, until it is closed for good.

    `take` is for what goes on by callbacks, and costs no task; coroutines say `async with turn`. Whoever waits when it
    is closed, or comes later, is refused.

    Attributes:
        is_taken: nobody may have it now: somebody has it, or it is closed.
    """

    def __init__(self) -> None:
        self.is_taken = False
        self._waiting: list[tuple[Callable[[], None], Refuse]] = []  # an empty deque would take ten times the memory
        self._closed_by: Exception | None = None
        self._at_rest: asyncio.Future[None] | None = None  # once it is closed: whoever had it then has it no more

    def seize(self) -> None:
        """Have the turn, which nobody has."""
        self.is_taken = True

    def take(self, begin: Callable[[], None], refuse: Refuse) -> None:
        """Call `begin` when the turn has come, now if nobody has it; what is begun ends with `release`.

        If it is closed before, `refuse` is called with the reason.
        """
        if self._closed_by is not None:
            refuse(self._closed_by.with_traceback(None))  # which would grow with each who is refused
        elif self.is_taken:
            self._waiting.append((begin, refuse))
        else:
            self.is_taken = True
            begin()

    def release(self) -> None:
        """Give the turn to whoever has waited longest."""
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._give_to, *self._waiting.pop(0))
        elif self._at_rest is not None:
            if not self._at_rest.done():
                self._at_rest.set_result(None)
        else:
            self.is_taken = False

    def _give_to(self, begin: Callable[[], None], refuse: Refuse) -> None:
        if self._closed_by is None:
            begin()
        else:
            refuse(self._closed_by)
            self.release()

    def close(self, reason: Exception) -> None:
        """Refuse whoever waits and whoever comes; whoever has the turn may end what was begun."""
        if self._closed_by is not None:
            return
        self._closed_by, self._at_rest = reason, asyncio.get_running_loop().create_future()
        waiting, self._waiting = self._waiting, []
        if not self.is_taken:
            self.is_taken = True
            self.release()
        for _, refuse in waiting:
            refuse(reason)

    async def wait_closed(self) -> None:
        """Wait until nobody has it any more, after it was closed."""
        assert self._at_rest is not None, "it is not closed"
        await asyncio.shield(self._at_rest)

    async def __aenter__(self) -> None:
        come: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.take(partial(self._give, come), partial(_refuse, come))
        try:
            await come
        except asyncio.CancelledError:
            if come.done() and not come.cancelled() and come.exception() is None:
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()

    def _give(self, come: asyncio.Future[None]) -> None:
        if come.cancelled():
            self.release()
        else:
            come.set_result(None)


def _refuse(come: asyncio.Future[None], reason: Exception) -> None:
    if not come.done():
        come.set_exception(reason)


class Inbox:
    """Functions that are handed to the event loop, mostly by other threads. It is woken once for many of them."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()
        self._is_woken = False

    def when_done(self, receipt: Receipt, function: Callable[[Receipt], object]) -> None:
        """Call a function on the running loop after a Receipt has ended."""
        if receipt.ended_by == get_ident():
            receipt.add_done_callback(function)
        else:
            receipt.add_done_callback(partial(self._put, asyncio.get_running_loop(), function))

    def _put(self, loop: asyncio.AbstractEventLoop, function: Callable[[Receipt], object], receipt: Receipt) -> None:
        self._waiting.append(partial(function, receipt))
        if not self._is_woken and not loop.is_closed():
            self._is_woken = True
            loop.call_soon_threadsafe(self._empty)

    def _empty(self) -> None:
        self._is_woken = False  # before the look: what comes after it wakes the loop again
        while self._waiting:
            try:
                self._waiting.popleft()()
            except Exception:
                LOG.exception("what follows from a commit broke")
