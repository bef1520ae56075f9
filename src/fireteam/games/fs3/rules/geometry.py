"""Sections 20.1 to 20.10: segments, polygons and lengths in whole centimetres, judged exactly.

Coordinates stay below 2**20, so that products of two lengths fit 64 bits many times over; products of four are
compared by `is_product_at_most`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ....core.engine.compiled import compiled, rule
from ..terrain import Feature

HALF_WORD = (1 << 31) - 1
MILLION = 1_000_000


class Stretch(NamedTuple):
    """The part of a segment inside a feature, as shares of its length; none where `end` is not above `start`."""

    start: float
    end: float


@compiled
def squared(dx: int, dy: int) -> int:
    """The square of the length of a vector."""
    return dx * dx + dy * dy


@compiled
def root_down(number: int) -> int:
    """The square root of a number below 2**62, rounded down."""
    root = int(math.sqrt(float(number)))
    while root * root > number:
        root -= 1
    while (root + 1) * (root + 1) <= number:
        root += 1
    return root


@compiled
def root_up(number: int) -> int:
    """The square root of a number, rounded up."""
    root = root_down(number)
    return root if root * root == number else root + 1


@compiled
def product(a: int, b: int) -> tuple[int, int]:
    """The product of two numbers from 0 to 2**62, in units of 2**62 and a rest."""
    a_high, a_low, b_high, b_low = a >> 31, a & HALF_WORD, b >> 31, b & HALF_WORD
    low = a_low * b_low
    middle = a_high * b_low + a_low * b_high + (low >> 31)
    return a_high * b_high + (middle >> 31), ((middle & HALF_WORD) << 31) | (low & HALF_WORD)


@rule("FS3-20.4")
def is_product_at_most(a: int, b: int, c: int, d: int) -> bool:
    """Whether a times b is at most c times d, exactly; all of them from 0 to 2**62."""
    high, low = product(a, b)
    most_high, most_low = product(c, d)
    return high < most_high or (high == most_high and low <= most_low)


@compiled
def side(ax: int, ay: int, bx: int, by: int, x: int, y: int) -> int:
    """Above 0 where a point is to the left of the line from a to b, below 0 to the right."""
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax)


@compiled
def depth(feature: Feature, i: int, x: int, y: int) -> int:
    """Above 0 where a point is on the inner side of edge i of a feature, 0 on its line."""
    j = i + 1 if i + 1 < feature.n else 0
    xs, ys = feature.xs, feature.ys
    return side(xs[i], ys[i], xs[j], ys[j], x, y)


@rule("FS3-20.9")
def crosses(feature: Feature, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a segment has a point strictly inside a feature: to touch a corner or run along an edge is no crossing.

    A convex polygon and a segment miss one another exactly if an edge of the one or the line of the other parts them.
    """
    if max(ax, bx) <= feature.least_x or min(ax, bx) >= feature.most_x:
        return False
    if max(ay, by) <= feature.least_y or min(ay, by) >= feature.most_y:
        return False
    is_left = is_right = False
    for i in range(feature.n):
        if depth(feature, i, ax, ay) <= 0 and depth(feature, i, bx, by) <= 0:
            return False
        at = side(ax, ay, bx, by, feature.xs[i], feature.ys[i])
        is_left, is_right = is_left or at > 0, is_right or at < 0
    return is_left and is_right


@rule("FS3-20.17a")
def meets(feature: Feature, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a segment and a feature, with its edges and corners, have a point in common."""
    if max(ax, bx) < feature.least_x or min(ax, bx) > feature.most_x:
        return False
    if max(ay, by) < feature.least_y or min(ay, by) > feature.most_y:
        return False
    is_left = is_right = False
    for i in range(feature.n):
        if depth(feature, i, ax, ay) < 0 and depth(feature, i, bx, by) < 0:
            return False
        at = side(ax, ay, bx, by, feature.xs[i], feature.ys[i])
        is_left, is_right = is_left or at >= 0, is_right or at <= 0
    return is_left and is_right


@rule("FS3-20.13")
def is_inside(feature: Feature, x: int, y: int) -> bool:
    """Whether a point is strictly inside a feature."""
    for i in range(feature.n):
        if depth(feature, i, x, y) <= 0:
            return False
    return True


@rule("FS3-20.17")
def is_within(feature: Feature, x: int, y: int, reach: int) -> bool:
    """Whether a point is in a feature or no farther from it than a reach."""
    if x < feature.least_x - reach or x > feature.most_x + reach:
        return False
    if y < feature.least_y - reach or y > feature.most_y + reach:
        return False
    is_in = True
    for i in range(feature.n):
        if depth(feature, i, x, y) < 0:
            is_in = False
            if is_near_edge(feature, i, x, y, reach):
                return True
    return is_in


@compiled
def is_near_edge(feature: Feature, i: int, x: int, y: int, reach: int) -> bool:
    """Whether a point is no farther from edge i of a feature than a reach."""
    j = i + 1 if i + 1 < feature.n else 0
    ax, ay, bx, by = feature.xs[i], feature.ys[i], feature.xs[j], feature.ys[j]
    along, length = (bx - ax) * (x - ax) + (by - ay) * (y - ay), squared(bx - ax, by - ay)
    if along <= 0:
        return squared(x - ax, y - ay) <= reach * reach
    if along >= length:
        return squared(x - bx, y - by) <= reach * reach
    aside = abs(side(ax, ay, bx, by, x, y))
    return is_product_at_most(aside, aside, reach * reach, length)


@compiled
def part_inside(feature: Feature, ax: int, ay: int, bx: int, by: int) -> Stretch:
    """The part of a segment inside a feature that it crosses."""
    start, end = 0.0, 1.0
    if not crosses(feature, ax, ay, bx, by):
        return Stretch(0.0, 0.0)
    for i in range(feature.n):
        d0, d1 = depth(feature, i, ax, ay), depth(feature, i, bx, by)
        if d0 < 0:
            start = max(start, float(-d0) / float(d1 - d0))
        elif d1 < 0:
            end = min(end, float(d0) / float(d0 - d1))
    return Stretch(start, end)


@rule("FS3-20.15")
def point_along(ax: int, ay: int, bx: int, by: int, k: int) -> tuple[int, int]:
    """The point k centimetres along a segment, each coordinate rounded to the nearest centimetre, halves up."""
    length = squared(bx - ax, by - ay)
    return ax + step_along(bx - ax, length, k), ay + step_along(by - ay, length, k)


@compiled
def step_along(part: int, length: int, k: int) -> int:
    """A coordinate of k steps along a vector, rounded: `part` is that of the vector, `length` its squared length."""
    step = int(np.floor(float(k) * float(part) / np.sqrt(float(length)) + 0.5))
    while not is_half_below(step, part, length, k):
        step -= 1
    while is_half_below(step + 1, part, length, k):
        step += 1
    return step


@compiled
def is_half_below(step: int, part: int, length: int, k: int) -> bool:
    """Whether a whole step less a half is at most k * part / sqrt(length), exactly."""
    low, high = 2 * step - 1, 2 * k * part
    if (low < 0) != (high < 0):
        return low < 0
    if low < 0:
        return is_product_at_most(4 * k * k, part * part, low * low, length)
    return is_product_at_most(low * low, length, 4 * k * k, part * part)
