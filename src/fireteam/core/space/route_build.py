"""Making the graph of routes of a field, once: places where ways may turn, and how far it is from each to each.

Places stand where somebody wants to go, in doorways, beside the ends of walls and windows and the corners of blocks,
and then wherever the field is still emptiest. Plain Python over arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ..engine.record import Array, blank, layout
from .connectivity import are_inside, standing_points
from .routes import NO_WAY, PLACES, Routes
from .terrain import STEPS, Field
from .terrain_build import distances

Spot = tuple[int, int]

CLEARANCE = 0.02  # what a place keeps between a disc and walls, in units of length
CORNER_GAP = 0.55  # how far past the end of a wall and beside it a place stands
DOOR = 3.0  # wall ends no farther apart may be a doorway
TURNS = 240  # places at doorways and corners, at most
MIN_DISTANCE = 0.45  # two places are no nearer than this; farther if there would be too many
MESH = STEPS // 2  # of the points that fill empty ground
FILL_DISTANCE = 2.0  # no free point is farther from a place, if there is room for so many
MAX_LENGTH = 30.0  # no leg of a way is longer, in units of length
MAX_CACHED = 16  # that are kept


def build_routes(field: Field, wanted: Iterable[Spot], radius: float) -> Routes:
    """The routes of a field for discs of a radius (in units), with places at spots that somebody wants to reach."""
    return _build(bytes(np.asarray(field).tobytes()), tuple(wanted), radius)


@lru_cache(MAX_CACHED)
def _build(raw: bytes, wanted: tuple[Spot, ...], radius: float) -> Routes:
    field: Field = np.frombuffer(raw, layout(Field))[0]
    spots = thin_out(open_points(field, wanted, radius), MIN_DISTANCE)
    turns = open_points(field, (*doorways(field), *corners(field)), radius + CLEARANCE)
    gap, more = MIN_DISTANCE, thin_out(turns, MIN_DISTANCE, spots)
    while len(spots) + len(more) > TURNS:
        gap *= 1.3
        more = thin_out(turns, gap, spots)
    spots += more
    spots = fill_gaps(field, spots, radius)[:PLACES]
    routes: Any = blank(Routes)[0]
    routes.n = len(spots)
    routes.xs[: len(spots)] = [x for x, _ in spots]
    routes.ys[: len(spots)] = [y for _, y in spots]
    routes.far[: len(spots), : len(spots)] = shortest_paths(straight_ways(field, spots, radius))
    found: Routes = routes
    return found


def open_points(field: Field, spots: Sequence[Spot], radius: float) -> list[Spot]:
    """The spots on the field, in no block, that keep a radius from walls and windows."""
    xs, ys = np.array(spots).reshape(-1, 2).T
    room = (xs >= 0) & (ys >= 0) & (xs <= field.width) & (ys <= field.height)
    for i in range(field.n_blocks):
        room &= ~are_inside(field.blocks[i], xs, ys)
    for i in range(field.n_hard):
        room &= distances(field.edges[i], xs / STEPS, ys / STEPS) >= radius
    return [spot for spot, fits in zip(spots, room, strict=True) if fits]


def ends_of_walls(field: Field) -> list[Spot]:
    """Where walls and windows begin and end, each point once."""
    edges = [field.edges[i] for i in range(field.n_hard)]
    ends = [spot for edge in edges for spot in ((edge.x, edge.y), (edge.to_x, edge.to_y))]
    return list(dict.fromkeys((round(x * STEPS), round(y * STEPS)) for x, y in ends))


def doorways(field: Field) -> list[Spot]:
    """The middles between ends of walls that are near one another."""
    ends = np.array(ends_of_walls(field))
    apart = np.hypot(*(ends[:, None] - ends[None]).transpose(2, 0, 1))
    return [
        ((int(ends[i, 0]) + int(ends[j, 0])) // 2, (int(ends[i, 1]) + int(ends[j, 1])) // 2)
        for i, j in np.argwhere((apart > 0) & (apart <= DOOR * STEPS)).tolist()
        if i < j
    ]


def corners(field: Field) -> list[Spot]:
    """Beside the ends of every wall and window, on both sides, and past them."""
    found = []
    for i in range(field.n_hard):
        edge = field.edges[i]
        along = np.array((edge.sx, edge.sy)) / edge.length
        beside = np.array((edge.nx, edge.ny))
        for x, y, way in ((edge.x, edge.y, -1), (edge.to_x, edge.to_y, 1)):
            for side in (1, -1):
                spot = np.array((x, y)) + CORNER_GAP * (way * along + side * beside)
                found.append((round(spot[0] * STEPS), round(spot[1] * STEPS)))
    return found


def thin_out(spots: Sequence[Spot], gap: float, before: Sequence[Spot] = ()) -> list[Spot]:
    """Spots in order, without those nearer than a gap to one that is there already."""
    places = list(before)
    for x, y in spots:
        if all((x - a) ** 2 + (y - b) ** 2 >= (gap * STEPS) ** 2 for a, b in places):
            places.append((x, y))
    return places[len(before) :]


def fill_gaps(field: Field, spots: Sequence[Spot], radius: float) -> list[Spot]:
    """More spots: again and again the free point that is farthest from all, until none is far."""
    free = np.argwhere(standing_points(field, radius + CLEARANCE, MESH)) * MESH
    places = list(spots)
    nearest = np.full(len(free), np.inf)
    for spot in places:
        nearest = np.minimum(nearest, np.hypot(*(free - np.array(spot)).T))
    while len(places) < PLACES and len(free) and nearest.max() > FILL_DISTANCE * STEPS:
        spot = free[int(nearest.argmax())]
        places.append((int(spot[0]), int(spot[1])))
        nearest = np.minimum(nearest, np.hypot(*(free - spot).T))
    return places


def straight_ways(field: Field, spots: Sequence[Spot], radius: float) -> Array:
    """The distance of every two spots between which a disc goes straight, NO_WAY for the others."""
    points = np.array(spots) / STEPS
    one, other = np.triu_indices(len(points), 1)
    apart = np.hypot(*(points[one] - points[other]).T)
    near = apart <= MAX_LENGTH
    one, other, apart = one[near], other[near], apart[near]
    low, high = np.minimum(points[one], points[other]) - radius, np.maximum(points[one], points[other]) + radius
    clear = np.ones(len(one), bool)
    for i in range(field.n_hard):
        edge = field.edges[i]
        by = clear & (low[:, 0] < edge.most_x) & (high[:, 0] > edge.least_x)
        at = np.nonzero(by & (low[:, 1] < edge.most_y) & (high[:, 1] > edge.least_y))[0]
        clear[at] = path_clears(field, i, points[one[at]], points[other[at]], radius)
    far = np.full((len(points), len(points)), NO_WAY, np.int64)
    np.fill_diagonal(far, 0)
    one, other = one[clear], other[clear]
    far[one, other] = far[other, one] = (apart[clear] * STEPS).astype(np.int64) + 1
    return far


def path_clears(field: Field, i: int, start: Array, end: Array, radius: float) -> Array:
    """Which lines keep a disc's radius from an edge: they do not cross it, and no end of either is nearer."""
    edge = field.edges[i]
    least = np.minimum(distances(edge, *start.T), distances(edge, *end.T))
    along = end - start
    for x, y in ((edge.x, edge.y), (edge.to_x, edge.to_y)):
        to = np.array((x, y)) - start
        u = np.clip((to * along).sum(1) / (along * along).sum(1), 0.0, 1.0)
        least = np.minimum(least, np.hypot(*(to - along * u[:, None]).T))
    return np.asarray((least >= radius) & ~crosses_edge(field, i, start, along))


def crosses_edge(field: Field, i: int, start: Array, along: Array) -> Array:
    """Which lines cross an edge."""
    edge = field.edges[i]
    ends = np.array(((edge.x, edge.y), (edge.to_x, edge.to_y)))
    sides = [along[:, 0] * (y - start[:, 1]) - along[:, 1] * (x - start[:, 0]) for x, y in ends]
    others = [edge.sx * (p[:, 1] - edge.y) - edge.sy * (p[:, 0] - edge.x) for p in (start, start + along)]
    return np.asarray((sides[0] * sides[1] < 0) & (others[0] * others[1] < 0))


def shortest_paths(far: Array) -> Array:
    """The length of the shortest way between every two spots."""
    for k in range(len(far)):
        np.minimum(far, far[:, k, None] + far[k], out=far)
    return np.minimum(far, NO_WAY)
