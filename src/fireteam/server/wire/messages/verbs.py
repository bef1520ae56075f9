"""How choices are written in notation."""

from __future__ import annotations

from msgspec import Struct


class Field(Struct, frozen=True):
    """A field of a verb; a client asks for it and writes it as one word of the notation.

    `kind` is one of `core.fields` or `core.lists`. `words` are all that a field of kind `word` may be; a number lies
    from `low` to `high`; `separator` stands between the entries of a list. A field that is left out is `default`. One
    of kind `thing` names things of a `sort`. People call a field by its `title`, or by its name if that is empty.
    """

    name: str
    kind: str
    needed: bool
    default: str = ""
    words: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    separator: str = ","
    sort: str = ""
    title: str = ""


class VerbForm(Struct, frozen=True):
    """How a verb is written: its word, then its fields in order.

    `free`: no decision asks for it. `final`: once sealed it cannot be taken back. `reasoned`: it needs a reason.
    `named`: fields that are not needed are written as `name=word`, in order and only where they are not at their
    default. Of any verb a field may be written so, after those without name.
    """

    verb: str
    about: str
    fields: tuple[Field, ...]
    free: bool = False
    final: bool = False
    reasoned: bool = False
    named: bool = False
