"""Reading YAML (JSON is a part of it) into plain values that remember where they stand.

Only text, whole numbers, numbers, true, false, null, lists and mappings with text keys are read. `on`, `no`, `010`,
`1_0` and dates stay text. Anchors, tags and several documents in one file are refused: content is data, no program.
"""

from __future__ import annotations

import math
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from ..core.time_limit import check_time
from .problems import Place, Problems

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 20
MAX_NODES = 100_000

PathStep = str | int
WORDS = {"null": None, "": None, "true": True, "false": False}
WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})")
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+([eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)")
BREAK = re.compile("[\n\x85\u2028\u2029]")  # what YAML counts as the end of a line
UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Document:
    """One file: its value, the place of every value and of every key in it, and its lines."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines = BREAK.split(text)
        self.value: Any = None
        self.values: dict[tuple[PathStep, ...], tuple[int, int]] = {(): (1, 1)}
        self.keys: dict[tuple[PathStep, ...], tuple[int, int]] = {}
        self.blocks: set[tuple[PathStep, ...]] = set()

    @property
    def root(self) -> Node:
        """The whole value."""
        return Node(self, (), self.value)


class Node:
    """A value inside a document, with its place; checks walk over nodes, so each problem can be located."""

    __slots__ = ("document", "path", "value")

    def __init__(self, document: Document, path: tuple[PathStep, ...], value: Any) -> None:
        self.document, self.path, self.value = document, path, value

    def __getitem__(self, step: PathStep) -> Node:
        return Node(self.document, (*self.path, step), self.value[step])

    def __contains__(self, key: PathStep) -> bool:
        return isinstance(self.value, dict) and key in self.value

    def __iter__(self) -> Iterator[Node]:
        """The entries of a list or a mapping, in the order of the file; none of anything else."""
        steps: Any = range(len(self.value)) if isinstance(self.value, list) else self.value
        return (self[step] for step in steps) if isinstance(self.value, (list, dict)) else iter(())

    @property
    def key(self) -> str:
        """The last step of the path."""
        return str(self.path[-1]) if self.path else ""

    @property
    def place(self) -> Place:
        """Where this value stands."""
        return self._place_of(self.document.values[self.path])

    @property
    def key_place(self) -> Place:
        """Where the key of this value stands; the value itself if it has none."""
        return self._place_of(self.document.keys.get(self.path, self.document.values[self.path]))

    def character_place(self, row: int, index: int) -> Place:
        """Where a character of a drawn text stands: of its line `row` if the text is a block."""
        line, column = self.document.values[self.path]
        if self.path in self.document.blocks:
            line += 1 + row
            row_text = self.document.lines[line - 1] if line <= len(self.document.lines) else ""
            return self._place_of((line, len(row_text) - len(row_text.lstrip(" ")) + index + 1))
        quoted = self.document.lines[line - 1][column - 1 : column] in ('"', "'")
        return self._place_of((line, column + quoted + index))

    def _place_of(self, at: tuple[int, int]) -> Place:
        return Place(self.document.file, at[0], at[1], path_text(self.path))


def path_text(path: tuple[PathStep, ...]) -> str:
    """A path as people write it: `sides[0].place.*`."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


def read_document(path: Path, problems: Problems) -> Document | None:
    """A content file; a file that cannot be read is a problem like any other."""
    data = read_bytes(path, problems)
    return None if data is None else parse_document(data, str(path), problems)


def read_bytes(path: Path, problems: Problems) -> bytes | None:
    """The bytes of a file, and one more than are allowed if it is too large; None if it is no file to be read."""
    place = Place(str(path), 1, 1, "")
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            problems.add("E_C_FILE", place, "is no file", "a folder or a device cannot be read")
            return None
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        problems.add("E_C_FILE", place, f"cannot be read: {reason}")
        return None


def parse_document(data: bytes, file: str, problems: Problems) -> Document | None:
    """The bytes of a file as a document, or None if they are none; never anything but located problems."""
    check_time()
    if len(data) > MAX_BYTES:
        problems.add("E_C_FILE", Place(file, 1, 1, ""), "is larger than 1 MiB", "split it into several files")
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        problems.add("E_C_FILE", _place_after(file, before), "is not UTF-8 text", "save it as UTF-8")
        return None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if bad := UNPRINTABLE.search(text):
        place = _place_after(file, text[: bad.start()])
        problems.add("E_C_FILE", place, f"holds the control character {bad.group()!r}", "remove it")
        return None
    document = Document(file, text)
    try:
        document.value = _Builder(document, problems).build(text)
    except _Stop:
        return None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line, mark.column) if mark else (0, 0)
        what = error.problem or error.context or "the text breaks off"
        tab = document.lines[line][column : column + 1] == "\t" if line < len(document.lines) else False
        hint = "indent with spaces, not with tabs" if tab else ""
        problems.add("E_C_SYNTAX", Place(file, line + 1, column + 1, ""), f"is not YAML: {what}", hint)
        return None
    except yaml.YAMLError as error:
        problems.add("E_C_SYNTAX", Place(file, 1, 1, ""), f"is not YAML: {error}".split("\n")[0])
        return None
    return document


