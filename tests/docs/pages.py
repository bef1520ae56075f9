"""The documents as tests read them: blocks of code, the commands in them, and what they say that commands answer."""

from __future__ import annotations

import re
import runpy
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```+(?P<language>[\w{}-]*).*?\n(?P<body>.*?)^```+$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:(?<=\n\n)|\A)(?: {4}.*\n(?:\n(?= {4}))?)+")
PROGRAMS = ("fireteam ", "./play", ".venv/bin/fireteam ", "./check", "node ", "git ", "python ", ".venv/bin/ruff ")


class Command(NamedTuple):
    """A command line of a page, as words for `fireteam`, and where it stands."""

    page: str
    line: str
    words: list[str]


def texts() -> dict[str, str]:
    """Every page that people write, by its path."""
    pages = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(ROOT.glob("docs/*.md"))
    return {str(page.relative_to(ROOT)): page.read_text(encoding="utf-8") for page in pages}


def blocks(text: str, language: str | None = None) -> Iterator[str]:
    """The blocks of code of a page: those of a language, or all of them."""
    for fence in FENCE.finditer(text):
        if language is None or fence["language"] == language:
            yield fence["body"]
    if language is None:
        for found in INDENTED.finditer(FENCE.sub("\n", text)):
            yield re.sub(r"^ {4}", "", found[0], flags=re.MULTILINE)


def commands() -> list[Command]:
    """Every command of every page: the lines of blocks that hold nothing but commands, and those after a `$`."""
    found = []
    for page, text in texts().items():
        for block in blocks(text):
            lines = [line for line in block.splitlines() if line.strip()]
            if not all(line.startswith(PROGRAMS) for line in lines):
                lines = [line[2:] for line in lines if line.startswith("$ ")]
            found += [Command(page, line, words) for line in lines if (words := words_of(line))]
    return found


def words_of(line: str) -> list[str]:
    """A command line as words for `fireteam`, without what is said of it two columns later; none for other programs."""
    program, *words = shlex.split(re.split(r" {2,}", line.strip())[0])
    if program == "./play":
        found: list[str] = runpy.run_path(str(ROOT / "play"))["program_args"](words)
        return found
    return words if program.endswith("fireteam") else []


def answers(text: str) -> Iterator[tuple[str, str]]:
    """Commands of `console` blocks, each with what the page says it prints."""
    for block in blocks(text, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, printed = part.partition("\n")
            yield line, printed
