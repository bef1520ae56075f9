"""Watching folders: which files of a pack have changed since somebody looked, told by their times and sizes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from .packs import content_files

Stamp = tuple[str, int, int]
"""A file with the time of its last change and its size; -1 where it cannot be read."""


def stamps(folders: Iterable[Path]) -> tuple[Stamp, ...]:
    """The stamps of all content files in some folders; a folder that cannot be read has one of its own."""
    result: list[Stamp] = []
    for folder in folders:
        try:
            result += (_stamp(path) for path in content_files(folder))
        except OSError:
            result.append((str(folder), -1, -1))
    return tuple(result)


def _stamp(path: Path) -> Stamp:
    try:
        at = path.stat()
    except OSError:
        return str(path), -1, -1
    return str(path), at.st_mtime_ns, at.st_size


class FileWatch:
    """Folders that somebody looks at now and then. It costs a look at each file and needs no thread."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = tuple(folders)
        self._stamps = stamps(self.folders)

    def changed_files(self) -> list[str]:
        """The names of the files that were changed, added or removed since this was last asked."""
        previous, self._stamps = set(self._stamps), stamps(self.folders)
        return sorted({Path(name).name for name, _, _ in previous ^ set(self._stamps)})
