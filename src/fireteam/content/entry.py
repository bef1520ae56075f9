"""Entries: what content files may say. The fields of an entry stand in its class, and in no other list.

The checks ask this declaration which fields there are, the reader makes values by it, and editors get JSON Schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, ClassVar, NamedTuple

import msgspec
from msgspec import Meta

from .field_kinds import Sentence

IDENTIFIER = "[a-z][a-z0-9_]*"
Identifier = Annotated[str, Meta(pattern=f"^{IDENTIFIER}$", description="small letters, digits and _; a letter first")]
Text = Annotated[str, Meta(min_length=1)]


class Form(NamedTuple):
    """One of the ways to write an entry: the fields it needs and those it may have, besides what every way has."""

    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry of a content file: its fields are those of the file.

    Where an entry can be written in several ways, `forms` names them: each by the field that begins it or, with
    `chosen_by`, by the value of that field. Fields that no form names belong to every one.

    `subject` begins what is reported of it, with `{id}` for its id and `{n}` for its number in its list; `sentence`
    says how that is reported, and `field_word` what its fields are called there.
    """

    forms: ClassVar[Mapping[str, Form]] = {}
    chosen_by: ClassVar[str] = ""
    subject: ClassVar[str] = ""
    sentence: ClassVar[Sentence] = Sentence()
    field_word: ClassVar[str] = "field"

    def parts(self) -> Mapping[tuple[str, str], Entry]:
        """The entries inside this one that are shown by themselves, by what they are and their id."""
        return {}


class NamedEntry(Entry, frozen=True, kw_only=True):
    """An entry with an id, by which others speak of it and problems are reported, and a name for people."""

    subject: ClassVar[str] = "{id}: "

    id: Identifier
    name: Text


class Fields(NamedTuple):
    """The fields that must stand in an entry, and those that may."""

    required: tuple[str, ...]
    optional: tuple[str, ...]


@cache
def fields_of(entry: type[Entry], form: str = "") -> Fields:
    """The fields of an entry that is written in a form, in the order of its class."""
    known = {field.encode_name: field.required for field in msgspec.structs.fields(entry)}
    begins = {} if entry.chosen_by else {key: (key,) for key in entry.forms}
    form_fields = {
        name for key, each in entry.forms.items() for name in (*begins.get(key, ()), *each.required, *each.optional)
    }
    own_form = entry.forms.get(form, Form(tuple(form_fields)))
    required = {name for name in known if known[name]} | {*begins.get(form, ()), *own_form.required}
    allowed = set(known) - form_fields | required | set(own_form.optional)
    names = [name for name in known if name in allowed]
    return Fields(
        tuple(name for name in names if name in required), tuple(name for name in names if name not in required)
    )
