"""Sheets read by the checks of content: each problem with its clause; a match refuses by the first of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec

from ..core.errors import IllegalChoice
from .entry import Entry
from .field_checks import build_entry
from .problems import Problem, Problems
from .read import Document
from .sheet_form import text_lengths
from .sheet_text import clause_in, text_document, text_faults, without_clauses
from .value_checks import Checker, Terms, subject_of

MAX_PROBLEMS = 40  # that are told of one sheet


class CheckedSheet(NamedTuple):
    """A sheet with what is wrong with it; there is an entry only of one that is sound by itself."""

    entry: Any
    problems: tuple[Problem, ...]


class SheetReader(NamedTuple):
    """How sheets of a class are read: by the checks of content, whose problems name a clause here.

    `code` is that of problems which no check gives one, `clause` that of those which name none. `terms(content)` are
    what the values are checked by besides their types.
    """

    type: type[Entry]
    code: str
    clause: str
    terms: Callable[[Any], Terms]

    def check(self, document: Document | None, problems: Problems, content: Any) -> CheckedSheet:
        """The entry of a document, or what is wrong with it; `problems` are those that were met on the way to it."""
        entry = None
        if document is not None:
            root = document.root
            if Checker(problems, self.code, terms=self.terms(content)).check(root, self.type):
                entry = build_entry(root.value, self.type, root, problems)
            for node, fault in text_faults(root, text_lengths(self.type)):
                problems.add(self.code, node.place, f"{node.key or 'this'} {fault}")
        sheet_problems = tuple(self._with_clause(problem) for problem in problems)
        return CheckedSheet(None if problems.count_errors() else entry, sheet_problems[:MAX_PROBLEMS])

    def _with_clause(self, problem: Problem) -> Problem:
        """A problem whose message names its clause."""
        if clause_in(problem.message + problem.hint):
            return problem
        code = self.code if problem.code.startswith("E_C_") else problem.code
        return msgspec.structs.replace(problem, code=code, message=f"{problem.message} ({self.clause})")

    def read(self, text: str, content: Any) -> Any:
        """The entry of a sheet as one line of JSON.

        Raises:
            IllegalChoice: it is none, or not sound.
        """
        problems = Problems()
        document = text_document(text, problems)
        checked = self.check(document, problems, content)
        if checked.entry is None:
            raise refusal_of(checked.problems)
        return checked.entry

    def sentence(self, problem: Problem, document: Document | None) -> str:
        """What a problem says, without what the sheet is called and without its clause."""
        subject = subject_of(document.root, self.type) if document and isinstance(document.value, dict) else ""
        message = problem.message.removeprefix(subject)
        return without_clauses(f"{message}; {problem.hint}" if problem.hint else message)


def refusal_of(problems: Iterable[Problem]) -> IllegalChoice:
    """The refusal of a sheet by the first of its problems."""
    first = next(iter(problems))
    sentence = f"{first.message}; {first.hint}" if first.hint else first.message
    return IllegalChoice(first.code, clause_in(sentence), without_clauses(sentence))
