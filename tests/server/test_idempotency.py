"""What is made under a key is made once: while it is being made, and for a while after."""

from __future__ import annotations

import asyncio

import pytest

from fireteam.server.errors import ApiError
from fireteam.server.tables import answer_cache
from fireteam.server.tables.answer_cache import LASTS, AnswerCache


class Maker:
    """Something that is made, slowly; it may fail."""

    def __init__(self) -> None:
        self.now, self.made, self.fails = 0.0, 0, False
        self.repeats = AnswerCache(lambda: self.now)
        self.go = asyncio.Event()

    async def make(self) -> int:
        await self.go.wait()
        if self.fails:
            raise ApiError("E_STORE", "Nothing can be kept just now.", 503)
        self.made += 1
        return self.made

    async def once(self, key: str = "a", digest: str = "this") -> int:
        return int(await self.repeats.once(key, digest, self.make))


def test_who_asks_twice_while_it_is_made_gets_the_same_and_who_goes_breaks_nothing_off():
    async def play() -> None:
        maker = Maker()
        first, second = (asyncio.ensure_future(maker.once()) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        maker.go.set()
        assert await second == 1 and await maker.once() == 1
        assert await maker.once("b") == 2

    asyncio.run(play())


def test_a_key_is_for_one_thing():
    async def play() -> None:
        maker = Maker()
        maker.go.set()
        await maker.once()
        with pytest.raises(ApiError) as caught:
            await maker.once(digest="that")
        assert (caught.value.code, caught.value.status, maker.made) == ("E_KEY", 409, 1)

    asyncio.run(play())


def test_what_was_turned_down_may_be_tried_again_under_its_key():
    async def play() -> None:
        maker = Maker()
        maker.go.set()
        maker.fails = True
        for _ in range(2):
            with pytest.raises(ApiError):
                await maker.once()
        maker.fails = False
        assert await maker.once() == 1

    asyncio.run(play())


def test_an_answer_is_remembered_for_a_while_and_not_too_many_of_them(monkeypatch):
    monkeypatch.setattr(answer_cache, "MANY", 3)

    async def play() -> None:
        maker = Maker()
        maker.go.set()
        assert await maker.once("a") == 1
        maker.now = LASTS - 1
        assert await maker.once("a") == 1
        maker.now = LASTS + 1
        assert await maker.once("a") == 2
        for key in ("b", "c", "d"):
            await maker.once(key)
        assert await maker.once("d") == 5 and await maker.once("a") == 6, "the oldest is forgotten first"

    asyncio.run(play())
