"""How long somebody waits: CPU of `fireteam` until it first asks or answers, with an empty cache folder and without."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable
from pathlib import Path
from socket import create_server
from statistics import median

from fireteam.core.engine.code_cache import MODE_VARIABLE
from fireteam.registry import games

from .measure import Answer, Figure, at_most, cpu_seconds

PROGRAM = "import sys; sys.modules['scipy'] = None; from fireteam.cli import main; main()"  # `./play` installs no scipy
TELLING = (
    "import atexit, os, time; "
    "atexit.register(lambda: os.write({pipe}, str(time.process_time()).encode())); "
)  # a process tells its own time, without that of the compiler that it has begun
OTHER = ("FIRETEAM_SOURCES", MODE_VARIABLE, "PYTHONDONTWRITEBYTECODE")  # what is said of this process, not of a start
ODDS: dict[str, str] = {
    "ttt": "duel attacker=sniper target=guard on=woods aim=true",
    "gunplay": "shoot level=Hard damage=2 ext=true",
    "tps": "shot weapon=mp5 distance=8 armour=0/1/3 cover=true",
    "fs3": "attack weapon=rifle attack=5 defence=3 armour=heavy_body",
}
CLAUSES = {"ttt": "TTT-6.3", "gunplay": "GUN-6.3", "tps": "TPS-6.3", "fs3": "FS3-6.3"}
WARM, COLD, BRIEF = 0.8, 1.2, 0.7  # seconds at most: to a first prompt, with an empty cache, and to a brief answer
RUNS = 5


def starts(quick: bool) -> Answer:
    """Seconds of CPU of every kind of start."""
    kinds = {f"play {game}": playing(game) for game in games()}
    if quick:
        kinds = {"play ttt": kinds["play ttt"]}
    else:
        kinds |= {f"odds {game}": command("odds", game, *words.split()) for game, words in ODDS.items()}
        kinds |= {f"rules {clause}": command("rules", clause) for clause in CLAUSES.values()}
        kinds |= {"serve, until it lists its games": serving}
    rows, figures = [], list[Figure]()
    for name, start in kinds.items():
        with tempfile.TemporaryDirectory() as home:
            cold = start(home)
            warm = median(start(home) for _ in range(1 if quick else RUNS))
        rows.append((name, f"{cold:.2f}", f"{warm:.2f}"))
        wanted = {"play": WARM, "serve": COLD}.get(name.partition(" ")[0].strip(","), BRIEF)
        figures.append(at_most(f"{name}, warm", warm, wanted, "s"))
        figures.append(at_most(f"{name}, cold", cold, COLD, "s"))
    return Answer(
        "Starts",
        "CPU seconds of a process of `fireteam`, its compiler not counted: `play` until it asks for the first choice "
        "and finds that nobody answers, `odds` and `rules` whole, `serve` until it has answered what the page asks "
        "first. Cold: with an empty cache folder, neither content nor compiled code kept; warm: again. The modules "
        "have been imported before, so that Python has their bytecode. Rules run plain by then. Without scipy.",
        ("what", "s of CPU, cold", "warm"),
        rows,
        figures,
    )


def playing(game: str) -> Callable[[str], float]:
    """A match that a person begins."""
    return command("play", game, "--plain", "--seed", "1")


def command(*words: str) -> Callable[[str], float]:
    """A command that comes to its end by itself: its CPU seconds, with a cache folder of its own."""

    def start(home: str) -> float:
        ear, mouth = os.pipe()
        code = TELLING.format(pipe=mouth) + PROGRAM
        nowhere = subprocess.DEVNULL
        subprocess.run(
            [sys.executable, "-c", code, *words],
            env=environment(home),
            stdin=nowhere,
            stdout=nowhere,
            stderr=nowhere,
            pass_fds=[mouth],
            check=False,
        )
        os.close(mouth)
        with os.fdopen(ear) as told:
            return float(told.read())

    return start


def serving(home: str) -> float:
    """The CPU seconds of a server on a new database until it has said what can be played."""
    with create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    words = ("serve", "--port", port, "--database", str(Path(home) / f"{port}.db"))
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words], env=environment(home), stderr=subprocess.PIPE
    ) as process:
        assert process.stderr is not None
        process.stderr.readline()  # where it is reached, told once it is
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/games") as answer:
            answer.read()
        took = cpu_seconds(process.pid)
        process.terminate()
    return took


def environment(home: str) -> dict[str, str]:
    """The environment of a start: as here, with a cache folder of its own."""
    return {name: value for name, value in os.environ.items() if name not in OTHER} | {"XDG_CACHE_HOME": home}
