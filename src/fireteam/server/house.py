"""The house: all tables there are. One is opened when somebody comes, and put away when nobody has looked for long."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import msgspec

from ..core.errors import FireteamError
from .acts import take_seat
from .asks import answer, weighed
from .bots import Bots, played
from .clocks import NONE
from .company import Company
from .env import Env
from .guard import clean, hash_of, new_id
from .lessons import Course, Lessons
from .looking import Looking, Weigh
from .making import Making, tokens_of, without_key
from .messages import OPEN, Answered, Ask, Join, Joined, Made, NewTable, TableCard
from .metrics import Metrics
from .opening import Packs, begin, made_of, open_table
from .playing import Playing
from .readying import Readying
from .seating import Who, chair_of
from .store.changes import HOST, Listed
from .store.store import Store
from .table import SETUP, Kept, Table
from .turning import Turned, no_table, not_yours

Outcome = TypeVar("Outcome")

THREADS = 32
IDLE = 300.0  # seconds after which a table that nobody looks at is put away


class House:
    """All tables, and what they share: the store, the bots, threads for the rules."""

    def __init__(self, store: Store, env: Env, packs: Packs, bots: Bots, readying: Readying) -> None:
        self.store, self.env, self.packs, self.bots, self.readying = store, env, packs, bots, readying
        self.looking = Looking(readying)
        self.open: dict[str, Company] = {}
        self._opening: dict[str, asyncio.Task[Company]] = {}
        self._playing: dict[str, Playing] = {}
        self._threads = ThreadPoolExecutor(THREADS, "rules")
        self.lessons, self.metrics = Lessons(env), Metrics()
        self.closing = False

    async def run(self, function: Callable[..., Outcome], *arguments: Any) -> Outcome:
        """Run rules, or ask the store, on a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    # Opening

    async def company(self, id: str) -> Company:
        """An open table and those round it; it is opened if it is not yet.

        Raises:
            Turned: there is none.
            FireteamError: it cannot be opened.
        """
        if id in self.open:
            self.open[id].used = self.env.clock()  # whoever asks for it now may still come to it
            return self.open[id]
        if id not in self._opening:
            self._opening[id] = task = asyncio.ensure_future(self._opened(id))
            task.add_done_callback(lambda _: self._opening.pop(id, None))
        return await asyncio.shield(self._opening[id])

    async def _opened(self, id: str) -> Company:
        there = await self.run(self.store.seated, id)  # unknown addresses cost no rules
        if there is None or self.closing:
            raise no_table(id)
        await self.readying.ready(SETUP.decode(there.row.setup).asked.game)
        return self.gather(await self.run(self._load, id))

    def _load(self, id: str) -> Table:
        table = open_table(id, self.store, self.env, self.packs)
        if table is None:
            raise no_table(id)
        return table

    def gather(self, table: Table) -> Company:
        """A table that has just been opened or made can be come to."""
        asked = table.kept.setup.asked
        what = played(table.match, self.packs.paths(asked.packs), table.kept.setup.begins)
        weigh = partial(self.looking.weigh, what)
        company = Company(table, self.run, lambda: self._load(table.id), self.metrics, weigh)
        self.open[table.id] = company
        self._playing[table.id] = Playing(company, self.bots, what)
        return company

    async def ask_in_lesson(self, course: Course, ask: Ask) -> Answered:
        """The answer to a learner's question; what takes long is weighed as it is at tables.

        Raises:
            FireteamError: it cannot be answered.
        """
        question = await self.run(course.question, "", ask)
        found = await self.run(answer, question, ask)
        if not isinstance(found, Weigh):
            return found
        return weighed(question, found, await self.looking.weigh(course.played, found, question.view))

    async def put_away(self, idle: float = IDLE) -> None:
        """Put tables away at which nobody has looked for so many seconds, and nothing goes on by itself."""
        now = self.env.clock()
        for id, company in list(self.open.items()):
            if company.is_idle and now - company.used >= idle and not self._playing[id].goes_on:
                del self.open[id]
                await self._playing.pop(id).close()

    async def wake(self) -> None:
        """After a start: tables go on at which time runs, or at which only bots are left."""
        for id in await self.run(self.store.going_on):
            there = await self.run(self.store.seated, id)
            if there is None:
                continue
            asked = SETUP.decode(there.row.setup).asked
            bots = all(chair_of(row).is_bot or row.referee for row in there.seats if row.slots)
            if asked.clock.kind != NONE or bots:
                with contextlib.suppress(FireteamError):  # who comes to it is told what is wrong
                    await self.company(id)

    async def close(self) -> None:
        """Finish what is being kept, and leave."""
        self.closing = True
        for playing in self._playing.values():
            await playing.close()
        for company in self.open.values():
            await company.rest()
        await self.bots.close()
        await self.looking.close()
        await self.readying.close()
        self._threads.shutdown(wait=True)

    # Coming to a table

    async def who(self, id: str, token: str) -> Who:
        """Who comes with a token; without one, somebody who looks on.

        Raises:
            Turned: it is no token of this table.
        """
        if not token:
            return Who()
        holder = await self.run(self.store.whose, hash_of(token))
        if holder is None or holder.table != id:
            raise Turned("E_TOKEN", "This link is not, or no longer, one of this table.", 401)
        return Who(host=True) if holder.seat == HOST else Who(holder.seat)

    async def make(self, new: NewTable, making: Making | None = None) -> Made:
        """Make a table, once under a key.

        Raises:
            FireteamError: it cannot be made so.
        """
        new = msgspec.structs.replace(new, title=clean(new.title, "The title") if new.title.strip() else "")
        await self.readying.ready(new.game)
        made, table = await self.run(self._made, new, making or without_key(self.env))
        self.gather(table)
        return made

    def _made(self, new: NewTable, making: Making) -> tuple[Made, Table]:
        setup, found, chairs = made_of(new, self.packs)
        id = new_id(self.env)
        made = tokens_of(id, chairs, making)
        kept = Kept(id, self.env.clock(), setup, "", new.listed)
        return made, begin(kept, found, chairs, hash_of(made.host), self.store, self.env, making.rows(made))

    async def join(self, id: str, join: Join, who: Who, making: Making | None = None) -> Joined:
        """Take an open seat, whose link is used up by that; or with its token put a name to one's own.

        Raises:
            Turned: it is not open, or somebody has just come to it by its link.
        """
        company = await self.company(id)
        making = making or without_key(self.env)
        joined = making.joined(id, join.seat, anew=who.seat != join.seat)

        def sit(table: Table) -> None:
            chair = table.chairs.get(join.seat)
            if chair is None:
                raise Turned("E_SEATS", f"No seat {join.seat!r}; there is {', '.join(table.chairs)}.")
            if chair.by != OPEN and who.seat != chair.name:
                raise not_yours(f"{chair.name} is taken.")
            if who.seat != chair.name and company.is_here(chair.name):
                raise not_yours(f"Somebody has come to {chair.name} by its link and sits down there now.")
            take_seat(table, chair, join.person, hash_of(joined.token))
            table.unit.rows += making.rows(joined)

        await company.change(sit)
        return joined

    # The lobby

    async def lobby(self) -> tuple[TableCard, ...]:
        """The tables that are listed and not over, the newest first."""
        rows = await self.run(self.store.listed)
        return tuple(self._card(row) for row in rows)

    def _card(self, listed: Listed) -> TableCard:
        row, setup = listed.row, SETUP.decode(listed.row.setup)
        open_now = self.open.get(row.table)
        by_name = {seat.name: chair_of(seat) for seat in listed.seats}
        cards = open_now.cards() if open_now else tuple(by_name[name].card(False) for name in setup.seats)
        dice = row.head.rpartition("dice: ")[2].strip()
        asked = setup.asked
        return TableCard(
            row.table,
            asked.title,
            asked.game,
            setup.scenario,
            setup.scenario_title,
            asked.options,
            asked.packs,
            cards,
            asked.clock,
            True,
            row.made,
            dice,
        )
