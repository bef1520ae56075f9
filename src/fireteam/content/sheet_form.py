"""The form of a sheet, made from the class of its entry: fields, limits, and lawful choices with what they cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec
from msgspec import Meta

from ..core.protocol.sheets import SheetChoice, SheetField
from .entry import Entry
from .field_kinds import Reference
from .options import option_bounds
from .phrases import phrases_of
from .sheet_text import MAX_TEXT, as_plain, clause_in, without_clauses
from .type_text import hints_of, is_union, notes_of, strip_annotations, without_null
from .value_checks import NO_TERMS, Terms, is_entry

Value = str | int


class FormTerms(NamedTuple):
    """What a form says besides the types of its fields.

    `terms` have the names that references may say, `entries` what stands behind them, by kind and id. `words` explain
    the values of a field, with their clause in brackets, and `points` are what they cost, by field and value.
    """

    terms: Terms
    entries: Mapping[tuple[str, str], Entry]
    words: Mapping[str, Mapping[Value, str]] = NO_TERMS
    points: Mapping[str, Mapping[Value, int]] = NO_TERMS


def form_fields(entry: type[msgspec.Struct], terms: FormTerms) -> tuple[SheetField, ...]:
    """The fields of an entry as a form, in the order of its class."""
    hints = hints_of(entry)
    return tuple(_field(entry, field, hints[field.encode_name], terms) for field in msgspec.structs.fields(entry))


def _field(entry: type[msgspec.Struct], field: Any, hint: Any, terms: FormTerms) -> SheetField:
    outer = without_null(_bare(hint)) if is_union(_bare(hint)) else hint
    inner = _bare(outer)
    shape, item = "one", outer
    keys: tuple[SheetChoice, ...] = ()
    least: int | None = None
    most: int | None = None
    if get_origin(inner) is tuple:
        shape, item = "list", get_args(inner)[0]
        least, most = _lengths(hint, outer) if get_args(inner)[-1] is Ellipsis else (len(get_args(inner)),) * 2
    elif get_origin(inner) is dict:
        shape, item = "map", get_args(inner)[1]
        keys = _choices(field.encode_name, get_args(inner)[0], terms)
        least, most = _lengths(hint, outer)
    meta = [note for part in (hint, outer) for note in notes_of(part) if isinstance(note, Meta)]
    about = SheetField(
        field.encode_name,
        next((note.title for note in meta if note.title), field.encode_name.replace("_", " ")),
        next((note.description for note in meta if note.description), ""),
        "text",
        shape,
        field.required,
        None if field.required else _default(field),
        keys=keys,
        least=least,
        most=most,
    )
    limits = terms.terms.limits.get(entry.__name__, {}).get(field.encode_name, {})
    return msgspec.structs.replace(about, **_kind(field.encode_name, item, terms, limits))


def _kind(name: str, item: Any, terms: FormTerms, limits: Mapping[str, Any]) -> dict[str, Any]:
    """What one value of a field is, and within which limits."""
    inner = _bare(without_null(_bare(item)))
    if is_entry(inner):
        return {"kind": "record", "fields": form_fields(inner, terms)}
    if inner is bool:
        return {"kind": "flag"}
    if inner in (int, float):
        low, high = option_bounds(item)
        low, high = limits.get("minimum", low), limits.get("maximum", high)
        return {"kind": "number", "whole": inner is int, "low": low, "high": high}
    choices = _choices(name, item, terms)
    return {"kind": "choice", "choices": choices} if choices else {"kind": "text", "longest": longest_text(item)}


def longest_text(hint: Any) -> int:
    """How long a text may be: as its type says, else as long as a name."""
    lengths = [note.max_length for note in notes_of(hint) if isinstance(note, Meta) and note.max_length is not None]
    return lengths[0] if lengths else MAX_TEXT


def text_lengths(entry: type[Entry]) -> dict[str, int]:
    """The fields of an entry that hold longer texts than names, with how long they may be."""
    return {name: longest_text(hint) for name, hint in hints_of(entry).items() if _bare(hint) is str}


def _choices(name: str, item: Any, terms: FormTerms) -> tuple[SheetChoice, ...]:
    """The values that a field may have, if they can be listed."""
    inner = _bare(without_null(_bare(item)))
    words, points = terms.words.get(name, {}), terms.points.get(name, {})
    values: Iterable[Value] = get_args(inner) if get_origin(inner) is Literal else ()
    texts: dict[Value, tuple[str, str]] = {value: (str(value), words.get(value, "")) for value in values}
    for note in notes_of(item):
        if isinstance(note, Reference) and note.kind in terms.terms.names:
            for id in (*terms.terms.names[note.kind], *note.others):
                texts[id] = _entry_texts(id, terms.entries.get((note.kind, id)))
    return tuple(
        SheetChoice(value, title, without_clauses(meaning), clause_in(meaning), points.get(value))
        for value, (title, meaning) in texts.items()
    )


def _entry_texts(id: str, entry: Entry | None) -> tuple[str, str]:
    """What an entry is called, and what its fields say."""
    if entry is None:
        return id.replace("_", " "), ""
    return getattr(entry, "name", id), ", ".join(phrases_of(entry, "points")).replace("_", " ")


def _bare(type: Any) -> Any:
    return strip_annotations(type)


def _lengths(*types: Any) -> tuple[int | None, int | None]:
    """The least and the greatest length of a list or mapping."""
    notes = [note for type in types for note in notes_of(type) if isinstance(note, Meta)]
    least = next((note.min_length for note in notes if note.min_length is not None), None)
    most = next((note.max_length for note in notes if note.max_length is not None), None)
    return least, most


def _default(field: Any) -> Any:
    """The value of a field that is left out."""
    value = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    return None if value is msgspec.UNSET else as_plain(value)
