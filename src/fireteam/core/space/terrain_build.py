"""Making a field out of lists of numbers, once for each map: exact checks first, then the record that rules read.

Plain Python. A game reads its map, asks `findings` and tells the mistakes in its own words and places; `build` makes
the record and refuses a plan with mistakes. Whole numbers of steps throughout, so that nothing hangs on rounding.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from ..engine.record import Array, blank
from ..errors import FireteamError
from .grid import bit
from .polygons import Corners, Point, edges_of, is_simple, shared_border, tiling_faults
from .terrain import (
    BLOCK,
    BORDER,
    LOW,
    MOST_BLOCKS,
    MOST_CELLS,
    MOST_CORNERS,
    MOST_EDGES,
    MOST_NEAR,
    MOST_ZONES,
    STEPS,
    WALL,
    WINDOW,
    Edge,
    Field,
    Shape,
    gap,
    is_in,
    units,
)

MAX_WIDTH = 500  # units a side, so that products of lengths in steps fit 64 bits (GEOMETRY.md 1)
NEIGHBOURS = 1  # units of shared border that make two zones neighbours (GEOMETRY.md 10)
LIST_REACH = 1.6  # units: what a move of one unit by a disc of one unit may touch, with room to spare
MOST_DECIMALS = 6


class Fault(NamedTuple):
    """Something wrong with a plan: which objects, each as the name and number of its list, and what they do wrong."""

    objects: tuple[tuple[str, int], ...]
    problem: str
    too_many: bool = False  # for the room that a field has

    def __str__(self) -> str:
        return f"{' and '.join(f'{name}[{number}]' for name, number in self.objects)}: {self.problem}"


class BadTerrain(FireteamError):
    """A plan that no field can be built of: every finding, one a line."""

    def __init__(self, found: Iterable[Fault]) -> None:
        self.findings = tuple(found)
        super().__init__("\n".join(map(str, self.findings)))


@dataclass(frozen=True)
class TerrainPlan:
    """What a field is built of, in units.

    A wall or window is [x1, y1, x2, y2]; a block, low or zone is [x0, y0, x1, y1] or at least three points [x, y].
    """

    width: float
    height: float
    walls: Sequence[Sequence[float]] = ()
    windows: Sequence[Sequence[float]] = ()
    blocks: Sequence[Sequence[Any]] = ()
    low: Sequence[Sequence[Any]] = ()
    zones: Sequence[Sequence[Any]] = ()
    areas: Sequence[Sequence[Any]] = ()  # shapes of the game's own, checked and no more


def exact_steps(value: float) -> int | None:
    """A number with at most 6 decimals in steps, None when it has more or is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    exact = Decimal(repr(value)).scaleb(MOST_DECIMALS)
    return int(exact) if exact == exact.to_integral_value() else None


def corners_of(outline: Sequence[Any]) -> list[Point] | None:
    """The corners of a rectangle or polygon in steps, None when it has another form or a number with more decimals."""
    if len(outline) == 4 and not any(isinstance(part, Sequence) for part in outline):
        x0, y0, x1, y1 = outline
        outline = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    points: list[Point] = []
    for point in outline:
        if not isinstance(point, Sequence) or len(point) != 2:
            return None
        x, y = exact_steps(point[0]), exact_steps(point[1])
        if x is None or y is None:
            return None
        points.append((x, y))
    return points


def ends_of(segment: Sequence[Any]) -> list[Point] | None:
    """The two ends of a wall or window in steps, None when it has another form or a number with more decimals."""
    return corners_of([segment[:2], segment[2:]])


def find_faults(plan: TerrainPlan) -> list[Fault]:
    """Everything that is wrong with a plan."""
    wide, high = exact_steps(plan.width), exact_steps(plan.height)
    sides = (plan.width, plan.height)
    if wide is None or high is None or not all(0 < side <= MAX_WIDTH for side in sides):
        problem = f"must be two numbers above 0 and at most {MAX_WIDTH}, with at most {MOST_DECIMALS} decimals"
        return [Fault((("size", 0),), problem)]
    found = [*_count_faults(plan)]
    for name in ("walls", "windows", "blocks", "low", "zones", "areas"):
        for number, value in enumerate(getattr(plan, name)):
            points = ends_of(value) if name in ("walls", "windows") else corners_of(value)
            problem = _shape_fault(points, wide, high, name in ("walls", "windows"))
            if problem:
                found.append(Fault(((name, number),), problem))
    if not any(name == "zones" for finding in found for name, _ in finding.objects):
        found += _faults_of_zones([_is_number(corners_of(zone)) for zone in plan.zones], wide, high)
    return found


