"""`Receipt`: what becomes of changes that were sent to the writer."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from msgspec import Struct

LOG = logging.getLogger(__name__)


class Receipt(Struct, eq=False):
    """Whether changes are committed yet, and why not if they could not be. Threads may share it.

    It is a Future that costs a tenth: who waits for it by a function needs no condition to wait on.

    Attributes:
        ended_by: the thread that ends it, on which nobody may wait for it; 0 if any may.
        error: why the changes could not be committed, once it has ended.
    """

    ended_by: int = 0
    error: BaseException | None = None
    _is_done: bool = False
    _functions: list[Callable[[Receipt], object]] = []

    def end(self, error: BaseException | None = None) -> None:
        """Note that the changes are committed, or could not be, and call the functions that wait for that.

        Each is called once, whichever thread takes it. None is left: what waits mostly holds the receipt.
        """
        self.error, self._is_done = error, True
        functions = self._functions
        while functions:
            try:
                function = functions.pop(0)
            except IndexError:  # another thread took the last one
                return
            try:
                function(self)
            except Exception:
                LOG.exception("what follows from a commit broke")

    def add_done_callback(self, function: Callable[[Receipt], object]) -> None:
        """Call a function once it has ended: on the thread that ends it, or at once if that has been."""
        self._functions.append(function)
        if self._is_done:
            self.end(self.error)

    def done(self) -> bool:
        """Whether it has ended."""
        return self._is_done

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
        if not self._is_done:
            self._wait(timeout)
        return self.error

    def _wait(self, timeout: float | None) -> None:
        if threading.get_ident() == self.ended_by:
            raise RuntimeError("the event loop would wait for what it has to do itself")
        ended = threading.Event()
        self.add_done_callback(lambda _: ended.set())
        if not ended.wait(timeout):
            raise TimeoutError
