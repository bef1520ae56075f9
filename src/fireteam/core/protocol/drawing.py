"""Drawings: what readers see of a State as rows of numbers, which compiled code compares and tells.

A game's hook `draw(state, tables, slot, rows)` writes a row for each unit, then one for each line of the standing, then
one for each section of a view: what stands there in words follows from the row and the names of the match alone. So
words are made, and told, once for a row, and found again whenever it comes back. The hook is given a State as
somebody may know it, the whole one before: if that gives True, so does any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .choices import Verb
from .field_kinds import Kind
from .scene import Mark, Row, Token, Trail

ROLE, MARKS, TRAILS, DECISION = range(4)
"""Sections, in the order of their rows: the reader's Role, `Ground.marks` and `trails`, how the slot is asked."""

SECTIONS = 4
PLACE = 2  # numbers at the beginning of a unit's row: where it is


class Drawing(NamedTuple):
    """How a game's views follow from the rows that its hook `draw` writes.

    A unit's row begins with the x and y of its Token in `steps`, which is all of it that follows from those two. `draw`
    gives True where all else that readers see, and what they call it, is as it was in any State of the match of which
    that is so. Options of menus name as unit, target and place what their fields do, and cite the clause of their verb.
    `token`, `line`, `marks` and `trails` go by a Moment (`core/decision.py`).

    Attributes:
        units: how many units have a row.
        columns: numbers in a row.
        token: the Token of a unit; None where it is neither on the table nor beside it.
        lines: how many lines of `Scene.standing` have a row: the first of them. The others never change.
        line: one of those, by its number.
        marks: `Ground.marks`, on a free table.
        trails: `Ground.trails`, likewise.
        steps: how many of a free table's numbers are one unit of length; 1 on squares.
        forms: labels of choices: for a verb a text with the words of its notation by field, in braces; `{note}` is the
            note of its place, `{point}` the end of its path. What stands in brackets is said only where those words are
            there: what the notation leaves out is not.
        facts: what labels say besides: for a verb, names in braces with their kinds, in the order of the numbers that
            the hook `write_label_facts` writes. Most choices of a verb with the same words have the same facts but for
            the last.
        notes: what is said of places, by name.
    """

    units: int
    columns: int
    token: Callable[[Any, int], Token | None]
    lines: int
    line: Callable[[Any, int], Row]
    marks: Callable[[Any], tuple[Mark, ...]] = lambda moment: ()
    trails: Callable[[Any], tuple[Trail, ...]] = lambda moment: ()
    steps: int = 1
    forms: Mapping[type[Verb], str] = {}
    facts: Mapping[type[Verb], Mapping[str, Kind]] = {}
    notes: Callable[[Any], Mapping[str, str]] = lambda setting: {}

    @property
    def sections(self) -> int:
        """The number of the first row after those of units and lines."""
        return self.units + self.lines

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return self.sections + SECTIONS
