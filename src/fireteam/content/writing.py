"""Putting an entry into a pack: into the file where its kind stands or one of its own, whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
import textwrap
from pathlib import Path
from typing import Any, NamedTuple

from ..called import called
from ..core.errors import NotWritten
from .library import Library, read_packs
from .packs import HEAD, Kind, content_files
from .problems import BadContent, Problem, Problems, shown
from .read import Document, Node, parse, read
from .schema import hint


class Item(NamedTuple):
    """An entry to be written: its kind and id, its YAML as an item of a list, and how a file of its own begins.

    `inside` holds the fields that a file of this kind has beside its list, `field` the name of the list; without it,
    the file is the list.
    """

    kind: Kind
    id: str
    text: str
    inside: dict[str, Any]
    field: str = ""

    @property
    def head(self) -> str:
        """How a file of its own begins."""
        fields = "".join(f"{name}: {value}\n" for name, value in self.inside.items())
        return f"{hint(self.kind.name)}\n{fields}{f'{self.field}:{chr(10)}' if self.field else ''}"


def put(library: Library, pack: Path, item: Item) -> Path:
    """Add an entry to a pack; the file it now stands in.

    Raises:
        NotWritten: there is no pack, or it has such an entry already.
        BadContent: with this entry the pack would have errors that it has not.
    """
    files = _files(pack, library.game)
    for path in files:
        _must_be_new(path, item)
    path, text = _placed(pack, item)
    before = set(_errors(library, pack))
    try:
        with tempfile.TemporaryDirectory() as name:
            for each in files:
                shutil.copyfile(each, Path(name) / each.name)
            (Path(name) / path.name).write_text(text, encoding="utf-8")
            problems = [_moved(problem, Path(name), pack) for problem in _errors(library, Path(name))]
        known = {(problem.code, problem.message) for problem in before}
        if new := [problem for problem in problems if (problem.code, problem.message) not in known]:
            raise BadContent(new)
        _replace(path, text)
    except OSError as error:
        raise NotWritten(f"{path} cannot be written: {error.strerror or error}") from None
    return path


def _files(pack: Path, game: str) -> list[Path]:
    """The files of a pack that there is."""
    try:
        files = [path for path in content_files(pack) if path.is_file()]
    except (OSError, ValueError):
        files = []
    if not any(path.stem == HEAD for path in files):
        raise NotWritten(f"{pack} is no pack; make one: {called()} content new {pack} --game {game}")
    return files


def _must_be_new(path: Path, item: Item) -> None:
    """No file of the pack holds this entry yet."""
    document = read(path, Problems()) if path.stem.rpartition("_")[2] == item.kind.name else None
    for node in _entries(document.root, item) if document else ():
        if "id" in node and node.value["id"] == item.id:
            place = node["id"].place
            where = f"{shown(place.file)}:{place.line}"
            raise NotWritten(f"{where}: there is a {item.id} already; change it there, or choose another id")


def _entries(root: Node, item: Item) -> list[Node]:
    """The entries that a file lists where this one would stand."""
    for field in (item.field, item.kind.section):
        if field and field in root:
            return list(root[field])
    return [root] if isinstance(root.value, dict) else list(root)


def _placed(pack: Path, item: Item) -> tuple[Path, str]:
    """The file to write, and its text: the entry at the end of the kind's file, if it can stand there."""
    path = pack / f"{item.kind.name}.yaml"
    document = read(path, Problems()) if path.exists() else None
    if document and (text := _appended(document, item)):
        return path, text
    if path.exists():
        path = pack / f"{item.id}_{item.kind.name}.yaml"
    if path.exists():
        raise NotWritten(f"{path} is there already, and its list cannot be added to; add this to it: {item.text}")
    return path, item.head + textwrap.indent(item.text, "  " if item.field else "") + "\n"


def _appended(document: Document, item: Item) -> str:
    """The text of a file with the entry at its end; empty if its list does not stand there."""
    root = document.root
    entries = _entries(root, item)
    if not entries or (item.field and item.field not in root):
        return ""
    if any(root.value.get(name) != value for name, value in item.inside.items()):
        return ""
    indent = entries[-1].place.column - 3
    text = "\n".join(document.lines).rstrip() + "\n" + textwrap.indent(item.text, " " * max(indent, 0)) + "\n"
    after = parse(text.encode(), document.file, Problems())
    if after is None:
        return ""
    now = _entries(after.root, item)
    same = [node.value for node in now[:-1]] == [node.value for node in entries] and len(now) == len(entries) + 1
    return text if same else ""


def _errors(library: Library, pack: Path) -> list[Problem]:
    try:
        read_packs(library, (library.base, pack))
    except BadContent as refused:
        return [problem for problem in refused.problems if problem.severity == "error"]
    return []


def _moved(problem: Problem, old: Path, new: Path) -> Problem:
    """A problem of a copy, told of the pack."""
    fields = {name: getattr(problem, name) for name in problem.__struct_fields__}
    return Problem(**{**fields, "file": problem.file.replace(str(old), str(new), 1)})


def _replace(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    handle, name = tempfile.mkstemp(prefix=".", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, path.stat().st_mode & 0o777 if path.exists() else 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
