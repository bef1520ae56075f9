"""`WorkerProcess`: a child process that answers one job at a time, within a time limit."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Sequence

from msgspec import DecodeError, msgpack, structs

from ...core.errors import BotFailure
from .compilation import Compilation
from .main import LARGEST, AnyJob, Choice, encode_frame

WORKER = (sys.executable, "-m", "fireteam.server.workers.main")
PRIVATE = ("FIRETEAM_DATABASE_URL", "FIRETEAM_PASSWORD")  # of the environment, no bot's business


class WorkerProcess:
    """A worker process, started when the first job comes.

    With a `compilation`, it runs compiled rules if those of the job's game are compiled, else plain Python; it is
    restarted when the next job needs the other kind. `has_done` holds the (game, bot) pairs that it has answered
    before, for which nothing is left to compile.
    """

    def __init__(self, command: Sequence[str], compilation: Compilation | None = None) -> None:
        self._command, self._compilation, self._is_compiled = command, compilation, False
        self._process: asyncio.subprocess.Process | None = None
        self.has_done: set[tuple[str, str]] = set()

    @property
    def number(self) -> int:
        """The process id while it runs, else 0."""
        process = self._process
        return process.pid if process is not None and process.returncode is None else 0

    async def choose(self, job: AnyJob, seconds: float) -> Choice:
        """Send a job and return the answer, within so many seconds.

        Raises:
            BotFailure: there was no answer in time, or the process broke off; it has been ended.
        """
        try:
            async with asyncio.timeout(seconds):
                return await self._answer(structs.replace(job, seconds=seconds))
        except TimeoutError:
            await self.end()
            raise BotFailure(f"{job.who} took longer than {seconds:g} seconds") from None
        except (OSError, EOFError, DecodeError):
            await self.end()
            raise BotFailure(f"{job.who} broke off") from None

    async def end_if_stale(self, game: str) -> None:
        """End a process that has gone, or that does not run the rules of a game as they are to be run by now.

        Afterwards `has_done` says what the process that takes the next job has done.
        """
        if not self.number or self._is_to_be_compiled(game) != self._is_compiled:
            await self.end()

    def _is_to_be_compiled(self, game: str) -> bool:
        return self._compilation is not None and self._compilation.is_compiled(game)

    async def _answer(self, job: AnyJob) -> Choice:
        await self.end_if_stale(job.played.game)
        if self._process is None:
            self._is_compiled = self._is_to_be_compiled(job.played.game)
            self._process = await self._running_process()
        into, out = self._process.stdin, self._process.stdout
        assert into is not None and out is not None
        into.write(encode_frame(job))
        await into.drain()
        size = int.from_bytes(await out.readexactly(4), "big")
        if size > LARGEST:
            raise EOFError
        return msgpack.decode(await out.readexactly(size), type=Choice)

    async def _running_process(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        public = {name: value for name, value in os.environ.items() if name not in PRIVATE}
        if self._compilation is not None:
            public["FIRETEAM_JIT"] = str(int(self._is_compiled))
        return await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe, env=public)

    async def end(self) -> None:
        """Kill the process; the next job starts another."""
        process, self._process = self._process, None
        self.has_done.clear()
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
