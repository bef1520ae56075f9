"""Records without an allocation: new ones are zeros, whatever an earlier one held."""

from __future__ import annotations

from typing import Annotated

import pytest

from fireteam.core.engine.compiled import compiled
from fireteam.core.engine.record import Ints
from fireteam.core.engine.stack import on_stack


class Tally:
    """A record whose fields have defaults."""

    count: int = 0
    most: int = 0


class Row:
    """One that has a list."""

    count: int
    entries: Annotated[Ints, 200]


new_tally, new_row = on_stack(Tally), on_stack(Row)


@compiled
def fill_tally(times: int) -> int:
    total = 0
    for k in range(times):
        tally = new_tally()
        total += tally.count + tally.most
        tally.count, tally.most = k, 7
    return total


@compiled
def fill_row(times: int) -> int:
    total = 0
    for k in range(times):
        row = new_row()
        total += row.count + row.entries[k] + row.entries[199]
        row.count = row.entries[k] = row.entries[199] = 1
        row.entries[k + 1] = 1
    return total


@pytest.mark.parametrize("fill", [fill_tally, fill_row])
def test_a_new_record_is_zeros_each_time(fill) -> None:
    assert fill(5) == 0
