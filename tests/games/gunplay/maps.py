"""Terrain, paths and bystanders for tests, in inches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fireteam.core.engine.record import blank
from fireteam.core.space.convex_build import build_convex
from fireteam.games.gunplay.rules.room import hundredths
from fireteam.games.gunplay.terrain import (
    AREA,
    BLOCKS_MOVE,
    BLOCKS_SIGHT,
    DIFFICULT,
    LOW,
    STANDING,
    Bystanders,
    Path,
    Terrain,
)

FLAGS = {
    "tall": BLOCKS_MOVE | BLOCKS_SIGHT,
    "window": BLOCKS_MOVE | LOW,
    "low": LOW,
    "woods": AREA | DIFFICULT,
    "rough": DIFFICULT,
    "water": BLOCKS_MOVE,
}
Piece = tuple[str, Sequence[Any]]


def corners_of(shape: Sequence[Any]) -> list[tuple[int, int]]:
    """Four numbers are a rectangle, else the shape is a list of points."""
    if isinstance(shape[0], (int, float)):
        x0, y0, x1, y1 = shape
        shape = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    return [(hundredths(x), hundredths(y)) for x, y in shape]


def terrain(*pieces: Piece, size: tuple[float, float] = (40, 30), step: float = 0.5) -> Terrain:
    record: Any = blank(Terrain)[0]
    record.width, record.height, record.step = (hundredths(value) for value in (*size, step))
    record.n_pieces = len(pieces)
    for i, (kind, shape) in enumerate(pieces):
        record.pieces[i] = build_convex(corners_of(shape), FLAGS[kind], 100)
    found: Terrain = record
    return found


def path(*points: tuple[float, float]) -> Path:
    """The start, then the waypoints."""
    record: Any = blank(Path)[0]
    record.n = len(points) - 1
    for i, (x, y) in enumerate(points):
        record.xs[i], record.ys[i] = hundredths(x), hundredths(y)
    found: Path = record
    return found


def bystanders(*points: tuple[float, float], enemies: Iterable[int] = (), posture: int = STANDING) -> Bystanders:
    record: Any = blank(Bystanders)[0]
    record.n = len(points)
    for i, (x, y) in enumerate(points):
        record.xs[i], record.ys[i], record.postures[i] = hundredths(x), hundredths(y), posture
    for i in enemies:
        record.is_enemy[i] = 1
    found: Bystanders = record
    return found
