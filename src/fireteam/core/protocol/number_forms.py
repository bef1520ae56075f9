"""How verbs and events are told in numbers alone, as far as they can be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ..engine.compiled import compiled
from ..engine.record import Array
from .choices import NUMBERS, Verb, kinds
from .events import Event, Visibility, event_fields
from .field_kinds import COLUMNS, Flag, Kind, Number, Point, Target, Thing, Unit, Word
from .list_kinds import ListKind, Path, Things, Units
from .number_kinds import SignedNumber

LISTED = NUMBERS - 1  # where a list's length stands, and its entries after that
WORDS = ("verb", "unit", "target", "x", "y", "n")  # of a Choice, as they stand in its record
X, Y = WORDS.index("x"), WORDS.index("y")
FIXED, SHARED, LIST, FACTS, PLACES = range(5)
"""What stands where in the row of a verb (`verb_columns`)."""
NO_FORM = -1  # in place of a number of fixed numbers: numbers cannot tell the verb
RUNS = -1  # in place of the numbers of an entry: a point follows, whose neighbours are told in runs
MOST_FACTS = 8  # of a verb


class VerbForm(NamedTuple):
    """How the choices of a verb are told: in fixed numbers, facts, and the entries of a list.

    Attributes:
        places: where the fixed numbers stand in the record of a choice.
        shared: how many of fixed numbers and facts are told once for neighbours that have the same.
        entry: numbers of an entry of the list; 0 without one; RUNS: of a point, which neighbours follow.
        facts: how many facts.
    """

    places: tuple[int, ...]
    shared: int
    entry: int
    facts: int


def verb_columns(verbs: Sequence[type[Verb]], facts: Mapping[type[Verb], Mapping[str, Kind]] | None = None) -> Array:
    """For each verb, by its number in a Choice, its form as numbers: see FIXED, SHARED, LIST, FACTS and PLACES."""
    found = np.zeros((len(verbs) + 1, PLACES + NUMBERS), np.int64)
    found[:, FIXED] = NO_FORM
    for number, verb in enumerate(verbs, 1):
        if form := verb_form(verb, len((facts or {}).get(verb, ()))):
            places = form.places
            found[number, :PLACES] = len(places), form.shared, form.entry, form.facts
            found[number, PLACES : PLACES + len(places)] = places
    return found


def verb_form(verb: type[Verb], facts: int = 0) -> VerbForm | None:
    """How the choices of a verb are told whose label has so many facts; None where numbers do not tell them."""
    fields = list(kinds(verb).values())
    lists = [kind for kind in fields if isinstance(kind, ListKind)]
    fixed = [kind for kind in fields if not isinstance(kind, ListKind)]
    if verb.named or len(lists) > 1 or not all(map(_is_told_list, lists)):
        return None
    is_in_runs = not lists and not facts and len(fields) == 2 and type(fields[1]) is Point
    if is_in_runs:
        fixed = fixed[:1]
    places = [place for kind in fixed for place in kind.places().values()]
    is_told = all(type(kind) in (Unit, Target, Point, Number, Word, Thing) for kind in fixed)
    if not is_told or not set(places) <= set(WORDS) or facts > MOST_FACTS:
        return None
    entry = RUNS if is_in_runs else sum(len(kind.columns) for kind in lists)
    shared = len(places) + max(facts - 1, 0) if entry or facts else min(1, len(places) - 1)
    return VerbForm(tuple(map(WORDS.index, map(str, places))), max(shared, 0), entry, facts)


def _is_told_list(kind: ListKind) -> bool:
    return type(kind) in (Units, Things, Path) and (kind.row, kind.count) == (0, "n")


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
