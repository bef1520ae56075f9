"""Sets of squares as bits: rows of a board, boards of 8 by 8, and windows around a place, spread by a step at once."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..engine.compiled import compiled, count_ones, lowest_one, single_one

WINDOW_REACH = 6  # rows and columns that a window reaches from its middle, each way


class Window(NamedTuple):
    """The squares within NEAR rows and columns of a place, from the south-west: four rows of 16 bits to a word."""

    a: Any
    b: Any
    c: Any
    d: Any


@compiled
def bit(x: int) -> Any:
    """The bit of column x."""
    return np.uint64(1) << np.uint64(x)


@compiled
def has_bit(row: Any, x: int) -> bool:
    """Whether column x is set."""
    return bool(((row >> np.uint64(x)) & np.uint64(1)) != np.uint64(0))


@compiled
def bits(row: Any) -> int:
    """How many columns are set."""
    return int(np.int64(count_ones(row)))


@compiled
def kth_bit(row: Any, k: int) -> int:
    """The k-th column that is set, from 0 at the lowest."""
    return int(np.int64(lowest_one(single_one(row, k))))


# A board of 8 by 8 squares in one word: bit 8 * y + x is the square in column x of row y


@compiled
def board_row(y: int) -> Any:
    """The squares of a row of a board of 8 by 8."""
    return np.uint64(0xFF) << np.uint64(8 * y)


@compiled
def shift_board(board: Any, across: int, up: int) -> Any:
    """The squares so far east and north, up to 7 each, of those of a board of 8 by 8; those that leave it are none."""
    stay = np.uint64(0xFF) >> np.uint64(across) if across >= 0 else (np.uint64(0xFF) << np.uint64(-across))
    board &= (stay & np.uint64(0xFF)) * np.uint64(0x0101010101010101)
    far = 8 * up + across
    return board << np.uint64(far) if far >= 0 else board >> np.uint64(-far)


@compiled
def window_bits(row: Any, x: int) -> Any:
    """The squares of a board's row within NEAR columns of x, as a window has them."""
    here = row >> np.uint64(x - WINDOW_REACH) if x >= WINDOW_REACH else row << np.uint64(WINDOW_REACH - x)
    return here & np.uint64(0x1FFF)


@compiled
def mask_window(window: Window, row: Any) -> Window:
    """A window moved a row north, with a row of its squares (`around`) as its lowest."""
    a, b, c, d = window
    up, down = np.uint64(16), np.uint64(48)
    return Window((a << up) | row, (b << up) | (a >> down), (c << up) | (b >> down), (d << up) | (c >> down))


@compiled
def shift_rows(window: Window, rows: int) -> Window:
    """A window moved up to 7 rows north."""
    a, b, c, d = window
    if rows >= 4:
        a, b, c, d = np.uint64(0), a, b, c
    up, down = np.uint64(16 * (rows % 4)), np.uint64(63 - 16 * (rows % 4))
    over = np.uint64(1)  # what a word hands on goes down in two shifts, for none may be by 64
    return Window(
        a << up,
        (b << up) | ((a >> over) >> down),
        (c << up) | ((b >> over) >> down),
        (d << up) | ((c >> over) >> down),
    )


@compiled
def empty_window() -> Window:
    """No square."""
    none = np.uint64(0)
    return Window(none, none, none, none)


@compiled
def centre_window() -> Window:
    """The middle square alone."""
    none = np.uint64(0)
    return Window(none, bit(16 * (WINDOW_REACH - 4) + WINDOW_REACH), none, none)


@compiled
def intersect(one: Window, other: Window) -> Window:
    """The squares of both."""
    return Window(one.a & other.a, one.b & other.b, one.c & other.c, one.d & other.d)


@compiled
def union(one: Window, other: Window) -> Window:
    """The squares of either."""
    return Window(one.a | other.a, one.b | other.b, one.c | other.c, one.d | other.d)


@compiled
def neighbours(window: Window) -> Window:
    """The squares north, east, south and west of those in a window. What falls off its edge is no square of it."""
    a, b, c, d = window
    none = np.uint64(0)
    return Window(_spread_row(none, a, b), _spread_row(a, b, c), _spread_row(b, c, d), _spread_row(c, d, none))


@compiled
def _spread_row(south: Any, here: Any, north: Any) -> Any:
    along = (here << np.uint64(1)) | (here >> np.uint64(1)) | (here << np.uint64(16)) | (here >> np.uint64(16))
    return along | (south >> np.uint64(48)) | (north << np.uint64(48))


@compiled
def size(window: Window) -> int:
    """How many squares there are."""
    return bits(window.a) + bits(window.b) + bits(window.c) + bits(window.d)


@compiled
def kth_square(window: Window, k: int) -> tuple[int, int]:
    """The k-th square, row by row from the south-west: how far east and north of the middle it is."""
    first = -WINDOW_REACH
    for word in window:
        here = bits(word)
        if k < here:
            at = kth_bit(word, k)
            return at % 16 - WINDOW_REACH, at // 16 + first
        k -= here
        first += 4
    return 0, 0


@compiled
def has_square(window: Window, across: int, up: int) -> bool:
    """Whether the square so far east and north of the middle belongs."""
    if max(abs(across), abs(up)) > WINDOW_REACH:
        return False
    row = up + WINDOW_REACH
    return has_bit(window[row // 4], 16 * (row % 4) + across + WINDOW_REACH)


def squares(window: Window, x: int, y: int) -> list[tuple[int, int]]:
    """The squares of a window around (x, y), as (x, y)."""
    near = [kth_square(window, k) for k in range(size(window))]
    return [(x + across, y + up) for across, up in near]


@compiled
def squares_within(steps: int) -> int:
    """How many squares are so many steps away or nearer, the middle among them."""
    return 2 * steps * (steps + 1) + 1


def _spiral() -> list[tuple[int, int]]:
    """The squares within NEAR steps, the nearest first, as columns east and rows north."""
    sides = range(-WINDOW_REACH, WINDOW_REACH + 1)
    near = [(across, up) for across in sides for up in sides if abs(across) + abs(up) <= WINDOW_REACH]
    return sorted(near, key=lambda square: abs(square[0]) + abs(square[1]))


SPIRAL = np.array(_spiral(), np.int64)


@compiled
def square_within(k: int) -> tuple[int, int]:
    """The k-th nearest square, as columns east and rows north; 0 is the middle."""
    return SPIRAL[k, 0], SPIRAL[k, 1]
