"""The one way to write files that must last: whole or not at all, and on the disk once it is said that they are.

A name is on the disk only when its folder has been synced, and a file that is renamed before it is synced may be empty
after a power cut. So everything of people's goes by the functions here; a test sees to it that nothing else writes.
What is not whole yet has a hidden name of ours, which is locked as long as its process lives; the next write in that
folder removes those of processes that have been killed.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import shutil
import stat
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

FULL = (errno.ENOSPC, errno.EDQUOT)
UNSYNCABLE = (errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EBADF, errno.EACCES, errno.EPERM, errno.EISDIR)
UNLINKABLE = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EINVAL)
PART = re.compile(r"(\.fireteam-[0-9a-f]{16}\.part)(?:-\w+)?")  # SQLite has files of its own beside one
SECTOR = 512  # bytes that a disk writes whole or not at all
PROBE = 64 << 10  # bytes that a disk with room takes
SIDES = ("old", "journal", "wal", "shm")  # of files beside a hidden one
BINARY = getattr(os, "O_BINARY", 0)
NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)  # for a name that may be a pipe or a link


def write_file(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a file whole or not at all, in place of one that may be there, whose mode and owner it keeps.

    Of a link the file that it leads to is written.

    Raises:
        OSError: it cannot be written; what was there is as it was.
    """
    there = path.stat() if path.exists() else None
    if there is not None and not stat.S_ISREG(there.st_mode):
        _write_into(path, data)
        return
    path = Path(os.path.realpath(path))
    if there is not None and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    with _part(path.parent, mode) as (file, part):
        _write_all(file, data)
        if there is not None:
            _dress_as(file, part, there)
        sync(file)
        if os.name == "nt":
            os.close(file)  # what is open cannot be renamed there
        _replace(part, path, there is not None)


def write_new_file(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a file whole or not at all, where no other may be.

    Raises:
        FileExistsError: there is one.
        OSError: it cannot be written; there is none.
    """
    os.close(make_locked(path, data, mode))


def make_locked(path: Path, data: bytes, mode: int = 0o644) -> int:
    """Write a file as `write_new_file` does, and return it open, locked against other processes as by `open_locked`.

    Raises:
        FileExistsError: there is one.
        OSError: it cannot be written; there is none.
    """
    with _part(path.parent, mode) as (file, part):
        _write_all(file, data)
        sync(file)
        _link(part, path)
        return os.dup(file)


@contextlib.contextmanager
def new_file(path: Path, mode: int = 0o600) -> Iterator[Path]:
    """Let the `with` block write a hidden file; then it gets its name, unless there is such a file by then.

    Raises:
        FileExistsError: there is one.
        OSError: it cannot be written; there is none.
    """
    with _part(path.parent, mode) as (file, part):
        yield part
        sync(file)
        _link(part, path)


@contextlib.contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Let the `with` block fill a hidden folder; then it gets its name, where nothing or an empty folder may be.

    Raises:
        OSError: something is there, or it cannot be written; nothing has changed.
    """
    path = Path(os.path.realpath(path))
    make_folders(path.parent)
    remove_parts(path.parent)
    lock, part = _make_part_folder(path.parent)
    try:
        yield part
        for folder, _, _ in os.walk(part, topdown=False):
            sync_folder(Path(folder))
        if os.name == "nt" and path.exists():
            path.rmdir()
        os.replace(part, path)
        try:
            sync_folder(path.parent)
        except BaseException:
            os.replace(path, part)
            raise
    finally:
        if lock is not None:
            os.close(lock)
        shutil.rmtree(part, ignore_errors=True)


def make_folders(folder: Path, mode: int = 0o777) -> list[Path]:
    """Make a folder with all above it that are missing, durably, and return those that were made; `mode` is its own.

    Raises:
        OSError: one cannot be made; then none is.
    """
    folder = folder.absolute()
    missing: list[Path] = []
    above = folder
    while not above.exists() and above != above.parent:
        missing.insert(0, above)
        above = above.parent
    sync_folder(above.parent)  # who made it may have been killed before it could
    made: list[Path] = []
    try:
        for each in missing:
            with contextlib.suppress(FileExistsError):  # by now
                each.mkdir(mode if each == folder else 0o777)
                made.append(each)
            sync_folder(each.parent)
        if not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    except BaseException:
        take_back(made)
        raise
    return made


def remove_file(path: Path) -> None:
    """Remove a file durably, if it is there.

    Raises:
        OSError: it cannot be removed.
    """
    with contextlib.suppress(FileNotFoundError):
        path.unlink()
        sync_folder(path.parent)


def take_back(made: Sequence[Path]) -> None:
    """Remove files, and folders that are empty then, in the opposite order, as far as that can be done."""
    for path in reversed(made):
        with contextlib.suppress(OSError):
            if path.is_dir():
                path.rmdir()
            else:
                remove_file(path)


class LineFile:
    """An open file that grows by whole lines, each append at its end, synced, or undone.

    `file` is closed by `close`; of what is in it the first `size` bytes count.
    """

    def __init__(self, file: int, size: int) -> None:
        self._file, self._size = file, size

    def append(self, *appends: bytes) -> None:
        """Append lines and see them on the disk; when that fails, the file is as it was, at the latest before the next.

        Each of `appends` is on the disk before the next is written: a power cut tears the last of them alone.

        Raises:
            OSError: they cannot be written.
        """
        self.trim()
        os.lseek(self._file, self._size, os.SEEK_SET)
        try:
            for data in appends:
                _write_all(self._file, data)
                sync(self._file)
        except BaseException:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._size)
                sync(self._file)
            raise
        self._size += sum(map(len, appends))

    def trim(self) -> None:
        """Cut off what does not count.

        Raises:
            OSError: it cannot be, or another program has cut off more.
        """
        size = os.fstat(self._file).st_size
        if size < self._size:
            raise OSError(errno.EIO, "another program has cut it short")
        if size > self._size:
            os.ftruncate(self._file, self._size)

    def close(self) -> None:
        """Close the file, and let other processes have it."""
        os.close(self._file)


