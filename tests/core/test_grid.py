"""Rows of bits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireteam.core.space.grid import (
    WINDOW_REACH,
    Window,
    bit,
    bits,
    board_row,
    centre_window,
    empty_window,
    has_bit,
    has_square,
    intersect,
    kth_bit,
    mask_window,
    neighbours,
    shift_board,
    shift_rows,
    size,
    square_within,
    squares,
    squares_within,
    window_bits,
)

ROWS = st.sets(st.integers(0, 63))


def row_of(columns: set[int]) -> np.uint64:
    return np.uint64(sum(1 << x for x in columns))


@pytest.mark.parametrize("x", [0, 1, 31, 32, 62, 63])
def test_a_column_is_its_bit(x: int) -> None:
    assert int(bit(x)) == 1 << x
    assert has_bit(np.uint64(bit(x)), x)
    assert not has_bit(~np.uint64(bit(x)), x)


@given(ROWS)
def test_bits_counts_the_columns_that_are_set(columns: set[int]) -> None:
    assert bits(row_of(columns)) == len(columns)


@given(ROWS)
def test_columns_are_numbered_from_the_lowest(columns: set[int]) -> None:
    assert [kth_bit(row_of(columns), k) for k in range(len(columns))] == sorted(columns)


@given(ROWS)
def test_a_row_has_the_columns_that_were_set(columns: set[int]) -> None:
    assert {x for x in range(64) if has_bit(row_of(columns), x)} == columns


@given(ROWS, st.integers(-7, 7), st.integers(-7, 7))
def test_a_board_moves_as_its_squares_do_and_what_leaves_it_is_gone(squares: set[int], across: int, up: int) -> None:
    moved = {(n % 8 + across, n // 8 + up) for n in squares}
    expected = {8 * y + x for x, y in moved if 0 <= x < 8 and 0 <= y < 8}
    assert int(shift_board(row_of(squares), across, up)) == int(row_of(expected))


@pytest.mark.parametrize("y", range(8))
def test_a_row_of_a_board_has_its_eight_squares(y: int) -> None:
    assert [n for n in range(64) if has_bit(np.uint64(board_row(y)), n)] == list(range(8 * y, 8 * y + 8))


PLACES = st.sets(st.tuples(st.integers(0, 59), st.integers(0, 59)), max_size=40)
PLACE = st.tuples(st.integers(0, 59), st.integers(0, 59))


def window_of(places: set[tuple[int, int]], x: int, y: int) -> Window:
    window = empty_window()
    for up in range(WINDOW_REACH, -WINDOW_REACH - 1, -1):
        window = mask_window(window, window_bits(row_of({at for at, row in places if row == y + up}), x))
    return window


@given(PLACES, PLACE)
def test_a_window_has_the_squares_around_its_place_from_the_south_west(
    places: set[tuple[int, int]], at: tuple[int, int]
) -> None:
    x, y = at
    window = window_of(places, x, y)
    near = {(a, b) for a, b in places if max(abs(a - x), abs(b - y)) <= WINDOW_REACH}
    assert squares(window, x, y) == sorted(near, key=lambda square: (square[1], square[0]))
    assert size(window) == len(near)
    assert all(has_square(window, a - x, b - y) == ((a, b) in near) for a, b in places)


@given(PLACES, PLACE)
def test_beside_is_a_step_along_a_row_or_a_column(places: set[tuple[int, int]], at: tuple[int, int]) -> None:
    x, y = at
    everywhere = window_of({(a, b) for a in range(60) for b in range(60)}, x, y)
    inner = {(a, b) for a, b in places if max(abs(a - x), abs(b - y)) <= WINDOW_REACH}
    stepped = {(a + c, b + d) for a, b in inner for c, d in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    wanted = {(a, b) for a, b in stepped if 0 <= a < 60 and 0 <= b < 60 and max(abs(a - x), abs(b - y)) <= WINDOW_REACH}
    assert set(squares(intersect(neighbours(window_of(places, x, y)), everywhere), x, y)) == wanted


@given(PLACES, PLACE, st.integers(0, 7))
def test_a_window_that_is_raised_has_its_squares_so_far_north(
    places: set[tuple[int, int]], at: tuple[int, int], rows: int
) -> None:
    x, y = at
    low = {(a, b) for a, b in places if b + rows <= y + WINDOW_REACH}
    assert squares(shift_rows(window_of(low, x, y), rows), x, y) == [
        (a, b + rows) for a, b in squares(window_of(low, x, y), x, y)
    ]


def test_the_middle_is_the_place_itself() -> None:
    assert squares(centre_window(), 7, 9) == [(7, 9)]


@pytest.mark.parametrize("steps", range(WINDOW_REACH + 1))
def test_squares_within_so_many_steps_are_numbered_once_each(steps: int) -> None:
    far = range(-steps, steps + 1)
    wanted = sorted((a, b) for a in far for b in far if abs(a) + abs(b) <= steps)
    assert sorted(square_within(k) for k in range(squares_within(steps))) == wanted
