"""A sheet written in lines: begun from nothing or from another, changed word by word, with its points after each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ...content.sheet_text import value_at
from ...core.errors import BadNotation, FireteamError, WriteFailed
from ...core.protocol.sheets import Path as SheetPath
from ...core.protocol.sheets import Sheet, SheetField, SheetForm, SheetMatch, SheetProblem, SheetReport
from ...durable_files import write_file
from ..console import Console
from ..draw.sheet import cost_lines, field_lines, field_meaning, problem_text, sheet_lines, value_text
from ..input.sheet_words import Part, find_part, read_words, with_value

MAX_UNDO = 100  # changes that can be taken back
GIVEN = re.compile(r"(\w+)=(.*?)(?=\s+\w+=|$)")  # a field with its value

HELP = """\
add                     a new entry: its fields are asked for; or: add name=Ann traits=Fast,Tough
A1 traits Fast Tough    these traits and no others; +Fast adds one, -Fast takes one away, none takes all
A1 traits               what may be chosen and what it costs; then it is asked for
A1                      all fields of A1, one after another; Enter leaves one as it is
name Long Riders        any other field by its name
copy A1, remove A1      one more like it, one less
fit                     make it suit the match: ids of the side, a place for everybody
show, points            the sheet; what each part of it costs
undo                    take the last change back
save FILE               write it down; then it says how to play it
quit                    leave"""


class SheetEditor:
    """A sheet in the making: `value` is how it stands, `report` what is told of it."""

    def __init__(
        self,
        sheet: Sheet,
        match: SheetMatch,
        value: Any,
        read: Callable[[str], str],
        console: Console,
        play_line: Callable[[Path], str],
        file: Path | None = None,
    ) -> None:
        self.sheet, self.match, self.value = sheet, match, value
        self.read, self.console, self.play_line = read, console, play_line
        self.form: SheetForm = sheet.form(match.packs)
        self.report: SheetReport = sheet.check(value, match)
        self.file, self.saved = file, value
        self.history: list[Any] = []
        self.known_notices: set[str] = set()
        self.known_fields: set[str] = set()
        self.commands: dict[str, Callable[[Sequence[str]], None]] = {
            "add": self.add,
            "copy": self.copy,
            "remove": self.remove,
            "fit": self.fit,
            "show": self.show,
            "points": self.points,
            "undo": self.undo,
            "save": self.save,
            "help": self.help,
            "?": self.help,
        }

    def run(self) -> None:
        """Read lines until somebody leaves, who is told if something is not saved."""
        self.show()
        self.console.write("`help` tells what can be typed.")
        is_warned = False
        try:
            while True:
                words = self.read("> ").split()
                if words == ["quit"] and (is_warned or self.value == self.saved):
                    return
                is_warned = words == ["quit"]
                if is_warned:
                    self.console.write("It is not saved: `save` it, or `quit` once more to leave it.")
                elif words:
                    self.run_words(words)
        except EOFError:
            self.console.write()
            if self.value != self.saved:
                self.console.write("It is not saved.")

    def run_words(self, words: Sequence[str]) -> None:
        """Do what a line says; what cannot be done is told, and nothing has changed."""
        try:
            if command := self.commands.get(words[0].lower()):
                command(words[1:])
            else:
                self._change(words)
        except FireteamError as error:
            self.console.write_prose(str(error), hang="  ")

    # What is told

    def show(self, words: Sequence[str] = ()) -> None:
        """The sheet, and what is wrong with it."""
        for line in sheet_lines(self.form, self.report, self.console.width):
            self.console.write(line)
        self._show_problems()

    def points(self, words: Sequence[str] = ()) -> None:
        """What each part costs."""
        for line in cost_lines(self.report, self.form.unit):
            self.console.write(line)
        self.console.write(f"  {self.report.summary}")

    def help(self, words: Sequence[str] = ()) -> None:
        """What can be typed, and what the sheet may say."""
        for line in HELP.split("\n"):
            self.console.write(f"  {line}")
        for field in self.form.fields:
            self.console.write_prose(f"{field.title}: {field_meaning(field)}", "  ", "      ")
            if field.kind == "record":
                names = ", ".join(each.title for each in field.fields)
                self.console.write_prose(f"each has {names}", "      ", "      ")

    def _show_problems(self) -> None:
        for problem in self.report.problems:
            if problem.forbids:
                self.console.write_prose(f"! {problem_text(problem)}", hang="    ", style="bold red")
            elif problem.sentence not in self.known_notices:
                self.known_notices.add(problem.sentence)
                self.console.write_prose(f"* {problem_text(problem)}", hang="    ")

    def _show_field(self, field: SheetField, is_short: bool = False) -> None:
        for line in field_lines(field, self.form.unit, self.console.width, is_short):
            self.console.write(line)

    # What is changed

    def _set(self, value: Any, path: SheetPath | None = None, adapt: bool = False) -> None:
        """Take a changed value, unless that makes it wrong: at the path where it was changed, or what was sound at all.

        Raises:
            BadNotation: it does: a sentence with its clause.
        """
        report = self.sheet.check(value, self.match, adapt)
        before = {(problem.path, problem.sentence) for problem in self.report.problems if _forbids(problem)}
        for problem in report.problems if path is not None else ():
            is_here = problem.path[: len(path or ())] == path
            if _forbids(problem) and (not before or (is_here and (problem.path, problem.sentence) not in before)):
                raise BadNotation(f"{problem_text(problem)}; nothing has changed")
        self.history = [*self.history[-MAX_UNDO:], self.value]
        self.value, self.report = report.value, report
        self.console.write(f"  {self.report.summary}")
        self._show_problems()

    def _change(self, words: Sequence[str]) -> None:
        part = find_part(self.form.fields, self.value, words)
        if part.is_entry or (part.field.kind == "record" and part.field.shape == "one"):
            self._ask_all(part)
        elif part.field.kind == "record":
            raise BadNotation(f"`add` adds one; each of the {part.field.title} is changed by its name")
        elif part.words:
            self._set_field(part.path, part.field, part.words)
        else:
            self._ask(part.path, part.field)

    def _set_field(self, path: SheetPath, field: SheetField, words: Sequence[str]) -> None:
        value = read_words(field, value_at(self.value, path), words)
        self._set(with_value(self.value, path, value), path)

    def _ask(self, path: SheetPath, field: SheetField) -> None:
        """Tell what a field may be, and ask for it until that can stand; Enter leaves it as it is.

        What its choices do is told the first time, and after a `?`.
        """
        self._show_field(field, field.name in self.known_fields)
        self.known_fields.add(field.name)
        old = value_at(self.value, path)
        shown = value_text(field.default if old is None else old)
        while words := self.read(f"{field.title} [{shown}]: ").split():
            if words == ["?"]:
                self._show_field(field)
                continue
            try:
                self._set_field(path, field, words)
                return
            except FireteamError as error:
                self.console.write_prose(str(error), hang="  ")

    def _ask_all(self, part: Part) -> None:
        for field in part.field.fields:
            if field.kind != "record":
                self._ask((*part.path, field.name), field)

    def _list(self, words: Sequence[str]) -> SheetField:
        """The list of entries that words name; the first one without a word."""
        lists = [field for field in self.form.fields if field.kind == "record" and field.shape == "list"]
        named = [field for field in lists if words and words[0] == field.name]
        if not lists:
            raise BadNotation("this sheet has no lists; its fields are changed by their names")
        return (named or lists)[0]

    def add(self, words: Sequence[str]) -> None:
        """A new entry, by `field=value` words; without any, all its fields are asked for."""
        field = self._list(words)
        given = " ".join(word for word in words if word != field.name)
        entry: dict[str, Any] = {}
        if given and not GIVEN.match(given):
            raise BadNotation("write add name=Ann traits=Fast,Tough, or add alone")
        for name, text in GIVEN.findall(given):
            part = find_part(field.fields, entry, [name])
            entry[part.field.name] = read_words(part.field, None, text.split())
        old = self.value.get(field.name) if isinstance(self.value, dict) else None
        path: SheetPath = (field.name, len(old) if isinstance(old, list) else 0)
        report = self.sheet.check(with_value(self.value, path, entry), self.match, adapt=True)
        self._set(report.value, path[:1])
        if not given:
            self._ask_all(Part(path, _without_id(field), True, ()))

    def copy(self, words: Sequence[str]) -> None:
        """One more like an entry, with an id of its own."""
        path = self._entry(words).path
        listed = path[:-1]
        new = (*listed, len(value_at(self.value, listed)))
        self._set(with_value(self.value, new, value_at(self.value, path)), listed, adapt=True)

    def remove(self, words: Sequence[str]) -> None:
        """One entry less."""
        self._set(with_value(self.value, self._entry(words).path, None))

    def _entry(self, words: Sequence[str]) -> Part:
        part = find_part(self.form.fields, self.value, words) if words else None
        if part is None or not part.is_entry:
            raise BadNotation("which one? write its id, such as remove A1")
        return part

    def fit(self, words: Sequence[str] = ()) -> None:
        """Make it suit the match."""
        self._set(self.value, adapt=True)
        self.show()

    def undo(self, words: Sequence[str] = ()) -> None:
        """Take the last change back."""
        if not self.history:
            raise BadNotation("there is nothing to take back")
        self.value = self.history.pop()
        self.report = self.sheet.check(self.value, self.match)
        self.show()

    def save(self, words: Sequence[str]) -> None:
        """Write it to a file; another file than its own must be new, unless `over` follows."""
        is_over = words[-1:] == ["over"]
        name = " ".join(words[: len(words) - is_over])
        path = Path(name) if name else self.file or Path(f"{value_at(self.value, ('id',)) or self.form.id}.yaml")
        if path.exists() and path != self.file and not is_over:
            raise WriteFailed(f"there is a {path} already; `save {path} over` writes this in its place")
        try:
            write_file(path, self.report.file.encode())
        except (OSError, ValueError) as error:
            raise WriteFailed(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None
        self.file, self.saved = path, self.value
        self.console.write(f"{path} is written.")
        if self.report.fits:
            self.console.write(f"Play it: {self.play_line(path)}")
        else:
            self.console.write("It cannot be played like this yet:")
            self._show_problems()


def _forbids(problem: SheetProblem) -> bool:
    """Whether a sheet cannot be this, in whatever match."""
    return problem.forbids and not problem.for_match


def _without_id(field: SheetField) -> SheetField:
    """A list of entries without their ids, which they get by themselves."""
    return msgspec.structs.replace(field, fields=tuple(each for each in field.fields if each.name != "id"))
