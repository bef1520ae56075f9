"""A VFS for the SQLite of this Python, by ctypes: it does what the system's does, and notes what alters files."""

from __future__ import annotations

import _sqlite3
import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, Structure, c_char_p, c_int, c_int64, c_void_p
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.heavy.power.recording import Recording

OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
SET_CALL = CFUNCTYPE(c_int, c_void_p, c_char_p, c_void_p)
GET_CALL = CFUNCTYPE(c_void_p, c_void_p, c_char_p)
OPEN_FOLDER = CFUNCTYPE(c_int, c_char_p, c_void_p)
CLOSE = CFUNCTYPE(c_int, c_void_p)
WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)
METHODS = 19  # words of `sqlite3_io_methods`: its version and the functions
AT = {CLOSE: 1, WRITE: 3, TRUNCATE: 4, SYNC: 5}  # which word is which
SHARED = "-shm"  # an index of the log in memory, made anew after a cut


class Vfs(Structure):
    """`sqlite3_vfs`."""

    _fields_ = [
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        *((f"other{k}", c_void_p) for k in range(11)),
        ("set_call", c_void_p),
        ("get_call", c_void_p),
        ("next_call", c_void_p),
    ]


@contextmanager
def recorded_sqlite(recording: Recording) -> Iterator[None]:
    """Note what SQLite does to files while the `with` block runs, at connections that are opened in it."""
    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = c_void_p
    library.sqlite3_vfs_register.argtypes = [c_void_p, c_int]
    library.sqlite3_vfs_unregister.argtypes = [c_void_p]
    place = library.sqlite3_vfs_find(None)
    system = Vfs.from_address(place)
    own = Vfs.from_buffer_copy(system)
    own.name = b"recorded"
    files: dict[int, int] = {}  # nodes by the address of an open file
    methods: dict[int, Any] = {}
    kept: list[Any] = []  # what C points at

    def address(kind: Any, function: Any) -> int:
        kept.append(kind(function))
        return ctypes.cast(kept[-1], c_void_p).value or 0

    def node_in(name: str | None) -> int | None:
        found = None if name is None else recording.name_of(name)
        return None if found is None or found.endswith(SHARED) else recording.node_of(found)

    def noted_methods(found: int) -> Any:
        if found not in methods:
            table = (c_void_p * METHODS).from_buffer_copy((c_void_p * METHODS).from_address(found))
            real = {kind: kind(table[at]) for kind, at in AT.items()}
            kept.append(real)

            def close(file: int) -> int:
                files.pop(file, None)
                return int(real[CLOSE](file))

            def write(file: int, data: int, count: int, offset: int) -> int:
                code = int(real[WRITE](file, data, count, offset))
                if file in files and not code:
                    recording.note("write", files[file], offset, ctypes.string_at(data, count))
                return code

            def truncate(file: int, size: int) -> int:
                code = int(real[TRUNCATE](file, size))
                if file in files and not code:
                    recording.note("truncate", files[file], size)
                return code

            def sync(file: int, flags: int) -> int:
                before = len(recording.steps)
                code = int(real[SYNC](file, flags))
                if file in files and not code:  # the file first, then its folder, which was noted meanwhile
                    folders = recording.steps[before:]
                    del recording.steps[before:]
                    recording.note("sync", files[file])
                    recording.steps.extend(folders)
                return code

            for kind, function in ((CLOSE, close), (WRITE, write), (TRUNCATE, truncate), (SYNC, sync)):
                table[AT[kind]] = address(kind, function)
            methods[found] = table
        return methods[found]

    real_open, real_delete = OPEN(system.open), DELETE(system.delete)

    def open_file(_: int, name: int | None, file: int, flags: int, out: int) -> int:
        code = int(real_open(place, name, file, flags, out))
        pointer = c_void_p.from_address(file)
        if not code and pointer.value:
            node = node_in(os.fsdecode(ctypes.string_at(name)) if name else None)
            pointer.value = ctypes.addressof(noted_methods(pointer.value))
            if node is not None:
                files[file] = node
        return code

    def delete(_: int, name: bytes, syncs: int) -> int:
        before = len(recording.steps)
        there = os.path.exists(name)
        code = int(real_delete(place, name, syncs))
        found = recording.name_of(os.fsdecode(name))
        if not code and there and found is not None and not found.endswith(SHARED):
            folders = recording.steps[before:]
            del recording.steps[before:]
            recording.remove(found)
            recording.steps.extend(folders)
        return code

    real_open_folder = OPEN_FOLDER(GET_CALL(system.get_call)(place, b"openDirectory"))

    def open_folder(name: bytes, out: int) -> int:
        """SQLite opens a folder to sync it, and does nothing else in between."""
        code = int(real_open_folder(name, out))
        found = recording.name_of(os.path.dirname(os.fsdecode(name)))
        if found is not None and not code:
            recording.sync_folder(found)
        return code

    own.open, own.delete = address(OPEN, open_file), address(DELETE, delete)
    set_call = SET_CALL(system.set_call)
    set_call(place, b"openDirectory", address(OPEN_FOLDER, open_folder))
    library.sqlite3_vfs_register(ctypes.addressof(own), 1)
    try:
        yield
    finally:
        library.sqlite3_vfs_unregister(ctypes.addressof(own))
        library.sqlite3_vfs_register(place, 1)
        set_call(place, b"openDirectory", None)
