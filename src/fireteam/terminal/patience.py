"""Saying that something takes its time, and letting what is typed meanwhile be for nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from types import TracebackType

from ..core.compiled import JIT

PATIENCE = 3.0  # seconds before anything is said
AGAIN = 10.0  # seconds before it is said again
COMPILED = "Still at it: rules that are used for the first time are compiled, once, for up to a minute."
PLAIN = "Still at it: the rules run as plain Python, which takes its time."
PATIENT = COMPILED if JIT else PLAIN


class Patience:
    """While something is worked out: `say` that it takes its time, again and again. `tried`: whether it did."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say, self.tried = say, False
        self._done = Event()
        self._watch = Thread(target=self._tell, daemon=True)

    def _tell(self) -> None:
        waited = PATIENCE
        while not self._done.wait(AGAIN if self.tried else PATIENCE):
            waited += AGAIN if self.tried else 0.0
            self.say(f"Still at it, {waited:.0f} seconds now." if self.tried else PATIENT)
            self.tried = True

    def __enter__(self) -> Patience:
        self._watch.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._done.set()
        self._watch.join()


def drop_typed() -> None:
    """Forget what was typed at the terminal and not read yet."""
    with suppress(ImportError, OSError, ValueError):
        import termios

        with suppress(termios.error):
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
