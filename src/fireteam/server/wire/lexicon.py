"""The Lexicon of a match: texts for all numbers that quick choices tell."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from msgspec import NODEFAULT

from ...core.game import Setting
from ...core.identity_cache import IdentityCache
from ...core.protocol.choices import Verb, defaults, kinds, name_of
from ...core.protocol.drawing import Drawing
from ...core.protocol.events import event_fields
from ...core.protocol.field_kinds import Flag, Kind, Number, Point, Unit, Word
from ...core.protocol.list_kinds import ListKind, Path
from ...core.protocol.number_forms import event_widths, verb_form
from ...core.protocol.number_kinds import Length, SignedNumber, Tenths
from .messages import FieldNumbers, Lexicon, VerbNumbers

ITSELF, SQUARE, POINT, SIGNED, TENTHS, LENGTH = range(-1, -7, -1)
"""Forms of numbers that stand for no text of a list: a number, two that are a square or a place of a free table, a
number with its sign (nothing for 0), tenths, steps of a free table."""
PLACES = (SQUARE, POINT)
NUMBER_FORMS = {Number: ITSELF, SignedNumber: SIGNED, Tenths: TENTHS, Length: LENGTH}
LEXICONS: IdentityCache[Lexicon] = IdentityCache(200)


def lexicon_of(setting: Setting, names: Any) -> Lexicon:
    """Return the Lexicon of a match as long as these names hold."""
    return LEXICONS.get((setting.tables, names), "lexicon", lambda: _Texts(setting, names).lexicon())


class _Texts:
    """The lists of texts of a match: each as the kinds of fields write their numbers."""

    def __init__(self, setting: Setting, names: Any) -> None:
        self.setting, self.names = setting, names
        self._numbers: dict[tuple[str, ...], int] = {}

    def lexicon(self) -> Lexicon:
        game, drawing = self.setting.game, self.setting.game.drawing
        assert drawing is not None, "only a game that is drawn by rows has a lexicon"
        widths = event_widths(game.events)
        events = tuple(
            tuple(self._form(kind, self._sentence_text) for kind, _ in event_fields(event).values()) if width else None
            for event, width in zip(game.events, widths, strict=True)
        )
        verbs = tuple(self._verb(verb, drawing) for verb in game.verbs)
        notes = dict(drawing.notes(self.setting))
        units = self._form(Unit(), self._notation)
        texts = tuple(map(_without_gaps, self._numbers))
        return Lexicon(drawing.units, drawing.lines, units, texts, events, verbs, notes, drawing.steps)

    def _verb(self, verb: type[Verb], drawing: Drawing) -> VerbNumbers | None:
        fields, facts, label = kinds(verb), drawing.facts.get(verb, {}), drawing.forms.get(verb, "")
        form = verb_form(verb, len(facts))
        if form is None:
            return None
        for letter, names in (("w", fields), ("f", facts)):
            for number, name in enumerate(names, 1):
                label = label.replace(f"{{{name}}}", f"{{{letter}{number}}}")
        field_numbers = tuple(map(self._field, fields.values(), defaults(verb)))[: form.fields]
        return VerbNumbers(name_of(verb), field_numbers, label, tuple(self._fact(kind) for kind in facts.values()))

    def _field(self, kind: Kind, usual: Any) -> FieldNumbers:
        word = None if usual is NODEFAULT else kind.text(usual)
        form = self._form(Point() if isinstance(kind, Path) else kind, self._notation)
        return FieldNumbers(form, word, kind.separator if isinstance(kind, ListKind) else "")

    def _fact(self, kind: Kind) -> int:
        return self._form(kind, self._sentence_text)

    def _form(self, kind: Kind, text: Any) -> int:
        if type(kind) in NUMBER_FORMS:
            return NUMBER_FORMS[type(kind)]
        if isinstance(kind, Point):
            return SQUARE if self.setting.game.on_squares else POINT
        found = tuple(text(kind, number) for number in range(-1, self._count(kind)))
        while len(found) > 1 and found[-1] == found[0]:
            found = found[:-1]
        return self._numbers.setdefault(found, len(self._numbers))

    def _count(self, kind: Kind) -> int:
        """Return how many numbers a kind has, from 0 on."""
        if isinstance(kind, Word):
            return len(kind.words)
        if isinstance(kind, Flag):
            return 2
        sort = getattr(kind, "sort", None)
        return len(self.names.units) if sort is None else len(self.names.ids.get(sort, ()))

    def _sentence_text(self, kind: Kind, number: int) -> str:
        if isinstance(kind, Word) and number < 0:
            return ""
        return kind.sentence_text(kind.title(kind.show([number], self.names), self.names))

    def _notation(self, kind: Kind, number: int) -> str:
        if isinstance(kind, ListKind):
            return str(kind.entry_value([number], self.names))
        return str(kind.show([number], self.names))


def _without_gaps(texts: Sequence[str]) -> tuple[str | int, ...]:
    """Return a list of texts with how many stand on end in place of those that are as the first."""
    first, *others = texts
    runs = ((text, sum(1 for _ in run)) for text, run in groupby(others))
    return first, *(one for text, count in runs for one in ([count] if text == first else [text] * count))


def with_gaps(parts: Sequence[str | int]) -> list[str]:
    """Return the list of texts that was told so."""
    first = str(parts[0])
    return [text for one in parts for text in ([one] if isinstance(one, str) else [first] * one)]
