"""Problems of content files: each with its place, and all of them reported together."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from ..core.errors import FireteamError

MAX_MESSAGE = 200
MAX_NAME = 40
MOST_NAMES = 20  # that a suggestion lists


class Place(NamedTuple):
    """Where something stands: the file, line and column counted from 1, and the path to the value."""

    file: str
    line: int
    column: int
    path: str


class Problem(msgspec.Struct, frozen=True, order=True):
    """One thing that is wrong (code `E_...`), odd (`W_...`) or worth a thought (`I_...`) in a content file.

    `missing` is the name of what it is about where that is not written down at the path.
    """

    file: str
    line: int
    column: int
    code: str
    path: str
    message: str
    hint: str = ""
    missing: str = ""

    @property
    def severity(self) -> str:
        """An error rejects the pack; a warning or an info does not."""
        return {"W_": "warning", "W-": "warning", "I_": "info", "I-": "info"}.get(self.code[:2], "error")

    def __str__(self) -> str:
        hint = f"; {self.hint}" if self.hint else ""
        return f"{display_path(self.file)}:{self.line}:{self.column}: {self.code} {self.message}{hint}"


class BadContent(FireteamError):
    """Content that cannot be used: every problem of every file of the pack, one a line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class Problems:
    """The list that a check writes to: it goes on after a problem, so that one run shows them all."""

    def __init__(self) -> None:
        self._all: list[Problem] = []
        self._errors = 0

    def __iter__(self) -> Iterator[Problem]:
        return iter(sorted(set(self._all)))

    def __len__(self) -> int:
        return len(self._all)

    def add(self, code: str, place: Place, message: str, hint: str = "", missing: str = "") -> None:
        """Note a problem; a value quoted in the message may be of any length."""
        message = message if len(message) <= MAX_MESSAGE else message[:MAX_MESSAGE] + "..."
        problem = Problem(place.file, place.line, place.column, code, place.path, message, hint, missing)
        self._all.append(problem)
        self._errors += problem.severity == "error"

    def count_errors(self) -> int:
        """How many errors so far: a check that compares two counts knows whether its part was sound."""
        return self._errors


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """The suggestion after a name that nothing answers to."""
    names = [str(each) for each in known]
    near = difflib.get_close_matches(str(name)[:MAX_NAME], names, n=1)
    if near:
        return f"did you mean '{near[0]}'?"
    return f"there is {', '.join(names)}" if 0 < len(names) <= MOST_NAMES else ""


def display_path(file: str) -> str:
    """A file as people find it: relative to the current folder if it lies there."""
    try:
        return str(Path(file).resolve().relative_to(Path.cwd()))
    except (OSError, ValueError, RuntimeError):  # a loop of links is a RuntimeError
        return file
