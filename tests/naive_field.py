"""The free table once more, as slow and plain as its rulebook can be written down: the judge of the compiled one.

Written from the clauses of Third Person Shooter (3.16 to 3.33, 9.16 to 9.25, 19.3 to 19.6, 19.28 and 19.31), with
lists of points in place of records, every edge looked at every time, and nothing left out for speed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor, sqrt
from typing import Any, NamedTuple

from fireteam.core.space.terrain_build import TerrainPlan

XY = tuple[float, float]
Steps = tuple[int, int]
Wall = tuple[XY, XY]
EPS = 1e-6


class Table(NamedTuple):
    """Edges in file order (3.8, 19.5), and shapes as corners; in units."""

    walls: list[Wall]  # with the edges of blocks and the border
    windows: list[Wall]
    low: list[Wall]


def table_of(plan: TerrainPlan) -> Table:
    def ring(outline: list[XY]) -> list[Wall]:
        return list(zip(outline, outline[1:] + outline[:1], strict=True))

    def segments(listed: Any) -> list[Wall]:
        return [((float(a), float(b)), (float(c), float(d))) for a, b, c, d in listed]

    border = [(0.0, 0.0), (float(plan.width), 0.0), (float(plan.width), float(plan.height)), (0.0, float(plan.height))]
    blocks = [edge for shape in plan.blocks for edge in ring(corners(shape))]
    low = [edge for shape in plan.low for edge in ring(corners(shape))]
    return Table([*segments(plan.walls), *blocks, *ring(border)], segments(plan.windows), low)


def corners(shape: Any) -> list[XY]:
    listed = list(shape)
    if len(listed) == 4 and all(isinstance(each, int | float) for each in listed):
        x0, y0, x1, y1 = (float(each) for each in listed)
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    return [(float(x), float(y)) for x, y in listed]


def in_units(point: Steps) -> XY:
    return point[0] / 1000000, point[1] / 1000000


def rounded(point: XY) -> Steps:
    """3.26: ties away from zero."""
    x, y = (floor(1000000 * abs(v) + 0.5) * (1 if v >= 0 else -1) for v in point)
    return x, y


# ---------------------------------------------------------------------------------------------- lines


def meetings(p: XY, q: XY, wall: Wall) -> list[float]:
    """3.29: the parameters at which P to Q meets a wall: none, one, or the first and last of a common part."""
    (px, py), (qx, qy), ((sx_, sy_), (ex, ey)) = p, q, wall
    rx, ry, sx, sy, wx, wy = qx - px, qy - py, ex - sx_, ey - sy_, sx_ - px, sy_ - py
    r, s = sqrt(rx * rx + ry * ry), sqrt(sx * sx + sy * sy)
    c = rx * sy - ry * sx
    if abs(c) > 1e-12 * r * s:
        t, u = (wx * sy - wy * sx) / c, (wx * ry - wy * rx) / c
        return [t] if -1e-9 <= t <= 1 + 1e-9 and -1e-9 <= u <= 1 + 1e-9 else []
    if abs(wx * ry - wy * rx) > 1e-9 * r:
        return []
    ends = sorted(((x - px) * rx + (y - py) * ry) / (rx * rx + ry * ry) for x, y in wall)
    low, high = max(ends[0], -1e-9), min(ends[1], 1 + 1e-9)
    return [low, high] if low <= high else []


def three_lines(a: Steps, b: Steps, from_point: bool) -> list[tuple[XY, XY]]:
    """3.16."""
    (ax, ay), (bx, by) = in_units(a), in_units(b)
    dx, dy = bx - ax, by - ay
    d = sqrt(dx * dx + dy * dy)
    n = -dy / d, dx / d
    lines = []
    for k in (-1, 0, 1):
        end = bx + k * 0.45 * n[0], by + k * 0.45 * n[1]
        lines.append(((ax, ay) if from_point else (ax + k * 0.45 * n[0], ay + k * 0.45 * n[1]), end))
    return lines


def sight(table: Table, a: Steps, b: Steps, from_point: bool = False) -> tuple[int, int]:
    """3.17 to 3.21 and 3.30: clear lines, and lines obstructed for b, of which none counts where b is not seen."""
    if a == b:
        return 3, 0
    clear = covered = 0
    for p, q in three_lines(a, b, from_point):
        clear += not any(meetings(p, q, wall) for wall in table.walls)
        everything = [t for wall in (*table.walls, *table.windows, *table.low) for t in meetings(p, q, wall)]
        covered += any(t >= 0.5 - 1e-9 for t in everything)
    return clear, covered if clear else 0


def inside(shape: list[Steps], a: Steps, b: Steps) -> float:
    """3.33, exactly until the square root at the end: the length of a to b in the open interior of a polygon."""
    rx, ry = b[0] - a[0], b[1] - a[1]
    cuts = {Fraction(0), Fraction(1)}
    edges = list(zip(shape, shape[1:] + shape[:1], strict=True))
    for (sx, sy), (ex, ey) in edges:
        c = rx * (ey - sy) - ry * (ex - sx)
        if c:
            cuts.add(Fraction((sx - a[0]) * (ey - sy) - (sy - a[1]) * (ex - sx), c))
        elif rx * (sy - a[1]) == ry * (sx - a[0]):
            cuts |= {Fraction((x - a[0]) * rx + (y - a[1]) * ry, rx * rx + ry * ry) for x, y in ((sx, sy), (ex, ey))}
    ordered = sorted(cut for cut in cuts if 0 <= cut <= 1)
    share = sum(
        (
            right - left
            for left, right in zip(ordered, ordered[1:], strict=False)
            if is_interior(edges, a[0] + rx * (left + right) / 2, a[1] + ry * (left + right) / 2)
        ),
        Fraction(0),
    )
    x, y = rx / 1000000, ry / 1000000
    return float(share) * sqrt(x * x + y * y)


def is_interior(edges: list[tuple[Steps, Steps]], x: Fraction, y: Fraction) -> bool:
    odd = False
    for (sx, sy), (ex, ey) in edges:
        side = (ex - sx) * (y - sy) - (ey - sy) * (x - sx)
        if side == 0 and min(sx, ex) <= x <= max(sx, ex) and min(sy, ey) <= y <= max(sy, ey):
            return False
        if (sy <= y) != (ey <= y) and (side > 0) == (ey > sy):
            odd = not odd
    return odd


# ---------------------------------------------------------------------------------------------- moving discs


class Contact(NamedTuple):
    time: float
    stops: frozenset[int]


class Mover(NamedTuple):
    """A disc in a count: its place and vector in units."""

    start: XY
    v: XY


def with_point(q: XY, v: XY, rho: float, now: float) -> float | None:
    """9.23, a point and a radius."""
    b, g, qq = q[0] * v[0] + q[1] * v[1], v[0] * v[0] + v[1] * v[1], q[0] * q[0] + q[1] * q[1]
    if b >= -1e-12 or qq - b * b / g >= (rho - EPS) * (rho - EPS):
        return None
    return now if qq <= rho * rho else now + (-b - sqrt(b * b - g * (qq - rho * rho))) / g


def with_wall(p: XY, v: XY, wall: Wall, now: float, radius: float) -> Iterator[float | None]:
    """9.23: a wall counts as its interior and its two ends."""
    (sx, sy), (ex, ey) = wall
    for end in wall:
        yield with_point((p[0] - end[0], p[1] - end[1]), v, radius, now)
    lx, ly = ex - sx, ey - sy
    length = sqrt(lx * lx + ly * ly)
    n = -ly / length, lx / length
    if (p[0] - sx) * n[0] + (p[1] - sy) * n[1] < 0:
        n = -n[0], -n[1]
    d, a = (p[0] - sx) * n[0] + (p[1] - sy) * n[1], v[0] * n[0] + v[1] * n[1]
    if a >= -1e-12 or d + a * (1 - now) >= radius - EPS:
        return
    tau = max(0.0, (d - radius) / -a)
    foot = (p[0] + v[0] * tau - sx) * lx + (p[1] + v[1] * tau - sy) * ly
    if 0 <= foot <= lx * lx + ly * ly:
        yield now + tau


def contacts(
    hard: list[Wall], movers: list[Mover], stopped: dict[int, float], now: float, radius: float
) -> list[Contact]:
    """Every contact of a pass that stops somebody and is not too late (9.18, 9.23, 9.24)."""
    v = [(0.0, 0.0) if i in stopped else mover.v for i, mover in enumerate(movers)]
    p = []
    for i, mover in enumerate(movers):
        t = stopped.get(i, now)
        p.append((mover.start[0] + mover.v[0] * t, mover.start[1] + mover.v[1] * t))
    found = []
    for i in range(len(movers)):
        for wall in hard if v[i] != (0, 0) else ():
            found += [Contact(t, frozenset({i})) for t in with_wall(p[i], v[i], wall, now, radius) if t is not None]
        for j in range(i + 1, len(movers)):
            q, w = (p[i][0] - p[j][0], p[i][1] - p[j][1]), (v[i][0] - v[j][0], v[i][1] - v[j][1])
            t = with_point(q, w, 2 * radius, now)
            if t is not None:
                x = q[0] + w[0] * (t - now), q[1] + w[1] * (t - now)
                stops = {i} if v[i][0] * x[0] + v[i][1] * x[1] < -1e-12 else set()
                stops |= {j} if v[j][0] * x[0] + v[j][1] * x[1] > 1e-12 else set()
                found.append(Contact(t, frozenset(stops)))
    return [contact for contact in found if contact.stops and contact.time <= 1]


def move(table: Table, discs: list[tuple[int, int, int, int]], radius: float = 0.5) -> list[Steps]:
    """9.18 and 9.25: where discs x, y moving by dx, dy are when the count is over."""
    movers = [Mover(in_units((x, y)), in_units((dx, dy))) for x, y, dx, dy in discs]
    stopped: dict[int, float] = {}
    now = 0.0
    while found := contacts([*table.walls, *table.windows], movers, stopped, now, radius):
        now = min(contact.time for contact in found)
        for contact in found:
            if contact.time <= now + 1e-9:
                stopped.update({i: now for i in contact.stops})
    ends = []
    for i, (x, y, dx, dy) in enumerate(discs):
        (px, py), (vx, vy) = movers[i]
        ends.append(rounded((px + vx * stopped[i], py + vy * stopped[i])) if i in stopped else (x + dx, y + dy))
    return ends


def follow(table: Table, who: Steps, others: list[Steps], trail: list[Steps], radius: float = 0.5) -> tuple[Steps, int]:
    """19.28: where a follower ends a count in which it may go 1 along its trail, and how many points it dropped."""
    at, left, dropped = in_units(who), 1.0, 0
    for point in trail:
        while True:
            way = in_units(point)[0] - at[0], in_units(point)[1] - at[1]
            far = sqrt(way[0] * way[0] + way[1] * way[1])
            if far <= 0.01:
                dropped += 1
                break
            if left <= 0:
                return rounded(at), dropped
            v = way if far <= left else (way[0] * (left / far), way[1] * (left / far))
            movers = [Mover(at, v), *(Mover(in_units(other), (0.0, 0.0)) for other in others)]
            found = contacts([*table.walls, *table.windows], movers, {}, 0.0, radius)
            t = min((contact.time for contact in found), default=1.0)
            at = at[0] + v[0] * t, at[1] + v[1] * t
            left = 0.0 if found else left - far
    return rounded(at), dropped


# ---------------------------------------------------------------------------------------------- flight


def path(table: Table, start: Steps, aim: Steps, length: float) -> list[XY]:
    """19.3 to 19.5 and 19.31: the corners of a flight, with its unrounded end."""
    at = in_units(start)
    f = in_units(aim)[0] - at[0], in_units(aim)[1] - at[1]
    d = sqrt(f[0] * f[0] + f[1] * f[1])
    f = f[0] / d, f[1] / d
    corners, mirrors = [at], list[Wall]()
    while True:
        hits = sorted(
            (t, i, wall)
            for i, wall in enumerate(table.walls)
            if (t := hit(at, f, wall)) is not None
            and t > 0
            and not (t < 1e-6 and any(are_parallel(wall, other) for other in mirrors))
        )
        if not hits or hits[0][0] >= length:
            return [*corners, (at[0] + f[0] * length, at[1] + f[1] * length)]
        first = hits[0][0]
        at, length, mirrors = (at[0] + f[0] * first, at[1] + f[1] * first), length - first, []
        corners.append(at)
        came = f
        for t, _, wall in hits:
            if t <= first + 1e-6 and not any(are_parallel(wall, other) for other in mirrors):
                f = mirrored(f, wall)
                mirrors.append(wall)
        before = at[0] - came[0] / 1000, at[1] - came[1] / 1000
        across = (came[0] + f[0]) / 1000, (came[1] + f[1]) / 1000
        if len(mirrors) > 1 and any(0 < (hit(before, across, wall) or 0) < 1 for wall in mirrors):
            f = -came[0], -came[1]


def hit(p: XY, f: XY, wall: Wall) -> float | None:
    (sx, sy), (ex, ey) = wall
    lx, ly, wx, wy = ex - sx, ey - sy, sx - p[0], sy - p[1]
    c = f[0] * ly - f[1] * lx
    if abs(c) <= 1e-12 * sqrt(lx * lx + ly * ly):
        return None
    u = (wx * f[1] - wy * f[0]) / c
    return (wx * ly - wy * lx) / c if -1e-9 <= u <= 1 + 1e-9 else None


def are_parallel(one: Wall, other: Wall) -> bool:
    (ax, ay), (bx, by) = ((wall[1][0] - wall[0][0], wall[1][1] - wall[0][1]) for wall in (one, other))
    return abs(ax * by - ay * bx) <= 1e-12 * sqrt(ax * ax + ay * ay) * sqrt(bx * bx + by * by)


def mirrored(f: XY, wall: Wall) -> XY:
    lx, ly = wall[1][0] - wall[0][0], wall[1][1] - wall[0][1]
    length = sqrt(lx * lx + ly * ly)
    n = -ly / length, lx / length
    k = 2 * (f[0] * n[0] + f[1] * n[1])
    return f[0] - k * n[0], f[1] - k * n[1]


def gap(walls: list[Wall], p: XY) -> float:
    """How far a point is from the nearest wall."""
    return min(distance(p, wall) for wall in walls)


def distance(p: XY, wall: Wall) -> float:
    (sx, sy), (ex, ey) = wall
    lx, ly = ex - sx, ey - sy
    u = min(1.0, max(0.0, ((p[0] - sx) * lx + (p[1] - sy) * ly) / (lx * lx + ly * ly)))
    x, y = p[0] - sx - u * lx, p[1] - sy - u * ly
    return sqrt(x * x + y * y)


def fly(table: Table, start: Steps, aim: Steps, length: float) -> Steps:
    """19.6: the rounded end, of a flight as much shorter as it takes not to rest at a wall."""
    while gap(table.walls, in_units(end := rounded(path(table, start, aim, length)[-1]))) < 0.001:
        length -= 0.01
    return end
