"""Places of a free table: stored as whole steps, a millionth of a unit of length each, and written as decimals."""

from __future__ import annotations

import math
import re

import numpy as np

from ..engine.compiled import compiled, compiled_short
from ..engine.record import Array

STEPS = 1_000_000  # to one unit of length
MAX_DISTANCE = 1_000  # units: nothing lies farther out, so that a record holds every place
MINUS, POINT, COMMA, ZERO = map(ord, "-.,0")
PARTED = " "
SPACE = ord(PARTED)
MOST_LETTERS = 48  # of a place and what parts it from the next
_DECIMAL = re.compile(r"([+-]?)(\d{1,9})?(?:\.(\d{0,30}))?")


def steps(length: float) -> int:
    """A length as whole steps, the nearest; halves go away from zero."""
    whole = math.floor(STEPS * abs(length) + 0.5)
    return whole if length >= 0 else -whole


def decimal_text(count: int) -> str:
    """So many steps as a decimal without needless zeros: 12.5, -0.000001, 3."""
    units, rest = divmod(abs(count), STEPS)
    text = f"{units}.{rest:06}".rstrip("0").rstrip(".")
    return f"-{text}" if count < 0 else text


def point_texts(places: Array) -> list[str]:
    """Many places, a row of two numbers of steps each, as they are written."""
    text = np.empty(len(places) * MOST_LETTERS, np.uint8)
    return text[: put_points(places, text)].tobytes().decode().split(PARTED)[:-1]


@compiled_short
def put_points(places: Array, text: Array) -> int:
    """Write places, their numbers parted by a comma and each followed by PARTED. Returns how many bytes."""
    n = 0
    for k in range(places.shape[0]):
        n = put_decimal(text, n, places[k, 0])
        text[n] = COMMA
        n = put_decimal(text, n + 1, places[k, 1])
        text[n] = SPACE
        n += 1
    return n


@compiled
def put_decimal(text: Array, n: int, count: int) -> int:
    """Write so many steps as `decimal_text` does, from byte n on; the number of the byte after it."""
    if count < 0:
        text[n] = MINUS
        n += 1
        count = -count
    units, rest = count // STEPS, count % STEPS
    digits, left = 1, units // 10
    while left > 0:
        digits += 1
        left //= 10
    for k in range(n + digits - 1, n - 1, -1):
        text[k] = ZERO + units % 10
        units //= 10
    n += digits
    if rest > 0:
        text[n] = POINT
        n += 1
        unit = STEPS // 10
        while rest > 0:
            text[n] = ZERO + rest // unit
            rest %= unit
            unit //= 10
            n += 1
    return n


def read_steps(text: str) -> int | None:
    """The steps that a decimal stands for, rounded like every length; None for what is no decimal."""
    found = _DECIMAL.fullmatch(text) if text.isascii() else None
    if found is None or not (found[2] or found[3]) or int(found[2] or 0) > MAX_DISTANCE:
        return None
    rest = (found[3] or "").ljust(7, "0")
    whole = int(found[2] or 0) * STEPS + int(rest[:6]) + int(rest[6] >= "5")
    return -whole if found[1] == "-" else whole


def point_text(x: float, y: float) -> str:
    """A place or a way by its two lengths: `12.5,21`."""
    return f"{decimal_text(steps(x))},{decimal_text(steps(y))}"


def round_point(point: str) -> str:
    """A written place to the hundredth of a unit of length: `12.38,21` for `12.382683,21`."""
    return ",".join(f"{float(part):.2f}".rstrip("0").rstrip(".") for part in point.split(","))


def length_text(count: float, digits: int) -> str:
    """So many steps as a length with so many decimals at most, without needless zeros: `9.8332`."""
    return f"{count / STEPS:.{digits}f}".rstrip("0").rstrip(".")


def short_length(count: float) -> str:
    """The same with two decimals at most, or six where it would seem to be a whole number that it is not: `9.83`."""
    text = length_text(count, 2)
    return text if "." in text or count % STEPS == 0 else length_text(count, 6)


def read_point(text: str) -> tuple[int, int] | None:
    """The steps of a place or a way that is written `12.5,21`; None for what is none."""
    first, comma, second = text.partition(",")
    x, y = read_steps(first), read_steps(second)
    return (x, y) if comma and x is not None and y is not None else None
