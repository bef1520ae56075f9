"""Power cuts: work is recorded once, and its disk rebuilt as it may be after a cut at any step."""

from __future__ import annotations

import contextlib
import os
import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.campaign import crash
from tests.heavy.power.disk import SYSTEMS, as_it_is, lay, rebuilt
from tests.heavy.power.recording import Recording, Step
from tests.heavy.power.work import WORKS, Work

QUICK = Path("/dev/shm")  # a disk in memory, where there is one: what is rebuilt need not last


def lost(kind: str, cuts: int, seed: int) -> list[str]:
    """What was acknowledged and is gone, or does not open, after so many cuts of a kind of work."""
    crash.use_toy()
    work, draw, faults = WORKS[kind], random.Random(seed), list[str]()
    steps = recorded(work)
    unsynced = [k + 1 for k, step in enumerate(steps) if step.kind == "write"]  # half of the cuts come right after one
    for number in range(cuts):
        cut, system = draw.choice((draw.randint(0, len(steps)), draw.choice(unsynced))), SYSTEMS[number % len(SYSTEMS)]
        files = rebuilt(steps, cut, system, random.Random(f"{seed} {number}"))
        with scratch() as root:
            lay(files, root)
            found = work.faults(root, acknowledged(steps[:cut]))
        faults += [f"{kind}, {system}, cut {cut} of {len(steps)}, number {number}: {fault}" for fault in found]
    return faults


def recorded(work: Work) -> list[Step]:
    """The steps of a piece of work, none of which was missed."""
    with scratch() as root:
        recording = Recording(root)
        with recording.running():
            work.does(recording)
        found = {
            path.relative_to(root).as_posix(): None if path.is_dir() else path.read_bytes() for path in root.rglob("*")
        }
        made = as_it_is(recording.steps)
        if made != found:
            wrong = sorted(name for name in {*made, *found} if made.get(name, 0) != found.get(name, 0))
            raise AssertionError(f"the recording has missed something of {', '.join(wrong)}")
    return recording.steps


def acknowledged(done: Sequence[Step]) -> Any:
    """What was acknowledged last, or last of each folder; None: nothing was."""
    told = [step.data for step in done if step.kind == "told"]
    if told and isinstance(told[-1], tuple) and isinstance(told[-1][0], str):
        return dict(told)
    return told[-1] if told else None


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """An empty folder."""
    where = QUICK if os.access(QUICK, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=where) as folder:
        yield Path(os.path.realpath(folder))
