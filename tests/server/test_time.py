"""Time at the tables of a house, in a simulated world: it runs out, is kept, and goes on where it was."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from fireteam.core.errors import StoreRefused
from fireteam.server.bots import Bots
from fireteam.server.clocks import passing
from fireteam.server.company import Company
from fireteam.server.env import Env
from fireteam.server.house import House
from fireteam.server.messages import Choose, Clock, Happened, Late, NewSeat, NewTable, Spoken
from fireteam.server.opening import Packs
from fireteam.server.readying import Readying
from fireteam.server.seating import Who
from fireteam.server.store.changes import ClockRow
from fireteam.server.store.store import Store, open_store

RED, BLUE = Who("red"), Who("blue")


class World:
    """Clocks that go on only when somebody lets them."""

    def __init__(self) -> None:
        self.now, self.went = 1_000_000.0, 0.0
        self._sleeping: list[tuple[float, asyncio.Future[None]]] = []
        self.env = Env(lambda: self.now, os.urandom, self.sleep, lambda: self.went)

    async def sleep(self, seconds: float) -> None:
        """Wait until so much has passed here."""
        waiting = asyncio.get_running_loop().create_future()
        self._sleeping.append((self.went + seconds, waiting))
        await waiting

    async def passes(self, seconds: float, at_once: float = 1.0) -> None:
        """Let time pass, so much at once, and everything be done that is due."""
        until = self.went + seconds
        while self.went < until:
            self.went, self.now = self.went + at_once, self.now + at_once
            due = [one for one in self._sleeping if one[0] <= self.went]
            self._sleeping = [one for one in self._sleeping if one not in due]
            for _, waiting in due:
                waiting.done() or waiting.set_result(None)
            await asyncio.sleep(0.02)


def at_a_house(path: Path, play: Callable[[House, World], Awaitable[None]], world: World | None = None) -> World:
    """Open a house on a database, let something go on there, and close it in good order."""
    world = world or World()

    async def open_and_close() -> None:
        store = open_store(str(path))
        house = House(store, world.env, Packs(), Bots(1), Readying(needed=False))
        running = asyncio.ensure_future(passing(world.env, house.pass_time))
        try:
            await asyncio.sleep(0)
            await house.wake()
            await play(house, world)
        finally:
            running.cancel()
            await house.close()
            store.close()

    asyncio.run(open_and_close())
    return world


async def table_of(house: House, seconds: int = 60, blue: str = "person") -> Company:
    """A table with a clock, at which red begins."""
    seats = (NewSeat("red", ("red",)), NewSeat("blue", ("blue",), blue))
    made = await house.make(NewTable("ttt", "besiege_the_bunker", seats=seats, clock=Clock("each", seconds)))
    return await house.company(made.table)


def items(company: Company) -> list[object]:
    return [item.what for item in company.items("", "table", 0)]


def test_whoever_does_not_answer_in_time_does_what_the_game_states_and_everybody_hears_it(tmp_path):
    async def play(house: House, world: World) -> None:
        company = await table_of(house)
        await world.passes(58)
        assert (await company.stand(RED)).deadline == 1_000_060.0 and len(items(company)) == 1
        await world.passes(4)
        _, late, happened = items(company)[:3]
        assert isinstance(late, Late) and isinstance(happened, Happened) and late.slots == happened.slots

    at_a_house(tmp_path / "a.db", play)


def test_while_the_house_is_closed_or_gone_no_time_runs(tmp_path):
    ids: list[str] = []

    async def begin(house: House, world: World) -> None:
        ids.append((await table_of(house)).table.id)
        await world.passes(40)

    async def go_on(house: House, world: World) -> None:
        assert list(house.open) == ids, "a table with a clock is opened when the house is"
        company = await house.company(ids[0])
        assert company.deadline == pytest.approx(world.now + 20, abs=1.5)
        await world.passes(15)
        assert len(items(company)) == 1
        await world.passes(8)
        assert isinstance(items(company)[1], Late)

    world = at_a_house(tmp_path / "a.db", begin)
    world.now, world.went = world.now + 90_000, 7.0
    at_a_house(tmp_path / "a.db", go_on, world)


@pytest.mark.parametrize("leap", [120.0, 40_000.0])
def test_a_house_that_slept_forfeits_nobodys_match(tmp_path, leap):
    async def play(house: House, world: World) -> None:
        company = await table_of(house)
        await world.passes(10)
        await world.passes(leap, at_once=leap)
        assert len(items(company)) == 1
        assert company.deadline == pytest.approx(world.now + 48)

    at_a_house(tmp_path / "a.db", play)


def test_a_clock_that_is_set_forfeits_nobodys_match_and_the_new_deadline_is_shown(tmp_path):
    async def play(house: House, world: World) -> None:
        company = await table_of(house)
        await world.passes(10)
        for now in (5.0, 2_000_000_000.0):
            world.now = now
            await world.passes(5)
            assert company.deadline == pytest.approx(now + 5 + company.table.hourglass.sand.left)
        assert len(items(company)) == 1

    at_a_house(tmp_path / "a.db", play)


async def next_choice(company: Company) -> tuple[Who, str]:
    """Who is to choose, and something they may."""
    who = Who((await company.stand(RED)).owing[0])
    return who, (await company.stand(who)).decisions[0].options[0].notation


class Full:
    """A disk with no room: the store refuses whatever is to be kept."""

    def __init__(self, store: Store) -> None:
        self.store, self.write = store, store.write
        store.write = self.refuse  # type: ignore[method-assign]

    def refuse(self, *changes: object) -> None:
        raise StoreRefused("the disk is full; nothing was kept")

    def has_room(self) -> None:
        self.store.write = self.write  # type: ignore[method-assign]


def test_a_full_disk_refuses_politely_loses_nothing_and_play_goes_on_once_there_is_room(tmp_path):
    async def play(house: House, world: World) -> None:
        company = await table_of(house)
        now = await company.stand(RED)
        who, line = await next_choice(company)
        full = Full(house.store)
        with pytest.raises(StoreRefused, match="the disk is full"):
            await company.act(who, "a-key-of-mine", Choose(line))
        assert (await company.stand(who)).event == now.event and len(items(company)) == 1
        await world.passes(70)
        assert len(items(company)) == 1, "while nothing can be kept nobody's time runs out"
        full.has_room()
        await world.passes(63)
        assert [type(one) for one in items(company)[1:3]] == [Late, Happened]
        who, line = await next_choice(company)
        await company.act(who, "a-key-of-mine", Choose(line))
        assert len(house.store.load(company.table.id).events) == company.table.match.number == 3

    at_a_house(tmp_path / "a.db", play)


def test_a_table_at_which_time_runs_is_not_put_away(tmp_path):
    async def play(house: House, world: World) -> None:
        company = await table_of(house, 86_400)
        await world.passes(2000, at_once=500)
        await house.put_away()
        assert company.table.id in house.open

    at_a_house(tmp_path / "a.db", play)


def test_how_often_a_clock_is_kept_is_bounded(tmp_path):
    async def play(house: House, world: World) -> None:
        company = await table_of(house)
        kept: list[object] = []
        write = house.store.write

        def counted(*changes: object) -> None:
            kept.extend(one for one in changes if isinstance(one, ClockRow))
            write(*changes)

        house.store.write = counted  # type: ignore[method-assign]
        await world.passes(55)
        assert 5 <= len(kept) <= 12 and not any(isinstance(one, Spoken) for one in items(company))

    at_a_house(tmp_path / "a.db", play)
