"""Third Person Shooter: bomb rounds against OpenSpiel's backgammon, sight against shapely, the time of its odds."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from fireteam.core.engine.compiled import compiled
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.core.space.sight import sight
from fireteam.core.space.terrain import Field
from fireteam.core.space.terrain_build import TerrainPlan, build
from fireteam.registry import find_game
from fireteam.sim.solve import answer

from . import peers
from .backgammon import beside_backgammon
from .measure import Answer, at_least, at_most, nanoseconds, per_second, rates, ratio

MAP, TEAMS = "de_harbour", "5v5"
WALLS, LOOKS = 40, 1_000
MU = 1_000_000
SIZE = 60


def bomb_round() -> Setting:
    """One round of five against five, with the bomb."""
    return find_game("tps").make_setting(MAP, {"teams": TEAMS, "mp_maxrounds": "1"})


def against_backgammon(quick: bool) -> Answer:
    """Random bomb rounds, choices made and choices counted, beside random games of backgammon."""
    beside = beside_backgammon(quick, bomb_round(), "bomb rounds", 100, "rounds")
    return Answer(
        "Bomb rounds",
        f"Random rounds of Third Person Shooter on {MAP}, {TEAMS}, one thread: {beside.length:,.0f} choices a round, "
        "with sealed phases, moving discs, sight and dice, every event written to the log. OpenSpiel: random games of "
        f"backgammon in C++ alone; its steps, dice included, are games times {beside.peer_length:,.0f}.",
        ("what", "a second", "ns each"),
        beside.rows,
        beside.figures,
    )


@compiled
def looks(field: Field, places: Any, times: int) -> int:
    """How many of the three lines are clear, over all pairs of places in turn."""
    clear = 0
    for _ in range(times):
        for k in range(len(places) - 1):
            clear += sight(field, places[k, 0], places[k, 1], places[k + 1, 0], places[k + 1, 1], 0)[0]
    return clear


def against_shapely(quick: bool) -> Answer:
    """Sight past forty walls, as the rules ask for it and as a user of shapely writes it."""
    lots = random.Random(3)
    walls = [[lots.uniform(2, SIZE - 2) for _ in range(4)] for _ in range(WALLS)]
    walls = [[round(part, 3) for part in (x, y, x + (a - x) / 8, y + (b - y) / 8)] for x, y, a, b in walls]
    field = build(TerrainPlan(SIZE, SIZE, walls=walls, zones=[(0, 0, SIZE, SIZE)]))[0]
    count = 20 if quick else LOOKS
    places = np.array(
        [[round(lots.uniform(1, SIZE - 1), 3) * MU for _ in range(2)] for _ in range(count + 1)], np.int64
    )
    contenders = {"ours": lambda: looks(field, places, 1) * 0 + count}
    shapely = peers.find("shapely", "shapely")
    if shapely:
        scene = Shapely(shapely, walls)
        assert scene.looks(places) == looks(field, places, 1), "shapely sees something else"
        contenders["peer"] = lambda: scene.looks(places) * 0 + count
    found = rates(2 if quick else 11, **contenders)
    rows = [("Fireteam", per_second(found["ours"]), nanoseconds(found["ours"]))]
    figures = []
    if shapely:
        rows.append(("shapely, prepared", per_second(found["peer"]), nanoseconds(found["peer"])))
        figures = [at_least(f"sight past {WALLS} walls against shapely", ratio(found["ours"], found["peer"]), 30)]
    return Answer(
        "Sight",
        f"Whether one token sees another past {WALLS} walls: three parallel lines, half cover as well. shapely: the "
        "walls as one prepared geometry, the three lines made and asked at once.",
        ("what", "a second", "ns each"),
        rows,
        figures,
    )


class Shapely:
    """The same question as a user of shapely asks it."""

    def __init__(self, shapely: Any, walls: list[list[float]]) -> None:
        self.shapely = shapely
        self.walls = shapely.multilinestrings([shapely.linestrings([w[:2], w[2:]]) for w in walls])
        shapely.prepare(self.walls)

    def looks(self, places: Array) -> int:
        """The clear lines of all pairs of places in turn."""
        clear = 0
        for (ax, ay), (bx, by) in zip((places[:-1] / MU).tolist(), (places[1:] / MU).tolist(), strict=True):
            rx, ry = bx - ax, by - ay
            length = (rx * rx + ry * ry) ** 0.5
            nx, ny = -ry / length * 0.45, rx / length * 0.45
            lines = self.shapely.linestrings(
                [((ax + k * nx, ay + k * ny), (bx + k * nx, by + k * ny)) for k in (-1, 0, 1)]
            )
            clear += int((~self.shapely.intersects(self.walls, lines)).sum())
        return clear


def odds_of_shots(quick: bool) -> Answer:
    """The time of an exact answer: one shot, and the best split of a shotgun."""
    game = find_game("tps")
    asked = {
        "shot": ("shot", {"weapon": "mp5", "distance": 8}),
        "split": ("split", {"weapon": "spas12", "distance": 8}),
    }
    times = 1 if quick else 20

    def ask(name: str) -> int:
        question, parts = asked[name]
        for _ in range(times):
            answer(game, game.odds_questions, question, parts)
        return times

    found = rates(2 if quick else 7, **{name: (lambda name=name: ask(name)) for name in asked})  # type: ignore[misc]
    rows = [
        (
            "an MP5 at 8 MU: everything it may do",
            per_second(found["shot"]),
            f"{1e3 / sorted(found['shot'])[len(found['shot']) // 2]:.2f}",
        ),
        (
            "the best of six splits of a SPAS-12",
            per_second(found["split"]),
            f"{1e3 / sorted(found['split'])[len(found['split']) // 2]:.2f}",
        ),
    ]
    middle = sorted(found["shot"])[len(found["shot"]) // 2]
    return Answer(
        "Odds of shots",
        "Exact fractions by the rules of play on the shooting range of `fireteam odds tps`, whose tables "
        "are laid once and copied for each question.",
        ("what", "a second", "ms each"),
        rows,
        [at_most("the odds of one shot", 1e3 / middle, 1, "ms")],
    )
