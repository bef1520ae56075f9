"""Section 20 a second time, by its words: polygons as lists of corners, everything in fractions."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from heapq import heappop, heappush
from math import isqrt
from typing import NamedTuple

Point = tuple[int, int]
Corners = list[Point]
Exact = int | Fraction
Share = tuple[Fraction, Fraction]

DIGITS = 80
MILLIONTH = Decimal(1) / 10**6


class Piece(NamedTuple):
    """A feature of a map."""

    corners: Corners
    effects: str = ""  # words of sight, move and rough
    protection: int = 0


def side(a: Point, b: Point, x: Exact, y: Exact) -> Exact:
    """Above 0 to the left of the line from a to b."""
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])


def edges(corners: Corners) -> list[tuple[Point, Point]]:
    """The edges of a polygon."""
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def is_inside(corners: Corners, x: Exact, y: Exact) -> bool:
    """Whether a point is strictly inside."""
    return all(side(a, b, x, y) > 0 for a, b in edges(corners))


def part_in(corners: Corners, a: Point, b: Point) -> Share | None:
    """The part of a segment in a closed polygon, as shares of its length."""
    start, end = Fraction(0), Fraction(1)
    for p, q in edges(corners):
        at_a, at_b = side(p, q, *a), side(p, q, *b)
        if at_a < 0 and at_b < 0:
            return None
        if at_a < 0:
            start = max(start, Fraction(at_a, at_a - at_b))
        elif at_b < 0:
            end = min(end, Fraction(at_a, at_a - at_b))
    return (start, end) if start <= end else None


def crosses(corners: Corners, a: Point, b: Point) -> bool:
    """FS3-20.9 in its own words."""
    part = part_in(corners, a, b)
    if part is None or part[0] == part[1] or a == b:
        return False
    middle = (part[0] + part[1]) / 2
    return is_inside(corners, a[0] + middle * (b[0] - a[0]), a[1] + middle * (b[1] - a[1]))


def meets(corners: Corners, a: Point, b: Point) -> bool:
    """Whether they have a point in common."""
    return part_in(corners, a, b) is not None


def squared_gap(corners: Corners, x: int, y: int) -> Exact:
    """The square of the distance of a point from a polygon."""
    if all(side(a, b, x, y) >= 0 for a, b in edges(corners)):
        return 0
    return min(squared_gap_to_edge(a, b, x, y) for a, b in edges(corners))


def squared_gap_to_edge(a: Point, b: Point, x: int, y: int) -> Exact:
    """The square of the distance of a point from an edge."""
    rx, ry = b[0] - a[0], b[1] - a[1]
    share = max(Fraction(0), min(Fraction(1), Fraction((x - a[0]) * rx + (y - a[1]) * ry, rx * rx + ry * ry)))
    return (a[0] + share * rx - x) ** 2 + (a[1] + share * ry - y) ** 2


def rough_share(pieces: list[Piece], a: Point, b: Point) -> Fraction:
    """How much of a segment is inside rough ground."""
    found, last = Fraction(0), Fraction(0)
    rough = [piece.corners for piece in pieces if "rough" in piece.effects and crosses(piece.corners, a, b)]
    for start, end in sorted(part for corners in rough if (part := part_in(corners, a, b))):
        found += max(Fraction(0), end - max(start, last))
        last = max(last, end)
    return found


def leg_cost(pieces: list[Piece], a: Point, b: Point) -> int:
    """FS3-20.12: the length and the part in rough ground, rounded up once."""
    with localcontext() as context:
        context.prec = DIGITS
        share = rough_share(pieces, a, b)
        length = Decimal((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2).sqrt()
        cost = length * (1 + Decimal(share.numerator) / Decimal(share.denominator))
        whole = int(cost)
        return whole if cost - whole < MILLIONTH else whole + 1


def candidate(a: Point, b: Point, k: int) -> Point:
    """FS3-20.15: the point k centimetres along a leg, rounded."""
    with localcontext() as context:
        context.prec = DIGITS
        length = Decimal((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2).sqrt()
        half = Decimal(1) / 2
        x, y = (Decimal(one) + k * Decimal(other - one) / length + half for one, other in zip(a, b, strict=True))
        return int(x.to_integral_value("ROUND_FLOOR")), int(y.to_integral_value("ROUND_FLOOR"))


def sees(pieces: list[Piece], a: Point, b: Point) -> bool:
    """FS3-20.10."""
    return not any("sight" in piece.effects and crosses(piece.corners, a, b) for piece in pieces)


def is_blocked(pieces: list[Piece], a: Point, b: Point) -> bool:
    """FS3-20.13."""
    return any("move" in piece.effects and crosses(piece.corners, a, b) for piece in pieces)


def best_cover(pieces: list[Piece], target: Point, radius: int, attacker: Point) -> int:
    """FS3-20.17a: the feature plus one, 0 without cover."""
    near = [
        (-piece.protection, k + 1)
        for k, piece in enumerate(pieces)
        if piece.protection
        and squared_gap(piece.corners, *target) <= (radius + 100) ** 2
        and meets(piece.corners, attacker, target)
    ]
    return min(near)[1] if near else 0


def shortest_way(pieces: list[Piece], turns: list[Point], a: Point, b: Point) -> list[Point] | None:
    """FS3-23.7: the corners of the shortest way, fewest if equal, then the earlier ones; None: there is none."""
    if not is_blocked(pieces, a, b):
        return []
    queue: list[tuple[int, int, list[int], Point]] = [(0, 0, [], a)]
    done: set[Point] = set()
    while queue:
        length, legs, corners, at = heappop(queue)
        if at == b:
            return [turns[k] for k in corners]
        if at in done:
            continue
        done.add(at)
        for k, to in enumerate([*turns, b]):
            if to != at and not is_blocked(pieces, at, to):
                leg = isqrt(((to[0] - at[0]) ** 2 + (to[1] - at[1]) ** 2) * 10**6)
                onward = corners if to == b else [*corners, k]
                heappush(queue, (length + leg, legs + 1, onward, to))
    return None
