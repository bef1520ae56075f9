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


class Turn:
    """Something that one at a time may have, in the order in which they came.

    `take` is for what goes on by callbacks, and costs no task; coroutines say `async with turn`.
    """

    def __init__(self) -> None:
        self.is_taken = False
        self._waiting: list[Callable[[], None]] = []  # an empty deque would take ten times the memory

    def seize(self) -> None:
        """Have the turn, which nobody has."""
        self.is_taken = True

    def take(self, begin: Callable[[], None]) -> None:
        """Call `begin` when the turn has come, now if nobody has it. What is begun ends with `release`."""
        if self.is_taken:
            self._waiting.append(begin)
        else:
            self.is_taken = True
            begin()

    def release(self) -> None:
        """Give the turn to whoever has waited longest."""
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._waiting.pop(0))
        else:
            self.is_taken = False

    async def __aenter__(self) -> None:
        come: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.take(partial(self._give, come))
        try:
            await come
        except asyncio.CancelledError:
            if not come.cancelled():
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()

    def _give(self, come: asyncio.Future[None]) -> None:
        if come.cancelled():
            self.release()
        else:
            come.set_result(None)


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
