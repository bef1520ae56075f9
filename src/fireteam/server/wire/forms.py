"""The verbs of a game as forms: names, kinds and defaults of their fields, for a client that knows no game."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import NODEFAULT

from ...core.protocol.choices import Verb, defaults, kinds, name_of, titles
from ...core.protocol.field_kinds import Kind, Number, Thing, Word
from .messages import Field, VerbForm


def forms(verbs: Sequence[type[Verb]]) -> tuple[VerbForm, ...]:
    """Return every verb with its fields, in the game's order."""
    return tuple(_form(verb) for verb in verbs)


def _form(verb: type[Verb]) -> VerbForm:
    called = titles(verb)
    fields = tuple(
        _field(name, kind, default, called.get(name, ""))
        for (name, kind), default in zip(kinds(verb).items(), defaults(verb), strict=True)
    )
    return VerbForm(
        name_of(verb), (verb.__doc__ or "").strip(), fields, verb.free, verb.final, verb.reasoned, verb.named
    )


def _field(name: str, kind: Kind, default: object, title: str) -> Field:
    needed = default is NODEFAULT
    low, high = (kind.low, kind.high) if isinstance(kind, Number) else (0, 0)
    words = kind.words if isinstance(kind, Word) else ()
    sort = kind.sort if isinstance(kind, Thing) else ""
    usual = "" if needed else kind.text(default)
    return Field(name, kind.form, needed, usual, words, low, high, kind.separator, sort, title)
