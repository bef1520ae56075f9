"""Sheets of entries: a player writes an entry of a kind for one match, by the same checks as those of content files."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin

import msgspec

from ..core.protocol.sheets import Path as SheetPath
from ..core.protocol.sheets import (
    ReadySheet,
    SheetCost,
    SheetForm,
    SheetMatch,
    SheetProblem,
    SheetReport,
    SheetUse,
)
from .entry import Entry
from .field_kinds import Reference
from .library import Library, load
from .packs import Kind
from .problems import BadContent, Problems
from .read import Document, path_text, read_bytes
from .sheet_form import FormTerms, form_fields
from .sheet_reader import CheckedSheet, SheetReader
from .sheet_text import (
    MAX_SHEET,
    clause_in,
    file_document,
    file_text,
    plain_value,
    sheet_text,
    value_at,
    value_document,
    without_clauses,
)
from .type_text import hints_of, notes_of, strip_annotations, value_fault, without_null
from .value_checks import NO_TERMS, Fault, Terms, is_entry

NOTHING: Any = object()
Costs = Mapping[type[Entry], Callable[[Any, Any], Iterable[SheetCost]]]


class MatchNote(NamedTuple):
    """What is to be told of a sheet in a match: a fault with its code, or a notice, which forbids nothing."""

    fault: Fault
    forbids: bool = True


class EntrySheet(NamedTuple):
    """A kind of sheet: the entries of a kind of content, written for one match.

    `options` are the options of a match that take one, with what they are for. `library()` is the game's, `reader` the
    checks. `words(content)` explain the values of fields, with their clause in brackets, and `points(content)` are what
    they cost, by field and value. `costs` are what entries of a class cost, in parts: each at its path in the entry;
    an entry may lack what is not sound yet. `limit(content, match)` is the most that a sheet may cost in a match.
    `option_of(entry)` is the option that an entry was made for. `notes(content, match, entry)` is what else is to be
    told of a sound entry in a match. `adapt(content, match, value)` makes a value suit a match as far as it can.
    """

    kind: Kind
    title: str
    options: Mapping[str, str]
    empty: Mapping[str, Any]
    library: Callable[[], Library]
    reader: SheetReader
    costs: Costs
    limit: Callable[[Any, SheetMatch], int | None]
    option_of: Callable[[Any], str]
    notes: Callable[[Any, SheetMatch, Any], Iterable[MatchNote]]
    adapt: Callable[[Any, SheetMatch, dict[str, Any]], dict[str, Any]]
    words: Callable[[Any], Mapping[str, Mapping[str | int, str]]] = lambda content: NO_TERMS
    points: Callable[[Any], Mapping[str, Mapping[str | int, int]]] = lambda content: NO_TERMS

    @property
    def id(self) -> str:
        """What it is called in commands and addresses."""
        return self.kind.singular

    def content(self, packs: Sequence[str]) -> Any:
        """What the packs hold, laid over the game's own.

        Raises:
            BadContent: a pack with errors.
        """
        return load(self.library().game, [Path(pack) for pack in packs]).content

    def form(self, packs: Sequence[str] = ()) -> SheetForm:
        """What a sheet may say.

        Raises:
            BadContent: a pack with errors.
        """
        content = self.content(packs)
        terms = FormTerms(
            self.reader.terms(content), self.library().entries(content), self.words(content), self.points(content)
        )
        return SheetForm(
            self.id,
            self.title,
            without_clauses(inspect.getdoc(self.reader.type) or ""),
            "points",
            tuple(SheetUse(option, title) for option, title in self.options.items()),
            form_fields(self.reader.type, terms),
            dict(self.empty),
            tuple(self._ready(entry, content) for entry in getattr(content, self.kind.section).values()),
            MAX_SHEET,
        )

    def _ready(self, entry: Any, content: Any) -> ReadySheet:
        value = plain_value(entry)
        total = sum(cost.points for cost in self.costs_of(value, content))
        return ReadySheet(entry.id, getattr(entry, "name", entry.id), self.option_of(entry), total, value)

    def check(self, value: Any, match: SheetMatch, adapt: bool = False) -> SheetReport:
        """What is to be told of a value, which may be anything; `adapt`: make it suit the match first.

        Raises:
            FireteamError: there is no such match.
        """
        content, problems = self.content(match.packs), Problems()
        if adapt and isinstance(value, dict) and value_document(value, Problems()):
            value = self.adapt(content, match, value)
        document = value_document(value, problems)
        return self._report(document, problems, content, match, has_lines=False)

    def check_file(self, data: bytes, name: str, match: SheetMatch, adapt: bool = False) -> SheetReport:
        """The same of the bytes of a file of YAML, by its name; problems have its lines, unless it is adapted.

        Raises:
            FireteamError: there is no such match.
        """
        content, problems = self.content(match.packs), Problems()
        document = file_document(data, name, problems)
        if adapt and document:
            return self.check(document.value, match, adapt)
        return self._report(document, problems, content, match, has_lines=True)

    def read_file(self, path: Path, packs: Sequence[str] = ()) -> str:
        """A sheet from a file as text for the option of a match.

        Raises:
            BadContent: it cannot be read, or is not sound: file, line, and clause.
        """
        content, problems = self.content(packs), Problems()
        data = read_bytes(path, problems)
        if data is None:
            raise BadContent(problems)
        checked = self.reader.check(file_document(data, str(path), problems), problems, content)
        if checked.entry is None:
            raise BadContent(checked.problems)
        return sheet_text(checked.entry)

    def _report(
        self, document: Document | None, problems: Problems, content: Any, match: SheetMatch, has_lines: bool
    ) -> SheetReport:
        checked = self.reader.check(document, problems, content)
        value, entry = document.value if document else None, checked.entry
        if entry is not None and not match.option:
            match = msgspec.structs.replace(match, option=self.option_of(entry))
        notes = list(self.notes(content, match, entry)) if entry is not None else []
        costs = tuple(self.costs_of(value, content))
        total, limit = sum(cost.points for cost in costs), self.limit(content, match)
        found = [*self._own_problems(checked, document), *(_match_problem(note, document) for note in notes)]
        if not has_lines:
            found = [msgspec.structs.replace(problem, line=0) for problem in found]
        name = value_at(value, ("name",))
        return SheetReport(
            name if isinstance(name, str) and name else self.title,
            value,
            "" if entry is None else sheet_text(entry),
            file_text(value if entry is None else plain_value(entry)),
            tuple(found),
            costs,
            total,
            limit,
            summary(total, limit),
            entry is not None and not any(problem.forbids for problem in found),
            match.option,
        )

    def _own_problems(self, checked: CheckedSheet, document: Document | None) -> Iterator[SheetProblem]:
        """What is wrong with a sheet by itself."""
        paths = {path_text(path): path for path in document.values} if document else {}
        for problem in checked.problems:
            yield SheetProblem(
                (*paths.get(problem.path, ()), *filter(None, [problem.missing])),
                self.reader.sentence(problem, document),
                clause_in(problem.message + problem.hint),
                problem.code,
                problem.severity == "error",
                line=problem.line,
            )

    def costs_of(self, value: Any, content: Any) -> Iterator[SheetCost]:
        """What a value costs, as far as it is sound: of every part of a class that costs anything."""
        yield from self._costs_in(value, self.reader.type, (), self.reader.terms(content), content)

    def _costs_in(self, value: Any, type: Any, path: SheetPath, terms: Terms, content: Any) -> Iterator[SheetCost]:
        inner = _inner(type)
        if is_entry(inner) and isinstance(value, dict):
            if find := self.costs.get(inner):
                for cost in find(sound_part(value, inner, terms), content):
                    yield msgspec.structs.replace(cost, path=(*path, *cost.path))
            for name, hint in hints_of(inner).items():
                yield from self._costs_in(value.get(name), hint, (*path, name), terms, content)
        elif get_origin(inner) is tuple and get_args(inner)[-1] is Ellipsis and isinstance(value, list):
            for n, each in enumerate(value):
                yield from self._costs_in(each, get_args(inner)[0], (*path, n), terms, content)


def sound_part(value: Any, type: Any, terms: Terms) -> Any:
    """A value without what is not sound in it, NOTHING where nothing is; texts that an entry needs may be empty."""
    inner = _inner(type)
    if is_entry(inner) and isinstance(value, dict):
        parts = {}
        for field in msgspec.structs.fields(inner):
            part = sound_part(value.get(field.encode_name, NOTHING), hints_of(inner)[field.encode_name], terms)
            if part is not NOTHING or field.required:
                parts[field.name] = "" if part is NOTHING else part
        return inner(**parts)
    if get_origin(inner) is tuple and get_args(inner)[-1] is Ellipsis and isinstance(value, list):
        items = [sound_part(each, get_args(inner)[0], terms) for each in value]
        return tuple(each for each in items if each is not NOTHING)
    if value is NOTHING or value_fault(value, type) or not _is_known(value, type, terms):
        return NOTHING
    return msgspec.convert(value, type)


def _is_known(value: Any, type: Any, terms: Terms) -> bool:
    """Whether a name is one that there is."""
    notes = [note for note in notes_of(type) if isinstance(note, Reference) and note.kind in terms.names]
    return all(value in terms.names[note.kind] or value in note.others for note in notes)


def _inner(type: Any) -> Any:
    return strip_annotations(without_null(strip_annotations(type)))


def summary(total: int, limit: int | None) -> str:
    """What a sheet costs, and what is left: `38 of 40 points: 2 left`."""
    if limit is None:
        return f"{total} point{'' if total == 1 else 's'}"
    left = limit - total
    return f"{total} of {limit} points: {f'{left} left' if left > 0 else f'{-left} too many' if left else 'just right'}"


def _match_problem(note: MatchNote, document: Document | None) -> SheetProblem:
    """What is to be told of a sheet in its match."""
    fault = note.fault
    line, _ = document.values.get(fault.path, (1, 1)) if document else (1, 1)
    return SheetProblem(
        fault.path,
        without_clauses(fault.reason),
        clause_in(fault.reason),
        fault.code,
        note.forbids,
        True,
        line,
    )
