"""Random games beside OpenSpiel's backgammon: the peer that rolls dice and has long menus."""

from __future__ import annotations

from typing import NamedTuple

from fireteam.core.game import Setting
from fireteam.sim.run import new_sim_workspace

from . import peers
from .measure import Figure, at_least, nanoseconds, per_second, rates, ratio
from .playouts import count_menu_choices, random_games


class Beside(NamedTuple):
    """What came of it: choices of a game, steps of the peer's (0 without it), lines of a table, and the figures."""

    length: float
    peer_length: float
    rows: list[tuple[str, ...]]
    figures: list[Figure]


def beside_backgammon(quick: bool, setting: Setting, what: str, games: int, whole: str) -> Beside:
    """So many random games, choices made and choices counted, taking turns with random games of backgammon."""
    games = 1 if quick else games
    peer = peers.random_games(peers.BACKGAMMON)
    peer_length = peers.steps_of_a_game(2 if quick else 200, peers.BACKGAMMON) if peer else 0.0
    room, work = new_sim_workspace(setting.opening), setting.opening.copy()
    keys = iter(range(0, 10**9, games))
    play = random_games(setting, games)
    made: list[int] = []

    def choices() -> int:
        made.append(play())
        return made[-1]

    contenders = {
        "ours": choices,
        "menus": lambda: count_menu_choices(setting.opening, setting.tables, room, work, next(keys), games),
    }
    if peer:
        contenders["peer"] = lambda: peer(max(1, games // 4)) * peer_length
    found = rates(2 if quick else 7, **contenders)
    length = sum(made) / len(made) / games
    rows = [
        (f"Fireteam: {what}, choices made", per_second(found["ours"]), nanoseconds(found["ours"])),
        (f"the same, whole {whole}", per_second([rate / length for rate in found["ours"]]), ""),
        (
            "the same, every menu counted as well: choices counted",
            per_second(found["menus"]),
            nanoseconds(found["menus"]),
        ),
    ]
    figures = []
    if peer:
        rows.append(("OpenSpiel: backgammon, steps", per_second(found["peer"]), nanoseconds(found["peer"])))
        times = ratio(found["ours"], found["peer"])
        figures = [at_least(f"{what}, choices made, against backgammon's steps", times, 5)]
    return Beside(length, peer_length, rows, figures)
