"""How long it takes until what happened at tables is on the disk, and how much processor time; the disk beside."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from io import FileIO
from pathlib import Path

from fireteam.server.store.acts import act_row
from fireteam.server.store.rows import ActItem, ActRow, AnswerRow, EventRow, NewTableRow
from fireteam.server.store.store import Store, open_store

from .measure import Answer, Figure

GROUPS = (1, 8, 32, 64, 256)  # acts that are sent at once, each to a table of its own
RECORD = bytes(200)  # what the record of a quick choice takes at most
DIGEST = ": attack rc2 bk1"  # of a choice: it is that itself


def commits(quick: bool) -> Answer:
    """Acts of an event, an item and an answer each: how many a second, and the wait of the slowest of a hundred."""
    rounds = 3 if quick else 300
    with tempfile.TemporaryDirectory() as folder:
        with Path(folder, "plain").open("wb", buffering=0) as file:
            disk = waits(rounds, lambda: write_page(file))
        store = open_store(f"{folder}/table.db")
        store.write(*(NewTableRow(f"{k:016}", 0.0, False, f"{k}", b"{}", "") for k in range(max(GROUPS))))
        rows = [row(store, group, rounds) for group in GROUPS]
        store.close()
    disk_row = (
        "fsync of 4 KB",
        f"{1 / (sum(disk) / rounds):,.0f}",
        "",
        "",
        percentile_text(disk, 50),
        percentile_text(disk, 99),
    )
    by_group = dict(zip(GROUPS, rows, strict=True))
    figures = [
        Figure("a durable act at each of 64 tables at once, 99 of 100 within", f"{by_group[64][5]} ms"),
        Figure("processor time of an act in groups of 32, user and system", f"{by_group[32][3]} us"),
        Figure("processor time of an act that is committed alone", f"{by_group[1][3]} us"),
    ]
    return Answer(
        "What it costs to lose nothing",
        "SQLite, WAL, synchronous=FULL, on the disk of temporary files; the acts of a row are sent at once",
        ("acts at once", "acts a second", "commits a second", "CPU an act, us", "median, ms", "99 of 100, ms"),
        [disk_row, *rows],
        figures,
    )


def row(store: Store, group: int, rounds: int) -> tuple[str, ...]:
    """A line of the table: so many acts at once."""
    begun, units, number = store.writer.commits, store.writer.units, iter(range(group * 10**6, (group + 1) * 10**6))

    def send() -> None:
        at = next(number)
        sent = [store.send(act(f"{k:016}", at)) for k in range(group)]
        for one in reversed(sent):  # the last is committed last: who waits is woken once
            one.result()

    before = time.process_time()
    took = waits(rounds, send)
    used = time.process_time() - before
    rates = ((count / sum(took)) for count in (store.writer.units - units, store.writer.commits - begun))
    return (
        f"{group}",
        *(f"{rate:,.0f}" for rate in rates),
        f"{used / (rounds * group) * 1e6:,.1f}",
        percentile_text(took, 50),
        percentile_text(took, 99),
    )


def act(table: str, number: int) -> ActRow:
    """What a choice at a table comes to."""
    answer = AnswerRow("seat red", f"{number:016}", DIGEST, b"%d" % number)
    return act_row(table, number, 0.0, (EventRow(number, "", RECORD),), (ActItem(number),), answer)


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
