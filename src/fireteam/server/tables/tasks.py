"""Background tasks of a table: its bots choose, and its clock runs."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from ...core.errors import FireteamError
from ..workers.bots import BotChoice, BotPool
from ..workers.main import MatchSpec
from .acts import replace_bot
from .clocks import NONE
from .session import Session
from .table import Table

TICK = 0.5  # seconds


class TableTasks:
    """The background tasks of one table: one for its bots, one for its clock if it has one.

    Bots choose as soon as they owe a choice, without waiting for people. When only bots are left they play to the end;
    other tables have their turn between any two of their choices.
    """

    def __init__(self, session: Session, bots: BotPool, what: MatchSpec) -> None:
        self.session, self.bots, self.what = session, bots, what
        table = session.table
        self._tasks = [asyncio.ensure_future(self._play())]
        if table.clock.kind != NONE:
            self._tasks.append(asyncio.ensure_future(self._watch()))

    @property
    def is_needed(self) -> bool:
        """Whether a bot has to choose, or time runs."""
        return self._next() is not None or self.session.table.timer.is_running

    async def _watch(self) -> None:
        """Advance the clock, save it now and then, and act when it runs out."""
        env = self.session.table.env
        before = env.steady()
        while True:
            await env.sleep(TICK)
            timer, now = self.session.table.timer, env.steady()
            passed, before = now - before, now
            with suppress(FireteamError):  # what cannot be kept now is tried again as more time passes
                if timer.advance(passed, env.clock()):
                    await self.session.shield(self.session.broadcast_in_turn())
                if timer.is_expired:
                    await self.session.change(Table.expire_clock)
                elif timer.should_save():
                    await self.session.change(Table.save_clock)

    def _next(self) -> tuple[int, str] | None:
        """Return the next slot that a bot has to choose for, and the name of the bot; None if there is none."""
        table = self.session.table
        if table.over or table.match.pause_record is not None:
            return None
        for slot in table.match.slots_to_act():
            seat = table.match.seat_of(slot)
            if seat is not None and table.seat_states[seat.name].is_bot:
                return slot, table.seat_states[seat.name].by
        return None

    async def _play(self) -> None:
        while True:
            self.session.happened.clear()
            turn = self._next()
            if turn is None:
                if self.session.is_behind:
                    await self.session.broadcast_in_turn()
                await self.session.happened.wait()
            else:
                await self._choose(*turn)

    async def _choose(self, slot: int, bot: str) -> None:
        """Let a bot choose, and carry it out. If that fails, wait a second; `_play` then tries again."""
        table = self.session.table
        number = table.match.next_number
        try:
            chosen = await self.bots.choose(table.id, table.match, slot, bot, self.what)
            await self.session.change(lambda now: self._apply(now, number, slot, bot, chosen), table.only_bots)
        except FireteamError:
            await table.env.sleep(1.0)

    def _apply(self, table: Table, number: int, slot: int, bot: str, chosen: BotChoice) -> None:
        """Carry out the choice of a bot, unless the table has changed since it was asked."""
        if table.match.next_number != number or self._next() is None or slot not in table.match.slots_to_act():
            return
        seat = table.match.seat_of(slot)
        if seat is None or table.seat_states[seat.name].by != bot:
            return
        if chosen.bot != bot:
            replace_bot(table, seat.name, chosen.bot, chosen.why)
        table.match.act(seat.name, chosen.choice, slot)

    async def close(self) -> None:
        """Cancel the tasks, and save the clock if it runs."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.session.table.timer.is_running:
            with suppress(FireteamError):
                await self.session.change(Table.save_clock)
