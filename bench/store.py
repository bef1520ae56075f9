"""How long it takes until what happened at tables is on the disk, beside the disk itself."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from io import FileIO
from pathlib import Path

from fireteam.server.store.rows import AnswerRow, Change, EventRow, ItemRow, NewTableRow
from fireteam.server.store.store import Store, open_store

from .measure import Answer, Figure

GROUPS = (1, 8, 64, 256)  # units that are sent at once, each to a table of its own
RECORD = bytes(600)  # about what an event of a skirmish takes
LINE = "17 choice | red: move u1 e4 | d6=4 d6=2 | 0123456789abcdef"


def commits(quick: bool) -> Answer:
    """Units of an event, an item and an answer each: how many a second, and the wait of the slowest of a hundred."""
    rounds = 3 if quick else 300
    with tempfile.TemporaryDirectory() as folder:
        with Path(folder, "plain").open("wb", buffering=0) as file:
            disk = waits(rounds, lambda: write_page(file))
        store = open_store(f"{folder}/table.db")
        store.write(*(NewTableRow(f"{k}", 0.0, False, f"{k}", b"{}", "") for k in range(max(GROUPS))))
        rows = [row(store, group, rounds) for group in GROUPS]
        store.close()
    disk_row = (
        "fsync of 4 KB",
        f"{1 / (sum(disk) / rounds):,.0f}",
        "",
        percentile_text(disk, 50),
        percentile_text(disk, 99),
    )
    figures = [Figure("a durable unit of each of 64 tables at once, 99 of 100 within", f"{rows[2][4]} ms")]
    return Answer(
        "What it costs to lose nothing",
        "SQLite, WAL, synchronous=FULL, on the disk of temporary files; the units of a row are sent at once",
        ("units at once", "units a second", "commits a second", "median, ms", "99 of 100, ms"),
        [disk_row, *rows],
        figures,
    )


def row(store: Store, group: int, rounds: int) -> tuple[str, ...]:
    """A line of the table: so many units at once."""
    begun, units, number = store.writer.commits, store.writer.units, iter(range(group * 10**6, (group + 1) * 10**6))

    def send() -> None:
        at = next(number)
        for sent in [store.send(*unit(f"{k}", at)) for k in range(group)]:
            sent.result()

    took = waits(rounds, send)
    rates = ((count / sum(took)) for count in (store.writer.units - units, store.writer.commits - begun))
    return (f"{group}", *(f"{rate:,.0f}" for rate in rates), percentile_text(took, 50), percentile_text(took, 99))


def unit(table: str, number: int) -> tuple[Change, ...]:
    """What a choice at a table comes to."""
    event = EventRow(table, number, LINE, RECORD)
    return event, ItemRow(table, "table", number, 0.0, RECORD), AnswerRow(table, "red", f"{number}", "digest", b"{}")


def write_page(file: FileIO) -> None:
    """The disk alone: a page, and wait for it."""
    file.write(bytes(4096))
    os.fsync(file.fileno())


def waits(rounds: int, work: Callable[[], None]) -> list[float]:
    """How long each of so many rounds takes, the shortest first."""
    found = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        found.append(time.perf_counter() - began)
    return sorted(found)


def percentile_text(took: list[float], share: int) -> str:
    """The wait that so many of a hundred do not exceed, in milliseconds."""
    return f"{took[(len(took) - 1) * share // 100] * 1000:.2f}"
