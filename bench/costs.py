"""What records weigh, what a copy costs, and how long a player waits for the first prompt."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from statistics import median

from breakthrough import game as breakthrough

from fireteam.core.dice import Dice
from fireteam.core.engine.compiled import compiled
from fireteam.core.engine.record import Array, layout
from fireteam.core.protocol.choices import Choice
from fireteam.core.protocol.events import Log
from fireteam.games.ttt.state import State
from fireteam.games.ttt.tables import Tables

from .measure import Answer, Figure, at_most, nanoseconds, rates
from .playouts import troopers

PLAY = "import sys; sys.modules['scipy'] = None; from fireteam.cli import main; main()"  # `./play` installs no scipy
FIRST_PROMPT = ("play", "ttt", "--plain", "--red", "person", "--blue", "greedy", "--seed", "1")
WHOLE_MATCH = ("play", "ttt", "--plain", "--red", "random", "--blue", "greedy", "--seed", "1")


@compiled
def copies(states: Array, other: Array, times: int) -> int:
    """Copy a record, now one, now another."""
    for n in range(times):
        other[0] = states[n % len(states)]
    return times


def records(quick: bool) -> Answer:
    """(f), its first half."""
    times = 10 if quick else 100_000
    states = {"ttt": troopers().opening, "small": breakthrough.GAME.make_setting("8x8").opening}
    pairs = {name: (state.repeat(2), state.copy()) for name, state in states.items()}
    works = {name: lambda ab=ab: copies(*ab, times) for name, ab in pairs.items()}
    found = rates(2 if quick else 11, **works)
    rows = [("State of Table Top Troopers", f"{layout(State).itemsize:,}", nanoseconds(found["ttt"]))]
    rows.append(("State of breakthrough", f"{layout(breakthrough.State).itemsize:,}", nanoseconds(found["small"])))
    for record in (Tables, Choice, Dice, Log):
        rows.append((f"{record.__name__}{' of Table Top Troopers' * (record is Tables)}", size(record), ""))
    return Answer(
        "Records", "Bytes of a record, and a copy of it in compiled code.", ("record", "bytes", "ns a copy"), rows, []
    )


def size(record: type) -> str:
    """The bytes of a record."""
    return f"{layout(record).itemsize:,}"


def starts(quick: bool) -> Answer:
    """(f), its second half."""
    if quick:
        row = ("to the first prompt", f"{seconds_of(FIRST_PROMPT, None):.2f}")
        return Answer("Starts", "One start of `fireteam play`.", ("start", "s of CPU"), [row], [])
    with tempfile.TemporaryDirectory() as home:
        cold = seconds_of(FIRST_PROMPT, home)
        whole = cold + seconds_of(WHOLE_MATCH, home)
        warm = median(seconds_of(FIRST_PROMPT, home) for _ in range(9))
    rows = [
        ("warm, to the first prompt", f"{warm:.2f}"),
        ("cold, to the first prompt", f"{cold:.1f}"),
        ("cold, to the first prompt and then a whole match between bots", f"{whole:.1f}"),
    ]
    figures: list[Figure] = [at_most("warm start", warm, 1, "s"), at_most("cold start", cold, 60, "s")]
    return Answer(
        "Starts",
        "CPU seconds of a process that is `fireteam play ttt`, until it asks the player for the first choice and finds "
        "that nobody answers. Cold: with an empty folder of compiled code. Without scipy, which only tests use.",
        ("start", "s of CPU"),
        rows,
        figures,
    )


def seconds_of(words: tuple[str, ...], home: str | None) -> float:
    """The CPU seconds of a process of `fireteam`, with a cache folder of its own if one is named."""
    known = {name: value for name, value in os.environ.items() if name != "FIRETEAM_SOURCES"}
    if home:
        known["XDG_CACHE_HOME"] = home
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-c", PLAY, *words],
        env=known,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
