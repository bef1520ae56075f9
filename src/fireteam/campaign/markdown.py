"""Sections of campaigns as Markdown, to keep and to print."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..core.protocol.campaign import Section

SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~]")


def markdown_of(sections: Sequence[Section]) -> str:
    """Sections one below another: headings, texts and tables; a curve as its points."""
    return "\n".join(line for n, section in enumerate(sections) for line in _lines_of(section, 1 if n == 0 else 2))


def _lines_of(section: Section, level: int) -> Iterator[str]:
    clause = f" ({_escape(section.clause)})" if section.clause else ""
    yield f"{'#' * level} {_escape(section.title)}{clause}\n"
    for paragraph in section.text.splitlines():
        yield f"{_escape(paragraph)}\n"
    if section.rows:
        yield _row(section.columns)
        yield f"|{' --- |' * len(section.columns)}"
        yield from map(_row, section.rows)
        yield ""
    for plot in section.plots:
        points = ", ".join(f"day {day:g}: {amount:g}" for day, amount in plot.points)
        yield f"{_escape(plot.name)}: {points or 'nothing yet'}\n"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(_escape(' '.join(cell.split())) for cell in cells)} |"


def _escape(text: str) -> str:
    return SPECIAL.sub(lambda found: f"\\{found.group()}", text)
