"""How verbs and events are told in numbers alone, as far as they can be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ..engine.compiled import compiled
from ..engine.record import Array
from .choices import NUMBERS, Verb, defaults, kinds, usual_numbers
from .events import Event, Visibility, event_fields
from .field_kinds import COLUMNS, Flag, Kind, Number, PartPlace, Place, Point, Target, Thing, Unit, Word
from .list_kinds import ListKind, Path, Things, Units
from .number_kinds import SignedNumber

LISTED = NUMBERS - 1  # where a list's length stands, and its entries after that
WORDS = ("verb", "unit", "target", "x", "y", "n")  # of a Choice, as they stand in its record
X, Y = WORDS.index("x"), WORDS.index("y")
FIXED, SHARED, LIST, FACTS, UNTOLD, PLACES = range(6)
"""What stands where in the row of a verb (`verb_columns`)."""
NO_FORM = -1  # in place of a number of fixed numbers: numbers cannot tell the verb
RUNS = -1  # in place of the numbers of an entry: a point follows, whose neighbours are told in runs
MOST_FACTS = 8  # of a verb


class VerbForm(NamedTuple):
    """How the choices of a verb are told: in fixed numbers, facts, and the entries of a list.

    Fields at the end that numbers cannot tell, as a region, may stay at their default: then nothing is said of them.

    Attributes:
        fields: how many of the verb's fields are told, the first ones.
        places: where the fixed numbers stand in the record of a choice.
        shared: how many of fixed numbers and facts are told once for neighbours that have the same.
        entry: numbers of an entry of the list; 0 without one; RUNS: of a point, which neighbours follow.
        facts: how many facts.
        untold: where the numbers of other fields stand: a choice of the verb is told where these are zero.
    """

    fields: int
    places: tuple[int, ...]
    shared: int
    entry: int
    facts: int
    untold: tuple[int, ...]


def verb_columns(verbs: Sequence[type[Verb]], facts: Mapping[type[Verb], Mapping[str, Kind]] | None = None) -> Array:
    """For each verb, by its number in a Choice, its form as numbers: see FIXED, SHARED, LIST, FACTS and PLACES."""
    forms = [verb_form(verb, len((facts or {}).get(verb, ()))) for verb in verbs]
    widest = max([len(form.places + form.untold) for form in forms if form], default=0)
    found = np.zeros((len(verbs) + 1, PLACES + widest), np.int64)
    found[:, FIXED] = NO_FORM
    for number, form in enumerate(forms, 1):
        if form:
            places = form.places + form.untold
            counts = len(form.places), form.shared, form.entry, form.facts, len(form.untold)
            found[number, : PLACES + len(places)] = *counts, *places
    return found


def verb_form(verb: type[Verb], facts: int = 0) -> VerbForm | None:
    """How the choices of a verb are told whose label has so many facts; None where numbers do not tell them."""
    fields, untold = _told_fields(verb)
    lists = [kind for kind in fields if isinstance(kind, ListKind)]
    fixed = [kind for kind in fields if not isinstance(kind, ListKind)]
    if verb.named or len(lists) > 1 or not all(map(_is_told, fields)):
        return None
    places = [_word_of(place) for kind in fixed for place in kind.places().values()]
    is_in_runs = not lists and not facts and len(fields) == 2 and type(fields[1]) is Point and places[1:] == [X, Y]
    if is_in_runs:
        places = places[:1]
    if facts > MOST_FACTS:
        return None
    entry = RUNS if is_in_runs else sum(len(kind.columns) for kind in lists)
    shared = len(places) + max(facts - 1, 0) if entry or facts else min(1, len(places) - 1)
    return VerbForm(len(fields), tuple(places), max(shared, 0), entry, facts, untold)


def _told_fields(verb: type[Verb]) -> tuple[list[Kind], tuple[int, ...]]:
    """The fields of a verb that are told, and where the numbers of all others stand, which are zero by default.

    Those are the first that numbers cannot tell, and whatever comes behind it. All are told where a default is another.
    """
    fields = list(kinds(verb).values())
    count = next((k for k, kind in enumerate(fields) if not _is_told(kind)), len(fields))
    untold: list[int] = []
    for kind, default in zip(fields[count:], defaults(verb)[count:], strict=True):
        numbers = usual_numbers(kind, default)
        if not numbers or any(numbers.values()):
            return fields, ()
        untold += map(_word_of, numbers)
    return fields[:count], tuple(untold)


def _is_told(kind: Kind) -> bool:
    if isinstance(kind, ListKind):
        return type(kind) in (Units, Things, Path) and (kind.row, kind.count) == (0, "n")
    return type(kind) in (Unit, Target, Point, Number, Word, Thing)


def _word_of(place: Place) -> int:
    """Which of the words of a choice's record stands at a place."""
    return NUMBERS + place.row * COLUMNS + place.column if isinstance(place, PartPlace) else WORDS.index(place)


@compiled
def entry_stride(entry: int) -> int:
    """How many words from one entry of a list to the next: entries of one number stand side by side."""
    return 1 if entry == 1 else COLUMNS


def event_widths(events: Sequence[type[Event]]) -> Array:
    """How many numbers tell an event of each kind; 0 for one that not everybody may read whole, or not by numbers."""
    return np.array([_width(kind) for kind in events], np.int64)


def _width(kind: type[Event]) -> int:
    fields = event_fields(kind).values()
    is_public = not kind.is_private and all(seen is Visibility.PUBLIC for _, seen in fields)
    return 1 + sum(field.width for field, _ in fields) if is_public and _are_told(field for field, _ in fields) else 0


def _are_told(fields: Iterable[Kind]) -> bool:
    return all(type(field) in (Unit, Target, Point, Number, SignedNumber, Word, Flag, Thing) for field in fields)
