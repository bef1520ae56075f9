"""Tasks and threads of the server: how each is begun, what guards it, and how it is known that it lives.

Nothing else in the server begins a task or a thread (`tests/server/test_background.py` looks).
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextvars import ContextVar
from typing import Any, TypeVar

from ..core.errors import FireteamError
from .env import Env

Outcome = TypeVar("Outcome")
Step = Callable[[], Awaitable[object]]
AFTER_FAULT = 1.0  # seconds at least from a turn in which a step failed to the next
LOG = logging.getLogger(__name__)
UNDER_WAY: set[asyncio.Task[Any]] = set()  # asyncio itself holds tasks weakly
RUNNING: ContextVar[Loop] = ContextVar("RUNNING")  # whose step this is


def begin(doing: Coroutine[Any, Any, Outcome]) -> asyncio.Task[Outcome]:
    """Begin a task whose outcome somebody waits for."""
    task = asyncio.ensure_future(doing)
    UNDER_WAY.add(task)
    task.add_done_callback(UNDER_WAY.discard)
    return task


def begin_alone(doing: Coroutine[Any, Any, Outcome]) -> asyncio.Task[Outcome]:
    """Begin a task whose outcome nobody waits for: what breaks in it is logged."""
    task = begin(doing)
    task.add_done_callback(log_fault)
    return task


def log_fault(task: asyncio.Future[Any]) -> None:
    """Log what broke in a task. A refusal is nobody's any more: asyncio would log both, with all their words."""
    if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, FireteamError):
        LOG.error("something broke that nobody waits for", exc_info=error)


def start_thread(name: str, run: Callable[[], None]) -> threading.Thread:
    """Start a thread that ends with the process; whether it lives its owner is asked (`Store.faults`)."""
    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    return thread


def sign_of_life() -> None:
    """Note that the loop whose step this is goes on: a step of many parts calls this after each."""
    if (loop := RUNNING.get(None)) is not None:
        loop.turn()


class Loop:
    """A task that takes its steps in turn, again and again until it is closed.

    What a step raises is logged, once for each reason, and the next step has its turn all the same. A cancellation that
    comes out of something a step waits for, and is not meant for the loop, is such a failure too.

    Args:
        name: what it does, for the log and `/readyz`.
        steps: what it does in each turn.
        pause: seconds from a turn to the next.
        env: clocks and sleep.
        limit: seconds, beside the pause, after which it is a fault that no step has ended; None if one may wait long.
    """

    def __init__(self, name: str, steps: Sequence[Step], pause: float, env: Env, limit: float | None = None) -> None:
        self.name, self._steps, self._pause, self._env, self._limit = name, steps, pause, env, limit
        self._faults: dict[Step, str] = {}  # why a step failed the last time
        self._turned = env.steady()
        self._closing = False
        self._task = begin(self._run())

    def turn(self) -> None:
        """Note that it lives now."""
        self._turned = self._env.steady()

    def fault(self) -> str:
        """Return what is wrong with it in one sentence; empty if it lives."""
        if self._task.done() and not self._closing:
            return f"The background task '{self.name}' has ended."
        silence = self._env.steady() - self._turned
        if self._limit is not None and silence > self._pause + self._limit and not self._closing:
            return f"The background task '{self.name}' has not come round for {silence:.0f} seconds."
        return ""

    async def close(self) -> None:
        """End it."""
        self._closing = True
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        RUNNING.set(self)
        while True:
            all_went = True
            for step in self._steps:
                all_went &= await self._take(step)
                self.turn()
            if pause := self._pause if all_went else max(self._pause, AFTER_FAULT):
                await self._env.sleep(pause)
                self.turn()

    async def _take(self, step: Step) -> bool:
        """Take a step; return whether it went well."""
        try:
            await step()
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            self._log(step, error)
            return False
        except Exception as error:
            self._log(step, error)
            return False
        self._faults.pop(step, None)
        return True

    def _log(self, step: Step, error: BaseException) -> None:
        reason = f"{type(error).__name__}: {error}"
        if self._faults.get(step) == reason:
            return
        self._faults[step] = reason
        if isinstance(error, FireteamError):
            LOG.warning("%s: %s; it is tried again", self.name, error)
        else:
            LOG.error("%s broke; it is tried again", self.name, exc_info=error)


class Background:
    """All loops of a part of the server, and what is wrong with any of them."""

    def __init__(self, env: Env) -> None:
        self._env = env
        self._loops: set[Loop] = set()

    def loop(self, name: str, steps: Sequence[Step], pause: float = 0.0, limit: float | None = None) -> Loop:
        """Begin a loop; `close` ends it."""
        begun = Loop(name, steps, pause, self._env, limit)
        self._loops.add(begun)
        return begun

    async def close(self, *loops: Loop) -> None:
        """End these loops."""
        for one in loops:
            await one.close()
            self._loops.discard(one)

    async def close_all(self) -> None:
        """End all loops."""
        await self.close(*self._loops)

    def faults(self) -> list[str]:
        """Return what is wrong with loops that should live, a sentence for each."""
        return sorted(filter(None, (one.fault() for one in self._loops)))
