"""What nobody waits for any more is done to its end, and only what broke is written down."""

from __future__ import annotations

import asyncio
import logging

import pytest

from fireteam.core.errors import Forbidden, StoreUnavailable
from fireteam.server.shield import shield


@pytest.mark.parametrize(
    ("error", "told"), [(None, 0), (Forbidden("that is not yours"), 0), (ValueError("a fault"), 1)]
)
def test_only_a_fault_of_what_nobody_waits_for_is_logged(caplog: pytest.LogCaptureFixture, error, told):
    caplog.set_level(logging.WARNING)
    done = []

    async def work(begun: asyncio.Event, go: asyncio.Event) -> None:
        begun.set()
        await go.wait()
        done.append(error)
        if error is not None:
            raise error

    async def leave() -> None:
        begun, go = asyncio.Event(), asyncio.Event()
        waiting = asyncio.ensure_future(shield(work(begun, go)))
        await begun.wait()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        go.set()
        while asyncio.all_tasks() != {asyncio.current_task()}:
            await asyncio.sleep(0)

    asyncio.run(leave())
    assert done == [error]
    assert [record.name for record in caplog.records] == ["fireteam.server.background"] * told


def test_who_waits_gets_the_outcome_or_the_error():
    async def work(error: Exception | None) -> int:
        if error is not None:
            raise error
        return 7

    assert asyncio.run(shield_of(work(None))) == 7
    with pytest.raises(Forbidden):
        asyncio.run(shield_of(work(Forbidden("no"))))


def test_who_waits_for_what_is_broken_off_is_told_so():
    async def wait() -> None:
        task = asyncio.ensure_future(asyncio.Event().wait())
        asyncio.get_running_loop().call_soon(task.cancel)
        with pytest.raises(StoreUnavailable, match="broken off"):
            await shield(task)

    asyncio.run(wait())


async def shield_of(doing):
    return await shield(doing)
