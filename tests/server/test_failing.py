"""Whatever fails leaves a table as it was; where nobody knows what the store has, the store is asked."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future

import pytest

from fireteam.core.errors import Conflict, Refused, StoreRefused
from fireteam.server.house import House
from fireteam.server.messages import Choose, Hand, OfferDraw, Sat, Say
from fireteam.server.store.changes import Change
from fireteam.server.turning import Turned
from tests.server.houses import BLUE, RED, World, at_a_house, items, next_choice, table_of


class Silent:
    """A store that keeps what it is sent, and then says that it has not: its answer was lost."""

    def __init__(self, house: House, error: Exception) -> None:
        self.house, self.send, self.error = house, house.store.send, error
        house.store.send = self.lose  # type: ignore[method-assign]

    def lose(self, *changes: Change) -> Future[None]:
        self.send(*changes).result()
        lost: Future[None] = Future()
        lost.set_exception(self.error)
        return lost

    def answers(self) -> None:
        self.house.store.send = self.send  # type: ignore[method-assign]


def test_between_acts_nothing_changes_a_table(database):
    async def play(house: House, world: World) -> None:
        company = await table_of(house)
        with pytest.raises(AssertionError, match="only an act changes a table"):
            _ = company.table.unit
        await company.act(RED, "the-first-word", Say("come in"))
        with pytest.raises(AssertionError, match="only an act changes a table"):
            _ = company.table.unit

    at_a_house(database, play)


def test_who_comes_to_an_open_seat_and_is_refused_has_not_sat_down(database):
    async def play(house: House, world: World) -> None:
        company = await table_of(house, blue="open")
        before = await company.stand(BLUE)
        for line in ("dance with me", "end_turn"):
            with pytest.raises(Refused):
                await company.act(BLUE, f"refused-{line[:3]}", Choose(line))
        assert await company.stand(BLUE) == before and company.table.chairs["blue"].by == "open"
        assert not [one for one in items(company) if isinstance(one, Sat)]
        await company.act(RED, "and-then-this", Say("come in"))
        assert [item.seq for item in company.items("", "table", 0)] == [1, 2]

    at_a_house(database, play)


def test_what_cannot_be_kept_has_not_happened_to_anything(database):
    async def play(house: House, world: World) -> None:
        company = await table_of(house)
        who, line = await next_choice(company)
        before = await company.stand(who)
        send = house.store.send

        def full(*changes: Change) -> Future[None]:
            refused: Future[None] = Future()
            refused.set_exception(StoreRefused("the disk is full"))
            return refused

        house.store.send = full  # type: ignore[method-assign]
        for k, act in enumerate((Choose(line), Hand("open"), OfferDraw(), Say("hello"))):
            with pytest.raises(StoreRefused):
                await company.act(who, f"no-room-{k}", act)
            assert await company.stand(who) == before
        house.store.send = send  # type: ignore[method-assign]
        await company.act(who, "no-room-0", Choose(line))
        assert (await company.stand(who)).event == before.event + 1

    at_a_house(database, play)


@pytest.mark.parametrize("error", [StoreRefused("the answer was lost"), Conflict("something else was kept before")])
def test_where_it_is_not_sure_what_was_kept_the_table_is_as_the_store_has_it(database, error):
    async def play(house: House, world: World) -> None:
        company = await table_of(house)
        who, line = await next_choice(company)
        silent = Silent(house, error)
        with pytest.raises(type(error)):
            await company.act(who, "lost-on-its-way", Choose(line))
        silent.answers()
        event = (await company.stand(who)).event
        assert event == 2, "it is kept, and so it has happened"
        done = await company.act(who, "lost-on-its-way", Choose(line))
        assert done.seq == 2 and (await company.stand(who)).event == event, "the same again is done once"
        with pytest.raises(Turned, match="under this key"):
            await company.act(who, "lost-on-its-way", Say("hello"))

    at_a_house(database, play)


def test_what_is_begun_is_done_even_where_who_asked_for_it_has_gone(database):
    async def play(house: House, world: World) -> None:
        company = await table_of(house)
        who, line = await next_choice(company)
        acting = asyncio.ensure_future(company.act(who, "gone-meanwhile", Choose(line)))
        await asyncio.sleep(0)
        acting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await acting
        await company.rest()
        assert (await company.stand(who)).event == 2

    at_a_house(database, play)
