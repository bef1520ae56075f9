"""The console: lines of text for people, wrapped to a width; coloured only where that is wanted."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, TextIO, TypeAlias

WIDTH, MAX_WIDTH = 80, 120
Span: TypeAlias = str | tuple[str, str]
Line: TypeAlias = Sequence[Span]


ASCII_SIGNS = str.maketrans(
    {
        **dict.fromkeys("┃║│┆", "|"),
        **dict.fromkeys("━─", "-"),
        **dict.fromkeys("┏┓┗┛┣┫┳┻╋┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬", "+"),
        **{"═": "=", "║": '"', "┄": ".", "┆": ":", "·": ",", "∙": "`", "▒": "%", "█": "#", "░": "~"},
        **{"•": "*", "×": "x", "▸": ">", "∘": "o", "…": "...", "–": "-", "’": "'"},
    }
)
"""Signs for streams that have no others."""


def text_of(line: Line) -> str:
    """A line without its styles."""
    return "".join(piece if isinstance(piece, str) else piece[0] for piece in line)


def length(line: Line) -> int:
    """How many columns a line takes."""
    return len(text_of(line))


class Console:
    """Where a face writes: a stream, so many columns wide, with colour or without."""

    def __init__(self, stream: TextIO | None = None, width: int | None = None, colour: bool = False) -> None:
        self.stream = sys.stdout if stream is None else stream
        self.colour = colour
        if width is None:
            width = shutil.get_terminal_size((WIDTH, 24)).columns if self.stream.isatty() else WIDTH
        self.width = max(40, min(width, MAX_WIDTH))
        self._rich_console: Any = None

    def write(self, *line: Span) -> None:
        """One line of text and (text, style) pieces; where a stream has no signs for it, the nearest that it has."""
        if not self._can_write(text_of(line)):
            line = tuple(
                piece.translate(ASCII_SIGNS) if isinstance(piece, str) else (piece[0].translate(ASCII_SIGNS), piece[1])
                for piece in line
            )
        if self.colour:
            self._print(line)
        else:
            print(text_of(line).rstrip(), file=self.stream, flush=True)

    def _can_write(self, text: str) -> bool:
        """Whether the stream has a sign for every letter."""
        try:
            text.encode(self.stream.encoding or "utf-8")
        except UnicodeEncodeError:
            return False
        return True

    def _print(self, line: Line) -> None:
        from rich.console import Console
        from rich.text import Text

        if self._rich_console is None:
            self._rich_console = Console(file=self.stream, highlight=False, soft_wrap=True, force_terminal=True)
        self._rich_console.print(Text.assemble(*line))

    def write_prose(self, text: str, indent: str = "", hang: str | None = None, style: str = "") -> None:
        """Text wrapped to the width; lines after the first begin with `hang`."""
        for line in wrap(text, self.width, indent, hang):
            self.write((line, style))

    def clear(self) -> None:
        """Take what stands on a terminal out of sight, with what has scrolled away; elsewhere a few empty lines."""
        if self.stream.isatty():
            self.stream.write("\x1b[H\x1b[2J\x1b[3J")
            self.stream.flush()
        else:
            self.write("")


def printable(text: str) -> str:
    """A text without what a terminal would obey rather than show: control characters, changes of direction."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def wrap(text: str, width: int, indent: str = "", hang: str | None = None) -> list[str]:
    """Text in lines of at most so many columns."""
    hang = indent if hang is None else hang
    return textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=hang, break_on_hyphens=False, break_long_words=False
    ) or [indent.rstrip()]


def pack_words(words: Iterable[str], width: int, indent: str = "", gap: str = "   ") -> list[str]:
    """Words side by side, as many to a line as fit; none is broken."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + len(gap) + len(word) > width:
            lines.append(line)
            line = ""
        line = f"{line}{gap}{word}" if line else f"{indent}{word}"
    return [*lines, line] if line else lines
