"""Sentences are filled with words, and say nothing of what is not there; declarations name their clauses."""

from __future__ import annotations

from typing import Annotated

import pytest

from fireteam.core.protocol.events import Event, decode_rows, new_log, rows_of, write_row
from fireteam.core.protocol.field_kinds import Columns, FreePointName, Thing, UnitName, Word
from fireteam.core.protocol.listed_names import SquareNames
from fireteam.core.protocol.sentences import clause_of, fill


class Fallen(Event, frozen=True):
    """A unit is out (TOY-1.2), which TOY-1.3 tells of."""

    story = "{unit} is {how}[ by {other} on {dice}] at {at} with {thing}"
    unit: UnitName
    how: Annotated[str, Word("out", "ko", phrases=("out", "knocked out"))]
    other: UnitName
    dice: Annotated[str, Columns(2, "{}d{}".format)]
    at: FreePointName
    thing: Annotated[str, Thing("gear", nothing="nothing")]


class Places(SquareNames):
    """Points of a free table, and no things at all."""

    def point(self, x: int, y: int) -> str:
        return f"{x / 1000},{y / 1000}"

    def thing(self, sort: str, index: int) -> str:
        return "-"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"unit": "A1", "by": "B2", "with": "axe"}, "A1 is out by B2 (axe)"),
        ({"unit": "A1", "by": "-", "with": "axe"}, "A1 is out (axe)"),
        ({"unit": "A1", "by": "B2", "with": ""}, "A1 is out by B2"),
    ],
)
def test_a_part_in_brackets_is_said_where_all_of_its_words_are_there(words: dict[str, str], said: str) -> None:
    assert fill("{unit} is out[ by {by}][ ({with})]", words) == said


def test_an_event_has_the_clause_that_its_docstring_names_first() -> None:
    assert Fallen.clause == "TOY-1.2" and clause_of(Places) == ""


def test_fields_say_themselves_in_a_sentence_and_keep_their_values() -> None:
    log = new_log()
    write_row(log[0], 0, 0, 1, 1, 2, 6, 12345, 21000, 0)
    write_row(log[0], 0, 0, 0, -1, 2, 6, 12345, 21000, 0)
    by, alone = decode_rows(rows_of(log), (Fallen,), (), (), Places(("ann", "bob")))
    assert by.sentence() == "ann is knocked out by bob on 2d6 at 12.35,21 with nothing"
    assert alone.sentence() == "ann is out at 12.35,21 with nothing"
    assert (by.event.how, by.event.at, by.event.thing) == ("ko", "12.345,21.0", "-")  # type: ignore[attr-defined]
