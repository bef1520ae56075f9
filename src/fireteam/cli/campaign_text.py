"""Campaigns at a terminal: sections with their tables and curves, and the lines of a log."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..terminal.console import printable, wrap

if TYPE_CHECKING:
    from ..campaign.campaign import LogLine
    from ..core.protocol.campaign import Plot, Section

BARS = "▁▂▃▄▅▆▇█"
MOST_BARS = 60
WIDTH = 100


def section_lines(sections: Sequence[Section]) -> Iterator[str]:
    """Sections one below another."""
    for number, section in enumerate(sections):
        if number:
            yield ""
        yield printable(f"{section.title} ({section.clause})" if section.clause else section.title)
        for line in section.text.splitlines():
            yield from wrap(printable(line), WIDTH, "  ")
        yield from _table_lines(section.columns, section.rows)
        yield from map(_plot_line, section.plots)


def _table_lines(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    cells = [[printable(cell) for cell in row] for row in ((columns, *rows) if any(columns) else rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _plot_line(plot: Plot) -> str:
    """A curve as a row of bars, from its first day to its last."""
    if not plot.points:
        return f"  {printable(plot.name)}: nothing yet"
    (first, _), (last, now) = plot.points[0], plot.points[-1]
    amounts = [_amount_at(plot, first + (last - first) * k / (MOST_BARS - 1)) for k in range(MOST_BARS)]
    low, high = min(amounts), max(amounts)
    scale = (len(BARS) - 1) / (high - low) if high > low else 0
    bars = "".join(BARS[round((amount - low) * scale)] for amount in amounts)
    return f"  {printable(plot.name)}: day {first:g} {bars} day {last:g}: {now:g}"


def _amount_at(plot: Plot, day: float) -> float:
    """The amount of the last point that is not after a day."""
    return next((amount for at, amount in reversed(plot.points) if at <= day), plot.points[0][1])


def log_lines(lines: Sequence[LogLine]) -> Iterator[str]:
    """Entries, each with who, when and why, what was said of it and what differs."""
    for line in lines:
        when = datetime.datetime.fromtimestamp(line.at).strftime("%Y-%m-%d %H:%M")
        reason = f": {line.reason}" if line.reason else ""
        gone = " [undone]" if line.undone else ""
        yield printable(f"{line.number:>4}  {when}  {line.by}, {line.word}{reason}{gone}")
        yield from change_lines(line, "      ")


def change_lines(line: LogLine, indent: str = "") -> Iterator[str]:
    """What was said of an entry, and what differs by it."""
    yield from (indent + printable(sentence) for sentence in line.sentences)
    yield from (f"{indent}  {printable(str(each))}" for each in line.differences)
