"""`ForecastPool`: matches are played to their ends in worker processes, a few games at a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from msgspec import json

from ...core.engine.record import Array
from ...core.errors import BotFailure
from ...sim.forecast import Tally
from ..errors import ApiError
from .compilation import Compilation
from .main import ForecastJob, MatchSpec
from .process import WORKER, WorkerProcess

PROCESSES = 2
SECONDS = 600.0  # of one part at most: the rules may have to be compiled for it
PART_SECONDS = 0.7  # that a part is meant to take, so that all forecasts get on and say how far they are
FIRST_GAMES, MOST_GAMES = 2, 256  # of a part


class ForecastPool:
    """The worker processes that play forecasts, each one part at a time; parts wait for a free one in their order.

    How many games a part has follows from how long the last one took (`part_games`); the sum is the same in any parts.
    """

    def __init__(self, compilation: Compilation, command: Sequence[str] = WORKER, processes: int = PROCESSES) -> None:
        self._processes = [WorkerProcess(command, compilation) for _ in range(processes)]
        self._free: asyncio.Queue[WorkerProcess] = asyncio.Queue()
        for process in self._processes:
            self._free.put_nowait(process)
        self._paces: dict[str, float] = {}  # games a second, by game

    def part_games(self, game: str) -> int:
        """Return how many games of this kind a part should have."""
        return max(FIRST_GAMES, min(MOST_GAMES, round(self._paces.get(game, 0.0) * PART_SECONDS)))

    async def play(self, job: ForecastJob) -> Tally:
        """Play a part. If the caller is cancelled, the process that plays it is ended.

        Raises:
            ApiError: it took too long, or playing failed.
        """
        process = await self._free.get()
        begun = time.monotonic()
        try:
            answer = await process.choose(job, SECONDS)
        except BotFailure as failed:
            raise ApiError("E_LATE", f"That could not be foreseen: {failed}.", 503) from None
        except asyncio.CancelledError:
            await process.end()
            raise
        finally:
            self._free.put_nowait(process)
        if answer.failed:
            raise ApiError("E_UNKNOWN", f"That could not be foreseen ({answer.failed}).")
        self._paces[job.played.game] = job.games / max(1e-3, time.monotonic() - begun)
        return json.decode(answer.line, type=Tally)

    async def close(self) -> None:
        """End the processes."""
        for process in self._processes:
            await process.end()


def forecast_job(
    played: MatchSpec, view: Array, bots: Sequence[str], seed: int, dials: dict[str, int], first: int, games: int
) -> ForecastJob:
    """Return the job of playing some games of a forecast from a State that the caller may see."""
    return ForecastJob(played, view.tobytes(), tuple(bots), tuple(dials.items()), seed, first, games, SECONDS)
