"""How verbs and events are told in numbers alone, as far as they can be."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from ..engine.record import Array
from .choices import NUMBERS, Verb, defaults, kinds
from .events import Event, Visibility, event_fields
from .field_kinds import Flag, Number, Point, Target, Thing, Unit, Word
from .list_kinds import Things, Units

LISTED = NUMBERS - 1  # where a list's length stands, and its entries after that
WORDS = ("verb", "unit", "target", "x", "y", "n")  # of a Choice, as they stand in its record
X, Y = WORDS.index("x"), WORDS.index("y")
NO_FORM, A_LIST, RUNS = -1, -2, -3
"""In place of a number of columns: a verb that numbers cannot tell; one whose list follows; one of something and a
point, whose points are told in runs."""


def verb_columns(verbs: Sequence[type[Verb]]) -> Array:
    """For each verb, by its number in a Choice: how many numbers tell it, and where they stand in the record.

    Of RUNS that is only what comes before the point.
    """
    found = np.full((len(verbs) + 1, NUMBERS), NO_FORM, np.int64)
    for number, verb in enumerate(verbs, 1):
        if (columns := _columns(verb)) is not None:
            found[number, : len(columns) + 1] = len(columns), *columns
            if columns == [LISTED]:
                found[number, :2] = A_LIST, LISTED
            if len(columns) == 3 and columns[1:] == [X, Y]:
                found[number, :2] = RUNS, columns[0]
    found[:, 1] = np.where(found[:, 1] < 0, 0, found[:, 1])
    return found


def _columns(verb: type[Verb]) -> list[int] | None:
    """Where the numbers of a verb stand; None where they do not tell it: lists beside others, or optional fields."""
    fields = list(kinds(verb).values())
    if verb.named or any(default is not msgspec.NODEFAULT for default in defaults(verb)):
        return None
    if len(fields) == 1 and type(fields[0]) in (Units, Things):
        return [LISTED] if (fields[0].row, fields[0].count) == (0, "n") else None  # type: ignore[attr-defined]
    places = [place for kind in fields for place in kind.places().values()]
    is_told = all(type(kind) in (Unit, Target, Point, Number) for kind in fields)
    return [WORDS.index(place) for place in places] if is_told and set(places) <= set(WORDS) else None


def event_widths(events: Sequence[type[Event]]) -> Array:
    """How many numbers tell an event of each kind; 0 for one that not everybody may read whole, or not by numbers."""
    return np.array([_width(kind) for kind in events], np.int64)


def _width(kind: type[Event]) -> int:
    fields = event_fields(kind).values()
    is_public = not kind.is_private and all(seen is Visibility.PUBLIC for _, seen in fields)
    is_told = all(type(field) in (Unit, Target, Point, Number, Word, Flag, Thing) for field, _ in fields)
    return 1 + sum(field.width for field, _ in fields) if is_public and is_told else 0
