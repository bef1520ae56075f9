"""Making the places where ways turn, once for a map: corners of features pushed out, and the shortest ways between."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from ...core.engine.record import Array, blank, layout
from .rules.paths import is_blocked, is_in_block
from .rules.ways import length_between
from .terrain import MOVE, TURNS, Feature, Terrain, Turns

PUSHED = 60  # centimetres that a corner is moved out from both its edges (FS3-23.7)
FAR = 1 << 50  # longer than any way, with LEGS_PLACES bits to the right of it
LEGS_PLACES = 10  # bits for the number of legs, below those of a length
MAX_CACHED = 64  # maps that are kept


def fill_turns(terrain: Terrain) -> None:
    """Fill what follows from the features of a terrain: what they do together, and the turns."""
    terrain.effects = 0
    for k in range(terrain.n):
        terrain.effects |= terrain.features[k].effects
    terrain.turns = _build(np.asarray(terrain).tobytes())


@lru_cache(MAX_CACHED)
def _build(raw: bytes) -> Turns:
    terrain: Terrain = np.frombuffer(raw, layout(Terrain))[0]
    turns: Any = blank(Turns)[0]
    places = turning_places(terrain)
    n = turns.n = len(places)
    turns.xs[:n], turns.ys[:n] = [x for x, _ in places], [y for _, y in places]
    straight = straight_ways(terrain, places)
    keys = straight.copy()
    for k in range(n):
        np.minimum(keys, keys[:, k, None] + keys[k], out=keys)
    has_way = keys < FAR
    turns.far[:n, :n] = np.where(has_way, keys >> LEGS_PLACES, -1)
    turns.legs[:n, :n] = np.where(has_way, keys & ((1 << LEGS_PLACES) - 1), 0)
    for i in range(n):
        onward = straight[i][:, None] + keys  # by each place that is reached straight; not to go at all is no way
        onward[i] = FAR
        turns.next[i, :n] = (onward == keys[i]).argmax(0)
        turns.next[i, i] = i
    found: Turns = turns
    return found


def turning_places(terrain: Terrain) -> list[tuple[int, int]]:
    """The corners of features that block movement, pushed out, each once: those on the map and in no such feature.

    Raises:
        ValueError: more than there is room for.
    """
    found: dict[tuple[int, int], None] = {}
    for k in range(terrain.n):
        feature = terrain.features[k]
        if feature.effects & MOVE:
            found |= dict.fromkeys(pushed_corner(feature, i) for i in range(feature.n))
    places = [
        (x, y)
        for x, y in found
        if 0 <= x <= terrain.width and 0 <= y <= terrain.height and not is_in_block(terrain, x, y)
    ]
    if len(places) > TURNS:
        raise ValueError(f"a map has at most {TURNS} corners of features around which ways turn, not {len(places)}")
    return places


def pushed_corner(feature: Feature, i: int) -> tuple[int, int]:
    """A corner moved out by PUSHED from both its edges, rounded to the nearest centimetre, halves up."""
    n, xs, ys = int(feature.n), feature.xs, feature.ys
    one = unit(int(xs[i] - xs[i - 1 if i else n - 1]), int(ys[i] - ys[i - 1 if i else n - 1]))
    other = unit(int(xs[(i + 1) % n] - xs[i]), int(ys[(i + 1) % n] - ys[i]))
    share = PUSHED / (1.0 + one[0] * other[0] + one[1] * other[1])
    out_x, out_y = share * (one[1] + other[1]), -share * (one[0] + other[0])  # what is right of both edges is outside
    return int(xs[i]) + math.floor(out_x + 0.5), int(ys[i]) + math.floor(out_y + 0.5)


def unit(x: int, y: int) -> tuple[float, float]:
    """A vector of length 1 in the direction of another."""
    length = math.sqrt(x * x + y * y)
    return x / length, y / length


def straight_ways(terrain: Terrain, places: list[tuple[int, int]]) -> Array:
    """The keys of the straight ways between places: the length, and one leg; FAR where something is in the way."""
    keys = np.full((len(places), len(places)), FAR, np.int64)
    np.fill_diagonal(keys, 0)
    for i, (ax, ay) in enumerate(places):
        for j, (bx, by) in enumerate(places[:i]):
            if not is_blocked(terrain, ax, ay, bx, by):
                keys[i, j] = keys[j, i] = (int(length_between(ax, ay, bx, by)) << LEGS_PLACES) + 1
    return keys
