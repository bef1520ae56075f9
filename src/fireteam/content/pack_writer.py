"""Putting an entry into a pack: into the file where its kind stands or one of its own, whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
import textwrap
from pathlib import Path
from typing import Any, NamedTuple

from ..core.errors import WriteFailed
from ..durable_files import write_file
from ..program_name import program_name
from .library import Library, read_packs
from .packs import PACK_STEM, Kind, content_files
from .problems import BadContent, Problem, Problems, display_path
from .read import Document, Node, parse_document, read_document
from .schema import schema_comment


class NewEntry(NamedTuple):
    """An entry to be written: its kind and id, its YAML as an item of a list, and how a file of its own begins.

    `inside` holds the fields that a file of this kind has beside its list, `field` the name of the list; without it,
    the file is the list.
    """

    kind: Kind
    id: str
    text: str
    file_fields: dict[str, Any]
    list_field: str = ""

    @property
    def head(self) -> str:
        """How a file of its own begins."""
        fields = "".join(f"{name}: {value}\n" for name, value in self.file_fields.items())
        return f"{schema_comment(self.kind.name)}\n{fields}{f'{self.list_field}:{chr(10)}' if self.list_field else ''}"


def write_entry(library: Library, pack: Path, item: NewEntry) -> Path:
    """Add an entry to a pack; the file it now stands in.

    Raises:
        WriteFailed: there is no pack, or it has such an entry already.
        BadContent: with this entry the pack would have errors that it has not.
    """
    files = _files(pack, library.game)
    for path in files:
        _must_be_new(path, item)
    path, text = _file_with_entry(pack, item)
    old_errors = set(_errors(library, pack))
    try:
        with tempfile.TemporaryDirectory() as name:
            for each in files:
                shutil.copyfile(each, Path(name) / each.name)
            (Path(name) / path.name).write_text(text, encoding="utf-8")
            problems = [_problem_in_pack(problem, Path(name), pack) for problem in _errors(library, Path(name))]
        old_messages = {(problem.code, problem.message) for problem in old_errors}
        if new := [problem for problem in problems if (problem.code, problem.message) not in old_messages]:
            raise BadContent(new)
        write_file(path, text.encode())
    except OSError as error:
        raise WriteFailed(f"{path} cannot be written: {error.strerror or error}") from None
    return path


def _files(pack: Path, game: str) -> list[Path]:
    """The files of a pack that there is."""
    try:
        files = [path for path in content_files(pack) if path.is_file()]
    except (OSError, ValueError):
        files = []
    if not any(path.stem == PACK_STEM for path in files):
        raise WriteFailed(f"{pack} is no pack; make one: {program_name()} content new {pack} --game {game}")
    return files


def _must_be_new(path: Path, item: NewEntry) -> None:
    """No file of the pack holds this entry yet."""
    document = read_document(path, Problems()) if path.stem.rpartition("_")[2] == item.kind.name else None
    for node in _entries(document.root, item) if document else ():
        if "id" in node and node.value["id"] == item.id:
            place = node["id"].place
            location = f"{display_path(place.file)}:{place.line}"
            raise WriteFailed(f"{location}: there is a {item.id} already; change it there, or choose another id")


def _entries(root: Node, item: NewEntry) -> list[Node]:
    """The entries that a file lists where this one would stand."""
    for field in (item.list_field, item.kind.section):
        if field and field in root:
            return list(root[field])
    return [root] if isinstance(root.value, dict) else list(root)


def _file_with_entry(pack: Path, item: NewEntry) -> tuple[Path, str]:
    """The file to write, and its text: the entry at the end of the kind's file, if it can stand there."""
    path = pack / f"{item.kind.name}.yaml"
    document = read_document(path, Problems()) if path.exists() else None
    if document and (text := _text_with_entry(document, item)):
        return path, text
    if path.exists():
        path = pack / f"{item.id}_{item.kind.name}.yaml"
    if path.exists():
        raise WriteFailed(f"{path} is there already, and its list cannot be added to; add this to it: {item.text}")
    return path, item.head + textwrap.indent(item.text, "  " if item.list_field else "") + "\n"


def _text_with_entry(document: Document, item: NewEntry) -> str:
    """The text of a file with the entry at its end; empty if its list does not stand there."""
    root = document.root
    entries = _entries(root, item)
    if not entries or (item.list_field and item.list_field not in root):
        return ""
    if any(root.value.get(name) != value for name, value in item.file_fields.items()):
        return ""
    indent = entries[-1].place.column - 3
    text = "\n".join(document.lines).rstrip() + "\n" + textwrap.indent(item.text, " " * max(indent, 0)) + "\n"
    reread = parse_document(text.encode(), document.file, Problems())
    if reread is None:
        return ""
    entries_after = _entries(reread.root, item)
    is_same = [node.value for node in entries_after[:-1]] == [node.value for node in entries] and len(
        entries_after
    ) == len(entries) + 1
    return text if is_same else ""


def _errors(library: Library, pack: Path) -> list[Problem]:
    try:
        read_packs(library, (library.base, pack))
    except BadContent as refused:
        return [problem for problem in refused.problems if problem.severity == "error"]
    return []


def _problem_in_pack(problem: Problem, old: Path, new: Path) -> Problem:
    """A problem of a copy, told of the pack."""
    fields = {name: getattr(problem, name) for name in problem.__struct_fields__}
    return Problem(**{**fields, "file": problem.file.replace(str(old), str(new), 1)})
