"""Processes that write as fast as they can and are killed in the middle: whatever they acknowledged must be there.

`python -m tests.server.store.crash ADDRESS RUN [apart]` is such a process: it writes to tables of its own until it is
killed, and prints `TABLE NUMBER` whenever a unit was acknowledged. `apart`: a process of its own commits for it.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

from fireteam.server.store.store import Store, open_store
from tests.server.store import rows

ROOT = Path(__file__).parents[3]
THREADS = 6


def write_on(address: str, run: str, *how: str) -> None:
    """Write until killed."""
    store = open_store(address)
    if how:
        asyncio.run(write_apart(store, run))
    else:
        write_all(store, run)


async def write_apart(store: Store, run: str) -> None:
    store.write_apart()
    write_all(store, run)
    await asyncio.Event().wait()


def write_all(store: Store, run: str) -> None:
    threads = [threading.Thread(target=write_one, args=(store, f"{run}.{k}")) for k in range(THREADS)]
    for thread in threads:
        thread.start()


def write_one(store: Store, table: str) -> None:
    store.write(rows.new(table), rows.campaign(table))
    for number in range(1, 10**6):
        store.write(rows.act(table, number), rows.item(table, number, "side red"))
        store.write(rows.campaign_entry(table, number))
        os.write(1, f"{table} {number}\n".encode())


def lost(address: str, kills: int, seed: int, *how: str) -> list[str]:
    """What was acknowledged and is gone, or was half kept, in so many processes that were killed."""
    draw, faults = random.Random(seed), []
    for run in range(kills):
        acknowledged = killed(address, f"{seed}-{run}", draw.uniform(0, 0.3), *how)
        store = open_store(address)
        for table, last in acknowledged.items():
            faults += found_of(store, table, last) + campaign_faults(store, table, last)
        store.close()
    return faults


def killed(address: str, run: str, after: float, *how: str) -> dict[str, int]:
    """Let a process write and kill it so many seconds after its first word: the last number of each table it heard."""
    words = [sys.executable, "-m", "tests.server.store.crash", address, run, *how]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    with subprocess.Popen(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        time.sleep(after)
        process.kill()
        said += process.stdout.read()
    heard = [line.split() for line in said.decode().splitlines()]
    assert heard, "it never wrote anything"
    return {table: int(number) for table, number in heard}


def found_of(store: Store, table: str, last: int) -> list[str]:
    """What is wrong with a table of which all to `last` was acknowledged, and at most one unit more was sent."""
    kept = store.load(table)
    if kept is None:
        return [f"{table} is gone"]
    numbers = [row.number for row in kept.events]
    faults = []
    if len(numbers) not in (last, last + 1):
        faults.append(f"{table}: {len(numbers)} events, and {last} were acknowledged")
    if kept.acts != len(numbers) or list(kept.events) != [rows.event(number) for number in range(1, len(numbers) + 1)]:
        faults.append(f"{table}: its events are not those that were written")
    for stream in ("table", "side red"):
        if store.items(table, stream) != [rows.item(table, number, stream) for number in numbers]:
            faults.append(f"{table}: its items are not those of its events")
    for number in range(max(1, len(numbers) - 9), len(numbers) + 2):
        if store.answer(table, number) != (rows.answer(f"{number}") if number in numbers else None):
            faults.append(f"{table}: the answer to {number} does not belong to the events")
    if store.keys(table) != {("red", f"{number}"): number for number in numbers}:
        faults.append(f"{table}: its keys are not those of its acts")
    return faults


def campaign_faults(store: Store, id: str, last: int) -> list[str]:
    """What is wrong with a campaign of whose entries the one after `last` was acknowledged, and at most one more."""
    kept = store.campaign_entries(id)
    faults = [] if store.campaign(id) == rows.campaign(id) else [f"campaign {id} is gone"]
    if len(kept) not in (last, last + 1):
        faults.append(f"campaign {id}: {len(kept)} entries, and {last} were acknowledged")
    if kept != [rows.campaign_entry(id, number + 1) for number in range(len(kept))]:
        faults.append(f"campaign {id}: its entries are not those that were written")
    return faults


if __name__ == "__main__":
    write_on(*sys.argv[1:])