def _shape_fault(points: list[Point] | None, width: int, height: int, is_segment: bool) -> str:
    """What is wrong with the points of a segment or shape; nothing when they are fine."""
    if points is None:
        form = "[x1, y1, x2, y2]" if is_segment else "[x0, y0, x1, y1] or a list of points [x, y]"
        return f"must be {form}, numbers with at most {MOST_DECIMALS} decimals"
    if not all(0 <= x <= width and 0 <= y <= height for x, y in points):
        return "reaches out of the field"
    if is_segment:
        return "has no length" if points[0] == points[1] else ""
    if len(points) < 3:
        return "has fewer than 3 corners"
    if len(points) > MOST_CORNERS:
        return f"has more than {MOST_CORNERS} corners; divide it"
    return "" if is_simple(points) else "has a border that touches or crosses itself"


def _count_faults(plan: TerrainPlan) -> Iterator[Fault]:
    """Lists that are longer than a field has room for."""
    for name, most in (("blocks", MOST_BLOCKS), ("zones", MOST_ZONES)):
        if len(getattr(plan, name)) > most:
            yield Fault(((name, most),), f"is one too many: a field has room for {most}", True)
    n = 4 + len(plan.walls) + len(plan.windows) + sum(len(shape) for shape in (*plan.blocks, *plan.low))
    if n > MOST_EDGES:
        last = max(("walls", "windows", "blocks", "low"), key=lambda name: len(getattr(plan, name)))
        parts = "walls, windows, edges of blocks and low shapes, and the border"
        problem = f"is more than there is room for: {parts} are {n}, at most {MOST_EDGES}"
        yield Fault(((last, len(getattr(plan, last)) - 1),), problem, True)


def _faults_of_zones(zones: Sequence[Corners], width: int, height: int) -> Iterator[Fault]:
    """Zones that overlap, and the first place that none of them holds."""
    overlaps, gaps = tiling_faults(zones, width, height)
    for one, other in overlaps:
        yield Fault((("zones", one), ("zones", other)), "overlap")
    for x, y in gaps[:1]:
        nearest = min(
            range(len(zones)), key=lambda i: min(_detour(x, y, *edge) for edge in edges_of(zones[i])), default=0
        )
        problem = f"leaves a gap: no zone holds the point ({x / STEPS:.6g}, {y / STEPS:.6g})"
        yield Fault((("zones", nearest),), problem)


def _detour(x: float, y: float, start: Point, end: Point) -> float:
    """How much longer the way from one end of an edge to the other is by way of a point: how far off the edge it is."""
    return math.dist(start, (x, y)) + math.dist((x, y), end) - math.dist(start, end)


def build(plan: TerrainPlan, reach: float = LIST_REACH) -> Array:
    """One `Field` record.

    Args:
        plan: what to build.
        reach: how far from a place the lookup grid lists edges; moves within it, radius included, are fastest.

    Raises:
        BadTerrain: `findings` has some.
    """
    found = find_faults(plan)
    if found:
        raise BadTerrain(found)
    fields = blank(Field)
    field = fields[0]
    field.width, field.height = _is_number(exact_steps(plan.width)), _is_number(exact_steps(plan.height))
    _put_edges(field, plan)
    for block in plan.blocks:
        put_shape(field.blocks[field.n_blocks], _is_number(corners_of(block)))
        field.n_blocks += 1
    zones = [_is_number(corners_of(zone)) for zone in plan.zones]
    for zone in zones:
        put_shape(field.zones[field.n_zones], zone)
        field.n_zones += 1
    for one, other in combinations(range(len(zones)), 2):
        if shared_border(zones[one], zones[other]) >= NEIGHBOURS * STEPS:
            field.adjacent[one] |= bit(other)
            field.adjacent[other] |= bit(one)
    _put_lists(field, reach)
    return fields


