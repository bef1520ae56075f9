"""Records read once are the numbers of the records."""

from __future__ import annotations

from typing import Annotated

import pytest

from fireteam.core.engine.plain_records import read_plain
from fireteam.core.engine.record import Ints, Short, blank


class Inner:
    """A record in another."""

    a: int
    row: Annotated[Ints, 3]


class Outer:
    """A record with another."""

    first: int
    inner: Inner
    last: int


class Small:
    """A record with a number of 32 bits."""

    one: Short


def test_a_record_is_read_as_plain_numbers():
    records = blank(Outer, 2)
    records[1].first, records[1].inner.a, records[1].last = 1, 2, 6
    records[1].inner.row[:] = 3, 4, 5
    read = read_plain(records, 1)
    assert (read.first, read.inner.a, read.inner.row, read.last) == (1, 2, [3, 4, 5], 6)
    assert type(read.first) is int
    assert read_plain(records, 0).inner.row == [0, 0, 0]


def test_numbers_of_other_widths_are_refused():
    with pytest.raises(TypeError, match="one cannot be read"):
        read_plain(blank(Small, 2), 0)
