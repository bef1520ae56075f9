"""`FileLock`: one process at a time uses a SQLite file. PostgreSQL is shared, with a lease for each table."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

from sqlalchemy import URL

from ...core.errors import BadStore
from .location import make_file, path_of


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

            lock = path.with_name(f"{path.name}.lock")
            make_file(lock)
            self._file = os.open(lock, os.O_RDWR)
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # unlike others, never passed on to a child
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
