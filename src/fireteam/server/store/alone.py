"""A database file belongs to one run of Fireteam at a time; PostgreSQL is shared, table by table."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

from sqlalchemy import URL

from ...core.errors import BadStore
from .place import make_file, path_of


class Alone:
    """The right to a database file, until it is given up or the process ends. Beside the file stands `FILE.lock`.

    Raises:
        BadStore: another run has it.
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
        """Let others have the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


@contextlib.contextmanager
def alone(url: URL) -> Iterator[None]:
    """Nobody else has the file meanwhile."""
    held = Alone(url)
    try:
        yield
    finally:
        held.leave()
