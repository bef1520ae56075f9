"""The Lexicon of a match: texts for all numbers that quick choices tell."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from ...core.game import Setting
from ...core.identity_cache import IdentityCache
from ...core.protocol.choices import Verb, kinds, name_of
from ...core.protocol.events import event_fields
from ...core.protocol.field_kinds import Flag, Kind, Number, Point, Unit, Word
from ...core.protocol.list_kinds import ListKind
from ...core.protocol.listed_names import SquareNames
from ...core.protocol.number_forms import NO_FORM, event_widths, verb_columns
from .messages import Lexicon, VerbNumbers

ITSELF, SQUARE = -1, -2
LEXICONS: IdentityCache[Lexicon] = IdentityCache(200)


def lexicon_of(setting: Setting, names: SquareNames) -> Lexicon:
    """Return the Lexicon of a match as long as these names hold."""
    return LEXICONS.get((setting.tables, names), "lexicon", lambda: _Texts(setting, names).lexicon())


class _Texts:
    """The lists of texts of a match: each as the kinds of fields write their numbers."""

    def __init__(self, setting: Setting, names: SquareNames) -> None:
        self.setting, self.names = setting, names
        self._numbers: dict[tuple[str, ...], int] = {}

    def lexicon(self) -> Lexicon:
        game, drawing = self.setting.game, self.setting.game.drawing
        assert drawing is not None, "only a game that is drawn by rows has a lexicon"
        widths, columns = event_widths(game.events), verb_columns(game.verbs)
        events = tuple(
            tuple(self._form(kind, self._sentence_text) for kind, _ in event_fields(event).values()) if width else None
            for event, width in zip(game.events, widths, strict=True)
        )
        verbs = tuple(
            self._verb(verb, drawing.forms.get(verb, "")) if count != NO_FORM else None
            for verb, count in zip(game.verbs, columns[1:, 0], strict=True)
        )
        notes = dict(drawing.notes(self.setting))
        units = self._form(Unit(), self._notation)
        return Lexicon(drawing.units, units, tuple(map(_without_gaps, self._numbers)), events, verbs, notes)

    def _verb(self, verb: type[Verb], label: str) -> VerbNumbers:
        fields = kinds(verb)
        for number, name in enumerate(fields, 1):
            label = label.replace(f"{{{name}}}", f"{{w{number}}}")
        forms = tuple(self._form(kind, self._notation) for kind in fields.values())
        return VerbNumbers(name_of(verb), forms, any(isinstance(kind, ListKind) for kind in fields.values()), label)

    def _form(self, kind: Kind, text: Any) -> int:
        if isinstance(kind, Number):
            return ITSELF
        if isinstance(kind, Point):
            return SQUARE
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


def with_gaps(told: Sequence[str | int]) -> list[str]:
    """Return the list of texts that was told so."""
    first = str(told[0])
    return [text for one in told for text in ([one] if isinstance(one, str) else [first] * one)]
