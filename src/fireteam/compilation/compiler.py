"""`Compiler`: a child process of low priority that compiles the rules of a game, beside a program that goes on."""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess
import sys
from collections.abc import Sequence

from ..core.engine import code_cache

COMMAND = (sys.executable, "-m", "fireteam.compilation.program")


class Compiler:
    """Compiles one game. It ends with the process that has it, at the latest.

    Args:
        game: the id of the game.
        command: the program that compiles a game; its id is appended.
    """

    def __init__(self, game: str, command: Sequence[str] = COMMAND) -> None:
        self.game, self._command = game, command
        self._process: subprocess.Popen[bytes] | None = None
        self.problem = ""
        """Why the rules cannot be compiled, once that is known."""

    @property
    def is_done(self) -> bool:
        """Whether the rules have been compiled, by this process or another."""
        return code_cache.is_compiled(self.game)

    @property
    def is_at_work(self) -> bool:
        """Whether they are being compiled."""
        self._look()
        return self._process is not None

    @property
    def progress(self) -> int:
        """How many functions have been compiled so far, of all games."""
        return sum(1 for _ in code_cache.code_folder().glob("**/*.nbi"))

    def start(self) -> None:
        """Begin, unless that is done, under way or in vain."""
        if self.is_done or self.problem or self._process is not None:
            return
        folder = code_cache.code_folder()
        if not os.access(folder, os.W_OK):
            self.problem = f"{folder} cannot be written"
            return
        try:
            self._process = subprocess.Popen(
                [*self._command, self.game],
                stdin=subprocess.PIPE,  # closed when this process ends, however it does
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for whoever plays
                env={**os.environ, code_cache.MODE_VARIABLE: code_cache.COMPILED},
            )
        except OSError as error:
            self.problem = str(error)
            return
        atexit.register(self.stop)

    def _look(self) -> None:
        """See whether the process has ended, and how."""
        if self._process is None or self._process.poll() is None:
            return
        code = self._process.returncode
        self.stop()
        if not self.is_done:
            self.problem = f"the compiler ended {f'by signal {-code}' if code < 0 else f'with code {code}'}"

    def stop(self) -> None:
        """End the process; what it has compiled so far is kept."""
        process, self._process = self._process, None
        if process is None:
            return
        atexit.unregister(self.stop)
        with contextlib.suppress(OSError):
            process.kill()
        process.wait()
        if process.stdin is not None:
            process.stdin.close()
