"""Entries made in questions and answers: what is wrong with one as it grows, and by which clause."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .problems import Problem

Fields = dict[str, Any]


class Verdict(NamedTuple):
    """What the checks say of an entry: a sentence, its clause, whether it forbids the entry, and the field it is about.

    The field is empty for what is about the whole entry, and None for a value that no file can hold.
    """

    text: str
    clause: str
    forbids: bool
    field: str | None

    @classmethod
    def of(cls, problem: Problem, clause: str) -> Verdict:
        """A problem of an entry that is the first of a list, with its clause instead of its place."""
        text = problem.message.partition(": ")[2] or problem.message
        hint = f"; {problem.hint}" if problem.hint else ""
        field = problem.path.partition(".")[2].partition("[")[0] if problem.path else None
        return cls(f"{text}{hint}", clause, problem.severity == "error", field)

    def __str__(self) -> str:
        return f"{self.text} (rules {self.clause})"


class EntryMaker:
    """Makes an entry in questions and answers, each field until no check refuses it for itself.

    `questions` ask for the fields, in their order; those that are `derived` from others only where the entry is to be
    changed. `judge` says what is wrong with an entry that may be unfinished, `optional` are the fields that may be
    None. `read` shows a prompt and gives a line, `tell` shows a line, and `react` is called with a field that has been
    given.
    """

    def __init__(
        self,
        questions: Mapping[str, Callable[[Fields], Any]],
        judge: Callable[[Fields], list[Verdict]],
        read: Callable[[str], str],
        tell: Callable[[str], None],
        react: Callable[[str, Fields], None],
        optional: tuple[str, ...] = (),
        derived: Mapping[str, Callable[[Fields], Any]] | None = None,
    ) -> None:
        self.questions, self.judge, self.read, self.tell = questions, judge, read, tell
        self.react, self.optional, self.derived = react, optional, derived or {}

    def make(self, given: Fields) -> Fields:
        """Ask for all that is not given, then for changes, until the entry is one that may be used."""
        fields = dict(given)
        for field in self.questions:
            if field not in given and field not in self.derived:
                fields = self._ask(field, fields)
        for field, derive in self.derived.items():
            fields.setdefault(field, derive(fields))
        return self._change(fields)

    def _change(self, fields: Fields) -> Fields:
        """Ask for changes of a whole entry."""
        while True:
            verdicts = self.judge(fields)
            for verdict in verdicts:
                self.tell(f"  {verdict}")
            bad = any(verdict.forbids for verdict in verdicts)
            word = self.read(f"Change what? {', '.join(self.questions)}{'' if bad else ' (Enter: nothing)'}: ").strip()
            if word.lower() in self.questions:
                fields = self._ask(word.lower(), fields)
            elif not bad and not word:
                return fields
            elif bad and not word:
                self.tell("  it cannot be used like this: change something, or leave with Ctrl-D")

    def _ask(self, field: str, fields: Fields) -> Fields:
        """Ask for a field until the answer is one that no check refuses for itself."""
        while True:
            value = self.questions[field](fields)
            if value is None and field not in self.optional:
                self.tell("  it cannot be left out")
                continue
            tried = {**fields, field: value}
            own = [each for each in self.judge(tried) if each.forbids and each.field in (field, None)]
            if not own:
                self.react(field, tried)
                return tried
            for verdict in own:
                self.tell(f"  {verdict}")
