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
from fireteam.core.engine.code_cache import MODE_VARIABLE
from fireteam.core.engine.compiled import compiled
from fireteam.core.engine.record import Array, layout
from fireteam.core.protocol.choices import Choice
from fireteam.core.protocol.events import Log
from fireteam.games.ttt.state import State
from fireteam.games.ttt.tables import Tables
from fireteam.registry import games

from .measure import Answer, Figure, at_most, nanoseconds, rates
from .playouts import troopers

PLAY = "import sys; sys.modules['scipy'] = None; from fireteam.cli import main; main()"  # `./play` installs no scipy
ODDS = ("odds", "ttt", "duel", "attacker=sniper", "target=guard", "on=woods", "aim=true")
RULES = ("rules", "TTT-6.3")
ELSEWHERE = ("FIRETEAM_SOURCES", MODE_VARIABLE)  # what is said of the rules of this process is not said of a start


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
        row = ("ttt", f"{seconds_of(first_prompt('ttt'), None):.2f}", "")
        return Answer("Starts", "One start of `fireteam play`.", ("what", "cold", "warm"), [row], [])
    commands = {f"play {game}": first_prompt(game) for game in games()} | {"odds": ODDS, "rules": RULES}
    cold, warm = {}, {}
    for name, words in commands.items():
        with tempfile.TemporaryDirectory() as home:
            cold[name] = seconds_of(words, home)
            warm[name] = median(seconds_of(words, home) for _ in range(3))
    rows = [(name, f"{cold[name]:.2f}", f"{warm[name]:.2f}") for name in commands]
    figures: list[Figure] = [
        at_most("warm start", warm["play ttt"], 0.8, "s"),
        at_most("cold start", cold["play ttt"], 1.2, "s"),
        at_most("odds, warm", warm["odds"], 0.7, "s"),
        at_most("rules, warm", warm["rules"], 0.7, "s"),
    ]
    return Answer(
        "Starts",
        "CPU seconds of a process of `fireteam`: `play` until it asks for the first choice and finds that nobody "
        "answers, `odds ttt duel` and `rules TTT-6.3` whole. Cold: with an empty cache folder; warm: again, with "
        "content kept. Rules run plain by then; those that a child process compiles come later. Without scipy.",
        ("what", "s of CPU, cold", "warm"),
        rows,
        figures,
    )


def first_prompt(game: str) -> tuple[str, ...]:
    """A match that a person begins: the command line."""
    return ("play", game, "--plain", "--seed", "1")


def seconds_of(words: tuple[str, ...], home: str | None) -> float:
    """The CPU seconds of a process of `fireteam`, with a cache folder of its own if one is named."""
    known = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
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
