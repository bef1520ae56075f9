"""The geometry of Gunplay once more, as slow and plain as its rulebook can be written down: the judge of the compiled.

Places are pairs of whole hundredths, pieces a type and its corners in hundredths; all is looked at every time. What is
inside a piece is found by cutting a segment at every edge and trying the middle of each part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor, inf, sqrt

EPS = 1e-6
Place = tuple[int, int]
Point = tuple[float, float]
Piece = tuple[str, list[Place]]
BLOCKS_MOVE, BLOCKS_SIGHT = ("tall", "window", "water"), ("tall",)
LOW, AREA, DIFFICULT = ("window", "low"), ("woods",), ("woods", "rough")
STANDING, PRONE, HIDING = range(3)


def rounded(inches: float) -> int:
    """GUN-4.2."""
    return floor(100 * inches + 0.5) if inches >= 0 else -floor(0.5 - 100 * inches)


def inches(place: Place) -> Point:
    return place[0] / 100, place[1] / 100


def apart(a: Point, b: Point) -> float:
    return sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def edges(piece: Piece) -> Iterator[tuple[Point, Point]]:
    corners = [inches(corner) for corner in piece[1]]
    yield from zip(corners, corners[1:] + corners[:1], strict=True)


def depth(piece: Piece, p: Point) -> float:
    """The least signed distance to the lines of the edges (GUN-4.30)."""
    return min(((w[0] - v[0]) * (p[1] - v[1]) - (w[1] - v[1]) * (p[0] - v[0])) / apart(v, w) for v, w in edges(piece))


def at(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def inside(piece: Piece, a: Point, b: Point) -> tuple[float, float] | None:
    """From where to where a segment is inside, as shares (GUN-4.30): the pieces of it whose middle is."""
    cuts = {0.0, 1.0}
    for v, w in edges(piece):
        one, other = (((w[0] - v[0]) * (p[1] - v[1]) - (w[1] - v[1]) * (p[0] - v[0])) / apart(v, w) for p in (a, b))
        if (one > EPS) != (other > EPS):
            cuts.add((EPS - one) / (other - one))
    ordered = sorted(cuts)
    parts = [
        (start, end)
        for start, end in zip(ordered, ordered[1:], strict=False)
        if depth(piece, at(a, b, (start + end) / 2)) > EPS
    ]
    return (parts[0][0], parts[-1][1]) if parts else None


def segment_to_point(a: Point, b: Point, p: Point) -> float:
    """GUN-4.33."""
    length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    share = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length if length else 0.0
    return apart(p, at(a, b, min(1.0, max(0.0, share))))


def piece_to_point(piece: Piece, p: Point) -> float:
    """GUN-4.32."""
    return 0.0 if depth(piece, p) >= 0 else min(segment_to_point(v, w, p) for v, w in edges(piece))


def do_cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments pass through one another."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def piece_to_segment(piece: Piece, a: Point, b: Point) -> float:
    """GUN-4.33."""
    if any(do_cross(a, b, v, w) for v, w in edges(piece)):
        return 0.0
    corners = [segment_to_point(a, b, v) for v, _ in edges(piece)]
    return min(piece_to_point(piece, a), piece_to_point(piece, b), *corners)


class NaiveTable:
    """A map, asked the questions of section 4."""

    def __init__(self, pieces: Sequence[Piece], width: int, height: int, step: float = 0.5) -> None:
        self.pieces, self.width, self.height, self.step = pieces, width, height, step

    def nearest(self, place: Place, kinds: Sequence[str]) -> float:
        return min((piece_to_point(piece, inches(place)) for piece in self.pieces if piece[0] in kinds), default=inf)

    def is_at_cover(self, place: Place) -> bool:
        """GUN-4.12."""
        return self.nearest(place, LOW) <= 0.75 + EPS or self.nearest(place, AREA) <= EPS

    def rays(self, one: Place, other: Place) -> Iterator[tuple[Point, Point]]:
        """GUN-4.13, GUN-4.34."""
        a, b = inches(min(one, other)), inches(max(one, other))
        length = apart(a, b)
        nx, ny = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
        for k in (-1, 0, 1):
            yield (a[0] + k * 0.45 * nx, a[1] + k * 0.45 * ny), (b[0] + k * 0.45 * nx, b[1] + k * 0.45 * ny)

    def is_blocked(self, ray: tuple[Point, Point], ends: Sequence[tuple[Place, int]]) -> bool:
        """GUN-4.16 to GUN-4.20."""
        length = apart(inches(ends[0][0]), inches(ends[1][0]))
        lengths = [0.0]
        for piece in self.pieces:
            part = inside(piece, *ray)
            if part is None or (part[1] - part[0]) * length <= EPS:
                continue
            if piece[0] in BLOCKS_SIGHT:
                return True
            if piece[0] in LOW and any(posture == PRONE for _, posture in ends):
                return True
            for place, posture in ends:
                if piece[0] in LOW and posture == HIDING and piece_to_point(piece, inches(place)) <= 0.75 + EPS:
                    return True
            if piece[0] in AREA:
                lengths.append((part[1] - part[0]) * length)
        if sum(lengths) > 3.0 + EPS:
            return True
        hidden = [place for place, posture in ends if posture == HIDING and self.nearest(place, AREA) <= EPS]
        return bool(hidden) and length > 3.0 + EPS

    def sees(self, one: tuple[Place, int], other: tuple[Place, int]) -> bool:
        """GUN-4.14."""
        return one[0] == other[0] or not all(self.is_blocked(ray, (one, other)) for ray in self.rays(one[0], other[0]))

    def has_cover(self, shooter: tuple[Place, int], target: tuple[Place, int]) -> bool:
        """GUN-4.22, GUN-4.23."""
        if shooter[0] == target[0] or not self.sees(shooter, target):
            return False
        length = apart(inches(shooter[0]), inches(target[0]))
        obstructed = 0
        for ray in self.rays(shooter[0], target[0]):
            a, b = ray if shooter[0] < target[0] else ray[::-1]  # from the shooter's end to the target's
            parts = [inside(piece, a, b) for piece in self.pieces if piece[0] in (*BLOCKS_SIGHT, *LOW, *AREA)]
            ends = [part[1] for part in parts if part and (part[1] - part[0]) * length > EPS]
            obstructed += any(end * length >= length / 2 - 2 * EPS for end in ends)
        return obstructed >= 2

    def is_on_table(self, place: Place) -> bool:
        """GUN-4.25."""
        return 50 <= place[0] <= self.width - 50 and 50 <= place[1] <= self.height - 50

    def is_legal_stop(self, place: Place, others: Sequence[Place]) -> bool:
        """GUN-4.26, GUN-4.27."""
        near = self.nearest(place, (*BLOCKS_MOVE, *LOW)) < 0.49 - EPS
        return self.is_on_table(place) and not near and not self.crowds(place, others)

    def crowds(self, place: Place, others: Sequence[Place]) -> bool:
        return any(apart(inches(place), inches(other)) < 0.99 - EPS for other in others)

    def lengths(self, path: Sequence[Place]) -> list[float]:
        """s0, s1, ... of GUN-4.37."""
        sums = [0.0]
        for a, b in zip(path, path[1:], strict=False):
            sums.append(sums[-1] + apart(inches(a), inches(b)))
        return sums

    def point_at(self, path: Sequence[Place], length: float) -> Place:
        """GUN-4.37."""
        sums = self.lengths(path)
        i = next(i for i in range(1, len(sums)) if length <= sums[i] + EPS)
        a, b = inches(path[i - 1]), inches(path[i])
        x, y = at(a, b, min(1.0, (length - sums[i - 1]) / (sums[i] - sums[i - 1])))
        return rounded(x), rounded(y)

    def triggers(self, path: Sequence[Place]) -> list[float]:
        """GUN-13.44."""
        total, k = self.lengths(path)[-1], 0
        found = []
        while k * self.step < total - EPS:
            found.append(k * self.step)
            k += 1
        return [*found, total]

    def is_path_blocked(self, path: Sequence[Place], others: Sequence[Place]) -> bool:
        """GUN-4.26 and GUN-4.36, the table's edge apart."""
        for a, b in zip(map(inches, path), map(inches, path[1:]), strict=False):
            if any(segment_to_point(a, b, inches(other)) < 0.99 - EPS for other in others):
                return True
            walls = [piece for piece in self.pieces if piece[0] in BLOCKS_MOVE]
            if any(piece_to_segment(piece, a, b) < 0.49 - EPS for piece in walls):
                return True
        places = [self.point_at(path, length) for length in self.triggers(path)[1:]]
        return any(self.nearest(place, BLOCKS_MOVE) < 0.49 - EPS or self.crowds(place, others) for place in places)

    def cost(self, path: Sequence[Place], length: float, rises: bool = False, is_scout: bool = False) -> float:
        """GUN-4.29, GUN-4.38: of the path up to a length."""
        total = min(length, self.lengths(path)[-1]) + (1.0 if rises else 0.0)
        for piece in self.pieces:
            stretches: list[list[float]] = []  # unbroken, as lengths along the path
            sums = self.lengths(path)
            for i, (a, b) in enumerate(zip(path, path[1:], strict=False)):
                part = inside(piece, inches(a), inches(b))
                if part is None:
                    continue
                start, end = (sums[i] + (sums[i + 1] - sums[i]) * share for share in part)
                if stretches and part[0] == 0.0 and stretches[-1][1] == sums[i]:
                    stretches[-1][1] = end if part[1] < 1.0 else sums[i + 1]
                else:
                    stretches.append([start, end if part[1] < 1.0 else sums[i + 1]])
            for start, end in stretches:
                if piece[0] in LOW and start > 0.0 and start < length - EPS:
                    total += 0.5
                if piece[0] in DIFFICULT and not is_scout and start < length:
                    total += min(end, length) - start
        return total

    def flinch(
        self, me: tuple[Place, int], others: Sequence[tuple[Place, int, bool]], speed: float, is_scout: bool = False
    ) -> tuple[Place, int]:
        """GUN-12.19 to GUN-12.33: where a flinching character ends, and how. The others are by rising id."""
        (place, posture), c = me, inches(me[0])
        threats = [(at, how) for at, how, is_enemy in others if is_enemy and self.sees(me, (at, how))]
        if not threats:
            return place, HIDING if posture == STANDING and self.is_at_cover(place) else posture
        nearest = min(apart(c, inches(at)) for at, _ in threats)
        threat = next(inches(at) for at, _ in threats if apart(c, inches(at)) <= nearest + EPS)
        u = (c[0] - threat[0]) / apart(c, threat), (c[1] - threat[1]) / apart(c, threat)
        c1, s1, h = 0.9238795325112867, 0.3826834323650898, 0.7071067811865476
        turns = [(1.0, 0.0), (c1, s1), (h, h), (s1, c1), (0.0, 1.0), (-s1, c1), (-h, h), (-c1, s1)]
        ways = [turns[0]]
        for cos, sin in turns[1:]:
            ways += [(cos, sin), (cos, -sin)]
        ways.append((-1.0, 0.0))
        found = [(rank, 0.0, 0, place) for rank in [self.rank(place, threats)] if rank < 3]
        for n in range(1, int(speed * 2) + 1):
            for index, (cos, sin) in enumerate(ways):
                x, y = u[0] * cos - u[1] * sin, u[0] * sin + u[1] * cos
                end = rounded(c[0] + x * n / 2), rounded(c[1] + y * n / 2)
                rank = self.rank(end, threats)
                if rank < 3 and self.is_candidate(me, end, others, threats, speed, is_scout):
                    found.append((rank, n / 2, index, end))
        if not found:
            return place, PRONE
        rank, _, _, end = min(found)
        if rank == 0 or (rank == 2 and self.is_at_cover(end)):
            return end, HIDING
        return end, PRONE if posture == PRONE and end == place else STANDING

    def is_candidate(
        self,
        me: tuple[Place, int],
        end: Place,
        others: Sequence[tuple[Place, int, bool]],
        threats: Sequence[tuple[Place, int]],
        speed: float,
        is_scout: bool,
    ) -> bool:
        """GUN-12.23."""
        path, places = [me[0], end], [at for at, _, _ in others]
        before, after = (min(apart(inches(at), inches(p)) for at, _ in threats) for p in path)
        contact = any(is_enemy and apart(inches(at), inches(end)) <= 1.05 + EPS for at, _, is_enemy in others)
        if contact or after < before - EPS or self.is_path_blocked(path, places):
            return False
        costs = self.cost(path, self.lengths(path)[-1], me[1] == PRONE, is_scout)
        return self.is_legal_stop(end, places) and costs <= speed + 0.01 + EPS

    def rank(self, place: Place, threats: Sequence[tuple[Place, int]]) -> int:
        """GUN-12.24 to GUN-12.26."""
        if self.is_at_cover(place) and not any(self.sees(threat, (place, HIDING)) for threat in threats):
            return 0
        seen_by = [threat for threat in threats if self.sees(threat, (place, STANDING))]
        if not seen_by:
            return 1
        return 2 if all(self.has_cover(threat, (place, STANDING)) for threat in seen_by) else 3
