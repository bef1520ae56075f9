"""A house with its tables in a simulated world: clocks go on only when somebody lets them."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from fireteam.server.bots import Bots
from fireteam.server.company import Company
from fireteam.server.env import Env
from fireteam.server.house import House
from fireteam.server.messages import Clock, Happened, NewSeat, NewTable
from fireteam.server.opening import Packs
from fireteam.server.readying import Readying
from fireteam.server.seating import Who
from fireteam.server.store.store import open_store

PLANTED = Path(__file__).with_name("planted.py")
RED, BLUE = Who("red"), Who("blue")
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
        self.env = Env(lambda: self.now, os.urandom, self.sleep, lambda: self.went)

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


def bots_with(*planted: str) -> Bots:
    """Bots of one process, in which a bot that is no good has the place of `greedy`."""
    return Bots(1, command=(sys.executable, str(PLANTED), *planted)) if planted else Bots(1)


def at_a_house(
    database: str, play: Callable[[House, World], Awaitable[None]], *planted: str, world: World | None = None
) -> World:
    """Open a house on a database, let something go on there, and close it in good order."""
    world = world or World()

    async def open_and_close() -> None:
        store = open_store(database)
        house = House(store, world.env, Packs(), bots_with(*planted), Readying(needed=False))
        try:
            await house.wake()
            await play(house, world)
        finally:
            await house.close()
            store.close()

    asyncio.run(open_and_close())
    return world


async def table_of(house: House, red: str = "person", blue: str = "person", seconds: int = 0) -> Company:
    """A table for two, perhaps with so many seconds for each decision."""
    seats = (NewSeat("red", ("red",), red), NewSeat("blue", ("blue",), blue))
    clock = Clock("each", seconds) if seconds else Clock()
    made = await house.make(NewTable("ttt", MISSION, seats=seats, clock=clock))
    return await house.company(made.table)


async def next_choice(company: Company) -> tuple[Who, str]:
    """Who is to choose, and something they may."""
    who = Who((await company.stand(RED)).owing[0])
    return who, (await company.stand(who)).decisions[0].options[0].notation


def items(company: Company) -> list[object]:
    """What everybody reads, from the first item on."""
    return [item.what for item in company.items("", "table", 0)]


def happened(company: Company) -> list[Happened]:
    """The events among it."""
    return [item for item in items(company) if isinstance(item, Happened)]


async def until(true: Callable[[], bool], seconds: float = 60.0, each: float = 0.02) -> None:
    """Wait for something to come true, in the time of this computer; look `each` so many seconds."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(each)
