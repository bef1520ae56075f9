"""Rules are compiled before they are needed, in a process of its own: a server that compiles would hear nobody."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence

from ..core.compiled import JIT

COMMAND = (sys.executable, "-m", "fireteam.server.compiling")


class Readying:
    """Which games can be played at once; one after another they are made ready, each once."""

    def __init__(self, command: Sequence[str] = COMMAND, needed: bool = JIT) -> None:
        self._command, self._needed = command, needed
        self._games: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    def is_ready(self, game: str) -> bool:
        """Whether a game can be played at once."""
        return not self._needed or (game in self._games and self._games[game].done())

    async def ready(self, game: str) -> None:
        """Wait until a game can be played."""
        if not self._needed:
            return
        if game not in self._games:
            self._games[game] = asyncio.ensure_future(self._compiled(game))
        await asyncio.shield(self._games[game])

    async def _compiled(self, game: str) -> None:
        """Compile the rules of a game; who cannot do so here compiles as it goes."""
        async with self._turn:
            nowhere = asyncio.subprocess.DEVNULL
            process = await asyncio.create_subprocess_exec(*self._command, game, stdin=nowhere, stdout=nowhere)
            try:
                await process.wait()
            except asyncio.CancelledError:
                process.kill()
                raise

    async def close(self) -> None:
        """Stop making ready."""
        for task in self._games.values():
            task.cancel()
        await asyncio.gather(*self._games.values(), return_exceptions=True)
