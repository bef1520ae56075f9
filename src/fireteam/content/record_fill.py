"""Records filled from entries: whatever has the same name in both is copied, so that setup says only what is not."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec

from .entry import Entry
from .type_text import hints_of, is_union, strip_annotations


def fill(record: Any, entry: Entry) -> None:
    """Copy the fields of an entry into those fields of a record that have their names.

    Numbers and flags are copied, None is 0. Of a word the record keeps its place among the words that its field may
    be; where the field may be None as well, its place plus one, 0 for None. Lists, lengths and texts are the game's.
    """
    names, hints = record.dtype.names, hints_of(type(entry))
    for field in _fields_of(type(entry)):
        value = getattr(entry, field.name)
        if field.name not in names or not (value is None or isinstance(value, int | str)):
            continue
        if not isinstance(value, str):
            record[field.name] = int(value or 0)
        elif words := _words(hints[field.encode_name]):
            record[field.name] = words.index(value)


@cache
def _fields_of(entry: type[Entry]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of an entry class, which it takes time to find."""
    return msgspec.structs.fields(entry)


def _words(hint: Any) -> tuple[str | None, ...]:
    """The words that a field may be, in their order, None first where it may be that; empty: it may be any text."""
    inner = strip_annotations(hint)
    if get_origin(inner) is Literal:
        return get_args(inner)
    if is_union(inner):
        words = next((found for each in get_args(inner) if (found := _words(each))), ())
        return (None, *words) if words else ()
    return ()
