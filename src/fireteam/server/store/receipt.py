"""`Receipt`: what becomes of changes that were sent to the writer. A Future without what nobody needs of one here."""

from __future__ import annotations

import threading
from collections.abc import Callable

LOCK = threading.Lock()  # of all receipts, for as long as it takes to add a function


class Receipt:
    """Whether changes are committed yet, and why not if they could not be. Threads may share it."""

    __slots__ = ("_error", "_functions", "_is_done")

    def __init__(self) -> None:
        self._is_done = False
        self._error: BaseException | None = None
        self._functions: list[Callable[[Receipt], object]] = []

    def end(self, error: BaseException | None = None) -> None:
        """Note that the changes are committed, or could not be, and call the functions that wait for that."""
        with LOCK:
            self._is_done, self._error = True, error
        functions, self._functions = self._functions, []  # what waits for a receipt mostly holds it: no circle is left
        for function in functions:
            function(self)

    def add_done_callback(self, function: Callable[[Receipt], object]) -> None:
        """Call a function once it has ended: on the thread that ends it, or at once if that has been."""
        with LOCK:
            is_done = self._is_done
            if not is_done:
                self._functions.append(function)
        if is_done:
            function(self)

    def done(self) -> bool:
        """Whether it has ended."""
        return self._is_done

    def result(self) -> None:
        """Wait for its end.

        Raises:
            Exception: the reason why the changes could not be committed.
        """
        if not self._is_done:
            ended = threading.Event()
            self.add_done_callback(lambda _: ended.set())
            ended.wait()
        if self._error is not None:
            raise self._error
