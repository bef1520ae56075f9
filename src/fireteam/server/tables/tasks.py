"""Background tasks of a table: its bots choose, and its clock runs."""

from __future__ import annotations

from contextlib import suppress

from ...core.errors import FireteamError
from ..background import Background
from ..workers.bots import BotChoice, BotPool
from ..workers.main import MatchSpec
from .acts import replace_bot
from .clocks import NONE
from .session import Session
from .table import Table

TICK = 0.5  # seconds
LATE = 900.0  # seconds after which a clock counts as stuck: somebody may choose by rules that are being compiled


class TableTasks:
    """The background tasks of one table: one for its bots, one for its clock if it has one.

    Bots choose as soon as they owe a choice, without waiting for people. When only bots are left they play to the end;
    other tables have their turn between any two of their choices.
    """

    def __init__(self, session: Session, bots: BotPool, what: MatchSpec, background: Background) -> None:
        self.session, self.bots, self.what, self._background = session, bots, what, background
        table = session.table
        self._loops = [background.loop(f"bots of table {table.id}", [self._play])]
        if table.clock.kind != NONE:
            self._watched = table.env.steady()  # when somebody last looked at the clock
            self._loops.append(background.loop(f"clock of table {table.id}", [self._watch], TICK, LATE))

    @property
    def is_needed(self) -> bool:
        """Whether a bot has to choose, time runs, or something waits for nobody."""
        table = self.session.table
        return self._next() is not None or table.timer.is_running or table.match.is_due

    async def _watch(self) -> None:
        """Advance the clock, save it now and then, and act when it runs out.

        What cannot be kept now is tried again as more time passes.
        """
        env, timer = self.session.table.env, self.session.table.timer
        now = env.steady()
        passed, self._watched = now - self._watched, now
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
        """Let a bot choose if one has to, else wait until something happens.

        A table may be found with something that waits for nobody: it goes on by itself.
        """
        self.session.happened.clear()
        if self.session.table.match.is_due:
            await self.session.change(lambda table: None)
        turn = self._next()
        if turn is not None:
            await self._choose(*turn)
            return
        if self.session.is_behind:
            await self.session.shield(self.session.broadcast_in_turn())
        await self.session.happened.wait()

    async def _choose(self, slot: int, bot: str) -> None:
        """Let a bot choose, and carry it out."""
        table = self.session.table
        number = table.match.next_number
        chosen = await self.bots.choose(table.id, table.match, slot, bot, self.what)
        await self.session.change(lambda now: self._apply(now, number, slot, bot, chosen), table.only_bots)

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
        """End the tasks, and save the clock if it runs."""
        await self._background.close(*self._loops)
        if self.session.table.timer.is_running:
            with suppress(FireteamError):
                await self.session.change(Table.save_clock)
