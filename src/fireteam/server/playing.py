"""What goes on at a table by itself: bots choose, and the time of decisions runs out."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from ..core.errors import FireteamError
from .acts import replaced
from .bots import Bots, Chosen
from .clocks import NONE
from .company import Company
from .table import Table
from .worker import Played

TICK = 0.5  # seconds


class Playing:
    """The bots of one table. They choose as soon as they are asked, before people do; when only they are left, they
    play to the end, and other tables have their turn between any two of their choices.
    """

    def __init__(self, company: Company, bots: Bots, what: Played) -> None:
        self.company, self.bots, self.what = company, bots, what
        table = company.table
        self._tasks = [asyncio.ensure_future(self._play())]
        if table.clock.kind != NONE:
            self._tasks.append(asyncio.ensure_future(self._watch()))

    @property
    def goes_on(self) -> bool:
        """Whether a bot is to choose, or somebody's time runs."""
        return self._next() is not None or self.company.table.glass.is_running

    async def _watch(self) -> None:
        """Watch the time pass: what nobody has watched does not count."""
        env = self.company.table.env
        before = env.steady()
        while True:
            await env.sleep(TICK)
            glass, now = self.company.table.glass, env.steady()
            passed, before = now - before, now
            with suppress(FireteamError):  # what cannot be kept now is tried again as more time passes
                if glass.run(passed, env.clock()):
                    await self.company.whole(self.company.look())
                if glass.has_run_out:
                    await self.company.change(Table.run_out)
                elif glass.is_due():
                    await self.company.change(Table.keep_glass)

    def _next(self) -> tuple[int, str] | None:
        """The next slot for which a bot is to choose, and which."""
        table = self.company.table
        if table.over or table.match.paused is not None:
            return None
        for slot in table.match.owing():
            seat = table.match.seat_of(slot)
            if seat is not None and table.chairs[seat.name].is_bot:
                return slot, table.chairs[seat.name].by
        return None

    async def _play(self) -> None:
        while True:
            self.company.happened.clear()
            turn = self._next()
            if turn is None:
                if self.company.is_behind:
                    await self.company.look()
                await self.company.happened.wait()
            else:
                await self._choose(*turn)

    async def _choose(self, slot: int, bot: str) -> None:
        """Let a bot choose; where that fails the table waits a moment, and it is tried again."""
        table = self.company.table
        number = table.match.number
        try:
            chosen = await self.bots.choose(table.id, table.match, slot, bot, self.what)
            await self.company.change(lambda now: self._chose(now, number, slot, bot, chosen), table.only_bots)
        except FireteamError:
            await table.env.sleep(1.0)

    def _chose(self, table: Table, number: int, slot: int, bot: str, chosen: Chosen) -> None:
        """What a bot chose takes place, unless the table is another by now."""
        if table.match.number != number or self._next() is None or slot not in table.match.owing():
            return
        seat = table.match.seat_of(slot)
        if seat is None or table.chairs[seat.name].by != bot:
            return
        if chosen.bot != bot:
            replaced(table, seat.name, chosen.bot, chosen.why)
        table.match.act(seat.name, chosen.choice, slot)

    async def close(self) -> None:
        """Nothing goes on here any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.company.table.glass.is_running:
            with suppress(FireteamError):
                await self.company.change(Table.keep_glass)