def _place_after(file: str, before: str) -> Place:
    lines = before.split("\n")
    return Place(file, len(lines), len(lines[-1]) + 1, "")


class _Stop(Exception):
    """The file cannot be read any further; its problem is noted."""


class _Builder:
    """Builds plain values from the events of the YAML parser, so that depth and size are bounded as it reads."""

    def __init__(self, document: Document, problems: Problems) -> None:
        self.document, self.problems = document, problems
        self.nodes = 0

    def build(self, text: str) -> Any:
        loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self.events: Iterator[Any] = iter(yaml.parse(text, Loader=loader))
        next(self.events)  # start of the stream
        if isinstance(next(self.events), yaml.StreamEndEvent):
            return None
        value = self.value(next(self.events), ())
        next(self.events)  # end of the document
        next_event = next(self.events)
        if not isinstance(next_event, yaml.StreamEndEvent):
            self.stop("E_C_SYNTAX", next_event, "holds a second document", "keep one document in a file")
        return value

    def value(self, event: Any, path: tuple[PathStep, ...]) -> Any:
        self.nodes += 1
        self.document.values[path] = (event.start_mark.line + 1, event.start_mark.column + 1)
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            self.stop("E_C_SYNTAX", event, "uses an anchor or an alias", "write the value out")
        if event.tag:
            self.stop("E_C_SYNTAX", event, f"uses the tag {event.tag}", "remove it; put text in quotes")
        if self.nodes > MAX_NODES:
            self.stop("E_C_FILE", event, f"holds more than {MAX_NODES} values", "split it into several files")
        if len(path) > MAX_DEPTH:
            self.stop("E_C_FILE", event, f"is nested more than {MAX_DEPTH} deep")
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(path)
        return self.mapping(path) if isinstance(event, yaml.MappingStartEvent) else self.scalar(event, path)

    def sequence(self, path: tuple[PathStep, ...]) -> list[Any]:
        values: list[Any] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            values.append(self.value(event, (*path, len(values))))
        return values

    def mapping(self, path: tuple[PathStep, ...]) -> dict[str, Any]:
        values: dict[str, Any] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent) or event.anchor or event.tag:
                self.stop("E_C_SYNTAX", event, "a key is not plain text")
            key, is_repeated = event.value, event.value in values
            key_path = (*path, key)
            self.document.keys[key_path] = (event.start_mark.line + 1, event.start_mark.column + 1)
            if is_repeated:
                first = self.document.values[key_path][0]
                self.report("E_C_KEY", event, f"the key '{key}' is given twice, first in line {first}", "keep one")
            values[key] = self.value(next(self.events), key_path)
        return values

    def scalar(self, event: Any, path: tuple[PathStep, ...]) -> Any:
        text: str = event.value
        if event.style in ("|", ">"):
            self.document.blocks.add(path)
        if event.style:
            return text
        if text in WORDS:
            return WORDS[text]
        if WHOLE.fullmatch(text):
            return int(text)
        if NUMBER.fullmatch(text):
            return self.finite(event, float(text))
        return text

    def finite(self, event: Any, number: float) -> float:
        if not math.isfinite(number):
            self.stop("E_C_SYNTAX", event, f"the number {event.value} is too large")
        return number

    def report(self, code: str, event: Any, message: str, hint: str = "") -> None:
        place = Place(self.document.file, event.start_mark.line + 1, event.start_mark.column + 1, "")
        self.problems.add(code, place, message, hint)

    def stop(self, code: str, event: Any, message: str, hint: str = "") -> None:
        self.report(code, event, message, hint)
        raise _Stop
