"""Places of a free table: stored as whole steps, a millionth of a unit of length each, and written as decimals."""

from __future__ import annotations

import math
import re

STEPS = 1_000_000  # to one unit of length
MAX_DISTANCE = 1_000  # units: nothing lies farther out, so that a record holds every place
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


def length_text(count: float, digits: int = 4) -> str:
    """So many steps as a length with so many decimals at most, without needless zeros: `9.8332`."""
    return f"{count / STEPS:.{digits}f}".rstrip("0").rstrip(".")


def read_point(text: str) -> tuple[int, int] | None:
    """The steps of a place or a way that is written `12.5,21`; None for what is none."""
    first, comma, second = text.partition(",")
    x, y = read_steps(first), read_steps(second)
    return (x, y) if comma and x is not None and y is not None else None
