"""How the bench measures: contenders take turns in one run, by the CPU time of their thread; medians of the rounds."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

Work = Callable[[], float]
"""Does a piece of work and returns how many units it was: steps, games, copies."""


class Figure(NamedTuple):
    """A figure that is promised: what was found, what is wanted, and whether it is met (None: nothing is promised)."""

    name: str
    found: str
    target: str = ""
    is_met: bool | None = None


class Answer(NamedTuple):
    """What one question of the bench came to: its title, what was compared, lines of a table, and the figures."""

    title: str
    comparison: str
    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    figures: list[Figure]


def rates(rounds: int, **contenders: Work) -> dict[str, list[float]]:
    """Units for each second of CPU time, of every contender in every round; a first round, to warm up, is left out."""
    found: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(rounds + 1):
        for name, work in contenders.items():
            began = time.thread_time()
            units = work()
            took = time.thread_time() - began
            if number:
                found[name].append(units / took)
    return found


def ratio(ones: list[float], others: list[float]) -> float:
    """The median over the rounds of how many times faster one is than the other."""
    return median(one / other for one, other in zip(ones, others, strict=True))


def at_least(name: str, found: float, wanted: float) -> Figure:
    """A ratio that shall be so great."""
    return Figure(name, f"{found:.2f} times", f"at least {wanted:g} times", found >= wanted)


def at_most(name: str, found: float, wanted: float, unit: str) -> Figure:
    """An amount that shall be no greater."""
    return Figure(name, f"{found:.3g} {unit}", f"at most {wanted:g} {unit}", found <= wanted)


def per_second(values: list[float]) -> str:
    """The median of some rates, for people."""
    return f"{median(values):,.0f}"


def nanoseconds(values: list[float]) -> str:
    """The time of one unit."""
    return f"{1e9 / median(values):,.1f}"


def cpu_seconds(process: int) -> float:
    """Seconds of CPU that a process and its children that run have used so far; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return 0.0
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(cpu_seconds(int(child)) for child in children)
