"""A process beside the server in which bots think and odds are weighed: one question at a time, each for so long."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Sequence

from msgspec import DecodeError, msgpack, structs

from ..core.errors import BotFailed
from .readying import Readying
from .worker import LARGEST, Choice, Job, Look, frame

WORKER = (sys.executable, "-m", "fireteam.server.worker")
PRIVATE = ("FIRETEAM_DATABASE_URL", "FIRETEAM_PASSWORD")  # of the environment, no bot's business


class Thinker:
    """A process in which bots think. `has_done` are the games and bots for which nothing is left to compile.

    With `readying` it is a plain one until the rules of what it is asked about are compiled, and then a compiled one.
    """

    def __init__(self, command: Sequence[str], readying: Readying | None = None) -> None:
        self._command, self._readying, self._is_compiled = command, readying, False
        self._process: asyncio.subprocess.Process | None = None
        self.has_done: set[tuple[str, str]] = set()

    @property
    def number(self) -> int:
        """The number of the process, while it runs; else 0."""
        process = self._process
        return process.pid if process is not None and process.returncode is None else 0

    async def choose(self, job: Job | Look, seconds: float) -> Choice:
        """What is chosen, or answered, within so many seconds.

        Raises:
            BotFailed: nothing was; the process has been ended, unless it is as good as before.
        """
        try:
            async with asyncio.timeout(seconds):
                return await self._answer(structs.replace(job, seconds=seconds))
        except TimeoutError:
            await self.end()
            raise BotFailed(f"{job.who} took longer than {seconds:g} seconds") from None
        except (OSError, EOFError, DecodeError):
            await self.end()
            raise BotFailed(f"{job.who} broke off") from None

    async def _answer(self, job: Job | Look) -> Choice:
        compiled = self._readying is not None and self._readying.is_compiled(job.played.game)
        if self.number and compiled != self._is_compiled:
            await self.end()
        if not self.number or self._process is None:
            self._is_compiled = compiled
            self._process = await self._begun()
        into, out = self._process.stdin, self._process.stdout
        assert into is not None and out is not None
        into.write(frame(job))
        await into.drain()
        size = int.from_bytes(await out.readexactly(4), "big")
        if size > LARGEST:
            raise EOFError
        return msgpack.decode(await out.readexactly(size), type=Choice)

    async def _begun(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        public = {name: value for name, value in os.environ.items() if name not in PRIVATE}
        if self._readying is not None:
            public["FIRETEAM_JIT"] = str(int(self._is_compiled))
        return await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe, env=public)

    async def end(self) -> None:
        """End the process; the next choice begins another."""
        process, self._process = self._process, None
        self.has_done.clear()
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
