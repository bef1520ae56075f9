"""`FileLock`: one server at a time uses a SQLite file. PostgreSQL is shared, with a lease for each table.

A server whose commits are made by a process of its own (`writer_process`) may be killed while that commits what it has:
who comes next waits until it has ended.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import URL

from ...core.errors import BadStore
from .location import make_file, path_of

SERVER, WRITER = range(2)  # bytes of the lock's file
PATIENCE, LOOK = 10.0, 0.02  # seconds for a process that writes to end, and between two looks whether it has


class FileLock:
    """An exclusive lock on a SQLite file, by `FILE.lock` beside it, until `leave` or the end of the process.

    With PostgreSQL it does nothing.

    Raises:
        BadStore: another process has it, or a file cannot be created.
    """

    def __init__(self, url: URL) -> None:
        self._file: int | None = None
        path = path_of(url)
        if path is None:
            return
        make_file(path)
        with contextlib.suppress(ImportError):  # where the system has no such locks, leases alone must do
            import fcntl

            self._file = _open(path)
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, SERVER)  # never passed on to a child
                _wait_for(self._file, WRITER)
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, WRITER)
            except OSError:
                self.leave()
                raise BadStore(
                    f"{path} is open in another run of Fireteam; end that one, or name another file with --database"
                ) from None

    def leave(self) -> None:
        """Release the lock."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _open(path: Path) -> int:
    lock = path.with_name(f"{path.name}.lock")
    make_file(lock)
    return os.open(lock, os.O_RDWR)


def _wait_for(file: int, byte: int) -> None:
    """Lock a byte of a file as soon as nobody else has it.

    Raises:
        OSError: somebody has had it for `PATIENCE`.
    """
    import fcntl

    end = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
            return
        except OSError:
            if time.monotonic() > end:
                raise
        time.sleep(LOOK)


@contextlib.contextmanager
def lock_of_writer(url: URL) -> Iterator[None]:
    """Hold the lock of the process that writes to a SQLite file while the `with` block runs.

    Raises:
        OSError: another one has it, and does not end.
    """
    path = path_of(url)
    assert path is not None, "PostgreSQL is written to by the server itself"
    file = _open(path)
    try:
        _wait_for(file, WRITER)
        yield
    finally:
        os.close(file)


@contextlib.contextmanager
def exclusive(url: URL) -> Iterator[None]:
    """Hold the lock of a database file while the `with` block runs.

    Raises:
        BadStore: another process has it, or a file cannot be created.
    """
    held = FileLock(url)
    try:
        yield
    finally:
        held.leave()