def _is_number(value: Any) -> Any:
    """What `findings` has made sure of."""
    assert value is not None
    return value


def put_shape(shape: Shape, corners: Corners) -> None:
    """Fill a record with a shape's corners."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    shape.least_x, shape.most_x, shape.least_y, shape.most_y = min(xs), max(xs), min(ys), max(ys)
    shape.n = len(corners)
    for i, (x, y) in enumerate(corners):
        shape.xs[i], shape.ys[i] = x, y


def _put_edges(field: Field, plan: TerrainPlan) -> None:
    """Walls, edges of blocks, border; windows; low edges: the order that ties between walls go by (GEOMETRY.md 17)."""
    for number, wall in enumerate(plan.walls):
        start, end = _is_number(ends_of(wall))
        _put_edge(field, start, end, WALL, number)
    for number, block in enumerate(plan.blocks):
        for start, end in edges_of(_is_number(corners_of(block))):
            _put_edge(field, start, end, BLOCK, number)
    border = [(0, 0), (field.width, 0), (field.width, field.height), (0, field.height)]
    for number, (start, end) in enumerate(edges_of(border)):
        _put_edge(field, start, end, BORDER, number)
    field.n_walls = field.n_edges
    for number, window in enumerate(plan.windows):
        start, end = _is_number(ends_of(window))
        _put_edge(field, start, end, WINDOW, number)
    field.n_hard = field.n_edges
    for number, low in enumerate(plan.low):
        for start, end in edges_of(_is_number(corners_of(low))):
            _put_edge(field, start, end, LOW, number)


def _put_edge(field: Field, start: Point, end: Point, kind: int, number: int) -> None:
    """One more edge, with its length and unit normal (GEOMETRY.md 3)."""
    edge = field.edges[field.n_edges]
    field.n_edges += 1
    edge.x, edge.y, edge.to_x, edge.to_y = units(start[0]), units(start[1]), units(end[0]), units(end[1])
    edge.least_x, edge.most_x = min(edge.x, edge.to_x), max(edge.x, edge.to_x)
    edge.least_y, edge.most_y = min(edge.y, edge.to_y), max(edge.y, edge.to_y)
    edge.sx, edge.sy = edge.to_x - edge.x, edge.to_y - edge.y
    edge.length = math.sqrt(edge.sx * edge.sx + edge.sy * edge.sy)
    edge.nx, edge.ny = -edge.sy / edge.length, edge.sx / edge.length
    edge.kind, edge.number = kind, number


def distances(edge: Edge, x: Array, y: Array) -> Array:
    """How far points are from an edge, in units."""
    px, py = x - edge.x, y - edge.y
    u = np.clip((px * edge.sx + py * edge.sy) / (edge.sx * edge.sx + edge.sy * edge.sy), 0.0, 1.0)
    dx, dy = px - edge.sx * u, py - edge.sy * u
    return np.asarray(np.sqrt(dx * dx + dy * dy))


def _put_lists(field: Field, reach: float) -> None:
    """The lookup grid: for each cell the hard edges within reach of it, in as many cells as there is room for."""
    field.reach = reach
    cells = MOST_CELLS
    while True:
        wide, high = units(field.width) / cells, units(field.height) / cells
        x, y = np.meshgrid((np.arange(cells) + 0.5) * wide, (np.arange(cells) + 0.5) * high, indexing="ij")
        far = reach + math.sqrt(wide * wide + high * high) / 2 + 0.01  # from its middle to a corner, and rounding
        near = np.array([distances(field.edges[i], x, y).ravel() <= far for i in range(field.n_hard)]).T
        if near.sum() <= MOST_NEAR:
            break
        cells //= 2
    field.cells = cells
    field.heads[1 : cells * cells + 1] = np.cumsum(near.sum(axis=1))
    field.near[: near.sum()] = np.nonzero(near)[1]


def has_room(field: Field, x: int, y: int, radius: float) -> bool:
    """Whether a disc at a point of the field touches no wall or window and stands in no block (GEOMETRY.md 12)."""
    if not (0 <= x <= field.width and 0 <= y <= field.height):
        return False
    if any(is_in(field.blocks[i], x, y) for i in range(field.n_blocks)):
        return False
    return gap(field, x, y, field.n_hard) > radius
