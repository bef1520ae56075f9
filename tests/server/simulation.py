"""A server with its tables in a simulated world: clocks go on only when somebody lets them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from fireteam.core.errors import StoreUnavailable
from fireteam.server.env import Env
from fireteam.server.store.receipt import Receipt
from fireteam.server.store.rows import Change
from fireteam.server.store.store import open_store
from fireteam.server.tables.creation import PackFolders
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.tables.seats import Caller
from fireteam.server.tables.session import Session
from fireteam.server.tables.table import Table
from fireteam.server.wire.messages import Act, Clock, EventItem, NewSeat, NewTable, Redo, Undo
from fireteam.server.workers.bots import BotPool
from fireteam.server.workers.compilation import Compilation
from tests.chance import STREAMS

FAULTY_WORKER = Path(__file__).with_name("faulty_worker.py")
RED, BLUE = Caller("red"), Caller("blue")
MISSION = "besiege_the_bunker"


class Sleeper(NamedTuple):
    """Somebody who waits until the time here has come so far."""

    until: float
    task: asyncio.Task[Any]
    waiting: asyncio.Future[None]


class World:
    """Clocks, and those who wait for them."""

    def __init__(self) -> None:
        self.now, self.went = 1_000_000.0, 0.0
        self._sleeping: list[Sleeper] = []
        self.env = Env(lambda: self.now, STREAMS.entropy, self.sleep, lambda: self.went)

    async def sleep(self, seconds: float) -> None:
        """Wait until so much has passed here."""
        task = asyncio.current_task()
        assert task is not None, "only a task can sleep"
        waiting = asyncio.get_running_loop().create_future()
        self._sleeping.append(Sleeper(self.went + seconds, task, waiting))
        await waiting

    async def passes(self, seconds: float, at_once: float = 0.5) -> None:
        """Let time pass, so much at once, and everything be done that is due."""
        end = self.went + seconds
        await asyncio.sleep(0)  # who has just begun goes to sleep first
        while self.went < end:
            self.went, self.now = self.went + at_once, self.now + at_once
            asleep = [one for one in self._sleeping if not one.waiting.done()]
            due = [one for one in asleep if one.until <= self.went]
            self._sleeping = [one for one in asleep if one not in due]
            for one in due:
                one.waiting.set_result(None)
            for one in due:
                await until(partial(self._is_at_rest, one.task), each=0.001)

    def _is_at_rest(self, task: asyncio.Task[Any]) -> bool:
        """Whether somebody who was woken has done what is to be done: they sleep again, or have ended."""
        return task.done() or any(one.task is task for one in self._sleeping)


def bots_with(*fault: str) -> BotPool:
    """Bots of one process, in which a bot that is no good has the place of `greedy`."""
    return BotPool(1, command=(sys.executable, str(FAULTY_WORKER), *fault)) if fault else BotPool(1)


def with_server(
    database: str, play: Callable[[TableRegistry, World], Awaitable[None]], *fault: str, world: World | None = None
) -> World:
    """Open a server on a database, let something go on there, and close it in good order."""
    world = world or World()

    async def open_and_close() -> None:
        store = open_store(database)
        registry = TableRegistry(store, world.env, PackFolders(), bots_with(*fault), Compilation(needed=False))
        try:
            await registry.resume_all()
            await play(registry, world)
        finally:
            await registry.close()
            store.close()

    asyncio.run(open_and_close())
    return world


async def table_of(registry: TableRegistry, red: str = "person", blue: str = "person", seconds: int = 0) -> Session:
    """A table for two, perhaps with so many seconds for each decision."""
    seats = (NewSeat("red", ("red",), red), NewSeat("blue", ("blue",), blue))
    clock = Clock("each", seconds) if seconds else Clock()
    made = await registry.make(NewTable("ttt", MISSION, seats=seats, clock=clock))
    return await registry.session(made.table)


async def next_choice(session: Session) -> tuple[Caller, str]:
    """Who is to choose, and something they may."""
    who = Caller((await session.now(RED)).owing[0])
    return who, (await session.now(who)).decisions[0].options[0].notation


NOW = 0
"""Stands in an act for the number of what is asked, or may be taken back, when it is done."""


def for_now(table: Table, who: Caller, act: Act) -> Act:
    """An act with the number of what is asked, or may be taken back, now."""
    if isinstance(act, Undo):
        return replace(act, event=table.match.last_choice(who.seat))
    if isinstance(act, Redo):
        return replace(act, event=table.match.redo_event)
    return replace(act, question=table.match.question) if hasattr(act, "question") else act


def items(session: Session) -> list[object]:
    """What everybody reads, from the first item on."""
    return [item.what for item in session.items("", "table", 0)]


def happened(session: Session) -> list[EventItem]:
    """The events among it."""
    return [item for item in items(session) if isinstance(item, EventItem)]


async def until(true: Callable[[], bool], seconds: float = 60.0, each: float = 0.02) -> None:
    """Wait for something to come true, in the time of this computer; look `each` so many seconds."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(each)


def refuse_for_room(*changes: Change) -> Receipt:
    """What a store says to every change while its disk is full."""
    refused = Receipt()
    refused.end(StoreUnavailable("the disk is full"))
    return refused
