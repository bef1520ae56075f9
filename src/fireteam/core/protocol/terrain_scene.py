"""How the terrain of a free table is drawn: its walls, windows and areas, lines of sight, and what blocks them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil
from typing import Any, NamedTuple, TypeAlias

from ..space.sight import blocking_wall, sight_line
from ..space.terrain import LOW, STEPS, WALL, WINDOW, Field, Shape, intersection
from .scene import Area, Barrier, Ground, Mark, Ray, Row, Scene, Sight, Spot, Token

Steps: TypeAlias = tuple[int, int]
LINES = (-1, 0, 1)
"""The three lines of sight between two discs: by the left edges, the centres, the right edges."""
BARRIER_KINDS = {WALL: "wall", WINDOW: "window"}


def barriers(field: Any) -> Iterator[Barrier]:
    """Walls and windows; the edges of blocks and of the table are drawn with these."""
    edges = field.edges[: field.n_hard][["kind", "x", "y", "to_x", "to_y"]]
    for kind, x, y, to_x, to_y in edges.tolist():
        if kind in BARRIER_KINDS:
            yield Barrier(BARRIER_KINDS[kind], x, y, to_x, to_y)


def block_areas(field: Field) -> Iterator[Area]:
    """Blocks, which nothing enters."""
    for k in range(field.n_blocks):
        yield Area("block", "block", shape_corners(field.blocks[k]))


def low_areas(field: Any) -> Iterator[Area]:
    """Low cover, whose edges stand in the field one shape after another."""
    shapes: dict[int, list[Spot]] = {}
    for kind, number, x, y in field.edges[field.n_hard : field.n_edges][["kind", "number", "x", "y"]].tolist():
        if kind == LOW:
            shapes.setdefault(number, []).append((x, y))
    for points in shapes.values():
        yield Area("low cover", "low", tuple(points))


def shape_corners(shape: Shape) -> tuple[Spot, ...]:
    """The corners of a shape, in units of length."""
    return tuple((int(shape.xs[k]) / STEPS, int(shape.ys[k]) / STEPS) for k in range(shape.n))


def shape_areas(kind: str, names: Iterable[str], shapes: Any, title: str = "{}") -> Iterator[Area]:
    """The first shapes of a list as areas of a kind, each with a name, under which `title` calls it."""
    for name, shape in zip(names, shapes, strict=False):
        yield Area(title.format(name), kind, shape_corners(shape), "" if kind == "zone" else name)


def spot_of(placed: Any) -> Spot:
    """Where a record lies that has its place in steps, in units of length."""
    return int(placed.x) / STEPS, int(placed.y) / STEPS


class TableOutline(NamedTuple):
    """What of a free table never changes: its size, its walls and windows."""

    width: float
    height: float
    barriers: tuple[Barrier, ...]


def table_outline(field: Any) -> TableOutline:
    """The outline of a field."""
    return TableOutline(int(field.width) / STEPS, int(field.height) / STEPS, tuple(barriers(field)))


def free_table_scene(
    title: str,
    outline: TableOutline,
    tokens: Iterable[Token],
    areas: Iterable[Area],
    marks: Iterable[Mark],
    standing: Iterable[Row],
    measure: str = "",
    unmeasured: str = "",
) -> Scene:
    """A free table with what stands and lies on it, and its standing; tokens at x = -1 wait beside it."""
    (width, height, walls), units = outline, tuple(tokens)
    on, beside = tuple([one for one in units if one.x >= 0]), tuple([one for one in units if one.x < 0])
    table = Ground(width, height, walls, tuple(areas), tuple(marks), measure=measure, unmeasured=unmeasured)
    return Scene(title, ceil(width), ceil(height), (), (), on, tuple(standing), beside, table)


def sight_ray(field: Field, at: Steps, to: Steps, k: int) -> Ray:
    """One of the three lines, and where the nearest wall stops it."""
    line = sight_line(*at, *to, 0, k)
    start, end = (float(line.px), float(line.py)), (float(line.px + line.rx), float(line.py + line.ry))
    wall = int(blocking_wall(field, *at, *to, 0, k))
    if wall < 0:
        return Ray(start, end)
    t = min(1.0, max(0.0, intersection(*line, field.edges[wall])))
    return Ray(start, end, (float(line.px + line.rx * t), float(line.py + line.ry * t)))


def free_sight(
    field: Field,
    at: Steps,
    to: Steps,
    clear: bool,
    says: str,
    clause: str,
    fog: Iterable[Area] = (),
) -> Sight:
    """The three lines from a disc to one at another place, with the walls that block them and the `fog` between."""
    rays = tuple(sight_ray(field, at, to, k) for k in LINES) if at != to else ()
    by: tuple[Barrier | Area, ...] = (*blocking_barriers(field, at, to), *fog)
    return Sight(clear, (), None, f"{says} ({clause})", clause, rays, by)


def blocking_barriers(field: Field, at: Steps, to: Steps) -> tuple[Barrier, ...]:
    """The walls that block any of the three lines, each once, as they are drawn."""
    found = [int(blocking_wall(field, *at, *to, 0, k)) for k in LINES]
    edges = [field.edges[wall] for wall in dict.fromkeys(found) if wall >= 0]
    return tuple(Barrier("wall", float(one.x), float(one.y), float(one.to_x), float(one.to_y)) for one in edges)
