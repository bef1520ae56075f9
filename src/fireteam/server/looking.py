"""Odds and threats are weighed in processes of their own, which begin plain and are compiled as soon as may be."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import json

from ..core.errors import BotFailed
from ..core.record import Array
from ..core.scene import Decision, Option, Threat
from .readying import Readying
from .thinking import WORKER, Thinker
from .turning import Turned
from .worker import Look, Played

PROCESSES = 2  # one that is slow keeps nobody else waiting
MENUS = PROCESSES - 1  # whole menus that are weighed at once: what is pointed out does not wait for them
SECONDS = 120.0
DECODERS = {
    "decision": json.Decoder(Decision),
    "offer": json.Decoder(Option | None),
    "threats": json.Decoder(tuple[Threat, ...]),
}


class Weigh(NamedTuple):
    """What is to be weighed: a `decision`, an `offer` (of a choice) or `threats` (of a unit), for a slot."""

    what: str
    slot: int
    about: str = ""


class Looking:
    """The processes that weigh, each one question at a time."""

    def __init__(self, readying: Readying, command: Sequence[str] = WORKER) -> None:
        self._thinkers = [Thinker(command, readying) for _ in range(PROCESSES)]
        self._free: asyncio.Queue[Thinker] = asyncio.Queue()
        for thinker in reversed(self._thinkers):
            self._free.put_nowait(thinker)
        self._menus = asyncio.Semaphore(MENUS)
        self._tasks: set[asyncio.Task[Any]] = set()

    async def weigh(self, played: Played, question: Weigh, view: Array) -> Any:
        """What a game says to a question, by a State that whoever asks may see.

        Raises:
            Turned: it could not be answered in time.
        """
        look = Look(played, question.what, question.slot, question.about, view.tobytes(), SECONDS)
        task = asyncio.ensure_future(self._weighed(look))  # who goes away breaks nothing off half way
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _weighed(self, look: Look) -> Any:
        if look.what != "decision":
            return await self._answered(look)
        async with self._menus:
            return await self._answered(look)

    async def _answered(self, look: Look) -> Any:
        thinker = await self._free.get()
        try:
            answer = await thinker.choose(look, SECONDS)
        except BotFailed as failed:
            raise Turned("E_LATE", f"That could not be weighed: {failed}.", 503) from None
        finally:
            self._free.put_nowait(thinker)
        if answer.failed:
            raise Turned("E_UNKNOWN", f"That could not be weighed ({answer.failed}).")
        return DECODERS[look.what].decode(answer.line)

    async def close(self) -> None:
        """End the processes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for thinker in self._thinkers:
            await thinker.end()
