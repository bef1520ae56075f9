"""Rows of bits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireteam.core.grid import bit, bits, has_bit, kth_bit

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
