"""Everything that a piece of work does to files in a folder, in order, so that the disk can be rebuilt as of any step.

Calls of `os` are noted in this process, and those of SQLite by a VFS of its own (`sqlite_files.py`): so it is the
SQLite that the product uses which is recorded, without another program, root or a compiler. That nothing was missed is
seen at the end: what was noted, rebuilt, must be what is on the disk, byte for byte.
"""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock


class Step(NamedTuple):
    """What happened to a file or folder: `node` is its number, `name` its path in the folder, `other` an old one.

    `kind` is one of: file, folder (made), link, rename, remove, write, truncate, sync, sync_folder, told. What was
    acknowledged (`told`) is in `data`.
    """

    kind: str
    node: int = 0
    name: str = ""
    other: str = ""
    offset: int = 0
    data: Any = None


class Recording:
    """The steps of a piece of work in a folder that is empty at first."""

    def __init__(self, root: Path) -> None:
        self.root, self.steps = root, list[Step]()
        self._nodes: dict[str, int] = {"": 0}  # by path: the folder itself is 0
        self._files: dict[int, str | int] = {}  # nodes of open files, and paths of open folders
        self._count = 0
        self._lock = threading.RLock()

    def told(self, what: Any) -> None:
        """Note that something was acknowledged."""
        self.steps.append(Step("told", data=what))

    # What files and names are called

    def name_of(self, path: Any) -> str | None:
        """The path of something in the folder; None of what is elsewhere."""
        try:
            found = os.path.relpath(os.path.abspath(os.fspath(path)), self.root)
        except TypeError:  # the number of an open file
            return None
        return None if found.startswith("..") else "" if found == "." else found

    def node_of(self, name: str, kind: str = "file") -> int:
        """The number of what has a name; one that is new is noted as made."""
        if name not in self._nodes:
            self._count += 1
            self._nodes[name] = self._count
            self.steps.append(Step(kind, self._count, name))
        return self._nodes[name]

    def note(self, kind: str, node: int, offset: int = 0, data: Any = None) -> None:
        """Note what happened to the contents of a file."""
        self.steps.append(Step(kind, node, offset=offset, data=data))

    def sync_folder(self, name: str) -> None:
        """Note that the names in a folder were synced."""
        self.steps.append(Step("sync_folder", self._nodes[name], name))

    def rename(self, old: str, new: str) -> None:
        """Note that something has another name."""
        self.steps.append(Step("rename", self._nodes[old], new, old))
        for name in [name for name in self._nodes if name == old or name.startswith(f"{old}/")]:
            self._nodes[new + name[len(old) :]] = self._nodes.pop(name)

    def remove(self, name: str) -> None:
        """Note that a name has gone."""
        self.steps.append(Step("remove", self._nodes.pop(name), name))

    # Calls of the system

    @contextmanager
    def running(self) -> Iterator[None]:
        """Note what happens while the `with` block runs."""
        from tests.heavy.power.sqlite_files import recorded_sqlite

        with ExitStack() as stack:
            for name in ("open", "close", "dup", "write", "fsync", "ftruncate", "truncate", "mkdir", "link", "unlink"):
                stack.enter_context(mock.patch.object(os, name, getattr(self, f"_{name}")(getattr(os, name))))
            for name in ("replace", "rename"):
                stack.enter_context(mock.patch.object(os, name, self._rename(getattr(os, name))))
            for name in ("rmdir", "remove"):
                stack.enter_context(mock.patch.object(os, name, self._unlink(getattr(os, name))))
            stack.enter_context(recorded_sqlite(self))
            yield

    def _open(self, real: Any) -> Any:
        def call(path: Any, flags: int, *rest: Any, **more: Any) -> int:
            with self._lock:
                file: int = real(path, flags, *rest, **more)
                name = self.name_of(path)
                if name is not None:
                    is_folder = stat.S_ISDIR(os.fstat(file).st_mode)
                    self._files[file] = name if is_folder else self.node_of(name)
                    if flags & os.O_TRUNC:
                        self.note("truncate", self.node_of(name))
                return file

        return call

    def _close(self, real: Any) -> Any:
        def call(file: int) -> None:
            self._files.pop(file, None)
            real(file)

        return call

    def _dup(self, real: Any) -> Any:
        def call(file: int) -> int:
            other: int = real(file)
            if file in self._files:
                self._files[other] = self._files[file]
            return other

        return call

    def _write(self, real: Any) -> Any:
        def call(file: int, data: Any) -> int:
            node = self._files.get(file)
            if node is None:
                return int(real(file, data))
            assert isinstance(node, int)
            with self._lock:
                at = os.lseek(file, 0, os.SEEK_CUR)
                count: int = real(file, data)
                self.note("write", node, at, bytes(data[:count]))
                return count

        return call

    def _fsync(self, real: Any) -> Any:
        def call(file: int) -> None:
            real(file)
            node = self._files.get(file)
            if isinstance(node, str):
                self.sync_folder(node)
            elif node is not None:
                self.note("sync", node)

        return call

    def _ftruncate(self, real: Any) -> Any:
        def call(file: int, size: int) -> None:
            real(file, size)
            node = self._files.get(file)
            if isinstance(node, int):
                self.note("truncate", node, size)

        return call

    def _truncate(self, real: Any) -> Any:
        def call(path: Any, size: int) -> None:
            real(path, size)
            name = self.name_of(path)
            if name is not None:
                self.note("truncate", self.node_of(name), size)

        return call

    def _mkdir(self, real: Any) -> Any:
        def call(path: Any, *rest: Any, **more: Any) -> None:
            with self._lock:
                real(path, *rest, **more)
                name = self.name_of(path)
                if name is not None:
                    self.node_of(name, "folder")

        return call

    def _link(self, real: Any) -> Any:
        def call(old: Any, new: Any, **more: Any) -> None:
            with self._lock:
                real(old, new, **more)
                name, other = self.name_of(new), self.name_of(old)
                if name is not None and other is not None:
                    self._nodes[name] = self._nodes[other]
                    self.steps.append(Step("link", self._nodes[name], name))

        return call

    def _rename(self, real: Any) -> Any:
        def call(old: Any, new: Any, **more: Any) -> None:
            with self._lock:
                real(old, new, **more)
                name, other = self.name_of(new), self.name_of(old)
                if name is not None and other is not None:
                    self.rename(other, name)

        return call

    def _unlink(self, real: Any) -> Any:
        def call(path: Any, **more: Any) -> None:
            with self._lock:
                real(path, **more)
                name = self.name_of(path)
                if name is not None:
                    self.remove(name)

        return call
