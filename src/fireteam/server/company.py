"""Those gathered round an open table: who does something does it in turn, and everybody hears of it once it is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import cache, partial
from typing import Any, NamedTuple, TypeVar

import msgspec

from ..core.briefing import Panel
from ..core.errors import FireteamError
from ..core.events import Told
from ..core.game import panels_for
from ..core.record import Array
from .acts import do
from .asks import answer, question_at, weighed
from .listening import Listener
from .looking import Weigh
from .messages import Act, Answered, Ask, Done, Item, Moment, News, Now, SeatCard
from .metrics import Metrics
from .reel import Reel
from .seating import Who, streams_of
from .table import Pending, Table
from .telling import LOOKS_ON, read_by
from .turning import Turned, refusal_of
from .unit import TABLE, WHAT
from .view import Views, view_of, welcome

Outcome = TypeVar("Outcome")
Run = Callable[..., Awaitable[Any]]
Weighs = Callable[[Weigh, Array], Awaitable[Any]]
"""Runs a function elsewhere than on the event loop: nothing that runs rules or reads the store is run on it."""

AT_ONCE = 500  # items in a frame
SHOWN = 0.25  # seconds between two looks at a table where only bots play


class Heard(NamedTuple):
    """What a seat hears of something: what happened, and how things stand; nothing, where there is none."""

    news: bytes
    now: bytes


class Company:
    """A table and those who listen. One act happens after another; none is broken off half way."""

    def __init__(self, table: Table, run: Run, reopen: Callable[[], Table], metrics: Metrics, weigh: Weighs) -> None:
        self.table, self.run, self._reopen, self.metrics, self._weigh = table, run, reopen, metrics, weigh
        self.views = Views(table)
        self.listeners: set[Listener] = set()
        self.turn = asyncio.Lock()
        self.happened = asyncio.Event()
        self.used = table.env.clock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._shown = self.used
        self.is_behind = False  # whether more has happened than was shown
        self._reel: Reel | None = None
        self._reeling = asyncio.Lock()

    # Doing

    async def act(self, who: Who, key: str, act: Act, done: Callable[[Done], None] | None = None) -> Done:
        """Do something; `done` is told as soon as it is kept.

        Raises:
            FireteamError: why it is not done.
        """

        async def carried_out() -> Done:
            async with self.turn:
                await self.fresh()
                table = self.table
                with self.metrics.seconds.time():
                    answered, tell = await self._carry_out(
                        lambda: table.once(who, key, act, lambda: do(table, who, act))
                    )
                if done is not None:
                    done(answered)
                self.metrics.acts.labels(act.__struct_config__.tag).inc()
                tell()
                return answered

        try:
            return await self.whole(carried_out())
        except FireteamError as error:
            self.metrics.refused.labels(refusal_of(error).code).inc()
            raise

    async def ask(self, who: Who, key: str, ask: Ask) -> Answered:
        """Answer a question; what takes long stands in nobody's way.

        Raises:
            FireteamError: it cannot be answered.
        """
        async with self.turn:
            await self.fresh()
            question = await self.run(question_at, self.table, who, key, ask)
        found = await self.run(answer, question, ask)
        return weighed(question, found, await self._weigh(found, question.view)) if isinstance(found, Weigh) else found

    async def change(self, does: Callable[[Table], None], hurried: bool = False) -> list[Item]:
        """Let something happen that nobody at the table has asked for; `hurried`, only some of it is shown."""

        async def carried_out() -> list[Item]:
            async with self.turn:
                await self.fresh()
                table = self.table
                pending, tell = await self._carry_out(lambda: (one := table.change(lambda: does(table)), one), hurried)
                tell()
                return pending.items

        return await self.whole(carried_out())

    async def _carry_out(
        self, does: Callable[[], tuple[Outcome, Pending | None]], hurried: bool = False
    ) -> tuple[Outcome, Callable[[], None]]:
        """Let something happen; what comes of it, and what tells everybody, when it is kept.

        While it is being kept, what everybody will see is drawn already: both take their time.
        """
        by_seat, here = self._by_seat(), self._here()
        shows = not hurried or self.table.env.clock() - self._shown >= SHOWN

        def carried_out() -> tuple[Outcome, Pending | None, list[Heard]]:
            outcome, pending = does()
            try:
                items = pending.items if pending else ()
                return outcome, pending, [self._heard(seat, items, here, shows) for seat in by_seat]
            except BaseException:
                if pending:
                    pending.settle()
                raise

        outcome, pending, heard = await self.run(carried_out)
        if pending:
            await asyncio.wait([asyncio.wrap_future(pending.kept)])
            pending.settle()

        def tell() -> None:
            self.used = self.table.env.clock()
            self._shown, self.is_behind = (self.used, False) if shows else (self._shown, True)
            self.happened.set()
            for listeners, one in zip(by_seat.values(), heard, strict=True):
                for listener in listeners:
                    if one.news:
                        listener.send(one.news)
                    if one.now:
                        listener.show(one.now)

        return outcome, tell

    async def whole(self, doing: Awaitable[Outcome]) -> Outcome:
        """Something is carried out to its end, even if who asked for it has gone."""
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def fresh(self) -> None:
        """Where it is not sure what the store has, the table is opened anew."""
        if self.table.stale:
            self.table = await self.run(self._reopen)
            self.views = Views(self.table)

    async def rest(self) -> None:
        """Wait for what is being carried out."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Telling

    def _heard(self, seat: str, items: Iterable[Item], here: set[str], shows: bool) -> Heard:
        """What a seat hears of what happened, and how things stand, as it may know it."""
        mine = self.readable(seat, items)
        news = msgspec.json.encode(News(mine)) if mine else b""
        return Heard(news, self._frame(seat, self._cards(here)) if shows else b"")

    async def show(self) -> None:
        """Everybody sees how things stand, if that is not how they have seen it."""
        self._shown, self.is_behind, by_seat = self.table.env.clock(), False, self._by_seat()
        if not by_seat:
            return
        frames = await self.run(self._frames, list(by_seat), self.cards())
        for seat, listeners in by_seat.items():
            for listener in listeners:
                listener.show(frames[seat])

    async def look(self) -> None:
        """The same, for who does nothing else."""
        async with self.turn:
            await self.show()

    def _by_seat(self) -> dict[str, list[Listener]]:
        found: dict[str, list[Listener]] = {}
        for listener in self.listeners:
            found.setdefault(listener.who.seat, []).append(listener)
        return found

    def _frames(self, seats: Iterable[str], cards: tuple[SeatCard, ...]) -> dict[str, bytes]:
        """How things stand for each of some seats."""
        return {seat: self._frame(seat, cards) for seat in seats}

    def _frame(self, seat: str, cards: tuple[SeatCard, ...]) -> bytes:
        return msgspec.json.encode(self.views.now(seat, cards, self.table.glass.deadline))

    def readable(self, seat: str, items: Iterable[Item]) -> tuple[Item, ...]:
        """The items that a seat may read, as far as it may know them."""
        table = self.table
        streams = streams_of(table.setting, table.chairs.get(seat))
        by = table.match.seat(seat) if seat else LOOKS_ON
        records, slots, view = table.match.records, table.setting.slots, cache(partial(view_of, table, seat))

        def panels(told: Sequence[Told]) -> tuple[Panel, ...]:
            return panels_for(table.setting, view(), told, by.slots) if told and by.slots else ()

        return tuple(read_by(by, item, records, slots, panels) for item in items if item.stream in streams)

    # Listening

    def cards(self) -> tuple[SeatCard, ...]:
        """The seats as everybody sees them."""
        return self._cards(self._here())

    def _here(self) -> set[str]:
        """The seats whose people are here."""
        return {listener.who.seat for listener in self.listeners}

    def is_here(self, seat: str) -> bool:
        """Whether somebody is here with the link of a seat."""
        return seat in self._here()

    def _cards(self, here: set[str]) -> tuple[SeatCard, ...]:
        return tuple(chair.card(chair.name in here) for chair in self.table.chairs.values())

    async def join(self, listener: Listener, since: dict[str, int]) -> None:
        """Somebody comes: they hear what they missed, see how things stand, and from here on hear everything."""
        async with self.turn:
            await self.fresh()
            first = not any(other.who.seat == listener.who.seat for other in self.listeners)
            self.listeners.add(listener)
            listener.send(msgspec.json.encode(welcome(self.table, listener.who, self.cards())))
            for frame in await self.run(self._missed, listener.who.seat, since):
                listener.send(frame)
            if first and listener.who.seat:
                await self.show()
            else:
                listener.show((await self.run(self._frames, [listener.who.seat], self.cards()))[listener.who.seat])

    async def leave(self, listener: Listener) -> None:
        """Somebody goes."""
        self.listeners.discard(listener)
        self.used = self.table.env.clock()
        if listener.who.seat and not any(other.who.seat == listener.who.seat for other in self.listeners):
            async with self.turn:
                await self.show()

    def _missed(self, seat: str, since: dict[str, int]) -> list[bytes]:
        """What a seat has not read of its streams, in frames of many items."""
        frames = []
        for stream in streams_of(self.table.setting, self.table.chairs.get(seat)):
            items = self.items(seat, stream, since.get(stream, 0))
            frames += [News(items[k : k + AT_ONCE]) for k in range(0, len(items), AT_ONCE)]
        return [msgspec.json.encode(frame) for frame in frames]

    def items(self, seat: str, stream: str, since: int) -> tuple[Item, ...]:
        """The items of a stream after one, as a seat may read them.

        Raises:
            Turned: it may not read that stream.
        """
        if stream not in streams_of(self.table.setting, self.table.chairs.get(seat)):
            raise Turned("E_STREAM", "There is no such stream for you.", 404)
        last = self.table.last.get(stream, 0)
        rows = self.table.store.items(self.table.id, stream, since) if since < last else []
        kept = (Item(row.stream, row.seq, row.at, WHAT.decode(row.body)) for row in rows)
        return self.readable(seat, [item for item in kept if item.seq <= last])

    async def stand(self, who: Who) -> Now:
        """How things stand for somebody."""
        async with self.turn:
            await self.fresh()
            return await self.run(self.views.now, who.seat, self.cards(), self.table.glass.deadline)  # type: ignore[no-any-return]

    async def read(self, who: Who, stream: str, since: int) -> tuple[Item, ...]:
        """The items of a stream after one, as somebody may read them.

        Raises:
            Turned: they may not read that stream.
        """
        async with self.turn:
            await self.fresh()
            return await self.run(self.items, who.seat, stream or TABLE, since)  # type: ignore[no-any-return]

    async def moments(self, who: Who, first: int, last: int) -> tuple[Moment, ...]:
        """The match from one event to another, as somebody may see it."""
        async with self._reeling:
            if self._reel is None or self._reel.table is not self.table:
                self._reel = Reel(self.table)
            return await self.run(self._reel.moments, who.seat, first, last)  # type: ignore[no-any-return]

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks, and nothing is being done."""
        return not self.listeners and not self._tasks and not self.turn.locked()
