"""FS3: fights of six against six to the end, beside the same turn loop written in plain Python; odds of an attack."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from fireteam.bots import find_bot
from fireteam.core.dice import live
from fireteam.core.engine.record import copy_of
from fireteam.core.game import Setting
from fireteam.core.protocol.events import new_log
from fireteam.core.run import run_to_decision
from fireteam.core.slot_choices import read_choice
from fireteam.registry import find_game
from fireteam.sim.run import CHUNK_SIZE, new_sim_workspace, play_games

from .measure import Answer, at_least, at_most, per_second, rates, ratio
from .plain_fights import Fight

SIDE, FIGHTS = 6, 320
PACK = "id: field\ngame: fs3\nname: Field\nschema: 1\nversion: '1'\ndescription: Six against six.\n"


def field_of(side: int) -> Setting:
    """Riflemen, so many a side, on a table without map, who hold their ground and fire (FS3-23.5)."""
    teams = ""
    for team in (1, 2):
        units = ", ".join(f"{{name: {'AB'[team - 1]}{k}}}" for k in range(1, side + 1))
        teams += f"  team{team}: {{kind: npc, behaviour: hold, rating: 5, weapons: [rifle], units: [{units}]}}\n"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pack.yaml").write_text(PACK, encoding="utf-8")
        text = f"- id: field\n  name: Field\n  about: Open ground.\n{teams}  end: [last_team, {{turn_limit: 30}}]\n"
        (Path(folder) / "scenarios.yaml").write_text(text, encoding="utf-8")
        return find_game("fs3").make_setting("field", {}, (folder,))


def against_plain_python(quick: bool) -> Answer:
    """Fights a second of one thread, beside plain Python."""
    setting, lots = field_of(SIDE), random.Random(5)
    policies = np.full(len(setting.slots), find_bot("greedy").policy, np.int64)
    count = 2 if quick else FIGHTS
    workspace = new_sim_workspace(setting.opening)

    def ours() -> int:
        seed = np.uint64(lots.randrange(10**9))
        for first in range(0, count, CHUNK_SIZE):
            states = np.repeat(setting.opening, min(CHUNK_SIZE, count - first))
            play_games(states, setting.tables, policies, seed, first, workspace)
        return count

    def plain() -> int:
        for _ in range(count):
            Fight(lots, SIDE).play()
        return count

    found = rates(1 if quick else 7, ours=ours, plain=plain)
    rows = [("Fireteam", per_second(found["ours"])), ("plain Python", per_second(found["plain"]))]
    return Answer(
        "Fights of FS3",
        f"{SIDE} riflemen against {SIDE} on a table without map, to the end, one thread: Fireteam's behaviours decide, "
        "its rules roll and log every die and modifier; plain Python plays the same fights, die by die, with the "
        "same modifiers, wounds, reports, counts and log.",
        ("what", "fights a second"),
        rows,
        [at_least("fights of six against six beside plain Python", ratio(found["ours"], found["plain"]), 30)],
    )


def odds_of_an_attack(quick: bool) -> Answer:
    """The time until an attack's joint outcome is known, warm."""
    setting = find_game("fs3").make_setting("loading_yard")
    states: Any = copy_of(setting.opening)
    run_to_decision(states[0], setting.tables[0], live(1)[0], new_log()[0])
    explain = setting.game.explain_option
    assert explain is not None
    rows, slowest = [], 0.0
    for line in ("attack eva", "attack eva burst=yes called=HD", "full_auto eva,finn"):
        times = []
        for _ in range(2 if quick else 12):
            began = time.perf_counter()
            explain(setting, states, 0, read_choice(setting, line))
            times.append(time.perf_counter() - began)
        took = median(times[1:])
        slowest = took if line == "attack eva" else slowest
        rows.append((line, f"{1000 * took:.1f}"))
    return Answer(
        "Odds of an attack of FS3",
        "The exact joint outcome of one attack at the opening of the Loading Yard (hit, location, armour, severity, "
        "knockout at the turn's end), as the page asks for it, warm.",
        ("order", "ms"),
        rows,
        [at_most("odds of one attack of FS3", 1000 * slowest, 50, "ms")],
    )
