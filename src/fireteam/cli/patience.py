"""Answers that take long in plain Python: the command is begun again with compiled rules, and says so."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from threading import Lock, Timer

from ..core.engine.code_cache import COMPILED, MODE_VARIABLE, PLAIN_FIRST
from .conventions import print_note

PATIENCE = 10.0  # seconds: what takes longer is mostly worth a compiler
PROGRAM = (sys.executable, "-c", "from fireteam.cli import main; main()")


def restart_compiled() -> None:
    """Run this command line from its start, with compiled rules, in the place of this process."""
    print_note("this takes long in plain Python: beginning again with compiled rules")
    command, known = [*PROGRAM, *sys.argv[1:]], {**os.environ, MODE_VARIABLE: COMPILED}
    if os.name == "nt":  # where exec would give the prompt back at once
        os._exit(subprocess.run(command, env=known, check=False).returncode)
    os.execve(command[0], command, known)


@contextlib.contextmanager
def limited_patience(seconds: float = PATIENCE, restart: Callable[[], None] = restart_compiled) -> Iterator[None]:
    """While something is worked out, before anything of it is printed: after so long, begin again compiled.

    Where somebody has said by FIRETEAM_JIT how rules are to run, that holds.
    """
    if os.environ.get(MODE_VARIABLE) != PLAIN_FIRST:
        yield
        return
    is_done, turn = False, Lock()  # what is answered in the last moment is printed once

    def begin_again() -> None:
        with turn:
            if not is_done:
                restart()

    timer = Timer(seconds, begin_again)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with turn:
            is_done = True
