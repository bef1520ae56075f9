"""Records put back to zero, and rows taken out of lists of them."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from fireteam.core.engine.compiled import compiled
from fireteam.core.engine.record import Bits, Grid, Ints, blank
from fireteam.core.engine.rows import erase, remove_row


class Thing:
    """Something that lies about."""

    kind: int
    marks: Annotated[Ints, 3]


class Table:
    """Everything that a record may hold."""

    n: int
    things: Annotated[list[Thing], 4]
    best: Thing
    squares: Annotated[Grid, (2, 3)]
    rows: Annotated[list[Bits], 2]
    last: int


@compiled
def erase_best(table: Table) -> None:
    erase(table.best)


@compiled
def erase_all(table: Table) -> None:
    erase(table)


@compiled
def take_thing(table: Table, at: int) -> None:
    remove_row(table.things, table.n, at)
    table.n -= 1


def full_table():
    tables = blank(Table, 3)
    tables.view(np.uint64)[:] = np.arange(1, tables.nbytes // 8 + 1, dtype=np.uint64)
    return tables


def test_a_record_is_zero_after_it_and_nothing_else_is_touched() -> None:
    tables, before = full_table(), full_table()
    erase_all(tables[1])
    assert tables[1:2].tobytes() == bytes(tables.itemsize)
    assert tables[0] == before[0] and tables[2] == before[2]


def test_a_record_inside_another_is_erased_alone() -> None:
    tables, before = full_table(), full_table()
    erase_best(tables[1])
    before["best"][1] = 0
    assert tables.tobytes() == before.tobytes() and tables[1].last


def test_a_row_is_taken_out_and_the_others_keep_their_order() -> None:
    for full, at, kept in ((4, 1, [1, 3, 4, 0]), (4, 3, [1, 2, 3, 0]), (2, 0, [2, 0, 0, 0])):
        tables = blank(Table)
        table = tables[0]
        table.n = full
        for k in range(full):
            table.things[k].kind = k + 1
            table.things[k].marks[:] = 10 * (k + 1)
        take_thing(table, at)
        assert [int(thing.kind) for thing in table.things] == kept and table.n == full - 1
        assert [int(thing.marks[2]) for thing in table.things] == [10 * kind for kind in kept]
