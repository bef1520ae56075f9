"""`WriterProcess`: a writer in a process of its own, for a server's event loop.

A thread that writes takes turns with the loop at the interpreter: both together took a third more CPU than the loop and
a process do (`bench/tried.md`). So units go down a pipe, and what became of them comes back in the same order.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import select
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import msgspec

from ...core.errors import StoreUnavailable
from .commits import AnyChange, WriteUnit, unit_of
from .receipt import Receipt
from .rows import ActRow
from .writer import CLOSED

COMMAND = (sys.executable, "-m", "fireteam.server.store.writer_main")
SIZE = 4  # bytes of a number that stands before what it counts
STUCK = 30.0  # seconds without a report after which the process is ended: a disk may be slow
AT_ONCE = 1 << 20  # bytes that are read at once
LOG = logging.getLogger(__name__)
encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(list[tuple[list[ActRow], bytes]]).decode


def message_of(units: Sequence[WriteUnit]) -> bytes:
    """Return units as they go down the pipe, after their size.

    Raises:
        OverflowError: a number has more than 64 bits.
        UnicodeEncodeError: there is a lone surrogate in a text.
    """
    message: bytes = encode([(unit.acts, pickle.dumps(unit.others) if unit.others else b"") for unit in units])
    return len(message).to_bytes(SIZE, "big") + message


def units_in(received: bytearray) -> list[WriteUnit]:
    """Take all units out of what has come that have come whole."""
    found: list[WriteUnit] = []
    at = 0
    while len(received) - at >= SIZE:
        end = at + SIZE + int.from_bytes(received[at : at + SIZE], "big")
        if end > len(received):
            break
        message = decode(received[at + SIZE : end])
        found += [WriteUnit(acts, pickle.loads(others) if others else ()) for acts, others in message]
        at = end
    del received[:at]
    return found


def report_of(refusals: Sequence[Exception | None]) -> bytes:
    """Return what became of units as it comes back: how many they are, and the refusals if there are any."""
    body = pickle.dumps(list(refusals)) if any(refusals) else b""
    return len(refusals).to_bytes(SIZE, "big") + len(body).to_bytes(SIZE, "big") + body


def refusals_in(received: bytearray) -> list[Exception | None]:
    """Take what became of units out of what has come back."""
    found: list[Exception | None] = []
    at = 0
    while len(received) - at >= 2 * SIZE:
        begin = at + 2 * SIZE
        end = begin + int.from_bytes(received[at + SIZE : begin], "big")
        if end > len(received):
            break
        count = int.from_bytes(received[at : at + SIZE], "big")
        found += pickle.loads(received[begin:end]) if end > begin else [None] * count
        at = end
    del received[:at]
    return found


class WriterProcess:
    """A queue of units from any thread, which a process of its own commits in order, as many at once as have come.

    It is used on a running event loop, whose thread ends all receipts. The process is started by the first unit, and
    anew after it has been ended from outside: of what was under way then, it is not certain what is stored.

    Args:
        path: the file of the database.
        owner: the name under which this server holds leases.
    """

    def __init__(self, path: Path, owner: str) -> None:
        self.units = self.commits = 0  # how many were kept, and how many reports came of commits
        self._command = (*COMMAND, str(path), owner)
        self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()
        self._process: subprocess.Popen[bytes] | None = None
        self._into = self._back = -1  # the pipes
        self._waiting: list[tuple[WriteUnit, Receipt]] = []
        self._sent: deque[Receipt] = deque()  # what the process has not reported yet
        self._unwritten, self._received = bytearray(), bytearray()
        self._lock = threading.Lock()
        self._is_due = self._is_full = self._closing = False
        self._seen = 0, time.monotonic()  # how many reports there were when they last were more, and when

    @property
    def number(self) -> int:
        """The number of the process while it runs, else 0."""
        return self._process.pid if self._process is not None else 0

    @property
    def is_alive(self) -> bool:
        """Whether it writes what is sent: the process is started when it is needed."""
        return not self._closing

    def send(self, changes: Sequence[AnyChange]) -> Receipt:
        """Queue changes to be stored together. The Receipt ends when they are committed, or with the reason why not.

        That is Conflict, LeaseLost, StoreUnavailable, or the error of a value that the database cannot take.
        """
        receipt = Receipt(self._thread)
        if not changes:
            receipt.end()
            return receipt
        waiting = unit_of(changes), receipt
        with self._lock:  # nothing may come into the queue after its end
            if not self._closing:
                self._waiting.append(waiting)
                if not self._is_due:
                    self._is_due = True
                    self._wake()
                return receipt
        receipt.end(StoreUnavailable(CLOSED))
        return receipt

    def end_if_stuck(self) -> None:
        """End the process if it owes a report for `STUCK` seconds; the next unit starts another."""
        reports, now = self.commits, time.monotonic()
        if not self._sent or reports != self._seen[0]:
            self._seen = reports, now
        elif now - self._seen[1] > STUCK and self._process is not None:
            LOG.error("the process that writes has reported nothing for %.0f seconds: it is ended", STUCK)
            self._process.kill()  # `_read` hears of it

    def close(self) -> None:
        """Commit what is waiting, refuse anything more, and end the process. Nobody else uses the loop meanwhile."""
        with self._lock:
            self._closing = True
        self._hand_over()
        process = self._process
        if process is None:
            return
        self._forget_pipes()
        os.set_blocking(self._into, True)
        os.set_blocking(self._back, True)
        try:
            while self._unwritten:
                del self._unwritten[: os.write(self._into, self._unwritten)]
        except OSError:
            pass  # it has gone: what it has not reported is refused below
        os.close(self._into)
        reports = select.poll()
        reports.register(self._back, select.POLLIN | select.POLLHUP)
        while reports.poll(STUCK * 1000) and (data := os.read(self._back, AT_ONCE)):
            self._settle(data)
        process.kill()  # it has ended, or is stuck
        os.close(self._back)
        self._end(process)

    def _wake(self) -> None:
        if threading.get_ident() == self._thread:
            self._loop.call_soon(self._hand_over)
        else:
            self._loop.call_soon_threadsafe(self._hand_over)

    def _hand_over(self) -> None:
        """Send all that waits down the pipe."""
        self._is_due = False  # before the look: what comes after it wakes the loop again
        with self._lock:
            waiting, self._waiting = self._waiting, []
        if not waiting:
            return  # it was closed meanwhile, and has sent it
        try:
            self._start()
        except OSError as error:
            for _, receipt in waiting:
                receipt.end(StoreUnavailable(f"nothing can write to the database: {error.strerror}"))
            return
        try:
            message = message_of([unit for unit, _ in waiting])
        except Exception:
            waiting = [one for one in waiting if _can_go(*one)]
            message = message_of([unit for unit, _ in waiting])
        self._unwritten += message
        self._sent += [receipt for _, receipt in waiting]
        if not self._closing:
            self._write()

    def _start(self) -> None:
        """Start the process if it does not run.

        Raises:
            OSError: the system cannot start it.
        """
        if self._process is not None:
            return
        pipe = subprocess.PIPE
        process = subprocess.Popen(self._command, stdin=pipe, stdout=pipe, bufsize=0)
        assert process.stdin is not None and process.stdout is not None
        self._into, self._back = os.dup(process.stdin.fileno()), os.dup(process.stdout.fileno())
        process.stdin.close()
        process.stdout.close()
        os.set_blocking(self._into, False)
        os.set_blocking(self._back, False)
        self._process = process
        self._loop.add_reader(self._back, self._read)

    def _write(self) -> None:
        """Write as much as the pipe takes, and the rest when it takes more."""
        try:
            written = os.write(self._into, self._unwritten) if self._unwritten else 0
        except BlockingIOError:
            written = 0
        except OSError:
            return  # it has gone: `_read` hears of it
        del self._unwritten[:written]
        if bool(self._unwritten) != self._is_full:
            self._is_full = not self._is_full
            if self._is_full:
                self._loop.add_writer(self._into, self._write)
            else:
                self._loop.remove_writer(self._into)

    def _read(self) -> None:
        """Take what the process reports."""
        try:
            data = os.read(self._back, AT_ONCE)
        except BlockingIOError:
            return
        if data:
            self._settle(data)
        elif self._process is not None:
            self._forget_pipes()
            os.close(self._into)
            os.close(self._back)
            self._end(self._process)

    def _settle(self, data: bytes) -> None:
        """End the receipts of units that are reported."""
        self._received += data
        refusals = refusals_in(self._received)
        self.commits += bool(refusals)
        self.units += refusals.count(None)
        next_sent = self._sent.popleft
        for refusal in refusals:
            next_sent().end(refusal)

    def _forget_pipes(self) -> None:
        if self._loop.is_closed():
            return
        self._loop.remove_reader(self._back)
        if self._is_full:
            self._loop.remove_writer(self._into)
            self._is_full = False

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        """Take note that the process has gone; what it has not reported may be stored, or not."""
        process.wait()
        self._process = None
        self._unwritten.clear()
        self._received.clear()
        lost, self._sent = self._sent, deque()
        for receipt in lost:
            receipt.end(StoreUnavailable("the process that writes has been ended; try again"))


def _can_go(unit: WriteUnit, receipt: Receipt) -> bool:
    """Whether a unit can go down the pipe; one with a value that no database takes is refused."""
    try:
        message_of([unit])
    except Exception as error:
        receipt.end(error)
        return False
    return True
