"""Squares and their names: letters for the column from the west, the row from the south; (4, 6) is `e7`."""

from __future__ import annotations

import re
from functools import lru_cache

from ..errors import BadNotation

Square = tuple[int, int]
NAME = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,3})")


def column_letters(x: int) -> str:
    """Column letters: a for x = 0 to z, then aa, ab, ...."""
    return (column_letters(x // 26 - 1) if x >= 26 else "") + chr(ord("a") + x % 26)


def column_number(letters: str) -> int:
    """The x of column letters."""
    x = -1
    for letter in letters:
        x = (x + 1) * 26 + ord(letter) - ord("a")
    return x


@lru_cache(10_000)
def square_name(square: Square) -> str:
    """A square's name is its column letters followed by y + 1; (4, 6) is `e7`."""
    return f"{column_letters(square[0])}{square[1] + 1}"


@lru_cache(10_000)
def square_at(name: str) -> Square:
    """The square that a name means, on the board or not."""
    match = NAME.fullmatch(name)
    if not match:
        raise BadNotation(f"{name!r} is not a square; squares are named like e7")
    return column_number(match[1]), int(match[2]) - 1


def read_square(name: object) -> Square | None:
    """The square that a value of a file means, or None if it is not the name of one."""
    return square_at(name) if isinstance(name, str) and NAME.fullmatch(name) else None
