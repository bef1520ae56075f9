"""The server of tables: how much it does beside two peers, how soon everybody hears, what tables cost."""

from __future__ import annotations

import os
import statistics
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import uvloop

from . import long_match, node_peers, tables
from .measure import Answer, Figure, at_least, at_most, per_second, ratio
from .node_peers import BOARDGAME_IO, COLYSEUS, Load

BUSY, LIKE, CPU = 64, 3.0, 70.0
MANY, LOOKING_ON, PAUSE = 200, 2, 4.0


def against_peers(quick: bool) -> Answer:
    """Choices a second at 64 tables, on disk, beside moves a second of two servers that keep all in memory."""
    many, seconds, rounds = (2, 1.0, 1) if quick else (BUSY, 15.0, 3)
    names = ["Fireteam: choices, by the rules and on disk", f"{BOARDGAME_IO.title}: moves", f"{COLYSEUS.title}: moves"]
    loads: list[list[Load]] = [[], [], []]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        port, process = stack.enter_context(tables.server(folder / "tables.db"))
        disk = stack.enter_context(Disk(folder))
        peers = [stack.enter_context(node_peers.server(peer)) for peer in (BOARDGAME_IO, COLYSEUS)]
        tables.new_table(port)  # the rules are ready from here on
        for _ in range(rounds):
            loads[0].append(measure_load(port, process, many, seconds))
            for found, peer in zip(loads[1:], peers, strict=True):
                if peer is not None:
                    found.append(peer.load(many, seconds))
    rows: list[tuple[str, ...]] = [
        (name, per_second([load.rate for load in found]), f"{statistics.median(load.cpu for load in found):,.0f}")
        for name, found in zip(names, loads, strict=True)
        if found
    ]
    figures = []
    for title, found, like in ((BOARDGAME_IO.title, loads[1], LIKE), (COLYSEUS.title, loads[2], 0.0)):
        if found:
            times = ratio([load.rate for load in loads[0]], [load.rate for load in found])
            name = f"choices kept, against moves of {title}"
            figures.append(at_least(name, times, like) if like else Figure(name, f"{times:.2f} times"))
    figures.append(at_most("CPU a choice", statistics.median(load.cpu for load in loads[0]), CPU, "us"))
    figures.append(Figure("a sync of the disk in the same run, half of them", f"{milliseconds(disk.times, 0.5)} ms"))
    return Answer(
        "The server",
        f"{many} tables at once, two sockets each; whoever is to choose does so as soon as they hear of it. Wall-clock "
        "time, and CPU of the server's process; each server has a process of its own, and shares the processors with "
        "those who play. Fireteam: Table Top Troopers, random choices, each committed to SQLite before anybody hears "
        "of it, dice kept secret until told, and everybody sent what their seat may know. The peers: a game of nine "
        "squares without dice or secrets, kept in memory; Colyseus sends what changed, in binary.",
        ("what", "a second", "CPU, us each"),
        rows,
        figures,
    )


def measure_load(port: int, process: int, many: int, seconds: float) -> Load:
    """What the server does for so many tables at which two people choose as fast as they can."""
    tally, took = uvloop.run(tables.measure_tables(port, many, 0, 0.0, seconds, process))
    return Load(tally.made / took, tally.cpu / max(1, tally.made) * 1e6)


def deliveries(quick: bool) -> Answer:
    """How soon everybody hears of a choice, at 200 tables with two players and two who look on."""
    many, seconds, pause = (2, 1.0, 0.2) if quick else (MANY, 60.0, PAUSE)
    with tempfile.TemporaryDirectory() as folder, tables.server(Path(folder) / "tables.db") as (port, _):
        tables.new_table(port)
        with Disk(Path(folder)) as disk:
            tally, took = uvloop.run(tables.measure_tables(port, many, LOOKING_ON, pause, seconds))
    found = {
        "from the answer that it is kept until all four have heard of it": tally.after_answer,
        "from the choice until it is answered that it is kept": tally.to_answer,
        "from the choice until all four have heard of it": tally.to_all,
        "the disk alone: 4 KiB written and synced": disk.times,
    }
    rows: list[tuple[str, ...]] = [
        (what, milliseconds(times, 0.5), milliseconds(times, 0.99)) for what, times in found.items()
    ]
    figures = [
        Figure("commit to delivery, 99 of 100", f"{rows[0][2]} ms"),
        Figure("a sync of the disk in the same run, 99 of 100", f"{rows[-1][2]} ms"),
    ]
    return Answer(
        "Deliveries",
        f"{many} tables, each with two who play and {LOOKING_ON} who look on, over real sockets; a choice every "
        f"{pause:g} seconds at each: {tally.made / took:,.0f} a second. Wall-clock time as seen from outside; all who "
        "play and look on are one process.",
        ("what", "half, ms", "99 of 100, ms"),
        rows,
        figures,
    )


def at_rest(quick: bool) -> Answer:
    """What a table costs at which nothing happens, and how long a long match takes to be opened again."""
    many, events = (5, 60) if quick else (500, 10_000)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.db"
        long = long_match.keep_one(database, events)
        with tables.server(database) as (port, process):
            tables.new_table(port)
            before = memory(process)
            for _ in range(many):
                tables.new_table(port)
            after = memory(process)
            opened = time_first_request(port, long)
        long_match.forget_snapshots(database)
        with tables.server(database) as (port, _):
            tables.new_table(port)
            run_again = time_first_request(port, long)
    each = f"{(after - before) / many / 1024:,.0f} KiB" if before and after else "not told by this system"
    rows: list[tuple[str, ...]] = [
        ("memory of an open table at which nothing happens", each),
        (f"opening a match of {events:,} events", f"{opened:.2f} s"),
        ("the same where no snapshot counts", f"{run_again:.2f} s"),
    ]
    return Answer(
        "Tables at rest",
        f"Memory: the growth of the server by {many} tables. Opening: the first request for a table that is only on "
        "disk, once from its snapshots, and once by the rules, which run every event again.",
        ("what", "found"),
        rows,
        [Figure(row[0], row[1]) for row in rows],
    )


def time_first_request(port: int, table: str) -> float:
    """Seconds until the first request for a table that is only on disk is answered."""
    began = time.perf_counter()
    tables.send_request(port, f"/api/tables/{table}")
    return time.perf_counter() - began


class Disk:
    """Somebody who syncs a little to the same disk now and then, and notes how long that takes."""

    def __init__(self, folder: Path) -> None:
        self.times: list[float] = []
        self._folder, self._ended = folder, threading.Event()
        self._thread = threading.Thread(target=self._sync)

    def __enter__(self) -> Disk:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _sync(self) -> None:
        with (self._folder / "synced").open("wb", buffering=0) as file:
            while not self._ended.wait(0.05):
                file.write(bytes(4096))
                began = time.perf_counter()
                os.fsync(file.fileno())
                self.times.append(time.perf_counter() - began)


def milliseconds(times: list[float], part: float) -> str:
    """Below which so great a part of some times lies."""
    if len(times) < 2:
        return "-"
    return f"{statistics.quantiles(times, n=100, method='inclusive')[round(part * 100) - 1] * 1000:,.1f}"


def memory(process: int) -> int:
    """Bytes that a process holds; 0 where the system does not tell."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
