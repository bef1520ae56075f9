"""What the fields of an entry say, in words: for those who write content and look at what there is.

A field says `name value`, unless its class notes another phrase beside its type:

    tbh_bonus: Annotated[Bonus, Phrase("TBH +{}")] = 0
    half: Annotated[bool, Phrase("half Move")] = False
"""

from __future__ import annotations

from typing import NamedTuple, get_args

import msgspec
from msgspec import NODEFAULT, UNSET

from .entry import Entry
from .type_text import hints_of

HEADING = ("id", "name")  # what stands above the phrases of an entry


class Phrase(NamedTuple):
    """What a field says when it is not as it is by default: the value stands for `{}`."""

    text: str


def phrases_of(entry: Entry, *told_fields: str) -> list[str]:
    """What the fields of an entry say in their order, without those that are as by default, and those told already."""
    texts = []
    hints = hints_of(type(entry))
    for field in msgspec.structs.fields(entry):
        value = getattr(entry, field.name)
        is_default = field.default is not NODEFAULT and value == field.default
        if field.name not in (*HEADING, *told_fields) and value is not UNSET and not is_default:
            notes = (note for note in get_args(hints[field.encode_name]) if isinstance(note, Phrase))
            texts.append(next(notes, Phrase(f"{field.encode_name} {{}}")).text.format(value))
    return texts


def form_text(entry: Entry) -> str:
    """The field that begins the form of an entry, and those that the form needs, as the file has them."""
    form = next(form for form in entry.forms if getattr(entry, form) is not None)
    fields = (form, *entry.forms[form].required)
    return ", ".join(f"{field} {_plain(getattr(entry, field))}" for field in fields)


def _plain(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()
