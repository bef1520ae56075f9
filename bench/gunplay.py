"""Gunplay: random games against OpenSpiel's backgammon; sight past buildings and through woods, against shapely."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from fireteam.content.library import read_packs
from fireteam.core.engine.compiled import compiled
from fireteam.core.engine.record import Array
from fireteam.games.gunplay.library import LIBRARY
from fireteam.games.gunplay.map_build import build_terrain, pieces_of
from fireteam.games.gunplay.rules.sight import sees
from fireteam.games.gunplay.terrain import EPS, HUNDREDTHS, STANDING, Terrain
from fireteam.registry import find_game

from . import peers
from .backgammon import beside_backgammon
from .measure import Answer, at_least, nanoseconds, per_second, rates, ratio

PLAYED, SCENARIO = "crossroads", "farm"
LOOKS = 1_000
OFFSET, DEPTH = 0.45, 3.0  # of the outer rays, and into woods (GUN-4.13, GUN-4.17)


def against_backgammon(quick: bool) -> Answer:
    """Random games with all modules, choices made and choices counted, beside random games of backgammon."""
    setting = find_game("gunplay").make_setting(PLAYED, {"config": "full"})
    beside = beside_backgammon(quick, setting, "Gunplay", 400, "games")
    return Answer(
        "Gunplay",
        f"Random games of Gunplay on {PLAYED} with all modules, one thread: {beside.length:,.0f} choices a game, with "
        "ways over a free table, sight, Overwatch and dice, every event written to the log. OpenSpiel: random games of "
        f"backgammon in C++ alone; its steps, dice included, are games times {beside.peer_length:,.0f}.",
        ("what", "a second", "ns each"),
        beside.rows,
        beside.figures,
    )


@compiled
def looks(terrain: Terrain, places: Any) -> int:
    """How many places are seen from the one before."""
    seen = 0
    for k in range(len(places) - 1):
        x, y, to_x, to_y = places[k, 0], places[k, 1], places[k + 1, 0], places[k + 1, 1]
        seen += 1 if sees(terrain, x, y, STANDING, to_x, to_y, STANDING) else 0
    return seen


def against_shapely(quick: bool) -> Answer:
    """Who sees whom on the farm, as the rules ask for it and as a user of shapely writes it."""
    content = read_packs(LIBRARY, (LIBRARY.base,)).content
    scenario = content.scenario(SCENARIO)
    terrain = build_terrain(scenario, content.terrain, 0.5)
    lots = random.Random(3)
    count = 20 if quick else LOOKS
    places = np.array([[lots.randint(50, round(100 * side) - 50) for side in scenario.size] for _ in range(count + 1)])
    contenders = {"ours": lambda: looks(terrain, places) * 0 + count}
    shapely = peers.find("shapely", "shapely")
    if shapely:
        flags = {place: content.terrain[place[1]] for place in pieces_of(scenario)}
        pieces = [(flags[place], corners) for place, corners in pieces_of(scenario).items()]
        scene = Shapely(
            shapely,
            [corners for kind, corners in pieces if kind.blocks_sight],
            [corners for kind, corners in pieces if kind.area],
        )
        assert scene.looks(places) == looks(terrain, places), "shapely sees something else"
        contenders["peer"] = lambda: scene.looks(places) * 0 + count
    found = rates(2 if quick else 11, **contenders)
    rows = [("Fireteam", per_second(found["ours"]), nanoseconds(found["ours"]))]
    figures = []
    if shapely:
        rows.append(("shapely, prepared", per_second(found["peer"]), nanoseconds(found["peer"])))
        figures = [at_least("Gunplay's sight on the farm against shapely", ratio(found["ours"], found["peer"]), 30)]
    return Answer(
        "Sight past buildings",
        f"Whether one character sees another on {scenario.name}: three parallel rays past {terrain.n_pieces} pieces, "
        "at most three inches through woods. shapely: buildings as one prepared geometry, woods as another, the rays "
        "made and asked at once.",
        ("what", "a second", "ns each"),
        rows,
        figures,
    )


class Shapely:
    """The same question as a user of shapely asks it."""

    def __init__(self, shapely: Any, walls: list[Any], areas: list[Any]) -> None:
        self.shapely = shapely
        self.walls, self.areas = (
            shapely.multipolygons(
                [
                    shapely.buffer(shapely.polygons(np.array(each) / HUNDREDTHS), -EPS, join_style="mitre")
                    for each in some
                ]
            )
            for some in (walls, areas)
        )
        shapely.prepare(self.walls)
        shapely.prepare(self.areas)

    def looks(self, places: Array) -> int:
        """How many places are seen from the one before."""
        seen = 0
        points = (places / HUNDREDTHS).tolist()
        for (ax, ay), (bx, by) in zip(points, points[1:], strict=False):
            rx, ry = bx - ax, by - ay
            length = (rx * rx + ry * ry) ** 0.5
            nx, ny = -ry / length * OFFSET, rx / length * OFFSET
            rays = self.shapely.linestrings(
                [((ax + k * nx, ay + k * ny), (bx + k * nx, by + k * ny)) for k in (-1, 0, 1)]
            )
            free = rays[~self.shapely.intersects(self.walls, rays)]
            if len(free) and (self.shapely.length(self.shapely.intersection(self.areas, free)) <= DEPTH).any():
                seen += 1
        return seen
