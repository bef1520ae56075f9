"""Forecasts at tables: each caller has one at most, which runs on while they look at it now and then, or stop it.

A forecast goes by the State that its caller may see, and by random numbers of its own: what is hidden from a player is
hidden from the player's forecast, and nothing is learnt of the dice to come.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from ...core.engine.record import Array
from ...core.errors import FireteamError
from ...core.game import Setting
from ...sim.director import Candidate, DialSearch, Trial, dials_of, find_dials
from ...sim.forecast import Forecast, Tally, bots_for, figures_of, must_go_on, report, sides_of
from ..background import begin
from ..errors import error_body
from ..wire.messages import AskForecast, DialOffer, ForecastReply
from ..workers.bots import require_bot
from ..workers.forecasts import PROCESSES, ForecastPool, forecast_job
from ..workers.main import MatchSpec

MOST = 200  # forecasts that are remembered; of more, the oldest are ended
LOG = logging.getLogger(__name__)
Run = Callable[..., Awaitable[Any]]
"""Runs a function on a thread."""


class ForecastRequest(NamedTuple):
    """What a seat asks about forecasts, with the State that it may see; the next event of the match is `event`."""

    seat: str
    event: int
    setting: Setting
    ask: AskForecast
    what: str = "forecast"


class ForecastRun:
    """A forecast under way, or ended.

    Raises:
        FireteamError: it cannot be asked for.
    """

    def __init__(self, played: MatchSpec, request: ForecastRequest, view: Array) -> None:
        ask = request.ask
        self.setting, self.view, self.ask, self.event, self._spec = request.setting, view, ask, request.event, played
        must_go_on(view)
        for name in ask.bots.values():
            require_bot(name)
        self._bots = bots_for(self.setting, ask.bots)
        self._search: DialSearch | None = None
        if ask.aim is not None:
            names = ask.dials or [dial.name for dial in dials_of(self.setting, view)[:1]]
            dials = find_dials(self.setting, view, names)
            self._search = DialSearch(self.setting, view, ask.aim.goal, dials, ask.games)
        self._tally = Tally()
        self.played = 0
        self.forecast: Forecast | None = None
        self.trials: tuple[Trial, ...] = ()
        self.failed = ""
        self.games = ask.games if self._search is None else self._search.games_in_all
        self._task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        """Whether it still plays."""
        return self._task is not None and not self._task.done()

    def start(self, pool: ForecastPool, run: Run) -> None:
        """Begin to play."""
        self._task = begin(self._play(pool, run))

    async def stop(self) -> None:
        """End it; what has been counted stays."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _play(self, pool: ForecastPool, run: Run) -> None:
        try:
            if self._search is None:
                await self._play_more(Candidate({}, self.setting, self.view, self._tally), self.ask.games, pool, run)
            else:
                await self._play_search(self._search, pool, run)
        except FireteamError as error:
            self.failed = error_body(error).sentence
        except Exception:
            LOG.exception("a forecast broke")
            self.failed = "Something broke here; it has been written down."

    async def _play_search(self, search: DialSearch, pool: ForecastPool, run: Run) -> None:
        while search.left:
            for one in search.left:
                await self._play_more(one, search.wanted, pool, run)
            self.trials = tuple(await run(search.narrow, self._bots, self.ask.seed))
        self.forecast = self.trials[0].forecast

    async def _play_more(self, one: Candidate, wanted: int, pool: ForecastPool, run: Run) -> None:
        """Play on with a candidate until it has so many games, in parts that are added in their order."""
        names = [bot.name for bot in self._bots]
        while (first := one.tally.games) < wanted:
            size = min(pool.part_games(self._spec.game), -(-(wanted - first) // PROCESSES))
            parts = [
                (start, min(size, wanted - start))
                for start in range(first, min(wanted, first + PROCESSES * size), size)
            ]
            jobs = [forecast_job(self._spec, self.view, names, self.ask.seed, one.dials, *part) for part in parts]
            for tally in await asyncio.gather(*map(pool.play, jobs)):
                one.tally.merge(tally)
                self.played += tally.games
            if self._search is None:
                self.forecast = await run(report, self.setting, self._bots, self.ask.seed, one.tally)


class Forecasts:
    """The forecasts of all callers at all tables."""

    def __init__(self, pool: ForecastPool, run: Run) -> None:
        self._pool, self._run = pool, run
        self._runs: OrderedDict[tuple[str, str], ForecastRun] = OrderedDict()

    async def answer(self, table: str, played: MatchSpec, request: ForecastRequest, view: Array) -> ForecastReply:
        """Begin a caller's forecast, tell how far it is, or stop it.

        Raises:
            FireteamError: it cannot be asked for; the one before goes on.
        """
        key, what = (table, request.seat), request.ask.what
        if what == "begin":
            begun = await self._run(ForecastRun, played, request, view)
            before, self._runs[key] = self._runs.pop(key, None), begun
            begun.start(self._pool, self._run)
            if before is not None:
                await before.stop()
            while len(self._runs) > MOST:
                await self._end(next(iter(self._runs)))
        elif what == "stop" and key in self._runs:
            await self._runs[key].stop()
        reply: ForecastReply = await self._run(_reply, request.setting, view, self._runs.get(key))
        return reply

    async def _end(self, key: tuple[str, str]) -> None:
        if (run := self._runs.pop(key, None)) is not None:
            await run.stop()

    async def forget(self, table: str) -> None:
        """End all forecasts of a table."""
        for key in [key for key in self._runs if key[0] == table]:
            await self._end(key)

    async def close(self) -> None:
        """End all forecasts, and the processes."""
        for key in list(self._runs):
            await self._end(key)
        await self._pool.close()


def _reply(setting: Setting, view: Array, run: ForecastRun | None) -> ForecastReply:
    """Return how far a forecast is, and what can be asked for."""
    offers = tuple(DialOffer(dial.name, dial.meaning, dial.values) for dial in dials_of(setting, view))
    known = ForecastReply(
        tuple(sides_of(setting, view)), tuple(figures_of(setting, view)), offers, setting.game.turn_number is not None
    )
    if run is None:
        return known
    return ForecastReply(
        known.sides,
        known.headings,
        known.dials,
        known.turns,
        run.event,
        run.played,
        run.games,
        run.is_running,
        run.forecast,
        run.trials,
        run.failed,
    )
