"""Rules are compiled in a process of its own while people play: a server that compiles would hear nobody.

Compiled or plain, the rules do the same bit for bit; so a table is there at once, and what takes long (bots, odds) is
done in processes that begin plain and are compiled as soon as that can be. What has been compiled stays on the disk:
once every game has been, a server's own process is a compiled one from its start. One that shall be compiled before
that (FIRETEAM_JIT=1) waits before it opens a table.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence

from ..core import code_cache
from ..core.compiled import JIT
from ..core.rooms import games

COMMAND = (sys.executable, "-m", "fireteam.server.compiling")


class Readying:
    """Which games are compiled; one after another they are made so, each once.

    `wanted`: something is to be compiled. `needed`: this process itself is, and can only then play a game.
    """

    def __init__(self, command: Sequence[str] = COMMAND, needed: bool = JIT, wanted: bool = JIT) -> None:
        self._command, self._needed, self._wanted = command, needed, wanted
        self._games: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    def is_ready(self, game: str) -> bool:
        """Whether a game can be played at once."""
        return not self._needed or self.is_compiled(game)

    def is_compiled(self, game: str) -> bool:
        """Whether the rules of a game have been compiled."""
        return self._games[game].done() if game in self._games else code_cache.is_compiled(game)

    def is_pending(self, game: str) -> bool:
        """Whether the rules of a game are still to be compiled: until then everything takes longer."""
        return self._wanted and not self.is_compiled(game)

    async def ready(self, game: str) -> None:
        """Wait until a game can be played, and see to it that it is compiled, and after it every other."""
        for one in (game, *games()) if self._wanted else ():
            if not self.is_compiled(one) and one not in self._games:
                self._games[one] = asyncio.ensure_future(self._compiled(one))
        if self._needed and game in self._games:
            await asyncio.shield(self._games[game])

    async def _compiled(self, game: str) -> None:
        """Compile the rules of a game; who cannot do so here compiles as it goes."""
        async with self._turn:
            nowhere = asyncio.subprocess.DEVNULL
            process = await asyncio.create_subprocess_exec(
                *self._command, game, stdin=nowhere, stdout=nowhere, env={**os.environ, "FIRETEAM_JIT": "1"}
            )
            try:
                await process.wait()
            except asyncio.CancelledError:
                process.kill()
                await process.wait()
                raise

    async def close(self) -> None:
        """Stop making ready."""
        for task in self._games.values():
            task.cancel()
        await asyncio.gather(*self._games.values(), return_exceptions=True)
