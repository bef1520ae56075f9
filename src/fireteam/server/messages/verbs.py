"""How choices are written."""

from __future__ import annotations

from msgspec import Struct


class Field(Struct, frozen=True):
    """A field of a verb, of a kind of `core.fields` or `core.lists`: a page asks for it and writes it as one word.

    `words` are all that a `word` may be; a number lies from `low` to `high`; what is left out is `default`.
    """

    name: str
    kind: str
    needed: bool
    default: str = ""
    words: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    separator: str = ","


class VerbForm(Struct, frozen=True):
    """How a verb is written: its word, then its fields in order. `final`: once sealed it cannot be taken back."""

    verb: str
    about: str
    fields: tuple[Field, ...]
    free: bool = False
    final: bool = False
    reasoned: bool = False
