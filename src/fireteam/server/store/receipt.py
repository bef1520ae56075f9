"""`Receipt`: what becomes of changes that were sent to the writer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import CancelledError

LOCK = threading.Lock()  # of all receipts, for as long as it takes to look at one
WAITING, RUNNING, ENDED = range(3)


class Receipt:
    """Whether changes are committed yet, and why not if they could not be. Threads may share it.

    It is a Future that costs a tenth: who waits for it by a function needs no condition to wait on.
    """

    __slots__ = ("_error", "_functions", "_state")

    def __init__(self) -> None:
        self._state = WAITING
        self._error: BaseException | None = None
        self._functions: list[Callable[[Receipt], object]] = []

    def begin(self) -> bool:
        """Note that the changes are about to be committed; False if they were cancelled."""
        with LOCK:
            is_wanted = self._state == WAITING
            if is_wanted:
                self._state = RUNNING
        return is_wanted

    def cancel(self) -> bool:
        """Have the changes left out; False if it is too late for that."""
        with LOCK:
            is_early = self._state == WAITING
            if is_early:
                self._state, self._error = ENDED, CancelledError()
        if is_early:
            self._call()
        return is_early

    def end(self, error: BaseException | None = None) -> None:
        """Note that the changes are committed, or could not be, and call the functions that wait for that."""
        self._error, self._state = error, ENDED
        self._call()

    def _call(self) -> None:
        """Call each function once, whichever thread takes it. None is left: what waits mostly holds the receipt."""
        while self._functions:
            try:
                function = self._functions.pop(0)
            except IndexError:  # another thread took the last one
                return
            function(self)

    def add_done_callback(self, function: Callable[[Receipt], object]) -> None:
        """Call a function once it has ended: on the thread that ends it, or at once if that has been."""
        self._functions.append(function)
        if self._state == ENDED:
            self._call()

    def done(self) -> bool:
        """Whether it has ended."""
        return self._state == ENDED

    def running(self) -> bool:
        """Whether the changes are being committed."""
        return self._state == RUNNING

    def result(self, timeout: float | None = None) -> None:
        """Wait for its end, `timeout` seconds at most.

        Raises:
            TimeoutError: it has not ended by then.
            Exception: the reason why the changes could not be committed.
        """
        if (error := self.exception(timeout)) is not None:
            raise error

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """Wait for its end as `result` does, and return the reason why the changes could not be committed, if any.

        Raises:
            TimeoutError: it has not ended by then.
        """
        if self._state != ENDED:
            self._wait(timeout)
        return self._error

    def _wait(self, timeout: float | None) -> None:
        ended = threading.Event()
        self.add_done_callback(lambda _: ended.set())
        if not ended.wait(timeout):
            raise TimeoutError
