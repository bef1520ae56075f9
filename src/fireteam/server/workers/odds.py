"""`OddsPool`: odds and threats are computed in worker processes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import json

from ...core.engine.record import Array
from ...core.errors import BotFailure
from ...core.protocol.scene import Decision, Odds, Option, Route, Threat
from ..background import begin
from ..errors import ApiError
from ..shield import shield
from .compilation import Compilation
from .main import MatchSpec, OddsJob
from .process import WORKER, WorkerProcess

PROCESSES = 2  # one that is slow keeps nobody else waiting
MENUS = PROCESSES - 1  # whole menus that are weighed at once: what is pointed out does not wait for them
SECONDS = 120.0
DECODERS: dict[str, json.Decoder[Any]] = {
    "decision": json.Decoder(Decision),
    "odds": json.Decoder(tuple[tuple[int, tuple[Odds, ...]], ...]),
    "offer": json.Decoder(Option | None),
    "threats": json.Decoder(tuple[Threat, ...]),
    "route": json.Decoder(Route | None),
}


class OddsRequest(NamedTuple):
    """A question for a slot: its `decision` with odds, or one about something.

    That is the `odds` of some of its options (about their numbers), an `offer` (about a choice), `threats` (about a
    unit) or a `route` (about a unit, a verb or `-`, a point).
    """

    what: str
    slot: int
    about: str = ""


class OddsPool:
    """The worker processes that compute odds, each for one question at a time."""

    def __init__(self, compilation: Compilation, command: Sequence[str] = WORKER) -> None:
        self._processes = [WorkerProcess(command, compilation) for _ in range(PROCESSES)]
        self._free: asyncio.Queue[WorkerProcess] = asyncio.Queue()
        for process in reversed(self._processes):
            self._free.put_nowait(process)
        self._menus = asyncio.Semaphore(MENUS)
        self._tasks: set[asyncio.Task[Any]] = set()

    async def answer(self, played: MatchSpec, question: OddsRequest, view: Array) -> Any:
        """Return the answer of a game to a question, by a State that the caller may see.

        It is a Decision, odds by number, an Option, a tuple of Threats, a Route, or None, as `question.what` asks. If
        the caller is cancelled, the job still runs to its end.

        Raises:
            ApiError: it was not answered in time, or computing it failed.
        """
        look = OddsJob(played, question.what, question.slot, question.about, view.tobytes(), SECONDS)
        task = begin(self._run_job(look))  # who goes away breaks nothing off half way
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await shield(task)

    async def _run_job(self, look: OddsJob) -> Any:
        if look.what not in ("decision", "odds"):
            return await self._answer_job(look)
        async with self._menus:
            return await self._answer_job(look)

    async def _answer_job(self, look: OddsJob) -> Any:
        process = await self._free.get()
        try:
            answer = await process.choose(look, SECONDS)
        except BotFailure as failed:
            raise ApiError("E_LATE", f"That could not be weighed: {failed}.", 503) from None
        finally:
            self._free.put_nowait(process)
        if answer.failed:
            raise ApiError("E_UNKNOWN", f"That could not be weighed ({answer.failed}).")
        return DECODERS[look.what].decode(answer.line)

    async def close(self) -> None:
        """Cancel all questions and end the processes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for process in self._processes:
            await process.end()
