"""`Compilation`: which games' rules are compiled, and a child process that compiles the others.

Compiled or as plain Python, the rules give the same results bit for bit. So a table opens at once, and what takes long
(bots, odds) runs in worker processes that start as plain Python and are restarted compiled as soon as that is possible.
Compiled code is cached on disk. Once every game has been compiled, the server's own process exchanges its plain rules
for compiled ones, while people play. A server process that is to be compiled before that (FIRETEAM_JIT=1) compiles a
game before it opens a table of it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Sequence

from ...core.engine import code_cache, swap
from ...core.engine.compiled import JIT
from ...registry import games
from ..background import begin_alone

COMMAND = (sys.executable, "-m", "fireteam.compilation.program")


class Compilation:
    """The state of compilation of every game. Games are compiled one after another, each once.

    Args:
        command: the program that compiles a game; its id is appended.
        needed: whether this process itself runs compiled rules, and can play a game only once it is compiled.
        wanted: whether games are to be compiled at all.
        exchange: lets this process run compiled rules; called once all are compiled, while no thread runs any.
    """

    def __init__(
        self,
        command: Sequence[str] = COMMAND,
        needed: bool = JIT,
        wanted: bool = JIT,
        exchange: Callable[[], object] = swap.try_swap,
    ) -> None:
        self._command, self._needed, self._wanted, self._exchange = command, needed, wanted, exchange
        self._swap: asyncio.Task[None] | None = None
        self._games: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    def is_ready(self, game: str) -> bool:
        """Whether a game can be played at once."""
        return not self._needed or self.is_compiled(game)

    def is_compiled(self, game: str) -> bool:
        """Whether the rules of a game have been compiled, or an attempt of this process to compile them has ended."""
        return self._games[game].done() if game in self._games else code_cache.is_compiled(game)

    def is_pending(self, game: str) -> bool:
        """Whether the rules of a game are still to be compiled: until then everything takes longer."""
        return self._wanted and not self.is_compiled(game)

    async def ensure_ready(self, game: str) -> None:
        """Wait until a game can be played. If compilation is wanted, queue this game and then every other one."""
        for one in (game, *games()) if self._wanted else ():
            if not self.is_compiled(one) and one not in self._games:
                self._games[one] = begin_alone(self._compile(one))
        if self._wanted and not self._needed and self._swap is None:
            self._swap = begin_alone(self._use_compiled())
        if self._needed and game in self._games:
            await asyncio.wait([self._games[game]])  # if that breaks, the rules are compiled when first called

    async def _use_compiled(self) -> None:
        """Once every game has been compiled, let this process run compiled rules, too."""
        await asyncio.gather(*self._games.values(), return_exceptions=True)
        if not all(map(code_cache.is_compiled, games())):
            return  # one could not be compiled: here it would be, in the middle of a choice
        if swap.may_swap():
            await asyncio.to_thread(swap.prepare)
        try:
            await asyncio.to_thread(swap.hold)
            self._exchange()  # on the thread of the loop, which runs rules as well
        finally:
            swap.go_on()

    async def _compile(self, game: str) -> None:
        """Compile the rules of a game in a child process. If that fails, they are compiled when first called."""
        async with self._turn:
            nowhere, pipe = asyncio.subprocess.DEVNULL, asyncio.subprocess.PIPE  # the pipe ends it when this ends
            process = await asyncio.create_subprocess_exec(
                *self._command,
                game,
                stdin=pipe,
                stdout=nowhere,
                env={**os.environ, "FIRETEAM_JIT": "1"},
            )
            try:
                await process.wait()
            except asyncio.CancelledError:
                process.kill()
                await process.wait()
                raise

    async def close(self) -> None:
        """Cancel compilation and end its process."""
        tasks = [*self._games.values(), *([self._swap] if self._swap else ())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