def open_locked(path: Path) -> int:
    """Open a file for reading and writing, locked against other processes where the system has such locks.

    Raises:
        BlockingIOError: another process has it.
        OSError: it cannot be opened.
    """
    file = os.open(path, os.O_RDWR | BINARY)
    try:
        _lock(file)
    except BaseException:
        os.close(file)
        raise
    return file


def count_whole(data: bytes, together: int = 1) -> int:
    """Return how many bytes of a file of lines count: those before a last append that a power cut has torn.

    That ends without a newline, or lacks sectors, which are zeros then; no line holds a zero. At most `together` lines
    were appended together: zeros further up, or from where no sector or line begins, are no torn append, but damage.
    """
    size = data.rfind(b"\n") + 1
    start = size
    for _ in range(together):
        if not start:
            break
        start = data.rfind(b"\n", 0, start - 1) + 1
    zero = data.find(b"\0", start, size)
    if zero < 0:
        return size
    line, end = data.rfind(b"\n", 0, zero) + 1, len(data) - len(data[zero:].lstrip(b"\0"))
    is_torn = (zero == line or zero % SECTOR == 0) and (end % SECTOR == 0 or end == len(data))
    return line if is_torn else size


def sync(file: int) -> None:
    """See what was written to an open file onto the disk.

    Raises:
        OSError: it cannot be.
    """
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        if (full := getattr(fcntl, "F_FULLFSYNC", None)) is not None:  # macOS: out of the cache of the disk too
            fcntl.fcntl(file, full)
            return
    os.fsync(file)


def sync_folder(folder: Path) -> None:
    """See the names in a folder onto the disk, where the system can do so.

    Raises:
        OSError: the disk fails.
    """
    try:
        file = os.open(folder, os.O_RDONLY)
    except PermissionError:  # Windows, and folders that may not be listed
        return
    try:
        os.fsync(file)
    except OSError as error:
        if error.errno not in UNSYNCABLE:
            raise
    finally:
        os.close(file)


def is_part(name: str) -> bool:
    """Whether a file or folder of this name is one of ours that is not whole yet."""
    return PART.fullmatch(name) is not None


def remove_parts(folder: Path) -> None:
    """Remove the hidden files that killed processes have left in a folder."""
    with contextlib.suppress(OSError):
        for found in filter(None, map(PART.fullmatch, os.listdir(folder))):
            if remove_stale(folder / found[1]):
                (folder / found[0]).unlink(missing_ok=True)


