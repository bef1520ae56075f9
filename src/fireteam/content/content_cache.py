"""Content that has been checked, kept on the disk: a start reads it back, and does not read and check its files again.

What is kept is data: numbers, text, and the names of the classes of entries, of which only Structs and NamedTuples that
this process has loaded are made again. It counts while the files and the sources that check them are the very ones.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ..core.engine.code_cache import SOURCES, cache_home
from .file_watch import Stamp, stamps

T = TypeVar("T")
PLAIN = (str, int, float, bool, type(None))
STRUCT, TUPLE, LIST, SET, DICT, MISSING = range(6)  # how a value is written that is no plain one: a list that begins so
CONTAINERS: dict[int, Callable[[Any], Any]] = {TUPLE: tuple, LIST: list, SET: frozenset}
CHECKING = ("content", "core")  # the sources that read and check the content of every game


class CacheFile(msgspec.Struct, array_like=True):
    """A file of kept content: of which files it was made, the content, and its hash."""

    stamps: tuple[Stamp, ...]
    content: msgspec.Raw
    hash: str


def read_cached(base: Path, kind: type[T], read: Callable[[], T]) -> T:
    """The content of a folder: what has been kept of it, else what `read` gives, which is kept for the next time.

    Args:
        base: the folder of content files, in the package of the game that checks them.
        kind: the class of the content.
        read: reads and checks the files.
    """
    found = (*stamps([base]), *_source_stamps(base.parent))
    file = cache_home() / "content" / f"{hashlib.sha256(str(base).encode()).hexdigest()[:16]}.msgpack"
    with contextlib.suppress(OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        cache_file = msgspec.msgpack.decode(file.read_bytes(), type=CacheFile)
        if cache_file.stamps == found and cache_file.hash == _hash(cache_file.content):
            content = rebuild(msgspec.msgpack.decode(cache_file.content))
            if isinstance(content, kind):
                return content
    content = read()
    with contextlib.suppress(OSError, TypeError):  # a folder that cannot be written, content that cannot be kept
        _keep(file, found, content)
    return content


def _keep(file: Path, found: Sequence[Stamp], content: Any) -> None:
    written = msgspec.msgpack.encode(flatten(content))
    if rebuild(msgspec.msgpack.decode(written)) != content:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(f".{os.getpid()}")
    try:
        fresh.write_bytes(msgspec.msgpack.encode(CacheFile(tuple(found), msgspec.Raw(written), _hash(written))))
        fresh.replace(file)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise


def _hash(written: Any) -> str:
    return hashlib.sha256(bytes(written)).hexdigest()


def _source_stamps(package: Path) -> list[Stamp]:
    """The stamps of the sources that check a game's content: when one has changed, it is checked again."""
    folders = {package, *(SOURCES / name for name in CHECKING)}
    return [stamp for folder in sorted(folders) for stamp in _stamps_below(str(folder))]


def _stamps_below(folder: str) -> list[Stamp]:
    found: list[Stamp] = []
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda one: one.name):
            if entry.is_dir():
                found += _stamps_below(entry.path)
            elif entry.name.endswith(".py"):
                at = entry.stat()
                found.append((entry.path, at.st_mtime_ns, at.st_size))
    return found


def flatten(value: Any) -> Any:
    """A value as plain data, with the classes that `rebuild` needs to make it again.

    Raises:
        TypeError: it holds what cannot be kept.
    """
    if type(value) in PLAIN:
        return value
    if value is msgspec.UNSET:
        return [MISSING]
    kind = type(value)
    if isinstance(value, msgspec.Struct):
        fields = (getattr(value, name) for name in kind.__struct_fields__)
        return [STRUCT, kind.__module__, kind.__qualname__, *map(flatten, fields)]
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return [STRUCT, kind.__module__, kind.__qualname__, *map(flatten, value)]
    if kind is dict:
        return [DICT, *(flatten(part) for pair in value.items() for part in pair)]
    for number, plain in CONTAINERS.items():
        if kind is plain:
            return [number, *map(flatten, sorted(value) if plain is frozenset else value)]
    raise TypeError(f"{kind.__name__} is not kept")


def rebuild(data: Any) -> Any:
    """The value that plain data was made of.

    Raises:
        TypeError, ValueError, LookupError, AttributeError: it was made of none.
    """
    if type(data) is not list:
        return data
    kind, *parts = data
    if kind == MISSING:
        return msgspec.UNSET
    if kind == STRUCT:
        made = _find_class(parts[0], parts[1])
        values = map(rebuild, parts[2:])
        names = made.__struct_fields__ if issubclass(made, msgspec.Struct) else made._fields
        return made(**dict(zip(names, values, strict=True)))
    values = map(rebuild, parts)
    if kind == DICT:
        return dict(zip(values, values, strict=True))
    return CONTAINERS[kind](values)


@cache
def _find_class(module: str, name: str) -> type[Any]:
    """A class of entries or of their parts, of a module that is loaded."""
    for found in vars(sys.modules[module]).values():
        if isinstance(found, type) and (found.__module__, found.__qualname__) == (module, name):
            if issubclass(found, msgspec.Struct) or hasattr(found, "_fields"):
                return found
    raise LookupError(f"{module}.{name} is no class of entries")
