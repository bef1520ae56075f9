"""Saying that something takes its time, and letting what is typed meanwhile be for nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from types import TracebackType

NOTICE_DELAY = 3.0  # seconds before anything is said
NOTICE_INTERVAL = 10.0  # seconds before it is said again


class BusyNotice:
    """While something is worked out: `show` why it takes its time, again and again. `was_shown`: whether it did."""

    def __init__(self, show: Callable[[str], None], why: Callable[[], str]) -> None:
        self.show, self.why, self.was_shown = show, why, False
        self._done = Event()
        self._thread = Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        waited = NOTICE_DELAY
        while not self._done.wait(NOTICE_INTERVAL if self.was_shown else NOTICE_DELAY):
            waited += NOTICE_INTERVAL if self.was_shown else 0.0
            self.show(f"{self.why()} {waited:.0f} seconds now." if self.was_shown else self.why())
            self.was_shown = True

    def __enter__(self) -> BusyNotice:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._done.set()
        self._thread.join()


def discard_input() -> None:
    """Forget what was typed at the terminal and not read yet."""
    with suppress(ImportError, OSError, ValueError):
        import termios

        with suppress(termios.error):
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