def remove_stale(path: Path, unless: Path | None = None) -> bool:
    """Remove a file or folder of ours unless a process that lives has it locked; return whether it is gone.

    It stays as well where there is a file `unless`, which belongs to it.
    """
    with contextlib.suppress(OSError), contextlib.ExitStack() as opened:
        file = os.open(path, os.O_RDONLY | NO_WAIT)
        opened.callback(os.close, file)
        _lock(file)
        if unless is not None and os.path.lexists(unless):
            return False
        is_folder = stat.S_ISDIR(os.fstat(file).st_mode)
        if os.name == "nt":
            opened.close()  # what is open cannot be removed there
        if is_folder:
            shutil.rmtree(path)
        else:
            path.unlink()
    return not os.path.lexists(path)


def is_full(error: BaseException) -> bool:
    """Whether an error of the system says that the disk, or somebody's share of it, is full."""
    return isinstance(error, OSError) and error.errno in FULL


def has_room(folder: Path) -> bool:
    """Whether the disk of a folder takes a few more bytes."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            _write_all(file.fileno(), bytes(PROBE))
            os.fsync(file.fileno())
    except OSError as error:
        return not is_full(error)
    return True


def _part_name() -> str:
    return f".fireteam-{secrets.token_hex(8)}.part"


@contextlib.contextmanager
def _part(folder: Path, mode: int) -> Iterator[tuple[int, Path]]:
    """Open a hidden file of ours in a folder, which is gone afterwards unless it was renamed."""
    remove_parts(folder)
    file, part = _make_part(folder, mode)
    try:
        yield file, part
    finally:
        with contextlib.suppress(OSError):
            os.close(file)
        for each in (part, *(part.with_name(f"{part.name}-{word}") for word in SIDES)):
            with contextlib.suppress(OSError):
                each.unlink()


def _make_part(folder: Path, mode: int) -> tuple[int, Path]:
    """Make a hidden file, and lock it; once more if another process has removed it in between."""
    while True:
        part = folder / _part_name()
        file = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | BINARY, mode)
        if _has_locked(file) and os.path.lexists(part):
            return file, part
        os.close(file)


def _make_part_folder(above: Path) -> tuple[int | None, Path]:
    """Make a hidden folder as `_make_part` makes a file; the lock is None where folders cannot be opened."""
    while True:
        part = above / _part_name()
        part.mkdir()
        try:
            file = os.open(part, os.O_RDONLY)
        except PermissionError:
            return None, part
        except FileNotFoundError:  # another process has removed it
            continue
        if _has_locked(file) and os.path.lexists(part):
            return file, part
        os.close(file)


def _has_locked(file: int) -> bool:
    """Lock a file, where the disk knows locks; whether no other process was quicker."""
    try:
        _lock(file)
    except BlockingIOError:
        return False
    except OSError:  # this disk has no locks
        return True
    return True


def _lock(file: int) -> None:
    with contextlib.suppress(ImportError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _write_all(file: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]


def _write_into(path: Path, data: bytes) -> None:
    """Write to a device or a pipe, of which nothing lasts."""
    file = os.open(path, os.O_WRONLY | BINARY)
    try:
        _write_all(file, data)
    finally:
        os.close(file)


def _dress_as(file: int, part: Path, other: os.stat_result) -> None:
    """Give a file the owner and the mode of another one, as far as the system lets us."""
    own = os.fstat(file)
    if own.st_gid != other.st_gid:
        with contextlib.suppress(OSError, AttributeError):
            os.fchown(file, -1, other.st_gid)
    if own.st_uid != other.st_uid:
        with contextlib.suppress(OSError, AttributeError):
            os.fchown(file, other.st_uid, -1)
    with contextlib.suppress(OSError):
        os.chmod(part, stat.S_IMODE(other.st_mode))


def _replace(part: Path, path: Path, is_there: bool) -> None:
    """Let a hidden file take the place of another, durably; when that fails, the other has it again."""
    old = part.with_name(f"{part.name}-old")
    if is_there:
        with contextlib.suppress(OSError):  # some disks have no second names
            os.link(path, old)
    os.replace(part, path)
    try:
        sync_folder(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            if old.exists():
                os.replace(old, path)
            elif not is_there:
                path.unlink()
        raise


def _link(part: Path, path: Path) -> None:
    """Give a hidden file a second name, which must be new, durably."""
    try:
        os.link(part, path)
    except OSError as error:
        if error.errno not in UNLINKABLE:
            raise
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))  # this disk has no second names: it is ours now
        try:
            os.replace(part, path)
        except BaseException:
            path.unlink()
            raise
    try:
        sync_folder(path.parent)
        sync_folder(path.parent.parent)  # the folder may have been made a moment ago by whoever names it
    except BaseException:
        with contextlib.suppress(OSError):
            path.unlink()
        raise
