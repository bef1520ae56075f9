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

BUSY, LIKE, FALLBACK, CPU = 64, 3.0, 1.5, 70.0
PICOWS = "Fireteam: choices of Besiege the Bunker, by the rules and on disk"
ASGI = "the same over plain ASGI"
WHOLE = "the same by picows, with matches made and joined meanwhile"
AHEAD = 20  # matches for each table that are made and joined before choices are counted
MANY, LOOKING_ON, PAUSE = 200, 2, 4.0


def against_peers(quick: bool) -> Answer:
    """Choices a second at 64 tables, on disk, beside moves a second of two servers that keep all in memory."""
    many, seconds, rounds = (2, 1.0, 1) if quick else (BUSY, 12.0, 3)
    loads: dict[str, list[Load]] = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        port, process = stack.enter_context(tables.server(folder / "tables.db"))
        asgi_port, asgi_process = stack.enter_context(tables.server(folder / "asgi.db", "asgi"))
        disk = stack.enter_context(Disk(folder))
        peers = [stack.enter_context(node_peers.server(peer)) for peer in (BOARDGAME_IO, COLYSEUS)]
        ahead = 1 if quick else AHEAD
        ours = (
            (PICOWS, port, process, tables.BESIEGE, ahead),
            (ASGI, asgi_port, asgi_process, tables.BESIEGE, ahead),
            (WHOLE, port, process, tables.BESIEGE, 0),
            ("the same by picows, The Art of War", port, process, tables.ART_OF_WAR, 0),
            ("Third Person Shooter, 2 tables of ten", port, process, tables.BOMB_ROUND, 0),
        )
        for _, at, _, match, _ in ours:
            tables.new_table(at, match)  # the rules are ready from here on
        for _ in range(rounds):
            for name, at, of, match, before in ours:
                count = many if len(match.slots) == 2 else 2
                loads.setdefault(name, []).append(measure_load(at, of, count, seconds, match, before))
            for peer in filter(None, peers):
                loads.setdefault(f"{peer.peer.title}: moves", []).append(peer.load(many, seconds))
    rows: list[tuple[str, ...]] = [
        (
            name,
            per_second([load.rate for load in found]),
            f"{statistics.median(load.cpu for load in found):,.0f}",
            f"{statistics.median(load.players for load in found):,.0f}" if found[0].players else "",
        )
        for name, found in loads.items()
    ]
    figures = [at_most("CPU a choice", statistics.median(load.cpu for load in loads[PICOWS]), CPU, "us")]
    if peer_loads := loads.get(f"{BOARDGAME_IO.title}: moves"):
        rates = [load.rate for load in peer_loads]
        for name, like in ((PICOWS, LIKE), (ASGI, FALLBACK)):
            times = ratio([load.rate for load in loads[name]], rates)
            figures.append(at_least(f"{name}, against moves of {BOARDGAME_IO.title}", times, like))
    if peer_loads := loads.get(f"{COLYSEUS.title}: moves"):
        times = ratio([load.rate for load in loads[PICOWS]], [load.rate for load in peer_loads])
        figures.append(Figure(f"{PICOWS}, against moves of {COLYSEUS.title}", f"{times:.2f} times"))
    figures.append(Figure("a sync of the disk in the same run, half of them", f"{milliseconds(disk.times, 0.5)} ms"))
    return Answer(
        "The server",
        f"{many} tables at once, two sockets each; whoever is to choose does so as soon as they hear of it. Wall-clock "
        "time, and CPU of the server's process and of those who play; each server has a process of its own, and shares "
        "the processors with those who play. Fireteam: random choices, each committed to SQLite before anybody hears "
        "of it, dice kept secret until told, everybody sent what their seat may know. A match of Besiege the Bunker "
        "ends after some 115 choices, and the next one was made and joined before, but for the rows that say so. The "
        "peers: a game of nine squares without dice or secrets and without an end, kept in memory; Colyseus sends "
        "what changed, in binary.",
        ("what", "a second", "CPU, us each", "of players"),
        rows,
        figures,
    )


def measure_load(port: int, process: int, many: int, seconds: float, match: tables.Match, ahead: int) -> Load:
    """What the server does for so many tables at which people choose as fast as they can."""
    tally, took = uvloop.run(tables.measure_tables(port, many, 0, 0.0, seconds, process, match, ahead))
    made = max(1, tally.made)
    return Load(tally.made / took, tally.cpu / made * 1e6, tally.own_cpu / made * 1e6)


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
            listened = uvloop.run(memory_of_listeners(port, process, many // 5 + 1))
            opened = time_first_request(port, long)
        long_match.forget_snapshots(database)
        with tables.server(database) as (port, _):
            tables.new_table(port)
            run_again = time_first_request(port, long)
    rest = f"{listened / 1024:,.0f} KiB"
    each = f"{(after - before) / many / 1024:,.0f} KiB" if before and after else "not told by this system"
    rows: list[tuple[str, ...]] = [
        ("memory of an open table at which nothing happens", each),
        ("the same with two sockets", rest),
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


async def memory_of_listeners(port: int, process: int, many: int) -> float:
    """Bytes that a table at which two people are takes."""
    await tables.sit_idle(port, many)  # what is made once is there
    before = memory(process)
    players = await tables.sit_idle(port, many)
    found = (memory(process) - before) / many
    for player in players:
        player.transport.disconnect()
    return found


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
