"""`Writer`: a thread that writes. Whatever waits is committed together: many tables share the time of one disk.

Nothing is reported as stored before the commit has returned.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from typing import NamedTuple

from sqlalchemy import URL

from ...core.errors import StoreUnavailable
from ..background import start_thread
from .commits import AnyChange, Committer, WriteUnit, unit_of
from .receipt import Receipt

CLOSED = "the table is closing"
BUSY = 4  # after a commit of more units than this,
COMPANY = 0.001  # so many seconds are waited for others that want to come along


class Waiting(NamedTuple):
    """A unit that waits for its commit, and the Receipt that reports the outcome."""

    unit: WriteUnit
    receipt: Receipt


class Writer:
    """A queue of units from any thread, committed in order, as many at once as are waiting."""

    def __init__(self, url: URL, owner: str) -> None:
        self.units = self.commits = 0  # how many were kept, and by how many commits
        self.committer = Committer(url, owner)
        self._waiting: SimpleQueue[Waiting | None] = SimpleQueue()  # None: it is closed
        self._held: list[Waiting | None] = []  # what was taken from the queue, and has to wait for the next commit
        self._lock = threading.Lock()
        self._closing = False
        self._busy = 0  # units of the last commit
        self._thread = start_thread("fireteam-store", self._run)

    @property
    def is_alive(self) -> bool:
        """Whether it writes what is sent."""
        return self._thread.is_alive()

    def send(self, changes: Sequence[AnyChange]) -> Receipt:
        """Queue changes to be stored together. The Receipt ends when they are committed, or with the reason why not.

        That is Conflict, LeaseLost, StoreUnavailable, or the error of a value that the database cannot take.
        """
        receipt = Receipt()
        if not changes:
            receipt.end()
            return receipt
        try:
            waiting = Waiting(unit_of(changes), receipt)
        except Exception as error:  # a value that no database takes
            receipt.end(error)
            return receipt
        with self._lock:  # nothing may come into the queue after its end
            if not self._closing:
                self._waiting.put(waiting)
                return receipt
        receipt.end(StoreUnavailable(CLOSED))
        return receipt

    def close(self) -> None:
        """Commit what is waiting, refuse anything more, and end the thread."""
        with self._lock:
            if not self._closing:
                self._closing = True
                self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while waiting := self._next():
            self._settle(waiting)
        self.committer.close()

    def _settle(self, waiting: list[Waiting]) -> None:
        """Commit units, and report to each what became of it."""
        self._busy = len(waiting)
        refusals = self.committer.commit([one.unit for one in waiting])
        count = refusals.count(None)
        self.units += count
        self.commits += count > 0
        for one, refusal in zip(waiting, refusals, strict=True):
            one.receipt.end(refusal)

    def _next(self) -> list[Waiting]:
        """Wait for units and return all that can be committed together; none when the writer is closed.

        A unit that claims a table goes alone, so that no two processes wait for each other (a deadlock).
        """
        first = self._held.pop() if self._held else self._waiting.get()
        if first is None or first.unit.claims:
            return [] if first is None else [first]
        if self._busy > BUSY:
            time.sleep(COMPANY)
        found = [first]
        try:
            while (one := self._waiting.get_nowait()) is not None and not one.unit.claims:
                found.append(one)
            self._held.append(one)
        except Empty:
            pass
        return found
