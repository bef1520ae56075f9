"""Records filled from entries by the names of their fields."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Meta

from fireteam.content.entry import Entry, NamedEntry
from fireteam.content.record_fill import fill
from fireteam.core.engine.record import blank


class Horse(NamedEntry, frozen=True, kw_only=True):
    """A horse, as a file has it."""

    coat: Literal["black", "bay", "grey"]
    gait: Annotated[Literal["walk", "trot"] | None, Meta(description="its best one")] = None
    age: int = 0
    price: int | None = None
    tame: bool = False
    rider: str = ""
    hooves: tuple[int, ...] = ()


class Row:
    """A horse, as rules read it."""

    coat: int
    gait: int
    age: int
    price: int
    tame: int
    rider: int
    weight: int


@pytest.mark.parametrize(
    ("horse", "numbers"),
    [
        (Horse(id="a", name="A", coat="black"), (0, 0, 0, 0, 0)),
        (Horse(id="b", name="B", coat="grey", gait="walk", age=7, price=90, tame=True), (2, 1, 7, 90, 1)),
        (Horse(id="c", name="C", coat="bay", gait="trot", rider="ann", hooves=(1, 2)), (1, 2, 0, 0, 0)),
    ],
)
def test_numbers_flags_and_words_are_copied_where_both_have_the_field(horse: Entry, numbers: tuple[int, ...]) -> None:
    row = blank(Row)[0]
    row.rider, row.weight = 5, 6
    fill(row, horse)
    assert row.item() == (*numbers, 5, 6)
