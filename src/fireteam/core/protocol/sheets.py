"""Sheets: what a player writes for one match, such as a band or a character, and what is told of one as it grows.

A game declares its sheets (`Game.sheets`), faces show them: the form with its limits and lawful choices, ready-made
sheets to begin with, and of each change what it costs and what is wrong with it by which clause. A match takes a sheet
as the value of an option, as one line of JSON (`SheetReport.text`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, Protocol, TypeAlias

import msgspec

Path: TypeAlias = tuple[str | int, ...]
"""Where something stands in a sheet: fields by name, what is in lists by number."""


class SheetChoice(msgspec.Struct, frozen=True):
    """A value that a field may have: what it is called and does, and what it costs where that is one number."""

    value: str | int
    title: str
    meaning: str = ""
    clause: str = ""
    points: int | None = None


class SheetField(msgspec.Struct, frozen=True):
    """A field of a sheet, as a form shows it.

    `kind` is what one value is: `text`, `number`, `flag`, `choice` (one of `choices`) or `record` (of `fields`).
    `shape` says how many there are: `one`, a `list`, or a `map` from names (one of `keys`, where there are any) to
    values. Numbers lie from `low` to `high` and may be `whole`; texts have at most `longest` characters; lists and maps
    have from `least` to `most` entries. What need not be given (`required`) is `default` otherwise.
    """

    name: str
    title: str
    meaning: str
    kind: str
    shape: str = "one"
    required: bool = False
    default: Any = None
    choices: tuple[SheetChoice, ...] = ()
    keys: tuple[SheetChoice, ...] = ()
    fields: tuple[SheetField, ...] = ()
    whole: bool = False
    low: float | None = None
    high: float | None = None
    longest: int | None = None
    least: int | None = None
    most: int | None = None


class SheetUse(msgspec.Struct, frozen=True):
    """An option of a match that takes a sheet, and what it is for."""

    option: str
    title: str


class ReadySheet(msgspec.Struct, frozen=True):
    """A sheet of the content, to begin with or to play as it is: the option it was made for, its cost, its value."""

    id: str
    title: str
    option: str
    total: int
    value: dict[str, Any]


class SheetForm(msgspec.Struct, frozen=True):
    """A kind of sheet: what it is, the options that take one, its fields, and sheets to begin with.

    `empty` is the value of one that has nothing yet; `unit` is what its costs are counted in. As text, a sheet has at
    most `largest` bytes.
    """

    id: str
    title: str
    meaning: str
    unit: str
    uses: tuple[SheetUse, ...]
    fields: tuple[SheetField, ...]
    empty: dict[str, Any]
    ready: tuple[ReadySheet, ...]
    largest: int

    def ready_for(self, option: str) -> list[ReadySheet]:
        """The sheets to begin with, those first that were made for an option."""
        return sorted(self.ready, key=lambda each: each.option != option)

    def ready_title(self, ready: ReadySheet) -> str:
        """What a list calls a sheet to begin with."""
        return f"{ready.title}, {ready.total} {self.unit}"


class SheetProblem(msgspec.Struct, frozen=True):
    """What is wrong with a sheet, where in it, and by which clause.

    `line` is that of the file it was read from, 0 without one. What does not forbid the sheet is a notice. `for_match`:
    the sheet is sound by itself, but not in this match.
    """

    path: Path
    sentence: str
    clause: str
    code: str
    forbids: bool = True
    for_match: bool = False
    line: int = 0


class SheetCost(msgspec.Struct, frozen=True):
    """What a part of a sheet costs; the costs of its parts make up its total."""

    path: Path
    label: str
    points: int
    clause: str = ""


class SheetReport(msgspec.Struct, frozen=True):
    """A sheet as it stands: its value, what it costs, and what is wrong with it.

    `text` is the value of the option that takes it, empty while the sheet is not sound by itself; `file` is the same as
    a file of its own, in YAML. `fits`: nothing in it forbids the match. `limit` is the most that it may cost there,
    None for no limit; `summary` says both in words. `option` is the option of the match that it is for.
    """

    title: str
    value: Any
    text: str
    file: str
    problems: tuple[SheetProblem, ...]
    costs: tuple[SheetCost, ...]
    total: int
    limit: int | None
    summary: str
    fits: bool
    option: str


class SheetMatch(msgspec.Struct, frozen=True):
    """The match that a sheet is for: which of its options takes it, its scenario (empty: whichever), its options."""

    option: str = ""
    scenario: str = ""
    options: Mapping[str, str] = {}
    packs: Sequence[str] = ()


class Sheet(Protocol):
    """A kind of sheet that a game has. `options` are the options of a match that take one, with what they are for."""

    @property
    def id(self) -> str:
        """What it is called in commands and addresses."""

    @property
    def options(self) -> Mapping[str, str]:
        """The options of a match that take one, and what they are for."""

    def form(self, packs: Sequence[str] = ()) -> SheetForm:
        """What it may say."""

    def check(self, value: Any, match: SheetMatch, adapt: bool = False) -> SheetReport:
        """What is to be told of a value, which may be anything; `adapt`: make it suit the match first."""

    def check_file(self, data: bytes, name: str, match: SheetMatch, adapt: bool = False) -> SheetReport:
        """The same of the bytes of a file of YAML, by its name; problems have its lines, unless it is adapted."""

    def read_file(self, path: FilePath, packs: Sequence[str] = ()) -> str:
        """A sound sheet from a file, as text for the option of a match."""
