"""JSON of whole numbers, written by compiled code into an array of bytes."""

from __future__ import annotations

from .compiled import compiled
from .record import Array

MOST_DIGITS = 20  # bytes of a number with its sign and its comma
COMMA, OPEN, CLOSE, MINUS, ZERO = map(ord, ",[]-0")


@compiled
def put_number(text: Array, n: int, value: int) -> int:
    """Write a number and a comma from byte n on; the number of the byte after them."""
    if value < 0:
        text[n] = MINUS
        n += 1
        value = -value
    digits, rest = 1, value // 10
    while rest > 0:
        digits += 1
        rest //= 10
    for k in range(n + digits - 1, n - 1, -1):
        text[k] = ZERO + value % 10
        value //= 10
    text[n + digits] = COMMA
    return n + digits + 1


@compiled
def put_open(text: Array, n: int) -> int:
    """Begin a list."""
    text[n] = OPEN
    return n + 1


@compiled
def put_close(text: Array, n: int) -> int:
    """End a list and write a comma: the comma behind its last entry becomes the bracket."""
    if text[n - 1] == COMMA:
        n -= 1
    text[n] = CLOSE
    text[n + 1] = COMMA
    return n + 2
