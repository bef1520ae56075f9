"""The rules of moves and lines of fire against the same in C, on the same records, with the same answers."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from fireteam.core.dice import live
from fireteam.core.engine.compiled import compiled
from fireteam.core.engine.dispatch import is_over, to_act
from fireteam.core.engine.record import Array, layout
from fireteam.core.protocol.choices import new_choices
from fireteam.core.protocol.events import new_log
from fireteam.core.protocol.refusals import LAWFUL
from fireteam.core.run import apply, choose_at_random, run_to_decision
from fireteam.core.space.grid import bit
from fireteam.games.ttt.rules.attack import can_fire_at
from fireteam.games.ttt.rules.menu import is_near
from fireteam.games.ttt.rules.movement import reach
from fireteam.games.ttt.rules.pieces import in_play, type_of
from fireteam.games.ttt.state import MOVE, State
from fireteam.games.ttt.tables import SIDE, Tables

from .measure import Answer, Figure, nanoseconds, per_second, rates, ratio
from .playouts import troopers

MISSIONS = ("besiege_the_bunker", "capture_the_crossing", "the_art_of_war")
STATES = 64
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")


@compiled
def kernel(states: Array, tables: Array, ends: Array, fires: Array) -> None:
    """By the rules, as the menu asks them: where each piece may end a move, and at whom it may fire."""
    table = tables[0]
    for n in range(len(states)):
        state = states[n]
        mine, theirs = state.side * SIDE, (1 - state.side) * SIDE
        for i in range(mine, mine + table.sides[state.side].pieces):
            if in_play(state, i):
                unit, far = state.units[i], type_of(state, table, i).range
                window, found, at = reach(state, table, i), np.uint64(0), i - mine
                ends[n, at, 0], ends[n, at, 1], ends[n, at, 2], ends[n, at, 3] = window
                for j in range(theirs, theirs + table.sides[1 - state.side].pieces):
                    if is_near(state, j, unit.x, unit.y, far) and can_fire_at(state, table, i, j) == LAWFUL:
                        found |= bit(j)
                fires[n, at] = found


def moments(mission: str, wanted: int) -> tuple[Array, Array]:
    """The Tables of a mission, and states of random games in which a side is to move."""
    setting, found, game = troopers(mission), [], 0
    choices, log = new_choices(), new_log()
    while len(found) < wanted:
        states, dice, made = setting.opening.copy(), live(game), 0
        run_to_decision(states[0], setting.tables[0], dice[0], log[0])
        while not is_over(states[0]) and len(found) < wanted:
            slot = int(to_act(states[0])) // 2
            if states[0].phase == MOVE and made % 3 == 0:
                found.append(states.copy())
            choose_at_random(states[0], setting.tables[0], slot, choices[slot], np.uint64(game), made)
            made += 1
            log[0].count = 0
            apply(states[0], setting.tables[0], choices, dice[0], log[0])
        game += 1
    return setting.tables, np.concatenate(found)


def by_hand(folder: str) -> Any:
    """The library of kernel.c; None, with a line on stderr, where there is no compiler.

    Raises:
        RuntimeError: its records are not the rules' records any more.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        print("skipped: there is no C compiler (cc)", file=sys.stderr)
        return None
    made = Path(folder) / "kernel.so"
    subprocess.run([compiler, *FLAGS, "-o", str(made), str(Path(__file__).with_name("kernel.c"))], check=True)
    library = ctypes.CDLL(str(made))
    for record, size in ((State, library.size_of_state()), (Tables, library.size_of_tables())):
        if layout(record).itemsize != size:
            raise RuntimeError(f"{record.__name__} has {layout(record).itemsize} bytes, in bench/kernel.c {size}")
    return library


def answer(quick: bool) -> Answer:
    """(c)."""
    rows: list[tuple[str, ...]] = []
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        library = by_hand(folder)
        for mission in MISSIONS[: 1 if quick else None]:
            tables, states = moments(mission, 4 if quick else STATES)
            found, slower = against(library, tables, states, quick)
            rows += [(f"{name}, {mission}", per_second(each), nanoseconds(each)) for name, each in found.items()]
            if slower is not None:
                figures.append(Figure(f"the rules against C, {mission}", *slower))
    return Answer(
        "The kernel of moves and fire",
        "States of random games: the window of squares that each piece of the acting side can move to, and every enemy "
        f"it may fire at, with line of sight. The rules of the game against bench/kernel.c (cc {' '.join(FLAGS)}), "
        "which works on the same records and gives the same answers.",
        ("what", "states a second", "ns each"),
        rows,
        figures,
    )


def against(
    library: Any, tables: Array, states: Array, quick: bool
) -> tuple[dict[str, list[float]], tuple[str, str, bool] | None]:
    """Both on the same states: their rates, and the figure; the same answers, or it fails."""
    many, times = len(states), 1 if quick else 300
    room = [(np.zeros((many, SIDE, 4), np.uint64), np.zeros((many, SIDE), np.uint64)) for _ in range(2)]

    def rules() -> int:
        for _ in range(times):
            kernel(states, tables, *room[0])
        return times * many

    works = {"rules": rules}
    if library:
        given = [array.ctypes.data_as(ctypes.c_void_p) for array in (states, tables, *room[1])]

        def c() -> int:
            for _ in range(times):
                library.kernel(given[0], given[1], ctypes.c_int64(many), given[2], given[3])
            return times * many

        works["C"] = c
    found = rates(2 if quick else 11, **works)
    if not library:
        return found, None
    assert all((one == other).all() for one, other in zip(*room, strict=True)), "the rules and C differ"
    slower = ratio(found["C"], found["rules"]) - 1
    return found, (f"{slower:+.0%} time", "at most +12% time", slower <= 0.12)
