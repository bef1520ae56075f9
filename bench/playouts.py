"""Random games: the core's breakthrough and Table Top Troopers against OpenSpiel's breakthrough; two threads, one."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

import numpy as np
from breakthrough import game as breakthrough

from fireteam.core.engine.compiled import compiled
from fireteam.core.engine.dispatch import is_over, menu_size, to_act
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.core.run import apply, choose_at_random, run_to_decision
from fireteam.registry import find_game
from fireteam.sim.run import CHUNK_SIZE, SimWorkspace, new_sim_workspace, play_games

from . import peers
from .measure import Answer, at_least, at_most, nanoseconds, per_second, rates, ratio

MISSION = "besiege_the_bunker"
SEED = np.uint64(7)


def random_games(setting: Setting, games: int) -> Callable[[], int]:
    """Work: so many random games by the machinery of `fireteam sim`; its units are choices."""
    room = new_sim_workspace(setting.opening)
    policies = np.zeros(len(setting.slots), np.int64)
    firsts = iter(range(0, 10**9, games))

    def play() -> int:
        made, first = 0, next(firsts)
        for done in range(0, games, CHUNK_SIZE):
            states = np.repeat(setting.opening, min(CHUNK_SIZE, games - done))
            made += play_games(states, setting.tables, policies, SEED, first + done, room)
        return made

    return play


def troopers(mission: str = MISSION) -> Setting:
    """A mission as `fireteam sim` plays it."""
    game = find_game("ttt")
    return game.make_setting(mission, dict(game.quick_options))


@compiled
def count_menu_choices(opening: Array, tables: Array, room: SimWorkspace, work: Array, key: int, games: int) -> int:
    """The choices that stood on the menus of so many random games."""
    choices = 0
    for n in range(games):
        work[0] = opening[0]
        dice, made = room.dice[0], 0
        dice.key, dice.drawn = np.uint64(key + n), 0
        room.log[0].count = 0
        run_to_decision(work[0], tables[0], dice, room.log[0])
        while not is_over(work[0]):
            owing, slot = to_act(work[0]), 0
            while owing:
                if owing & 1:
                    choices += menu_size(work[0], tables[0], slot)
                    choose_at_random(work[0], tables[0], slot, room.choices[slot], dice.key, made)
                    made += 1
                owing >>= 1
                slot += 1
            room.log[0].count = 0
            apply(work[0], tables[0], room.choices, dice, room.log[0])
    return choices


def against_open_spiel(quick: bool) -> Answer:
    """(a) and (b): steps for each second of CPU time, each game played in compiled code only."""
    games = 1 if quick else 3_000
    peer = peers.random_games()
    small, troop = breakthrough.GAME.make_setting("8x8"), troopers()
    lengths = peers.steps_of_a_game(20 if quick else 2_000) if peer else 0.0
    room, work = new_sim_workspace(troop.opening), troop.opening.copy()
    keys = iter(range(0, 10**9, games))
    contenders = {
        "breakthrough": random_games(small, 2 * games),
        "ttt": random_games(troop, games),
        "menus": lambda: count_menu_choices(troop.opening, troop.tables, room, work, next(keys), games),
    }
    if peer:
        contenders["peer"] = lambda: peer(max(1, games // 2)) * lengths
    found = rates(2 if quick else 11, **contenders)
    rows = [
        ("Fireteam: breakthrough 8 by 8, steps", per_second(found["breakthrough"]), nanoseconds(found["breakthrough"])),
        (f"Fireteam: Table Top Troopers, {MISSION}, choices made", per_second(found["ttt"]), nanoseconds(found["ttt"])),
        (
            "the same, every menu counted as well: choices counted",
            per_second(found["menus"]),
            nanoseconds(found["menus"]),
        ),
    ]
    figures = []
    if peer:
        rows.append(("OpenSpiel: breakthrough 8 by 8, steps", per_second(found["peer"]), nanoseconds(found["peer"])))
        figures = [
            at_least("breakthrough against OpenSpiel's", ratio(found["breakthrough"], found["peer"]), 25),
            at_least("Table Top Troopers, choices made, against those steps", ratio(found["ttt"], found["peer"]), 5),
            at_least("the same, choices counted on menus", ratio(found["menus"], found["peer"]), 5),
        ]
    return Answer(
        "Random games",
        "Random games from the opening to the end, one thread. Fireteam: `sim.run.play_games`, what `fireteam sim` "
        "runs, with every event written to the log. OpenSpiel: `RandomRolloutEvaluator`, asked once through `MCTSBot`, "
        f"which runs in C++ alone; its steps are games times {lengths:.1f}, the mean length of the games of its "
        "uniform random bots. Every choice of either is uniform among all lawful ones.",
        ("what", "a second", "ns each"),
        rows,
        figures,
    )


def two_threads(quick: bool) -> Answer:
    """(d): how much more two threads get done than one, by the clock."""
    games, rounds = (1, 1) if quick else (4_000, 9)
    setting = troopers()
    works = [random_games(setting, games) for _ in range(2)]
    clocks, gains = [], []
    with ThreadPoolExecutor(2) as pool:
        together(works, pool)
        for _ in range(rounds):
            alone, alone_given = together(works[:1], pool)
            both, both_given = together(works, pool)
            clocks.append(2 * alone / both)
            gains.append(2 * alone_given / both_given)
    rows = [
        ("by the clock", f"{median(clocks):.2f}", f"{max(clocks):.2f}"),
        ("less what threads waited for a processor", f"{median(gains):.2f}", f"{max(gains):.2f}"),
    ]
    return Answer(
        "Threads",
        f"{games:,} random games of Table Top Troopers on one thread, and as many on each of two: how much more two "
        "get done in the same time. Time in which a thread could have run, but other programs had the processor, is "
        "told by the system and left out in the second line, which the figure is; waiting for one another is not left "
        "out.",
        ("two threads against one", "median", "best"),
        rows,
        [at_least("two threads against one", median(gains), 1.8)],
    )


def together(works: list[Callable[[], int]], pool: ThreadPoolExecutor) -> tuple[float, float]:
    """The seconds until some works are done: by the clock, and less what their threads waited for a processor."""

    def spent(work: Callable[[], int]) -> float:
        began, kept = time.perf_counter(), seconds_preempted()
        work()
        return time.perf_counter() - began - (seconds_preempted() - kept)

    began = time.perf_counter()
    given = max(pool.map(spent, works))
    return time.perf_counter() - began, given


def seconds_preempted() -> float:
    """The seconds that this thread was ready and other programs had the processor; 0 where the system does not say."""
    try:
        told = Path("/proc/thread-self/schedstat").read_text(encoding="ascii")
    except OSError:
        return 0.0
    return int(told.split()[1]) / 1e9


def balance(quick: bool) -> Answer:
    """(g): a balance answer."""
    from fireteam.bots import find_bot as find_bot
    from fireteam.sim.run import run

    games = 4 if quick else 20_000
    setting, bots = troopers(), [find_bot("random")] * 2
    run(setting, bots, 2, 1, 2)
    clocks, cpus, report = [], [], None
    for _ in range(1 if quick else 5):
        clock, cpu = time.perf_counter(), time.process_time()
        report = run(setting, bots, games, 7, 2)
        clocks.append(time.perf_counter() - clock)
        cpus.append(time.process_time() - cpu)
    assert report is not None
    wins = ", ".join(f"{slot} {won.share:.1%}" for slot, won in report.wins.items())
    rows = [("seconds by the clock", f"{median(clocks):.2f}"), ("seconds of CPU, both threads", f"{median(cpus):.2f}")]
    rows.append(("the answer", f"{wins}, draws {report.draws.share:.1%}"))
    return Answer(
        "A balance answer",
        f"`sim.run.run`: {games:,} games of {MISSION} between random bots on two threads, with winners, ends and their "
        "intervals. The figure is half the CPU time of both threads, which is the time by the clock of a machine that "
        "has two processors to spare.",
        ("what", "found"),
        rows,
        [at_most("20,000 random battles on two threads", median(cpus) / 2, 1, "s")],
    )
