"""Drawings: what readers see of a State as rows of numbers, which compiled code compares and tells.

A game's hook `draw(state, tables, slot, rows)` writes a row for each unit, and after those a row for each section of a
view, numbered from the number of units on: what stands there in words follows from the row and the names of the match
alone. So words are made, and told, once for a row, and found again whenever it comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .choices import Verb
from .events import Event
from .scene import Row, Token

STANDING, ROLE, DECISION = range(3)
"""Sections, in the order of their rows: `Scene.standing`, the reader's Role, and how the slot is asked."""

SECTIONS = 3
PLACE = 2  # numbers at the beginning of a unit's row: where it is


class Drawing(NamedTuple):
    """How a game's views follow from the rows that its hook `draw` writes.

    A unit's row begins with the x and y of its Token, which is all of it that follows from those two. `draw` gives True
    where all else that readers see, and what they call it, is as it was in any State of the match of which that is so.
    `token` and `standing` go by a Moment (`core/decision.py`).

    Attributes:
        units: how many units have a row.
        columns: numbers in a row.
        token: the Token of a unit; None where it is neither on the table nor beside it.
        standing: `Scene.standing`.
        forms: labels of choices: for a verb a text with the words of its notation by field, in braces; `{note}` is the
            note of its place. What stands in brackets is said only where those words are there.
        notes: what is said of places, by name.
        panel_events: the events of which one has happened wherever the game has panels to show.
    """

    units: int
    columns: int
    token: Callable[[Any, int], Token | None]
    standing: Callable[[Any], tuple[Row, ...]]
    forms: Mapping[type[Verb], str] = {}
    notes: Callable[[Any], Mapping[str, str]] = lambda setting: {}
    panel_events: tuple[type[Event], ...] = ()

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return self.units + SECTIONS
