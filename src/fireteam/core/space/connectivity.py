"""Whether discs can get from place to place at all: a fine mesh of points over a field, and what hangs together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..engine.record import Array
from .polygons import Point
from .terrain import EPS, STEPS, Field, Shape, is_in
from .terrain_build import distances

MESH = STEPS // 4  # steps between points of the mesh (GEOMETRY.md 11)


def reachable(
    field: Field, starts: Sequence[Point], goals: Sequence[Point | Shape], radius: float, mesh: int = MESH
) -> list[list[bool]]:
    """For each start and each goal, whether a disc can go from one to the other (GEOMETRY.md 11).

    Args:
        field: where.
        starts: points in steps; each stands for the nearest point of the mesh.
        goals: points likewise, or shapes, which are reached with any point of the mesh that lies in them.
        radius: of the disc, in units.
        mesh: steps between the points of the mesh.
    """
    regions = _regions(standing_points(field, radius, mesh))
    found = [_region_at(regions, start, mesh) for start in starts]
    meant = [
        {_region_at(regions, goal, mesh)} if isinstance(goal, tuple) else _regions_in(regions, goal, mesh)
        for goal in goals
    ]
    return [[region >= 0 and region in goal for goal in meant] for region in found]


def standing_points(field: Field, radius: float, mesh: int) -> Array:
    """The points of the mesh, column by column, where a disc may stand: in no block, and near no wall or window."""
    xs, ys = np.arange(0, field.width + 1, mesh), np.arange(0, field.height + 1, mesh)
    free = np.ones((len(xs), len(ys)), bool)
    for i in range(field.n_blocks):
        block = field.blocks[i]
        part = (
            _part(block.least_x, block.most_x, mesh, len(xs)),
            _part(block.least_y, block.most_y, mesh, len(ys)),
        )
        free[part] &= ~are_inside(block, xs[part[0], None], ys[part[1]])
    for i in range(field.n_hard):
        edge = field.edges[i]
        around = radius * STEPS + mesh
        part = (
            _part(edge.least_x * STEPS - around, edge.most_x * STEPS + around, mesh, len(xs)),
            _part(edge.least_y * STEPS - around, edge.most_y * STEPS + around, mesh, len(ys)),
        )
        free[part] &= distances(edge, xs[part[0], None] / STEPS, ys[part[1]] / STEPS) >= radius - EPS
    return free


def _part(least: float, most: float, mesh: int, n: int) -> slice:
    """The lines of the mesh from one place to another."""
    return slice(max(0, int(least // mesh)), min(n, int(most // mesh) + 2))


def are_inside(shape: Shape, xs: Array, ys: Array) -> Array:
    """Which points lie in a shape; of those on its border, any."""
    inside = np.zeros(np.broadcast(xs, ys).shape, bool)
    for i in range(shape.n):
        ax, ay, bx, by = (
            shape.xs[i - 1 + shape.n * (i == 0)],
            shape.ys[i - 1 + shape.n * (i == 0)],
            shape.xs[i],
            shape.ys[i],
        )
        side = (bx - ax) * (ys - ay) - (by - ay) * (xs - ax)
        inside ^= ((ay <= ys) != (by <= ys)) & ((side > 0) == (by > ay))
    return inside


def _regions(free: Array) -> Array:
    """A number for each point, equal for those that hang together by steps of the mesh; -1 where none may stand.

    Upright runs of points are numbered, and runs of neighbouring columns that lie side by side are joined.
    """
    begins = free.copy()
    begins[:, 1:] &= ~free[:, :-1]
    runs = np.where(free, np.cumsum(begins.ravel()).reshape(free.shape) - 1, -1)
    side_by_side = free[1:] & free[:-1]
    count = int(begins.sum())
    pairs = np.unique(runs[:-1][side_by_side] * count + runs[1:][side_by_side])  # each pair of runs as one number
    above = list(range(count))

    def top(run: int) -> int:
        while above[run] != run:
            above[run] = above[above[run]]
            run = above[run]
        return run

    for pair in pairs.tolist():
        one, other = divmod(pair, count)
        above[top(one)] = top(other)
    tops = np.array([*(top(run) for run in range(len(above))), -1])
    return np.asarray(tops[runs])


def _region_at(regions: Array, point: Point, mesh: int) -> int:
    """The region of the mesh's nearest point where a disc may stand; ties go to the smaller x, then the smaller y."""
    dx = np.arange(regions.shape[0]) * mesh - point[0]
    dy = np.arange(regions.shape[1]) * mesh - point[1]
    far = dx[:, None] * dx[:, None] + dy * dy
    nearest = int(np.argmin(np.where(regions >= 0, far, np.iinfo(np.int64).max)))
    return int(regions.ravel()[nearest])


def _regions_in(regions: Array, shape: Shape, mesh: int) -> set[int]:
    """The regions that have a point in a shape."""
    columns = _part(shape.least_x, shape.most_x, mesh, regions.shape[0])
    rows = _part(shape.least_y, shape.most_y, mesh, regions.shape[1])
    found: set[int] = set()
    for i in range(columns.start, columns.stop):
        for j in range(rows.start, rows.stop):
            region = int(regions[i, j])
            if region >= 0 and region not in found and is_in(shape, i * mesh, j * mesh):
                found.add(region)
    return found
